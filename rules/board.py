"""The board: what the rules make of the events so far.

`verify` says no, `can` asks, `play` gives the next board, `replay` folds a list. Nothing is patched: a board
is always made from the one before it, so taking an event back is replaying without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.closes import Close
from rules.errors import Illegal
from rules.events import (
    BoughtBackIn,
    CameBack,
    DealerNamed,
    Declined,
    Event,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Penalised,
    Reseated,
    Retired,
    RulesChanged,
    SatOut,
    Seat,
    seats_named,
)
from rules.pricing import added, closes, dearest_hand, wins_match
from rules.ruleset import Ends, RebuyChoice, RebuyPoints, Ruleset


class Status(StrEnum):
    IN = "in"
    ASKED = "asked"  # bust, and owes the answer whether to buy back in
    RETIRED = "retired"
    OUT = "out"


@dataclass(frozen=True)
class Standing:
    """Where one seat stands."""

    total: int = 0
    status: Status = Status.IN
    absent: bool = False  # sits out; still in play with the total
    rebuys: int = 0
    paid: int = 0  # into the pot
    no_rebuy: str = "not-in-play"  # once out: the code that refuses buying back in


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
    level: int = 0  # the total on which those asked come back
    winners: tuple[Seat, ...] = ()

    @property
    def is_over(self) -> bool:
        return bool(self.winners)

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """Still in play, sitting out included, in the order of play."""
        return tuple(seat for seat in self.order if self.standings[seat].status is Status.IN)

    @property
    def seats_playing(self) -> tuple[Seat, ...]:
        """In play and present: who counts in the next hand."""
        return tuple(seat for seat in self.seats_in if not self.standings[seat].absent)

    @property
    def seats_asked(self) -> tuple[Seat, ...]:
        """Bust, and asked whether they buy back in."""
        return tuple(seat for seat in self.order if self.standings[seat].status is Status.ASKED)

    @property
    def seats_out(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.order if self.standings[seat].status is Status.OUT)

    @property
    def lead(self) -> Seat:
        """Who plays first in the next hand: the one after the dealer."""
        return _next_in_turn(self, self.dealer)

    def total(self, seat: Seat) -> int:
        return self.standings[seat].total


@dataclass(frozen=True)
class Replay:
    """A list of events played while it was legal: every board, and why it stopped if it did."""

    boards: tuple[Board, ...]  # the first is the start
    refusal: Illegal | None = None

    @property
    def board(self) -> Board:
        return self.boards[-1]

    @property
    def accepted(self) -> int:
        """How many events were played."""
        return len(self.boards) - 1


def new_board(
    ruleset: Ruleset,
    players: int,
    dealer: Seat = 0,
    direction: int = 1,
    start: dict[Seat, int] | None = None,
) -> Board:
    """The board before the first hand: everybody at 0 (or at `start`), the stake paid."""
    totals = start or {}
    seats = tuple(range(players))
    standings = {seat: Standing(totals.get(seat, 0), paid=ruleset.stake) for seat in seats}
    return Board(ruleset, ruleset, seats, standings, dealer, direction)


def verify(board: Board, event: Event) -> None:
    """Raise Illegal, with the first code of FORMAT.md that applies, if `event` cannot happen now."""
    _verify_seats(board, event)
    if board.is_over:
        raise Illegal("match-over")
    if board.seats_asked and not isinstance(event, (BoughtBackIn, Declined, RulesChanged)):
        raise Illegal("answer-pending", seats=board.seats_asked)
    check = _CHECKS.get(type(event))
    if check:
        check(board, event)


def can(board: Board, event: Event) -> bool:
    """Whether `event` may happen now; what a screen asks before it offers a button."""
    try:
        verify(board, event)
    except Illegal:
        return False
    return True


def play(board: Board, event: Event) -> Board:
    """The board after `event`. Raises Illegal if it cannot happen."""
    verify(board, event)
    return _with_dealer_able(_PLAYS[type(event)](board, event))


def replay(board: Board, events: Iterable[Event]) -> Replay:
    """Play `events` for as long as they are legal."""
    boards = [board]
    for event in events:
        try:
            boards.append(play(boards[-1], event))
        except Illegal as refusal:
            return Replay(tuple(boards), refusal)
    return Replay(tuple(boards))


def closes_open(board: Board, seat: Seat) -> tuple[tuple[Close, int], ...]:
    """Every close that `seat` may make now, with the points it may keep loose (0 where all are melded)."""
    ruleset = board.next_ruleset
    ways = [
        (close, kept)
        for close in closes(ruleset, len(board.order))
        for kept in (range(1, ruleset.close_limit + 1) if close is Close.KNOCK else (0,))
    ]
    return tuple(way for way in ways if _may_close(board, seat, way))


def places(board: Board) -> dict[Seat, int]:
    """The place of each seat, 1 the best: winners, then those in play by total, then the others by total."""
    rank = {
        seat: (seat not in board.winners, standing.status is not Status.IN, standing.total)
        for seat, standing in board.standings.items()
    }
    return {seat: 1 + sum(other < mine for other in rank.values()) for seat, mine in rank.items()}


def lowest(board: Board, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Those of `seats` who have the lowest total."""
    least = min((board.total(seat) for seat in seats), default=0)
    return tuple(seat for seat in seats if board.total(seat) == least)


