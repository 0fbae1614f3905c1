"""The melds of a hand with the card that is drawn, and what each leaves of the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.cards.meld import Cards
from rules.cards.meld_search import PackingSearch
from rules.cards.melds import MeldRules
from rules.cards.patterns import Pattern
from rules.errors import Illegal
from rules.lookup import Lookup
from rules.packs import JOKER, Card

MOST_STEPS = 30_000
"""Of one hand, over all draws and throws: the melds with a drawn card that are tried, and the steps of the
search. Of the hands that a preset deals only those of Chinaso with two buys and many jokers take them.
"""


class Held(NamedTuple):
    """Cards that a player holds between turns: their bits, and how many printed jokers."""

    bits: int
    jokers: int


class Rest(NamedTuple):
    """A meld with the drawn card, and the cards and printed jokers of the hand that it leaves."""

    meld: Pattern
    bits: int
    jokers: int


class _Needed(NamedTuple):
    """A meld with the drawn card, what it takes of the hand, and what it leaves of all its cards."""

    meld: Pattern
    bits: int
    jokers: int
    rest: Rest


class DrawnMelds:
    """All melds with a drawn card, for `cards` and for every smaller hand of them."""

    def __init__(
        self,
        rules: MeldRules,
        cards: Cards,
        search: PackingSearch,
        may_close: Callable[[Rest], bool] = lambda rest: True,
    ) -> None:
        """`may_close` leaves out melds by what they leave of all `cards`."""
        self._rules, self._cards, self._search, self._may_close = rules, cards, search, may_close
        self._whole = Held(*rules.deck.to_bits(cards))
        self._melds: Lookup[Card, list[_Needed]] = {}
        self._tried = 0

    def rests(self, held: Held, drawn: Card) -> Iterator[Rest]:
        """What each meld with `drawn` leaves of `held`.

        Raises Illegal `too-many-ways` beyond MOST_STEPS.
        """
        if self._tried + self._search.steps > MOST_STEPS:
            raise Illegal("too-many-ways")
        if drawn not in self._melds:
            self._melds[drawn] = [needed for needed in self._with(drawn) if self._may_close(needed.rest)]
        is_whole = held == self._whole
        for needed in self._melds[drawn]:
            self._tried += 1
            if is_whole:
                yield needed.rest
            elif needed.jokers <= held.jokers and not needed.bits & ~held.bits:
                yield self._rest(held, needed.meld, needed.bits, needed.jokers)

    def _needed(self, meld: Pattern, bits: int, jokers: int) -> _Needed:
        return _Needed(meld, bits, jokers, self._rest(self._whole, meld, bits, jokers))

    def _rest(self, held: Held, meld: Pattern, bits: int, jokers: int) -> Rest:
        return Rest(meld, self._search.rest(held.bits, bits), held.jokers - jokers)

    def _with(self, drawn: Card) -> list[_Needed]:
        rules = self._rules
        bits, jokers = rules.deck.to_bits([*self._cards, drawn])
        if drawn == JOKER:
            melds = self._patterns(bits, jokers)
            return [self._needed(meld, meld.cards, meld.jokers - 1) for meld in melds if meld.jokers]
        copies = sum(rules.deck.copies[drawn])
        needed = []
        for meld in self._patterns(bits & self._near(drawn), jokers):
            if taken := meld.cards & copies:
                others = meld.cards ^ 1 << taken.bit_length() - 1  # all but the drawn copy
                needed.append(self._needed(meld, others, meld.jokers))
        return needed

    def _patterns(self, bits: int, jokers: int) -> list[Pattern]:
        patterns = self._rules.patterns(bits, jokers)
        self._tried += len(patterns)
        return patterns

    def _near(self, drawn: Card) -> int:
        """The cards that may share a meld with `drawn`: of its suit or rank, and wild ones with all."""
        rules = self._rules
        if rules.wild:
            return rules.deck.end - 1
        card = rules.deck.bit_of[drawn]
        return rules.suits[rules.suit_of(card)] | rules.ranks[rules.index_of(card)]
