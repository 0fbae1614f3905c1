"""What the others count when a hand is closed: their cards, after melding and laying off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from rules.cards.arrange import Arrangement, arrange_by, lay_off_only
from rules.cards.deck import pips_of
from rules.cards.meld import Meld
from rules.cards.meld_faults import why_no_meld
from rules.cards.melds import MeldRules, meld_rules
from rules.close_kinds import Close
from rules.closing.check import check_close, judge, may_lay_off, moment_of
from rules.closing.knock import best_of, layouts
from rules.closing.rum_500 import on_the_table
from rules.closing.situation import goes_out
from rules.errors import Illegal
from rules.events import HandScored
from rules.knobs import CleanFor, LayOff, Scoring, at_table
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from rules.scoring.points import price

Group = Sequence[Card]


class Counted(NamedTuple):
    points: int
    arrangement: Arrangement


def count(
    ruleset: Ruleset,
    cards: Sequence[Card],
    table: Sequence[Group] = (),
    close: Close | None = Close.KNOCK,
    players: int | None = None,
    melds: Sequence[Group] | None = None,
) -> Counted:
    """The fewest points that another player's `cards` count once somebody closed with `close`.

    `table` holds the melds on which this player may lay off: all of them, or where the ruleset says so the
    closer's. With `melds` these are the player's own and no others. Where the written order of a run on the
    table leaves open what its joker stands for, it stands for what leaves this player most, as the closer
    would have it. Raises Illegal `impossible-hand`, and `invalid-meld` for a group that is none.
    """
    rules = meld_rules(ruleset, players, free_jokers=ruleset.joker_always_charged)
    own = None if melds is None else tuple(_readings(ruleset, rules, meld)[0] for meld in melds)
    lying = [_readings(ruleset, rules, meld) for meld in table] if may_lay_off(ruleset, close) else []
    arranged = [_arranged(ruleset, rules, cards, read, own) for read in product(*lying)]
    counted = [Counted(_points(ruleset, cards, one), one) for one in arranged]
    return max(counted, key=lambda one: one.points)


def _arranged(
    ruleset: Ruleset, rules: MeldRules, cards: Group, table: Sequence[Meld], own: tuple[Meld, ...] | None
) -> Arrangement:
    if ruleset.lay_off is LayOff.IN_PLAY:
        return _all_loose(rules, cards)
    if own is None:
        return arrange_by(rules, cards, table, ruleset.lay_off_needs_meld)
    return lay_off_only(rules, cards, own, table if own or not ruleset.lay_off_needs_meld else ())


def _all_loose(rules: MeldRules, cards: Group) -> Arrangement:
    """In the Rummies all cards left in hand count, melded or not (docs/rules/FORMAT.md#all-cards-count)."""
    rules.deck.hold(cards)  # refuses what the packs do not have
    pips = sum(rules.deck.pips[card] for card in cards)
    return Arrangement(pips, (), (), tuple(rules.deck.sorted(cards)))


def _points(ruleset: Ruleset, cards: Group, arrangement: Arrangement) -> int:
    points = arrangement.deadwood
    if ruleset.joker_always_charged:
        points += ruleset.joker_points * (cards.count(JOKER) - arrangement.loose.count(JOKER))
    own_work = arrangement.melds and not arrangement.loose and not arrangement.laid_off
    if own_work and not points and ruleset.clean_for is CleanFor.ANYONE:
        return ruleset.clean_points
    return points


def _readings(ruleset: Ruleset, rules: MeldRules, cards: Group) -> tuple[Meld, ...]:
    readings = rules.readings(cards)
    if not readings:
        raise Illegal("invalid-meld", melds=((0, why_no_meld(ruleset, cards, rules.players)),))
    return readings


def showdown(
    ruleset: Ruleset,
    closer: str | None,
    cards: Mapping[str, Sequence[Card]],
    melds: Mapping[str, Sequence[Group]] | None = None,
    close: Close | None = None,
    players: int | None = None,
) -> dict[str, int | str]:
    """What everybody adds after `closer` closed, in the order of `cards`; all count if it is None.

    Each other player is counted alone, on the closer's melds and on those the others are known to have laid
    down. Where the closer claims nothing, and several of his best closes (of kind `close`, if given) allow
    different lay-offs, the one that leaves the others most is meant. Raises Illegal for a close that is none.
    """
    claimed = melds or {}
    if ruleset.scoring is Scoring.TABLE:
        return _priced(ruleset, cards, on_the_table(ruleset, closer, cards, claimed, players))
    closed = _NOTHING
    if closer is not None:
        closed = _closed(ruleset, cards[closer], claimed.get(closer), close, players)
    others = {name: hand for name, hand in cards.items() if name != closer}
    worst = _worst(ruleset, closed, others, claimed, players)
    if ruleset.scoring is Scoring.COUNT and not ruleset.contracts:
        return {name: worst.get(name, closed.points) for name in cards}
    seats = list(cards)
    deadwood = {seats.index(name): worst.get(name, closed.deadwood) for name in cards}
    seat = None if closer is None else seats.index(closer)
    return _priced(ruleset, cards, HandScored(deadwood, seat, closed.kind, value=closed.value))


def _worst(
    ruleset: Ruleset,
    closed: _Closed,
    others: Mapping[str, Sequence[Card]],
    claimed: Mapping[str, Sequence[Group]],
    players: int | None,
) -> dict[str, int]:
    """What the others count on that table of the closer's which leaves them most."""
    lays_on_all = ruleset.lay_off is LayOff.ANY
    shown = [meld for name in others for meld in claimed.get(name, ())] if lays_on_all else []

    def counts(table: Sequence[Group]) -> dict[str, int]:
        laid = [*table, *shown]
        return {
            name: count(ruleset, hand, laid, closed.kind, players, claimed.get(name)).points
            for name, hand in others.items()
        }

    return max(map(counts, closed.tables), key=lambda counted: sum(counted.values()))


def _priced(ruleset: Ruleset, names: Iterable[str], hand: HandScored) -> dict[str, int | str]:
    points = price(ruleset, hand)
    return {name: points.get(seat, 0) for seat, name in enumerate(names)}


def tables(ruleset: Ruleset, cards: Sequence[Card], players: int | None = None) -> list[Sequence[Group]]:
    """Every way in which the melds of the closer's best close can lie on the table; none if he has no close.

    They may allow different lay-offs: the one that leaves the others most is meant
    (docs/rules/FORMAT.md#lay-off-choice).
    """
    try:
        return list(_closed(ruleset, cards, None, None, players).tables)
    except Illegal:
        return []


class _Closed(NamedTuple):
    """How a hand was closed: what the closer adds and counts, and the tables he may leave."""

    points: int | str
    kind: Close | None
    deadwood: int
    tables: Sequence[Sequence[Group]]
    value: int | None = None  # of his melds, where the others pay it


_NOTHING = _Closed(0, None, 0, [()])  # nothing to count: nobody closed, or somebody went out


def _closed(
    ruleset: Ruleset,
    cards: Sequence[Card],
    melds: Sequence[Group] | None,
    close: Close | None,
    players: int | None,
) -> _Closed:
    """How `cards` close. Raises Illegal where they do not, or not with this `close`."""
    if goes_out(ruleset):
        return _gone_out(ruleset, cards, melds, close, players)
    verdict = check_close(ruleset, cards, melds, players=players)
    if not verdict.legal or verdict.points is None or verdict.deadwood is None:
        raise Illegal(verdict.code or "", **verdict.details)
    if melds is not None:
        laid_down = [meld.cards for meld in verdict.melds] if ruleset.claim_upgrades else melds
        return _Closed(verdict.points, verdict.close, verdict.deadwood, [laid_down])
    moment = moment_of(ruleset, False, 0, players, len(cards))
    judged = [one for one in judge(moment, cards) if one.code is None and close in (None, one.close)]
    best = best_of(moment, cards, judged)
    if best is None:
        raise Illegal("bad-close", close=close)
    least = [one for one in judged if (one.points, one.close) == (best.points, best.close)]
    tables = dict.fromkeys(layout for one in least for layout in layouts(moment, one))
    laid = [[meld.cards for meld in layout] for layout in tables]
    return _Closed(best.points, best.close, best.deadwood, laid)


def _gone_out(
    ruleset: Ruleset,
    cards: Sequence[Card],
    melds: Sequence[Group] | None,
    close: Close | None,
    players: int | None,
) -> _Closed:
    """How somebody went out: as `close` says, or as his cards tell.

    Who laid melds down before holds fewer cards than a hand, or none, and went `out`.
    """
    if close not in (None, Close.OUT, Close.RUMMY, Close.CHINASO):
        raise Illegal("bad-close", close=close)
    verdict = check_close(ruleset, cards, melds, players=players)
    if verdict.legal:
        return _NOTHING._replace(kind=close or verdict.close, value=verdict.value)
    began_before = len(cards) < at_table(ruleset.hand_size, meld_rules(ruleset, players).players)
    if close is None and not began_before:
        raise Illegal(verdict.code or "", **verdict.details)
    return _NOTHING._replace(kind=close or Close.OUT, value=sum(pips_of(ruleset, card) for card in cards))
