"""Playing events: `play` makes the next board from a board and an event, `replay` plays a list of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

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
    SeatsDrawn,
)
from rules.lookup import Lookup
from rules.match.board import (
    Board,
    Standing,
    Status,
    added_points,
    board_with_standing,
    deal_is_over,
    net_of_deal,
    next_in_turn,
    of_sides,
    played_by,
    winner_and_loser,
    with_dealer_able,
    with_standings,
)
from rules.match.draw import turns_after_old_draw
from rules.match.elimination import (
    board_after_buying_back,
    board_after_leaving,
    board_with_winners,
    with_bust,
)
from rules.match.verify import verify
from rules.scoring.points import boxes_won, money_of_hand, wins_match


@dataclass(frozen=True)
class Replay:
    """The boards of a list of events, up to the first illegal one, which is kept as `refusal`."""

    boards: tuple[Board, ...]  # the first is the start
    refusal: Illegal | None = None

    @property
    def board(self) -> Board:
        return self.boards[-1]

    @property
    def accepted(self) -> int:
        """How many events were played."""
        return len(self.boards) - 1

    def until(self, accepted: int) -> Replay:
        """The replay of only so many events."""
        return Replay(self.boards[: accepted + 1])


def play(board: Board, event: Event) -> Board:
    """The board after `event`. Raises Illegal if it cannot happen.

    >>> from rules.events import Close, HandScored
    >>> from rules.match.board import new_board
    >>> from rules.presets import CHINCHON
    >>> hand = HandScored({0: 0, 1: 7, 2: 20}, closer=0, close=Close.CLEAN)
    >>> board = play(new_board(CHINCHON, 3), hand)
    >>> [board.total(seat) for seat in board.order]
    [-10, 7, 20]
    """
    verify(board, event)
    board = _PLAYS[type(event)](board, event)
    if board.met and deal_is_over(board):
        board = _with_next_deal(board)
    return with_dealer_able(board)


def replay(board: Board, events: Iterable[Event]) -> Replay:
    """Play `events` on `board`; stop at the first illegal one and keep it as `refusal`.

    >>> from rules.events import Declined
    >>> from rules.match.board import new_board
    >>> from rules.presets import CHINCHON
    >>> outcome = replay(new_board(CHINCHON, 3), [Declined(1)])
    >>> outcome.accepted, str(outcome.refusal)
    (0, 'not-bust (seat=1)')
    """
    return play_from(Replay((board,)), events)


def play_from(replay: Replay, events: Iterable[Event]) -> Replay:
    """Continue `replay` with `events`; stop at the first illegal one and keep it as `refusal`."""
    boards = list(replay.boards)
    for event in events:
        try:
            boards.append(play(boards[-1], event))
        except Illegal as refusal:
            return Replay(tuple(boards), refusal)
    return Replay(tuple(boards))


def _play_hand(board: Board, hand: HandScored) -> Board:
    played = played_by(board, hand)
    points = added_points(board, hand)
    last_two = winner_and_loser(board, hand)
    board = board.but(
        ruleset=board.next_ruleset, hands=board.hands + 1, last_two=last_two
    )
    board = _with_settled(board, hand, played)
    if wins_match(board.ruleset, hand) and hand.closer is not None:
        return board.but(winners=(hand.closer,))
    board = _with_net(board, points) if board.scores_net else _with_added(board, points)
    bust = [seat for seat in board.seats_in if board.ruleset.is_past(board.total(seat))]
    board = with_bust(board, bust)
    if board.in_pairs:
        return board.but(met=board.met + played)  # `play` closes the deal
    return _with_next_deal(board)


def _with_next_deal(board: Board) -> Board:
    """The board after all hands of a deal: decided, or with the deal passed on."""
    if board.met:
        netted = {
            seat: standing.but(in_deal=0)
            for seat, standing in board.standings.items()
            if standing.in_deal
        }
        board = with_standings(board.but(met=()), netted)
    board = board_with_winners(board)
    return board.but(dealer=next_in_turn(board, board.dealer))


def _with_settled(board: Board, hand: HandScored, played: Sequence[Seat]) -> Board:
    """The board with the boxes and the money of one hand. Partners count their boxes together."""
    winners = () if board.scores_net else boxes_won(board.ruleset, hand)
    boxes = [seat for winner in winners for seat in board.side_of(winner)]
    units = money_of_hand(board.ruleset, hand, played)
    return with_standings(
        board,
        {
            seat: standing.but(
                boxes=standing.boxes + (seat in boxes),
                settled=standing.settled + units.get(seat, 0),
            )
            for seat, standing in board.standings.items()
            if seat in boxes or seat in units
        },
    )


def _play_join(board: Board, event: Joined) -> Board:
    """A newcomer starts at the highest total in play, or at 0."""
    ruleset = board.next_ruleset
    totals = [board.total(seat) for seat in board.seats_in]
    total = 0 if ruleset.newcomers_start_at_zero else max(totals)
    newcomer = Standing(total, paid=ruleset.stake)
    order = list(board.order)
    order.insert(len(order) if event.position is None else event.position, event.seat)
    return board.but(
        order=tuple(order), standings={**board.standings, event.seat: newcomer}
    )


def _play_draw(board: Board, event: SeatsDrawn) -> Board:
    """The dealer is as drawn. In old logs all sit by their cards, and the one who plays last deals."""
    if event.dealer is not None:
        return board.but(dealer=event.dealer)
    first, *others = turns_after_old_draw(board, event)
    last = [seat for seat in (first, *others) if seat in board.seats_playing][-1]
    return board.but(order=(first, *others[:: board.direction]), dealer=last)


def _play_charge(board: Board, event: HandVoided | Penalised) -> Board:
    """The board after points between two hands, if any. A changed limit takes effect with the next hand, so
    only a seat past the old and the new limit is bust.
    """
    points = added_points(board, event)
    if not points:
        return board
    board = _with_added(board, points)
    rulesets = (board.ruleset, board.next_ruleset)
    bust = [
        seat
        for seat in points
        if all(ruleset.is_past(board.total(seat)) for ruleset in rulesets)
    ]
    return board_with_winners(with_bust(board, bust))


_PLAYS: Lookup[type, Callable[[Board, Any], Board]] = {
    HandScored: _play_hand,
    HandVoided: _play_charge,
    Penalised: _play_charge,
    BoughtBackIn: lambda board, answer: board_with_winners(
        board_after_buying_back(board, answer.seat)
    ),
    Declined: lambda board, answer: board_with_winners(
        board_after_leaving(board, answer.seat, Status.OUT)
    ),
    Retired: lambda board, event: board_with_winners(
        board_after_leaving(board, event.seat, Status.RETIRED)
    ),
    SatOut: lambda board, event: board_with_standing(board, event.seat, absent=True),
    CameBack: lambda board, event: board_with_standing(
        board, event.seat, status=Status.IN, absent=False
    ),
    Joined: _play_join,
    DealerNamed: lambda board, event: board.but(dealer=event.seat),
    Reseated: lambda board, event: board.but(order=event.order),
    SeatsDrawn: _play_draw,
    RulesChanged: lambda board, event: board.but(
        next_ruleset=board.next_ruleset.with_options(event.options)
    ),
    Finished: lambda board, event: board.but(winners=board.leaders),
}


def _with_added(board: Board, points: dict[Seat, int]) -> Board:
    """The board after `points` are added; partners have one total, so each gets the points of both."""
    return with_standings(
        board,
        {
            seat: board.standings[seat].but(total=board.standings[seat].total + gain)
            for seat, gain in of_sides(board, points).items()
            if gain
        },
    )


def _with_net(board: Board, points: dict[Seat, int]) -> Board:
    """The board after a hand of a deal that scores its net: the net so far, and a box for it."""
    won = of_sides(board, points)
    before = net_of_deal(board, {})
    after = net_of_deal(board, points)
    return with_standings(
        board,
        {
            seat: standing.but(
                total=standing.total + after[seat] - before[seat],
                boxes=standing.boxes + (after[seat] > 0) - (before[seat] > 0),
                in_deal=standing.in_deal + won[seat],
            )
            for seat, standing in board.standings.items()
        },
    )
