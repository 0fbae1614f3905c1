"""Whether a drawn card lets a player go out, in games in which every card has to be melded."""

from __future__ import annotations

from rules.cards.meld import Cards
from rules.cards.meld_search import PackingSearch, less, with_pattern
from rules.close_kinds import Close
from rules.closing.drawn_melds import MOST_STEPS, DrawnMelds, Held, Rest
from rules.closing.go_out import kind_of_going_out, lies_broken, refusal_to_go_out
from rules.closing.knock import refusal
from rules.closing.situation import CloseContext
from rules.errors import Illegal
from rules.knobs import Contract
from rules.packs import Card

MOST_LAYOUTS = 100
"""Of one meld with the drawn card, the most ways to lay the rest that are tried for a broken sequence."""


class GoingOut:
    """The ways out of one hand, and of every smaller hand of its cards."""

    def __init__(self, context: CloseContext, cards: Cards) -> None:
        self._context = context
        rules = context.meld_rules
        bits, jokers = rules.deck.to_bits(cards)
        self.packing = PackingSearch(rules.deck, rules.patterns(bits, jokers), jokers, MOST_STEPS)
        throws_one_first = len(cards) > context.hand_size
        may_go_out = self._may_go_out if throws_one_first else _always
        self._drawn = DrawnMelds(rules, cards, self.packing, may_go_out)
        may_close = refusal(context, 0, 0) is None
        self._may_keep_all = may_close and refusal_to_go_out(context, broken=True, thrown=False) is None
        self._may_throw = may_close and refusal_to_go_out(context, broken=True, thrown=True) is None

    def worth_now(self, held: Held) -> tuple[int, Close] | None:
        """0 and the kind of going out for a player who throws another card and melds `held`, or None."""
        goes_out = self._may_throw and self.packing.can_cover(*held, None)
        return (0, kind_of_going_out(self._context)) if goes_out else None

    def worth_with(self, held: Held, drawn: Card) -> tuple[int, Close] | None:
        """The same for a player who draws this card, and throws one or none."""
        goes_out = self.worth_now(held) or self._closes(held, drawn)
        return (0, kind_of_going_out(self._context)) if goes_out else None

    def _may_go_out(self, rest: Rest) -> bool:
        """Whether a player may go out with this meld after throwing one card of what it leaves, perhaps."""
        _meld, bits, jokers = rest
        for contract in self._context.contracts:
            still_asked = less(contract, rest.meld)
            if min(still_asked) >= 0 and self.packing.can_cover_but_one(bits, jokers, still_asked):
                return True
        return not self._context.contracts

    def _closes(self, held: Held, drawn: Card) -> bool:
        """Whether all cards can be melded with `drawn`, or all but one that is thrown.

        Raises Illegal `too-many-ways` where some ways to lay the cards were not tried, and no other will do.
        """
        was_cut = False
        for rest in self._drawn.rests(held, drawn):
            goes_out = self._goes_out(rest)
            if goes_out:
                return True
            was_cut = was_cut or goes_out is None
        if was_cut:
            raise Illegal("too-many-ways")
        return False

    def _goes_out(self, rest: Rest) -> bool | None:
        """Whether a player goes out with this meld; None if not all ways were tried."""
        contracts = self._context.contracts
        if not contracts:
            _meld, bits, jokers = rest
            keeps_all = self._may_keep_all and self.packing.can_cover(bits, jokers, None)
            return keeps_all or (self._may_throw and self.packing.can_cover_but_one(bits, jokers, None))
        if not self._may_keep_all:
            return False
        answers = [self._fulfils(rest, contract) for contract in contracts]
        return True if True in answers else None if None in answers else False

    def _fulfils(self, rest: Rest, contract: Contract) -> bool | None:
        """Whether the meld and the cards that it leaves fulfil `contract`; None if not all were tried."""
        _sets, runs = contract
        still_asked = less(contract, rest.meld)
        fulfils = self.packing.can_cover(rest.bits, rest.jokers, still_asked)
        if runs < 2 or not fulfils:  # with one run there is no sequence to split
            return fulfils
        for tried, cover in enumerate(self.packing.covers(rest.bits, rest.jokers, still_asked)):
            if tried == MOST_LAYOUTS:
                return None
            if lies_broken(self._context, with_pattern(rest.meld, 0, cover)):
                return True
        return False


def _always(_rest: Rest) -> bool:
    return True
