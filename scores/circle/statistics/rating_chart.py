"""The chart of a rating over months, which phones draw too."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scores.circle.recap.chart import Point, Scale, polyline

# Units of the view box; also in `_rating_chart.html`
LEFT = 40
RIGHT = 312
BOTTOM = 90

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
    since: str  # the months at the ends
    until: str
    text: str


def rating_chart(months: Sequence[Month]) -> RatingChart | None:
    """The chart; None before the third month."""
    if len(months) < 3:
        return None
    start, first = months[0]
    end, last = months[-1]
    best_day, best = max(months, key=lambda month: month[1])
    low = min(level for _day, level in months)
    scale = Scale(low, best, (end - start).days, LEFT, RIGHT, BOTTOM)
    points = [scale.at(Point((day - start).days, level)) for day, level in months]
    since, until, when = (date_format(day, "M Y") for day in (start, end, best_day))
    facts = {"first": first, "since": since, "last": last, "best": best, "when": when}
    sentence = _(
        "De %(first)s (%(since)s) a %(last)s; lo más alto, %(best)s (%(when)s)."
    )
    return RatingChart(
        points=polyline(points),
        last=points[-1],
        heights=[(scale.y(level), level) for level in sorted({low, best})],
        since=since,
        until=until,
        text=sentence % facts,
    )
