from typing import Dict
tok_name: Dict[int, str]
ENDMARKER: int
NAME: int
NUMBER: int
STRING: int
NEWLINE: int
INDENT: int
DEDENT: int
LPAR: int
RPAR: int
LSQB: int
RSQB: int
COLON: int
COMMA: int
SEMI: int
AMPER: int
EQUAL: int
DOT: int
LBRACE: int
RBRACE: int
AT: int
OP: int
TYPE_COMMENT: int
ERRORTOKEN: int
COMMENT: int
NL: int
ENCODING: int
N_TOKENS: int
NT_OFFSET: int
def ISEOF(x): ...
