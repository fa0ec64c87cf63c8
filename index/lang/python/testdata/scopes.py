count = 0


def outer(a, *args, key=count, **rest):
    total = 0

    def inner():
        nonlocal total
        global count, fresh
        total += 1
        count = fresh = total
        return args

    squares = [n * total for n in range(a) if n]
    pairs = {k: v for k, v in rest.items()}
    first = lambda x, y=total: x + y
    if (size := len(squares)) > 1:
        [last := s for s in squares]
    for _ in pairs:
        pass
    return inner, first, size, last, key


class Shape:
    sides = 4
    corners = [sides for s in range(sides)]

    def area(self):
        return sides
