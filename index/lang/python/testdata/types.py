import typing as t
from typing import Annotated, Callable, Dict, Generic, List, Literal, Optional, Self, TypeVar, Union, cast, NewType

T = TypeVar("T", bound="Node")
ID = NewType("ID", int)
Alias = Optional["Node"]
type Pair[A, *B, **C] = tuple[A, "Node"]


class Node(Generic[T], Dict[str, "Node"]):
    child: "Optional[Node]"
    kind: Literal["Node", "Leaf"]
    meta: Annotated["Node", "Leaf"]
    made = []  # type: List[Node]
    ignored = 1  # type: ignore

    def walk(self, f: Callable[[T], "Node"], *rest: 'Node | None') -> t.Iterator[T]: ...

    def same(self: Self) -> "t.List[Self]":
        x = cast("Node", f)
        y = t.cast(Node, x)
        return super().same()

    def generic[U: Node, V: (int, str)](self, u: U, v: "V") -> U: return u


class Box[T]:
    def get(self) -> T: ...


def bad(a: "not a type (", b: "", c: "x y") -> None: ...


u: Union[int, "Node"]
v: x.y.Z[int] = v
