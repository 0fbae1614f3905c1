"""The lay-offs that cards allow on the melds of the table, as patterns like those of own melds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.cards.meld import Meld, MeldKind
from rules.cards.meld_search import Pattern
from rules.cards.melds import MeldRules, subsets
from rules.cards.worth import worth_of_lay_off
from rules.packs import Card


class _Growth(NamedTuple):
    """Cards added to a meld."""

    cards: int  # bits
    jokers: int
    length: int = 0  # how many places at one end of a run


_NOTHING = _Growth(0, 0)


def lay_offs(rules: MeldRules, bits: int, jokers: int, table: Sequence[Meld]) -> list[Pattern]:
    """Everything that the cards `bits` and `jokers` can add to one meld of `table`.

    A run grows at both ends, card by card; a set grows as far as the packs have cards. A joker may take any
    place, because the meld on the table has its naturals already (docs/rules/FORMAT.md#jokers-laid-off).
    """
    wild = bits & rules.wild
    most = jokers + wild.bit_count()
    patterns = []
    for onto, meld in enumerate(table):
        grow = _onto_set if meld.kind is MeldKind.SET else _onto_run
        mark = rules.deck.end << onto
        additions = {
            cards_and_jokers
            for growth in grow(rules, meld, bits, most)
            for cards_and_jokers in _with_wild_cards(growth, wild, jokers)
        }
        for cards, used in sorted(additions):
            worth = worth_of_lay_off(*rules.pips_and_number(cards, used))
            patterns.append(Pattern(cards | mark, used, worth, onto=onto))
    return patterns


def _with_wild_cards(growth: _Growth, wild: int, jokers: int) -> Iterator[tuple[int, int]]:
    """The cards and printed jokers of `growth`, a wild card standing in for any of its jokers."""
    for stand_ins in (0, *subsets(wild & ~growth.cards)):
        printed = growth.jokers - stand_ins.bit_count()
        if 0 <= printed <= jokers:
            yield growth.cards | stand_ins, printed


def _onto_set(rules: MeldRules, meld: Meld, bits: int, jokers: int) -> Iterator[_Growth]:
    rank = meld.cards[0].rank
    lying = [card for card in meld.cards if card.rank == rank]
    alike = bits & rules.ranks[rules.deck.ranks.index(rank)]
    room = rules.longest_set - len(meld.cards)
    for cards in (0, *subsets(alike)):
        number = cards.bit_count()
        if rules.may_share_set([*lying, *rules.deck.cards_of(cards)]):
            for used in range(0 if cards else 1, min(jokers, room - number) + 1):
                yield _Growth(cards, used)


def _onto_run(rules: MeldRules, meld: Meld, bits: int, jokers: int) -> Iterator[_Growth]:
    room = rules.longest_run - len(meld.cards)
    end = meld.start + len(meld.cards)
    first, *_, last = zip(meld.cards, rules.stands_for(meld), strict=True)
    upwards = _growths(rules, meld.suit, rules.track[end : end + room], bits, jokers, last)
    downwards = _growths(rules, meld.suit, rules.track[: meld.start][::-1][:room], bits, jokers, first)
    for up in upwards:
        for down in downwards:
            if 0 < up.length + down.length <= room:
                yield _Growth(up.cards | down.cards, up.jokers + down.jokers)


def _growths(
    rules: MeldRules, suit: int, places: Sequence[int], bits: int, jokers: int, end: tuple[Card, Card]
) -> list[_Growth]:
    """The cards that can follow one `end` of a run: its last card, and the card that this one stands for."""
    card, stands_for = end
    fillings = rules.fillings(suit, places, bits, jokers, after_joker=card != stands_for)
    longer = enumerate(fillings, start=1)
    return [
        _NOTHING,
        *(_Growth(cards, used, length) for length, filled in longer for cards, used, _ in filled),
    ]
