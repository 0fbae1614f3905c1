"""Small changes of Python code, and modules that are loaded with them switched off.

A change is known by what it changes, not by where: the same change can be made in an older state of the code.
"""

import ast
import builtins
import importlib.abc
import importlib.machinery
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

SWITCH = "is_mutated"  # a builtin while mutants are tried: whether this mutant is the one under test
OPPOSITE = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
}  # fmt: skip


class Change(NamedTuple):
    """What is changed, where: the same in two states of the code if all of this is."""

    function: str  # with its class
    code: str
    mutant: str
    time: int  # 0 for the first such code in functions of this name


def mutated(node: ast.AST) -> ast.expr | None:
    """An expression with one small mistake in it; None where none is to be made."""
    other = deepcopy(node)
    match node, other:
        case ast.Compare(ops=[op]), ast.Compare() if type(op) in OPPOSITE:
            other.ops = [OPPOSITE[type(op)]()]
        case ast.BoolOp(op=op), ast.BoolOp():
            other.op = OPPOSITE[type(op)]()
        case ast.BinOp(op=op), ast.BinOp() if type(op) in OPPOSITE:
            other.op = OPPOSITE[type(op)]()
        case ast.UnaryOp(op=ast.Not()), ast.UnaryOp():
            return other.operand
        case ast.Constant(value=bool(value)), ast.Constant():
            other.value = not value
        case ast.Constant(value=int(value)), ast.Constant():
            other.value = value + 1
        case _:
            return None
    return other


class Switches(ast.NodeTransformer):
    """Writes a switch into each expression that `chosen` has: its number by its change."""

    def __init__(self, chosen: dict[Change, int] | None = None):
        self.chosen = chosen or {}
        self.found = []
        self.around = []
        self.times: Counter = Counter()

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self.within(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self.within(node)

    def within(self, node):
        self.around.append(node)
        # its decorators and defaults stay
        node.body = [self.visit(statement) for statement in node.body]
        self.around.pop()
        return node

    def left_alone(self, node: ast.AST) -> ast.AST:
        return node

    visit_JoinedStr = visit_match_case = visit_AnnAssign = left_alone

    def generic_visit(self, node: ast.AST) -> ast.AST:
        change = self.change(node)
        node = super().generic_visit(node)
        if (number := self.chosen.get(change)) is None:
            return node
        test = ast.Call(ast.Name(SWITCH, ast.Load()), [ast.Constant(number)], [])
        return ast.IfExp(test, mutated(node), node)

    def change(self, node: ast.AST) -> Change | None:
        if not any(isinstance(outer, ast.FunctionDef) for outer in self.around):
            return None
        if (other := mutated(node)) is None:
            return None
        name = ".".join(outer.name for outer in self.around)
        key = name, ast.unparse(node), ast.unparse(other)
        change = Change(*key, self.times[key])
        self.times[key] += 1
        self.found.append(change)
        return change


def changes(tree: Path, folder: str) -> Iterator[tuple[str, Change]]:
    """All changes that can be made in a folder of a checkout, each with its file."""
    for path in sorted(tree.glob(f"{folder}/**/*.py")):
        if "migrations" not in path.parts:
            switches = Switches()
            switches.visit(ast.parse(path.read_text()))
            yield from (
                (path.relative_to(tree).as_posix(), change) for change in switches.found
            )


class Finder(importlib.abc.MetaPathFinder):
    """Loads the files that have mutants with their switches: the files themselves stay as they are."""

    def __init__(self, chosen: dict[str, dict[Change, int]], is_mutated):
        self.chosen = chosen
        setattr(builtins, SWITCH, is_mutated)
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec and spec.origin in self.chosen:
            spec.loader = Loader(name, spec.origin)
            spec.loader.chosen = self.chosen[spec.origin]
        return spec


class Loader(importlib.machinery.SourceFileLoader):
    chosen: dict[Change, int]

    def get_code(self, fullname):
        module = Switches(self.chosen).visit(ast.parse(Path(self.path).read_text()))
        return compile(ast.fix_missing_locations(module), self.path, "exec")
