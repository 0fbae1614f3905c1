"""The CSV files of a night: everybody with place and money; every seat of every table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.night.counting import points_of
from rules.night.events import At, TableResult
from rules.night.prizes import debts, pot, prizes_won
from rules.night.seating.values import Entrant
from scores.core.csv_files import csv_response
from scores.core.notation.numbers import amount
from scores.night import access, people
from scores.night.log import Now, now_of
from scores.night.plan import Plan
from scores.night.shown.standings import in_hundredths

Row = list[str | int | None]
Names = Mapping[Entrant, str]


@require_GET
def csv_file(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """One of `FILES`, with its headings in the language of the request."""
    night = access.night_to_organise(request, code)
    if key not in FILES:
        raise Http404
    now = now_of(night)
    names = people.names_of(now.sheet)
    rows = FILES[key](now, Plan.load(night.plan), names)
    name = f"{slugify(night.name) or night.code}-{key}.csv"
    return csv_response(rows, name)


def _standings(now: Now, plan: Plan, names: Names) -> Iterator[Row]:
    """A row for everybody of the night, in order, with their money; who has not played comes last."""
    yield [
        *(_("Puesto"), _("Número"), _("Nombre")),
        *(_("Puntos"), _("Mesas ganadas"), _("Vidas")),
        *(_("Pagado"), _("Debe"), _("Premio"), _("Entregado")),
    ]
    sheet = now.sheet
    prizes = prizes_won(now.ranking, plan.prizes_of(pot(sheet)))
    due = debts(sheet, plan.fee)
    line_of = {line.entrant: line for line in now.ranking}
    for entrant in dict.fromkeys([*line_of, *sheet.badges]):
        line = line_of.get(entrant)
        points: Row = [None] * 3
        if line:
            points = [in_hundredths(line.points), line.won, line.lives]
        money = (
            sheet.paid.get(entrant, 0),
            due[entrant],
            prizes.get(entrant, 0),
            sheet.prizes.get(entrant, 0),
        )
        place = line and line.place
        yield [place, entrant, names[entrant], *points, *map(amount, money)]


def _tables(now: Now, _plan: Plan, names: Names) -> Iterator[Row]:
    """A row for each seat of each round; who rests has no table. What the organiser reported wins over the
    phone."""
    yield [
        *(_("Ronda"), _("Mesa"), _("Asiento"), _("Número"), _("Nombre")),
        *(_("Puesto"), _("Total"), _("Puntos"), _("Dinero")),
    ]
    for number, made in enumerate(now.sheet.rounds, 1):
        for table in made.tables:
            result = now.result_at(At(number, table.number))
            for seat, entrant in enumerate(table.seats, 1):
                person: Row = [entrant, names[entrant]]
                cells = _result(result, entrant)
                yield [number, table.number, seat, *person, *cells]
        for entrant in made.resting:
            person = [entrant, names[entrant]]
            yield [number, None, None, *person, *_result(None, entrant)]


def _result(result: TableResult | None, entrant: Entrant) -> Row:
    if result is None:
        return [None] * 4
    money = result.money.get(entrant)
    return [
        result.places[entrant],
        result.totals.get(entrant),
        in_hundredths(points_of(result)[entrant]),
        None if money is None else amount(money),
    ]


FILES: dict[str, Callable[[Now, Plan, Names], Iterator[Row]]] = {
    "standings": _standings,
    "tables": _tables,
}
