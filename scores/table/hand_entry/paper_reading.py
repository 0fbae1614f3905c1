"""Derive from the numbers of a row of a paper sheet who closed, and how."""

from __future__ import annotations

from collections.abc import Mapping

from rules.close_kinds import Close
from rules.events import Seat
from rules.knobs import CleanFor, Scoring
from rules.match.board import Board
from rules.match.opponents import meets_one, opponent_due
from rules.ruleset import Ruleset
from rules.scoring.points import kinds_of_close, price_of_close

Numbers = Mapping[Seat, int | None]
"""The number of each seat on paper; None for a blank."""


def possible_closers(board: Board, numbers: Numbers, close: Close | None = None) -> dict[Seat, Close]:
    """The seats that may have closed by their numbers, each with the kind of close (`close` if it is given).

    A number that fits a knock may also be the points of another player. So knocks are only considered if no
    number fits another close.
    """
    closes = {seat: _close_of(board, numbers[seat], close) for seat in board.seats_playing if seat in numbers}
    possible = {seat: kind for seat, kind in closes.items() if kind is not None}
    nothing_loose: dict[Seat, Close] = {
        seat: kind for seat, kind in possible.items() if kind is not Close.KNOCK
    }
    return nothing_loose or possible


def of_those_who_played(board: Board, numbers: Numbers, closer: Seat | None) -> Numbers:
    """Gin between two: only the numbers of the two who played the hand, as far as the row says who they are.

    A row with one number is a gin against that player, by the opponent who is due if nobody else is named.
    """
    if not meets_one(board):
        return numbers
    written = {seat: number for seat, number in numbers.items() if number is not None}
    if len(written) == 1 and closer is None:
        closer = opponent_due(board, next(iter(written)))
    return written if closer is None else {**written, closer: numbers.get(closer)}


def fits(ruleset: Ruleset, close: Close, number: int | None) -> bool:
    """Whether a player who closed so has this number on paper. A blank fits any close but a knock."""
    if ruleset.pays_winners_hand:
        return number is not None
    if close is Close.KNOCK:
        return number is not None and 1 <= number <= ruleset.close_limit
    if number is None:
        return True
    return number == (price_of_close(ruleset, close, 0) if ruleset.scoring is Scoring.COUNT else 0)


def is_melded(ruleset: Ruleset, number: int | None) -> bool:
    """Whether the number is the reward of a player who melded everything without closing."""
    is_reward = ruleset.clean_for is CleanFor.ANYONE and ruleset.clean_points < 0
    return is_reward and number == ruleset.clean_points


def _close_of(board: Board, number: int | None, close: Close | None) -> Close | None:
    """The commonest kind of close that the number fits; only `close` is tried if it is given."""
    ruleset = board.next_ruleset
    kinds = kinds_of_close(ruleset, len(board.order)) if close is None else (close,)
    return next((kind for kind in kinds if fits(ruleset, kind, number)), None)
