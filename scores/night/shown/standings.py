"""The standings of a night for everybody who may see it: places, lives, and what put one before the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_GET

from rules.numbers import whole_number
from rules.tournament.counting import Results, result_at
from rules.tournament.events import At
from rules.tournament.night import Night
from rules.tournament.seating.values import Entrant
from rules.tournament.standings import Line
from scores.core.notation.names import joined
from scores.models import Role
from scores.night import people
from scores.night.shown.watched import watched

WHY = {
    "final": gettext_lazy("%(first)s jugó la final"),
    "stayed": gettext_lazy("%(first)s aguantó más rondas que %(second)s"),
    "points": "",  # the column says it
    "won": gettext_lazy(
        "%(first)s y %(second)s empatan a puntos: %(first)s ganó más mesas (%(mine)s y %(theirs)s)"
    ),
    "ahead": gettext_lazy(
        "%(first)s y %(second)s empatan: %(first)s quedó por delante en las mesas que compartieron"
    ),
    "met": gettext_lazy("%(first)s y %(second)s empatan: los rivales de %(first)s tienen más puntos"),
    "a-hand": gettext_lazy("%(first)s y %(second)s empatan: %(first)s hizo mejores manos"),
    "lot": gettext_lazy("%(first)s y %(second)s comparten el puesto: solo los separa el sorteo"),
}
"""Why somebody is before the next, by the code of the reason (`rules.tournament.standings`)."""


class Row(NamedTuple):
    line: Line
    name: str
    points: str
    why: str


class Step(NamedTuple):
    """A round of somebody's path; no table where he rested or was not there."""

    round: int
    table: int | None
    met: str
    place: int | None


@require_GET
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The last stage, or with `?of=` the path of an entrant."""
    seen = watched(request, code)
    tournament, now, night, results = seen.tournament, seen.now, seen.now.night, seen.now.results
    names = people.names_of(night, seen.known)
    asked = whole_number(request.GET.get("of", "")) or tournament.holds
    context: dict[str, Any] = {
        **seen.context,
        "is_over": night.is_over,
        "rows": _rows(now.lines, names),
        "open_tables": len(open_tables(night, results)),
        "may_see_group": tournament.circle.role >= Role.WATCH,
        "may_organise": tournament.circle.role >= Role.OWN,
    }
    if asked in names:
        context |= {"who": names[asked], "entrant": asked, "is_me": asked == tournament.holds}
        context["path"] = path_of(night, results, names, asked)
        context["place"] = next((line.place for line in now.ranked if line.entrant == asked), None)
    return render(request, "scores/night/shown/standings.html", context)


def _rows(lines: Sequence[Line], names: Mapping[Entrant, str]) -> list[Row]:
    return [
        Row(line, names[line.entrant], in_decimals(line.points), _why(line, after, names))
        for line, after in zip_longest(lines, lines[1:])
    ]


def _why(line: Line, after: Line | None, names: Mapping[Entrant, str]) -> str:
    if line.reason is None or after is None:
        return ""
    facts = {"first": names[line.entrant], "second": names[after.entrant]}
    values = {"mine": in_decimals(line.reason.mine), "theirs": in_decimals(line.reason.theirs)}
    return str(WHY[line.reason.code]) % {**facts, **values}


def in_decimals(value: int | Fraction) -> str:
    """To a tenth, without one that is zero: 12, 4.5."""
    return f"{float(value):.1f}".removesuffix(".0")


def open_tables(night: Night, results: Results) -> list[int]:
    """The tables of the last round that have not reported."""
    number = len(night.rounds)
    tables = sorted(night.rounds[-1].tables) if number else []
    return [table.number for table in tables if result_at(night, results, At(number, table.number)) is None]


def path_of(night: Night, results: Results, names: Mapping[Entrant, str], who: Entrant) -> list[Step]:
    """Round by round: the table, who sat there, and the place."""
    steps = []
    for number, made in enumerate(night.rounds, 1):
        table = next((one for one in made.tables if who in one.seats), None)
        if table is None:
            rested = _("descansó") if who in made.resting else ""
            steps.append(Step(number, None, rested, None))
            continue
        result = result_at(night, results, At(number, table.number))
        met = joined([names[name] for name in table.seats if name != who])
        steps.append(Step(number, table.number, met, result.places[who] if result else None))
    return steps
