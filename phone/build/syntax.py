"""Short ways to write syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence


def call(function: str | ast.expr, *arguments: ast.expr) -> ast.Call:
    named = ast.Name(function, ast.Load()) if isinstance(function, str) else function
    return ast.Call(named, list(arguments), [])


def tuple_of(items: Iterable[ast.expr]) -> ast.Tuple:
    return ast.Tuple(list(items), ast.Load())


def statements(source: str) -> list[ast.stmt]:
    return ast.parse(source).body


def expression(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


def without_docstrings(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements without strings that stand alone."""
    return [node for node in body if not _is_text(node)] or [ast.Pass()]


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def name_of(node: ast.expr) -> str:
    """`x` of `x` and of `self.x`; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def names_bound(tree: ast.AST, with_imports: bool = True) -> set[str]:
    """Every name that is bound anywhere in the tree."""
    nodes = [node for node in ast.walk(tree) if with_imports or not isinstance(node, ast.alias)]
    return {name for node in nodes for name in _binds(node)}


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
