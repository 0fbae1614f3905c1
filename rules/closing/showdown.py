"""What the others count when a hand is closed: their cards, after melding and laying off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from rules.cards.arrange import Arrangement, arrange_by, lay_off_only
from rules.cards.deck import pips_of
from rules.cards.meld import Cards, Meld
from rules.cards.meld_faults import why_no_meld
from rules.cards.melds import MeldRules, meld_rules
from rules.close_kinds import Close
from rules.closing.check import candidates, check_close, may_lay_off
from rules.closing.knock import best_closing, layouts
from rules.closing.rum_500 import points_on_table
from rules.closing.situation import Situation, close_context, goes_out
from rules.errors import Illegal
from rules.events import HandScored
from rules.knobs import CleanFor, LayOff, Scoring, at_table
from rules.packs import JOKER
from rules.ruleset import Ruleset
from rules.scoring.points import price


class CountedCards(NamedTuple):
    """What a player counts, and the arrangement it comes from."""

    points: int
    arrangement: Arrangement


def count(
    ruleset: Ruleset,
    cards: Cards,
    table: Sequence[Cards] = (),
    close: Close | None = Close.KNOCK,
    players: int | None = None,
    melds: Sequence[Cards] | None = None,
) -> CountedCards:
    """The fewest points that another player's `cards` count once somebody closed with `close`.

    `table` holds the melds on which this player may lay off: all of them, or only the closer's where the
    ruleset says so. With `melds` the player melds exactly these. A joker in a run of the table may stand for
    several cards, where the written order does not say which; then the closer's choice counts: the one that
    leaves this player the most. Raises Illegal `impossible-hand`, and `invalid-meld` for a group that is no
    meld.
    """
    rules = meld_rules(ruleset, players, free_jokers=ruleset.joker_always_charged)
    own = None if melds is None else tuple(_readings(ruleset, rules, meld)[0] for meld in melds)
    lying = [_readings(ruleset, rules, meld) for meld in table] if may_lay_off(ruleset, close) else []
    arranged = [_arranged(ruleset, rules, cards, readings, own) for readings in product(*lying)]
    counted = [CountedCards(_points(ruleset, cards, option), option) for option in arranged]
    return max(counted, key=lambda option: option.points)


def _arranged(
    ruleset: Ruleset, rules: MeldRules, cards: Cards, table: Sequence[Meld], own: tuple[Meld, ...] | None
) -> Arrangement:
    if ruleset.lay_off is LayOff.IN_PLAY:
        return _all_loose(rules, cards)
    if own is None:
        return arrange_by(rules, cards, table, ruleset.lay_off_needs_meld)
    return lay_off_only(rules, cards, own, table if own or not ruleset.lay_off_needs_meld else ())


def _all_loose(rules: MeldRules, cards: Cards) -> Arrangement:
    """In the Rummies all cards left in hand count, melded or not (docs/rules/FORMAT.md#all-cards-count)."""
    rules.deck.to_bits(cards)  # raises Illegal for cards that the packs do not have
    pips = sum(rules.deck.pips[card] for card in cards)
    return Arrangement(pips, (), (), tuple(rules.deck.sorted(cards)))


def _points(ruleset: Ruleset, cards: Cards, arrangement: Arrangement) -> int:
    points = arrangement.deadwood
    if ruleset.joker_always_charged:
        points += ruleset.joker_points * (cards.count(JOKER) - arrangement.loose.count(JOKER))
    melded_all = arrangement.melds and not arrangement.loose and not arrangement.laid_off
    if melded_all and not points and ruleset.clean_for is CleanFor.ANYONE:
        return ruleset.clean_points
    return points


def _readings(ruleset: Ruleset, rules: MeldRules, cards: Cards) -> tuple[Meld, ...]:
    readings = rules.readings(cards)
    if not readings:
        raise Illegal("invalid-meld", melds=((0, why_no_meld(ruleset, cards, rules.players)),))
    return readings


def showdown(
    ruleset: Ruleset,
    closer: str | None,
    cards: Mapping[str, Cards],
    melds: Mapping[str, Sequence[Cards]] | None = None,
    close: Close | None = None,
    players: int | None = None,
) -> dict[str, int | str]:
    """What everybody adds after `closer` closed, in the order of `cards`; all count if it is None.

    Each other player is counted alone, laying off on the closer's melds and on those that others are known to
    have laid down. If the closer claims nothing, several of his best closes (of kind `close`, if given) may
    allow different lay-offs: the one that leaves the others the most counts. Raises Illegal for cards that do
    not close.
    """
    claimed = melds or {}
    if ruleset.scoring is Scoring.TABLE:
        return _priced(ruleset, cards, points_on_table(ruleset, closer, cards, claimed, players))
    result = _NOTHING_TO_COUNT
    if closer is not None:
        result = _closer_result(ruleset, cards[closer], claimed.get(closer), close, players)
    others = {name: hand for name, hand in cards.items() if name != closer}
    counts = _highest_counts(ruleset, result, others, claimed, players)
    if ruleset.scoring is Scoring.COUNT and not ruleset.contracts:
        return {name: counts.get(name, result.points) for name in cards}
    seats = list(cards)
    deadwood = {seats.index(name): counts.get(name, result.deadwood) for name in cards}
    seat = None if closer is None else seats.index(closer)
    return _priced(ruleset, cards, HandScored(deadwood, seat, result.close, value=result.value))


def _highest_counts(
    ruleset: Ruleset,
    result: _CloserResult,
    others: Mapping[str, Cards],
    claimed: Mapping[str, Sequence[Cards]],
    players: int | None,
) -> dict[str, int]:
    """What the others count on the closer's table that leaves them the most."""
    lays_on_all = ruleset.lay_off is LayOff.ANY
    shown = [meld for name in others for meld in claimed.get(name, ())] if lays_on_all else []

    def counts(table: Sequence[Cards]) -> dict[str, int]:
        laid = [*table, *shown]
        return {
            name: count(ruleset, hand, laid, result.close, players, claimed.get(name)).points
            for name, hand in others.items()
        }

    return max(map(counts, result.tables), key=lambda points: sum(points.values()))


def _priced(ruleset: Ruleset, names: Iterable[str], hand: HandScored) -> dict[str, int | str]:
    points = price(ruleset, hand)
    return {name: points.get(seat, 0) for seat, name in enumerate(names)}


def tables(ruleset: Ruleset, cards: Cards, players: int | None = None) -> list[Sequence[Cards]]:
    """Every way in which the melds of the closer's best close can lie on the table; empty if he has no close.

    They may allow different lay-offs; the one that leaves the others the most counts
    (docs/rules/FORMAT.md#lay-off-choice).
    """
    try:
        return list(_closer_result(ruleset, cards, None, None, players).tables)
    except Illegal:
        return []


class _CloserResult(NamedTuple):
    """How a hand was closed: what the closer adds and counts, and the tables he may leave."""

    points: int | str
    close: Close | None
    deadwood: int
    tables: Sequence[Sequence[Cards]]
    value: int | None = None  # of his melds, where the others pay it


_NOTHING_TO_COUNT = _CloserResult(0, None, 0, [()])  # nobody closed, or somebody went out


def _closer_result(
    ruleset: Ruleset,
    cards: Cards,
    melds: Sequence[Cards] | None,
    close: Close | None,
    players: int | None,
) -> _CloserResult:
    """How `cards` close. Raises Illegal where they do not, or not with this `close`."""
    if goes_out(ruleset):
        return _gone_out(ruleset, cards, melds, close, players)
    situation = Situation(players=players)
    verdict = check_close(ruleset, cards, melds, situation=situation)
    if not verdict.legal or verdict.points is None or verdict.deadwood is None:
        raise Illegal(verdict.code or "", **verdict.details)
    if melds is not None:
        laid_down = [meld.cards for meld in verdict.melds] if ruleset.claim_upgrades else melds
        return _CloserResult(verdict.points, verdict.close, verdict.deadwood, [laid_down])
    return _best_result(ruleset, cards, close, situation)


def _best_result(ruleset: Ruleset, cards: Cards, close: Close | None, situation: Situation) -> _CloserResult:
    """The best close of `cards`, of kind `close` if given, with every table that it may leave."""
    context = close_context(ruleset, situation, len(cards))
    legal = [
        candidate
        for candidate in candidates(context, cards)
        if candidate.code is None and close in (None, candidate.close)
    ]
    best = best_closing(context, cards, legal)
    if best is None:
        raise Illegal("bad-close", close=close)
    as_good = [
        candidate for candidate in legal if (candidate.points, candidate.close) == (best.points, best.close)
    ]
    tables = dict.fromkeys(layout for candidate in as_good for layout in layouts(context, candidate.packing))
    laid = [[meld.cards for meld in layout] for layout in tables]
    return _CloserResult(best.points, best.close, best.deadwood, laid)


def _gone_out(
    ruleset: Ruleset,
    cards: Cards,
    melds: Sequence[Cards] | None,
    close: Close | None,
    players: int | None,
) -> _CloserResult:
    """How somebody went out: with `close` if it is given, otherwise as the cards show.

    A player who laid down melds in earlier turns holds fewer cards than a hand, or none: that is `out`.
    """
    if close not in (None, Close.OUT, Close.RUMMY, Close.CHINASO):
        raise Illegal("bad-close", close=close)
    verdict = check_close(ruleset, cards, melds, situation=Situation(players=players))
    if verdict.legal:
        return _NOTHING_TO_COUNT._replace(close=close or verdict.close, value=verdict.value)
    laid_down_before = len(cards) < at_table(ruleset.hand_size, meld_rules(ruleset, players).players)
    if close is None and not laid_down_before:
        raise Illegal(verdict.code or "", **verdict.details)
    value = sum(pips_of(ruleset, card) for card in cards)
    return _NOTHING_TO_COUNT._replace(close=close or Close.OUT, value=value)
