"""Translates classes: dataclasses, enums and named tuples as MicroPython can have them."""

import ast
from collections.abc import Sequence

from phone.build.expressions import Expressions
from phone.build.survey import (
    EXCEPTIONS,
    call,
    expression,
    name_of,
    statements,
    without_docstrings,
)

Field = tuple[str, ast.expr | None]
"""Its name and its default."""


class Classes(Expressions):
    """Translates the classes of a module, and what `Expressions` translates."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | list[ast.stmt]:
        node.body = without_docstrings(node.body)
        bases = [ast.unparse(base) for base in node.bases]
        if any(
            ast.unparse(decorator).startswith("dataclass")
            for decorator in node.decorator_list
        ):
            return self.dataclass(node)
        if node.decorator_list or node.keywords:
            self.refuse(node, "a class with a decorator or a metaclass")
        if bases == ["StrEnum"]:
            return self._enum(node)
        if bases == ["NamedTuple"]:
            return self._named_tuple(node)
        return self._plain_class(node, bases)

    def _plain_class(self, node: ast.ClassDef, bases: Sequence[str]) -> ast.ClassDef:
        if bases and bases[0].startswith("dict["):
            # for its __missing__
            node.bases = [ast.Name(self.std("MissingDict"), ast.Load())]
        elif (
            bases
            and bases[0] not in EXCEPTIONS
            and bases[0].split(".")[-1] not in self.survey.classes
        ):
            self.refuse(node, f"the base class {bases[0]}")
        node.body = self._members(node.body)
        return node

    def _members(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The methods and class attributes. A bare annotation says nothing at run time."""
        members: list[ast.stmt] = []
        for node in body:
            if (isinstance(node, ast.AnnAssign) and node.value is None) or isinstance(
                node, ast.Pass
            ):
                continue
            is_cached = "cached_property" in map(
                ast.unparse, getattr(node, "decorator_list", ())
            )
            translated = self.visit(node)
            members += _cached_property(translated) if is_cached else [translated]
        return members or [ast.Pass()]

    def _enum(self, node: ast.ClassDef) -> ast.stmt:
        members = []
        for member in node.body:
            value = member.value if isinstance(member, ast.Assign) else None
            if not isinstance(member, ast.Assign) or not isinstance(
                value, ast.Constant
            ):
                self.refuse(member, "an enum with more than members that are texts")
            members.append((name_of(member.targets[0]), value.value))
        made = f"{self.std('Enum')}({node.name!r}, {tuple(members)!r})"
        return statements(f"{node.name} = {made}")[0]

    def dataclass(self, node: ast.ClassDef) -> ast.ClassDef:
        fields, rest = _fields(node)
        lines = [f"_fields = {tuple(name for name, _ in fields)!r}"]
        parameters = ["self"]
        body = list[str]()
        for name, default in fields:
            parameters.append(self._parameter(node, name, default, lines, body))
        if any(
            isinstance(member, ast.FunctionDef) and member.name == "__post_init__"
            for member in rest
        ):
            body.append("self.__post_init__()")
        lines += [
            f"def __init__({', '.join(parameters)}):",
            *(f"    {line}" for line in body or ["pass"]),
        ]
        options = self._options(node)
        if options.get("eq", True):
            lines += _equality(
                [name for name, _ in fields], options.get("frozen", False)
            )
        node.decorator_list = []
        node.body = [
            *statements("\n".join(lines)),
            *(self._members(rest) if rest else []),
        ]
        return node

    def _options(self, node: ast.ClassDef) -> dict[str, bool]:
        """What the decorator of a dataclass says."""
        decorator = node.decorator_list[0]
        keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
        options = {
            str(keyword.arg): ast.literal_eval(keyword.value) for keyword in keywords
        }
        if (
            node.bases
            or len(node.decorator_list) > 1
            or not options.keys() <= {"eq", "frozen"}
        ):
            self.refuse(
                node,
                "a dataclass with a base class, or with more than `frozen` and `eq`",
            )
        return options

    def _parameter(
        self,
        node: ast.ClassDef,
        name: str,
        default: ast.expr | None,
        lines: list[str],
        body: list[str],
    ) -> str:
        """The parameter of one field, after its lines in the class and in `__init__` were added."""
        factory = _factory(default)
        if factory is not None:
            made = ast.unparse(self.visit(call(factory)))
            nothing = self.std("NOTHING")
            body.append(f"self.{name} = {made} if {name} is {nothing} else {name}")
            return f"{name}={nothing}"
        body.append(f"self.{name} = {name}")
        if default is None:
            return name
        lines.append(f"{name} = {ast.unparse(self.visit(default))}")
        if isinstance(default, ast.Call):  # it may make a field(), with metadata
            lines.append(f"_field_{name} = {name}")
            lines.append(f"{name} = {self.std('default_of')}({name})")
        return f"{name}={name}"

    def _named_tuple(self, node: ast.ClassDef) -> list[ast.stmt]:
        """A native namedtuple; with methods a subclass of it; with defaults a function."""
        fields, methods = _fields(node)
        names = tuple(name for name, _ in fields)
        native = f"{self.std('namedtuple')}({node.name!r}, {names!r})"
        if self.has_only_text(methods):
            return self._named_tuple_with_text(node, fields, native, methods[0])
        has_defaults = any(default is not None for _, default in fields)
        made = f"_{node.name}" if has_defaults else node.name
        result: list[ast.stmt] = statements(f"{made} = {native}")
        if methods:
            result = [
                ast.ClassDef(made, [expression(native)], [], self._members(methods), [])
            ]
        if has_defaults:
            parameters = ", ".join(
                name
                if default is None
                else f"{name}={ast.unparse(self.visit(default))}"
                for name, default in fields
            )
            result += statements(
                f"def {node.name}({parameters}):\n    return {made}({', '.join(names)})"
            )
        return result

    def has_only_text(self, methods: Sequence[ast.stmt]) -> bool:
        return [getattr(method, "name", "") for method in methods] == ["__str__"]

    def _named_tuple_with_text(
        self,
        node: ast.ClassDef,
        fields: Sequence[Field],
        native: str,
        method: ast.stmt,
    ) -> list[ast.stmt]:
        """A native namedtuple, which is faster than a subclass; `text_of` knows the function of its text."""
        if any(default is not None for _, default in fields):
            self.refuse(node, "a named tuple with __str__ and defaults")
        function = self.visit(method)
        function.name = f"_text_of_{node.name}"
        noted = f"{self.std('TEXTS')}[{node.name}] = {function.name}"
        return [*statements(f"{node.name} = {native}"), function, *statements(noted)]


