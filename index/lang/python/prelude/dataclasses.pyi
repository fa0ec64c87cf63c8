from typing import Any, TypeVar

T = TypeVar("T")

def replace(obj: T, **changes: Any) -> T: ...
