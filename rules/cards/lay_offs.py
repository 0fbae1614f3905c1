"""What may be laid off on the melds of the table, as patterns beside those of one's own melds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.cards.meld import Kind, Meld
from rules.cards.meld_search import Pattern
from rules.cards.melds import MeldRules, subsets
from rules.packs import Card


class _Growth(NamedTuple):
    cards: int
    jokers: int
    length: int = 0  # of one end of a run


_NOTHING = _Growth(0, 0)


def lay_offs(rules: MeldRules, held: int, jokers: int, table: Sequence[Meld]) -> list[Pattern]:
    """Everything that the cards `held` and `jokers` can add to one meld of `table`.

    A run grows at both ends, card by card, a set by what the packs still have. A joker goes wherever a card
    would: the naturals a meld must hold lie there already (docs/rules/FORMAT.md#jokers-laid-off).
    """
    wild = held & rules.wild
    most = jokers + wild.bit_count()
    found = []
    for onto, meld in enumerate(table):
        grow = _onto_set if meld.kind is Kind.SET else _onto_run
        mark = rules.deck.end << onto
        ways = {
            way for growth in grow(rules, meld, held, most) for way in _with_wild_cards(growth, wild, jokers)
        }
        for cards, used in sorted(ways):
            worth = rules.worth_of(cards, used, laid_off=True)
            found.append(Pattern(cards | mark, used, worth, onto=onto))
    return found


def _with_wild_cards(growth: _Growth, wild: int, jokers: int) -> Iterator[tuple[int, int]]:
    """The cards and printed jokers of `growth`, a wild card standing in for any of its jokers."""
    for stand_ins in (0, *subsets(wild & ~growth.cards)):
        printed = growth.jokers - stand_ins.bit_count()
        if 0 <= printed <= jokers:
            yield growth.cards | stand_ins, printed


def _onto_set(rules: MeldRules, meld: Meld, held: int, jokers: int) -> Iterator[_Growth]:
    rank = meld.cards[0].rank
    lying = [card for card in meld.cards if card.rank == rank]
    alike = held & rules.ranks[rules.deck.ranks.index(rank)]
    room = rules.longest_set - len(meld.cards)
    for cards in (0, *subsets(alike)):
        number = cards.bit_count()
        if rules.may_share_set([*lying, *rules.deck.cards_of(cards)]):
            for used in range(0 if cards else 1, min(jokers, room - number) + 1):
                yield _Growth(cards, used)


def _onto_run(rules: MeldRules, meld: Meld, held: int, jokers: int) -> Iterator[_Growth]:
    room = rules.longest_run - len(meld.cards)
    end = meld.start + len(meld.cards)
    first, *_, last = zip(meld.cards, rules.stands_for(meld), strict=True)
    upwards = _grown(rules, meld.suit, rules.track[end : end + room], held, jokers, last)
    downwards = _grown(rules, meld.suit, rules.track[: meld.start][::-1][:room], held, jokers, first)
    for up in upwards:
        for down in downwards:
            if 0 < up.length + down.length <= room:
                yield _Growth(up.cards | down.cards, up.jokers + down.jokers)


def _grown(
    rules: MeldRules, suit: int, places: Sequence[int], held: int, jokers: int, end: tuple[Card, Card]
) -> list[_Growth]:
    """What can follow one end of a run, given as its last card and what that stands for."""
    card, stands_for = end
    fillings = rules.fillings(suit, places, held, jokers, after_joker=card != stands_for)
    longer = enumerate(fillings, start=1)
    return [_NOTHING, *(_Growth(cards, used, length) for length, fills in longer for cards, used, _ in fills)]
