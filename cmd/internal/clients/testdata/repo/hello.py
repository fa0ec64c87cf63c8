def greet(name: str) -> str:
    """Says hello."""
    return "hello " + name
