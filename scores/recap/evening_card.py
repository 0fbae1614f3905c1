"""The picture of an evening to share: wins and money of everybody, and the hand of the night."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import ngettext

from scores.images import render
from scores.images.text_layout import TextLine, fitted_line
from scores.models import Circle
from scores.notation.numbers import gained
from scores.recap.evening import Evening, EveningTally

TOP, BOTTOM = 205, 540  # y range of the players
TALLEST = 76  # height of a row
NAME_WIDTH, TEXT_WIDTH, MONEY_WIDTH = 480, 1060, 240
LETTERS = 0.54  # font size relative to the height of a row


def png(circle: Circle, day: date, evening: Evening) -> bytes:
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
    count = evening.matches
    matches = ngettext("%(count)s partida", "%(count)s partidas", count) % {"count": count}
    return f"{date_format(day, 'DATE_FORMAT')} · {matches}"


def wins_text(tally: EveningTally) -> str:
    """«2 ganadas de 3»"""
    facts = {"wins": tally.wins, "matches": tally.matches}
    return ngettext("%(wins)s ganada de %(matches)s", "%(wins)s ganadas de %(matches)s", tally.wins) % facts


def _rows(evening: Evening) -> list[dict[str, float | TextLine]]:
    height = min(TALLEST, (BOTTOM - TOP) / len(evening.tallies))
    size = height * LETTERS
    return [
        {
            "base": round(TOP + place * height + height * 0.69, 1),
            "name": fitted_line(tally.name, size, NAME_WIDTH, bold=bool(tally.wins)),
            "wins": fitted_line(wins_text(tally), size * 0.75, MONEY_WIDTH),
            "money": fitted_line(_money_of(evening, tally.name), size * 0.75, MONEY_WIDTH, bold=True),
        }
        for place, tally in enumerate(evening.tallies)
    ]


def _money_of(evening: Evening, name: str) -> str:
    sums = [(cash.currency, dict(cash.net).get(name, 0)) for cash in evening.cash]
    return " · ".join(gained(won, currency) for currency, won in sums if won)
