from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType, TracebackType
from typing import Any, Callable, Dict, List, NamedTuple, NoReturn, Optional, Sequence, Set, TextIO, Tuple, Type

abiflags: str
addaudithook: Any
argv: List[str]
base_exec_prefix: str
base_prefix: str
builtin_module_names: Tuple[str, ...]
byteorder: str
copyright: str
displayhook: Callable[[object], Any]
dont_write_bytecode: bool
exec_prefix: str
executable: str
float_repr_style: str
hexversion: int
last_type: Optional[Type[BaseException]]
last_value: Optional[BaseException]
last_traceback: Optional[TracebackType]
maxsize: int
maxunicode: int
meta_path: List[Any]
modules: Dict[str, ModuleType]
orig_argv: List[str]
path: List[str]
path_hooks: List[Any]
path_importer_cache: Dict[str, Any]
platform: str
platlibdir: str
prefix: str
ps1: object
ps2: object
pycache_prefix: Optional[str]
stdin: TextIO
stdout: TextIO
stderr: TextIO
stdlib_module_names: Any
__stdin__: TextIO
__stdout__: TextIO
__stderr__: TextIO
tracebacklimit: int
version: str
api_version: int
version_info: _version_info
warnoptions: Any
winver: str
dllhandle: int
_xoptions: Dict[Any, Any]
flags: _flags
float_info: _float_info
hash_info: _hash_info
implementation: _implementation
int_info: _int_info
thread_info: Any
_git: Tuple[str, str, str]
_framework: str

class _version_info(Tuple[int, int, int, str, int]):
    @property
    def major(self) -> int: ...
    @property
    def minor(self) -> int: ...
    @property
    def micro(self) -> int: ...
    @property
    def releaselevel(self) -> str: ...
    @property
    def serial(self) -> int: ...

class _flags(Tuple[int, ...]):
    debug: int
    inspect: int
    interactive: int
    optimize: int
    dont_write_bytecode: int
    no_user_site: int
    no_site: int
    ignore_environment: int
    verbose: int
    bytes_warning: int
    quiet: int
    hash_randomization: int
    isolated: int
    dev_mode: bool
    utf8_mode: int
    safe_path: bool

class _float_info(Tuple[float, ...]):
    epsilon: float
    dig: int
    mant_dig: int
    max: float
    max_exp: int
    min: float
    min_exp: int
    radix: int

class _hash_info(Tuple[int, ...]):
    width: int
    modulus: int
    inf: int
    nan: int
    algorithm: str
    hash_bits: int

class _implementation:
    name: str
    version: _version_info
    hexversion: int
    cache_tag: str

class _int_info(Tuple[int, ...]):
    bits_per_digit: int
    sizeof_digit: int
    default_max_str_digits: int

def _clear_type_cache() -> None: ...
def _current_frames() -> Dict[int, FrameType]: ...
def _getframe(depth=...) -> FrameType: ...
def audit(event, *args) -> None: ...
def breakpointhook(*args, **kwargs) -> Any: ...
def __breakpointhook__(*args, **kwargs) -> Any: ...
def __displayhook__(value) -> None: ...
def __excepthook__(exctype, value, traceback) -> None: ...
def __unraisablehook__(unraisable) -> Any: ...
def call_tracing(func, args) -> Any: ...
def exc_info() -> Tuple[Optional[Type[BaseException]], Optional[BaseException], Optional[TracebackType]]: ...
def excepthook(exctype, value, traceback) -> None: ...
def exception() -> Optional[BaseException]: ...
def exit(status=...) -> NoReturn: ...
def get_asyncgen_hooks() -> Any: ...
def get_coroutine_origin_tracking_depth() -> int: ...
def get_int_max_str_digits() -> int: ...
def getallocatedblocks() -> int: ...
def getdefaultencoding() -> str: ...
def getdlopenflags() -> int: ...
def getfilesystemencoding() -> str: ...
def getfilesystemencodeerrors() -> str: ...
def getprofile() -> Any: ...
def getrecursionlimit() -> int: ...
def getrefcount(object) -> int: ...
def getsizeof(obj, default=...) -> int: ...
def getswitchinterval() -> float: ...
def gettotalrefcount() -> int: ...
def gettrace() -> Any: ...
def getwindowsversion() -> Any: ...
def intern(string) -> str: ...
def is_finalizing() -> bool: ...
def set_asyncgen_hooks(firstiter=..., finalizer=...) -> None: ...
def set_coroutine_origin_tracking_depth(depth) -> None: ...
def set_int_max_str_digits(maxdigits) -> None: ...
def setdlopenflags(flags) -> None: ...
def setprofile(profilefunc) -> None: ...
def setrecursionlimit(limit) -> None: ...
def setswitchinterval(interval) -> None: ...
def settrace(tracefunc) -> None: ...
def unraisablehook(unraisable) -> None: ...
