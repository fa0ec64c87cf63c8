from token import DEDENT, ENDMARKER, ERRORTOKEN, INDENT, NAME, NEWLINE, NUMBER, OP, STRING, tok_name
from typing import Any, Iterator, List, Tuple
COMMENT: int
NL: int
ENCODING: int
def tokenize(readline) -> Iterator[TokenInfo]: ...
def generate_tokens(readline) -> Iterator[TokenInfo]: ...
def detect_encoding(readline) -> Tuple[str, List[bytes]]: ...
def untokenize(iterable): ...
class TokenInfo(Tuple[Any, ...]):
    type: int
    string: str
    line: str
    start: Tuple[int, int]
    end: Tuple[int, int]
    @property
    def exact_type(self): ...
