"""The chances on a board in words, and the strength that its own hands show, as pure functions: a phone says
them as the server does.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from rules.events import HandScored, Seat
from rules.forecast.hand_pool import Strengths, results
from rules.match.board import Side, played_by
from rules.match.corrections import Step
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import chance


@dataclass(frozen=True)
class ChanceRow:
    """The chance of a side."""

    seats: Side
    name: str
    text: str
    percent: int
    before: str  # the chance before the hand
    moved: float  # by how much it changed


def rows(
    sheet: Sheet,
    chances: Mapping[Seat, float],
    before: Mapping[Seat, float] | None = None,
) -> list[ChanceRow]:
    """A row for each side at the table, in the order of play; with `before`, for those that had a chance."""
    earlier = chances if before is None else before
    return [
        ChanceRow(
            seats=side,
            name=sheet.name_of_side(side),
            text=chance(chances[side[0]]),
            percent=round(100 * chances[side[0]]),
            before=chance(earlier[side[0]]),
            moved=chances[side[0]] - earlier[side[0]],
        )
        for side in sheet.board.sides
        if side[0] in chances and side[0] in earlier
    ]


def add_hands(
    strengths: Strengths, steps: Sequence[Step], player_at: Mapping[Seat, Hashable]
) -> None:
    """Add what hands of a match show of its players."""
    for step in steps:
        if isinstance(step.event, HandScored):
            played = played_by(step.before, step.event)
            result_of = results(step.before.next_ruleset, step.event, played)
            strengths.add({player_at[seat]: result_of[seat] for seat in played})
