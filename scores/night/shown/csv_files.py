"""The CSV files of a night: entrants, seatings, results, standings, money."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.tournament.counting import Results, result_at
from rules.tournament.events import At
from rules.tournament.night import Night
from rules.tournament.prizes import debts, pot, won
from rules.tournament.seating.values import Entrant
from rules.tournament.standings import Line
from scores.core.notation.numbers import amount
from scores.group.transfer.exporter import csv_text
from scores.group.transfer.views import as_file
from scores.night import access, people
from scores.night.now import now_of
from scores.night.plan import Plan

Row = list[str | int | None]


class Facts(NamedTuple):
    """What the rows are made from."""

    night: Night
    plan: Plan
    names: Mapping[Entrant, str]
    results: Results
    lines: Sequence[Line]


@require_GET
def csv_file(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """One of `FILES`, with its headings in the language of the request."""
    tournament = access.night_to_organise(request, code)
    if key not in FILES:
        raise Http404
    now = now_of(tournament)
    names = people.names_of(now.night, people.known(now.night))
    facts = Facts(now.night, Plan.load(tournament.plan), names, now.results, now.lines)
    name = f"{slugify(tournament.name) or tournament.code}-{key}.csv"
    return as_file(csv_text(FILES[key](facts)), "text/csv; charset=utf-8", name)


def _entrants(facts: Facts) -> Iterator[Row]:
    yield [_("Número"), _("Nombre"), _("Equipo"), _("Desde la ronda"), _("Está")]
    for entrant, badge in facts.night.badges.items():
        is_here = _("sí") if badge.is_here else _("no")
        yield [entrant, facts.names[entrant], badge.team, badge.since, is_here]


def _seatings(facts: Facts) -> Iterator[Row]:
    """Who rests has no table."""
    yield [_("Ronda"), _("Mesa"), _("Asiento"), _("Número"), _("Nombre")]
    for number, made in enumerate(facts.night.rounds, 1):
        for table in made.tables:
            for seat, entrant in enumerate(table.seats, 1):
                yield [number, table.number, seat, entrant, facts.names[entrant]]
        for entrant in made.resting:
            yield [number, None, None, entrant, facts.names[entrant]]


def _results(facts: Facts) -> Iterator[Row]:
    """Of the tables that have reported. What the organiser reported wins over the phone."""
    yield [_("Ronda"), _("Mesa"), _("Número"), _("Nombre"), _("Puesto"), _("Total"), _("Dinero")]
    for number, made in enumerate(facts.night.rounds, 1):
        for table in made.tables:
            result = result_at(facts.night, facts.results, At(number, table.number))
            if result is None:
                continue
            for entrant in table.seats:
                money = result.money.get(entrant)
                sums = [result.totals.get(entrant), None if money is None else amount(money)]
                name = facts.names[entrant]
                yield [number, table.number, entrant, name, result.places[entrant], *sums]


def _standings(facts: Facts) -> Iterator[Row]:
    yield [_("Puesto"), _("Número"), _("Nombre"), _("Puntos"), _("Mesas ganadas"), _("Vidas")]
    for line in facts.lines:
        points = amount(round(line.points * 100))
        yield [line.place, line.entrant, facts.names[line.entrant], points, line.won, line.lives]


def _money(facts: Facts) -> Iterator[Row]:
    yield [_("Número"), _("Nombre"), _("Pagado"), _("Debe"), _("Premio"), _("Entregado")]
    night = facts.night
    prizes = won(facts.lines, facts.plan.prizes_of(pot(night)))
    for entrant, due in debts(night, facts.plan.fee).items():
        sums = (night.paid.get(entrant, 0), due, prizes.get(entrant, 0), night.prizes.get(entrant, 0))
        yield [entrant, facts.names[entrant], *map(amount, sums)]


FILES: dict[str, Callable[[Facts], Iterator[Row]]] = {
    "entrants": _entrants,
    "seatings": _seatings,
    "results": _results,
    "standings": _standings,
    "money": _money,
}
