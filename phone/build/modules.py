"""Translates whole modules: imports, type aliases, and the check that every name is bound."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from phone.build.classes import Classes
from phone.build.errors import Untranslatable
from phone.build.expressions import STD
from phone.build.sources import ALWAYS, Source, asked_names, is_ours, modules_from, runtime_body
from phone.build.survey import Survey, assigned, survey
from phone.build.syntax import statements, without_docstrings

CHECKED = Path(__file__).with_name("checked.py")
TYPING = ("typing", "collections.abc", "__future__")
"""Modules of which nothing is left at run time."""
NATIVE = ("json", "re")
"""Modules of the standard library that MicroPython has too."""
AT_BUILD_TIME = ("dataclass", "cached_property", "NamedTuple")
BUILTINS = frozenset(
    [
        "abs",
        "all",
        "any",
        "bin",
        "bool",
        "bytes",
        "callable",
        "chr",
        "classmethod",
        "dict",
        "dir",
        "divmod",
        "enumerate",
        "filter",
        "float",
        "frozenset",
        "getattr",
        "hasattr",
        "hash",
        "id",
        "int",
        "isinstance",
        "issubclass",
        "iter",
        "len",
        "list",
        "map",
        "max",
        "min",
        "next",
        "object",
        "ord",
        "print",
        "property",
        "range",
        "repr",
        "reversed",
        "round",
        "set",
        "slice",
        "sorted",
        "setattr",
        "staticmethod",
        "str",
        "sum",
        "super",
        "tuple",
        "type",
        "zip",
        "Exception",
        "ValueError",
        "TypeError",
        "KeyError",
        "IndexError",
        "AttributeError",
        "RecursionError",
        "NotImplementedError",
        "RuntimeError",
        "StopIteration",
        "__name__",
    ]
)


def translated(
    root: Path, first: Iterable[str], is_checked: bool = False, generated: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The translated source of `first` and of all modules that they import, by name. `generated` are the
    sources of modules that have no file.

    Raises Untranslatable. With `is_checked` the result is for tests on CPython (`Expressions`).
    """
    sources = modules_from(root, first, generated)
    found, asked = survey(sources), asked_names(sources)
    return {
        name: _Module(source, found, asked.get(name, set()), _names_of_stdlib(sources), is_checked).text()
        for name, source in sources.items()
    }


def _names_of_stdlib(sources: Mapping[str, Source]) -> set[str]:
    return {name for node in sources[ALWAYS].tree.body for name in _bound_by(node)}


def _bound_by(node: ast.stmt) -> list[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names]
    return [assigned(node)[0]]


class _Module:
    """The translation of one module."""

    def __init__(
        self, source: Source, found: Survey, asked: set[str], stdlib: set[str], is_checked: bool
    ) -> None:
        self._source, self._survey, self._asked, self._stdlib = source, found, asked, stdlib
        self._aliases = found.aliases.get(source.name, set())
        self._is_checked = is_checked
        self._translator = Classes(source.file, found, is_checked)

    def text(self) -> str:
        body = without_docstrings(runtime_body(self._source.tree))
        imports = [node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]
        rest = [node for node in body if node not in imports]
        code = list(rest)
        if self._source.name != ALWAYS:
            code = [made for node in rest for made in self._translated(node)]
        else:
            code = [_Bare().visit(node) for node in rest + self._checks()]
        used = _loaded(code)
        kept = [kept for node in imports for kept in self._import(node, used)]
        if self._translator.used:
            names = [ast.alias(name, STD + name) for name in sorted(self._translator.used)]
            kept.append(ast.ImportFrom(ALWAYS, names, 0))
        module = ast.fix_missing_locations(ast.Module([*kept, *code], []))
        _check_names(self._source.file, module)
        return ast.unparse(module) + "\n"

    def _checks(self) -> list[ast.stmt]:
        return statements(CHECKED.read_text(encoding="utf-8")) if self._is_checked else []

    def _translated(self, node: ast.stmt) -> Sequence[ast.stmt]:
        name = node.name if isinstance(node, ast.ClassDef) else assigned(node)[0]
        if name in self._aliases and self._is_checked:
            return statements(f"{name} = object")  # tests import it
        if name == "__all__" or name in self._aliases:
            return []
        made = self._translator.visit(node)
        if made is None:
            return []
        return made if isinstance(made, list) else [made]

    def _import(self, node: ast.Import | ast.ImportFrom, used: set[str]) -> Sequence[ast.stmt]:
        if isinstance(node, ast.Import):
            return self._plain_import(node, used)
        if node.module in TYPING:
            return []
        if is_ours(node.module):
            return self._import_of_ours(node, used)
        return self._import_of_stdlib(node, used)

    def _plain_import(self, node: ast.Import, used: set[str]) -> Sequence[ast.stmt]:
        for alias in node.names:
            if alias.name not in NATIVE:
                raise Untranslatable(self._source.file, node, f"import {alias.name}")
        return [node] if any(alias.name in used for alias in node.names) else []

    def _import_of_ours(self, node: ast.ImportFrom, used: set[str]) -> Sequence[ast.stmt]:
        """The import, without type aliases. What other modules import from this one stays."""
        aliases = self._survey.aliases.get(str(node.module), set())
        names = [
            alias
            for alias in node.names
            if self._is_checked
            or (alias.name not in aliases and (alias.asname or alias.name) in used | self._asked)
        ]
        return [ast.ImportFrom(node.module, names, 0)] if names else []

    def _import_of_stdlib(self, node: ast.ImportFrom, used: set[str]) -> Sequence[ast.stmt]:
        if self._source.name == ALWAYS:
            return [node]
        needed = [alias for alias in node.names if alias.name not in AT_BUILD_TIME and alias.name in used]
        for alias in needed:
            if alias.name not in self._stdlib or alias.asname:
                raise Untranslatable(
                    self._source.file, node, f"{node.module}.{alias.name}, which {ALWAYS} does not have"
                )
        return [ast.ImportFrom(ALWAYS, needed, 0)] if needed else []


class _Bare(ast.NodeTransformer):
    """Leaves out annotations and docstrings, and changes nothing else."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body, node.returns = without_docstrings(node.body), None
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = without_docstrings(node.body)
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        return ast.Assign([node.target], self.visit(node.value or ast.Constant(None)))


def _loaded(code: Sequence[ast.stmt]) -> set[str]:
    return {
        node.id
        for statement in code
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def _check_names(file: str, module: ast.Module) -> None:
    """Raise Untranslatable for a name that nothing binds; MicroPython would find it only when it runs."""
    bound = {name for node in ast.walk(module) for name in _binds(node)} | BUILTINS
    for node in ast.walk(module):
        if isinstance(node, ast.Name) and node.id not in bound:
            raise Untranslatable(file, node, f"nothing binds the name {node.id}")


def _binds(node: ast.AST) -> Sequence[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        return [node.id]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.alias):
        return [node.asname or node.name]
    return [node.name] if isinstance(node, ast.ExceptHandler) and node.name else []
