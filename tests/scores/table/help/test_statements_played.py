"""Every statement of the source texts with a knob or a number is played (docs/rules/statements).

A case of tests/conformance plays it, and of each game that tells it. For each knob one of these cases ends
otherwise where the knob is turned.
"""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from rules.cases import answer
from rules.conformance import complaint
from rules.presets import RULESETS
from tests.rules.support.knobs import turned
from tests.scores.table.help.test_statements import SOURCES, lines

ids = pytest.mark.parametrize

FOLDER = Path(__file__).resolve().parents[3] / "conformance"
CASES = [
    case
    for file in sorted(FOLDER.glob("*/*.json"))
    for case in json.loads(file.read_text("utf-8"))
]
NUMBERS = {
    "es": r"dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|cincuenta|doble",
    "en": r"two|three|four|five|six|seven|eight|nine|ten|eleven|twice|double[ds]?",
}
LANGUAGES = {"000": "es", "001": "en", "002": "es", "003": "en", "004": "en"}
NOT_PLAYED = "not played: "
ONLY_SHOWN = (
    "direction",
    "joker_moves",
)  # docs/rules/RULESETS.md: the app shows or explains them
WARNED = re.compile(r"warned outside (\d)–(\d)")


def names_a_number(line, source):
    number = rf"\d|\b({NUMBERS[LANGUAGES[source]]})\b"
    return re.search(number, line.statement, re.IGNORECASE) is not None


def to_play(source):
    """The statements that are told and name a knob or a number."""
    return [
        line
        for line in lines(source)
        if not line.reason and (line.knobs or names_a_number(line, source))
    ]


def with_cases(source):
    """Those of which the row names cases."""
    return [line for line in to_play(source) if not line.played.startswith(NOT_PLAYED)]


def cases_of(line, game=""):
    """The cases that the row names: those of that id, and of that id for each game."""
    named = WARNED.sub("", line.played).replace(" ", "").split(",")
    return [
        case
        for case in CASES
        if case["id"].partition("/")[0] in named and game in ("", case["ruleset"])
    ]


def games_of(line):
    """The games whose own page tells the statement, of which the row names cases."""
    return list(
        dict.fromkeys(passage.key for passage in line.passages() if not passage.page)
    )


@cache
def decided(case_id, knob):
    """Whether the case ends otherwise where the knob is turned, or no other value contradicts its rules."""
    case = next(case for case in CASES if case["id"] == case_id)
    options = case.get("options", {})
    ruleset = RULESETS[case["ruleset"]].with_options(options)
    others = [
        {**case, "options": {**options, knob: other.dump()[knob]}}
        for other in turned(ruleset, knob)
    ]
    return not others or any(complaint(other, answer) for other in others)


@ids("source", SOURCES)
def test_every_statement_with_a_knob_or_a_number_names_what_plays_it(source):
    silent = [line.statement for line in to_play(source) if not line.played]
    wrong = [
        line.statement
        for line in with_cases(source)
        if not cases_of(line) and not WARNED.search(line.played)
    ]
    assert silent == []
    assert wrong == []


@ids("source", SOURCES)
def test_a_knob_that_decides_something_is_played(source):
    unplayed = [line for line in lines(source) if line.played.startswith(NOT_PLAYED)]
    assert [
        line.statement for line in unplayed if not set(line.knobs) <= set(ONLY_SHOWN)
    ] == []
    assert [
        line.statement for line in unplayed if not line.played.removeprefix(NOT_PLAYED)
    ] == []


@ids("source", SOURCES)
def test_each_game_that_tells_a_statement_is_played(source):
    unplayed = [
        (line.statement, game)
        for line in with_cases(source)
        if not WARNED.fullmatch(line.played)
        for game in games_of(line)
        if not cases_of(line, game)
    ]
    assert unplayed == []


@ids("source", SOURCES)
def test_each_knob_of_a_statement_decides_a_case_of_each_game(source):
    undecided = [
        (line.statement, game, knob)
        for line in with_cases(source)
        for game in games_of(line)
        for knob in line.knobs
        if knob not in (*ONLY_SHOWN, "players")
        if not any(decided(case["id"], knob) for case in cases_of(line, game))
    ]
    assert undecided == []
