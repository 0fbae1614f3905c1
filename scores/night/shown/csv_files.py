"""The CSV files of a night: everybody with place and money; every seat of every table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.night.counting import Results, points_of, result_at
from rules.night.events import At, TableResult
from rules.night.prizes import debts, pot, won
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.night.standings import Line
from scores.circle.transfer.views import as_file
from scores.core.csv_files import csv_text
from scores.core.notation.numbers import amount
from scores.night import access, people
from scores.night.now import now_of
from scores.night.plan import Plan

Row = list[str | int | None]


class Facts(NamedTuple):
    """What the rows are made from."""

    sheet: NightSheet
    plan: Plan
    names: Mapping[Entrant, str]
    results: Results
    lines: Sequence[Line]


@require_GET
def csv_file(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """One of `FILES`, with its headings in the language of the request."""
    night = access.night_to_organise(request, code)
    if key not in FILES:
        raise Http404
    now = now_of(night)
    names = people.names_of(now.sheet, people.known(now.sheet))
    facts = Facts(now.sheet, Plan.load(night.plan), names, now.results, now.ranked)
    name = f"{slugify(night.name) or night.code}-{key}.csv"
    return as_file(csv_text(FILES[key](facts)), "text/csv; charset=utf-8", name)


def _standings(facts: Facts) -> Iterator[Row]:
    """A row for everybody of the night, in order, with their money; who has not played comes last."""
    yield [
        *(
            _("Puesto"),
            _("Número"),
            _("Nombre"),
            _("Puntos"),
            _("Mesas ganadas"),
            _("Vidas"),
        ),
        *(_("Pagado"), _("Debe"), _("Premio"), _("Entregado")),
    ]
    sheet = facts.sheet
    prizes = won(facts.lines, facts.plan.prizes_of(pot(sheet)))
    due = debts(sheet, facts.plan.fee)
    ranked = {line.entrant: line for line in facts.lines}
    for entrant in (*ranked, *(name for name in sheet.badges if name not in ranked)):
        line = ranked.get(entrant)
        played: Row = [None] * 4
        if line:
            played = [
                line.place,
                amount(round(line.points * 100)),
                line.won,
                line.lives,
            ]
        money = (
            sheet.paid.get(entrant, 0),
            due[entrant],
            prizes.get(entrant, 0),
            sheet.prizes.get(entrant, 0),
        )
        person: Row = [entrant, facts.names[entrant]]
        yield [played[0], *person, *played[1:], *map(amount, money)]


def _tables(facts: Facts) -> Iterator[Row]:
    """A row for each seat of each round; who rests has no table. What the organiser reported wins over the
    phone."""
    yield [
        *(_("Ronda"), _("Mesa"), _("Asiento"), _("Número"), _("Nombre")),
        *(_("Puesto"), _("Total"), _("Puntos"), _("Dinero")),
    ]
    for number, made in enumerate(facts.sheet.rounds, 1):
        for table in made.tables:
            result = result_at(facts.sheet, facts.results, At(number, table.number))
            for seat, entrant in enumerate(table.seats, 1):
                yield [
                    number,
                    table.number,
                    seat,
                    entrant,
                    facts.names[entrant],
                    *_result(result, entrant),
                ]
        for entrant in made.resting:
            yield [
                number,
                None,
                None,
                entrant,
                facts.names[entrant],
                *_result(None, entrant),
            ]


def _result(result: TableResult | None, entrant: Entrant) -> Row:
    if result is None:
        return [None] * 4
    money = result.money.get(entrant)
    points = amount(round(points_of(result)[entrant] * 100))
    return [
        result.places[entrant],
        result.totals.get(entrant),
        points,
        None if money is None else amount(money),
    ]


FILES: dict[str, Callable[[Facts], Iterator[Row]]] = {
    "standings": _standings,
    "tables": _tables,
}
