"""What the rules refuse, and why: the codes of docs/rules/FORMAT.md#codes, in its order."""

from collections.abc import Callable
from typing import Any

from rules.errors import Illegal
from rules.events import (
    BoughtBackIn,
    CameBack,
    Close,
    DealerNamed,
    Declined,
    Event,
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
    seats_named,
)
from rules.knobs import Scoring, SitOut
from rules.lookup import Lookup
from rules.match.board import (
    Board,
    Status,
    meets_one,
    opponent_due,
    opponents,
    played_by,
)
from rules.match.draw import verify_draw
from rules.match.elimination import rebuys_used_up
from rules.match.settlement import has_money
from rules.ruleset import AMOUNTS, FIXED, Ruleset
from rules.scoring.points import (
    dearest_hand,
    dearest_of_winner,
    fewest_at_knock,
    hands_grow,
    wins_match,
)

_WHILE_ASKED = (BoughtBackIn, Declined, RulesChanged)
# Whoever these name must play.
_OF_PLAYERS = (
    HandScored,
    HandVoided,
    Penalised,
    SatOut,
    DealerNamed,
)


def verify(board: Board, event: Event) -> None:
    """Raise Illegal with the first code of docs/rules/FORMAT.md#codes that applies, if `event` cannot be."""
    _verify_seats(board, event)
    if board.is_over:
        raise Illegal("match-over")
    if board.seats_asked and not isinstance(event, _WHILE_ASKED):
        raise Illegal("answer-pending", seats=board.seats_asked)
    if isinstance(event, _OF_PLAYERS):
        for seat in seats_named(event):
            if seat not in board.seats_playing:
                raise Illegal("not-in-play", seat=seat)
    check = _CHECKS.get(type(event))
    if check:
        check(board, event)


def can(board: Board, event: Event) -> bool:
    """Whether `event` may happen now. A page offers a button only where it may.

    >>> from rules.events import BoughtBackIn, Close, HandScored
    >>> from rules.match.board import new_board
    >>> from rules.presets import CHINCHON
    >>> board = new_board(CHINCHON, 3)
    >>> can(board, HandScored({1: 7, 2: 20}, 0, Close.CLEAN))
    True
    >>> can(board, BoughtBackIn(1))
    False
    """
    try:
        verify(board, event)
    except Illegal:
        return False
    return True


def possible_closes(board: Board, seat: Seat) -> tuple[tuple[Close, int], ...]:
    """Every close that `seat` may make now, each with its loose points (0 where all cards are melded)."""
    ruleset = board.next_ruleset
    total = board.total(seat)
    most = ruleset.close_limit
    if not ruleset.close_may_bust:
        most = ruleset.highest_safe(total + most) - total
    knocks = range(fewest_at_knock(ruleset), most + 1)
    return tuple(
        (close, loose)
        for close in board.closes
        for loose in (knocks if close is Close.KNOCK else (0,))
    )


def _verify_seats(board: Board, event: Event) -> None:
    for seat in seats_named(event):
        if seat not in board.standings:
            raise Illegal("unknown-player", seat=seat)
    if isinstance(event, Joined) and event.seat in board.standings:
        raise Illegal("duplicate-player", seat=event.seat)
    if isinstance(event, Reseated):
        for index, seat in enumerate(event.order):
            if seat in event.order[:index]:
                raise Illegal("duplicate-player", seat=seat)


def _verify_hand(board: Board, hand: HandScored) -> None:
    _verify_close(board, hand)
    _verify_opponent(board, hand)
    _verify_points(board, hand)


def _verify_close(board: Board, hand: HandScored) -> None:
    ruleset = board.next_ruleset
    closer = hand.closer
    close = hand.close
    if closer is None or close is None:
        if not _needs_no_close(ruleset, hand):
            raise Illegal("bad-close", close=close)
        return
    loose = hand.deadwood.get(closer)
    is_clean = close is Close.KNOCK and loose == 0 and not ruleset.knock_at_zero
    if close not in board.closes or is_clean:
        raise Illegal("bad-close", close=close, seat=closer)
    if close is not Close.KNOCK:
        return
    left = loose or 0
    most = ruleset.close_limit
    if left > most:
        raise Illegal("over-close-limit", seat=closer, deadwood=left, limit=most)
    total = board.total(closer) + left
    if ruleset.is_past(total) and not ruleset.close_may_bust:
        raise Illegal(
            "closer-would-bust", seat=closer, total=total, limit=ruleset.limit
        )


def _needs_no_close(ruleset: Ruleset, hand: HandScored) -> bool:
    """Whether the hand is complete without a close.

    In Rum 500 closes have no kind. In Chinchón and Chinaso a hand may end although nobody closed. In Gin and
    the Rummies a hand that nobody won is void, so it has a close.
    """
    may_be_open = ruleset.scoring is Scoring.COUNT and hand.closer is None
    return hand.close is None and (may_be_open or ruleset.scoring is Scoring.TABLE)


