def ok(a):
    return a


class Half(
    def method(self:
        self.x = 

def after(b):
    print b.c
    exec "x" in b
    return ok(b

last = after(1)
