"""The final totals, and the money of a match: who is ahead by how much, and who pays whom, in units of the
ruleset (`cents`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.events import Seat
from rules.knobs import Scoring, Settlement
from rules.match.board import Board, sides_of

Units = dict[Seat, int]
Gain = tuple[Sequence[Seat], int]
"""What some seats win together, or lose."""


def pot(board: Board) -> int:
    """All stakes and buy-backs paid so far."""
    return sum(standing.paid for standing in board.standings.values())


def has_money(board: Board) -> bool:
    """Whether the match is played for money, or was and somebody has paid."""
    paid = any(
        standing.paid or standing.settled for standing in board.standings.values()
    )
    return board.next_ruleset.plays_for_money or paid


def net(board: Board) -> Units:
    """What each seat has won or lost, in seat order: the pot, what was paid hand by hand, and at the end the
    fees of the match and the points.

    It sums to zero, or to minus the pot while nobody has won that. What does not divide among tied winners or
    between partners leaves its odd units to those first in seat order (docs/rules/FORMAT.md#money).
    """
    units = {}
    for seat in board.order:
        standing = board.standings[seat]
        units[seat] = standing.settled - standing.paid
    for together, gain in _gains_at_the_end(board) if board.is_over else ():
        seats = [seat for seat in board.order if seat in together]
        for seat, share in zip(seats, _shares(gain, len(seats)), strict=True):
            units[seat] += share
    return units


def payments(board: Board) -> tuple[Payment, ...]:
    """The fewest payments that settle a match that is over, or a ledger at any time, as if no stake were in
    the pot yet. Empty while a pot is still played for.
    """
    units = net(board)
    return () if sum(units.values()) else fewest_payments(units)


def _gains_at_the_end(board: Board) -> Iterator[Gain]:
    """What the end of a match adds to the money of its hands: the pot, the fees of the match, the points."""
    ruleset = board.ruleset
    yield board.winners, pot(board)
    # Chinaso: all who sat at the table pay the winner of the match (docs/rules/CANON.md#chinaso).
    losers = [seat for seat in board.order if seat not in board.winners]
    yield board.winners, ruleset.game_fee * len(losers)
    for seat in losers:
        yield (seat,), -ruleset.game_fee
    # A ledger has paid its points hand by hand.
    if ruleset.per_point and ruleset.scoring is not Scoring.COLLECT:
        yield from _gains_by_points(board)


def _gains_by_points(board: Board) -> Iterator[Gain]:
    """The differences of the final totals; who retired keeps that total."""
    sums = final_sums(board)
    per_point = board.ruleset.per_point * (1 if board.high_wins else -1)
    worth = {side: per_point * sums[side[0]].total for side in board.sides}
    if board.ruleset.settlement is Settlement.PAIRWISE:
        total = sum(worth.values())
        for side, own in worth.items():
            yield side, len(worth) * own - total
        return
    winners = sides_of(board, board.winners)
    most = worth[winners[0]]
    for side, own in worth.items():
        yield side, own - most
    behind = sum(most - own for own in worth.values())
    yield from zip(winners, _shares(behind, len(winners)), strict=True)


def _shares(units: int, sharing: int) -> list[int]:
    """`units` in equal shares, odd units to the first."""
    share, odd = divmod(units, sharing)
    return [share + (index < odd) for index in range(sharing)]


class Payment(NamedTuple):
    payer: Seat
    payee: Seat
    units: int


EXACT_UP_TO = 12
"""With more debtors and creditors than this, one group settles all, perhaps with more payments.

Twelve take ten milliseconds, and each one more doubles that.
"""


def fewest_payments(
    units: Mapping[Seat, int], exact_up_to: int = EXACT_UP_TO
) -> tuple[Payment, ...]:
    """The payments that bring everybody in `units` (won, or lost below 0) to zero: no fewer will do.

    A group of n whose sums cancel settles in n - 1 payments, so the fewest come from the most such groups.
    The same units in the same order always give the same payments. Raises ValueError if they do not sum to
    zero.

    >>> for payment in fewest_payments({0: -10, 1: -5, 2: 15}):
    ...     print(payment.payer, "pays", payment.payee, payment.units)
    0 pays 2 10
    1 pays 2 5
    """
    if sum(units.values()):
        raise ValueError(f"does not sum to zero: {units!r}")
    owing = [seat for seat, unit in units.items() if unit]
    groups = [[*range(len(owing))]]
    if len(owing) <= exact_up_to:
        groups = _most_groups([units[seat] for seat in owing])
    payments: list[Payment] = []
    for group in groups:
        payments += _within({owing[index]: units[owing[index]] for index in group})
    return tuple(payments)


def _most_groups(units: list[int]) -> list[list[int]]:
    """The indices of `units` in the most groups that each sum to zero.

    They are put in one by one; each time the sum of those put in is zero a group is closed. `most[mask]` is
    the most groups closed with the indices of `mask` in, `last[mask]` the index put in last.
    """
    sums = [0]
    most = [0]
    last = [-1]
    for mask in range(1, 1 << len(units)):
        low = (mask & -mask).bit_length() - 1
        sums.append(sums[mask & (mask - 1)] + units[low])
        before = [index for index in range(len(units)) if mask >> index & 1]
        last.append(max(before, key=lambda index: most[mask ^ (1 << index)]))
        most.append(most[mask ^ (1 << last[mask])] + (sums[mask] == 0))
    groups: list[list[int]] = []
    mask = len(sums) - 1
    while mask:
        if sums[mask] == 0:
            groups.append([])
        groups[-1].append(last[mask])
        mask ^= 1 << last[mask]
    return sorted(sorted(group) for group in groups)


def _within(units: dict[Seat, int]) -> list[Payment]:
    """Each debtor pays the first creditor who is still owed: at most one payment fewer than seats."""
    owed = {seat: unit for seat, unit in units.items() if unit > 0}
    payments = []
    for payer, unit in units.items():
        debt = -unit
        while debt > 0:
            payee = next(iter(owed))
            paid = min(debt, owed[payee])
            payments.append(Payment(payer, payee, paid))
            debt -= paid
            owed[payee] -= paid
            if not owed[payee]:
                del owed[payee]
    return payments


@dataclass(frozen=True)
class FinalSum:
    """The parts of one side's grand total in Gin, in the order in which they are added: in the illustration
    of docs/rules/CANON.md#gin, five boxes to two, 118 + 75 + 100 = 293 against 50.
    """

    points: int  # of the hands
    boxes: int  # hands won; what they are worth is in `box_points`
    # the points again, where the loser won no hand and the house doubles that
    shutout: int = 0
    box_points: int = 0  # for the difference in boxes; may be below 0
    game_bonus: int = 0

    @property
    def total(self) -> int:
        return self.points + self.shutout + self.box_points + self.game_bonus


def final_sums(board: Board) -> dict[Seat, FinalSum]:
    """Every seat's grand total. Only the side that wins a match of Gin alone adds any to its points."""
    sums = {
        seat: FinalSum(standing.total, standing.boxes)
        for seat, standing in board.standings.items()
    }
    ruleset = board.ruleset
    winning = sides_of(board, board.winners)
    if ruleset.scoring is not Scoring.DIFFERENCE or len(winning) != 1:
        return sums
    own = board.standings[winning[0][0]]
    others = [
        board.standings[side[0]].boxes for side in board.sides if side != winning[0]
    ]
    of_winner = FinalSum(
        points=own.total,
        boxes=own.boxes,
        shutout=own.total if ruleset.shutout and not any(others) else 0,
        box_points=sum(own.boxes - boxes for boxes in others) * ruleset.box,
        game_bonus=ruleset.game_bonus,
    )
    return {**sums, **dict.fromkeys(winning[0], of_winner)}


def final_total(board: Board, seat: Seat) -> int:
    """The total of `seat`, with all that the end of the match adds to it."""
    return final_sums(board)[seat].total
