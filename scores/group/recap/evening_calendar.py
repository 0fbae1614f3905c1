"""The evenings of one year: a picture of its weeks, a sentence, and the list.

A week is a column, from Monday down to Sunday, and each half of the year is a band. The picture only repeats
the list, so neither a screen reader nor the keyboard visits it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.db.models import Count
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scores.models import Circle

CELL, PITCH = 10, 11.4  # units of the view box, which `evenings.html` has: 28 weeks are 320 wide
LEFT, TOP, BAND = 1, 14, 104  # room for an outline and for the months; from one band to the next
DARKEST = 4  # matches; more look the same

EveningDay = tuple[date, int]
"""The date of an evening, and its finished matches."""


def days_of(circle: Circle, year: int) -> list[EveningDay]:
    """The dates of that year with finished matches, the last first, and how many."""
    matches = circle.matches.not_deleted().finished().filter(played_on__year=year).order_by("-played_on")
    return list(matches.values_list("played_on").annotate(Count("pk")))


def years(circle: Circle) -> list[int]:
    """The years that have an evening, the last first."""
    dates = circle.matches.not_deleted().finished().dates("played_on", "year", order="DESC")
    return [day.year for day in dates]


def calendar(year: int, days: Sequence[EveningDay]) -> dict[str, Any]:
    """The picture of a year with at least one evening."""
    firsts = [date(year, month, 1) for month in range(1, 13)]
    return {
        # An evening: day, x, y, and its matches, at most DARKEST
        "cells": [(day, *_place(day), min(matches, DARKEST)) for day, matches in reversed(days)],
        "rows": [_row(year, half, weekday) for half in (0, 1) for weekday in range(7)],
        "months": [(_place(day)[0], _band(day) * BAND + TOP - 4, date_format(day, "M")) for day in firsts],
        "text": _text(year, days),
    }


def _band(day: date) -> int:
    return int(day.month > 6)


def _place(day: date) -> tuple[float, float]:
    """The corner of the cell of a day."""
    band = _band(day)
    first = date(day.year, 7 if band else 1, 1)
    week = ((day - first).days + first.weekday()) // 7
    return round(LEFT + week * PITCH, 1), round(band * BAND + TOP + day.weekday() * PITCH, 1)


def _row(year: int, band: int, weekday: int) -> tuple[float, float, float]:
    """A row of empty cells, one day of the week in one half of the year: x1, x2 and y."""
    first, last = (date(year, 7, 1), date(year, 12, 31)) if band else (date(year, 1, 1), date(year, 6, 30))
    begin = first + timedelta(days=(weekday - first.weekday()) % 7)
    end = last - timedelta(days=(last.weekday() - weekday) % 7)
    (x1, y), (x2, _y) = _place(begin), _place(end)
    return x1, x2 + CELL, y + CELL / 2


def _text(year: int, days: Sequence[EveningDay]) -> str:
    """How many evenings and matches, and the day of the week that has most of them."""
    matches = sum(count for _day, count in days)
    evenings = ngettext("%(count)s velada", "%(count)s veladas", len(days)) % {"count": len(days)}
    played = ngettext("%(count)s partida", "%(count)s partidas", matches) % {"count": matches}
    facts: dict[str, object] = {"year": year, "evenings": evenings, "matches": played}
    if len(days) == 1:
        return _("%(year)s: %(evenings)s, %(matches)s.") % facts
    [(_weekday, times)] = (by_day := Counter(day.weekday() for day, _count in days)).most_common(1)
    usual = next(day for day, _count in days if by_day[day.weekday()] == times)
    facts |= {"day": date_format(usual, "l"), "times": times}
    return _("%(year)s: %(evenings)s, %(matches)s. El día con más veladas: %(day)s (%(times)s).") % facts
