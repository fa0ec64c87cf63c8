import sys
from typing import TYPE_CHECKING

if sys.version_info < (3, 0):
    def text(): return 2
    old = 1
elif sys.version_info >= (3, 8) and not sys.version_info[0] == 2:
    def text(): return 3
    old = 2
else:
    def text(): return 1
if TYPE_CHECKING:
    from real import Thing
else:
    Thing = None
if sys.platform == "win32" or sys.platform.startswith("darwin"):
    sep = "w"
else:
    sep = "l"
if maybe:
    kept = 1
else:
    kept = 2


def f(a):
    if not TYPE_CHECKING:
        x = A()
    else:
        x = B()
    return x.y
