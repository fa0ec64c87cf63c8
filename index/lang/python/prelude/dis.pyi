from typing import Any, Dict, List
opname: List[Any]
opmap: Dict[Any, Any]
def code_info(x): ...
def dis(x=..., *, file=..., depth=..., show_caches=..., adaptive=...): ...
def disassemble(co, lasti=..., *, file=..., show_caches=..., adaptive=...): ...
def findlinestarts(code): ...
def findlabels(code): ...
def show_code(co, *, file=...): ...
def get_instructions(x, *, first_line=..., show_caches=..., adaptive=...): ...
class Instruction(_Instruction):
    opname: Any
    opcode: Any
    arg: Any
    argval: Any
    argrepr: Any
    offset: Any
    starts_line: Any
    is_jump_target: Any
    positions: Any
class Bytecode:
    codeobj: Any
    current_offset: Any
    exception_entries: Any
    show_caches: Any
    adaptive: Any
    first_line: Any
    def __init__(self, x, *, first_line=..., current_offset=..., show_caches=..., adaptive=...) -> None: ...
    def __iter__(self): ...
    @classmethod
    def from_traceback(cls, tb, *, show_caches=..., adaptive=...): ...
    def info(self): ...
    def dis(self): ...
def stack_effect(opcode, oparg=..., *, jump=...): ...
class _Instruction(tuple):
    opname: Any
    opcode: Any
    arg: Any
    argval: Any
    argrepr: Any
    offset: Any
    starts_line: Any
    is_jump_target: Any
    positions: Any
