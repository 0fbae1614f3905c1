"""The board: everybody's standing, who deals next, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from rules.errors import Illegal
from rules.events import (
    Close,
    Event,
    HandScored,
    HandVoided,
    Penalised,
    Seat,
    VoidReason,
)
from rules.knobs import DealScores, Scoring, SitOut
from rules.ruleset import Ruleset
from rules.scoring.points import boxes_won, kinds_of_close, price

Side = tuple[Seat, ...]
"""The seats that share one total: partners, or a single player."""


class Status(StrEnum):
    IN = "in"
    ASKED = "asked"  # bust, and owes the answer whether to buy back in
    RETIRED = "retired"
    OUT = "out"


@dataclass(frozen=True)
class Standing:
    """Total, status and payments of one seat."""

    total: int = 0  # the side's
    status: Status = Status.IN
    absent: bool = False  # sits out; still in play, keeps the total
    rebuys: int = 0
    paid: int = 0  # into the pot
    left_after: int = 0  # the number of hands scored when the seat went out or retired
    no_rebuy: str = "not-in-play"  # once out: the code that refuses buying back in
    boxes: int = 0  # the side's: hands won, where the game counts them: Gin
    in_deal: int = 0  # the side's: points won in the deal that is under way, where a deal scores its net
    # received from the others hand by hand, less what was paid to them
    settled: int = 0

    def but(self, **facts: Any) -> Standing:
        """A copy with these fields replaced, faster than by `dataclasses.replace`: a replay makes many."""
        copy = object.__new__(Standing)
        copy.__dict__.update(self.__dict__, **facts)
        return copy


@dataclass(frozen=True)
class Board:
    """All standings, who deals next, who won. Immutable; made by `new_board` and `play`."""

    ruleset: Ruleset  # of the hands scored so far
    next_ruleset: Ruleset  # of the next hand
    order: tuple[Seat, ...]  # of play and deal
    standings: dict[Seat, Standing]
    dealer: Seat  # of the next hand
    direction: int = 1  # 1: the deal passes along `order`; -1: against it
    hands: int = 0  # scored
    level: int = 0  # the total at which bust players come back
    winners: tuple[Seat, ...] = ()
    teams: tuple[Side, ...] = ()  # partners; a seat in no team plays alone
    # Gin in pairs: who played the hands of the deal that is under way
    met: tuple[Seat, ...] = ()
    # Gin: the winner and the loser of the last hand between two
    last_two: tuple[Seat, ...] = ()

    def but(self, **facts: Any) -> Board:
        """A copy with these fields replaced, in an eighth of the time of `dataclasses.replace`."""
        copy = object.__new__(Board)
        copy.__dict__.update({name: getattr(self, name) for name in FIELDS}, **facts)
        return copy

    @cached_property
    def is_over(self) -> bool:
        return bool(self.winners)

    @cached_property
    def high_wins(self) -> bool:
        return self.ruleset.high_wins

    @cached_property
    def seats_in(self) -> tuple[Seat, ...]:
        """Still in play, sitting out included, in the order of play."""
        return tuple(
            seat for seat in self.order if self.standings[seat].status is Status.IN
        )

    @cached_property
    def seats_playing(self) -> tuple[Seat, ...]:
        """The seats in play and present, which count in the next hand."""
        return tuple(seat for seat in self.seats_in if not self.standings[seat].absent)

    @cached_property
    def resting(self) -> Seat | None:
        """Gin with three: who rests in the next hand, as `sit_out` says, if anybody. Before the first hand it
        is the player before the dealer. docs/rules/CANON.md#gin-three
        """
        is_of_two = (
            self.next_ruleset.scoring is Scoring.DIFFERENCE and not self.in_pairs
        )
        if (
            not is_of_two
            or self.next_ruleset.sit_out is SitOut.NOBODY
            or len(self.seats_playing) != 3
        ):
            return None
        named = {
            SitOut.DEALER: (self.dealer,),
            SitOut.WINNER: self.last_two[:1],
            SitOut.LOSER: self.last_two[1:],
        }[self.next_ruleset.sit_out]
        latest_first = self.turn_from(self.dealer)[::-1]
        return next(
            seat for seat in (*named, *latest_first) if seat in self.seats_playing
        )

    def turn_from(self, seat: Seat) -> list[Seat]:
        """All seats in the order of turns, `seat` first."""
        order = self.order[:: self.direction]
        first = order.index(seat)
        return [*order[first:], *order[:first]]

    @cached_property
    def seats_asked(self) -> tuple[Seat, ...]:
        """Bust, and asked whether they buy back in."""
        return tuple(
            seat for seat in self.order if self.standings[seat].status is Status.ASKED
        )

    @cached_property
    def seats_out(self) -> tuple[Seat, ...]:
        return tuple(
            seat for seat in self.order if self.standings[seat].status is Status.OUT
        )

    @cached_property
    def closes(self) -> tuple[Close, ...]:
        """The ways of closing that the rules of the next hand have, the plainest first."""
        return kinds_of_close(self.next_ruleset, len(self.order))

    @cached_property
    def leaders(self) -> tuple[Seat, ...]:
        """Those in play with the best total: the lowest, or the highest where high wins."""
        totals = {seat: self.standings[seat].total for seat in self.seats_in}
        return tuple(first_of(totals, self.high_wins))

    @cached_property
    def ahead(self) -> tuple[Seat, ...]:
        """Who leads among those in play, nobody while all are equal; after the end the winners."""
        if self.is_over:
            return self.winners
        return () if self.leaders == self.seats_in else self.leaders

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Every side, in the order of play of its first seat."""
        return sides_of(self, self.order)

    @cached_property
    def has_partners(self) -> bool:
        return any(len(team) > 1 for team in self.teams)

    @cached_property
    def in_pairs(self) -> bool:
        """Whether this is Gin in pairs: separate games of two, and partners add up their points."""
        return self.ruleset.scoring is Scoring.DIFFERENCE and self.has_partners

    @cached_property
    def scores_net(self) -> bool:
        """Whether only the side that wins more in a deal adds points: Gin in pairs by net."""
        return self.in_pairs and self.next_ruleset.deal_scores is DealScores.NET

    @cached_property
    def lead(self) -> Seat:
        """Who plays first in the next hand: the one after the dealer."""
        return next_in_turn(self, self.dealer)

    def total(self, seat: Seat) -> int:
        return self.standings[seat].total

    def side_of(self, seat: Seat) -> Side:
        """`seat` and the partners, in the order in which the team was named."""
        for team in self.teams:
            if seat in team:
                return team
        return (seat,)


