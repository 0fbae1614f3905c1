"""The ways to lay cards down and close: each judged, with its points, and the best of them.

The best close is not always the arrangement with the least deadwood: the number of loose cards counts, and a
run of seven is worth more than two melds of the same cards. So every way is judged, with every possible
discard. Of the ways to go out only those that leave no card are searched for.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from rules.cards.arrange import to_arrangement
from rules.cards.meld_search import Packing, PackingSearch, every_packing
from rules.cards.melds import MeldRules
from rules.cards.patterns import Meld, Pattern, pips_in, worth_of_meld
from rules.closing.verdict import (
    CloseContext,
    Verdict,
    goes_out,
    is_broken,
    kind_of_close,
    refusal_of_loose,
    refusal_to_go_out,
    refusal_to_lay,
    value_of,
    verdict_on,
)
from rules.errors import Illegal
from rules.events import Close
from rules.knobs import Scoring
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from rules.scoring.points import as_number, price_of_close

MOST_JUDGED = 20_000
"""The most ways to knock that are judged. No hand that a preset deals has more than a tenth of them."""
MOST_WAYS = 2_000
FEWEST_WAYS = 20
"""Of more equal legal ways to go out only so many are listed: hands with many jokers and equal cards have
more.
"""
LOOKED_AT = 5
"""Times as many are judged for a legal one. Of 6,000 random hands the first way was legal if any was."""


class Candidate(NamedTuple):
    """One way to lay down cards: judged, its melds not written out as cards yet."""

    code: str | None  # why it is refused; None: it is legal
    points: int | str
    close: Close
    deadwood: int
    loose: int  # how many cards
    packing: Packing
    discard: Card | None
    value: int  # of the cards laid down, where a higher value is better


_Merit = tuple[int, int, bool, int, int]
"""The sort key of a legal close, by which the lowest is the best."""


def candidates(context: CloseContext, discard: Card | None = None) -> list[Candidate]:
    """Every way to lay down the cards that is worth judging; with `discard`, only those that throw it. Raises
    Illegal `too-many-ways`.
    """
    if goes_out(context.ruleset):
        return _candidates_to_go_out(context, discard)
    judged = _candidates_to_knock(context)
    return [candidate for candidate in judged if discard in (None, candidate.discard)]


def best_closing(context: CloseContext, judged: Iterable[Candidate]) -> Verdict | None:
    """The best legal close among `judged`."""
    return next(closings(context, judged), None)


def closings(context: CloseContext, judged: Iterable[Candidate]) -> Iterator[Verdict]:
    """The legal closes among `judged`, each once, best first.

    Best is fewest points; then, where it counts, the highest value laid down; then with a discard, fewest
    loose cards, fewest melds, the discard with the most pips, and the order of the deck.
    """
    by_merit: dict[_Merit, list[Candidate]] = {}
    for candidate in judged:
        if candidate.code is None:
            by_merit.setdefault(_merit(candidate), []).append(candidate)
    for merit in sorted(by_merit):
        written = [written_out(context, candidate) for candidate in by_merit[merit]]
        written.sort(key=lambda closing: _tie_order(context.meld_rules, closing))
        yield from {(way.melds, way.discard): way for way in written}.values()


def _merit(candidate: Candidate) -> _Merit:
    _, _, _, patterns = candidate.packing
    return (
        as_number(candidate.points),
        -candidate.value,
        candidate.discard is None,
        candidate.loose,
        len(patterns),
    )


def _tie_order(rules: MeldRules, closing: Verdict) -> tuple[int, int, list[list[int]]]:
    melds = [rules.deck_order(meld) for meld in closing.melds]
    if closing.discard is None:
        return 0, 0, melds
    return -rules.deck.pips[closing.discard], rules.deck.order[closing.discard], melds


def written_out(context: CloseContext, candidate: Candidate) -> Verdict:
    """The verdict on the candidate, with its melds and loose cards as cards."""
    rules = context.meld_rules
    discard = candidate.discard
    cards = rules.deck.to_bits(context.cards)
    laid_down = to_arrangement(rules, *cards, candidate.packing)
    loose = list(laid_down.loose)
    if discard is not None:
        loose.remove(discard)
    return verdict_on(context, laid_down.melds, tuple(loose), discard)


def layouts(
    rules: MeldRules, patterns: Iterable[Pattern], highest_first: bool = False
) -> Iterator[tuple[Meld, ...]]:
    """Every way in which the melds can lie on the table: a run with a free joker has several places."""
    step = -1 if highest_first else 1
    return product(
        *(
            [
                rules.to_meld(pattern, start)
                for start in pattern.starts[::step] or (None,)
            ]
            for pattern in patterns
        )
    )


def _candidate_of(
    context: CloseContext,
    packing: Packing,
    discard: Card | None,
    loose: int = 0,
    deadwood: int = 0,
) -> Candidate:
    taken, used, worth, patterns = packing
    run = length_and_jokers(patterns[0]) if len(patterns) == 1 else (0, 0)
    close = kind_of_close(context, loose, taken.bit_count() + used, run)
    code = refusal_of_loose(context, loose, deadwood)
    value = int(close is Close.BIG_GIN)
    if not loose and goes_out(context.ruleset):
        rules = context.meld_rules
        melds = next(layouts(rules, patterns, highest_first=True))
        if refusal_to_lay(context, melds) == "sequence-not-broken":
            melds = broken_layout(rules, patterns) or melds
        code = code or refusal_to_lay(context, melds)
        code = code or refusal_to_go_out(context, context.has_thrown(discard))
        value = value_of(context, melds) or 0
        patterns = tuple(
            pattern._replace(starts=pattern.starts and (meld.start,))
            for pattern, meld in zip(patterns, melds, strict=True)
        )
    points = price_of_close(context.ruleset, close, deadwood)
    placed = (taken, used, worth, patterns)
    return Candidate(code, points, close, deadwood, loose, placed, discard, value)


def length_and_jokers(meld: Pattern) -> tuple[int, int]:
    """How many cards a run has, how many of them jokers or wild cards in another card's place; 0 of a set."""
    length = meld.cards.bit_count() + meld.jokers if meld.starts else 0
    return length, length and length - meld.naturals.bit_count()


