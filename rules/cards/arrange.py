"""The best arrangement of the cards held: what to meld, what to lay off, what is left.

Every way to take melds that share no card is tried, lay-offs among them, so that a set is broken or a card
kept where that is better. Where several arrangements leave the least deadwood, the first is, in this order,
the one with the fewest loose cards, the fewest cards laid off, the fewest melds, and the melds that come
first in the deck's order (suit by suit, low ranks first, jokers last). A joker that could be at either end of
a run is written as high as it can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.cards.lay_offs import lay_offs
from rules.cards.meld import Meld
from rules.cards.meld_search import Packing, best_packings, most_worth, packings, pips_in
from rules.cards.melds import MeldRules, meld_rules
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset


class LaidOff(NamedTuple):
    onto: int  # which meld of the table
    cards: tuple[Card, ...]


class Arrangement(NamedTuple):
    """Cards sorted out: melds, what goes onto the melds of the table, and the loose rest with its pips."""

    deadwood: int
    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOff, ...]
    loose: tuple[Card, ...]


def arrange(
    ruleset: Ruleset, cards: Sequence[Card], table: Sequence[Meld] = (), players: int | None = None
) -> Arrangement:
    """The arrangement of `cards` with the least deadwood, laying off on the melds of `table`.

    Raises Illegal `impossible-hand` for cards that the table's packs do not have.
    """
    return arrange_by(meld_rules(ruleset, players), cards, table, ruleset.lay_off_needs_meld)


def arrange_by(
    rules: MeldRules, cards: Sequence[Card], table: Sequence[Meld] = (), needs_meld: bool = False
) -> Arrangement:
    """As `arrange`; with `needs_meld` only who has a meld of his own lays off."""
    held, jokers = rules.deck.hold(cards)
    if not table and not jokers and not held & rules.not_by_suit:
        deadwood, melded, melds = rules.by_suit.best(held)
        return Arrangement(deadwood, melds, (), tuple(rules.deck.cards_of(held & ~melded)))
    patterns = rules.patterns(held, jokers)
    if not table:
        return _first(rules, held, jokers, best_packings(rules.deck, patterns, held, jokers))
    patterns += lay_offs(rules, held, jokers, table)
    if not needs_meld:
        return _first(rules, held, jokers, best_packings(rules.deck, patterns, held, jokers))
    # One's own melds come first, so the first of a way tells whether there is any.
    ways = [way for way in packings(patterns, jokers) if not way[3] or way[3][0].onto < 0]
    most = max(way[2] for way in ways)
    return _first(rules, held, jokers, [way for way in ways if way[2] == most])


def lay_off_only(
    rules: MeldRules, cards: Sequence[Card], melds: tuple[Meld, ...], table: Sequence[Meld]
) -> Arrangement:
    """`cards` with exactly these `melds` of one's own, the rest laid off on `table` as well as can be."""
    rest = Counter(cards) - Counter(card for meld in melds for card in meld.cards)
    held, jokers = rules.deck.hold(list(rest.elements()))
    ways = best_packings(rules.deck, lay_offs(rules, held, jokers, table), held, jokers)
    return _first(rules, held, jokers, ways)._replace(melds=melds)


def _first(rules: MeldRules, held: int, jokers: int, ways: Sequence[Packing]) -> Arrangement:
    """The first in the tie order of `ways`, which are worth the same."""
    ties = [write(rules, held, jokers, way) for way in ways]
    return ties[0] if len(ties) == 1 else min(ties, key=lambda one: in_order(rules, one))


def least_deadwood(ruleset: Ruleset, cards: Sequence[Card], players: int | None = None) -> int:
    """The pips left over by the best way of melding `cards`."""
    rules = meld_rules(ruleset, players)
    held, jokers = rules.deck.hold(cards)
    if not jokers and not held & rules.not_by_suit:
        return rules.by_suit.least(held)
    return sum(map(rules.deck.pips.__getitem__, cards)) - melded_pips(rules, held, jokers)


def melded_pips(rules: MeldRules, held: int, jokers: int) -> int:
    """The most pips that melds can take from these cards."""
    return pips_in(most_worth(rules.deck, rules.patterns(held, jokers), held, jokers))


def write(rules: MeldRules, held: int, jokers: int, way: Packing) -> Arrangement:
    """The arrangement that `way` makes of the cards `held` and `jokers`."""
    deck = rules.deck
    taken, used, _, patterns = way
    loose = deck.cards_of(held & ~taken) + [JOKER] * (jokers - used)
    melds = [rules.write(pattern) for pattern in patterns if pattern.onto < 0]
    laid_off = [
        LaidOff(pattern.onto, (*deck.cards_of(pattern.cards & held), *[JOKER] * pattern.jokers))
        for pattern in patterns
        if pattern.onto >= 0
    ]
    if len(melds) > 1:
        melds.sort(key=rules.place_of)
    deadwood = sum(map(deck.pips.__getitem__, loose))
    return Arrangement(deadwood, tuple(melds), tuple(laid_off), tuple(loose))


def in_order(rules: MeldRules, arrangement: Arrangement) -> tuple[object, ...]:
    """The last of the tie order: by the melds, then by what is laid off, as the deck orders cards."""
    return (
        [rules.place_of(meld) for meld in arrangement.melds],
        [(one.onto, [rules.deck.order[card] for card in one.cards]) for one in arrangement.laid_off],
    )


class Thrown(NamedTuple):
    discard: Card
    kept: Arrangement


def discards(ruleset: Ruleset, cards: Sequence[Card], players: int | None = None) -> list[Thrown]:
    """What each card that could be thrown leaves, best first: least deadwood, then the dearest discard."""
    rules = meld_rules(ruleset, players)
    order = rules.deck.order
    thrown = [Thrown(card, arrange_by(rules, kept)) for card, kept in each_discard(cards)]
    return sorted(
        thrown, key=lambda one: (one.kept.deadwood, -rules.deck.pips[one.discard], order[one.discard])
    )


def each_discard(cards: Sequence[Card]) -> Iterator[tuple[Card, list[Card]]]:
    """Each different card and what is held without it."""
    for card in dict.fromkeys(cards):
        kept = list(cards)
        kept.remove(card)
        yield card, kept
