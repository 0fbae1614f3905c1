"""The modules that a phone runs: those that the first ones import, and those that these import."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scores.core import folders

PACKAGES = ("rules", "phone", "scores")
"""Whose modules are translated; everything else is the standard library's (`phone.runtime.stdlib`)."""
ROOT = folders.PACKAGES
FIRST = "phone.runtime.entry_points"
"""The module that a phone imports by name, for its `answer`."""
WITHOUT_SERVER = "phone.runtime.without_server"
"""The one in its place where there is no server, with more entry points."""
ALWAYS = "phone.runtime.stdlib"  # stands in for the standard library; copied without its annotations


class Untranslatable(Exception):
    """Source that the translation does not know, with its file and line."""

    def __init__(self, file: str, node: ast.AST | None, reason: str) -> None:
        super().__init__(f"{file}:{getattr(node, 'lineno', 1)}: {reason}")


@dataclass(frozen=True)
class Source:
    """One module: its dotted name, its file for error messages, its tree."""

    name: str
    file: str
    tree: ast.Module


def modules_from(
    root: Path, first: Iterable[str], generated: Mapping[str, str] | None = None
) -> dict[str, Source]:
    """The modules by name, sorted; `generated` are sources that have no file. Raises Untranslatable."""
    made = generated or {}
    sources: dict[str, Source] = {}
    waiting = [*first, ALWAYS]
    while waiting:
        name = waiting.pop()
        if name not in sources:
            sources[name] = _parse_module(root, name, made.get(name))
            waiting += imported_modules(root, sources[name], made)
    return dict(sorted(sources.items()))


def imported_modules(
    root: Path, source: Source, generated: Mapping[str, str]
) -> Iterator[str]:
    """The modules of PACKAGES that a module imports when it runs."""
    for node in runtime_body(source.tree):
        if isinstance(node, ast.ImportFrom) and is_ours(node.module):
            for alias in node.names:
                yield _imported_module(root, source, node, alias.name, generated)


def _imported_module(
    root: Path,
    source: Source,
    node: ast.ImportFrom,
    name: str,
    generated: Mapping[str, str],
) -> str:
    for module in (f"{node.module}.{name}", str(node.module)):
        if module in generated or _path(root, module).exists():
            return module
    reason = f"{node.module} is no module with a file of its own: import {name} from where it is defined"
    raise Untranslatable(source.file, node, reason)


def is_ours(module: str | None) -> bool:
    return module is not None and module.split(".")[0] in PACKAGES


def runtime_body(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a module, without what only type checkers and the command line read."""
    left_out = ("TYPE_CHECKING", "__name__ == '__main__'")
    return [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and ast.unparse(node.test) in left_out)
    ]


def _path(root: Path, name: str) -> Path:
    return root / (name.replace(".", "/") + ".py")


def _parse_module(root: Path, name: str, text: str | None) -> Source:
    """The module, with imports of stand-ins for what STAND_INS names. Without a text its file is read."""
    path = _path(root, name)
    file = str(path.relative_to(root))
    try:
        tree = ast.parse(
            path.read_text(encoding="utf-8") if text is None else text, file
        )
    except SyntaxError as error:
        raise Untranslatable(file, None, str(error)) from error
    tree.body = [
        made for node in tree.body for made in _imports_without_stand_ins(node)
    ]
    return Source(name, file, tree)


STAND_INS = {
    "app": "scores.core.matches.dates scores.table.board.html_cache scores.core.bounded_cache",
    "images": "scores.circle.images.render",
    "forms": "django.core.exceptions django.forms",
    "templates": (
        "django.template django.template.defaultfilters django.template.defaulttags django.template.loader"
        " django.templatetags.static django.urls django.utils.formats django.utils.functional"
        " django.utils.html django.utils.safestring django.utils.text django.utils.translation"
    ),
    "widgets": "django.forms.boundfield django.forms.widgets",
}
"""The modules of `phone.runtime.stand_ins`, each with those for which it stands in."""
PACKAGE = "phone.runtime.stand_ins"
_STAND_IN_FOR = {
    module: name for name, modules in STAND_INS.items() for module in modules.split()
}


def _imports_without_stand_ins(node: ast.stmt) -> list[ast.stmt]:
    """The names that are modules are replaced one by one, the others with their module."""
    if not isinstance(node, ast.ImportFrom):
        return [node]
    made = []
    others = []
    for alias in node.names:
        stand_in = _STAND_IN_FOR.get(f"{node.module}.{alias.name}")
        if stand_in:
            made.append(
                _import_from(
                    node, PACKAGE, [ast.alias(stand_in, alias.asname or alias.name)]
                )
            )
        else:
            others.append(alias)
    stand_in = _STAND_IN_FOR.get(str(node.module))
    module = f"{PACKAGE}.{stand_in}" if stand_in else str(node.module)
    return [*made, *([_import_from(node, module, others)] if others else [])]


def _import_from(node: ast.stmt, module: str, names: list[ast.alias]) -> ast.stmt:
    return ast.copy_location(ast.ImportFrom(module, names, 0), node)
