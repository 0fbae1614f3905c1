"""What the translation cannot say in MicroPython."""

import ast


class Untranslatable(Exception):
    """Source that the translation does not know, with its file and line."""

    def __init__(self, file: str, node: ast.AST | None, reason: str) -> None:
        super().__init__(f"{file}:{getattr(node, 'lineno', 1)}: {reason}")
