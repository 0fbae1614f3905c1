"""Going out: every card melded, in Chinaso in the sets and runs that the hand asks for.

Only ways that leave no card are searched for. Where there is none, the nearest candidate explains why.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, permutations, product
from typing import NamedTuple

from rules.cards.meld_search import Packing, PackingSearch
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, MeldKind, Pattern, pips_in, worth_of_meld
from rules.closing.knock import layouts, refusal
from rules.closing.situation import Candidate, CloseContext
from rules.closing.verdict import value_of
from rules.events import Close
from rules.knobs import Scoring
from rules.packs import JOKER, Card
from rules.scoring.points import kinds_of_close

MOST_WAYS = 2_000
FEWEST_WAYS = 20
"""Of more equal legal ways only so many are listed: hands with many jokers and equal cards have more."""
LOOKED_AT = 5
"""Times as many are judged for a legal one. Of 6,000 random hands the first way was legal if any was."""


class Remainder(NamedTuple):
    """What a discard leaves to be melded."""

    discard: Card | None
    bits: int
    jokers: int


_Ways = list[tuple[Iterable[Packing], Card | None]]
"""Ways to meld everything, and the discard with each."""


def candidates_to_go_out(
    context: CloseContext, cards: Cards, discard: Card | None = None
) -> list[Candidate]:
    """The ways to meld all `cards` of the highest value, and of these with the fewest melds, for each
    contract and discard that is possible (only `discard`, if it is given); else the nearest.
    """
    rules = context.meld_rules
    bits, jokers = rules.deck.to_bits(cards)
    patterns = rules.patterns(bits, jokers)
    search = PackingSearch(rules.deck, patterns, jokers)
    left = remainders(context, cards, discard)
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
        judged += _first_legal(
            (
                _candidate_of(context, packing, thrown, len(cards))
                for packing in packings
            ),
            most,
        )
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


def remainders(
    context: CloseContext, cards: Cards, discard: Card | None
) -> list[Remainder]:
    """The cards after each possible discard, or only after `discard`; without one where none is given. Fewer
    than a hand are those of a player who laid down melds before.
    """
    deck = context.meld_rules.deck
    bits, jokers = deck.to_bits(cards)
    left = [] if discard else [Remainder(None, bits, jokers)]
    may_throw = len(cards) != context.hand_size and not context.goes_down
    for card in dict.fromkeys(cards) if may_throw else ():
        if discard not in (None, card):
            continue
        if card == JOKER:
            left.append(Remainder(card, bits, jokers - 1))
        else:
            highest = (deck.all_of(card) & bits).bit_length() - 1
            left.append(Remainder(card, bits ^ 1 << highest, jokers))
    return left


def _candidate_of(
    context: CloseContext, packing: Packing, discard: Card | None, cards: int
) -> Candidate:
    """The candidate that lays down `packing`, its runs placed so that no sequence is split if possible."""
    taken, used, worth, patterns = packing
    thrown = discard is not None or cards <= context.hand_size
    rules = context.meld_rules
    layout = broken_layout(rules, patterns) if context.contracts else None
    if layout is not None:
        patterns = _patterns_in_layout(patterns, layout)
    code = refusal(context, 0, 0) or refusal_to_go_out(
        context, layout is not None, thrown
    )
    value = value_of(context, map(rules.to_meld, patterns)) or 0
    placed = (taken, used, worth, patterns)
    return Candidate(code, 0, kind_of_going_out(context), 0, 0, placed, discard, value)


def broken_layout(
    rules: MeldRules, patterns: Iterable[Pattern]
) -> tuple[Meld, ...] | None:
    """The melds as high as they can lie without splitting a sequence; None if every layout splits one."""
    return next(filter(is_broken, layouts(rules, patterns, highest_first=True)), None)


def _patterns_in_layout(
    patterns: Iterable[Pattern], layout: Iterable[Meld]
) -> tuple[Pattern, ...]:
    """`patterns` with each run fixed to its place in `layout`."""
    pairs = zip(patterns, layout, strict=True)
    return tuple(
        pattern._replace(starts=(meld.start,)) if pattern.starts else pattern
        for pattern, meld in pairs
    )


def is_broken(melds: Sequence[Meld], before: Sequence[Meld] | None = None) -> bool:
    """Whether no run begins right after another of its suit ends, at no time while they grow from the melds
    `before`.

    "8 or more cards in sequence cannot be split into two sets directly" (docs/rules/CANON.md#chinaso); a rank
    left out, or held twice, breaks the sequence.
    """
    grown = zip(before or melds, melds, strict=True)
    runs = [(run, longer) for run, longer in grown if longer.kind is MeldKind.RUN]
    return not any(
        run.suit == other.suit
        and run.start + len(run.cards) <= other.start
        and longer.start + len(longer.cards) >= other_longer.start
        for (run, longer), (other, other_longer) in permutations(runs, 2)
    )


def refusal_to_go_out(context: CloseContext, broken: bool, thrown: bool) -> str | None:
    """The first code that speaks against going out with everything laid down as the contract asks.

    Only Chinaso asks for broken sequences, and forbids to discard the last card
    (docs/rules/CANON.md#chinaso).
    """
    ruleset = context.ruleset
    if context.contracts and not broken:
        return "sequence-not-broken"
    if context.goes_down:
        return None
    if ruleset.final_discard and not thrown:
        return "final-discard-required"
    if context.contracts and thrown:
        return "last-card-discarded"
    kinds = kinds_of_close(ruleset, context.meld_rules.players)
    return None if kind_of_going_out(context) in kinds else "bad-close"


def kind_of_going_out(context: CloseContext) -> Close:
    """The kind of close that it is to go out with the whole hand in one turn."""
    if context.contracts:
        somebody_is_down = context.situation.others_down or context.situation.table
        return Close.OUT if somebody_is_down else Close.CHINASO
    return Close.OUT if context.ruleset.scoring is Scoring.TABLE else Close.RUMMY


def _nearest(
    context: CloseContext, search: PackingSearch, remainders: Sequence[Remainder]
) -> Candidate:
    """The illegal candidate nearest to going out: all melded, though not as asked, or the least deadwood."""
    for remainder in remainders:
        packing = next(search.covers(remainder.bits, remainder.jokers), None)
        if packing is not None:
            code = refusal(context, 0, 0) or "contract-mismatch"
            return Candidate(
                code, 0, kind_of_going_out(context), 0, 0, packing, remainder.discard
            )
    thrown = [remainder for remainder in remainders if remainder.discard is not None]
    least = [
        _least_deadwood(context, search, remainder)
        for remainder in thrown or remainders
    ]
    return min(least, key=lambda candidate: candidate.deadwood)


def _least_deadwood(
    context: CloseContext, search: PackingSearch, remainder: Remainder
) -> Candidate:
    deck = context.meld_rules.deck
    discard, bits, jokers = remainder
    packing = search.best_packing(bits, jokers, context.meld_rules.tie_order)
    taken, used, worth, _ = packing
    pips = (
        sum(deck.pips[card] for card in deck.cards_of(bits)) + jokers * deck.pips[JOKER]
    )
    loose = (bits & ~taken).bit_count() + jokers - used
    deadwood = pips - pips_in(worth)
    code = refusal(context, loose, deadwood)
    return Candidate(code, deadwood, Close.KNOCK, deadwood, loose, packing, discard)
