"""Module doc.

  Indented.
"""
import enum
from abc import ABC, abstractmethod
from dataclasses import dataclass


class Base(ABC, metaclass=Meta, flag=True):
    """A base.

        Code.
    """

    __slots__ = ("a", "b", "only")
    kind: str
    size = 0

    def __init__(self, a, /, b: int = 1, *, c=None):
        self.a, self.b = a, b
        self.size = b
        self.label: str = c
        """The label."""
        a.other = 1

        def helper():
            self.hidden = 1

    def __new__(cls, *args):
        cls.made = 1
        return super().__new__(cls)

    @property
    def area(self): return self.a

    @area.setter
    def area(this, value): this._area = value

    @staticmethod
    def make(n): n.x = 1

    @classmethod
    async def load(cls): return cls()

    @abstractmethod
    def run(self) -> "Base": ...

    class Inner(enum.Enum):
        RED = 1

        def other(self): return super(Base.Inner, self).value


@dataclass(frozen=True)
class Point(Base):
    x: int
    y: "int" = 0


class Color(enum.IntFlag):
    RED = 1
    GREEN: int = 2


class Early:
    value = size(field)
    size = size
    field: field = 1
    for n in value:
        late = later
        later = 1
