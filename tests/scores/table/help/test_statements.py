"""Every statement of the source texts is told on a help page, in both languages (docs/rules/statements)."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest
from django.test import Client

from rules.presets import RULESETS
from rules.ruleset import Ruleset

FOLDER = Path(__file__).resolve().parents[4] / "docs" / "rules" / "statements"
SOURCES = [f"00{number}" for number in range(5)]
STATEMENTS = {"000": 37, "001": 40, "002": 207, "003": 23, "004": 78}
PASSAGE = re.compile(r"([\w,-]+)(/tips|/example(?:/\d+)?)?#([\w-]+)((?: «[^»]+»)+)")
KNOBS = {field.name for field in fields(Ruleset)} - {"key"}
NOT_TOLD = "not told: "
BLOCKS = ("p", "li", "div", "figcaption")
HEADINGS = ("h2", "h3")


class Line(NamedTuple):
    statement: str
    told: str
    knobs: list[str]
    played: str  # the cases that play it, or why none does

    @property
    def reason(self):
        """Why it is not told; empty if it is."""
        return (
            self.told.removeprefix(NOT_TOLD) if self.told.startswith(NOT_TOLD) else ""
        )

    def passages(self):
        return [
            Passage(key, page, slug, phrase)
            for keys, page, slug, phrases in PASSAGE.findall(self.told)
            for key in keys.split(",")
            for phrase in re.findall(r"«([^»]+)»", phrases)
        ]


class Passage(NamedTuple):
    key: str
    page: str  # "/tips", "/example", "/example/3"; empty for the page of the game
    slug: str
    phrase: str

    def text(self, language):
        """The blocks of the section, in that language; none if there is no such section."""
        return blocks(f"/help/{self.key}{self.page}/", language).get(self.slug, [])


class Blocks(HTMLParser):
    """The text of each paragraph and item of a page, by the nearest anchor before it."""

    def __init__(self):
        super().__init__()
        self.found = {}
        self._anchor = ""
        self._inside = ""

    def handle_starttag(self, tag, attrs):
        anchor = dict(attrs).get("id") or ""
        begins = tag in ("nav", "section", "footer")
        if begins or (
            anchor and (tag in HEADINGS or (tag == "p" and anchor == "what"))
        ):
            self._anchor = anchor
        if tag in BLOCKS and self._anchor and not self._inside:
            self._inside = tag
            self.found.setdefault(self._anchor, []).append("")

    def handle_endtag(self, tag):
        if tag == self._inside:
            self._inside = ""

    def handle_data(self, data):
        if self._inside:
            texts = self.found[self._anchor]
            texts[-1] = " ".join(f"{texts[-1]} {data}".split())


@cache
def blocks(address, language):
    parser = Blocks()
    parser.feed(Client().get(address, headers={"accept-language": language}).text)
    return parser.found


def lines(source):
    rows = [
        row
        for row in (FOLDER / f"{source}.md").read_text(encoding="utf-8").splitlines()
        if row[:1] == "|"
    ]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]
    return [
        Line(statement, told, re.findall(r"`(\w+)`", knobs), played)
        for statement, told, knobs, played in cells
    ]


def passages(source):
    return [passage for line in lines(source) for passage in line.passages()]


@pytest.mark.parametrize("source", SOURCES)
def test_no_statement_is_lost_and_every_one_is_told_or_there_is_a_reason_why_not(
    source,
):
    rows = lines(source)
    unclear = [
        line.told
        for line in rows
        if not line.reason and PASSAGE.sub("", line.told).strip("; ")
    ]
    silent = [
        line.statement for line in rows if not line.reason and not line.passages()
    ]
    assert len(rows) == STATEMENTS[source]
    assert unclear == []
    assert silent == []
    assert {knob for line in rows for knob in line.knobs} <= KNOBS
    assert {passage.key for passage in passages(source)} <= {*RULESETS}


@pytest.mark.parametrize("source", SOURCES)
def test_the_page_has_the_words_of_every_statement_and_tells_it_in_english_too(source):
    assert [
        passage
        for passage in passages(source)
        if passage.phrase not in " ".join(passage.text("es"))
    ] == []
    assert [
        passage for passage in passages(source) if not _is_in_english(passage)
    ] == []


def _is_in_english(passage):
    """As many blocks as in Spanish, and those with the words of the statement differ."""
    spanish = passage.text("es")
    english = passage.text("en")
    if len(spanish) != len(english) or passage.phrase in " ".join(english):
        return False
    return all(
        theirs and ours != theirs
        for ours, theirs in zip(spanish, english, strict=True)
        if passage.phrase in ours
    )
