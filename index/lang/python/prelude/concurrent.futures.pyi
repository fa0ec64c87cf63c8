from concurrent.futures._base import ALL_COMPLETED, BrokenExecutor, CancelledError, Executor, FIRST_COMPLETED, FIRST_EXCEPTION, Future, InvalidStateError, TimeoutError, as_completed, wait
from concurrent.futures.process import ProcessPoolExecutor
from concurrent.futures.thread import ThreadPoolExecutor
