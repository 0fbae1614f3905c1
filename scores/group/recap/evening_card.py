"""The picture of an evening to share: wins and money of everybody, and the hand of the night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import ngettext

from scores.core.notation.numbers import gained
from scores.group.images import render
from scores.group.images.text_layout import TextLine, bytes_each, fitted_line
from scores.group.recap.evening import Evening, EveningTally
from scores.models import Circle

TOP, BOTTOM = 205, 540  # y range of the players
TALLEST = 76  # height of a row
NAME_WIDTH, TEXT_WIDTH, MONEY_WIDTH = 480, 1060, 240
MOST_ROWS = 24  # of those with most wins; more would be too small to read
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
    tallies = evening.tallies[:MOST_ROWS]
    height = min(TALLEST, (BOTTOM - TOP) / len(tallies))
    size, most = height * LETTERS, bytes_each(2 * len(tallies))
    sums = [(cash.currency, dict(cash.net)) for cash in evening.cash]
    return [
        {
            "base": round(TOP + place * height + height * 0.69, 1),
            "name": fitted_line(tally.name, size, NAME_WIDTH, bold=bool(tally.wins), emoji_bytes=most),
            "wins": fitted_line(wins_text(tally), size * 0.75, MONEY_WIDTH),
            "money": fitted_line(
                _money_of(sums, tally.name), size * 0.75, MONEY_WIDTH, bold=True, emoji_bytes=most
            ),
        }
        for place, tally in enumerate(tallies)
    ]


def _money_of(sums: Sequence[tuple[str, Mapping[str, int]]], name: str) -> str:
    return " · ".join(gained(net[name], currency) for currency, net in sums if net.get(name))
