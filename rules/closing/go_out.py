"""Going out: every card melded, in Chinaso in the sets and runs that the hand asks for.

No way to lay down only some cards is worth judging, so only the ways that leave nothing are looked for, and
where there is none the cards that come nearest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from rules.cards.meld import Kind, Meld
from rules.cards.meld_search import Packing, Pattern, Search, pips_in
from rules.close_kinds import Close
from rules.closing.knock import refusal
from rules.closing.situation import Attempt, Moment
from rules.knobs import Contract, Scoring
from rules.packs import JOKER, Card
from rules.scoring.points import closes
from rules.scoring.table_points import table_points


class _Kept(NamedTuple):
    """What a discard leaves to be melded."""

    discard: Card | None
    held: int
    jokers: int


def ways_to_go_out(moment: Moment, cards: Sequence[Card], discard: Card | None = None) -> list[Attempt]:
    """Every way to meld all `cards`, with each that may be thrown if there is one more; else the nearest.

    Where it is told which card is the `discard`, with that one thrown.
    """
    rules = moment.rules
    held, jokers = rules.deck.hold(cards)
    search = Search(rules.deck, rules.patterns(held, jokers))
    kept = [one for one in _after_discards(moment, cards, held, jokers) if discard in (None, one.discard)]
    asked: Sequence[Contract | None] = moment.contracts or (None,)
    found = [
        _judged(moment, way, one.discard, len(cards))
        for contract in asked
        for one in kept
        for way in search.covers(one.held, one.jokers, contract)
    ]
    return found or [_nearest(moment, search, kept)]


def _after_discards(moment: Moment, cards: Sequence[Card], held: int, jokers: int) -> Iterator[_Kept]:
    yield _Kept(None, held, jokers)
    if len(cards) <= moment.hand_size or moment.goes_down:
        return
    copies = moment.rules.deck.copies
    for card in dict.fromkeys(cards):
        if card == JOKER:
            yield _Kept(card, held, jokers - 1)
        else:
            yield _Kept(card, held & ~max(bit for bit in copies[card] if bit & held), jokers)


def _judged(moment: Moment, way: Packing, discard: Card | None, cards: int) -> Attempt:
    """The attempt to lay down `way`, its runs placed so that no sequence is split where that can be."""
    thrown = discard is not None or cards <= moment.hand_size
    layout = next(filter(is_broken, layouts_of(moment, way)), None) if moment.contracts else None
    if layout is not None:
        way = (*way[:3], _placed(way[3], layout))
    code = refusal(moment, 0, 0) or refusal_to_go_out(moment, layout is not None, thrown)
    value = value_of(moment, map(moment.rules.write, way[3])) or 0
    return Attempt(code, 0, kind_of_going_out(moment), 0, 0, way, discard, value)


def layouts_of(moment: Moment, way: Packing) -> Iterator[tuple[Meld, ...]]:
    """Every way in which the melds can lie on the table, their free jokers at either end; highest first."""
    write = moment.rules.write
    return product(*([write(one, start) for start in one.starts[::-1] or (None,)] for one in way[3]))


def _placed(patterns: Iterable[Pattern], layout: Iterable[Meld]) -> tuple[Pattern, ...]:
    pairs = zip(patterns, layout, strict=True)
    return tuple(one._replace(starts=(meld.start,)) if one.starts else one for one, meld in pairs)


def is_broken(melds: Iterable[Meld]) -> bool:
    """Whether no run begins right after another of its suit ends.

    "8 or more cards in sequence cannot be split into two sets directly" (docs/rules/CANON.md#chinaso); a rank
    left out, or held twice, breaks the sequence.
    """
    runs = [meld for meld in melds if meld.kind is Kind.RUN]
    return not any(_follows(one, other) or _follows(other, one) for one, other in combinations(runs, 2))


def _follows(run: Meld, other: Meld) -> bool:
    return run.suit == other.suit and other.start + len(other.cards) == run.start


def contract_of(melds: Iterable[Meld]) -> Contract:
    """How many sets and how many runs these are."""
    kinds = [meld.kind for meld in melds]
    return kinds.count(Kind.SET), kinds.count(Kind.RUN)


def refusal_to_go_out(moment: Moment, broken: bool, thrown: bool) -> str | None:
    """The first code that speaks against going out with everything laid down as the contract asks.

    Only Chinaso asks for broken sequences, and forbids to discard the last card
    (docs/rules/CANON.md#chinaso).
    """
    ruleset = moment.ruleset
    if moment.contracts and not broken:
        return "sequence-not-broken"
    if moment.goes_down:
        return None
    if ruleset.final_discard and not thrown:
        return "final-discard-required"
    if moment.contracts and thrown:
        return "last-card-discarded"
    return None if kind_of_going_out(moment) in closes(ruleset, moment.rules.players) else "bad-close"


def kind_of_going_out(moment: Moment) -> Close:
    """What it is to go out with the whole hand in one turn."""
    if moment.contracts:
        return Close.OUT if moment.others_down else Close.CHINASO
    return Close.OUT if moment.ruleset.scoring is Scoring.TABLE else Close.RUMMY


def value_of(moment: Moment, melds: Iterable[Meld]) -> int | None:
    """What is laid down is worth where it matters: on the table of Rum 500, in the hand the others pay."""
    rules = moment.rules
    if moment.ruleset.scoring is Scoring.TABLE:
        return sum(table_points(rules, meld) for meld in melds)
    if moment.ruleset.pays_winners_hand:
        return sum(rules.deck.pips[card] for meld in melds for card in meld.cards)
    return None


def _nearest(moment: Moment, search: Search, kept: Sequence[_Kept]) -> Attempt:
    """What comes nearest to going out: everything melded, though not as asked, or the least deadwood."""
    for one in kept:
        way = next(search.covers(one.held, one.jokers), None)
        if way is not None:
            code = refusal(moment, 0, 0) or "contract-mismatch"
            return Attempt(code, 0, kind_of_going_out(moment), 0, 0, way, one.discard)
    least = [_least(moment, search, one) for one in kept if one.discard is not None or len(kept) == 1]
    return min(least, key=lambda attempt: attempt.deadwood)


def _least(moment: Moment, search: Search, kept: _Kept) -> Attempt:
    deck = moment.rules.deck
    way = next(search.best(kept.held, kept.jokers))
    taken, used, worth, _ = way
    pips = sum(deck.pips[card] for card in deck.cards_of(kept.held)) + kept.jokers * deck.pips[JOKER]
    loose = (kept.held & ~taken).bit_count() + kept.jokers - used
    deadwood = pips - pips_in(worth)
    code = refusal(moment, loose, deadwood)
    return Attempt(code, deadwood, Close.KNOCK, deadwood, loose, way, kept.discard)
