name = "a" 'b' f"{value!r:>{width}}" f'{obj.attr} {call(x=1)["k"]}'
data = b"bytes" + name[0] + name[1:2] + name["key"] + name[-1]
raw = rf"""{nested:{inner}}"""
empty = f"{{}}"


def f():
    r"""Raw \doc.

    	Tab.
    """


def g():
    f"no doc {x}"


def h():
    'short'
