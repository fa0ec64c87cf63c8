from typing import Any, Dict, Tuple
class JSONDecoder:
    object_hook: Any
    parse_float: Any
    parse_int: Any
    parse_constant: Any
    strict: Any
    object_pairs_hook: Any
    parse_object: Any
    parse_array: Any
    parse_string: Any
    memo: Dict[Any, Any]
    scan_once: Any
    def __init__(self, *, object_hook=..., parse_float=..., parse_int=..., parse_constant=..., strict=..., object_pairs_hook=...) -> None: ...
    def decode(self, s) -> Any: ...
    def raw_decode(self, s, idx=...) -> Tuple[Any, int]: ...
class JSONDecodeError(ValueError):
    msg: str
    doc: str
    pos: int
    lineno: int
    colno: int
    def __init__(self, msg, doc, pos) -> None: ...