FIELDS = tuple([field.name for field in fields(Board)])


def new_board(
    ruleset: Ruleset,
    players: int,
    dealer: Seat = 0,
    direction: int = 1,
    start: dict[Seat, int] | None = None,
    teams: Sequence[Sequence[Seat]] | None = None,
) -> Board:
    """The board before the first hand: everybody at 0 (or at `start`), the stake paid.

    In a game of partners those who face each other are one side, unless `teams` says otherwise. A `start`
    total of one partner counts for both. Raises Illegal for a team with an unknown seat, or a seat in two.
    """
    seats = tuple(range(players))
    sides = tuple(
        map(tuple, facing_sides(ruleset, players) if teams is None else teams)
    )
    named = [seat for side in sides for seat in side]
    for index, seat in enumerate(named):
        if seat not in seats:
            raise Illegal("unknown-player", seat=seat)
        if seat in named[:index]:
            raise Illegal("duplicate-player", seat=seat)
    board = Board(ruleset, ruleset, seats, {}, dealer, direction, teams=sides)
    totals = {
        partner: total
        for seat, total in (start or {}).items()
        for partner in board.side_of(seat)
    }
    standings = {
        seat: Standing(totals.get(seat, 0), paid=ruleset.stake) for seat in seats
    }
    return board.but(standings=standings)


