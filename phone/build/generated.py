"""The modules that the build writes for a phone: compiled templates, addresses, texts of a language."""

import ast
import re
from collections.abc import Iterable
from datetime import date
from functools import cache
from typing import Any

from django.urls import get_resolver, get_script_prefix
from django.utils import dateformat, formats, translation

from phone.build.sources import FIRST, ROOT, WITHOUT_SERVER, modules_from
from phone.build.templates import CompiledTemplates, compile_templates
from rules.presets import PRESETS

TAGS = "scores.templatetags.scores"  # templates call them, and so some templates more
TEMPLATE = re.compile(r"scores/[\w/]+\.(?:html|svg)")
COMPILED = "phone.runtime.compiled_templates"
ADDRESSES = "phone.runtime.addresses"
LANGUAGE = "phone.runtime.language"
SINGULAR = ("_", "gettext", "gettext_lazy")
PLURAL = ("ngettext", "ngettext_lazy")
FORMATS = ("DATE_FORMAT", "SHORT_DATETIME_FORMAT", "DECIMAL_SEPARATOR")


@cache
def generated_modules(first: str = FIRST) -> dict[str, str]:
    """The source of each of these modules, by name; of LANGUAGE the one for no language. `first` is the
    module that a phone imports.
    """
    return {
        COMPILED: _templates(first).source,
        ADDRESSES: addresses(),
        LANGUAGE: language(""),
    }


@cache
def _templates(first: str) -> CompiledTemplates:
    edition = {"without_server": first == WITHOUT_SERVER}
    return compile_templates(template_names(first), edition)


@cache
def template_names(first: str = FIRST) -> list[str]:
    """The templates that Python renders, by the texts of modules; what they include comes with them."""
    sources = modules_from(
        ROOT, [first, TAGS], dict.fromkeys((COMPILED, ADDRESSES, LANGUAGE), "")
    )
    nodes = (node for source in sources.values() for node in ast.walk(source.tree))
    texts = {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return sorted(filter(TEMPLATE.fullmatch, texts))


def addresses() -> str:
    """The source of `addresses`."""
    return f"from rules.lookup import Lookup\n\nPATTERNS: Lookup[str, object] = {patterns()!r}\n"


def patterns() -> dict[str, tuple[str, ...]]:
    """The pieces of each address by its name, between which its arguments stand, where the app lies now."""
    pieces_of_address: dict[str, tuple[str, ...]] = {}
    for name, possibilities in get_resolver().reverse_dict.lists():
        if isinstance(name, str):
            (pattern, parameters), *_others = possibilities[0][0]
            pieces_of_address[name] = tuple(
                _pieces(get_script_prefix() + pattern, parameters)
            )
    return dict(sorted(pieces_of_address.items()))


def _pieces(pattern: str, parameters: Iterable[str]) -> Iterable[str]:
    for parameter in parameters:
        piece, pattern = pattern.split(f"%({parameter})s", 1)
        yield piece
    yield pattern


def language(code: str, first: str = FIRST) -> str:
    """The source of `language`, the texts that a phone needs in a language; none for no code."""
    singular, plural = _all_messages(first) if code else (set(), set())
    with translation.override(code or None):
        texts = {message: translation.gettext(message) for message in sorted(singular)}
        plurals = {
            (singular, plural_form): (
                translation.ngettext(singular, plural_form, 1),
                translation.ngettext(singular, plural_form, 2),
            )
            for singular, plural_form in sorted(plural)
        }
        # how it writes a month in a date, and in short
        [letter] = set(formats.get_format("DATE_FORMAT")) & set("bEFMN")
        constants: dict[str, Any] = {
            "LANGUAGE": code,
            "MESSAGES": {
                message: text for message, text in texts.items() if text != message
            },
            "PLURALS": {
                pair[0]: forms for pair, forms in plurals.items() if forms != pair
            },
            "FORMATS": {name: formats.get_format(name) for name in FORMATS},
            "MONTHS": _months(letter),
            "SHORT_MONTHS": _months("M"),
        }
    return "".join(f"{name} = {value!r}\n" for name, value in constants.items())


def _months(letter: str) -> tuple[str, ...]:
    return tuple(
        dateformat.format(date(2000, month, 1), letter) for month in range(1, 13)
    )


@cache
def _all_messages(first: str) -> tuple[set[str], set[tuple[str, str]]]:
    sources = modules_from(ROOT, [first], generated_modules(first))
    singular, plural = messages(source.tree for source in sources.values())
    of_games = {
        text.es for preset in PRESETS.values() for text in (preset.name, preset.summary)
    }
    return singular | _templates(first).messages | of_games, plural


def messages(modules: Iterable[ast.Module]) -> tuple[set[str], set[tuple[str, str]]]:
    """The ids of texts in these modules, and the pairs of ids of texts with a plural."""
    singular: set[str] = set()
    plural: set[tuple[str, str]] = set()
    for module in modules:
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                constants = [getattr(argument, "value", None) for argument in node.args]
                texts = [text for text in constants if isinstance(text, str)]
                if node.func.id in SINGULAR and texts:
                    singular.add(texts[0])
                if node.func.id in PLURAL and len(texts) > 1:
                    plural.add((texts[0], texts[1]))
    return singular, plural
