"""The translation for tests on CPython, which says more of what is wrong than MicroPython does."""

import ast
from collections.abc import Sequence
from pathlib import Path

from phone.build.classes import Classes
from phone.build.modules import Module
from phone.build.survey import call, statements

LOOKUPS = Path(__file__).with_name("checked_lookups.py")


class CheckedClasses(Classes):
    """A dict marked as look-up only raises where anybody goes through it, and values say what they are."""

    def lookup(self, value: ast.expr) -> ast.expr:
        return call(self.std("CheckedLookup"), super().lookup(value))

    def dataclass(self, node: ast.ClassDef) -> ast.ClassDef:
        made = super().dataclass(node)
        text = f"def __repr__(self): return {self.std('repr_of_fields')}(self)"
        made.body += statements(text)
        return made

    def has_only_text(self, methods: Sequence[ast.stmt]) -> bool:
        return False  # `str` of CPython asks the class


class CheckedModule(Module):
    """It has all names of the source, for tests import those of types too."""

    classes = CheckedClasses
    imports_types = True

    def stdlib(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        return super().stdlib([*body, *statements(LOOKUPS.read_text())])

    def type_alias(self, name: str) -> Sequence[ast.stmt]:
        return statements(f"{name} = object")
