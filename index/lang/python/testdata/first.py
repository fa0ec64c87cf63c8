import os.path
X = 1
class A:
    """D."""
    y: int
    def __init__(self, q=1):
        self.x = q
        for i in self.x:
            print(i)
    @property
    def p(self) -> "A":
        return self
    @p.setter
    def p(self, v): self.z = v
def f(a):
    b = A()
    b.x
    if isinstance(a, A):
        a.x
    os.path.join(X)
    return b
