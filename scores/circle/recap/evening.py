"""The evenings of a circle, read from its results: who won how often, who pays whom; and a picture."""

from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, F
from django.template.loader import render_to_string

from scores.circle.images import render
from scores.circle.images.layout import BASE, LETTERS, TALLEST
from scores.circle.images.render import FAN, fitted_line
from scores.circle.recap.evening_facts import Evening, PlayerEvening, evening_of
from scores.models import Circle, Match, Result

TOP, BOTTOM = 205, 572  # y range of the players
LEFT = 50
WIDTH = 1100
GAP = 8
MARGIN = 22  # of a row
COINS = 0.42  # of its width: where they begin
UP_TO_FAN = 630  # width of what stands beside a chinchón
ONE_COLUMN = 6  # rows; more players have two columns
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


def evenings(circle: Circle, **which: Any) -> list[Evening]:
    """The evenings with a finished match, the last first; `which` are lookups on the match. One query."""
    matches = circle.finished_matches.filter(**which)
    rows = Result.objects.filter(match__in=matches).order_by(
        "-match__played_on", "match__created_at", "match", "seat__position"
    )
    named = rows.annotate(**COLUMNS).values_list(*OWN_COLUMNS, *COLUMNS, named=True)
    return [
        evening_of(list(results))
        for _day, results in groupby(named, key=attrgetter("day"))
    ]


def of_day(circle: Circle, day: date) -> Evening | None:
    """The evening of that date; None without a finished match."""
    return next(iter(evenings(circle, played_on=day)), None)


def latest(circle: Circle, number: int) -> list[Evening]:
    """The last evenings. Two queries."""
    over = circle.finished_matches.order_by("-played_on")
    return evenings(
        circle,
        played_on__in=list(
            over.values_list("played_on", flat=True).distinct()[:number]
        ),
    )


def tonight(match: Match) -> Evening | None:
    """The evening of a match; None if it is the only match. One query.

    None at a table of a club night: the night has standings, and the evening is the whole hall.
    """
    if match.night_table is not None:
        return None
    evening = of_day(match.circle, match.played_on)
    return evening if evening and evening.matches > 1 else None


def tonight_html(match: Match, evening: Evening) -> str:
    """The evening so far, as the board of a match that is over shows it: a coin for each match won."""
    context = {"circle": match.circle, "evening": evening}
    return render_to_string("scores/recap/_tonight.html", context)


def evening_png(circle: Circle, evening: Evening) -> bytes:
    """The picture as PNG, in the active language."""
    fan = FAN if evening.has_chinchon else ()
    room = UP_TO_FAN if fan else WIDTH
    players = evening.players[:MOST_ROWS]
    columns = 1 if len(players) <= ONE_COLUMN else 2
    lines = -(-len(players) // columns)
    height = min(TALLEST, (BOTTOM - TOP) / lines)
    size = height * LETTERS
    width = (WIDTH - (columns - 1) * GAP) / columns
    coin = round(size, 1)
    context = {
        "fan": fan,
        "headline": fitted_line(circle.display_name, 64, room, bold=True),
        "circumstances": fitted_line(evening.circumstances, 32, room),
        "rows": [
            (
                round(LEFT + index // lines * (width + GAP), 1),
                round(TOP + index % lines * height, 1),
                _slip(evening, player, size, width, columns),
            )
            for index, player in enumerate(players)
        ],
        "slip_width": round(width, 1),
        "high": round(height - GAP, 1),
        "base": round(height * BASE - GAP / 2, 1),
        "coin_size": coin,
        "coin_top": round((height - GAP - coin) / 2, 1),
        "wins_x": round(width * COINS + size * 1.3, 1),
        "hand": fitted_line(evening.hand, 28, 860),
    }
    return render.png("scores/recap/evening_card.svg", context)


def _slip(
    evening: Evening, player: PlayerEvening, size: float, width: float, columns: int
) -> dict[str, object]:
    """What is on the slip of one player, in pixels: the name, a coin for each match won, the money."""
    shown = len(player.coins) if columns == 1 else min(player.wins, 1)
    coins = width * COINS
    room = (coins if player.wins else width * 0.72) - 40
    is_first = player.name in evening.winners
    of_players = 2 * min(len(evening.players), MOST_ROWS)
    gain = fitted_line(player.money, size, width * 0.26, bold=True, lines=of_players)
    more = f"× {player.wins}" if player.wins > shown else ""
    return {
        "won": is_first,
        "name": fitted_line(player.name, size, room, bold=is_first, lines=of_players),
        # the x of each
        "coins": [round(coins + index * size * 1.15, 1) for index in range(shown)],
        # how many, where the coins do not say it
        "wins": fitted_line(more, size, size * 3, bold=True),
        # a column whose digits end at the edge
        "money_x": round(width - MARGIN - gain.width, 1),
        "money": gain,
    }
