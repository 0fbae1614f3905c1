"""A row of a paper sheet: what its numbers tell of who closed, and how, where they leave one answer."""

from __future__ import annotations

from collections.abc import Mapping

from rules.close_kinds import Close
from rules.events import Seat
from rules.knobs import CleanFor, Scoring
from rules.match.board import Board
from rules.ruleset import Ruleset
from rules.scoring.points import kinds_of_close, price_of_close

Numbers = Mapping[Seat, int | None]
"""What is written for each seat; None where the paper is blank."""


def told_by(board: Board, numbers: Numbers, close: Close | None = None) -> dict[Seat, Close]:
    """Who may have closed by what is written, and how: as `close` says, if it was said.

    Something left loose may be anybody's points, so it tells only where no other number does.
    """
    ways = {seat: _way(board, numbers[seat], close) for seat in board.seats_playing if seat in numbers}
    told = {seat: way for seat, way in ways.items() if way is not None}
    nothing_loose: dict[Seat, Close] = {seat: way for seat, way in told.items() if way is not Close.KNOCK}
    return nothing_loose or told


def says(ruleset: Ruleset, close: Close, number: int | None) -> bool:
    """Whether one who closed so has this number on paper; a blank is a close with nothing left loose."""
    if ruleset.pays_winners_hand:
        return number is not None
    if close is Close.KNOCK:
        return number is not None and 1 <= number <= ruleset.close_limit
    if number is None:
        return True
    return number == (price_of_close(ruleset, close, 0) if ruleset.scoring is Scoring.COUNT else 0)


def is_melded(ruleset: Ruleset, number: int | None) -> bool:
    """Whether the number is the reward of one who melded everything without having closed."""
    is_reward = ruleset.clean_for is CleanFor.ANYONE and ruleset.clean_points < 0
    return is_reward and number == ruleset.clean_points


def _way(board: Board, number: int | None, close: Close | None) -> Close | None:
    """The plainest way of closing that the number says."""
    ruleset = board.next_ruleset
    ways = kinds_of_close(ruleset, len(board.order)) if close is None else (close,)
    return next((way for way in ways if says(ruleset, way, number)), None)