def _verify_opponent(board: Board, hand: HandScored) -> None:
    """A hand of Gin between two names one opponent of its closer, and no partner."""
    if hand.closer is None or not meets_one(board):
        return
    others = sorted(set(hand.deadwood) - {hand.closer})
    wrong = [seat for seat in others if seat not in opponents(board, hand.closer)]
    if wrong or len(others) > 1:
        raise Illegal(
            "wrong-opponent", seat=(wrong or others[1:])[0], closer=hand.closer
        )
    if not others:
        raise Illegal("missing-points", seat=opponent_due(board, hand.closer))


def _verify_points(board: Board, hand: HandScored) -> None:
    """Raise Illegal for missing or impossible points. Where the close wins the match, none are needed."""
    ruleset = board.next_ruleset
    players = len(board.order)
    if not wins_match(ruleset, hand):
        _verify_nothing_missing(board, hand)
    most = None if hands_grow(ruleset) else dearest_hand(ruleset, players)
    melded_all = {
        *hand.melded,
        *((hand.closer,) if hand.close is not Close.KNOCK else ()),
    }
    for seat, left in sorted(hand.deadwood.items()):
        _verify_range(seat, left, 0 if seat in melded_all else most)
    for numbers, highest in ((hand.table, None), (hand.buys, ruleset.buys)):
        for seat, number in sorted(numbers.items()):
            _verify_range(seat, number, highest)
    if hand.value is not None:
        _verify_range(hand.closer, hand.value, dearest_of_winner(ruleset, players))


def _verify_nothing_missing(board: Board, hand: HandScored) -> None:
    ruleset = board.next_ruleset
    if ruleset.pays_winners_hand:
        if hand.value is None:
            raise Illegal("missing-points", seat=hand.closer)
        return
    for seat in played_by(board, hand):
        may_be_left_out = seat == hand.closer and hand.close is not Close.KNOCK
        without_table = ruleset.scoring is Scoring.TABLE and seat not in hand.table
        if without_table or (seat not in hand.deadwood and not may_be_left_out):
            raise Illegal("missing-points", seat=seat)


def _verify_range(seat: Seat | None, points: int, most: int | None) -> None:
    if points < 0 or (most is not None and points > most):
        raise Illegal("bad-points", seat=seat, points=points, most=most)


def _verify_answer(board: Board, answer: BoughtBackIn | Declined) -> None:
    standing = board.standings[answer.seat]
    if standing.status is Status.IN:
        raise Illegal("not-bust", seat=answer.seat)
    if standing.status is Status.OUT:
        raise Illegal(standing.no_rebuy, seat=answer.seat)
    if standing.status is Status.RETIRED:
        code = (
            "no-rebuys-left"
            if rebuys_used_up(board.ruleset, standing.rebuys)
            else "not-in-play"
        )
        raise Illegal(code, seat=answer.seat)


def _verify_in(board: Board, event: Retired) -> None:
    if event.seat not in board.seats_in:
        raise Illegal("not-in-play", seat=event.seat)


def _verify_away(board: Board, event: CameBack) -> None:
    standing = board.standings[event.seat]
    sits_out = standing.status is Status.IN and standing.absent
    if not sits_out and standing.status is not Status.RETIRED:
        raise Illegal("not-in-play", seat=event.seat)


def _verify_dealer(board: Board, event: DealerNamed) -> None:
    """Where the dealer rests, whoever is named rests; otherwise the deal is for one who plays the hand."""
    if event.seat == board.resting and board.next_ruleset.sit_out is not SitOut.DEALER:
        raise Illegal("not-in-play", seat=event.seat)


def _verify_everybody(board: Board, event: Reseated) -> None:
    for seat in board.order:
        if seat not in event.order:
            raise Illegal("missing-player", seat=seat)


def _verify_rules(board: Board, event: RulesChanged) -> None:
    """The knobs that say what a total means, and who shares it, cannot change during a match."""
    turned = board.next_ruleset.with_options(event.options)
    for knob in FIXED:
        if getattr(turned, knob) != getattr(board.next_ruleset, knob):
            raise Illegal("bad-rules", knob=knob, value=event.options[knob])
    # A change says itself whether its amounts are in cents. The unit of a match for money cannot change.
    in_cents = event.options.get("cents", False)
    names_amounts = any(knob in event.options for knob in ("cents", *AMOUNTS))
    if (
        names_amounts
        and in_cents != board.next_ruleset.cents
        and (not in_cents or has_money(board))
    ):
        raise Illegal("bad-rules", knob="cents", value=in_cents)


_CHECKS: Lookup[type, Callable[[Board, Any], None]] = {
    HandScored: _verify_hand,
    BoughtBackIn: _verify_answer,
    Declined: _verify_answer,
    Retired: _verify_in,
    CameBack: _verify_away,
    DealerNamed: _verify_dealer,
    Reseated: _verify_everybody,
    SeatsDrawn: verify_draw,
    RulesChanged: _verify_rules,
}
