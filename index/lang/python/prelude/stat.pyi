ST_MODE: int
ST_INO: int
ST_DEV: int
ST_NLINK: int
ST_UID: int
ST_GID: int
ST_SIZE: int
ST_ATIME: int
ST_MTIME: int
ST_CTIME: int
S_IFDIR: int
S_IFCHR: int
S_IFBLK: int
S_IFREG: int
S_IFIFO: int
S_IFLNK: int
S_IFSOCK: int
S_IFDOOR: int
S_IFPORT: int
S_IFWHT: int
S_ISUID: int
S_ISGID: int
S_ENFMT: int
S_ISVTX: int
S_IREAD: int
S_IWRITE: int
S_IEXEC: int
S_IRWXU: int
S_IRUSR: int
S_IWUSR: int
S_IXUSR: int
S_IRWXG: int
S_IRGRP: int
S_IWGRP: int
S_IXGRP: int
S_IRWXO: int
S_IROTH: int
S_IWOTH: int
S_IXOTH: int
UF_NODUMP: int
UF_IMMUTABLE: int
UF_APPEND: int
UF_OPAQUE: int
UF_NOUNLINK: int
UF_COMPRESSED: int
UF_HIDDEN: int
SF_ARCHIVED: int
SF_IMMUTABLE: int
SF_APPEND: int
SF_NOUNLINK: int
SF_SNAPSHOT: int
FILE_ATTRIBUTE_ARCHIVE: int
FILE_ATTRIBUTE_COMPRESSED: int
FILE_ATTRIBUTE_DEVICE: int
FILE_ATTRIBUTE_DIRECTORY: int
FILE_ATTRIBUTE_ENCRYPTED: int
FILE_ATTRIBUTE_HIDDEN: int
FILE_ATTRIBUTE_INTEGRITY_STREAM: int
FILE_ATTRIBUTE_NORMAL: int
FILE_ATTRIBUTE_NOT_CONTENT_INDEXED: int
FILE_ATTRIBUTE_NO_SCRUB_DATA: int
FILE_ATTRIBUTE_OFFLINE: int
FILE_ATTRIBUTE_READONLY: int
FILE_ATTRIBUTE_REPARSE_POINT: int
FILE_ATTRIBUTE_SPARSE_FILE: int
FILE_ATTRIBUTE_SYSTEM: int
FILE_ATTRIBUTE_TEMPORARY: int
FILE_ATTRIBUTE_VIRTUAL: int
def S_IMODE(*args, **kwargs) -> int: ...
def S_IFMT(*args, **kwargs) -> int: ...
def S_ISDIR(*args, **kwargs) -> bool: ...
def S_ISCHR(*args, **kwargs) -> bool: ...
def S_ISBLK(*args, **kwargs) -> bool: ...
def S_ISREG(*args, **kwargs) -> bool: ...
def S_ISFIFO(*args, **kwargs) -> bool: ...
def S_ISLNK(*args, **kwargs) -> bool: ...
def S_ISSOCK(*args, **kwargs) -> bool: ...
def S_ISDOOR(*args, **kwargs) -> bool: ...
def S_ISPORT(*args, **kwargs) -> bool: ...
def S_ISWHT(*args, **kwargs) -> bool: ...
def filemode(*args, **kwargs) -> str: ...
