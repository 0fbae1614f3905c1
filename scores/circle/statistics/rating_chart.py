"""The chart of a rating over months, which phones draw too."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

# Units of the view box; also in `_rating_chart.html`
WIDTH = 320
HEIGHT = 110
# Margins for the numbers
LEFT = 40
RIGHT = 8
TOP = 8
BOTTOM = 20

Month = tuple[date, int]
"""The last evening of a month with a match, and the rating after it."""


def last_of_months(evenings: Iterable[Month]) -> list[Month]:
    """Of evenings with the rating after each, the oldest first, the last of each month."""
    by_month = {(day.year, day.month): (day, level) for day, level in evenings}
    return list(by_month.values())


@dataclass(frozen=True)
class RatingChart:
    """The rating of a player over months, in units of the view box."""

    points: str
    last: tuple[float, float]
    heights: list[tuple[float, int]]  # y and rating
    months: list[tuple[float, str, str]]  # x, text, anchor
    text: str


def rating_chart(months: Sequence[Month]) -> RatingChart | None:
    """The chart; None before the third month."""
    if len(months) < 3:
        return None
    first_day, first = months[0]
    last_day, last = months[-1]
    best_day, best = max(months, key=lambda month: month[1])
    low = min(level for _day, level in months)
    since, until, when = (
        date_format(day, "M Y") for day in (first_day, last_day, best_day)
    )

    def x(day: date) -> float:
        return round(
            LEFT
            + (day - first_day).days
            * (WIDTH - LEFT - RIGHT)
            / (last_day - first_day).days,
            1,
        )

    def y(level: int) -> float:
        return round(
            TOP + (best - level) * (HEIGHT - TOP - BOTTOM) / max(1, best - low), 1
        )

    facts = {"first": first, "since": since, "last": last, "best": best, "when": when}
    sentence = _(
        "De %(first)s (%(since)s) a %(last)s; lo más alto, %(best)s (%(when)s)."
    )
    return RatingChart(
        points=" ".join(f"{x(day)},{y(level)}" for day, level in months),
        last=(x(last_day), y(last)),
        heights=[(y(level), level) for level in sorted({low, best})],
        months=[(x(first_day), since, "start"), (x(last_day), until, "end")],
        text=sentence % facts,
    )
