"""Pictures of a player's results, as coordinates for an SVG, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scores.core.matches import ratings
from scores.group.statistics.persons import HeadToHead
from scores.models import Player

WIDTH, HEIGHT = 320, 110  # units of the view box of the rating; also in `_rating_chart.html`
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 8, 18  # margins for the numbers
BAR = 320  # units of the bar of two players; also in `_duel_bar.html`

Month = tuple[date, int]
"""The date of the last evening of a month, and the rating after it."""


@dataclass(frozen=True)
class RatingChart:
    """The rating over the months: a line, and its numbers."""

    points: str  # "x,y x,y …"
    last: tuple[float, float]
    heights: list[tuple[float, int]]  # y and rating
    months: list[tuple[float, str, str]]  # x, text and its anchor
    text: str


def months_of(player: Player, game: str) -> list[Month]:
    """The rating at the end of each month with a match, oldest first. The ratings are up to date."""
    rows = player.ratings.filter(game=game).order_by("played_on")
    by_month = {(row.played_on.year, row.played_on.month): row for row in rows}
    return [(row.played_on, ratings.displayed_rating(row)) for row in by_month.values()]


def rating_chart(months: Sequence[Month]) -> RatingChart | None:
    """The chart; None before the third month."""
    if len(months) < 3:
        return None
    days = [(day - months[0][0]).days for day, _rating in months]
    levels = [level for _day, level in months]
    low, high = min(levels), max(levels)
    xs = [round(LEFT + day * (WIDTH - LEFT - RIGHT) / days[-1], 1) for day in days]
    ys = [_height(level, low, high) for level in levels]
    ends = [(xs[0], _month(months[0][0]), "start"), (xs[-1], _month(months[-1][0]), "end")]
    return RatingChart(
        " ".join(f"{x},{y}" for x, y in zip(xs, ys, strict=True)),
        (xs[-1], ys[-1]),
        [(_height(level, low, high), level) for level in sorted({low, high})],
        ends,
        _rating_text(months),
    )


def _height(level: int, low: int, high: int) -> float:
    return round(TOP + (high - level) * (HEIGHT - TOP - BOTTOM) / max(1, high - low), 1)


def _rating_text(months: Sequence[Month]) -> str:
    best = max(months, key=lambda month: month[1])
    facts = {"first": months[0][1], "since": _month(months[0][0]), "last": months[-1][1]}
    facts |= {"best": best[1], "when": _month(best[0])}
    return _("De %(first)s (%(since)s) a %(last)s; lo más alto, %(best)s (%(when)s).") % facts


def _month(day: date) -> str:
    return date_format(day, "M Y")


def duel_bar(sums: HeadToHead) -> list[tuple[str, float, float]]:
    """The parts of a bar of BAR units: CSS class, x and width; of no matches none."""
    parts, x = [], 0.0
    for name, number in (("ahead", sums.ahead), ("level", sums.level), ("behind", sums.behind)):
        width = round(BAR * number / max(1, sums.matches), 1)
        if width:
            parts.append((name, round(x, 1), width))
        x += width
    return parts