def first_of(totals: Mapping[Seat, int], high_wins: bool) -> list[Seat]:
    """The seats with the lowest total, or with the highest."""
    first = (max if high_wins else min)(totals.values(), default=0)
    return [seat for seat, total in totals.items() if total == first]


def facing_sides(ruleset: Ruleset, players: int) -> tuple[Side, ...]:
    """The teams of a game of partners, who face each other (docs/rules/CANON.md#rum-500-pairs); none in
    any other game. In Gin there are two sides, however many play (docs/rules/CANON.md#gin-pairs).

    >>> from rules.presets import RUM_500_PAIRS
    >>> facing_sides(RUM_500_PAIRS, 4)
    ((0, 2), (1, 3))
    """
    if ruleset.team_size == 1:
        return ()
    most = 2 if ruleset.scoring is Scoring.DIFFERENCE else players // ruleset.team_size
    sides = max(2, most)  # two or three cannot pair off twice
    return tuple(tuple(range(first, players, sides)) for first in range(sides))


def with_usual_sides(ruleset: Ruleset, players: int) -> Ruleset:
    """The ruleset with the sides of Gin for so many: pairs from four on, if the number is even, else none
    (docs/rules/CANON.md#gin-pairs). Other games have the sides of their preset.
    """
    if ruleset.scoring is not Scoring.DIFFERENCE:
        return ruleset
    pairs = players > 3 and players % 2 == 0
    return replace(ruleset, team_size=min(players // 2, 4) if pairs else 1)


def sides_of(board: Board, seats: Sequence[Seat]) -> tuple[Side, ...]:
    """The sides to which `seats` belong, each once."""
    return tuple(dict.fromkeys(board.side_of(seat) for seat in seats))


def of_sides(board: Board, points: Mapping[Seat, int]) -> Mapping[Seat, int]:
    """The points of each seat; of partners those of both."""
    if not board.teams:
        return points
    return {
        seat: sum(points.get(other, 0) for other in board.side_of(seat))
        for seat in board.standings
    }


def gains(board: Board, points: Mapping[Seat, int]) -> Mapping[Seat, int]:
    """What a hand in which each seat won so many points adds to the total of each."""
    if not board.scores_net:
        return of_sides(board, points)
    before = net_of_deal(board, {})
    after = net_of_deal(board, points)
    return {seat: after[seat] - before[seat] for seat in after}


def net_of_deal(board: Board, points: Mapping[Seat, int]) -> dict[Seat, int]:
    """By net: what the deal has added to each total after a hand with these points."""
    won = of_sides(board, points)
    return by_net(
        {seat: board.standings[seat].in_deal + won[seat] for seat in board.standings},
        board.sides,
    )


def by_net(won: Mapping[Seat, int], sides: Sequence[Side]) -> dict[Seat, int]:
    """What each side adds that won so many points in a deal: the one that won most the difference to the
    next, the others nothing (docs/rules/CANON.md#gin-pairs).
    """
    most, *less = sorted([won[side[0]] for side in sides], reverse=True)
    return {seat: most - less[0] if less and won[seat] == most else 0 for seat in won}


def board_with_standing(board: Board, seat: Seat, **facts: Any) -> Board:
    """The board with these fields of one standing replaced."""
    return with_standings(board, {seat: board.standings[seat].but(**facts)})


def with_standings(board: Board, standings: Mapping[Seat, Standing]) -> Board:
    """The board with these standings replaced."""
    if not standings:
        return board
    return board.but(standings={**board.standings, **standings})


def with_dealer_able(board: Board) -> Board:
    """The board with the deal passed on, if its dealer cannot deal."""
    if board.is_over or _may_deal(board, board.dealer):
        return board
    return board.but(dealer=next_in_turn(board, board.dealer))


def next_in_turn(board: Board, seat: Seat) -> Seat:
    """The next after `seat`, by direction, who may deal; `seat` itself if there is nobody else."""
    others = board.turn_from(seat)[1:]
    return next((other for other in others if _may_deal(board, other)), seat)


def _may_deal(board: Board, seat: Seat) -> bool:
    """Whether the seat is in play and present, or bust without an answer. Who rests may deal only where the
    dealer rests.
    """
    standing = board.standings[seat]
    rests = seat == board.resting and board.next_ruleset.sit_out is not SitOut.DEALER
    return (
        standing.status in (Status.IN, Status.ASKED)
        and not standing.absent
        and not rests
    )


# Gin of more than two: a hand is between two, and names its closer and the one opponent. In pairs the two
# sides play as many hands in a deal as they have players (docs/rules/CANON.md#gin-pairs). Of three one rests
# for each hand (docs/rules/CANON.md#gin-three).


def meets_one(board: Board) -> bool:
    """Whether the next hand is between two of those who play."""
    return board.in_pairs or board.resting is not None


def opponents(board: Board, seat: Seat) -> tuple[Seat, ...]:
    """Whom `seat` may meet in the next hand, in the order of play."""
    own = board.side_of(seat)
    return tuple(other for other in board.seats_playing if other not in own)


def opponent_due(board: Board, seat: Seat) -> Seat | None:
    """The opponent whom `seat` meets next; None where there is a choice."""
    due = seats_due(board)
    possible = [
        other for other in opponents(board, seat) if seat in due and other in due
    ]
    return possible[0] if len(possible) == 1 else None


def seats_due(board: Board) -> tuple[Seat, ...]:
    """The seats that still play a hand in this deal, in the order of play; not the one that rests."""
    return tuple(
        seat
        for seat in board.seats_playing
        if seat != board.resting and seat not in board.met
    )


def games_due(board: Board) -> tuple[tuple[Seat, Seat], ...]:
    """The games that are still played in this deal, in the order of the table: each player meets the next one
    of the other side. Where the table plays otherwise, the hand says so (docs/rules/CANON.md#gin-pairs).
    """
    due = list(seats_due(board))
    games = list[tuple[Seat, Seat]]()
    while due:
        seat = due.pop(0)
        others = [other for other in due if other in opponents(board, seat)]
        if others:
            due.remove(others[0])
            games.append((seat, others[0]))
    return tuple(games)


def dealers(board: Board) -> tuple[Seat, ...]:
    """Who deals the next hand: in pairs every partner of the dealer deals too, each in another game."""
    if not board.in_pairs:
        return (board.dealer,)
    return tuple(
        seat for seat in board.seats_playing if seat in board.side_of(board.dealer)
    )


def played_by(board: Board, hand: HandScored) -> tuple[Seat, ...]:
    """The seats that played `hand`, in the order of play."""
    if not meets_one(board):
        return board.seats_playing
    return tuple(
        seat
        for seat in board.seats_playing
        if seat == hand.closer or seat in hand.deadwood
    )


def added_points(board: Board, event: Event) -> dict[Seat, int]:
    """The points that an event adds to totals, by seat, before anybody is bust.

    Whoever plays, shows or says what an event adds asks here.
    """
    ruleset = board.next_ruleset
    if isinstance(event, HandScored):
        return price(ruleset, event, played_by(board, event))
    if isinstance(event, Penalised):
        return {event.seat: event.points}
    if (
        isinstance(event, HandVoided)
        and event.reason is VoidReason.FALSE_CLOSE
        and event.seat is not None
    ):
        sign = -1 if ruleset.high_wins else 1
        return {event.seat: ruleset.false_close_points * sign}
    return {}


def winner_and_loser(board: Board, hand: HandScored) -> tuple[Seat, ...]:
    """Who won a hand of Gin between two, then who lost it; empty for any other hand."""
    won = boxes_won(board.next_ruleset, hand)
    played = played_by(board, hand)
    if len(won) != 1 or len(played) != 2:
        return ()
    return (*won, *(seat for seat in played if seat not in won))


def deal_is_over(board: Board) -> bool:
    """Whether all hands of a deal in pairs are played, by their number: one pair may be quicker."""
    present = [
        sum(seat in board.seats_playing for seat in side) for side in board.sides
    ]
    hands = min(sum(present) // 2, sum(present) - max(present))
    return len(board.met) >= 2 * max(1, hands)
