"""The best arrangement of a player's cards: what to meld, what to lay off, what stays loose.

Every choice of melds and lay-offs that share no card is tried, so a set is split, or a card kept, where that
is better. Of several arrangements with the least deadwood the best is, in this order: the one with the
fewest loose cards, the fewest cards laid off, the fewest melds, the lay-offs on the first melds of the table,
and the melds that come first in the deck's order (suit by suit, low ranks first, jokers last). A joker that
could be at either end of a run is put at the higher end.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rules.cards.lay_offs import lay_offs
from rules.cards.meld_search import (
    NO_PACKING,
    Packing,
    PackingSearch,
    best_packing,
    first_best,
    with_pattern,
)
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, Pattern
from rules.packs import JOKER, Card


class LaidOff(NamedTuple):
    onto: int  # the index of the table's meld
    cards: tuple[Card, ...]


class Arrangement(NamedTuple):
    """A player's cards in melds, lay-offs onto the melds of the table, and the loose rest with its pips."""

    deadwood: int
    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOff, ...]
    loose: tuple[Card, ...]


def arrange(
    rules: MeldRules, cards: Cards, table: Sequence[Meld] = (), needs_meld: bool = False
) -> Arrangement:
    """The arrangement of `cards` with the least deadwood, laying off on the melds of `table`; with
    `needs_meld` only a player with a meld of their own lays off. Raises Illegal `impossible-hand` for cards
    that the table's packs do not have.

    >>> from rules.cards.melds import meld_rules
    >>> from rules.packs import Pack, read_cards
    >>> from rules.presets import CHINCHON
    >>> cards = read_cards("5o 6o 7o 5c 5e 10b 2b".split(), Pack.SPANISH_40)
    >>> arrangement = arrange(meld_rules(CHINCHON), cards)
    >>> arrangement.deadwood, " ".join(map(str, arrangement.loose))
    (22, '5c 5e 2b 10b')
    """
    bits, jokers = rules.deck.to_bits(cards)
    patterns = rules.patterns(bits, jokers) + lay_offs(rules, bits, jokers, table)
    if table and needs_meld:
        return to_arrangement(
            rules, bits, jokers, _best_with_a_meld(rules, patterns, bits, jokers)
        )
    return _best(rules, patterns, bits, jokers)


def _best(
    rules: MeldRules, patterns: Sequence[Pattern], bits: int, jokers: int
) -> Arrangement:
    packing = best_packing(rules.deck, patterns, bits, jokers, rules.tie_order)
    return to_arrangement(rules, bits, jokers, packing)


def _best_with_a_meld(
    rules: MeldRules, patterns: Sequence[Pattern], bits: int, jokers: int
) -> Packing:
    """The best of the packings with a meld of the player's own; the empty one if there is none."""
    search = PackingSearch(rules.deck, patterns, jokers)
    packings = [NO_PACKING]
    for meld in patterns:
        if meld.onto < 0:
            rest = search.rest(bits, meld.cards)
            best = search.best_packing(rest, jokers - meld.jokers, rules.tie_order)
            packings.append(with_pattern(meld, bits ^ rest, best))
    return first_best(packings, rules.tie_order)


def lay_off_only(
    rules: MeldRules, cards: Cards, melds: tuple[Meld, ...], table: Sequence[Meld]
) -> Arrangement:
    """`cards` with exactly these `melds` of the player's own, as much of the rest as possible laid off."""
    rest = Counter(cards) - Counter(card for meld in melds for card in meld.cards)
    bits, jokers = rules.deck.to_bits(list(rest.elements()))
    return _best(rules, lay_offs(rules, bits, jokers, table), bits, jokers)._replace(
        melds=melds
    )


def to_arrangement(
    rules: MeldRules, bits: int, jokers: int, packing: Packing
) -> Arrangement:
    """The arrangement of the cards `bits` and `jokers` that lays down `packing`."""
    deck = rules.deck
    taken, used, _, patterns = packing
    loose = deck.cards_of(bits & ~taken) + [JOKER] * (jokers - used)
    melds = [rules.to_meld(pattern) for pattern in patterns if pattern.onto < 0]
    laid_off = [
        LaidOff(
            pattern.onto,
            (*deck.cards_of(pattern.cards & bits), *[JOKER] * pattern.jokers),
        )
        for pattern in patterns
        if pattern.onto >= 0
    ]
    melds.sort(key=rules.deck_order)
    laid_off.sort(key=lambda lay_off: lay_off.onto)
    deadwood = sum([deck.pips[card] for card in loose])
    return Arrangement(deadwood, tuple(melds), tuple(laid_off), tuple(loose))
