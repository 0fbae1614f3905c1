"""The standings of a night for everybody who may see it: places, lives, and what put one before the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.night.counting import Results, result_at
from rules.night.events import At
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.night.standings import Line
from rules.numbers import whole_number
from scores.core.notation.names import alphabetical, joined_names
from scores.models import Role
from scores.night import people
from scores.night.shown.level import sentences_under
from scores.night.shown.watched import watched


class Row(NamedTuple):
    """`why` has what told apart those who are level on points, under the last of them."""

    line: Line
    name: str
    points: str
    why: list[str]


class Step(NamedTuple):
    """A round of somebody's path; no table where they rested or was not there."""

    round: int
    table: int | None
    met: str
    place: int | None


@require_GET
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The last stage, or with `?of=` the path of an entrant."""
    seen = watched(request, code)
    night = seen.night
    now = seen.now
    sheet = seen.now.sheet
    results = seen.now.results
    names = people.names_of(sheet, seen.known)
    asked = whole_number(request.GET.get("of", "")) or night.holds
    context: dict[str, Any] = {
        **seen.context,
        "is_over": sheet.is_over,
        "rows": rows(sheet, now.ranked, names),
        "unranked": []
        if now.ranked
        else sorted(names.items(), key=lambda each: alphabetical(each[1])),
        "has_final": len({line.is_final for line in now.ranked}) > 1,
        "open_tables": len(open_tables(sheet, results)),
        "seated": _tables_of_round(sheet, names) if open_tables(sheet, results) else [],
        "ends_at": night.clock_ends_at,
        "may_see_group": night.circle.role >= Role.WATCH,
        "may_help": night.role >= Role.SCORE,
    }
    if asked in names:
        context |= {
            "who": names[asked],
            "entrant": asked,
            "is_me": asked == night.holds,
        }
        context["path"] = path_of(sheet, results, names, asked)
        context["place"] = next(
            (line.place for line in now.ranked if line.entrant == asked), None
        )
    return render(request, "scores/night/shown/standings.html", context)


def _tables_of_round(
    sheet: NightSheet, names: Mapping[Entrant, str]
) -> list[tuple[int, str]]:
    """Who sits at each table of the last round."""
    return [
        (table.number, joined_names([names[name] for name in table.seats]))
        for table in sorted(sheet.rounds[-1].tables)
    ]


def rows(
    sheet: NightSheet, lines: Sequence[Line], names: Mapping[Entrant, str]
) -> list[Row]:
    high_wins = bool(sheet.stages) and sheet.stages[-1].stage.match.ruleset.high_wins
    why = sentences_under(lines, names, high_wins=high_wins)
    return [
        Row(
            line,
            names[line.entrant],
            in_decimals(line.points),
            why.get(line.entrant, []),
        )
        for line in lines
    ]


def in_decimals(value: int | Fraction) -> str:
    """To a tenth, without one that is zero: 12, 4.5."""
    return f"{float(value):.1f}".removesuffix(".0")


def open_tables(sheet: NightSheet, results: Results) -> list[int]:
    """The tables of the last round that have not reported."""
    number = len(sheet.rounds)
    tables = sorted(sheet.rounds[-1].tables) if number else []
    return [
        table.number
        for table in tables
        if result_at(sheet, results, At(number, table.number)) is None
    ]


def path_of(
    sheet: NightSheet, results: Results, names: Mapping[Entrant, str], who: Entrant
) -> list[Step]:
    """Round by round: the table, who sat there, and the place."""
    steps = []
    for number, made in enumerate(sheet.rounds, 1):
        table = next(
            (made_table for made_table in made.tables if who in made_table.seats), None
        )
        if table is None:
            rested = _("descansó") if who in made.resting else ""
            steps.append(Step(number, None, rested, None))
            continue
        result = result_at(sheet, results, At(number, table.number))
        met = joined_names([names[name] for name in table.seats if name != who])
        steps.append(
            Step(number, table.number, met, result.places[who] if result else None)
        )
    return steps
