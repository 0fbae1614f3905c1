"""What the translation of one module must know of all others: their classes, exceptions and types."""

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from phone.build.sources import Source

EXCEPTIONS = ("Exception", "ValueError")
_PASSES = 2  # an exception may be one of a module that is read later


@dataclass
class Survey:
    """Of all modules: the names of classes, those that each defines for code that runs, the exceptions.

    `factories` are the named tuples with defaults, which become functions; `methods` those of all classes.
    """

    classes: set[str] = field(default_factory=set)
    defined: dict[str, set[str]] = field(default_factory=dict)
    exceptions: set[str] = field(default_factory=set)
    factories: set[str] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)

    def has(self, module: str, name: str) -> bool:
        """Whether the name can be imported from the module."""
        return (
            name in self.defined[module]
            if module in self.defined
            else f"{module}.{name}" in self.defined
        )


def survey(sources: Mapping[str, Source]) -> Survey:
    survey_of_all = Survey(
        defined={
            name: names_bound(source.tree, with_imports=False)
            - {*map(name_of_type, source.tree.body)}
            for name, source in sources.items()
        }
    )
    for _ in range(_PASSES):
        for source in sources.values():
            for node in source.tree.body:
                if isinstance(node, ast.ClassDef):
                    _note_class(survey_of_all, node)
    return survey_of_all


def _note_class(survey_of_all: Survey, node: ast.ClassDef) -> None:
    bases = [ast.unparse(base) for base in node.bases]
    survey_of_all.classes.add(node.name)
    survey_of_all.methods |= {
        member.name for member in node.body if isinstance(member, ast.FunctionDef)
    }
    if any(base in (*EXCEPTIONS, *survey_of_all.exceptions) for base in bases):
        survey_of_all.exceptions.add(node.name)
    if "NamedTuple" in bases and any(
        isinstance(one, ast.AnnAssign) and one.value for one in node.body
    ):
        survey_of_all.factories.add(node.name)


def name_of_type(node: ast.stmt) -> str:
    """The name of a protocol, or of another name for a type: nothing of them is left when code runs. Of the
    assignments those are types whose name is written as one, but for names of classes elsewhere (`a.Class`).
    """
    if isinstance(node, ast.ClassDef):
        return node.name if "Protocol" in map(ast.unparse, node.bases) else ""
    name, value = assigned_name(node)
    is_written_as_type = name.lstrip("_")[:1].isupper() and not name.isupper()
    return name if is_written_as_type and not isinstance(value, ast.Attribute) else ""


def assigned_name(node: ast.stmt) -> tuple[str, ast.expr | None]:
    """The name and the value of an assignment to one name; otherwise an empty name."""
    if (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
    ):
        return node.targets[0].id, node.value
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id, node.value
    return "", None


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
    expressions = [node for node in body if isinstance(node, ast.Expr)]
    texts = [
        node
        for node in expressions
        if isinstance(getattr(node.value, "value", None), str)
    ]
    return [node for node in body if node not in texts] or [ast.Pass()]


def name_of(node: ast.expr) -> str:
    """`x` of `x` and of `self.x`; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def names_bound(tree: ast.AST, with_imports: bool = True) -> set[str]:
    """Every name that is bound anywhere in the tree."""
    nodes = [
        node
        for node in ast.walk(tree)
        if with_imports or not isinstance(node, ast.alias)
    ]
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
