"""The hand that everybody's cards tell: the facts that the checker brings over to the form of the hand."""

from __future__ import annotations

from dataclasses import replace

from rules.close_kinds import Close
from rules.closing.situation import times_bought
from rules.events import HandScored, Seat
from rules.knobs import WINS, Scoring
from rules.scoring.points import names_melded, price, wins_match
from scores.table.checker.check import SeatCount, Showdown


def counted_hand(showdown: Showdown) -> HandScored:
    """The hand as far as the cards tell it, so that it adds what they count.

    A chinchón that counts for anyone is the close of the player who shows it, whoever closed
    (docs/rules/FORMAT.md#chinchon-of-others), unless others would lose points by that.
    """
    hand = _as_it_was_closed(showdown)
    shown = [seat for seat in showdown.seats_in_turn if _shows_chinchon(showdown, seat)]
    hands = [hand, *(replace(hand, closer=seat, close=Close.CHINCHON) for seat in shown)]
    return next((one for one in hands if not points_left_out(showdown, one)), hand)


def points_left_out(showdown: Showdown, hand: HandScored) -> dict[Seat, tuple[int | str, int]]:
    """The seats to which `hand` adds other points than their cards count: those points, and what it adds.

    In games in which each player adds what he counts himself; empty in the others.
    """
    ruleset, counted = showdown.ruleset, _points_counted(showdown)
    if ruleset.scoring is not Scoring.COUNT or ruleset.contracts:
        return {}
    if hand.closer is not None and wins_match(ruleset, hand) and counted.get(hand.closer) == WINS:
        return {}
    added = price(ruleset, hand)
    return {
        seat: (points, added.get(seat, 0)) for seat, points in counted.items() if points != added.get(seat, 0)
    }


def _shows_chinchon(showdown: Showdown, seat: Seat) -> bool:
    seat_count = showdown.count_of(seat) if seat != showdown.closer else None
    return seat_count is not None and seat_count.is_chinchon


def _points_counted(showdown: Showdown) -> dict[Seat, int | str]:
    """What the cards count that are there: the closer's if they close, and those of the others."""
    points = {seat: seat_count.points for seat, seat_count in _counts(showdown).items()}
    closer, verdict = showdown.closer, showdown.check.verdict
    if closer is not None and verdict is not None and verdict.points is not None:
        points[closer] = verdict.points
    return points


def _counts(showdown: Showdown) -> dict[Seat, SeatCount]:
    """Of those who did not close."""
    counts = {seat: showdown.count_of(seat) for seat in showdown.seats if seat != showdown.closer}
    return {seat: seat_count for seat, seat_count in counts.items() if seat_count is not None}


def _as_it_was_closed(showdown: Showdown) -> HandScored:
    counts, verdict, closer = _counts(showdown), showdown.check.verdict, showdown.closer
    deadwood, value = {seat: seat_count.deadwood for seat, seat_count in counts.items()}, None
    if closer is not None and verdict is not None and verdict.legal and verdict.deadwood is not None:
        deadwood[closer], value = verdict.deadwood, verdict.value
    melded = [seat for seat, seat_count in counts.items() if seat_count.melded_all]
    return HandScored(
        deadwood,
        closer,
        showdown.close,
        tuple(melded) if names_melded(showdown.ruleset) else (),
        value=value if showdown.ruleset.pays_winners_hand else None,
        buys=_buys(showdown),
    )


def _buys(showdown: Showdown) -> dict[Seat, int]:
    """Chinaso: how often each bought whose number of cards says so."""
    bought = {seat: _bought(showdown, seat, len(cards)) for seat, cards in showdown.cards.items()}
    return {seat: times for seat, times in bought.items() if times is not None}


def _bought(showdown: Showdown, seat: Seat, cards: int) -> int | None:
    """A closer has just drawn. Of the others nobody is down if it is a chinaso."""
    check = showdown.check
    if seat == showdown.closer:
        is_whole = check.verdict is not None and check.verdict.legal and not check.goes_down
        return times_bought(check.ruleset, check.players, cards, has_drawn=True) if is_whole else None
    is_up = showdown.close is Close.CHINASO
    laid_down = 0 if is_up or not check.ruleset.contracts else check.fewest_to_go_down
    return times_bought(check.ruleset, check.players, cards, laid_down)
