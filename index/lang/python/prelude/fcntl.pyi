LOCK_SH: int
LOCK_EX: int
LOCK_NB: int
LOCK_UN: int
F_GETFD: int
F_SETFD: int
F_GETFL: int
F_SETFL: int
F_GETLK: int
F_SETLK: int
F_SETLKW: int
FD_CLOEXEC: int
def fcntl(fd, cmd, arg=...): ...
def ioctl(fd, request, arg=..., mutate_flag=...): ...
def flock(fd, operation): ...
def lockf(fd, cmd, len=..., start=..., whence=...): ...
