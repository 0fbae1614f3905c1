"""What the texts leave open: docs/rules/CANON.md decides it, and each game that it concerns tells it."""

import re
from pathlib import Path

import pytest

from rules.presets import RULESETS
from scores.table.help.pages import choices_of, our_choices

CANON = (Path(__file__).resolve().parents[4] / "docs" / "rules" / "CANON.md").read_text(encoding="utf-8")
RULINGS = dict(re.findall(r'^\| <a id="(a\d+)"></a>A\d+ \|(.+)\|$', CANON, re.MULTILINE))
OF_THE_TEXT = {ruling for ruling, line in RULINGS.items() if "as the text says" in line}
OPEN = re.compile(r"\b(silent|inferred|ambiguous|our choice)\b")


def section(key: str) -> str:
    """The section of a game in docs/rules/CANON.md, up to the next heading."""
    return re.search(rf"^### [^\n]*\(`{key}`\).+?(?=^##)", CANON, re.MULTILINE | re.DOTALL).group()


def cited(text: str) -> set[str]:
    return set(re.findall(r"\(#(a\d+)\)", text))


@pytest.mark.parametrize("key", RULESETS)
def test_the_page_of_a_game_tells_every_ruling_that_its_section_cites(key):
    assert {choice.ruling for choice in choices_of(key)} == cited(section(key)) - OF_THE_TEXT


@pytest.mark.parametrize("key", RULESETS)
def test_whatever_a_text_leaves_open_is_decided_by_a_ruling(key):
    rows = [line for line in section(key).splitlines() if line.startswith("|")]
    assert [row for row in rows if OPEN.search(row) and not cited(row)] == []


def test_every_choice_is_of_a_game_that_there_is():
    assert {key for choice in our_choices() for key in choice.presets} == set(RULESETS)


def test_every_ruling_is_told_by_a_game_unless_it_says_what_the_text_says():
    assert {choice.ruling for choice in our_choices()} == set(RULINGS) - OF_THE_TEXT
    assert sorted(OF_THE_TEXT) == ["a20", "a21"]
