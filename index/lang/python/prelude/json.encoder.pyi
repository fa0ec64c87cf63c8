from typing import Any, Iterator
class JSONEncoder:
    skipkeys: Any
    ensure_ascii: Any
    check_circular: Any
    allow_nan: Any
    sort_keys: Any
    indent: Any
    item_separator: str
    key_separator: str
    def __init__(self, *, skipkeys=..., ensure_ascii=..., check_circular=..., allow_nan=..., sort_keys=..., indent=..., separators=..., default=...) -> None: ...
    def default(self, o) -> Any: ...
    def encode(self, o) -> str: ...
    def iterencode(self, o) -> Iterator[str]: ...
