from typing import Tuple
RLIMIT_CPU: int
RLIMIT_DATA: int
RLIMIT_STACK: int
RLIMIT_NOFILE: int
RLIMIT_AS: int
RUSAGE_SELF: int
RUSAGE_CHILDREN: int
RLIM_INFINITY: int
def getrusage(who): ...
def getrlimit(resource) -> Tuple[int, int]: ...
def setrlimit(resource, limits): ...
