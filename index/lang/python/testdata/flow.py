def f(a, b, c=None):
    x = A()
    x.one
    if b:
        x = B()
        x.two
    else:
        x.three
    x.joined
    for i in b:
        x.loop
        x = C()
    x.after
    if not isinstance(a, (A, B)):
        return a.unknown
    a.narrowed
    if isinstance(b, A) and b.inside:
        b.inside
    b.maybe
    if isinstance(c, A):
        c.inside
    c.outside
    try:
        y = A()
    except E:
        y = B()
        raise
    y.sure
    self = D()
    self.attr = A()
    self.attr.x
    self = D()
    self.attr.y
    self.part.q = 1
    if isinstance(self.part, A):
        self.part.x
    return issubclass(x, A) and x.cls
