"""The hand that everybody's cards tell: the facts that the checker brings over to the form of the hand."""

from __future__ import annotations

from dataclasses import replace

from rules.close_kinds import Close
from rules.closing.showdown import CountedCards
from rules.closing.situation import times_bought
from rules.events import HandScored, Seat
from rules.knobs import WINS, Scoring
from rules.scoring.points import names_melded, price, wins_match
from scores.table.checker.check import Showdown


def counted_hand(showdown: Showdown) -> HandScored:
    """The hand as far as the cards tell it, so that it adds what they count.

    A chinchón that counts for anyone is the close of the player who shows it, whoever closed
    (docs/rules/FORMAT.md#chinchon-of-others), unless others would lose points by that.
    """
    hand = _as_it_was_closed(showdown)
    counts = _counts(showdown)
    shown = [seat for seat in showdown.seats_in_turn if seat in counts and counts[seat].is_chinchon]
    hands = [hand, *(replace(hand, closer=seat, close=Close.CHINCHON) for seat in shown)]
    return next((one for one in hands if not points_left_out(showdown, one)), hand)


def points_left_out(showdown: Showdown, hand: HandScored) -> dict[Seat, tuple[int | str, int]]:
    """The seats to which `hand` adds other points than their cards count: those points, and what it adds.

    In games in which each player adds what he counts himself; empty in the others.
    """
    ruleset, verdict = showdown.ruleset, showdown.check.verdict
    if ruleset.scoring is not Scoring.COUNT or ruleset.contracts:
        return {}
    points = {seat: counted.points for seat, counted in _counts(showdown).items()}
    if showdown.closer is not None and verdict is not None and verdict.points is not None:
        points[showdown.closer] = verdict.points
    if hand.closer is not None and wins_match(ruleset, hand) and points.get(hand.closer) == WINS:
        return {}
    added = price(ruleset, hand)
    differs = {seat: (theirs, added.get(seat, 0)) for seat, theirs in points.items()}
    return {seat: pair for seat, pair in differs.items() if pair[0] != pair[1]}


def _counts(showdown: Showdown) -> dict[Seat, CountedCards]:
    """What the cards count that are there, of those who did not close."""
    counts = {seat: showdown.count_of(seat) for seat in showdown.seats if seat != showdown.closer}
    return {seat: counted for seat, counted in counts.items() if counted is not None}


def _as_it_was_closed(showdown: Showdown) -> HandScored:
    ruleset, counts, closer = showdown.ruleset, _counts(showdown), showdown.closer
    deadwood, value = {seat: counted.deadwood for seat, counted in counts.items()}, None
    verdict = showdown.check.verdict
    if closer is not None and verdict is not None and verdict.legal and verdict.deadwood is not None:
        deadwood[closer], value = verdict.deadwood, verdict.value
    melded = [seat for seat, counted in counts.items() if counted.melded_all]
    return HandScored(
        deadwood,
        closer,
        showdown.close,
        tuple(melded) if names_melded(ruleset) else (),
        value=value if ruleset.pays_winners_hand else None,
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
