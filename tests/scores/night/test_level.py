"""What is said about those who are level is true: each value is counted again by code that shares nothing."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given

from rules.night.standings import standings
from scores.core.notation.numbers import mean, plus, signed
from scores.night.shown.standings import VALUES, in_decimals, sentences_under
from tests.rules.night.support import naive
from tests.rules.night.test_nights import NIGHTS, few

PATTERNS = {
    str(criterion): re.compile(
        re.escape(str(words)).replace(re.escape("%(values)s"), "(.*)")
    )
    for criterion, words in VALUES.items()
}
SHARED = re.compile("(.*) comparten el puesto[.]")


class NamesByNumber(dict):
    def __missing__(self, entrant):
        return f"N{entrant}"


def read(sentence):
    """(criterion, values as written by entrant) of one that compares; who shares a place."""
    for criterion, pattern in PATTERNS.items():
        if found := pattern.fullmatch(sentence):
            pairs = [pair.split(" ", 1) for pair in found[1].split(", N")]
            return criterion, {
                int(name.removeprefix("N")): value for name, value in pairs
            }
    found = SHARED.fullmatch(sentence)
    return "shared", {int(name) for name in re.findall(r"N(\d+)", found[1])}


def written(criterion, value, high_wins):
    if criterion == "ahead":
        return plus(value)
    number = Fraction(-value if criterion == "a-hand" and not high_wins else value)
    return signed(int(number)) if number.denominator == 1 else mean(float(number))


def levels_of(night, results, place):
    """Who is level on points, by the second count."""
    groups = {}
    for name, _place, points, _lives, out in naive.standings(night, results, place):
        groups.setdefault((out, points), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def expected_of(night, results, place, level, ties=("won", "ahead", "met", "a-hand")):
    """What has to be said about a group, as `read` gives it."""
    if len(level) == 1:
        return
    if not ties:
        yield "shared", set(level)
        return
    values = naive.tie_values(night, results, place, ties[0], level)
    if len(set(values.values())) > 1:
        high_wins = night.stages[place].stage.match.ruleset.high_wins
        yield (
            ties[0],
            {name: written(ties[0], values[name], high_wins) for name in level},
        )
    for value in sorted(set(values.values()), reverse=True):
        same = [name for name in level if values[name] == value]
        yield from expected_of(night, results, place, same, ties[1:])


@few
@given(NIGHTS)
def test_every_sentence_about_those_who_are_level_is_true_and_none_is_missing(played):
    night = played.sheet
    results = played.results
    for place, begun in enumerate(night.stages):
        high_wins = begun.stage.match.ruleset.high_wins
        lines = standings(night, results, place)
        told = sentences_under(lines, NamesByNumber(), high_wins=high_wins)
        said = [
            [read(sentence) for sentence in sentences] for sentences in told.values()
        ]
        levels = levels_of(night, results, place)
        assert said == [
            [*expected_of(night, results, place, level)] for level in levels
        ]
        assert [*told] == [level[-1] for level in levels]


@pytest.mark.parametrize(
    ("language", "texts"),
    [("es", ["12", "4,5", "0,3"]), ("en", ["12", "4.5", "0.3"])],
)
def test_points_are_written_to_a_tenth_as_the_language_writes_them(language, texts):
    with translation.override(language):
        assert [
            in_decimals(points) for points in (12, Fraction(9, 2), Fraction(1, 3))
        ] == texts
