"""The colour of each side of a match: of its row, its line in the chart and its picture."""

from __future__ import annotations

from rules.match.board import Side
from scores.core.matches.scoresheet import Sheet

COLOURS = 8  # of the style sheet; each has its own dashes too


def of_sheet(sheet: Sheet) -> dict[Side, int]:
    """The colour that a player of the side has chosen, else that of its first seat; all different while
    there are enough: who comes later in the order of sides gets the first free one.
    """
    sides = sheet.board.sides
    chosen = {side: chosen_by(sheet, side) for side in sides}
    given: dict[Side, int] = {}
    for side in sides:
        wanted = chosen[side]
        if wanted is not None and wanted not in given.values():
            given[side] = wanted
    for side in sides:
        if side not in given:
            given[side] = _free(side[0] % COLOURS, list(given.values()))
    return given


def chosen_by(sheet: Sheet, side: Side) -> int | None:
    """The colour that the first of the side to have one has chosen."""
    colours = [sheet.faces[seat].colour for seat in side]
    return next((colour for colour in colours if colour is not None), None)


def _free(wanted: int, taken: list[int]) -> int:
    """The wanted colour, or the first that is free; the wanted one too if none is."""
    return next((colour for colour in (wanted, *range(COLOURS)) if colour not in taken), wanted)
