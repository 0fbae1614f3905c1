"""What is said about those who are level is true: each value is counted again by code that shares nothing."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given

from rules.night.standings import night_standings, standings
from scores.core.notation.numbers import mean, plus, signed
from scores.night.shown.standings import (
    VALUES,
    headings,
    sentences_under,
)
from scores.night.words import in_decimals
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
    """(criterion, values as written by entrant) of one that compares; who shares a rank."""
    for criterion, pattern in PATTERNS.items():
        if found := pattern.fullmatch(sentence):
            pairs = [pair.split(" ", 1) for pair in found[1].split(", N")]
            return criterion, {
                int(name.removeprefix("N")): value for name, value in pairs
            }
    found = SHARED.fullmatch(sentence)
    return "shared", {int(name) for name in re.findall(r"N(\d+)", found[1])}


def written(criterion, value):
    if criterion == "ahead":
        return plus(value)
    number = Fraction(value)
    return signed(int(number)) if number.denominator == 1 else mean(float(number))


def levels_of(night, results, index):
    """Who is level on points, by the second count."""
    groups = {}
    for name, _rank, points, _lives, out in naive.standings(night, results, index):
        groups.setdefault((out, points), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def expected_of(night, results, index, level, ties=("won", "ahead", "met")):
    """What has to be said about a group, as `read` gives it."""
    if len(level) == 1:
        return
    if not ties:
        yield "shared", set(level)
        return
    values = naive.tie_values(night, results, index, ties[0], level)
    if len(set(values.values())) > 1:
        yield ties[0], {name: written(ties[0], values[name]) for name in level}
    for value in sorted(set(values.values()), reverse=True):
        same = [name for name in level if values[name] == value]
        yield from expected_of(night, results, index, same, ties[1:])


@few
@given(NIGHTS)
def test_every_sentence_about_those_who_are_level_is_true_and_none_is_missing(played):
    night = played.sheet
    results = played.results
    for index in range(len(night.stages)):
        lines = standings(night, results, index)
        told = sentences_under(lines, NamesByNumber())
        said = [
            [read(sentence) for sentence in sentences] for sentences in told.values()
        ]
        levels = levels_of(night, results, index)
        assert said == [
            [*expected_of(night, results, index, level)] for level in levels
        ]
        assert [*told] == [level[-1] for level in levels]


OUT = re.compile(r"Eliminados en la ronda (\d+)")
KINDS = {
    "La final": "final",
    "Los demás, por la clasificación de antes": "others",
    "Sin eliminar": "in",
}


def said_above(lines):
    """What the headings say of everybody, in order."""
    said = []
    for line, heading in zip(lines, headings(lines), strict=True):
        if heading:
            out = OUT.fullmatch(heading)
            kind = int(out[1]) if out else KINDS[heading]
        elif not said:
            kind = None
        said.append((line.entrant, kind))
    return said


def expected_above(night, results):
    """What puts people before others, whatever their points: the final, or the round they went out in."""
    last = len(night.stages) - 1
    has_final = night.stages[last].stage.plays == "final"
    kinds = []
    for name, _rank in naive.night_standings(night, results):
        if has_final and name in night.stages[last].entrants:
            kinds.append((name, "final"))
            continue
        out = naive.out_in(night, results, last - has_final, name)
        kinds.append((name, out or ("others" if has_final else "in")))
    is_one = len({kind for _name, kind in kinds}) == 1
    return [(name, None if is_one else kind) for name, kind in kinds]


@few
@given(NIGHTS)
def test_what_goes_before_points_is_a_heading_and_true_of_everybody_below_it(played):
    lines = night_standings(played.sheet, played.results)
    assert said_above(lines) == expected_above(played.sheet, played.results)


@pytest.mark.parametrize(
    ("language", "texts"),
    [("es", ["12", "4,5", "0,3"]), ("en", ["12", "4.5", "0.3"])],
)
def test_points_are_written_to_a_tenth_as_the_language_writes_them(language, texts):
    with translation.override(language):
        assert [
            in_decimals(points) for points in (12, Fraction(9, 2), Fraction(1, 3))
        ] == texts
