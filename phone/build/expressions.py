"""Translates expressions that MicroPython lacks or reads otherwise: dicts, stars, calls, slices."""

import ast
from collections.abc import Iterable
from functools import reduce
from typing import NoReturn

from phone.build.sources import Untranslatable
from phone.build.survey import (
    Survey,
    call,
    name_of,
    tuple_of,
    without_docstrings,
)

GENERIC = ("Counter", "Lookup", "dict", "list", "set", "tuple")
"""What may stand before `[…]` in the call of a type."""
LOOKUP = "Lookup"
"""The mark of a dict that is never gone through (`rules.lookup`), so that it needs no order."""
STD = "std_"
METHODS = {
    "bit_count": "bit_count",
    "bit_length": "bit_length",
    "_replace": "namedtuple_replace",
    "sort": "stable_sort",
    "casefold": "casefold",
    "isascii": "isascii",
    "removeprefix": "removeprefix",
}
"""Methods that become functions of `phone.runtime.stdlib`."""
MISSING_METHODS = (
    "capitalize casefold expandtabs format_map isalnum isascii isdecimal isidentifier isnumeric isprintable"
    " istitle ljust maketrans removeprefix removesuffix rjust swapcase title translate zfill"
)
"""Methods of texts that MicroPython does not have."""
STRIPS = ("strip", "lstrip", "rstrip")
"""Methods that take single bytes off in MicroPython, also those of another letter."""
FUNCTIONS = {"dict": "ordered_dict", "sorted": "stable_sorted", "str": "text_of"}