def broken_layout(
    rules: MeldRules, patterns: Sequence[Pattern]
) -> tuple[Meld, ...] | None:
    """The melds as high as they can lie without splitting a sequence; None if every layout splits one."""
    return next(filter(is_broken, layouts(rules, patterns, highest_first=True)), None)


# Knocking


def _candidates_to_knock(context: CloseContext) -> list[Candidate]:
    """Every way to lay down some of the cards, with each possible discard if there is one card more. Raises
    Illegal `too-many-ways` for more than MOST_JUDGED.
    """
    rules = context.meld_rules
    bits, jokers = rules.deck.to_bits(context.cards)
    total = rules.pips_of(bits, jokers)
    throws = len(context.cards) > context.hand_size
    judged: list[Candidate] = []
    for packing in every_packing(
        rules.deck, rules.patterns(bits, jokers), bits, jokers
    ):
        taken, used, worth, _ = packing
        loose = (bits & ~taken).bit_count() + jokers - used
        deadwood = total - pips_in(worth)
        if len(judged) > MOST_JUDGED:
            raise Illegal("too-many-ways")
        for discard in _discards(context, packing, bits, jokers) if throws else (None,):
            pips = rules.deck.pips[discard] if discard is not None else 0
            judged.append(
                _candidate_of(
                    context,
                    packing,
                    discard,
                    loose - (discard is not None),
                    deadwood - pips,
                )
            )
    return judged


def _discards(
    context: CloseContext, packing: Packing, bits: int, jokers: int
) -> Iterable[Card | None]:
    """The different loose cards, one of which is thrown; None where all are melded and none is needed."""
    taken, used, _, _ = packing
    deck = context.meld_rules.deck
    loose = dict.fromkeys(deck.cards_of(bits & ~taken) + [JOKER] * (jokers > used))
    return loose if loose or needs_discard(context.ruleset) else [None]


def needs_discard(ruleset: Ruleset) -> bool:
    """Whether a card is thrown even where all could be melded: eleven of them may be a big gin."""
    big_gin = ruleset.scoring is Scoring.DIFFERENCE and ruleset.big_gin is not None
    return ruleset.final_discard and not big_gin


# Going out


class Remainder(NamedTuple):
    """What a discard leaves to be melded."""

    discard: Card | None
    bits: int
    jokers: int


_Ways = list[tuple[Iterable[Packing], Card | None]]
"""Ways to meld everything, and the discard with each."""


