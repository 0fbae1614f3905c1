"""The picture of a match to send round: who won, the places and totals, and how it went."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

from rules.match.board import Side
from rules.match.gin_totals import final_total
from scores.images import render
from scores.images.text_layout import Line, line
from scores.matches.scoresheet import Sheet
from scores.notation.numbers import signed
from scores.recap import chart, share_text

LEFT, RIGHT = 70, 1130
TOP, BOTTOM = 205, 572  # of the list
LIST, WHOLE = 620, 1130  # where the list ends, beside a chart and without one
TALLEST = 76  # of a row
NAME = 166  # where names begin
TOTAL = 130  # room for a total
LETTERS = 0.54  # their size in a row of height 1


@dataclass(frozen=True)
class RankingRow:
    """One side: its place, name and total, and the line that is its on the chart."""

    top: float
    middle: float
    base: float  # on which the letters stand
    place: int
    name: Line
    total: str
    colour: int
    won: bool


def png(sheet: Sheet) -> bytes:
    """The match as it stands, over or not, in the language of who asks."""
    drawn = chart.chart_of(sheet)
    right = LIST if drawn else WHOLE
    context = {
        "headline": line(share_text.headline(sheet), 64, RIGHT - LEFT, bold=True),
        "circumstances": line(share_text.circumstances(sheet), 32, RIGHT - LEFT),
        "rows": _rows(sheet, right),
        "high": round(_high(sheet) - 4, 1),
        "size": round(_high(sheet) * LETTERS, 1),
        "right": right,
        "chart": drawn,
        "style": _style(),
    }
    return render.png("scores/recap/match_card.svg", context)


def _rows(sheet: Sheet, right: int) -> list[RankingRow]:
    ranked, high = share_text.standings(sheet), _high(sheet)
    return [
        _row(sheet, side, place, TOP + at * high, right - NAME - TOTAL)
        for at, (place, side) in enumerate(ranked)
    ]


def _row(sheet: Sheet, side: Side, place: int, top: float, room: float) -> RankingRow:
    high, board = _high(sheet), sheet.board
    won = side[0] in board.winners
    return RankingRow(
        top=round(top, 1),
        middle=round(top + high / 2, 1),
        base=round(top + high * 0.69, 1),
        place=place,
        name=line(sheet.called(side), high * LETTERS, room, bold=won),
        total=signed(final_total(board, side[0])),
        colour=side[0] % chart.COLOURS,
        won=won,
    )


def _high(sheet: Sheet) -> float:
    """Of a row: as high as leaves room for all."""
    return min(TALLEST, (BOTTOM - TOP) / len(sheet.board.sides))


@cache
def _style() -> str:
    """The chart's part of the style sheet, in the colours of daylight: a picture has no themes."""
    sheet = Path(settings.BASE_DIR, "static", "css", "app.css").read_text(encoding="utf-8")
    colours = dict(re.findall(r"--(\w+): (#\w+);", sheet[: sheet.index("@media")]))
    part = sheet[sheet.index("/* The chart */") : sheet.index("/* The log */")]
    return re.sub(r"var\(--(\w+)\)", lambda found: colours[found[1]], part)
