"""Imports of modules that a phone does not have become imports of those that stand in for them."""

from __future__ import annotations

import ast

STAND_INS = {
    "caches": ("scores.table.board.html_cache", "scores.core.bounded_cache"),
    "dates": ("scores.core.matches.dates",),
    "forms": ("django.core.exceptions", "django.forms"),
    "templates": (
        "django.template",
        "django.template.defaultfilters",
        "django.template.loader",
        "django.templatetags.static",
        "django.urls",
    ),
    "utils": (
        "django.utils.formats",
        "django.utils.functional",
        "django.utils.html",
        "django.utils.safestring",
        "django.utils.text",
        "django.utils.translation",
    ),
    "widgets": ("django.forms.boundfield", "django.forms.widgets"),
}
"""The modules of `phone.runtime.stand_ins`, each with those for which it stands in."""
PACKAGE = "phone.runtime.stand_ins"
_STAND_IN_FOR = {module: name for name, modules in STAND_INS.items() for module in modules}


def replace_imports(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a module, with imports of stand-ins for those of what STAND_INS names."""
    return [made for node in body for made in _replaced(node)]


def _replaced(node: ast.stmt) -> list[ast.stmt]:
    """The names that are modules are replaced one by one, the others with their module."""
    if not isinstance(node, ast.ImportFrom):
        return [node]
    made, others = [], []
    for alias in node.names:
        stand_in = _STAND_IN_FOR.get(f"{node.module}.{alias.name}")
        if stand_in:
            made.append(_import_from(node, PACKAGE, [ast.alias(stand_in, alias.asname or alias.name)]))
        else:
            others.append(alias)
    stand_in = _STAND_IN_FOR.get(str(node.module))
    module = f"{PACKAGE}.{stand_in}" if stand_in else str(node.module)
    return [*made, *([_import_from(node, module, others)] if others else [])]


def _import_from(node: ast.stmt, module: str, names: list[ast.alias]) -> ast.stmt:
    return ast.copy_location(ast.ImportFrom(module, names, 0), node)
