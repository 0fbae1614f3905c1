"""Every statement of the source texts with a knob or a number is played (docs/rules/statements).

A case of tests/conformance plays it, and of each game that tells it. For each knob one of these cases ends
otherwise where the knob is turned.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.conformance import Case, complaint, run
from rules.errors import Illegal
from rules.presets import RULESETS
from scores.house_rules import labels
from tests.scores.help.test_statements import SOURCES, Line, lines

ids = pytest.mark.parametrize

FOLDER = Path(__file__).resolve().parents[2] / "conformance"
CASES = [case for file in sorted(FOLDER.glob("*/*.json")) for case in json.loads(file.read_text("utf-8"))]
NUMBERS = {
    "es": r"dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|cincuenta|doble",
    "en": r"two|three|four|five|six|seven|eight|nine|ten|eleven|twice|double[ds]?",
}
LANGUAGES = {"000": "es", "001": "en", "002": "es", "003": "en", "004": "en"}
NOT_PLAYED = "not played: "
ONLY_SHOWN = ("direction", "joker_moves")  # docs/rules/RULESETS.md: the app shows or explains them
WARNED = re.compile(r"warned outside (\d)–(\d)")
TABLES = range(2, 10)  # numbers of players

VALUES: dict[str, list[Any]] = {
    "pack": ["spanish-40", "spanish-48", "french-52"],
    "packs": [1, 2, 3],
    "jokers": [0, 1, 2, 3, 4, 6, 9],
    "hand_size": [6, 7, 8, 9, 10, 11, 12],
    "ace": ["low", "high", "both", "around"],
    "figures": ["ten", "position", "index"],
    "ace_points": [1, 11, 15, 20],
    "joker_points": [0, 15, 25, 50],
    "rank_points": [[[5, 20], [13, 20]]],
    "set_min": [2, 3, 4],
    "run_min": [2, 3, 4],
    "min_naturals": [1, 2, 3],
    "contracts": [[[sets, runs]] * 7 for sets, runs in ((2, 0), (0, 2), (9, 9))],
    "buys": [0, 1, 2, 3],
    "close_limit": [0, 3, 4, 5, 10, 40],
    "close_cards": [0, 1, 2, None],
    "lay_off": ["any", "closer", "in-play", "none"],
    "clean_points": [-25, -10, 0, 10, 25],
    "clean_for": ["closer", "anyone"],
    "chinchon_points": ["wins", -10],
    "joker_run_points": [[-50, -25], [-10, -10], [0, 0]],
    "doubles": ["never", "rummy", "chinaso"],
    "lay_off_order": ["turn", "until-none"],
    "lay_off_after_full": ["none", "others"],
    "chinchon_for": ["closer", "anyone"],
    "pays_hand_of": ["winner", "own"],
    "min_table_turns": [1, 2],
    "sit_out": ["nobody", "winner", "loser", "dealer"],
    "team_size": [1, 2],
    "ends": ["last-standing", "target", "hands", "open"],
    "limit": [3, 7, 50, 70, 100, 150, 500, 1000],
    "out_at": ["over", "reach"],
    "rebuys": [0, 1, 2, None],
    "rebuy_choice": ["automatic", "ask"],
    "rebuy_needs": [1, 2, 3],
    "rebuy_points": ["highest", "plus-one"],
    "settlement": ["pairwise", "winner-only"],
}
"""What a knob is turned to; those that are missing are flags, or amounts and points."""


def names_a_number(line: Line, source: str) -> bool:
    number = rf"\d|\b({NUMBERS[LANGUAGES[source]]})\b"
    return re.search(number, line.statement, re.IGNORECASE) is not None


def to_play(source: str) -> list[Line]:
    """The statements that are told and name a knob or a number."""
    return [
        line for line in lines(source) if not line.reason and (line.knobs or names_a_number(line, source))
    ]


def cases_of(line: Line, game: str = "") -> list[Case]:
    """The cases that the row names: those of that id, and of that id for each game."""
    named = WARNED.sub("", line.played).replace(" ", "").split(",")
    return [case for case in CASES if case["id"].partition("/")[0] in named and game in ("", case["ruleset"])]


def games_of(line: Line) -> list[str]:
    """The games whose own page tells the statement, of which the row names cases."""
    return list(dict.fromkeys(place.key for place in line.places() if not place.page))


def turned(case: Case, knob: str) -> Iterator[Case]:
    """The case under rules with the knob turned, as far as there are such rules."""
    ruleset = RULESETS[case["ruleset"]].turned(case.get("options", {}))
    now = ruleset.dump()[knob]
    others = VALUES.get(knob) or ([not now] if isinstance(now, bool) else [(now or 0) + 1, (now or 0) + 5])
    for value in others:
        options = {**case.get("options", {}), knob: value}
        if value != now and _are_rules(case["ruleset"], options):
            yield {**case, "options": options}


def _are_rules(game: str, options: dict[str, Any]) -> bool:
    try:
        RULESETS[game].turned(options)
    except Illegal:
        return False
    return True


@cache
def decided(case_id: str, knob: str) -> bool:
    """Whether the case ends otherwise where the knob is turned, or no other value contradicts its rules."""
    case = next(case for case in CASES if case["id"] == case_id)
    others = list(turned(case, knob))
    return not others or any(complaint(other, run) for other in others)


@ids("source", SOURCES)
def test_every_statement_with_a_knob_or_a_number_names_what_plays_it(source):
    silent = [line.statement for line in to_play(source) if not line.played]
    wrong = [
        line.statement
        for line in to_play(source)
        if not line.played.startswith(NOT_PLAYED) and not cases_of(line) and not WARNED.search(line.played)
    ]
    assert (silent, wrong) == ([], [])


@ids("source", SOURCES)
def test_every_case_that_a_row_names_exists(source):
    stems = {case["id"].partition("/")[0] for case in CASES}
    named = [
        name
        for line in lines(source)
        if line.played and not line.played.startswith(NOT_PLAYED)
        for name in line.played.split(", ")
    ]
    assert [name for name in named if name not in stems and not WARNED.fullmatch(name)] == []


@ids("source", SOURCES)
def test_a_knob_that_decides_something_is_played(source):
    unplayed = [line for line in lines(source) if line.played.startswith(NOT_PLAYED)]
    assert [line.statement for line in unplayed if not set(line.knobs) <= set(ONLY_SHOWN)] == []
    assert [line.statement for line in unplayed if not line.played.removeprefix(NOT_PLAYED)] == []


@ids("source", SOURCES)
def test_the_cases_of_every_statement_come_out_as_the_text_says(source):
    complaints = {case["id"]: complaint(case, run) for line in to_play(source) for case in cases_of(line)}
    assert {case_id: what for case_id, what in complaints.items() if what} == {}


@ids("source", SOURCES)
def test_each_game_that_tells_a_statement_is_played(source):
    unplayed = [
        (line.statement, game)
        for line in to_play(source)
        if not line.played.startswith(NOT_PLAYED) and not WARNED.fullmatch(line.played)
        for game in games_of(line)
        if not cases_of(line, game)
    ]
    assert unplayed == []


@ids("source", SOURCES)
def test_each_knob_of_a_statement_decides_a_case_of_each_game(source):
    undecided = [
        (line.statement, game, knob)
        for line in to_play(source)
        if not line.played.startswith(NOT_PLAYED)
        for game in games_of(line)
        for knob in line.knobs
        if knob not in (*ONLY_SHOWN, "players")
        if not any(decided(case["id"], knob) for case in cases_of(line, game))
    ]
    assert undecided == []


@ids("source", SOURCES)
def test_a_table_of_another_number_of_players_is_warned(source):
    for line in to_play(source):
        if "players" not in line.knobs:
            continue
        low, high = map(int, WARNED.search(line.played).groups())
        for game in games_of(line):
            usual = [players for players in TABLES if not labels.unusual_number(RULESETS[game], players)]
            assert usual == [players for players in TABLES if low <= players <= high], line.statement


def test_a_row_that_the_rules_contradict_is_found():
    """As two rows were: an ace in Queen City counted 1, and a fee alone doubled nothing."""
    case = next(case for case in CASES if case["id"] == "S-OPTION-3-ACE/queen-city")
    assert complaint(case, run) == ""
    assert complaint({**case, "options": {**case["options"], "ace_points": 1}}, run) != ""
    assert decided(case["id"], "ace_points")
    assert not decided(case["id"], "doubles")
