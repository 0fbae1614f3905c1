"""Which cards, drawn next, would let a player close.

Where a player goes out, one search answers for all of them: the drawn card is in some meld, and what that
meld leaves are cards of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from rules.cards.meld import Cards
from rules.cards.meld_search import PackingSearch, Pattern, every_packing, less, with_pattern
from rules.closing.check import check_close
from rules.closing.go_out import lies_broken, refusal_to_go_out
from rules.closing.knock import refusal
from rules.closing.situation import DEFAULT_SITUATION, CloseContext, Situation, close_context, goes_out
from rules.errors import Illegal
from rules.knobs import Contract
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset

MOST_WAYS = 500
"""The most ways to meld a hand, in a game with loose cards, with which every next card is tried."""
MOST_LAYOUTS = 100
"""Of one meld with the drawn card, the most ways to lay the rest that are tried for a broken sequence."""


def cards_that_close(ruleset: Ruleset, cards: Cards, situation: Situation = DEFAULT_SITUATION) -> list[Card]:
    """The single cards that would let `cards` close if they were drawn next, in the order of the deck.

    Raises Illegal `too-many-ways` for cards that only a house's rules deal, with more ways to meld them than
    are tried.
    """
    context = close_context(ruleset, situation, len(cards) + 1)
    deck = context.meld_rules.deck
    drawn = [card for card in (*deck.cards, JOKER) if cards.count(card) < deck.copies_in_play(card)]
    if not goes_out(ruleset):
        _refuse_too_many_ways(context, cards)
        return [card for card in drawn if check_close(ruleset, [*cards, card], situation=situation).best]
    if refusal(context, 0, 0) is not None or len(cards) != context.hand_size:
        return []
    draws = _Draws(context, cards)
    return [card for card in drawn if draws.closes(card)]


def _refuse_too_many_ways(context: CloseContext, cards: Cards) -> None:
    rules = context.meld_rules
    bits, jokers = rules.deck.to_bits(cards)
    ways = every_packing(rules.deck, rules.patterns(bits, jokers), bits, jokers)
    if len(list(islice(ways, MOST_WAYS + 1))) > MOST_WAYS:
        raise Illegal("too-many-ways")


class _Rest(NamedTuple):
    """A meld with the drawn card, and the cards and jokers of the hand that it leaves."""

    meld: Pattern
    bits: int
    jokers: int


class _Draws:
    """The search of a hand before the draw, in a game in which a player goes out."""

    def __init__(self, context: CloseContext, cards: Cards) -> None:
        self._context, self._rules = context, context.meld_rules
        self._cards = cards
        self._bits, self._jokers = self._rules.deck.to_bits(cards)
        patterns = self._rules.patterns(self._bits, self._jokers)
        self._search = PackingSearch(self._rules.deck, patterns, self._jokers)
        self._may_keep_all = refusal_to_go_out(context, broken=True, thrown=False) is None
        self._may_throw = refusal_to_go_out(context, broken=True, thrown=True) is None

    def closes(self, drawn: Card) -> bool:
        """Whether all cards can be melded with `drawn`, or all but one that is thrown."""
        if self._may_throw and self._search.can_cover(self._bits, self._jokers, None):
            return True  # the drawn card is thrown
        rests = list(self._rests(drawn))
        if self._may_keep_all and any(map(self._goes_out, rests)):
            return True
        return self._may_throw and any(map(self._goes_out_but_for_one, rests))

    def _rests(self, drawn: Card) -> Iterator[_Rest]:
        deck = self._rules.deck
        copies = 0 if drawn == JOKER else sum(deck.copies[drawn])
        for meld in self._rules.patterns(*deck.to_bits([*self._cards, drawn])):
            if drawn == JOKER and meld.jokers:
                yield _Rest(meld, self._search.rest(self._bits, meld.cards), self._jokers - meld.jokers + 1)
            elif held := meld.cards & copies:
                others = meld.cards ^ 1 << held.bit_length() - 1  # all but the drawn copy
                if meld.jokers <= self._jokers:
                    yield _Rest(meld, self._search.rest(self._bits, others), self._jokers - meld.jokers)

    def _goes_out(self, rest: _Rest) -> bool:
        if not self._context.contracts:
            return self._search.can_cover(rest.bits, rest.jokers, None)
        return any(self._fulfils(rest, contract) for contract in self._context.contracts)

    def _fulfils(self, rest: _Rest, contract: Contract) -> bool:
        covers = self._search.covers(rest.bits, rest.jokers, less(contract, rest.meld))
        whole = (with_pattern(rest.meld, 0, cover) for cover in islice(covers, MOST_LAYOUTS))
        return any(lies_broken(self._context, packing) for packing in whole)

    def _goes_out_but_for_one(self, rest: _Rest) -> bool:
        """Whether one of the cards left is thrown, and the others can be melded."""
        if rest.jokers and self._search.can_cover(rest.bits, rest.jokers - 1, None):
            return True
        deck = self._rules.deck
        lowest = [deck.copies[card][0] for card in dict.fromkeys(deck.cards_of(rest.bits))]
        return any(
            self._search.can_cover(self._search.rest(rest.bits, card), rest.jokers, None) for card in lowest
        )
