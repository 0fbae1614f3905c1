"""The standings of a night for everybody who may see it: ranks, lives, and what put one before the next."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_GET

from rules.night.counting import points_of
from rules.night.events import At, TableResult
from rules.night.seating.values import Entrant
from rules.night.standings import Criterion, Line, Mark
from rules.numbers import whole_number
from scores.core.notation.numbers import amount, mean, plus, signed
from scores.models import Role
from scores.night.history.lines import decisions, whole_log
from scores.night.people import joined_people
from scores.night.seen import SeenNight
from scores.night.shown.watched import watched_night
from scores.night.words import in_decimals


class StandingsRow(NamedTuple):
    """`heading` is from `headings`; `why` has what told apart those who are level on points, under the last
    of them."""

    line: Line
    heading: str
    why: list[str]


class ResultAtTable(NamedTuple):
    """What a table counts for one of its people."""

    rank: int
    name: str
    total: int | None
    points: str


PathStep = tuple[At, Sequence[Entrant], bool, int | None]
"""A round of somebody's path: whom they met, nobody where they rested or were not there; whether they rested;
and their rank."""


@require_GET
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody, or with `?of=` first the path of an entrant."""
    seen = watched_night(request, code)
    names = seen.names
    ranked = seen.now.ranking
    typed = whole_number(request.GET.get("of", "")) or seen.night.holds or 0
    asked = typed if typed in names else 0
    rounds = range(1, seen.sheet.last_round + 1) if asked else ()
    may_help = seen.night.role >= Role.SCORE
    context = {
        "seen": seen,
        "night": seen.night,
        "log": whole_log(seen) if may_help and ranked else [],
        "decisions": decisions(seen),
        "rows": rows(ranked, names),
        "puts_out": any(line.out_in for line in ranked),
        "may_help": may_help,
        "asked": asked,
        "rank": next((line.rank for line in ranked if line.entrant == asked), None),
        "path": [_step(seen, asked, number) for number in rounds],
    }
    return render(request, "scores/night/shown/standings.html", context)


def rows(lines: Sequence[Line], names: Mapping[Entrant, str]) -> list[StandingsRow]:
    why = sentences_under(lines, names)
    return [
        StandingsRow(line, heading, why.get(line.entrant, []))
        for line, heading in zip(lines, headings(lines), strict=True)
    ]


def headings(lines: Sequence[Line]) -> list[str]:
    """For each line what puts it and those below it behind the lines above, whatever their points: who plays
    the final, or was in longer. Empty where that is so of the line above, and of all."""
    has_final = not all(line.is_final for line in lines)
    texts = [_heading(line, has_final=has_final) for line in lines]
    return [
        "" if len({*texts}) == 1 or text == before else text
        for before, text in zip([None, *texts], texts, strict=False)
    ]


def _heading(line: Line, *, has_final: bool) -> str:
    if has_final and line.is_final:
        return _("La final")
    if line.out_in is not None:
        return _("Eliminados en la ronda %(round)s") % {"round": line.out_in}
    if has_final:
        return _("Los demás, por la clasificación de antes")
    return _("Sin eliminar")


def results_of_seats(
    result: TableResult | None, names: Mapping[Entrant, str]
) -> list[ResultAtTable]:
    """Everybody at the table by their ranks; nobody without a result."""
    if result is None:
        return []
    points = points_of(result)
    return sorted(
        ResultAtTable(
            rank,
            names[entrant],
            result.totals.get(entrant),
            in_decimals(points[entrant]),
        )
        for entrant, rank in result.places.items()
    )


def in_hundredths(value: Fraction) -> str:
    """With two decimals, where it has any: 4,25."""
    return amount(round(value * 100))


def _step(seen: SeenNight, who: Entrant, number: int) -> PathStep:
    made = seen.sheet.rounds[number - 1]
    at = At(number, made.table_of.get(who, 0))
    result = seen.now.result_at(at)
    met = [entrant for entrant in seen.sheet.seats_at(at) if entrant != who]
    rank = result.places[who] if result else None
    return at, met, who in made.resting, rank


# What tells apart those who are level, in sentences: each says the values that were compared


class Compared(NamedTuple):
    """Somebody who was `level` with others; `values` are what they were compared by then, in order, each with
    its words."""

    level: object
    key: int
    name: str
    values: Sequence[tuple[object, str]]


def sentences_by_last(
    compared: Iterable[Compared], text_of: Callable[[int], str]
) -> dict[int, list[str]]:
    """Of each who are level what decided among them, by the key of the last: the text of each turn that parts
    some, with the values of that turn."""

    def deciding(level: Sequence[Compared], turn: int) -> Iterator[str]:
        if len(level) == 1:
            return
        if turn == len(level[0].values):
            names = joined_people([each.name for each in level])
            yield _("%(names)s comparten el puesto.") % {"names": names}
            return
        by_value = groupby(level, key=lambda each: each.values[turn])
        parts = [[*part] for _value, part in by_value]
        if len(parts) > 1:
            said = [f"{each.name} {each.values[turn][1]}" for each in level]
            yield text_of(turn) % {"values": ", ".join(said), "number": turn + 1}
        for part in parts:
            yield from deciding(part, turn + 1)

    groups = [[*level] for _, level in groupby(compared, key=lambda each: each.level)]
    return {level[-1].key: [*deciding(level, 0)] for level in groups if len(level) > 1}


# Those who are level on points


VALUES = {
    Criterion.WON: gettext_lazy("Mesas ganadas: %(values)s."),
    Criterion.AHEAD: gettext_lazy(
        "Por delante menos por detrás, en las mesas que compartieron: %(values)s."
    ),
    Criterion.MET: gettext_lazy("Puntos de sus rivales, de media: %(values)s."),
}


def sentences_under(
    lines: Sequence[Line], names: Mapping[Entrant, str]
) -> dict[Entrant, list[str]]:
    """For each group that is level on points what decided within it, by its last entrant."""
    compared = [
        Compared(
            _up_to_points(line), line.entrant, names[line.entrant], _values_of(line)
        )
        for line in lines
    ]
    texts = [*map(str, VALUES.values())]
    return sentences_by_last(compared, lambda turn: texts[turn])


def _up_to_points(line: Line) -> list[Mark]:
    """What they were compared by before anything that a sentence names, or the lot."""
    later = {*VALUES, Criterion.LOT}
    return [mark for mark in line.path if mark.criterion not in later]


def _values_of(line: Line) -> list[tuple[object, str]]:
    named = [mark for mark in line.path if mark.criterion in VALUES]
    return [(mark.value, _value_in_words(mark)) for mark in named]


def _value_in_words(mark: Mark) -> str:
    number = mark.value or 0
    if mark.criterion is Criterion.AHEAD:
        return plus(int(number))
    return signed(int(number)) if number.denominator == 1 else mean(float(number))
