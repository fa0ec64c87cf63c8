a = b = 1
a = 2
a += 3
(c, [d, *e]), f = value()
x, y = 1, "s"
for i, (j, k) in enumerate(a):
    c[i].name = j
else:
    k = 0
with open(a) as h, ctx() as (p, q):
    h.read()
try:
    import fast as impl
except (ImportError, OSError) as err:
    impl = None
    late = err.args
else:
    late = 1
finally:
    done = True
del a, c.attr
_ = ignored()
"""Not about anything."""
documented: int = 3
"""What it is."""
def impl2(): pass
def impl2(x): return x
class Twice: pass
class Twice: z = 1
*first, last = x
