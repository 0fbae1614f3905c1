"""The chance of each player to win a match, from its board: the rest is played out many times.

Each hand is drawn from a pool of hands that were really played. Who has the best result in it, who the second
best, is drawn by the players' weights, and these, for each playout, from what is known of them. The dice are
seeded by the board, so the same board has the same chances. docs/design/forecast.md says what was measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.events import Seat
from rules.forecast.hand_pool import (
    UNKNOWN,
    Dice,
    HandPool,
    Known,
    PricedHand,
    seed_of,
)
from rules.knobs import Ends, SitOut
from rules.match.board import Board, Status, by_net
from rules.match.elimination import MatchTally

# of one forecast; a chance of 50 % then has a standard error of 2.5 points
PLAYOUTS = 400
FEWEST_PLAYOUTS = 60
WORK = 24_000  # hands times seats that one forecast plays at most, roughly
LONGEST = 400  # hands times seats of one playout
TRIED_FIRST = 20  # playouts that tell how long the rest of this match is
BUYS_BACK = 0.75  # how often a player who is asked buys back in
HANDS_OF_LEDGER = 12.0  # mean length of a match that the table ends when it likes
REDRAWS = 40  # hands drawn where the closer would bust by it
# how much likelier than usual that player then has the best hand
AHEAD = 4.0

_STATUSES = tuple(Status)  # their order is part of every seed


class Table(NamedTuple):
    """What is known of a table besides its board."""

    pool: HandPool
    known: Mapping[
        Seat, Known
    ] = {}  # of the players; UNKNOWN for a seat that is not named
    ledger_hands: float = HANDS_OF_LEDGER


class Forecast(NamedTuple):
    """The chance of each seat, from 0 to 1, and the work it took: hands times seats that were played."""

    chances: dict[Seat, float]
    work: int = 0


def forecast(board: Board, table: Table) -> Forecast:
    """The chance of each seat. Sides that share a win have equal parts; partners have one chance."""
    if board.is_over:
        return Forecast(_shares(board, board.winners))
    numbers = [board.hands]
    for seat in board.order:
        standing = board.standings[seat]
        numbers += standing.total, standing.rebuys, _STATUSES.index(standing.status)
    playout = _Playout(board, table, Dice(seed_of(numbers)))
    won = [playout.winners() for _ in range(TRIED_FIRST)]
    most = max(FEWEST_PLAYOUTS, WORK * TRIED_FIRST // max(1, playout.work))
    won += [playout.winners() for _ in range(min(PLAYOUTS, most) - TRIED_FIRST)]
    shares = [_shares(board, winners) for winners in won]
    chances = {
        seat: sum([share[seat] for share in shares]) / len(shares)
        for seat in board.order
    }
    return Forecast(chances, playout.work)


def _shares(board: Board, winners: Sequence[Seat]) -> dict[Seat, float]:
    """The part of the win that each seat has."""
    sides = {board.side_of(seat) for seat in winners}
    return {
        seat: 1 / len(sides) if board.side_of(seat) in sides else 0.0
        for seat in board.order
    }


class _Playout:
    """Plays the rest of one match again and again."""

    def __init__(self, board: Board, table: Table, dice: Dice) -> None:
        self.work = 0  # hands times seats played so far
        self._board = board
        self._table = table
        self._dice = dice
        self._goes_on = 1 - 1 / max(1.0, table.ledger_hands)

    def winners(self) -> Sequence[Seat]:
        """Who wins this time; whoever leads, if the match is too long to be played to its end."""
        tally = PlayoutTally(self._board)
        known = self._table.known
        self._weights = {
            seat: self._dice.weight(known.get(seat, UNKNOWN))
            for seat in self._board.order
        }
        most = self.work + LONGEST
        while not tally.winners and tally.playing and self.work < most:
            self._answer(tally)
            if not tally.winners:
                self._deal(tally)
        return tally.winners or tally.leaders()

    def _answer(self, tally: PlayoutTally) -> None:
        for seat in list(tally.asked):
            tally.answer(seat, self._dice.fraction() < BUYS_BACK)
        tally.decide()

    def _deal(self, tally: PlayoutTally) -> None:
        """Play one hand, or all hands of a deal of Gin in pairs."""
        self.work += 1
        for seats in tally.next_hands():
            self.work += len(seats)
            order, hand = self._drawn(tally, seats)
            if hand.wins and hand.closer is not None:
                tally.winners = [order[hand.closer]]
                return
            tally.add_hand(dict(zip(order, hand.points, strict=False)))
            tally.last = order
        tally.end_deal()
        if tally.ruleset.ends is Ends.OPEN and self._dice.fraction() >= self._goes_on:
            tally.winners = tally.leaders()

    def _drawn(
        self, tally: PlayoutTally, seats: Sequence[Seat]
    ) -> tuple[list[Seat], PricedHand]:
        """A hand, and who has which index in it. Who would bust by the close plays on, AHEAD of others."""
        weights = self._weights
        for _ in range(REDRAWS):
            hand = self._table.pool.drawn(len(seats), tally.hands, self._dice)
            order = self._dice.random_ranking(seats, weights)
            if not hand.knocks or hand.closer is None:
                break
            closer = order[hand.closer]
            if tally.may_knock(closer, hand.points[hand.closer]):
                break
            weights = {**self._weights, closer: self._weights[closer] * AHEAD}
        return order, hand


class PlayoutTally(MatchTally):
    """A tally to which hands are added, by the rules of the next one. Who sits out comes back for it."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.ruleset = board.next_ruleset
        self.last: Sequence[Seat] = board.last_two  # of the last hand: the winner first
        self._board = board
        self._met = set(board.met)
        self._dealer = board.order.index(board.dealer)
        netted = board.order if board.scores_net else ()
        self._in_deal = {seat: board.standings[seat].in_deal for seat in netted}
        busts = self.ruleset.ends is Ends.LAST_STANDING
        self._bust_at = self.ruleset.past_limit if busts else None

    def next_hands(self) -> Sequence[Sequence[Seat]]:
        """The seats of each hand of the next deal. Only in Gin it is not everybody."""
        if self._board.in_pairs:
            return self._meetings()
        resting = self._resting_seat()
        return [[seat for seat in self.playing if seat != resting]]

    def _resting_seat(self) -> Seat | None:
        """Who rests for a hand of Gin with three, as `Board.resting` says it."""
        if self._board.resting is None or len(self.playing) != 3:
            return None
        sit_out = self.ruleset.sit_out
        if sit_out is SitOut.DEALER or len(self.last) != 2:
            self._dealer += 1
            return self.playing[self._dealer % 3]
        return self.last[0 if sit_out is SitOut.WINNER else 1]

    def _meetings(self) -> Sequence[Sequence[Seat]]:
        """Gin in pairs: each of one side meets one of the other, as far as they have not met in this deal."""
        due = [seat for seat in self.playing if seat not in self._met]
        self._met = set()
        sides = [[seat for seat in due if seat in side] for side in self._board.sides]
        return [list(pair) for pair in zip(*sides[:2], strict=False)]

    def add_hand(self, points: Mapping[Seat, int]) -> None:
        """Add the points of a hand. The caller ends the deal, once all its hands are played."""
        self.hands += 1
        total = self.total
        if self._in_deal:
            self._add_net(points)
            return
        for seat, added in points.items():
            for partner in self.side_of[seat]:
                total[partner] += added
        if self._bust_at is not None:
            bust = [seat for seat in self.playing if total[seat] >= self._bust_at]
            if bust:
                self.bust(bust)

    def _add_net(self, points: Mapping[Seat, int]) -> None:
        won = dict(self._in_deal)
        for seat, added in points.items():
            for partner in self.side_of[seat]:
                won[partner] += added
        before = by_net(self._in_deal, self._board.sides)
        after = by_net(won, self._board.sides)
        for seat in won:
            self.total[seat] += after[seat] - before[seat]
        self._in_deal = won

    def end_deal(self) -> None:
        self._in_deal = dict.fromkeys(self._in_deal, 0)
        self.is_mid_deal = False
        self.decide()

    def may_knock(self, seat: Seat, points: int) -> bool:
        """Whether a knock that adds `points` does not bust the closer."""
        return self._bust_at is None or self.total[seat] + points < self._bust_at
