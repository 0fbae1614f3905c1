"""The hands from which the rest of a match is drawn, and what they add under the rules of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.close_kinds import Close
from rules.events import HandScored, Seat
from rules.forecast.dice import Dice
from rules.forecast.shipped_hands import shipped_hands
from rules.ruleset import Ruleset
from rules.scoring.points import price, wins_match

ENOUGH_HANDS = 50
"""With fewer hands of its own for a number of players, a group plays with the shipped ones."""


class PricedHand(NamedTuple):
    """What a hand adds to those who played it, the best first."""

    points: tuple[int, ...]
    closer: int | None = None  # the place of the player who closed
    knocks: bool = False  # whether a closer who would bust may not close so
    wins: bool = False  # whether the closer wins the match at once


class HandPool:
    """Hands of one game by the number of players who played them.

    `own` are hands of the group: how many played it, and the hand as `renumbered` leaves it. In a game of
    contracts they are not used, because every contract has hands of its own.
    """

    def __init__(self, ruleset: Ruleset, own: Sequence[tuple[int, HandScored]] = ()) -> None:
        self._ruleset = ruleset
        self._own: dict[int, list[HandScored]] = {}
        for players, hand in own if not ruleset.contracts else ():
            self._own.setdefault(players, []).append(hand)
        self._priced: dict[tuple[int, int], list[PricedHand]] = {}

    def drawn(self, players: int, hand_number: int, dice: Dice) -> PricedHand:
        """One hand of so many players. `hand_number`, from 0, counts where each hand has a contract."""
        contract = hand_number if self._ruleset.contracts else 0
        hands = self._priced.get((players, contract))
        if hands is None:
            hands = self._priced[players, contract] = self._hands(players, contract)
        return hands[dice.below(len(hands))]

    def _hands(self, players: int, contract: int) -> list[PricedHand]:
        own = self._own.get(players, [])
        if len(own) >= ENOUGH_HANDS:
            return [priced(self._ruleset, hand, players) for hand in own]
        shipped = shipped_hands(self._ruleset.key)
        sizes = sorted(shipped, key=lambda size: (abs(size - players), size))
        of_contracts = shipped[sizes[0]]
        hands = of_contracts[contract % len(of_contracts)]
        return [
            priced(self._ruleset, with_players(hand, others, sizes[0], players), players)
            for hand, others in zip(hands, hands[1:] + hands[:1])  # noqa: B905 -- as long
        ]


def priced(ruleset: Ruleset, hand: HandScored, players: int) -> PricedHand:
    """What `hand`, played by the seats from 0 to `players` - 1, adds under these rules."""
    seats = list(range(players))
    added = price(ruleset, hand, seats)
    ranks = results(ruleset, hand, seats)
    order = sorted(seats, key=lambda seat: (ranks[seat], seat != hand.closer))
    return PricedHand(
        tuple([added.get(seat, 0) for seat in order]),
        None if hand.closer is None else order.index(hand.closer),
        hand.close is Close.KNOCK and not ruleset.close_may_bust,
        wins_match(ruleset, hand),
    )


def results(ruleset: Ruleset, hand: HandScored, seats: Sequence[Seat]) -> dict[Seat, int]:
    """How good the hand was for each of `seats`, who played it: the lowest number is the best."""
    if wins_match(ruleset, hand):
        return {seat: int(seat != hand.closer) for seat in seats}
    sign = -1 if ruleset.high_wins else 1
    added = price(ruleset, hand, seats)
    return {seat: sign * added.get(seat, 0) for seat in seats}


def with_players(hand: HandScored, other: HandScored, size: int, players: int) -> HandScored:
    """`hand` of `size` seats as if `players` had played it.

    The last seats leave it; for seats that it lacks, those of `other` come again. The closer is seat 0.
    """
    if size >= players:
        staying = range(players)
        return _of_seats(hand, hand.deadwood, hand.table, staying)
    deadwood, table = dict(hand.deadwood), dict(hand.table)
    for seat in range(size, players):
        source = 1 + (seat - size) % (size - 1)
        deadwood[seat] = other.deadwood.get(source, 0)
        table[seat] = other.table.get(source, 0)
    return _of_seats(hand, deadwood, table, range(players))


def _of_seats(
    hand: HandScored, deadwood: Mapping[int, int], table: Mapping[int, int], seats: Sequence[int]
) -> HandScored:
    return HandScored(
        {seat: deadwood[seat] for seat in seats if seat in deadwood},
        hand.closer,
        hand.close,
        (),
        {seat: table[seat] for seat in seats if seat in table} if hand.table else {},
        hand.value,
    )


def renumbered(hand: HandScored, seats: Sequence[int]) -> HandScored:
    """The hand with `seats`, who played it, numbered from 0; the closer, if there is one, is 0."""
    order = sorted(seats, key=lambda seat: seat != hand.closer)
    number = {seat: place for place, seat in enumerate(order)}
    return HandScored(
        {number[seat]: left for seat, left in hand.deadwood.items() if seat in number},
        None if hand.closer is None else number[hand.closer],
        hand.close,
        tuple(number[seat] for seat in hand.melded if seat in number),
        {number[seat]: points for seat, points in hand.table.items() if seat in number},
        hand.value,
    )
