package python

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// stdlibAt is the package that symbols of the standard library carry: that of
// scip-python with the version that it assumes, so that indexes agree on them
// whichever interpreter a repository asks for.
var stdlibAt = symbol.Package{Manager: manager, Name: "python-stdlib", Version: "3.11"}

// stdlibNames are the top-level modules of the standard library, those of
// versions since withdrawn included.
const stdlibNames = `__future__ _abc _ast _asyncio _bisect _codecs _collections _collections_abc _compression _contextvars
_csv _ctypes _curses _datetime _decimal _functools _hashlib _heapq _imp _io _json _locale _lsprof _markupbase
_operator _osx_support _pickle _posixsubprocess _py_abc _pydecimal _pyio _queue _random _signal _sitebuiltins _socket
_sqlite3 _sre _ssl _stat _string _strptime _struct _symtable _thread _threading_local _tkinter _tracemalloc _typeshed
_typing _uuid _warnings _weakref _weakrefset _winapi abc aifc annotationlib antigravity argparse array ast asynchat
asyncio asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath
cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib contextvars copy
copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest dummy_threading email
encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc
genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp
importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap
marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers
opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib
posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re
readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd
smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios
textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo
types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib
xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`

const builtinNames = `ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError
Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError
ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt
LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError
OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError
ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning
SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError
__build_class__ __debug__ __import__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr
classmethod compile complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format
frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len license list locals map
max memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice sorted
staticmethod str sum super tuple type vars zip`

var (
	stdlib   = wordSet(stdlibNames)
	builtins = wordSet(builtinNames)
)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// external is a module outside the repository.
func external(name string, p symbol.Package) *lang.Module {
	return &lang.Module{
		Name: name, External: true, Package: p,
		Path: []symbol.Descriptor{{Name: name, Suffix: symbol.Namespace}},
		Self: []symbol.Descriptor{{Name: "__init__", Suffix: symbol.Meta}},
	}
}

// External is a module of some package outside the repository, for declarations.
func External(name string) lang.Module { return *external(name, symbol.Package{Manager: manager}) }

// distributions maps the modules of well-known distributions that are called
// differently to the distribution's name.
var distributions = map[string]string{
	"yaml": "PyYAML", "PIL": "pillow", "bs4": "beautifulsoup4", "sklearn": "scikit-learn", "skimage": "scikit-image",
	"cv2": "opencv-python", "dateutil": "python-dateutil", "dotenv": "python-dotenv", "attr": "attrs", "jwt": "PyJWT",
	"OpenSSL": "pyOpenSSL", "psycopg2": "psycopg2-binary", "MySQLdb": "mysqlclient", "serial": "pyserial",
	"Crypto": "pycryptodome", "git": "GitPython", "magic": "python-magic", "pkg_resources": "setuptools",
	"markdown": "Markdown", "docx": "python-docx", "pptx": "python-pptx", "slugify": "python-slugify",
	"rest_framework": "djangorestframework", "corsheaders": "django-cors-headers", "environ": "django-environ",
	"ldap": "python-ldap", "memcache": "python-memcached", "multipart": "python-multipart", "jose": "python-jose",
	"usb": "pyusb", "zmq": "pyzmq", "win32api": "pywin32", "win32con": "pywin32", "gi": "PyGObject",
	"fitz": "PyMuPDF", "Levenshtein": "python-Levenshtein", "grpc": "grpcio", "flask_sqlalchemy": "Flask-SQLAlchemy",
	"mpl_toolkits": "matplotlib", "pylab": "matplotlib", "_pytest": "pytest", "lxml_html_clean": "lxml-html-clean",
}
