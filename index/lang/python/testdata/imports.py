from __future__ import annotations
import os, os.path as osp
import pkg.sub.mod
import pkg.other
from . import sibling
from .. import parent as up
from .near import (one, two as deux,)
from pkg import *
from pkg.sub import (
    three
)
import pkg . spaced
pkg.sub.mod.call(pkg.sub.value)
pkg.other.thing
def late():
    import pkg.inner
    from here import now
    return pkg.inner.x, now
class Holder:
    from here import item
    import os
try:
    from fast import speed
except ImportError:
    from slow import speed
__all__ = ["one", "late"]
__all__ += ("two",)
