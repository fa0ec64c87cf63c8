from typing import Any, List, Tuple
class struct_passwd(Tuple[Any, ...]):
    pw_name: str
    pw_passwd: str
    pw_uid: int
    pw_gid: int
    pw_gecos: str
    pw_dir: str
    pw_shell: str
def getpwuid(uidobj) -> struct_passwd: ...
def getpwnam(name) -> struct_passwd: ...
def getpwall() -> List[struct_passwd]: ...