def _candidates_to_go_out(
    context: CloseContext, discard: Card | None
) -> list[Candidate]:
    """The ways to meld all cards of the highest value, and of these with the fewest melds, for each contract
    and discard that is possible (only `discard`, if it is given); else the nearest.
    """
    rules = context.meld_rules
    bits, jokers = rules.deck.to_bits(context.cards)
    patterns = rules.patterns(bits, jokers)
    search = PackingSearch(rules.deck, patterns, jokers)
    left = remainders(context, discard)
    tasks: _Ways
    if context.contracts:
        tasks = [
            (search.covers(bits, jokers, contract), thrown)
            for contract, (thrown, bits, jokers) in product(context.contracts, left)
        ]
    else:
        tasks = _best_covers(context, search, patterns, left)
    most = max(FEWEST_WAYS, MOST_WAYS // max(1, len(tasks)))
    judged: list[Candidate] = []
    for packings, thrown in tasks:
        found = (_candidate_of(context, packing, thrown) for packing in packings)
        judged += _first_legal(found, most)
    return judged or [_nearest(context, search, left)]


def _first_legal(ways: Iterator[Candidate], most: int) -> list[Candidate]:
    """The first `most` legal ways, or a refused one. Only a split sequence is a matter of the way."""
    legal: list[Candidate] = []
    split: list[Candidate] = []
    for way in islice(ways, most * LOOKED_AT):
        if way.code == "sequence-not-broken":
            split = [way]
        elif way.code is not None:
            return [way]
        else:
            legal.append(way)
            if len(legal) == most:
                break
    return legal or split


def _best_covers(
    context: CloseContext,
    search: PackingSearch,
    patterns: Iterable[Pattern],
    remainders: Iterable[Remainder],
) -> _Ways:
    """For each remainder of which everything can be melded the way of the highest value, and its discard."""
    covered = [
        remainder
        for remainder in remainders
        if search.can_cover(remainder.bits, remainder.jokers, None)
    ]
    if not covered:
        return []
    rules = context.meld_rules
    valued = [
        pattern._replace(
            worth=worth_of_meld(value_of(context, [rules.to_meld(pattern)]) or 0, 0)
        )
        for pattern in patterns
    ]
    jokers = max(remainder.jokers for remainder in covered)
    by_value = PackingSearch(rules.deck, valued, jokers, takes_all=True)
    return [
        (
            [by_value.best_packing(remainder.bits, remainder.jokers, rules.tie_order)],
            remainder.discard,
        )
        for remainder in covered
    ]


def remainders(context: CloseContext, discard: Card | None) -> list[Remainder]:
    """The cards after each possible discard, or only after `discard`; without one where none is given. Fewer
    than a hand are those of a player who laid down melds before.
    """
    cards = context.cards
    to_bits = context.meld_rules.deck.to_bits
    left = [] if discard else [Remainder(None, *to_bits(cards))]
    may_throw = len(cards) != context.hand_size and not context.goes_down
    for card in dict.fromkeys(cards) if may_throw else ():
        if discard in (None, card):
            kept = list(cards)
            kept.remove(card)
            left.append(Remainder(card, *to_bits(kept)))
    return left


def _nearest(
    context: CloseContext, search: PackingSearch, remainders: Sequence[Remainder]
) -> Candidate:
    """The illegal candidate nearest to going out: all melded, though not as asked, or the least deadwood."""
    for discard, bits, jokers in remainders:
        packing = next(search.covers(bits, jokers), None)
        if packing is not None:
            return _candidate_of(context, packing, discard)
    thrown = [remainder for remainder in remainders if remainder.discard is not None]
    least = [
        _least_deadwood(context, search, remainder)
        for remainder in thrown or remainders
    ]
    return min(least, key=lambda candidate: candidate.deadwood)


def _least_deadwood(
    context: CloseContext, search: PackingSearch, remainder: Remainder
) -> Candidate:
    rules = context.meld_rules
    discard, bits, jokers = remainder
    packing = search.best_packing(bits, jokers, rules.tie_order)
    taken, used, worth, _ = packing
    loose = (bits & ~taken).bit_count() + jokers - used
    deadwood = rules.pips_of(bits, jokers) - pips_in(worth)
    return _candidate_of(context, packing, discard, loose, deadwood)
