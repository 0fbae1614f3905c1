"""One evening of a circle: who won how often, who pays whom, the hand of the night; and its picture.

The evenings of a year are a list, and a picture that repeats it: a week is a column, from Monday down to
Sunday, and each half of the year is a band."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Count
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from rules.match.settlement import EXACT_UP_TO, fewest_payments
from scores.core.notation.names import disambiguated, joined
from scores.core.notation.numbers import gained, plus
from scores.group.images import render
from scores.group.images.render import BASE, LETTERS, TALLEST, bytes_each, fitted_line
from scores.models import Circle, Match, Player, Result

FEW_CURRENCIES = 4  # with more, nobody looks for the fewest payments of each
TOP, BOTTOM = 205, 540  # y range of the players
NAME_WIDTH, TEXT_WIDTH, MONEY_WIDTH = 480, 1060, 240
MOST_ROWS = 24  # of those with most wins; more would be too small to read
CELL, PITCH = 10, 11.4  # units of the view box, which `evenings.html` has: 28 weeks are 320 wide
EDGE, MONTHS, BAND = 1, 14, 104  # room for an outline and for the months; from one band to the next
DARKEST = 4  # matches; more look the same


@dataclass(frozen=True)
class EveningMoney:
    """What each player won or lost in one currency, and who pays whom, by name. In hundredths."""

    currency: str
    net: list[tuple[str, int]]
    exact_up_to: int = EXACT_UP_TO  # persons between whom the fewest payments are looked for

    @cached_property
    def payments(self) -> list[tuple[str, str, int]]:
        """Payer, payee, cents. None if somebody's share is nobody's loss, as when nobody has won a pot."""
        cents = {place: gained for place, (_name, gained) in enumerate(self.net)}
        due = () if sum(cents.values()) else fewest_payments(cents, self.exact_up_to)
        names = [name for name, _gained in self.net]
        return [(names[payment.payer], names[payment.payee], payment.units) for payment in due]


@dataclass(frozen=True)
class Evening:
    matches: int  # finished
    tallies: list[tuple[str, int, str]]  # name, wins and «2 ganadas de 3», most wins first
    cash: list[EveningMoney]  # one for each currency
    hand: str  # the hand of the night in words


def of_day(circle: Circle, day: date) -> Evening | None:
    """The evening of that date; None without a finished match. One query."""
    over = Match.objects.not_deleted().finished().filter(circle=circle, played_on=day)
    rows = Result.objects.filter(match__in=over).select_related("match", "seat__player")
    results = list(rows.order_by("match__created_at", "match", "seat__position"))
    if not results:
        return None
    matches = Counter(result.seat.player for result in results)
    wins = Counter(result.seat.player for result in results if result.won)
    names = dict(zip(matches, disambiguated([player.display_name for player in matches]), strict=True))
    order = sorted(names, key=lambda player: -wins[player])
    return Evening(
        matches=len({result.match_id for result in results}),
        tallies=[(names[one], wins[one], _wins_text(wins[one], matches[one])) for one in order],
        cash=_cash(results, names),
        hand=_hand_of_the_night(results, names),
    )


def _wins_text(wins: int, matches: int) -> str:
    text = ngettext("%(wins)s ganada de %(matches)s", "%(wins)s ganadas de %(matches)s", wins)
    return text % {"wins": wins, "matches": matches}


def _cash(results: Iterable[Result], names: dict[Player, str]) -> list[EveningMoney]:
    by_currency: dict[str, Counter[Player]] = {}
    for result in results:
        by_currency.setdefault(result.match.currency, Counter())[result.seat.player] += result.money
    exact_up_to = EXACT_UP_TO if len(by_currency) <= FEW_CURRENCIES else 0
    return [
        EveningMoney(currency, [(names[player], gained) for player, gained in net.most_common()], exact_up_to)
        for currency, net in by_currency.items()
        if any(net.values())
    ]


def _hand_of_the_night(results: Iterable[Result], names: dict[Player, str]) -> str:
    """Who had a chinchón; without one, who got the most points in one hand."""
    with_chinchon = dict.fromkeys(names[result.seat.player] for result in results if result.chinchones)
    if with_chinchon:
        return _("Chinchón de %(names)s") % {"names": joined(list(with_chinchon))}
    scored = [result for result in results if result.most is not None]
    if not scored or any(result.lacks_points for result in results):
        return ""
    most = max(scored, key=lambda result: result.most or 0)
    facts = {"name": names[most.seat.player], "points": plus(most.most or 0)}
    return _("Más puntos en una mano: %(name)s, %(points)s") % facts


def evening_png(circle: Circle, day: date, evening: Evening) -> bytes:
    """The picture as PNG, in the active language."""
    context = {
        "headline": fitted_line(circle.display_name, 64, TEXT_WIDTH, bold=True),
        "circumstances": fitted_line(circumstances(day, evening), 32, TEXT_WIDTH),
        "rows": _rows(evening),
        "hand": fitted_line(evening.hand, 30, TEXT_WIDTH),
    }
    return render.png("scores/recap/evening_card.svg", context)


def circumstances(day: date, evening: Evening) -> str:
    """«22 de noviembre de 2026 · 3 partidas»"""
    return f"{date_format(day, 'DATE_FORMAT')} · {_matches(evening.matches)}"


def _matches(count: int) -> str:
    return ngettext("%(count)s partida", "%(count)s partidas", count) % {"count": count}


def _rows(evening: Evening) -> list[dict[str, Any]]:
    tallies = evening.tallies[:MOST_ROWS]
    height = min(TALLEST, (BOTTOM - TOP) / len(tallies))
    size, most = height * LETTERS, bytes_each(2 * len(tallies))
    sums = [(cash.currency, dict(cash.net)) for cash in evening.cash]
    rows = []
    for place, (name, wins, text) in enumerate(tallies):
        won = " · ".join(gained(net[name], unit) for unit, net in sums if net.get(name))
        rows.append(
            {
                "base": round(TOP + (place + BASE) * height, 1),
                "name": fitted_line(name, size, NAME_WIDTH, bold=bool(wins), emoji_bytes=most),
                "wins": fitted_line(text, size * 0.75, MONEY_WIDTH),
                "money": fitted_line(won, size * 0.75, MONEY_WIDTH, bold=True, emoji_bytes=most),
            }
        )
    return rows


# The evenings of a year


def days_of(circle: Circle, year: int) -> list[tuple[date, int]]:
    """The dates of that year with finished matches, the last first, and how many."""
    matches = circle.matches.not_deleted().finished().filter(played_on__year=year).order_by("-played_on")
    return list(matches.values_list("played_on").annotate(Count("pk")))


def years_of(circle: Circle) -> list[int]:
    """The years that have an evening, the last first."""
    dates = circle.matches.not_deleted().finished().dates("played_on", "year", order="DESC")
    return [day.year for day in dates]


def calendar(year: int, days: Sequence[tuple[date, int]]) -> dict[str, Any]:
    """The picture of a year with at least one evening."""
    firsts = [date(year, month, 1) for month in range(1, 13)]
    return {
        # An evening: day, x, y, and its matches, at most DARKEST
        "cells": [(day, *_place(day), min(matches, DARKEST)) for day, matches in reversed(days)],
        "rows": [_weekday_row(year, half, weekday) for half in (0, 1) for weekday in range(7)],
        "months": [
            (_place(day)[0], (day.month > 6) * BAND + MONTHS - 4, date_format(day, "M")) for day in firsts
        ],
        "text": _year_text(year, days),
    }


def _place(day: date) -> tuple[float, float]:
    """The corner of the cell of a day."""
    band = int(day.month > 6)
    first = date(day.year, 1 + 6 * band, 1)
    week = ((day - first).days + first.weekday()) // 7
    return round(EDGE + week * PITCH, 1), round(band * BAND + MONTHS + day.weekday() * PITCH, 1)


def _weekday_row(year: int, band: int, weekday: int) -> tuple[float, float, float]:
    """A row of empty cells, one day of the week in one half of the year: x1, x2 and y."""
    first, last = date(year, 1 + 6 * band, 1), date(year, 6 + 6 * band, 31 if band else 30)
    begin = first + timedelta(days=(weekday - first.weekday()) % 7)
    end = last - timedelta(days=(last.weekday() - weekday) % 7)
    (x1, y), (x2, _y) = _place(begin), _place(end)
    return x1, x2 + CELL, y + CELL / 2


def _year_text(year: int, days: Sequence[tuple[date, int]]) -> str:
    """How many evenings and matches, and the day of the week that has most of them."""
    matches = sum(count for _day, count in days)
    evenings = ngettext("%(count)s velada", "%(count)s veladas", len(days)) % {"count": len(days)}
    facts: dict[str, object] = {"year": year, "evenings": evenings, "matches": _matches(matches)}
    if len(days) == 1:
        return _("%(year)s: %(evenings)s, %(matches)s.") % facts
    [(_weekday, times)] = (by_day := Counter(day.weekday() for day, _count in days)).most_common(1)
    usual = next(day for day, _count in days if by_day[day.weekday()] == times)
    facts |= {"day": date_format(usual, "l"), "times": times}
    return _("%(year)s: %(evenings)s, %(matches)s. El día con más veladas: %(day)s (%(times)s).") % facts
