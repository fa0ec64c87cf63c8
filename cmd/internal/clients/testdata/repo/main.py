from hello import greet


def twice() -> str:
    return greet("a") + greet("b")