# What is refused


def _verify_seats(board: Board, event: Event) -> None:
    named = seats_named(event)
    for seat in named:
        if seat not in board.standings:
            raise Illegal("unknown-player", seat=seat)
    if isinstance(event, Joined) and event.seat in board.standings:
        raise Illegal("duplicate-player", seat=event.seat)
    if isinstance(event, Reseated):
        for place, seat in enumerate(event.order):
            if seat in event.order[:place]:
                raise Illegal("duplicate-player", seat=seat)


def _verify_hand(board: Board, hand: HandScored) -> None:
    for seat in seats_named(hand):
        _verify_playing(board, seat)
    _verify_close(board, hand)
    _verify_points(board, hand)


def _verify_close(board: Board, hand: HandScored) -> None:
    ruleset, closer, close = board.next_ruleset, hand.closer, hand.close
    if closer is None or close is None:
        if closer is not None or close is not None:
            raise Illegal("bad-close", close=close)
        return
    kept = hand.deadwood.get(closer)
    if close not in closes(ruleset, len(board.order)) or (close is Close.KNOCK and kept == 0):
        raise Illegal("bad-close", close=close, seat=closer)
    if close is Close.KNOCK and kept is not None and kept > ruleset.close_limit:
        raise Illegal("over-close-limit", seat=closer, points=kept, limit=ruleset.close_limit)
    total = board.total(closer) + (kept or 0)
    if close is Close.KNOCK and not ruleset.close_may_bust and ruleset.is_past(total):
        raise Illegal("closer-would-bust", seat=closer, total=total, limit=ruleset.limit)


def _may_close(board: Board, seat: Seat, way: tuple[Close, int]) -> bool:
    close, kept = way
    try:
        _verify_close(board, HandScored({seat: kept}, seat, close))
    except Illegal:
        return False
    return True


def _verify_points(board: Board, hand: HandScored) -> None:
    """Where the close wins the match nothing is counted, so nothing can be missing."""
    must_count = () if wins_match(board.next_ruleset, hand) else board.seats_playing
    for seat in must_count:
        may_be_left_out = seat == hand.closer and hand.close is not Close.KNOCK
        if seat not in hand.deadwood and not may_be_left_out:
            raise Illegal("missing-points", seat=seat)
    most = dearest_hand(board.next_ruleset, len(board.order))
    for seat, left in sorted(hand.deadwood.items()):
        melded_all = seat in hand.melded or (seat == hand.closer and hand.close is not Close.KNOCK)
        if not 0 <= left <= (0 if melded_all else most):
            raise Illegal("bad-points", seat=seat, points=left, most=0 if melded_all else most)


def _verify_answer(board: Board, answer: BoughtBackIn | Declined) -> None:
    standing = board.standings[answer.seat]
    if standing.status is Status.IN:
        raise Illegal("not-bust", seat=answer.seat)
    if standing.status is Status.OUT:
        raise Illegal(standing.no_rebuy, seat=answer.seat)
    if standing.status is Status.RETIRED:
        code = "no-rebuys-left" if _rebuys_used_up(board, standing) else "not-in-play"
        raise Illegal(code, seat=answer.seat)


def _verify_void(board: Board, void: HandVoided) -> None:
    if void.seat is not None:
        _verify_playing(board, void.seat)


def _verify_in(board: Board, event: Retired) -> None:
    if event.seat not in board.seats_in:
        raise Illegal("not-in-play", seat=event.seat)


