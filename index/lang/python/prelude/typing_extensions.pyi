import abc
from typing import (
    AbstractSet, Annotated, Any, AnyStr, AsyncContextManager, AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable,
    BinaryIO, Callable, ChainMap, ClassVar, Collection, Concatenate, Container, ContextManager, Coroutine, Counter,
    DefaultDict, Deque, Dict, Final, ForwardRef, FrozenSet, Generator, Generic, Hashable, IO, ItemsView, Iterable,
    Iterator, KeysView, List, Literal, LiteralString, Mapping, MappingView, Match, MutableMapping, MutableSequence,
    MutableSet, NamedTuple, Never, NewType, NoReturn, NotRequired, Optional, OrderedDict, ParamSpec, ParamSpecArgs,
    ParamSpecKwargs, Pattern, Protocol, Required, Reversible, Sequence, Set, Sized, SupportsAbs, SupportsBytes,
    SupportsComplex, SupportsFloat, SupportsIndex, SupportsInt, SupportsRound, TYPE_CHECKING, Text, TextIO, Tuple,
    Type, TypeAlias, TypeGuard, TypeVar, TypeVarTuple, TypedDict, Union, Unpack, ValuesView, assert_never, assert_type,
    cast, clear_overloads, dataclass_transform, final, get_args, get_origin, get_overloads, get_type_hints,
    is_typeddict, no_type_check, no_type_check_decorator, overload, reveal_type, runtime_checkable,
)
from types import GenericAlias

_T = TypeVar("_T")

runtime = runtime_checkable
ReadOnly: Any
Self: Any
TypeIs: Any
NoDefault: Any
Doc: Any
Buffer: Any

class TypeAliasType:
    def __init__(self, name, value, *, type_params=...) -> None: ...
    @property
    def __value__(self) -> Any: ...
    @property
    def __type_params__(self) -> tuple: ...
    @property
    def __name__(self) -> str: ...

def deprecated(message, *, category=..., stacklevel=...) -> Callable[[_T], _T]: ...
def override(arg: _T) -> _T: ...
def get_original_bases(cls) -> Tuple[Any, ...]: ...
def get_protocol_members(tp) -> FrozenSet[str]: ...
def is_protocol(tp) -> bool: ...
def IntVar(name) -> Any: ...
