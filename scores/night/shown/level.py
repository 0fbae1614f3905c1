"""What tells apart those who are level on points, in sentences: each says the values that were compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from django.utils.translation import gettext as _, gettext_lazy

from rules.night.seating.values import Entrant
from rules.night.standings import Criterion, Line
from scores.core.notation.numbers import mean, plus, signed
from scores.night import people

VALUES = {
    Criterion.WON: gettext_lazy("Mesas ganadas: %(values)s."),
    Criterion.AHEAD: gettext_lazy(
        "Por delante menos por detrás, en las mesas que compartieron: %(values)s."
    ),
    Criterion.MET: gettext_lazy("Puntos de sus rivales, de media: %(values)s."),
    Criterion.A_HAND: gettext_lazy("Puntos por mano: %(values)s."),
}


def sentences_under(
    lines: Sequence[Line], names: Mapping[Entrant, str], *, high_wins: bool
) -> dict[Entrant, list[str]]:
    """For each group that is level on points what decided within it, by its last entrant."""
    sentences = {}
    for _points, group in groupby(lines, key=_up_to_points):
        level = [*group]
        if len(level) > 1:
            at = len(_up_to_points(level[0]))
            sentences[level[-1].entrant] = [
                *_deciding_sentences(level, at, names, high_wins=high_wins)
            ]
    return sentences


def _up_to_points(line: Line) -> tuple[object, ...]:
    criteria = [mark.criterion for mark in line.path]
    return (
        line.path[: criteria.index(Criterion.POINTS) + 1]
        if Criterion.POINTS in criteria
        else line.path
    )


def _deciding_sentences(
    level: Sequence[Line], at: int, names: Mapping[Entrant, str], *, high_wins: bool
) -> Iterator[str]:
    """The sentences about those who are level before the mark at that place of their paths."""
    if len(level) == 1:
        return
    criterion = level[0].path[at].criterion
    if criterion is Criterion.LOT:
        shared = people.listed_names([line.entrant for line in level], names)
        yield _("%(names)s comparten el puesto.") % {"names": shared}
        return
    groups = [
        [*group]
        for _value, group in groupby(level, key=lambda line: line.path[at].value)
    ]
    if len(groups) > 1:
        values = [
            f"{names[line.entrant]} {_value_in_words(criterion, line.path[at].value, high_wins=high_wins)}"
            for line in level
        ]
        yield str(VALUES[criterion]) % {"values": ", ".join(values)}
    for group in groups:
        yield from _deciding_sentences(group, at + 1, names, high_wins=high_wins)


def _value_in_words(
    criterion: Criterion, value: int | Fraction | None, *, high_wins: bool
) -> str:
    number = value or 0
    if criterion is Criterion.AHEAD:
        return plus(int(number))
    if criterion is Criterion.A_HAND and not high_wins:
        # fewer points are better, so they are compared as negative ones
        number = -number
    return signed(int(number)) if number.denominator == 1 else mean(float(number))
