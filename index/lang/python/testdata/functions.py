@decorator
@module.wraps(g, key=1)
async def f(a, (b, c), *, d: int = 0, **kw):
    # type: comment
    await a.b()
    async with a as x, b: x
    async for y in a: yield y
    r = yield from a
    z = yield
    return (yield a), [i async for i in a]


def long_signature(
    first,  # a comment
    second="a # b",
    *args: int
) -> Dict[
    str, int
]:
    return g(*args, key=first, **second)(1)[second].attr


def gen(): return (x for x in y), {x for x in y}, {**a, "k": b}, not a, a < b, -a, a or b, a and b, a if b else c


print(*a.b, *c(d), sep="")
x = *a.b, *c[0]
assert isinstance(x, int), x
test = lambda: (yield)


def test_it(): global_later


global_later = 1
