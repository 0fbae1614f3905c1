"""Pages of the help: worked matches, hand by hand, with the numbers of the texts; and our own choices."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from rules.match.log_json import payload_with_names
from rules.match.settlement import final_total
from rules.presets import RULESETS
from scores.core.notation.numbers import signed
from scores.table.help.pages import (
    FOLDER,
    WORKED,
    our_choices,
    worked_match,
    worked_page,
)
from tests.scores.support.checked import published
from tests.scores.support.table import text_of

# The cases of matches that the examples are: what they add up to is proven there.
CASE_OF = {
    "gin": "M-GIN-01",
    "chinchon": "M-000-01",
    "chinchon-fournier": "M-001-01",
    "chinchon-french": "M-003-01",
    "rum-500": "M-R500-01",
    "chinaso": "M-CHI-01",
}
STEPS = [(key, hand) for key in CASE_OF for hand in range(worked_match(key).hands + 1)]


def address(key, hand):
    return f"/help/{key}/example/{hand}/" if hand else f"/help/{key}/example/"


def shown(key, hand):
    answer = Client().get(address(key, hand))
    assert answer.status_code == 200
    return answer


def links(html):
    """The addresses of the step before and after."""
    return {
        rel: href for href, rel in re.findall(r'href="([^"]*)" rel="(prev|next)"', html)
    }


# The numbers


@pytest.mark.parametrize(("key", "hand"), STEPS)
def test_after_a_hand_are_its_totals_and_links_to_the_one_before_and_after(key, hand):
    """Nothing can be written there but the language."""
    answer = shown(key, hand)
    html = answer.text
    board = worked_match(key).sheet_after(hand).board
    told = worked_page(worked_match(key), hand)["aloud"]
    assert {row.seat: row.total for row in answer.context["rows"]} == {
        seat: signed(final_total(board, seat)) for seat in board.standings
    }
    assert [sentence for sentence in told if sentence not in text_of(html)] == []
    before = {"prev": address(key, hand - 1)} if hand else {}
    after = {"next": address(key, hand + 1)} if (key, hand + 1) in STEPS else {}
    assert links(html) == before | after
    assert re.findall(r'<form method="post" action="([^"]*)"', html) == [
        reverse("set_language")
    ]
    assert "hx-" not in html


@pytest.mark.parametrize(
    ("key", "hand", "words"),
    [
        ("gin", 0, "Mano 1 reparte Ana · empieza Luis a 100"),
        ("chinchon", 1, "Mano 2 reparte Luis · empieza Eva a 100"),
        ("chinaso", 1, "Mano 2 un trío y una escalera · reparte Luis"),
    ],
)
def test_a_page_says_who_deals_the_next_hand(key, hand, words):
    assert words in text_of(shown(key, hand).text)


# The files


def test_the_log_of_an_example_is_that_of_its_case():
    published_cases = {case["id"]: case for case in published("matches", "match")}
    assert set(CASE_OF) == WORKED
    for key, name in CASE_OF.items():
        facts = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))
        known = published_cases[name]
        names = dict(zip(known["players"], facts["players"], strict=True))
        assert facts["log"] == [
            payload_with_names(entry, lambda name, names=names: names[name])
            for entry in known["log"]
        ]
        assert facts["ruleset"] == key == known["ruleset"]


# The links


@pytest.mark.parametrize(
    "odd",
    [
        *(f"gin/example/{hand}" for hand in (0, 8, "99999999999999999999", -1, "last")),
        "rummy/example",
        "rummy/example/1",
        "mus/example",
    ],
)
def test_there_is_no_other_step(odd):
    assert Client().get(f"/help/{odd}/").status_code == 404


# What the texts leave open


CANON = (Path(__file__).resolve().parents[4] / "docs" / "rules" / "CANON.md").read_text(
    encoding="utf-8"
)
RULINGS = dict(
    re.findall(r'^\| <a id="(a\d+)"></a>A\d+ \|(.+)\|$', CANON, re.MULTILINE)
)
OF_THE_TEXT = {ruling for ruling, line in RULINGS.items() if "as the text says" in line}
OPEN = re.compile(r"\b(silent|inferred|ambiguous|our choice)\b")


def section(key):
    """The section of a game in docs/rules/CANON.md, up to the next heading."""
    return re.search(
        rf"^### [^\n]*\(`{key}`\).+?(?=^##)", CANON, re.MULTILINE | re.DOTALL
    ).group()


def cited(text):
    return set(re.findall(r"\(#(a\d+)\)", text))


@pytest.mark.parametrize("key", RULESETS)
def test_the_page_of_a_game_tells_every_ruling_that_its_section_cites(key):
    told = {choice.ruling for choice in our_choices() if key in choice.presets}
    assert told == cited(section(key)) - OF_THE_TEXT


@pytest.mark.parametrize("key", RULESETS)
def test_whatever_a_text_leaves_open_is_decided_by_a_ruling(key):
    rows = [line for line in section(key).splitlines() if line.startswith("|")]
    assert [row for row in rows if OPEN.search(row) and not cited(row)] == []


def test_every_ruling_is_told_by_a_game_unless_it_says_what_the_text_says():
    assert {choice.ruling for choice in our_choices()} == set(RULINGS) - OF_THE_TEXT
