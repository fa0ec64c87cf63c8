import os
import sys

from a import (
    b,
    c,
)


class A:
    """Doc

    of A."""

    # one
    # two
    @property
    def m(self, x=(
        1,
    )):
        # here
        if x:
            return here(x)
        else:
            pass
        data = {
            "a": 1,
        }
        return data


# region mine
def f():
    return [
        1,
    ]
# endregion
