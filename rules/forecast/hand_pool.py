"""The hands from which the rest of a match is drawn, the group's own or shipped ones; the strength of players
that they show; the dice.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

from rules.events import Close, HandScored, Seat
from rules.ruleset import Ruleset
from rules.scoring.points import price, wins_match

ENOUGH_HANDS = 50
"""With fewer hands of its own for a number of players, a group plays with the shipped ones."""


class PricedHand(NamedTuple):
    """What a hand adds to those who played it, the best first."""

    points: tuple[int, ...]
    closer: int | None = None  # the index of the player who closed
    knocks: bool = False  # whether a closer who would bust may not close so
    wins: bool = False  # whether the closer wins the match at once


class HandPool:
    """Hands of one game by the number of players who played them.

    `shipped` are the texts of the shipped ones. `own` are hands of the group: how many played it, and the
    hand as `renumbered_hand` leaves it. In a game of contracts they are not used, because every contract has
    hands of its own.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        shipped: Mapping[str, Sequence[str]],
        own: Sequence[tuple[int, HandScored]] = (),
    ) -> None:
        self._ruleset = ruleset
        self._shipped = shipped
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
        hands = self._own.get(players, [])
        if len(hands) < ENOUGH_HANDS:
            hands = shipped_hands(self._shipped, players, contract)
        return [priced_hand(self._ruleset, hand, players) for hand in hands]


def priced_hand(ruleset: Ruleset, hand: HandScored, players: int) -> PricedHand:
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


def results(
    ruleset: Ruleset, hand: HandScored, seats: Sequence[Seat]
) -> dict[Seat, int]:
    """How good the hand was for each of `seats`, who played it: the lowest number is the best."""
    if wins_match(ruleset, hand):
        return {seat: int(seat != hand.closer) for seat in seats}
    sign = -1 if ruleset.high_wins else 1
    added = price(ruleset, hand, seats)
    return {seat: sign * added.get(seat, 0) for seat in seats}


def renumbered_hand(hand: HandScored, seats: Sequence[int]) -> HandScored:
    """The hand with `seats`, who played it, numbered from 0; the closer, if there is one, is 0."""
    order = sorted(seats, key=lambda seat: seat != hand.closer)
    number = {seat: index for index, seat in enumerate(order)}
    return HandScored(
        {number[seat]: left for seat, left in hand.deadwood.items() if seat in number},
        None if hand.closer is None else number[hand.closer],
        hand.close,
        tuple(number[seat] for seat in hand.melded if seat in number),
        {number[seat]: points for seat, points in hand.table.items() if seat in number},
        hand.value,
    )


CLOSES = {
    "K": Close.KNOCK,
    "C": Close.CLEAN,
    "1": Close.JOKER_RUN_1,
    "2": Close.JOKER_RUN_2,
    "H": Close.CHINCHON,
    "G": Close.GIN,
    "O": Close.OUT,
    "R": Close.RUMMY,
    "S": Close.CHINASO,
}


def shipped_hands(
    texts: Mapping[str, Sequence[str]], players: int, contract: int
) -> list[HandScored]:
    """The hands of a game for a contract as if so many had played them: those of the nearest number of
    players. The seats are numbered from 0, which is the closer.
    """
    size = min(texts, key=lambda size: (abs(int(size) - players), int(size)))
    of_contracts = texts[size]
    hands = of_contracts[contract % len(of_contracts)].split(" ")
    pairs = zip(hands, hands[1:] + hands[:1], strict=True)
    return [_hand(text, following, players) for text, following in pairs]


def _hand(text: str, following: str, players: int) -> HandScored:
    """The last players leave the hand; for those that it lacks, others of the `following` one come again."""
    close = CLOSES[text[0]]
    numbers = text[1:].split(",")
    if len(numbers) == 1:  # of the winner alone
        return HandScored({}, 0, close, value=int(numbers[0]))
    while len(numbers) < players:
        numbers += following.split(",")[1:]
    parts = [number.split(":") for number in numbers[:players]]
    deadwood = {seat: int(part[0]) for seat, part in enumerate(parts)}
    table = {seat: int(part[1]) for seat, part in enumerate(parts) if len(part) > 1}
    return HandScored(deadwood, 0, close, table=table)


Known = tuple[float, float]
"""What is known of a player's weight, which is 1 for a player like the others: the mean of its logarithm, and
one over the variance."""

UNKNOWN: Known = (0.0, 50.0)
"""Of somebody without hands. docs/design/forecast.md says where the variance comes from."""


class Strengths:
    """How strong players are, from their earlier hands.

    A hand compares each two who played it: the better result beats the other, equal ones are half a win each.
    It moves the logarithm of a player's weight by the wins beyond those that the weights of all expected, the
    less the surer it is (a Kalman filter of a Bradley-Terry model).
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, Known] = {}

    def copy(self) -> Strengths:
        """The same hands, to which others can be added."""
        other = Strengths()
        other._known = dict(self._known)
        return other

    def add(self, results: Mapping[Hashable, float]) -> None:
        """Count one hand: the result of each player, the lowest the best."""
        weights = {player: exp(self.known(player)[0]) for player in results}
        # Who has a bad hand loses to all others: they tell less than as many hands of two.
        told = 3 / (len(results) + 1)
        for player, result in results.items():
            weight = weights[player]
            surplus = sum(
                [
                    (theirs > result)
                    + (theirs == result) / 2
                    - weight / (weight + weights[other])
                    for other, theirs in results.items()
                ]
            )
            logarithm, sure = self.known(player)
            sure += told * len(results) / 4
            self._known[player] = logarithm + told * surplus / sure, sure

    def known(self, player: Hashable) -> Known:
        return self._known.get(player, UNKNOWN)


_BITS = 0xFFFFFFFF


class Dice:
    """Random numbers that are the same for the same seed, in every Python: a linear congruential generator of
    32 bits, of which the highest 24 are used.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _BITS

    def below(self, number: int) -> int:
        """A whole number from 0 to `number` - 1. `number` is below 2**24."""
        return int(self.fraction() * number)

    def fraction(self) -> float:
        """A number from 0 up to 1, without 1."""
        self._state = (self._state * 1664525 + 1013904223) & _BITS
        return (self._state >> 8) / 16777216

    def weight(self, known: Known) -> float:
        """A weight that the player may have. The difference of two fractions has a variance of 1/6."""
        logarithm, sure = known
        return exp(logarithm + (self.fraction() - self.fraction()) * sqrt(6 / sure))

    def random_ranking(
        self, seats: Sequence[int], weights: dict[int, float]
    ) -> list[int]:
        """The seats in a random order: each rank goes to a seat in proportion to its weight."""
        left = list(seats)
        weight = sum([weights[seat] for seat in left])
        order = []
        while len(left) > 1:
            at = self.fraction() * weight
            for seat in left:
                at -= weights[seat]
                if at < 0:
                    break
            weight -= weights[seat]
            left.remove(seat)
            order.append(seat)
        return order + left


def seed_of(numbers: Iterable[int]) -> int:
    """A seed of 32 bits from whole numbers (FNV-1a, a number at a time)."""
    seed = 2166136261
    for number in numbers:
        seed = ((seed ^ (number & _BITS)) * 16777619) & _BITS
    return seed
