"""The result of each seat as a value computed from the log, for columns of the server and for a phone."""

from typing import NamedTuple

from rules.events import JOKERS_IN_RUN, Close, HandScored, Seat
from rules.match import settlement
from rules.match.corrections import Step
from rules.match.elimination import ranks
from rules.match.settlement import final_sums
from scores.core.matches.scoresheet import Sheet


class SeatResult(NamedTuple):
    """What one seat did in a match. `scores.models.Result` says what each number means."""

    seat: Seat
    place: int
    won: bool
    total: int
    money: int
    points: int
    hands: int
    buy_backs: int
    fewest: int | None
    most: int | None
    hand_points: list[int]
    busts: list[int]
    closes: int
    clean: int
    joker_runs: int
    chinchones: int


# What is summed for a league and for the figures of a player. What older results fill in later
# (`results.fill_in`) would be summed too early: let `fill_in` invalidate ratings then.
SUMMED = (
    "won",
    "place",
    "points",
    "hands",
    "closes",
    "clean",
    "joker_runs",
    "chinchones",
    "buy_backs",
)


def seat_results(sheet: Sheet) -> list[SeatResult]:
    """The result of each seat that takes part in the match, in the order of the seats."""
    board = sheet.board
    rank_of = ranks(board)
    sums = final_sums(board)
    money = settlement.net(board)
    hands = [step.event for step in sheet.hands if isinstance(step.event, HandScored)]
    results = []
    for seat in [
        row.position for row in sheet.seats if row.position in board.standings
    ]:
        closes = [hand.close for hand in hands if hand.closer == seat]
        points = [step.scored[seat] for step in sheet.hands if seat in step.scored]
        results.append(
            SeatResult(
                seat=seat,
                place=rank_of[seat],
                won=seat in board.winners,
                total=sums[seat].total,
                money=money[seat] * board.next_ruleset.cents_per_unit,
                points=sum(points),
                hands=len(points),
                buy_backs=board.standings[seat].rebuys,
                fewest=min(points) if points else None,
                most=max(points) if points else None,
                hand_points=points,
                # Hands played by then: a penalty is of the hand before it
                busts=[
                    step.after.hands for step in sheet.steps if _is_past(step, seat)
                ],
                closes=len(closes),
                clean=closes.count(Close.CLEAN),
                joker_runs=sum([close in JOKERS_IN_RUN for close in closes]),
                chinchones=closes.count(Close.CHINCHON),
            )
        )
    return results


def _is_past(step: Step, seat: Seat) -> bool:
    """Whether the step takes the seat past the limit; so it may win, where all others go past it, too."""
    board = step.after
    wins = seat in board.winners and board.ruleset.is_past(board.total(seat))
    return wins or seat in step.bust


def last_row(sheet: Sheet) -> int | None:
    """The number of the row that ended the match; None while it goes on."""
    if not sheet.board.is_over:
        return None
    ref = sheet.steps[-1].line.ref
    return ref if isinstance(ref, int) else ref[0]
