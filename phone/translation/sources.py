"""The modules that a phone runs: those that the first ones import, and those that these import."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from phone.translation.errors import Untranslatable

PACKAGES = ("rules", "phone")
"""Whose modules are translated; everything else is the standard library's (`phone.stdlib`)."""
ALWAYS = "phone.stdlib"  # stands in for the standard library; copied without its annotations


@dataclass(frozen=True)
class Source:
    """One module: its dotted name, its file for error messages, its tree."""

    name: str
    file: str
    tree: ast.Module


def modules_from(root: Path, first: Iterable[str]) -> dict[str, Source]:
    """The modules by name, in alphabetical order. Raises Untranslatable for a file that is no Python."""
    sources: dict[str, Source] = {}
    waiting = [*first, ALWAYS]
    while waiting:
        name = waiting.pop()
        if name not in sources:
            sources[name] = _read(root, name)
            waiting += imported(root, sources[name])
    return dict(sorted(sources.items()))


def imported(root: Path, source: Source) -> Iterator[str]:
    """The modules of PACKAGES that a module imports when it runs."""
    for node in runtime_body(source.tree):
        if isinstance(node, ast.ImportFrom) and is_ours(node.module):
            for alias in node.names:
                yield _imported(root, source, node, alias.name)


def _imported(root: Path, source: Source, node: ast.ImportFrom, name: str) -> str:
    for module in (f"{node.module}.{name}", str(node.module)):
        if _path(root, module).exists():
            return module
    reason = f"{node.module} is no module with a file of its own: import {name} from where it is defined"
    raise Untranslatable(source.file, node, reason)


def is_ours(module: str | None) -> bool:
    return module is not None and module.split(".")[0] in PACKAGES


def runtime_body(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a module, without what only type checkers and the command line read."""
    return [node for node in tree.body if not (isinstance(node, ast.If) and _is_left_out(node.test))]


def _is_left_out(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "__name__ == '__main__'")


def _path(root: Path, name: str) -> Path:
    return root / (name.replace(".", "/") + ".py")


def _read(root: Path, name: str) -> Source:
    path = _path(root, name)
    file = str(path.relative_to(root))
    try:
        return Source(name, file, ast.parse(path.read_text(encoding="utf-8"), file))
    except SyntaxError as error:
        raise Untranslatable(file, None, str(error)) from error


def asked_names(sources: Mapping[str, Source]) -> dict[str, set[str]]:
    """For each module the names that other modules import from it: it keeps its imports of them."""
    asked: dict[str, set[str]] = {}
    for source in sources.values():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module in sources:
                asked.setdefault(node.module, set()).update(alias.name for alias in node.names)
    return asked
