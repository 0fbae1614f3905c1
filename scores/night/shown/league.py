"""The league of a group: its last nights of that format, of which the best ones of each person count. It says
which nights those are, and what put one before another of equal points; also as a file."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.night.league import NightLeagueLine, Person, league
from rules.numbers import whole_number
from scores.core.access import rights
from scores.core.csv_files import csv_response
from scores.core.merges import persons_now
from scores.models import Circle, Player, distinct_names
from scores.night.log import now_of
from scores.night.models import Night
from scores.night.people import nights_of_league
from scores.night.shown.standings import Compared, in_hundredths, sentences_by_last
from scores.night.words import in_decimals

BEST = (3, 5, 8)  # nights that can count, besides all


class LeagueOfNights(NamedTuple):
    """`best`: so many nights of each count, or all. The nights are in their order."""

    circle: Circle
    nights: Sequence[Night]
    best: int | None
    lines: Sequence[NightLeagueLine]
    names: Mapping[Person, str]


class PersonRow(NamedTuple):
    """`counts` are the nights that are in the points, `dropped` the others; `why` has what decided among
    those who have equal points, under the last of them."""

    line: NightLeagueLine
    name: str
    counts: str
    dropped: str
    why: Sequence[str]


@require_GET
def page(request: HttpRequest, code: str) -> HttpResponse:
    """With `?best=` only so many nights of each count."""
    shown_league = _league_of(request, code)
    ways = [number for number in BEST if number < len(shown_league.nights)]
    context = {**shown_league._asdict(), "rows": _rows(shown_league), "ways": ways}
    return render(request, "scores/night/shown/league.html", context)


@require_GET
def csv_file(request: HttpRequest, code: str) -> HttpResponse:
    """The same table with the points of every night, in the language of the request."""
    shown_league = _league_of(request, code)
    circle = shown_league.circle
    name = f"{slugify(circle.name) or circle.code}-league.csv"
    return csv_response(_cells(shown_league), name)


def _league_of(request: HttpRequest, code: str) -> LeagueOfNights:
    circle = rights.circle_to_watch(request, code)
    nights = nights_of_league(circle)[::-1]
    best = whole_number(request.GET.get("best", ""))
    best = best if best in BEST else None
    played = [(now.sheet, now.results) for now in map(now_of, nights)]
    lines = league(played, best, persons_now(circle))
    people = Player.objects.filter(pk__in=[line.person for line in lines])
    return LeagueOfNights(circle, nights, best, lines, distinct_names(people))


def _rows(shown_league: LeagueOfNights) -> list[PersonRow]:
    names = shown_league.names
    why = sentences_under(shown_league.lines, names)
    best = shown_league.best or len(shown_league.nights)
    return [
        PersonRow(
            line,
            names.get(line.person, "?"),
            _points_in_words(line.nights[:best]),
            _points_in_words(line.nights[best:]),
            why.get(line.person, ()),
        )
        for line in shown_league.lines
    ]


def _points_in_words(points: Sequence[Fraction]) -> str:
    return " · ".join(map(in_decimals, points))


# Why somebody is ahead


def sentences_under(
    lines: Sequence[NightLeagueLine], names: Mapping[Person, str]
) -> dict[Person, list[str]]:
    """For each group of equal points what decided within it, by its last person."""
    most = max((len(line.nights) for line in lines), default=0)
    compared = []
    for line in lines:
        nights = (*line.nights, *[None] * (most - len(line.nights)))
        values = [(points, _in_words(points)) for points in nights]
        name = names.get(line.person, "?")
        compared.append(Compared(line.points, line.person, name, values))
    return sentences_by_last(compared, _text)


def _text(turn: int) -> str:
    if turn:
        return _("Decide la %(number)s.ª mejor noche: %(values)s.")
    return _("Decide la mejor noche de cada uno: %(values)s.")


def _in_words(points: Fraction | None) -> str:
    return _("no vino más") if points is None else in_decimals(points)


def _cells(shown_league: LeagueOfNights) -> Iterator[list[str | int | None]]:
    days = [
        f"{date_format(night.day, 'j.n.Y')} {night.name}"
        for night in shown_league.nights
    ]
    yield [_("Puesto"), _("Nombre"), _("Puntos"), _("Noches"), *days]
    for line in shown_league.lines:
        each = [
            None if points is None else in_hundredths(points) for points in line.each
        ]
        name = shown_league.names.get(line.person, "?")
        points = in_hundredths(line.points)
        yield [line.rank, name, points, len(line.nights), *each]
