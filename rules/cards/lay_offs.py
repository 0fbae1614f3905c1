"""The lay-offs that cards allow on the melds of the table, and the melds as they lie afterwards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

from rules.cards.melds import MOST_PATTERNS, MeldRules, subsets
from rules.cards.patterns import Meld, MeldKind, Pattern, worth_of_lay_off
from rules.errors import Illegal
from rules.packs import JOKER, Card

_CACHE_SIZE = 1 << 12


class TableJokers(StrEnum):
    """What a printed joker in a run of the table does for the card in whose place it lies."""

    STAY = "stay"  # nothing: that card cannot be laid there
    MOVE = "move"  # it makes room, and goes to an end of its run
    FREE = "free"  # it makes room, and is laid on any meld


class _Growth(NamedTuple):
    cards: int  # bits
    jokers: int
    length: int = 0  # how many cards at one end of a run
    freed: int = 0  # jokers of the meld that make room


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
        mark = rules.deck.first_mark << onto
        for cards, used, _freed in additions(rules, meld, bits, jokers):
            pips = rules.pips_of(cards, used)
            worth = worth_of_lay_off(pips, cards.bit_count() + used)
            patterns.append(Pattern(cards | mark, used, worth, onto=onto))
    return patterns


@lru_cache(maxsize=_CACHE_SIZE)
def additions(
    rules: MeldRules,
    meld: Meld,
    bits: int,
    jokers: int,
    of_table: TableJokers = TableJokers.STAY,
) -> list[tuple[int, int, int]]:
    """What these cards can add to one meld: cards, printed jokers, and how many of its own make room. Where
    those may be laid elsewhere (`FREE`), less than no joker may be added. A showdown often asks the same.
    """
    wild = bits & rules.wild
    spare = jokers + wild.bit_count()
    grow = (
        _onto_set(rules, meld, bits, spare)
        if meld.kind is MeldKind.SET
        else _onto_run(rules, meld, bits, spare, of_table)
    )
    additions = (
        (growth.cards | stand_ins, printed - growth.freed, growth.freed)
        for growth in grow
        for stand_ins, printed in rules.jokers_for(
            growth.jokers, growth.cards, wild, jokers + growth.freed
        )
        if printed >= growth.freed or of_table is TableJokers.FREE
    )
    few = list(islice(additions, MOST_PATTERNS + 1))
    if len(few) > MOST_PATTERNS:
        raise Illegal("too-many-ways")
    return sorted(set(few))


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
    rules: MeldRules, meld: Meld, bits: int, jokers: int, of_table: TableJokers
) -> Iterator[_Growth]:
    room = rules.longest_run - len(meld.cards)
    end = meld.start + len(meld.cards)
    above = rules.track[end : end + room]
    below = rules.track[: meld.start][::-1][:room]
    lying = list(zip(meld.cards, rules.stands_for(meld), strict=True))
    is_bound = of_table is TableJokers.STAY
    room_for = sum(
        rules.deck.bit_of[own] & bits
        for card, own in lying
        if card == JOKER and not is_bound
    )
    for placed in (0, *subsets(room_for)):
        freed = placed.bit_count()
        first, *_, last = [
            card != own and not rules.deck.bit_of[own] & placed for card, own in lying
        ]
        upwards = _growths(rules, meld.suit, above, bits, jokers + freed, last)
        downwards = _growths(rules, meld.suit, below, bits, jokers + freed, first)
        for up in upwards:
            for down in downwards:
                length = up.length + down.length
                if length <= room and length + freed:
                    cards = placed | up.cards | down.cards
                    yield _Growth(cards, up.jokers + down.jokers, length, freed)


def _growths(
    rules: MeldRules,
    suit: int,
    indices: Sequence[int],
    bits: int,
    jokers: int,
    after_joker: bool,
) -> list[_Growth]:
    """The cards that can follow one end of a run."""
    fillings = rules.fillings(suit, indices, bits, jokers, after_joker)
    longer = enumerate(fillings, start=1)
    return [
        _Growth(0, 0),
        *(
            _Growth(cards, used, length)
            for length, filled in longer
            for cards, used, _ in filled
        ),
    ]


def grown(
    rules: MeldRules, meld: Meld, cards: Sequence[Card], lifts_jokers: bool = False
) -> Meld | None:
    """`meld` with all of `cards`, a joker that fits at both ends at the higher; None if they do not fit. With
    `lifts_jokers` its printed jokers are taken away first: `cards` has those that it holds in the end.
    """
    lying = [None if lifts_jokers and card == JOKER else card for card in meld.cards]
    length = len(lying) - lying.count(None) + len(cards)
    if meld.kind is MeldKind.RUN:
        more = length - len(lying) if length <= rules.longest_run else -1
        runs = (
            _with_ends(rules, meld, lying, cards, below) for below in range(more + 1)
        )
        return next(filter(None, runs), None)
    rank = meld.cards[0].rank
    stays = [card for card in lying if card is not None]
    together = rules.deck.sorted([*stays, *cards])
    naturals = [card for card in together if card.rank == rank]
    others = [card for card in together if card.rank != rank]
    fits = (
        rules.stand_ins.issuperset(others)
        and length <= rules.longest_set
        and rules.may_share_set(naturals)
    )
    return Meld(MeldKind.SET, (*naturals, *others)) if fits else None


def _with_ends(
    rules: MeldRules,
    meld: Meld,
    lying: Sequence[Card | None],
    cards: Sequence[Card],
    below: int,
) -> Meld | None:
    """The run with `cards` in the places where nothing lies, so many of them below it; None where they do not
    fit so.
    """
    start = meld.start - below
    above = len(cards) - lying.count(None) - below
    held = [*[None] * below, *lying, *[None] * above]
    own = rules.run_from(meld.suit, start, len(held)) if start >= 0 else []
    if len(own) < len(held):
        return None
    pairs = list(zip(own, held, strict=True))
    asked = Counter(natural for natural, card in pairs if card is None)
    spare = list((Counter(cards) - asked).elements())
    if not rules.stand_ins.issuperset(spare):
        return None
    laid = (
        card or (natural if natural in cards else spare.pop())
        for natural, card in pairs
    )
    longer = Meld(MeldKind.RUN, tuple(laid), meld.suit, start)
    jokers = pairwise(rules.stands_in(longer))
    fits = rules.adjacent_jokers or not any(map(all, jokers))
    return longer if fits else None
