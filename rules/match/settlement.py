"""The final totals, and the money of a match: who is ahead by how much, and who pays whom, in units of the
ruleset (`cents`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.events import Seat
from rules.knobs import Scoring, Settlement
from rules.match.board import Board, Side, sides_of

Units = dict[Seat, int]


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
    paid = {
        seat: standing.settled - standing.paid
        for seat, standing in board.standings.items()
    }
    parts = [
        paid,
        _split(pot(board), _seats_in_order(board, board.winners)),
        _game_fees(board),
        _for_points(board),
    ]
    return {seat: sum(part.get(seat, 0) for part in parts) for seat in board.order}


def payments(board: Board) -> tuple[Payment, ...]:
    """The fewest payments that settle a match that is over, or a ledger at any time, as if no stake were in
    the pot yet. Empty while a pot is still played for.
    """
    units = net(board)
    return () if sum(units.values()) else fewest_payments(units)


def _game_fees(board: Board) -> Units:
    """Chinaso: all who sat at the table pay the winner of the match (docs/rules/CANON.md#chinaso)."""
    winners = _seats_in_order(board, board.winners)
    if not winners:
        return {}
    fee = board.ruleset.game_fee
    losers = {seat: -fee for seat in board.order if seat not in winners}
    return _sum(losers, _split(fee * len(losers), winners))


def _for_points(board: Board) -> Units:
    """The differences of the final totals; who retired keeps that total. A ledger has paid by hand."""
    ruleset = board.ruleset
    if not (board.is_over and ruleset.per_point) or ruleset.scoring is Scoring.COLLECT:
        return {}
    sums = final_sums(board)
    sign = 1 if board.high_wins else -1
    worth = {
        side: sign * ruleset.per_point * sums[side[0]].total for side in board.sides
    }
    if ruleset.settlement is Settlement.WINNER_ONLY:
        return _to_the_winners(board, worth)
    total = sum(worth.values())
    return _sum(
        *(
            _split(len(worth) * own - total, _seats_in_order(board, side))
            for side, own in worth.items()
        )
    )


def _to_the_winners(board: Board, worth: Mapping[Side, int]) -> Units:
    """Each of the others pays their difference to the winners."""
    winners = sides_of(board, _seats_in_order(board, board.winners))
    behind = {
        side: worth[winners[0]] - own
        for side, own in worth.items()
        if side not in winners
    }
    shares = _split(sum(behind.values()), range(len(winners)))
    paid = [
        _split(-units, _seats_in_order(board, side)) for side, units in behind.items()
    ]
    return _sum(
        *paid,
        *(
            _split(shares[index], _seats_in_order(board, side))
            for index, side in enumerate(winners)
        ),
    )


def _seats_in_order(board: Board, seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in board.order if seat in seats]


def _split(units: int, seats: Sequence[Seat]) -> Units:
    """`units` in equal shares, odd units to the first seats; empty where there are no seats."""
    if not seats:
        return {}
    share, odd = divmod(units, len(seats))
    return {seat: share + (1 if index < odd else 0) for index, seat in enumerate(seats)}


def _sum(*parts: Units) -> Units:
    whole: Units = {}
    for part in parts:
        for seat, units in part.items():
            whole[seat] = whole.get(seat, 0) + units
    return whole


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
    payments: list[Payment] = []
    is_exact = len(owing) <= exact_up_to
    for group in (
        _most_groups([units[seat] for seat in owing])
        if is_exact
        else [range(len(owing))]
    ):
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
    for payer, debt in ((seat, -unit) for seat, unit in units.items() if unit < 0):
        while debt:
            payee = next(iter(owed))
            paid = min(debt, owed[payee])
            payments.append(Payment(payer, payee, paid))
            debt = debt - paid
            owed[payee] = owed[payee] - paid
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
