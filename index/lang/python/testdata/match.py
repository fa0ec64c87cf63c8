match command.split(), other:
    case [action]:
        action
    case [action, obj], _ if obj:
        obj
    case (Point(x=0, y=yy) | Point(xx)) as p:
        p.x
    case {"k": v, Color.RED: w, **rest}:
        rest
    case (a, *b, c) | "str" | -1 | None:
        b
    case Color.GREEN | other.mod.X():
        pass
    case _:
        pass
