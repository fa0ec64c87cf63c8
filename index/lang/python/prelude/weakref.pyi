from typing import Any, Generic, TypeVar

T = TypeVar("T")

class ref(Generic[T]):
    __callback__: Any
    def __init__(self, object: T, callback: Any = ...) -> None: ...
    def __call__(self) -> T: ...

def proxy(object: T, callback: Any = ...) -> T: ...
