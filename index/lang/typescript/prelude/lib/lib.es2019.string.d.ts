interface String { trimEnd(): string; trimStart(): string; trimLeft(): string; trimRight(): string }
