"""Pages of the help: worked matches, hand by hand, with the numbers of the texts; and our own choices."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.match.log_json import renamed
from rules.presets import RULESETS
from scores.table.help.pages import FOLDER, WORKED, our_choices, worked_match, worked_page
from tests.scores.support.checked import CASES

# The boards, read off the text (Gin) or off our cases of matches. A total in brackets: out.
AFTER: dict[str, list[str]] = {
    "gin": ["0 0", "13 0", "13 49", "13 50", "30 50", "55 50", "87 50", "293 50"],
    "chinchon": [
        *("0 0 0 0", "−10 25 31 18", "12 65 43 21", "42 48 33 48", "44 83 74 100", "72 58 72 72"),
        *("92 (102) 76 (103)", "(107) (102) 66 (103)"),
    ],
    "chinchon-fournier": [
        *("0 0 0 0", "12 30 −10 25", "32 32 5 28", "36 58 26 58", "69 (70) 28 69", "(74) (70) 18 (91)")
    ],
    "chinchon-french": ["0 0 0", "30 40 −10", "60 75 −5", "72 72 −1", "62 62 49", "67 (100) 73"],
    "rum-500": ["0 0 0", "145 60 −20", "275 270 75", "455 460 135", "540 530 255"],
    "chinaso": [
        *("0 0 0", "0 35 60", "20 35 105", "75 105 105", "75 185 155", "85 185 185"),
        *("175 200 185", "175 205 250"),
    ],
}
CASE_OF = {
    "gin": "M-GIN-01",
    "chinchon": "M-000-01",
    "chinchon-fournier": "M-001-01",
    "chinchon-french": "M-003-01",
    "rum-500": "M-R500-01",
    "chinaso": "M-CHI-01",
}
STEPS = [(key, hand) for key, boards in AFTER.items() for hand in range(len(boards))]


def address(key: str, hand: int) -> str:
    return f"/help/{key}/example/{hand}/" if hand else f"/help/{key}/example/"


def shown(key: str, hand: int, language: str = "es") -> str:
    answer = Client().get(address(key, hand), headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def words_of(html: str) -> str:
    """The text of a page, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def totals(html: str) -> str:
    """The totals by seat, in brackets for those who are out. After the end the rows are by place."""
    rows = re.findall(r'<li class="row (\w+).*?data-seat="(\d+)".*?data-total>(.*?)<', html, re.DOTALL)
    by_seat = sorted(rows, key=lambda row: int(row[1]))
    return " ".join(f"({total})" if status == "out" else total for status, _seat, total in by_seat)


def links(html: str) -> dict[str, str]:
    """The addresses of the step before and after."""
    return {rel: href for href, rel in re.findall(r'href="([^"]*)" rel="(prev|next)"', html)}


def case(name: str) -> dict[str, Any]:
    cases = json.loads((CASES / "matches.json").read_text(encoding="utf-8"))
    return next(case for case in cases if case["id"] == name)


# The numbers


@pytest.mark.parametrize(("key", "hand"), STEPS)
def test_after_a_hand_are_its_totals_and_links_to_the_one_before_and_after(key, hand):
    """Nothing can be written there but the language."""
    html, told = shown(key, hand), worked_page(worked_match(key), hand)["aloud"]
    assert totals(html) == AFTER[key][hand]
    assert [sentence for sentence in told if sentence not in words_of(html)] == []
    before = {"prev": address(key, hand - 1)} if hand else {}
    after = {"next": address(key, hand + 1)} if hand < len(AFTER[key]) - 1 else {}
    assert links(html) == before | after
    assert re.findall(r'<form method="post" action="([^"]*)"', html) == [reverse("set_language")]
    assert "hx-" not in html


def test_a_page_says_who_deals_the_next_hand():
    assert "Mano 1 reparte Ana · empieza Luis a 100" in words_of(shown("gin", 0))
    assert "Mano 2 reparte Luis · empieza Eva a 100" in words_of(shown("chinchon", 1))
    assert "Mano 2 un trío y una escalera · reparte Luis" in words_of(shown("chinaso", 1))


# The files


def test_the_log_of_an_example_is_that_of_its_case():
    for key, name in CASE_OF.items():
        facts, known = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8")), case(name)
        names = dict(zip(known["players"], facts["players"], strict=True))
        assert facts["log"] == [
            renamed(entry, lambda name, _, names=names: names[name]) for entry in known["log"]
        ]
        assert facts["ruleset"] == key == known["ruleset"]


def test_the_tables_here_have_every_example():
    assert set(AFTER) == set(CASE_OF) == WORKED
    assert {key: len(boards) - 1 for key, boards in AFTER.items()} == {
        key: worked_match(key).hands for key in WORKED
    }


# The links


@pytest.mark.parametrize(
    "odd",
    [
        *(f"gin/example/{hand}" for hand in (0, 8, "99999999999999999999", -1, "last")),
        *("rummy/example", "rummy/example/1", "mus/example"),
    ],
)
def test_there_is_no_other_step(odd):
    assert Client().get(f"/help/{odd}/").status_code == 404


# What the texts leave open


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
    told = {choice.ruling for choice in our_choices() if key in choice.presets}
    assert told == cited(section(key)) - OF_THE_TEXT


@pytest.mark.parametrize("key", RULESETS)
def test_whatever_a_text_leaves_open_is_decided_by_a_ruling(key):
    rows = [line for line in section(key).splitlines() if line.startswith("|")]
    assert [row for row in rows if OPEN.search(row) and not cited(row)] == []


def test_every_ruling_is_told_by_a_game_unless_it_says_what_the_text_says():
    assert {choice.ruling for choice in our_choices()} == set(RULINGS) - OF_THE_TEXT
    assert sorted(OF_THE_TEXT) == ["a20", "a21"]
