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
    """A meld with the drawn card, and what it takes of the hand."""

    meld: Pattern
    bits: int
    jokers: int


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
            melds = self._with(drawn)
            self._melds[drawn] = [meld for meld in melds if self._may_close(self._rest(self._whole, meld))]
        for needed in self._melds[drawn]:
            self._tried += 1
            if needed.jokers <= held.jokers and not needed.bits & ~held.bits:
                yield self._rest(held, needed)

    def _rest(self, held: Held, needed: _Needed) -> Rest:
        rest = self._search.rest(held.bits, needed.bits)
        return Rest(needed.meld, rest, held.jokers - needed.jokers)

    def _with(self, drawn: Card) -> list[_Needed]:
        rules = self._rules
        bits, jokers = rules.deck.to_bits([*self._cards, drawn])
        if drawn == JOKER:
            melds = self._patterns(bits, jokers)
            return [_Needed(meld, meld.cards, meld.jokers - 1) for meld in melds if meld.jokers]
        copies = sum(rules.deck.copies[drawn])
        needed = []
        for meld in self._patterns(bits & self._near(drawn), jokers):
            if taken := meld.cards & copies:
                others = meld.cards ^ 1 << taken.bit_length() - 1  # all but the drawn copy
                needed.append(_Needed(meld, others, meld.jokers))
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