def _verify_away(board: Board, event: CameBack) -> None:
    standing = board.standings[event.seat]
    sits_out = standing.status is Status.IN and standing.absent
    if not sits_out and standing.status is not Status.RETIRED:
        raise Illegal("not-in-play", seat=event.seat)


def _verify_present(board: Board, event: Penalised | SatOut | DealerNamed) -> None:
    _verify_playing(board, event.seat)


def _verify_playing(board: Board, seat: Seat) -> None:
    if seat not in board.seats_playing:
        raise Illegal("not-in-play", seat=seat)


def _verify_everybody(board: Board, event: Reseated) -> None:
    for seat in board.order:
        if seat not in event.order:
            raise Illegal("missing-player", seat=seat)


def _verify_rules(board: Board, event: RulesChanged) -> None:
    board.next_ruleset.turned(event.options)


_CHECKS: dict[type, Callable[[Board, Any], None]] = {
    HandScored: _verify_hand,
    HandVoided: _verify_void,
    Penalised: _verify_present,
    BoughtBackIn: _verify_answer,
    Declined: _verify_answer,
    Retired: _verify_in,
    SatOut: _verify_present,
    CameBack: _verify_away,
    DealerNamed: _verify_present,
    Reseated: _verify_everybody,
    RulesChanged: _verify_rules,
}


# What follows


def _play_hand(board: Board, hand: HandScored) -> Board:
    board = replace(board, ruleset=board.next_ruleset, hands=board.hands + 1)
    if wins_match(board.ruleset, hand) and hand.closer is not None:
        return replace(board, winners=(hand.closer,))
    board = _with_added(board, added(board.ruleset, hand))
    bust = [seat for seat in board.seats_in if board.ruleset.is_past(board.total(seat))]
    board = _decided(_with_bust(board, bust))
    return replace(board, dealer=_next_in_turn(board, board.dealer))


def _play_void(board: Board, void: HandVoided) -> Board:
    points = added(board.next_ruleset, void)
    return _charged(board, points) if points else board


def _play_penalty(board: Board, penalty: Penalised) -> Board:
    return _charged(board, added(board.next_ruleset, penalty))


def _play_rebuy(board: Board, answer: BoughtBackIn) -> Board:
    return _decided(_back_in(board, answer.seat))


def _play_decline(board: Board, answer: Declined) -> Board:
    return _decided(_changed(board, answer.seat, status=Status.OUT))


def _play_retire(board: Board, event: Retired) -> Board:
    return _decided(_changed(board, event.seat, status=Status.RETIRED))


def _play_sit_out(board: Board, event: SatOut) -> Board:
    return _changed(board, event.seat, absent=True)


def _play_back(board: Board, event: CameBack) -> Board:
    return _changed(board, event.seat, status=Status.IN, absent=False)


def _play_join(board: Board, event: Joined) -> Board:
    total = max((board.total(seat) for seat in board.seats_in), default=0)
    total = 0 if board.next_ruleset.ends is Ends.OPEN else total
    newcomer = Standing(total, paid=board.next_ruleset.stake)
    order = list(board.order)
    order.insert(len(order) if event.position is None else event.position, event.seat)
    return replace(board, order=tuple(order), standings={**board.standings, event.seat: newcomer})


def _play_dealer(board: Board, event: DealerNamed) -> Board:
    return replace(board, dealer=event.seat)


def _play_reseat(board: Board, event: Reseated) -> Board:
    return replace(board, order=event.order)


def _play_rules(board: Board, event: RulesChanged) -> Board:
    return replace(board, next_ruleset=board.next_ruleset.turned(event.options))


def _play_finish(board: Board, event: Finished) -> Board:
    return replace(board, winners=lowest(board, board.seats_in))


_PLAYS: dict[type, Callable[[Board, Any], Board]] = {
    HandScored: _play_hand,
    HandVoided: _play_void,
    Penalised: _play_penalty,
    BoughtBackIn: _play_rebuy,
    Declined: _play_decline,
    Retired: _play_retire,
    SatOut: _play_sit_out,
    CameBack: _play_back,
    Joined: _play_join,
    DealerNamed: _play_dealer,
    Reseated: _play_reseat,
    RulesChanged: _play_rules,
    Finished: _play_finish,
}


