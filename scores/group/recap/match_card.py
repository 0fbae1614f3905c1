"""The picture of a match to share: winner, ranking and chart."""

from __future__ import annotations

from dataclasses import dataclass

from rules.match.board import Side
from rules.match.gin_totals import final_total
from scores.core.matches import colours
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import signed
from scores.group.images import render
from scores.group.images.text_layout import TextLine, bytes_each, fitted_line
from scores.group.recap import chart, share_text

LEFT, RIGHT = 70, 1130
TOP, BOTTOM = 205, 572  # y range of the ranking
LIST, WHOLE = 620, 1130  # right edge of the ranking, with and without a chart
TALLEST = 76  # height of a row
NAME = 166  # x of the names
TOTAL = 130  # width of a total
LETTERS = 0.54  # font size relative to the height of a row


@dataclass(frozen=True)
class RankingRow:
    """One side: place, name, total and its colour in the chart."""

    top: float
    middle: float
    base: float  # baseline of the text
    place: int
    name: TextLine
    total: str
    colour: int
    won: bool


def png(sheet: Sheet) -> bytes:
    """The picture as PNG, of a match in progress too, in the active language."""
    lines = chart.chart_of(sheet)
    right = LIST if lines else WHOLE
    context = {
        "headline": fitted_line(share_text.headline(sheet), 64, RIGHT - LEFT, bold=True),
        "circumstances": fitted_line(share_text.circumstances(sheet), 32, RIGHT - LEFT),
        "rows": _rows(sheet, right),
        "high": round(_row_height(sheet) - 4, 1),
        "size": round(_row_height(sheet) * LETTERS, 1),
        "right": right,
        "chart": lines,
    }
    return render.png("scores/recap/match_card.svg", context)


def _rows(sheet: Sheet, right: int) -> list[RankingRow]:
    ranked, height = share_text.standings(sheet), _row_height(sheet)
    return [
        _row(sheet, side, place, TOP + index * height, right - NAME - TOTAL)
        for index, (place, side) in enumerate(ranked)
    ]


def _row(sheet: Sheet, side: Side, place: int, top: float, room: float) -> RankingRow:
    height, board = _row_height(sheet), sheet.board
    won = side[0] in board.winners
    return RankingRow(
        top=round(top, 1),
        middle=round(top + height / 2, 1),
        base=round(top + height * 0.69, 1),
        place=place,
        name=fitted_line(
            f"{sheet.emoji_of(side)} {sheet.called(side)}".strip(),
            height * LETTERS,
            room,
            bold=won,
            emoji_bytes=bytes_each(len(board.sides)),
        ),
        total=signed(final_total(board, side[0])),
        colour=colours.of_sheet(sheet)[side],
        won=won,
    )


def _row_height(sheet: Sheet) -> float:
    """The height of a row, so that all sides fit."""
    return min(TALLEST, (BOTTOM - TOP) / len(sheet.board.sides))
