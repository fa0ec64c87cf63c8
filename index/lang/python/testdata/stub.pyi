from typing import overload

@overload
def f(a: int) -> int: ...
@overload
def f(a: str) -> str: ...

class C:
    x: D
    def m(self) -> C: ...

class D: ...
if sys.version_info >= (3, 9):
    y: int
else:
    y: str
