
from typing import Callable, TypeVar
_T = TypeVar("_T")
async def to_thread(func: Callable[..., _T], *args, **kwargs) -> _T: ...
