"""Who is bust, who buys back in, and who has won."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules.events import Seat
from rules.knobs import Ends, OutAt, RebuyChoice, RebuyPoints
from rules.match.board import Board, Standing, Status, board_with_standing, sides_of
from rules.match.settlement import final_sums
from rules.ruleset import Ruleset


def places(board: Board) -> dict[Seat, int]:
    """The place of each seat, 1 the best (docs/rules/RULESETS.md#places). Partners share one."""
    rank = _ranks(board)
    ranks = {side: min(rank[seat] for seat in side) for side in board.sides}
    place = {
        side: 1 + sum(other < mine for other in ranks.values())
        for side, mine in ranks.items()
    }
    return {seat: place[board.side_of(seat)] for seat in board.standings}


def _ranks(board: Board) -> dict[Seat, tuple[bool, bool, int, int]]:
    """By what the seats are ordered, the smallest first: winners, those in play by total, the others. Where
    the match ends by elimination, whoever left last is the first of these.
    """
    sums = final_sums(board)
    sign = -1 if board.high_wins else 1
    is_elimination = board.ruleset.ends is Ends.LAST_STANDING
    return {
        seat: (
            seat not in board.winners,
            standing.status is not Status.IN,
            -_hands_in_play(board, standing) if is_elimination else 0,
            sign * sums[seat].total,
        )
        for seat, standing in board.standings.items()
    }


def _hands_in_play(board: Board, standing: Standing) -> int:
    """The hands for which a seat was in play; all of them, if it is or owes an answer."""
    has_left = standing.status in (Status.OUT, Status.RETIRED)
    return standing.left_after if has_left else board.hands


def left(board: Board, seat: Seat, status: Status, **facts: Any) -> Board:
    """The board after `seat` went out or retired."""
    return board_with_standing(
        board, seat, status=status, left_after=board.hands, **facts
    )


def with_bust(board: Board, bust: Sequence[Seat]) -> Board:
    """docs/rules/RULESETS.md#after-a-hand: who is bust buys back in, is asked, or is out."""
    if not bust:
        return board
    remaining = [seat for seat in board.seats_in if seat not in bust]
    if not remaining:  # the lowest total wins, equal totals share
        lowest = min(board.total(seat) for seat in bust)
        winners = tuple(seat for seat in bust if board.total(seat) == lowest)
        for seat in bust:
            board = board if seat in winners else left(board, seat, Status.OUT)
        return replace(board, winners=winners)
    board = replace(
        board,
        level=rebuy_level(board.ruleset, [board.total(seat) for seat in remaining]),
    )
    for seat in bust:
        board = _after_bust(board, seat, len(remaining))
    return board


def _after_bust(board: Board, seat: Seat, remaining: int) -> Board:
    refused = why_no_rebuy(board.ruleset, board.standings[seat].rebuys, remaining)
    if refused:
        return left(board, seat, Status.OUT, no_rebuy=refused)
    if board.ruleset.rebuy_choice is RebuyChoice.ASK:
        return board_with_standing(board, seat, status=Status.ASKED)
    return back_in(board, seat)


def why_no_rebuy(ruleset: Ruleset, rebuys: int, remaining: int) -> str:
    """The code by which a bust player with so many rebuys may not buy back in; empty if they may."""
    if rebuys_used_up(ruleset, rebuys):
        return "no-rebuys-left"
    return "" if remaining >= ruleset.rebuy_needs else "rebuy-not-allowed"


def rebuys_used_up(ruleset: Ruleset, rebuys: int) -> bool:
    return ruleset.rebuys is not None and rebuys >= ruleset.rebuys


def rebuy_level(ruleset: Ruleset, remaining: Iterable[int]) -> int:
    """The highest total of those who did not bust, or one more where the house says so and it is no bust."""
    highest = max(remaining)
    if ruleset.rebuy_points is RebuyPoints.PLUS_ONE:
        return ruleset.highest_safe(highest + 1)
    return highest


def back_in(board: Board, seat: Seat) -> Board:
    """The board after `seat` bought back in, at the total at which all who are bust come back."""
    standing = board.standings[seat]
    return board_with_standing(
        board,
        seat,
        total=board.level,
        status=Status.IN,
        rebuys=standing.rebuys + 1,
        paid=standing.paid + board.ruleset.price_of_rebuy(),
    )


def board_with_winners(board: Board) -> Board:
    """The board with its winners, if the match is decided and no buy-back question is open."""
    if board.is_over or board.seats_asked:
        return board
    leaders = board.leaders
    if len(sides_of(board, board.seats_in)) == 1 or _reached_its_end(board, leaders):
        return replace(board, winners=leaders)
    return board


def _reached_its_end(board: Board, leaders: Sequence[Seat]) -> bool:
    """Whether the match ends. Rules changed since the last hand end it only after the next hand.

    Gin in pairs ends only after a whole deal, whose hands are played at the same time
    (docs/rules/CANON.md#gin-pairs).
    """
    if board.met:
        return False
    totals = [board.total(seat) for seat in board.seats_in]
    if not all(
        reaches_end(ruleset, board.hands, totals)
        for ruleset in (board.ruleset, board.next_ruleset)
    ):
        return False
    return not plays_on_a_tie(board.ruleset) or len(sides_of(board, leaders)) == 1


def reaches_end(ruleset: Ruleset, hands: int, totals: Iterable[int]) -> bool:
    """Whether a match is at its last hand or at its target; not whether one player is left."""
    if ruleset.ends is Ends.HANDS and ruleset.limit is not None:
        return hands >= ruleset.limit
    return ruleset.ends is Ends.TARGET and any(map(ruleset.reaches_limit, totals))


def plays_on_a_tie(ruleset: Ruleset) -> bool:
    """Whether leaders with the same total at the target play another hand: docs/rules/CANON.md#rum-500."""
    return ruleset.high_wins and ruleset.ends is Ends.TARGET


def to_go(board: Board) -> dict[Seat, int]:
    """The points that each seat in play still needs to reach the target; empty where there is no target."""
    ruleset = board.next_ruleset
    if ruleset.ends is not Ends.TARGET or ruleset.limit is None:
        return {}
    target = ruleset.limit if ruleset.out_at is OutAt.REACH else ruleset.limit + 1
    return {seat: max(0, target - board.total(seat)) for seat in board.seats_in}
