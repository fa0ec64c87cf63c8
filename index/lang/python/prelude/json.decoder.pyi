from re import RegexFlag
from typing import Any, Dict
FLAGS: RegexFlag
NaN: float
PosInf: float
NegInf: float
STRINGCHUNK: Any
BACKSLASH: Dict[Any, Any]
WHITESPACE: Any
WHITESPACE_STR: str
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
    def decode(self, s, _w=...): ...
    def raw_decode(self, s, idx=...): ...
class JSONDecodeError(ValueError):
    msg: Any
    doc: Any
    pos: Any
    lineno: Any
    colno: Any
    def __init__(self, msg, doc, pos) -> None: ...
def c_scanstring(*args, **kwargs): ...
def py_scanstring(s, end, strict=..., _b=..., _m=...): ...
def scanstring(*args, **kwargs): ...
def JSONObject(s_and_end, strict, scan_once, object_hook, object_pairs_hook, memo=..., _w=..., _ws=...): ...
def JSONArray(s_and_end, scan_once, _w=..., _ws=...): ...