def _fields(node: ast.ClassDef) -> tuple[list[Field], list[ast.stmt]]:
    """The fields of a dataclass or named tuple, and everything else."""
    fields: list[Field] = []
    rest: list[ast.stmt] = []
    for member in node.body:
        if isinstance(member, ast.AnnAssign):
            fields.append((name_of(member.target), member.value))
        else:
            rest.append(member)
    return fields, rest


def _factory(default: ast.expr | None) -> ast.expr | None:
    """`list` of `field(default_factory=list)`."""
    if not isinstance(default, ast.Call) or name_of(default.func) != "field":
        return None
    keywords = {keyword.arg: keyword.value for keyword in default.keywords}
    return keywords.get("default_factory")


def _equality(names: Sequence[str], is_frozen: bool) -> list[str]:
    same = " and ".join(f"self.{name} == other.{name}" for name in names) or "True"
    lines = [
        "def __eq__(self, other):",
        f"    return self is other or (self.__class__ is other.__class__ and {same})",
    ]
    if not is_frozen:
        return lines
    key = "".join(f"self.{name}, " for name in names)
    return [*lines, "def __hash__(self):", f"    return hash(({key}))"]


def _cached_property(method: ast.FunctionDef) -> list[ast.stmt]:
    """A property that keeps what the method gave."""
    name = method.name
    method.name = f"_compute_{name}"
    method.decorator_list = []
    read = (
        f"@property\ndef {name}(self):\n"
        f"    try:\n        return self._cached_{name}\n    except AttributeError:\n        pass\n"
        f"    self._cached_{name} = value = self._compute_{name}()\n    return value"
    )
    return [method, *statements(read)]
