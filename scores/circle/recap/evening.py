"""The evenings of a circle: who won how often, who pays whom, the hand of the night; and a picture."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, F
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from rules.match.settlement import EXACT_UP_TO, fewest_payments
from scores.circle.images import render
from scores.circle.images.render import BASE, LETTERS, TALLEST, bytes_each, fitted_line
from scores.circle.images.sprite import FAN, symbols
from scores.core.notation.names import disambiguated, joined
from scores.core.notation.numbers import money_gained, plus
from scores.models import Circle, Match, Result, Role

FEW_CURRENCIES = 4  # with more, nobody looks for the fewest payments of each
TOP, BOTTOM = 205, 572  # y range of the players
LEFT = 50
WIDTH = 1100
GAP = 8
MARGIN = 22  # of a row
UP_TO_FAN = 630  # width of what stands beside a chinchón
ONE_COLUMN = 6  # rows; more players have two columns
MOST_COINS = 5  # beside a name; more are a number
MOST_ROWS = 16  # of those with most wins; more would be too small to read
COLUMNS = {
    "day": F("match__played_on"),
    "venue": F("match__place"),
    "currency": F("match__currency"),
    "player": F("seat__player"),
    "name": F("seat__player__name"),
    "lacks": ExpressionWrapper(Result.LACKS_POINTS, BooleanField()),
}
OWN_COLUMNS = ("match", "won", "money", "chinchones", "buy_backs", "most")

EveningRow = Any
"""A result: `OWN_COLUMNS`, and `COLUMNS` of its match and player."""


@dataclass(frozen=True)
class EveningMoney:
    """What each player won or lost in one currency, and who pays whom, by name. In hundredths."""

    currency: str
    net: list[tuple[str, int]]
    # persons between whom the fewest payments are looked for
    exact_up_to: int = EXACT_UP_TO

    @property
    def richest(self) -> tuple[str, str]:
        """Who gained most, and how much."""
        most = max(cents for _name, cents in self.net)
        names = [name for name, cents in self.net if cents == most]
        return joined(names), money_gained(most, self.currency)

    @cached_property
    def payments(self) -> list[tuple[str, str, int]]:
        """Payer, payee, cents. None if somebody's share is nobody's loss, as when nobody has won a pot."""
        cents = {place: units for place, (_name, units) in enumerate(self.net)}
        due = () if sum(cents.values()) else fewest_payments(cents, self.exact_up_to)
        names = [name for name, _units in self.net]
        return [
            (names[payment.payer], names[payment.payee], payment.units)
            for payment in due
        ]


@dataclass(frozen=True)
class Evening:
    matches: int  # finished
    # name, wins and «2 ganadas de 3», most wins first
    tallies: list[tuple[str, int, str]]
    cash: list[EveningMoney]  # one for each currency
    hand: str  # the hand of the night in words
    place: str = ""
    has_chinchon: bool = False

    @cached_property
    def winners(self) -> list[str]:
        """Who won most matches."""
        return [
            name for name, wins, _text in self.tallies if wins == self.tallies[0][1]
        ]

    @property
    def names(self) -> str:
        return joined(self.winners)

    @property
    def result(self) -> str:
        """How often they won: «2 de 3», of several «1 cada uno»."""
        facts = {"wins": self.tallies[0][1], "matches": self.matches}
        return (
            _("%(wins)s cada uno") if self.winners[1:] else _("%(wins)s de %(matches)s")
        ) % facts

    @cached_property
    def richest(self) -> list[tuple[str, str]]:
        """Who gained most and how much, in each currency: «Luis», «+14 €»."""
        return [cash.richest for cash in self.cash]

    @property
    def lead(self) -> str:
        """Who leads by which measure: «Paco va ganando en partidas, 2 de 3; en dinero Luis, +14 €»"""
        text = ngettext(
            "%(names)s va ganando en partidas, %(result)s",
            "%(names)s van ganando en partidas, %(result)s",
            len(self.winners),
        )
        matches = text % {"names": self.names, "result": self.result}
        in_money = _("en dinero %(names)s, %(gain)s")
        return "; ".join(
            [
                matches,
                *(
                    in_money % {"names": names, "gain": gain}
                    for names, gain in self.richest
                ),
            ]
        )

    def money_of(self, name: str) -> str:
        """What a player won or lost, in each currency: «+8 €»; empty without any."""
        sums = [(cash.currency, dict(cash.net)) for cash in self.cash]
        return " · ".join(
            money_gained(net[name], currency) for currency, net in sums if net.get(name)
        )


def evenings(circle: Circle, **which: Any) -> list[tuple[date, Evening]]:
    """The evenings with a finished match, the last first; `which` are lookups on the match. One query."""
    over = {
        "match__circle": circle,
        "match__deleted_at": None,
        "match__finished_at__isnull": False,
    }
    rows = Result.objects.filter(
        **over, **{f"match__{lookup}": value for lookup, value in which.items()}
    )
    rows = rows.order_by(
        "-match__played_on", "match__created_at", "match", "seat__position"
    )
    named = rows.annotate(**COLUMNS).values_list(*OWN_COLUMNS, *COLUMNS, named=True)
    return [
        (day, _evening(list(results)))
        for day, results in groupby(named, key=attrgetter("day"))
    ]


def of_day(circle: Circle, day: date) -> Evening | None:
    """The evening of that date; None without a finished match."""
    return next((evening for _day, evening in evenings(circle, played_on=day)), None)


def latest(circle: Circle, number: int) -> list[tuple[date, Evening]]:
    """The last evenings. Two queries."""
    over = circle.matches.not_deleted().finished().order_by("-played_on")
    return evenings(
        circle,
        played_on__in=list(
            over.values_list("played_on", flat=True).distinct()[:number]
        ),
    )


def _evening(results: Sequence[EveningRow]) -> Evening:
    players = {row.player: row.name or _("Alguien") for row in results}
    names = dict(zip(players, disambiguated([*players.values()]), strict=True))
    matches = Counter(row.player for row in results)
    wins = Counter(row.player for row in results if row.won)
    order = sorted(names, key=lambda player: -wins[player])
    return Evening(
        matches=len({row.match for row in results}),
        tallies=[
            (names[player], wins[player], _wins_text(wins[player], matches[player]))
            for player in order
        ],
        cash=_cash(results, names),
        hand=_hand_of_the_night(results, names),
        place=next((row.venue for row in results if row.venue), ""),
        has_chinchon=any(row.chinchones for row in results),
    )


def tonight(match: Match) -> Evening | None:
    """The evening of a match, for who may see its circle; None if it is the only match. One query."""
    evening = (
        of_day(match.circle, match.played_on)
        if match.circle_role >= Role.WATCH
        else None
    )
    return evening if evening and evening.matches > 1 else None


def tonight_html(match: Match, evening: Evening) -> str:
    """The evening so far, as the board of a match that is over shows it: a coin for each match won."""
    rows = [
        {
            "name": name,
            "coins": range(wins if wins <= MOST_COINS else 1),
            "more": wins if wins > MOST_COINS else 0,
            "text": text,
            "money": evening.money_of(name),
        }
        for name, wins, text in evening.tallies
    ]
    context = {"circle": match.circle, "day": match.played_on, "rows": rows}
    circumstances_of_day = {"circumstances": circumstances(match.played_on, evening)}
    return render_to_string(
        "scores/recap/_tonight.html", {**context, **circumstances_of_day}
    )


def _wins_text(wins: int, matches: int) -> str:
    text = ngettext(
        "%(wins)s ganada de %(matches)s", "%(wins)s ganadas de %(matches)s", wins
    )
    return text % {"wins": wins, "matches": matches}


def _cash(results: Sequence[EveningRow], names: dict[int, str]) -> list[EveningMoney]:
    by_currency: dict[str, Counter[int]] = {}
    for row in results:
        by_currency.setdefault(row.currency, Counter())[row.player] += row.money
    exact_up_to = EXACT_UP_TO if len(by_currency) <= FEW_CURRENCIES else 0
    return [
        EveningMoney(
            currency,
            [(names[player], cents) for player, cents in net.most_common()],
            exact_up_to,
        )
        for currency, net in by_currency.items()
        if any(net.values())
    ]


def _hand_of_the_night(results: Sequence[EveningRow], names: dict[int, str]) -> str:
    """Who had a chinchón; without one, who won after buying back in; else the most points in one hand."""
    with_chinchon = dict.fromkeys(
        names[row.player] for row in results if row.chinchones
    )
    if with_chinchon:
        return _("Chinchón de %(names)s") % {"names": joined(list(with_chinchon))}
    back = max(
        (row for row in results if row.won), key=attrgetter("buy_backs"), default=None
    )
    if back and back.buy_backs:
        text = ngettext(
            "%(name)s se reenganchó y ganó",
            "%(name)s se reenganchó %(times)s veces y ganó",
            back.buy_backs,
        )
        return text % {"name": names[back.player], "times": back.buy_backs}
    scored = [row for row in results if row.most is not None]
    if not scored or any(row.lacks for row in results):
        return ""
    most = max(scored, key=attrgetter("most"))
    facts = {"name": names[most.player], "points": plus(most.most)}
    return _("Más puntos en una mano: %(name)s, %(points)s") % facts


def evening_png(circle: Circle, day: date, evening: Evening) -> bytes:
    """The picture as PNG, in the active language."""
    fan = FAN if evening.has_chinchon else ()
    tallies = evening.tallies[:MOST_ROWS]
    columns = 1 if len(tallies) <= ONE_COLUMN else 2
    lines = -(-len(tallies) // columns)
    height = min(TALLEST, (BOTTOM - TOP) / lines)
    coin = round(height * LETTERS, 1)
    context = {
        "symbols": symbols("oros"),
        "fan": fan,
        "headline": fitted_line(
            circle.display_name, 64, UP_TO_FAN if fan else WIDTH, bold=True
        ),
        "circumstances": fitted_line(
            circumstances(day, evening), 32, UP_TO_FAN if fan else WIDTH
        ),
        "rows": [
            _row(
                evening,
                place,
                height,
                columns,
                TOP + place % lines * height,
                place // lines,
            )
            for place in range(len(tallies))
        ],
        "high": round(height - GAP, 1),
        "base": round(height * BASE - GAP / 2, 1),
        "coin_size": coin,
        "coin_top": round((height - GAP - coin) / 2, 1),
        "hand": fitted_line(evening.hand, 28, 860),
    }
    return render.png("scores/recap/evening_card.svg", context)


def circumstances(day: date, evening: Evening) -> str:
    """«22 de noviembre de 2026 · 3 partidas»"""
    return f"{date_format(day, 'DATE_FORMAT')} · {_matches(evening.matches)}"


def _matches(count: int) -> str:
    return ngettext("%(count)s partida", "%(count)s partidas", count) % {"count": count}


def _row(
    evening: Evening, place: int, height: float, columns: int, top: float, column: int
) -> dict[str, Any]:
    """The slip of one player: the name, a coin for each match won, the money."""
    name, wins, _text = evening.tallies[place]
    size = height * LETTERS
    most = bytes_each(2 * len(evening.tallies[:MOST_ROWS]))
    width = (WIDTH - (columns - 1) * GAP) / columns
    shown = wins if columns == 1 and wins <= MOST_COINS else min(wins, 1)
    coins = width * 0.42
    money = width * 0.72
    is_first = name in evening.winners
    gain = fitted_line(
        evening.money_of(name), size, width * 0.26, bold=True, emoji_bytes=most
    )
    return {
        "x": round(LEFT + column * (width + GAP), 1),
        "top": round(top, 1),
        "width": round(width, 1),
        "won": is_first,
        "name": fitted_line(
            name, size, (coins if wins else money) - 40, bold=is_first, emoji_bytes=most
        ),
        "coins": [round(coins + index * size * 1.15, 1) for index in range(shown)],
        "wins_x": round(coins + size * 1.3, 1),
        "wins": fitted_line(
            f"× {wins}" if wins > shown else "", size, size * 3, bold=True
        ),
        "money_x": round(
            width - MARGIN - gain.width, 1
        ),  # a column whose digits end at the edge
        "money": gain,
    }


# The evenings of a year


def years_of(circle: Circle) -> list[int]:
    """The years that have an evening, the last first."""
    dates = (
        circle.matches.not_deleted().finished().dates("played_on", "year", order="DESC")
    )
    return [day.year for day in dates]


def months(year: int, days: Sequence[date]) -> list[tuple[date, list[date]]]:
    """The first day of each month of the year, and which of the evenings are in it."""
    firsts = [date(year, month, 1) for month in range(1, 13)]
    return [
        (first, [day for day in days if day.month == first.month]) for first in firsts
    ]
