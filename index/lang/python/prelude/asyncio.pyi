from asyncio.base_events import BaseEventLoop, Server
from asyncio.coroutines import iscoroutine, iscoroutinefunction
from asyncio.events import AbstractEventLoop, AbstractEventLoopPolicy, AbstractServer, Handle, TimerHandle, get_child_watcher, get_event_loop, get_event_loop_policy, get_running_loop, new_event_loop, set_child_watcher, set_event_loop, set_event_loop_policy
from asyncio.exceptions import BrokenBarrierError, CancelledError, IncompleteReadError, InvalidStateError, LimitOverrunError, SendfileNotAvailableError, TimeoutError
from asyncio.futures import Future, isfuture, wrap_future
from asyncio.locks import Barrier, BoundedSemaphore, Condition, Event, Lock, Semaphore
from asyncio.protocols import BaseProtocol, BufferedProtocol, DatagramProtocol, Protocol, SubprocessProtocol
from asyncio.queues import LifoQueue, PriorityQueue, Queue, QueueEmpty, QueueFull
from asyncio.runners import Runner, run
from asyncio.streams import StreamReader, StreamReaderProtocol, StreamWriter, open_connection, open_unix_connection, start_server, start_unix_server
from asyncio.subprocess import create_subprocess_exec, create_subprocess_shell
from asyncio.taskgroups import TaskGroup
from asyncio.tasks import ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, Task, all_tasks, as_completed, create_task, current_task, ensure_future, gather, run_coroutine_threadsafe, shield, sleep, wait, wait_for
from asyncio.threads import to_thread
from asyncio.timeouts import Timeout, timeout, timeout_at
from asyncio.transports import BaseTransport, DatagramTransport, ReadTransport, SubprocessTransport, Transport, WriteTransport
class SelectorEventLoop(BaseEventLoop): ...
class ProactorEventLoop(BaseEventLoop): ...
class WindowsSelectorEventLoopPolicy(AbstractEventLoopPolicy): ...
class WindowsProactorEventLoopPolicy(AbstractEventLoopPolicy): ...
class DefaultEventLoopPolicy(AbstractEventLoopPolicy): ...
