"""Translates whole modules: imports, types, and the check that every name is bound."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from phone.build.classes import Classes
from phone.build.expressions import STD, Bare
from phone.build.sources import (
    ALWAYS,
    FIRST,
    ROOT,
    Source,
    Untranslatable,
    is_ours,
    modules_from,
    runtime_body,
)
from phone.build.survey import (
    Survey,
    assigned_name,
    name_of,
    name_of_type,
    names_bound,
    survey,
    without_docstrings,
)

TYPING = ("typing", "collections.abc", "__future__")
"""Modules of which nothing is left at run time."""
NATIVE = {
    "datetime": "date datetime timedelta timezone",
    "functools": "reduce",
    "itertools": "count",  # islice is there too, but raises RuntimeError when there are no more items
    "json": "dumps loads",
    "math": "exp sqrt",
    "re": "compile match search sub",
}
"""What MicroPython's own standard library has of that of CPython, as far as it does the same."""
AT_BUILD_TIME = ("dataclass", "cached_property", "NamedTuple")
BUILTINS = (
    "abs all any bin bool bytes callable chr classmethod dict dir divmod enumerate filter float frozenset"
    " getattr hasattr hash id int isinstance issubclass iter len list map max min next object ord print"
    " property range repr reversed round set slice sorted setattr staticmethod str sum super tuple type zip"
    " __name__"
    " Exception ValueError TypeError KeyError IndexError AttributeError RecursionError NotImplementedError"
    " RuntimeError StopIteration"
)


def translated_sources(
    root: Path,
    first: Iterable[str],
    generated: Mapping[str, str] | None = None,
    module: type[Module] | None = None,
) -> dict[str, str]:
    """The translated source of `first` and of all modules that they import, by name. `generated` are the
    sources of modules that have no file.

    Raises a group of Untranslatable: the first fault of each module. `module` translates each: tests have
    one for CPython.
    """
    sources = modules_from(root, first, generated)
    survey_of_all = survey(sources)
    texts = {}
    faults = []
    for name, source in sources.items():
        try:
            texts[name] = (module or Module)(source, survey_of_all).text()
        except Untranslatable as fault:
            faults.append(fault)
    if faults:
        raise ExceptionGroup("what a phone cannot run", faults)
    return texts


class Module:
    """The translation of one module."""

    classes: type[Classes] = Classes
    imports_types = False  # and all else that nothing reads

    def __init__(self, source: Source, survey_of_all: Survey) -> None:
        self._source = source
        self._survey = survey_of_all
        self._translator = self.classes(source.file, survey_of_all)

    def text(self) -> str:
        body = without_docstrings(runtime_body(self._source.tree))
        imports = [
            node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))
        ]
        rest = [node for node in body if node not in imports]
        if self._source.name != ALWAYS:
            code = [made for node in rest for made in self._translated_statements(node)]
        else:
            code = self.stdlib(rest)
        names = [
            node
            for node in ast.walk(ast.Module(code, []))
            if isinstance(node, ast.Name)
        ]
        used = {node.id for node in names if isinstance(node.ctx, ast.Load)}
        imports_left = [
            statement for node in imports for statement in self._import(node, used)
        ]
        if self._translator.used:
            aliases = [
                ast.alias(name, STD + name) for name in sorted(self._translator.used)
            ]
            imports_left.append(ast.ImportFrom(ALWAYS, aliases, 0))
        module = ast.fix_missing_locations(ast.Module([*imports_left, *code], []))
        self._check_names(module)
        return ast.unparse(module) + "\n"

    def stdlib(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """What stands in for the standard library: only its annotations are left out."""
        return [Bare().visit(node) for node in body]

    def _check_names(self, module: ast.Module) -> None:
        """Refuse a name that nothing binds or has; MicroPython would find it only when it runs."""
        bound = {*names_bound(module), *BUILTINS.split()}
        imports = [
            alias.name
            for node in module.body
            if isinstance(node, ast.Import)
            for alias in node.names
        ]
        for node in ast.walk(module):
            if (
                isinstance(node, ast.Attribute)
                and name_of(node.value) in imports
                and node.attr not in NATIVE[name_of(node.value)].split()
            ):
                self._translator.refuse(
                    node, f"{ast.unparse(node)}, which MicroPython does not have"
                )
            if isinstance(node, ast.Name) and node.id not in bound:
                self._translator.refuse(node, f"nothing binds the name {node.id}")

    def _translated_statements(self, node: ast.stmt) -> Sequence[ast.stmt]:
        name = name_of_type(node)
        if name:
            return self.type_alias(name)
        if assigned_name(node)[0] == "__all__":
            return []
        made = self._translator.visit(node)
        if made is None:
            return []
        return made if isinstance(made, list) else [made]

    def type_alias(self, name: str) -> Sequence[ast.stmt]:
        """No statement: no code that runs reads a type."""
        return []

    def _import(
        self, node: ast.Import | ast.ImportFrom, used: set[str]
    ) -> Sequence[ast.stmt]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name not in NATIVE:
                    self._translator.refuse(node, f"import {alias.name}")
            return [node] if any(alias.name in used for alias in node.names) else []
        if node.module in TYPING:
            return []
        return (
            self._import_of_ours(node, used)
            if is_ours(node.module)
            else self._import_of_stdlib(node, used)
        )

    def _import_of_ours(
        self, node: ast.ImportFrom, used: set[str]
    ) -> Sequence[ast.stmt]:
        """The import of what is used: so of no types."""
        read = [alias for alias in node.names if (alias.asname or alias.name) in used]
        for alias in read:
            if not self._survey.has(str(node.module), alias.name):
                self._translator.refuse(
                    node, f"{node.module}.{alias.name}, which is not defined there"
                )
        names = node.names if self.imports_types else read
        return [ast.ImportFrom(node.module, names, 0)] if names else []

    def _import_of_stdlib(
        self, node: ast.ImportFrom, used: set[str]
    ) -> Sequence[ast.stmt]:
        """The names that MicroPython has itself come from there, the others from ALWAYS."""
        if self._source.name == ALWAYS:
            return [node]
        needed = [
            alias
            for alias in node.names
            if alias.name not in AT_BUILD_TIME and alias.name in used
        ]
        native = [
            alias
            for alias in needed
            if alias.name in NATIVE.get(str(node.module), "").split()
        ]
        others = [alias for alias in needed if alias not in native]
        for alias in others:
            if not self._survey.has(ALWAYS, alias.name) or alias.asname:
                self._translator.refuse(
                    node, f"{node.module}.{alias.name}, which {ALWAYS} does not have"
                )
        made = [(node.module, native), (ALWAYS, others)]
        return [ast.ImportFrom(module, names, 0) for module, names in made if names]


def bundle(generated: Mapping[str, str], first: str = FIRST) -> str:
    """The file, with the `generated` modules (`phone.build.generated`). Raises as `translated_sources`."""
    return as_files(translated_sources(ROOT, [first], generated=generated))


def as_files(modules: Mapping[str, str]) -> str:
    """The sources of modules as the worker reads them: a JSON object of paths and texts."""
    return json.dumps(
        {name.replace(".", "/") + ".py": narrow(text) for name, text in modules.items()}
    )


def narrow(source: str) -> str:
    """The source with one space a level and no empty lines: 2 kB less. No text of it has several lines."""
    lines = [(line.lstrip(" "), len(line)) for line in source.split("\n") if line]
    return "".join(
        f"{' ' * ((length - len(line)) // 4)}{line}\n" for line, length in lines
    )
