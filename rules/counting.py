"""What the others count when a hand is closed: their cards, after melding and laying off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from rules.arrange import Arrangement, arrange_by, lay_off_only
from rules.cards import JOKER, Card
from rules.closes import Close
from rules.closing import check_close, may_lay_off, moment_of
from rules.errors import Illegal
from rules.flaws import why_no_meld
from rules.melds import Meld, MeldRules, meld_rules
from rules.ruleset import CleanFor, LayOff, Ruleset
from rules.ways import attempts, best_of, layouts

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
    counted = [Counted(_points(ruleset, rules, cards, one), one) for one in arranged]
    return max(counted, key=lambda one: one.points)


def _arranged(
    ruleset: Ruleset, rules: MeldRules, cards: Group, table: Sequence[Meld], own: tuple[Meld, ...] | None
) -> Arrangement:
    if own is None:
        return arrange_by(rules, cards, table, ruleset.lay_off_needs_meld)
    return lay_off_only(rules, cards, own, table if own or not ruleset.lay_off_needs_meld else ())


def _points(ruleset: Ruleset, rules: MeldRules, cards: Group, arrangement: Arrangement) -> int:
    if ruleset.lay_off is LayOff.IN_PLAY:  # in the Rummies all cards left in hand count, melded or not
        return sum(rules.deck.pips[card] for card in cards)
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
    closer: str,
    cards: Mapping[str, Sequence[Card]],
    melds: Mapping[str, Sequence[Group]] | None = None,
    close: Close | None = None,
    players: int | None = None,
) -> dict[str, int | str]:
    """What everybody adds after `closer` closed, in the order of `cards`: the Chinchón family.

    Each other player is counted alone, on the closer's melds and on those the others are known to have laid
    down. Where the closer claims nothing, and several of his best closes (of kind `close`, if given) allow
    different lay-offs, the one that leaves the others most is meant. Raises Illegal for a close that is none.
    """
    claimed = melds or {}
    others = {name: held for name, held in cards.items() if name != closer}
    points, kind, tables = _closes(ruleset, cards[closer], claimed.get(closer), close, players)
    shown = (
        [meld for name in others for meld in claimed.get(name, ())] if ruleset.lay_off is LayOff.ANY else []
    )

    def counts(table: Sequence[Group]) -> dict[str, int]:
        return {
            name: count(ruleset, held, [*table, *shown], kind, players, claimed.get(name)).points
            for name, held in others.items()
        }

    worst = max(map(counts, tables), key=lambda counted: sum(counted.values()))
    return {name: points if name == closer else worst[name] for name in cards}


def tables(ruleset: Ruleset, cards: Sequence[Card], players: int | None = None) -> list[Sequence[Group]]:
    """Every way in which the melds of the closer's best close can lie on the table; none if he has no close.

    They may allow different lay-offs: the one that leaves the others most is meant (FORMAT.md).
    """
    try:
        return _closes(ruleset, cards, None, None, players)[2]
    except Illegal:
        return []


def _closes(
    ruleset: Ruleset,
    cards: Sequence[Card],
    melds: Sequence[Group] | None,
    close: Close | None,
    players: int | None,
) -> tuple[int | str, Close | None, list[Sequence[Group]]]:
    """The closer's points, the kind of close, and the tables it may leave."""
    verdict = check_close(ruleset, cards, melds, players=players)
    if not verdict.legal or verdict.points is None:
        raise Illegal(verdict.code or "", **verdict.details)
    if melds is not None:
        laid_down = [meld.cards for meld in verdict.melds] if ruleset.claim_upgrades else melds
        return verdict.points, verdict.close, [laid_down]
    moment = moment_of(ruleset, False, 0, players)
    judged = [one for one in attempts(moment, cards) if one.code is None and close in (None, one.close)]
    best = best_of(moment, cards, judged)
    if best is None:
        raise Illegal("bad-close", close=close)
    least = [one for one in judged if (one.points, one.close) == (best.points, best.close)]
    tables = dict.fromkeys(layout for one in least for layout in layouts(moment, one))
    return best.points, best.close, [[meld.cards for meld in layout] for layout in tables]
