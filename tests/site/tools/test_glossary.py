"""The texts of the screen, and the names of the code, have the words of docs/GLOSSARY.md."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Message
from django.apps import apps
from django.urls import get_resolver

from tests.support import ROOT
from tests.tools.messages import (
    catalogue,
    english,
    messages_in_spanish,
    texts_of_games,
)

PAGE = ROOT / "docs" / "GLOSSARY.md"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}")

OTHER_WORDS = tomllib.loads(
    Path(__file__).with_name("other_words.toml").read_text(encoding="utf-8")
)
"""Texts that say it without the word of the glossary, and why."""


class Row(NamedTuple):
    """A row of the table: words of both languages, and those that are not used."""

    spanish: list[str]
    english: list[str]
    not_spanish: list[str]
    not_english: list[str]


@cache
def rows():
    return [Row(*map(_words, cells)) for cells in _table("## On the screen: ")]


@cache
def words_of_spain():
    return [
        word for first, _other in _table("### In Spain and") for word in _words(first)
    ]


def _table(heading):
    """The cells of the table below a heading, without its head."""
    part = PAGE.read_text(encoding="utf-8").partition(heading)[2]
    lines = re.split(r"\n##", part)[0].splitlines()
    return [line.split("|")[1:-1] for line in lines if line.startswith("| ")][1:]


def _words(cell):
    return [word.strip() for word in cell.partition("(")[0].split(",") if word.strip()]


def shown_in_america():
    """Every text of the screen as the locale es-419 shows it, without what is filled in."""
    other = catalogue("es_419")
    for message in messages_in_spanish():
        if message.id:
            shown = other.get(message.id) or Message(message.id, message.id)
            yield from shown.string if message.pluralizable else [shown.string]


@cache
def pattern(word):
    """The word in any case, also in the plural; with `…` with any ending."""
    return re.compile(
        rf"(?<!\w){re.escape(word)}(?:s|es)?(?!\w)".replace("…", r"\w*"), re.IGNORECASE
    )


def texts():
    """Every text of the screen in both languages, without what is filled in; a singular and its plural."""
    for message in english():
        if message.id:
            forms = [
                m if isinstance(m, (tuple, list)) else (m,)
                for m in (message.id, message.string)
            ]
            yield from zip(*forms, strict=True)
    yield from texts_of_games()


def has(text, words):
    return any(pattern(word).search(PLACEHOLDER.sub("", text)) for word in words)


def without_their_english():
    """Spanish texts with a word of the glossary whose English has none of its words."""
    return [
        (spanish, row.english)
        for spanish, english_text in texts()
        for row in rows()
        if has(spanish, row.spanish) and not has(english_text, row.english)
    ]


def test_a_spanish_word_of_the_glossary_has_its_english_one_but_for_the_exceptions():
    """Otherwise write the English with one of the words that are shown, or a line of other_words.toml."""
    lacking = without_their_english()
    assert [each for each in lacking if each[0] not in OTHER_WORDS] == []
    assert {*OTHER_WORDS} <= {spanish for spanish, _words in lacking}


def test_every_row_of_the_glossary_is_on_the_screen():
    shown = [spanish for spanish, _english in texts()]
    assert [
        row.spanish
        for row in rows()
        if not any(has(text, row.spanish) for text in shown)
    ] == []


def test_no_text_has_a_word_that_the_glossary_excludes():
    wrong = [
        (text, words)
        for spanish, english_text in texts()
        for row in rows()
        for text, words in ((spanish, row.not_spanish), (english_text, row.not_english))
        if has(text, words)
    ]
    assert wrong == []


def test_america_is_shown_no_word_that_only_spain_says():
    """Otherwise say it as in America, in locale/es_419."""
    spain = re.compile(
        "|".join(pattern(word).pattern for word in words_of_spain()), re.IGNORECASE
    )
    assert [text for text in shown_in_america() if spain.search(text)] == []


# The names of the code


def excluded_names():
    """The words that no model, package or address has."""
    return {cells[0].strip() for cells in _table("## Not used")}


def names():
    for model in apps.get_app_config("scores").get_models():
        yield model.__name__
    for root in ("phone", "rules", "scores"):
        for init in (ROOT / root).rglob("__init__.py"):
            yield init.parent.relative_to(ROOT).as_posix()
    yield from (name for name in get_resolver().reverse_dict if isinstance(name, str))


def words_of(name):
    """The words of `PlayerMerge`, `house_rules` or `night-desk`, in the singular."""
    words = re.findall(r"[A-Z]?[a-z]+", name)
    return {word.lower().removesuffix("s") for word in words}


def test_no_model_package_or_address_has_a_word_that_the_glossary_excludes():
    wrong = [name for name in names() if words_of(name) & excluded_names()]
    assert wrong == ["help-game"]  # a kind of game, which is what it explains
