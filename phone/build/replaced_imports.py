"""Imports of modules that a phone does not have become imports of those that stand in for them."""

from __future__ import annotations

import ast
from pathlib import Path

STAND_INS = "phone.runtime.stand_ins"
FOLDERS = ("django", "scores")
"""The packages with a folder of stand-ins; those of the standard library are in `stdlib`."""


def replace_imports(root: Path, body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a module, with imports of `phone.runtime.stand_ins.django.utils_html` for those of
    `django.utils.html`, and so on for each module with such a file.
    """
    return [made for node in body for made in _replaced(root, node)]


def _replaced(root: Path, node: ast.stmt) -> list[ast.stmt]:
    if isinstance(node, ast.Import):
        return [_replaced_import(root, node)]
    return _replaced_names(root, node) if isinstance(node, ast.ImportFrom) else [node]


def _replaced_import(root: Path, node: ast.Import) -> ast.stmt:
    """`import uuid` as `from phone.runtime.stand_ins.stdlib import uuid`."""
    folder, module = _place(node.names[0].name)
    if len(node.names) > 1 or not _exists(root, folder, module):
        return node
    return _import_from(node, f"{STAND_INS}.{folder}", [ast.alias(module)])


def _replaced_names(root: Path, node: ast.ImportFrom) -> list[ast.stmt]:
    """The names that are modules are replaced one by one, the others with their module."""
    made, others = [], []
    for alias in node.names:
        folder, module = _place(f"{node.module}.{alias.name}")
        if _exists(root, folder, module):
            renamed = ast.alias(module, alias.asname or alias.name)
            made.append(_import_from(node, f"{STAND_INS}.{folder}", [renamed]))
        else:
            others.append(alias)
    folder, module = _place(str(node.module))
    name = f"{STAND_INS}.{folder}.{module}" if _exists(root, folder, module) else str(node.module)
    return [*made, *([_import_from(node, name, others)] if others else [])]


def _import_from(node: ast.stmt, module: str, names: list[ast.alias]) -> ast.stmt:
    return ast.copy_location(ast.ImportFrom(module, names, 0), node)


def _exists(root: Path, folder: str, module: str) -> bool:
    return (root / STAND_INS.replace(".", "/") / folder / f"{module}.py").exists()


def _place(module: str) -> tuple[str, str]:
    """The folder and the name of what would stand in for a module."""
    top, _dot, rest = module.partition(".")
    return (top, rest.replace(".", "_")) if top in FOLDERS else ("stdlib", module.replace(".", "_"))
