"""What the build refuses."""

import ast


class Untranslatable(Exception):
    """Source that the translation does not know, with its file and line."""

    def __init__(self, file: str, node: ast.AST | None, reason: str) -> None:
        super().__init__(f"{file}:{getattr(node, 'lineno', 1)}: {reason}")


class Uncompilable(Exception):
    """A node, filter or expression of a template that the compiler does not know, with template and line."""