class Bare(ast.NodeTransformer):
    """Leaves out annotations and docstrings, and changes nothing else."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body = without_docstrings(node.body)
        node.returns = None
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | list[ast.stmt]:
        node.body = without_docstrings(node.body)
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return ast.Assign([node.target], self.visit(node.value or ast.Constant(None)))


class Expressions(Bare):
    """Translates one module. `used` are the names of `phone.runtime.stdlib` that the result needs."""

    def __init__(self, file: str, survey: Survey) -> None:
        self.file = file
        self.survey = survey
        self.used: set[str] = set()

    def std(self, name: str) -> str:
        """The name under which the module then imports `name` of `phone.runtime.stdlib`."""
        self.used.add(name)
        return STD + name

    def refuse(self, node: ast.AST, reason: str) -> NoReturn:
        raise Untranslatable(self.file, node, reason)

    # Statements

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        is_lookup = (
            isinstance(node.annotation, ast.Subscript)
            and name_of(node.annotation.value) == LOOKUP
        )
        value = self.lookup(node.value) if is_lookup else self.visit(node.value)
        return ast.copy_location(ast.Assign([self.visit(node.target)], value), node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> NoReturn:
        self.refuse(node, "an async function")

    def visit_Match(self, node: ast.Match) -> NoReturn:
        self.refuse(node, "a match statement")

    # Dicts: MicroPython's have no order, and its OrderedDict looks up linearly.

    def lookup(self, value: ast.expr) -> ast.expr:
        """A dict in which only single keys are looked up."""
        if (isinstance(value, ast.Dict) and None not in value.keys) or isinstance(
            value, ast.DictComp
        ):
            return self.generic_visit(value)  # type: ignore[return-value]  # it gives the node
        if isinstance(value, (ast.Call, ast.Dict)):
            return call("dict", self.visit(value))
        self.refuse(value, "a look-up only dict that is not made here")

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        self.generic_visit(node)
        items = list(zip(node.keys, node.values, strict=True))
        if None in node.keys:
            return self._merge_call(items)
        pairs = [tuple_of([key, value]) for key, value in items if key]
        return call(self.std("ordered_dict"), *([tuple_of(pairs)] if pairs else []))

    def _merge_call(
        self, items: Iterable[tuple[ast.expr | None, ast.expr]]
    ) -> ast.Call:
        """`{**a, k: v}` as the dicts and single pairs that are merged."""
        parts = [
            tuple_of([tuple_of([key, value])]) if key else value for key, value in items
        ]
        return call(self.std("merged"), *parts)

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        self.generic_visit(node)
        pairs = ast.ListComp(tuple_of([node.key, node.value]), node.generators)
        return call(self.std("ordered_dict"), pairs)

    # Stars

    def _display(self, node: ast.Tuple | ast.List | ast.Set) -> ast.AST:
        """`(*a, b)` as `tuple(a) + (b,)`."""
        self.generic_visit(node)
        is_read = not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
        if not is_read or not any(isinstance(item, ast.Starred) for item in node.elts):
            return node
        kind = ast.Tuple if isinstance(node, ast.Tuple) else ast.List
        parts: list[ast.expr] = [
            call(kind.__name__.lower(), item.value)
            if isinstance(item, ast.Starred)
            else kind([item], ast.Load())
            for item in node.elts
        ]
        whole = reduce(lambda left, right: ast.BinOp(left, ast.Add(), right), parts)
        return call("set", whole) if isinstance(node, ast.Set) else whole

    visit_Tuple = visit_List = visit_Set = _display

    # Calls

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Subscript) and name_of(node.func.value) in GENERIC:
            node.func = node.func.value  # list[int]()
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute):
            return self._method_call(node, node.func)
        return (
            self._function_call(node, node.func)
            if isinstance(node.func, ast.Name)
            else node
        )

    def _method_call(self, node: ast.Call, method: ast.Attribute) -> ast.Call:
        owner = method.value
        if (
            method.attr == "update"
            and isinstance(owner, ast.Attribute)
            and owner.attr == "__dict__"
        ):
            # MicroPython gives only a copy of that dict.
            function = ast.Name(self.std("update_fields"), ast.Load())
            return ast.Call(function, [owner.value, *node.args], node.keywords)
        if method.attr == "fromkeys" and name_of(method.value) == "dict":
            return call(self.std("dict_fromkeys"), *node.args)
        if ast.unparse(method) == "object.__setattr__":
            return call("setattr", *node.args)
        if (
            method.attr
            in {*MISSING_METHODS.split()} - self.survey.methods - METHODS.keys()
        ):
            self.refuse(node, f"the method {method.attr}")
        if method.attr in STRIPS and not all(map(_is_ascii, node.args)):
            self.refuse(node, f"{method.attr} of letters beyond ASCII")
        if method.attr not in METHODS:
            return node
        function = ast.Name(self.std(METHODS[method.attr]), ast.Load())
        return ast.Call(function, [method.value, *node.args], node.keywords)

    def _function_call(self, node: ast.Call, function: ast.Name) -> ast.Call:
        if function.id == "zip" and node.keywords:
            is_strict = ast.unparse(node.keywords[0].value) == "True"
            return call(self.std("zip_strict") if is_strict else "zip", *node.args)
        if function.id == "isinstance" and self._factory_in(node.args[1]):
            self.refuse(node, "isinstance of a named tuple with defaults")
        if function.id in self.survey.exceptions and node.keywords:
            words = [
                (ast.Constant(word.arg) if word.arg else None, word.value)
                for word in node.keywords
            ]
            keywords = self._merge_call(words)
            return call(self.std("exception"), function, tuple_of(node.args), keywords)
        if function.id in FUNCTIONS and not (
            function.id == "str" and len(node.args) != 1
        ):
            node.func = ast.Name(self.std(FUNCTIONS[function.id]), ast.Load())
        return node

    def _factory_in(self, node: ast.AST) -> ast.AST | None:
        """A named tuple that becomes a function, because it has defaults."""
        names = (inner for inner in ast.walk(node) if isinstance(inner, ast.Name))
        return next((name for name in names if name.id in self.survey.factories), None)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        for side in (node.left, *node.comparators):
            if isinstance(side, ast.Name) and self._factory_in(side):
                self.refuse(node, "a named tuple with defaults in a comparison")
        return self.generic_visit(node)

    # Slices, f-strings

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """`text % facts`: MicroPython's takes no OrderedDict. Nor are keys of a dict a set there."""
        if any(map(_are_keys, (node.left, node.right))):
            self.refuse(node, "keys of a dict as a set")
        self.generic_visit(node)
        if not isinstance(node.op, ast.Mod) or _is_number(node.right):
            return node
        return call(self.std("modulo"), node.left, node.right)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        cut = node.slice
        end = ast.Constant(None)
        if (
            not isinstance(cut, ast.Slice)
            or cut.step is None
            or isinstance(node.ctx, ast.Del)
        ):
            return node
        return call(
            self.std("with_step"),
            node.value,
            cut.lower or end,
            cut.upper or end,
            cut.step,
        )

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        if node.format_spec is not None:
            self.refuse(node, "a format specification in an f-string")
        if node.conversion == -1:
            node.value = call(self.std("text_of"), node.value)
        return node


def _is_ascii(node: ast.expr) -> bool:
    """Whether it is a text of ASCII for sure."""
    return isinstance(node, ast.Constant) and str(node.value).isascii()


def _are_keys(node: ast.expr) -> bool:
    method = node.func if isinstance(node, ast.Call) else None
    return isinstance(method, ast.Attribute) and method.attr in ("keys", "items")


def _is_number(node: ast.expr) -> bool:
    """Whether it is a number for sure, so that `%` is the remainder."""
    if isinstance(node, ast.Call):
        return name_of(node.func) == "len"
    return isinstance(node, ast.Constant) and isinstance(node.value, int)