def _charged(board: Board, points: dict[Seat, int]) -> Board:
    """Points between two hands. A limit that has just been changed busts nobody until a hand is scored,
    so the seat must be past the old limit and the coming one."""
    board = _with_added(board, points)
    rulesets = (board.ruleset, board.next_ruleset)
    bust = [seat for seat in points if all(ruleset.is_past(board.total(seat)) for ruleset in rulesets)]
    return _decided(_with_bust(board, bust))


def _with_added(board: Board, points: dict[Seat, int]) -> Board:
    for seat, add in points.items():
        board = _changed(board, seat, total=board.total(seat) + add)
    return board


def _with_bust(board: Board, bust: Sequence[Seat]) -> Board:
    """RULESETS.md, "What happens after a hand": who is bust buys back in, is asked, or is out."""
    if not bust:
        return board
    go_on = [seat for seat in board.seats_in if seat not in bust]
    if not go_on:
        return _all_bust(board, bust)
    allowed = len(go_on) >= board.ruleset.rebuy_needs
    board = replace(board, level=_rebuy_level(board, go_on))
    for seat in bust:
        board = _after_bust(board, seat, allowed)
    return board


def _after_bust(board: Board, seat: Seat, allowed: bool) -> Board:
    if _rebuys_used_up(board, board.standings[seat]):
        return _changed(board, seat, status=Status.OUT, no_rebuy="no-rebuys-left")
    if not allowed:
        return _changed(board, seat, status=Status.OUT, no_rebuy="rebuy-not-allowed")
    if board.ruleset.rebuy_choice is RebuyChoice.ASK:
        return _changed(board, seat, status=Status.ASKED)
    return _back_in(board, seat)


def _rebuys_used_up(board: Board, standing: Standing) -> bool:
    allowed = board.ruleset.rebuys
    return allowed is not None and standing.rebuys >= allowed


def _all_bust(board: Board, bust: Sequence[Seat]) -> Board:
    """Nobody remains: the lowest total wins, equal totals share."""
    winners = lowest(board, bust)
    for seat in bust:
        if seat not in winners:
            board = _changed(board, seat, status=Status.OUT, no_rebuy="rebuy-not-allowed")
    return replace(board, winners=winners)


def _rebuy_level(board: Board, go_on: Sequence[Seat]) -> int:
    """The highest total of those who did not bust, or one more where that is not past the limit itself."""
    highest = max(board.total(seat) for seat in go_on)
    if board.ruleset.rebuy_points is RebuyPoints.PLUS_ONE:
        return board.ruleset.highest_safe(highest + 1)
    return highest


def _back_in(board: Board, seat: Seat) -> Board:
    standing = board.standings[seat]
    return _changed(
        board,
        seat,
        total=board.level,
        status=Status.IN,
        rebuys=standing.rebuys + 1,
        paid=standing.paid + board.ruleset.price_of_rebuy(),
    )


def _decided(board: Board) -> Board:
    """The board with its winners, if the match is decided and no answer is owed."""
    if board.is_over or board.seats_asked:
        return board
    if len(board.seats_in) == 1 or _reached_its_end(board):
        return replace(board, winners=lowest(board, board.seats_in))
    return board


def _reached_its_end(board: Board) -> bool:
    ruleset = board.ruleset
    if ruleset.ends is Ends.HANDS and ruleset.limit is not None:
        return board.hands >= ruleset.limit
    return ruleset.ends is Ends.TARGET and any(
        ruleset.reaches_limit(board.total(seat)) for seat in board.seats_in
    )


def _with_dealer_able(board: Board) -> Board:
    if board.is_over or _may_deal(board, board.dealer):
        return board
    return replace(board, dealer=_next_in_turn(board, board.dealer))


def _next_in_turn(board: Board, seat: Seat) -> Seat:
    """The next after `seat`, by direction, who may deal; `seat` itself if there is nobody else."""
    start = board.order.index(seat)
    for step in range(1, len(board.order)):
        other = board.order[(start + step * board.direction) % len(board.order)]
        if _may_deal(board, other):
            return other
    return seat


def _may_deal(board: Board, seat: Seat) -> bool:
    """In play and present. One who is asked keeps the turn to deal until he declines."""
    standing = board.standings[seat]
    return standing.status in (Status.IN, Status.ASKED) and not standing.absent


def _changed(board: Board, seat: Seat, **facts: Any) -> Board:
    standings = {**board.standings, seat: replace(board.standings[seat], **facts)}
    return replace(board, standings=standings)
