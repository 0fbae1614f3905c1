"""Going out with the help of the melds on the table: cards laid off on them, and jokers freed there.

Source: docs/rules/CANON.md#rummy, docs/rules/CANON.md#double-rum and docs/rules/CANON.md#chinaso.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from rules.cards.arrange import LaidOff, arrange_by, lay_off_only
from rules.cards.lay_offs import grown
from rules.cards.meld_search import PackingSearch
from rules.cards.patterns import Cards, Meld, MeldKind
from rules.closing.go_out import (
    broken_layout,
    contract_of,
    kind_of_going_out,
    refusal_to_go_out,
)
from rules.closing.situation import CloseContext
from rules.errors import Illegal
from rules.events import Close
from rules.packs import JOKER, Card

MOST_TABLES = 8
"""So many ways to free jokers are tried."""
MOST_CONTRACTS = 60
"""So many ways to lay down a contract are tried with the rest laid off."""
MOST_STEPS = 5_000
"""Of the search for them."""


class ByTable(NamedTuple):
    """How a player goes out with melds, lay-offs on the table, and natural cards in place of jokers there."""

    close: Close
    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOff, ...]  # `onto` is the number of a meld of `table`
    discard: Card | None
    table: tuple[Meld, ...]  # before the lay-offs, with the jokers freed
    for_jokers: tuple[Card, ...] = ()  # the cards that took the place of a joker


class _Turn(NamedTuple):
    cards: Cards
    table: tuple[Meld, ...]
    for_jokers: tuple[Card, ...] = ()


def go_out_by_table(
    context: CloseContext, cards: Cards, table: Sequence[Meld]
) -> ByTable | None:
    """The first way found to get rid of all `cards`, with a discard only where one is needed or nothing else
    does; None if there is none. Whoever has fewer cards than a hand has laid down melds before.
    """
    for turn in islice(_turns(context, _Turn(cards, tuple(table))), MOST_TABLES):
        discards = [None, *dict.fromkeys(turn.cards)]
        # So many as a hand are held after the discard; and in Chinaso a last card is not thrown.
        may_throw = len(cards) != context.hand_size and not context.contracts
        for discard in discards if may_throw else discards[:1]:
            left_cards = list(turn.cards)
            if discard is not None:
                left_cards.remove(discard)
            way = _way_out(
                context, turn._replace(cards=tuple(left_cards)), discard, len(cards)
            )
            if way is not None:
                return way
    return None


def _way_out(
    context: CloseContext, turn: _Turn, discard: Card | None, held: int
) -> ByTable | None:
    has_melds = held < context.hand_size
    close = Close.OUT if has_melds or context.contracts else kind_of_going_out(context)
    thrown = discard is not None
    code = refusal_to_go_out(context, True, thrown)
    if code is not None and not (code == "bad-close" and has_melds):
        return None
    for melds, laid_off in _layouts(context, turn, has_melds):
        return ByTable(close, melds, laid_off, discard, turn.table, turn.for_jokers)
    return None


def _layouts(
    context: CloseContext, turn: _Turn, has_melds: bool
) -> Iterator[tuple[tuple[Meld, ...], tuple[LaidOff, ...]]]:
    """Melds and lay-offs that leave no card."""
    rules = context.meld_rules
    if not context.contracts:
        best = arrange_by(rules, turn.cards, turn.table)
        if not best.loose:
            yield best.melds, best.laid_off
        return
    for melds in [()] if has_melds else _contracts_laid(context, turn.cards):
        # Cards go on the melds just laid down as well; their numbers follow those of the table.
        rest = lay_off_only(rules, turn.cards, melds, (*turn.table, *melds))
        if not rest.loose and (has_melds or rest.laid_off):
            yield melds, rest.laid_off


def _contracts_laid(context: CloseContext, cards: Cards) -> Iterator[tuple[Meld, ...]]:
    """Ways to lay down the contract of the hand, as far as so few steps find them."""
    rules = context.meld_rules
    bits, jokers = rules.deck.to_bits(cards)
    search = PackingSearch(rules.deck, rules.patterns(bits, jokers), jokers, MOST_STEPS)
    tried = 0
    try:
        for packing in search.every_packing(bits, jokers):
            melds = tuple(map(rules.to_meld, packing[3]))
            if contract_of(melds) not in context.contracts:
                continue
            tried += 1
            layout = broken_layout(context, packing)
            if layout is not None:
                yield layout
            if tried >= MOST_CONTRACTS:
                return
    except Illegal:
        return


def _turns(context: CloseContext, turn: _Turn) -> Iterator[_Turn]:
    """The turn as it is, and with jokers freed by cards of the hand, one after another."""
    waiting = [turn]
    seen = set()
    while waiting:
        turn = waiting.pop(0)
        if turn.for_jokers in seen:
            continue
        seen.add(turn.for_jokers)
        yield turn
        waiting += _with_a_joker_freed(context, turn)


def _with_a_joker_freed(context: CloseContext, turn: _Turn) -> Iterator[_Turn]:
    """In Chinaso the joker comes into the turn, to be laid down at once; with `joker_moves` to the end
    of its run.
    """
    rules = context.meld_rules
    if not context.contracts and not context.ruleset.joker_moves:
        return
    for at, meld in enumerate(turn.table):
        places = rules.stands_for(meld) if meld.kind is MeldKind.RUN else ()
        for place, card in enumerate(places):
            if meld.cards[place] != JOKER or card not in turn.cards:
                continue
            natural = meld._replace(
                cards=(*meld.cards[:place], card, *meld.cards[place + 1 :])
            )
            left = list(turn.cards)
            left.remove(card)
            lies = natural if context.contracts else grown(rules, natural, (JOKER,))
            if lies is not None:
                hand = (*left, JOKER) if context.contracts else tuple(left)
                table = (*turn.table[:at], lies, *turn.table[at + 1 :])
                yield _Turn(hand, table, tuple(sorted((*turn.for_jokers, card))))
