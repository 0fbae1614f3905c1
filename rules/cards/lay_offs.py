"""The lay-offs that cards allow on the melds of the table, and the melds as they lie afterwards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

from rules.cards.melds import MOST_PATTERNS, MeldRules
from rules.cards.patterns import Meld, MeldKind, Pattern, worth_of_lay_off
from rules.errors import Illegal
from rules.packs import Card

_CACHE_SIZE = 1 << 12


class _Growth(NamedTuple):
    cards: int  # bits
    jokers: int
    length: int = 0  # how many places at one end of a run


def lay_offs(
    rules: MeldRules, bits: int, jokers: int, table: Sequence[Meld]
) -> list[Pattern]:
    """Everything that the cards `bits` and `jokers` can add to one meld of `table`.

    A run grows at both ends, card by card; a set grows as far as the packs have cards. A joker may take any
    place, because the meld on the table has its naturals already (docs/rules/FORMAT.md#jokers-laid-off).
    Raises Illegal `too-many-ways` for more than MOST_PATTERNS on one meld.
    """
    patterns = []
    for onto, meld in enumerate(table):
        mark = rules.deck.end << onto
        alike = (
            rules.ranks_of(meld)
            if meld.kind is MeldKind.SET
            else rules.suits[meld.suit]
        )
        for cards, used, worth in _additions(
            rules, meld, bits & (alike | rules.wild), jokers
        ):
            patterns.append(Pattern(cards | mark, used, worth, onto=onto))
    return patterns


@lru_cache(maxsize=_CACHE_SIZE)
def _additions(
    rules: MeldRules, meld: Meld, bits: int, jokers: int
) -> list[tuple[int, int, int]]:
    """What these cards can add to one meld: cards, printed jokers, worth. A showdown often asks the same."""
    wild = bits & rules.wild
    grow = _onto_set if meld.kind is MeldKind.SET else _onto_run
    additions = (
        (growth.cards | stand_ins, printed)
        for growth in grow(rules, meld, bits, jokers + wild.bit_count())
        for stand_ins, printed in rules.jokers_for(
            growth.jokers, growth.cards, wild, jokers
        )
    )
    few = list(islice(additions, MOST_PATTERNS + 1))
    if len(few) > MOST_PATTERNS:
        raise Illegal("too-many-ways")
    return [
        (
            cards,
            used,
            worth_of_lay_off(rules.pips_of(cards, used), cards.bit_count() + used),
        )
        for cards, used in sorted(set(few))
    ]


def _onto_set(
    rules: MeldRules, meld: Meld, bits: int, jokers: int
) -> Iterator[_Growth]:
    rank = meld.cards[0].rank
    lying = [card for card in meld.cards if card.rank == rank]
    alike = bits & rules.ranks_of(meld)
    room = rules.longest_set - len(meld.cards)
    for cards in (0, *rules.choices(alike)):
        number = cards.bit_count()
        if rules.may_share_set([*lying, *rules.deck.cards_of(cards)]):
            for used in range(0 if cards else 1, min(jokers, room - number) + 1):
                yield _Growth(cards, used)


def _onto_run(
    rules: MeldRules, meld: Meld, bits: int, jokers: int
) -> Iterator[_Growth]:
    room = rules.longest_run - len(meld.cards)
    end = meld.start + len(meld.cards)
    first, *_, last = zip(meld.cards, rules.stands_for(meld), strict=True)
    upwards = _growths(
        rules, meld.suit, rules.track[end : end + room], bits, jokers, last
    )
    downwards = _growths(
        rules, meld.suit, rules.track[: meld.start][::-1][:room], bits, jokers, first
    )
    for up in upwards:
        for down in downwards:
            if 0 < up.length + down.length <= room:
                yield _Growth(up.cards | down.cards, up.jokers + down.jokers)


def _growths(
    rules: MeldRules,
    suit: int,
    places: Sequence[int],
    bits: int,
    jokers: int,
    end: tuple[Card, Card],
) -> list[_Growth]:
    """The cards that can follow one `end` of a run: its last card, and the card that this one stands for."""
    card, stands_for = end
    fillings = rules.fillings(
        suit, places, bits, jokers, after_joker=card != stands_for
    )
    longer = enumerate(fillings, start=1)
    return [
        _Growth(0, 0),
        *(
            _Growth(cards, used, length)
            for length, filled in longer
            for cards, used, _ in filled
        ),
    ]


def grown(rules: MeldRules, meld: Meld, cards: Sequence[Card]) -> Meld | None:
    """`meld` with all of `cards`, a joker that fits at both ends at the higher; None if they do not fit."""
    if meld.kind is MeldKind.RUN:
        fits = len(meld.cards) + len(cards) <= rules.longest_run
        runs = (
            _with_ends(rules, meld, cards, below)
            for below in range(len(cards) + 1 if fits else 0)
        )
        return next(filter(None, runs), None)
    rank = meld.cards[0].rank
    together = rules.deck.sorted([*meld.cards, *cards])
    naturals = [card for card in together if card.rank == rank]
    others = [card for card in together if card.rank != rank]
    fits = (
        rules.stand_ins.issuperset(others)
        and len(together) <= rules.longest_set
        and rules.may_share_set(naturals)
    )
    return Meld(MeldKind.SET, (*naturals, *others)) if fits else None


def _with_ends(
    rules: MeldRules, meld: Meld, cards: Sequence[Card], below: int
) -> Meld | None:
    """The run with so many of `cards` below it and the rest above; None where they do not fit so."""
    start = meld.start - below
    end = meld.start + len(meld.cards)
    places = (
        *rules.track[max(0, start) : meld.start],
        *rules.track[end : end + len(cards) - below],
    )
    if start < 0 or len(places) < len(cards):
        return None
    filled = _fill(rules, meld.suit, places, cards)
    if filled is None:
        return None
    longer = Meld(
        MeldKind.RUN,
        (*filled[:below], *meld.cards, *filled[below:]),
        meld.suit,
        meld.start - below,
    )
    if rules.adjacent_jokers:
        return longer
    stands_in = [
        card != place
        for card, place in zip(longer.cards, rules.stands_for(longer), strict=True)
    ]
    return (
        None
        if any(first and second for first, second in pairwise(stands_in))
        else longer
    )


def _fill(
    rules: MeldRules, suit: int, places: Sequence[int], cards: Sequence[Card]
) -> list[Card] | None:
    """A card for each place: its own, or one that may stand for it; None where there are others."""
    asked = [Card(rules.deck.ranks[place], rules.deck.suits[suit]) for place in places]
    spare = list((Counter(cards) - Counter(asked)).elements())
    if not rules.stand_ins.issuperset(spare):
        return None
    return [card if card in cards else spare.pop() for card in asked]
