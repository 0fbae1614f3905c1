"""The best close with a drawn card, in games in which a player may close with loose cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.cards.loose_search import NEVER, LooseSearch, Points, lower
from rules.cards.meld import Cards
from rules.cards.patterns import Pattern
from rules.close_kinds import Close
from rules.closing.drawn_melds import DrawnMelds, Held, Rest
from rules.closing.knock import kind_of_close, length_and_jokers, needs_discard, refusal
from rules.closing.situation import CloseContext
from rules.lookup import Lookup
from rules.packs import Card
from rules.scoring.points import price_of_close

Worth = tuple[int | str, Close]
"""The points of a close, or "wins", and its kind."""
_BEST_FIRST = (
    Close.BIG_GIN,
    Close.CHINCHON,
    Close.JOKER_RUN_1,
    Close.JOKER_RUN_2,
    Close.CLEAN,
    Close.GIN,
    Close.KNOCK,
)
"""Of kinds that are worth the same the first is named, as in `knock.best_closing`."""


class Knocking:
    """The closes of one hand, and of every smaller hand of its cards."""

    def __init__(self, context: CloseContext, cards: Cards) -> None:
        self._context, self._deck = context, context.meld_rules.deck
        bits, jokers = self._deck.to_bits(cards)
        patterns = context.meld_rules.patterns(bits, jokers)
        self._search = LooseSearch(self._deck, patterns, jokers, context.ruleset.close_cards)
        self.packing = self._search.packing
        self._drawn = DrawnMelds(context.meld_rules, cards, self.packing)
        self._must_throw = needs_discard(context.ruleset)
        self._kinds_by_hand: Lookup[Held, set[Close]] = {}

    def worth_now(self, held: Held) -> Worth | None:
        """The best close of a player who throws another card and keeps `held`; None if there is none."""
        points, _thrown = self._search.least(*held)
        return self._best(self._kinds_now(held), points)

    def worth_with(self, held: Held, drawn: Card) -> Worth | None:
        """The best close of a player who draws this card and throws one; None if there is none."""
        points, thrown = self._search.least(*held)
        kinds = set(self._kinds_now(held))  # the drawn card is thrown
        points = lower(points, self._search.with_loose(thrown, 1, self._deck.pips[drawn]))
        for rest in self._drawn.rests(held, drawn):
            left, thrown = self._search.least(rest.bits, rest.jokers)
            points = lower(points, thrown)
            kinds.update(self._kinds_of(rest, left[0] < NEVER, thrown[0] < NEVER))
        return self._best(kinds, points)

    def _kinds_now(self, held: Held) -> set[Close]:
        """The kinds of close with all of `held` melded."""
        kinds = self._kinds_by_hand.get(held)
        if kinds is None:
            covers = self._search.covers(*held)
            kinds = {self._kind(self._context.hand_size, meld if alone else None) for meld, alone in covers}
            self._kinds_by_hand[held] = kinds
        return kinds

    def _kinds_of(self, rest: Rest, melds_all: bool, melds_all_but_one: bool) -> Iterator[Close]:
        """The kinds of close with nothing left loose, whose melds are that of `rest` and others of its cards.

        `melds_all`: the cards that it leaves can all be melded; `melds_all_but_one`: or all but one thrown.
        """
        size, left = self._context.hand_size, rest.bits.bit_count() + rest.jokers
        if melds_all_but_one:
            yield self._kind(size, rest.meld if left == 1 else None)
        if melds_all and not self._must_throw:
            yield self._kind(size + 1, rest.meld if left == 0 else None)

    def _kind(self, melded: int, only: Pattern | None) -> Close:
        """The kind of close with so many cards melded, and nothing loose; `only` is the meld of them all."""
        run = only if only is not None and only.starts else None
        return kind_of_close(self._context, 0, melded, *(length_and_jokers(run) if run else ()))

    def _best(self, kinds: Iterable[Close], points: Points) -> Worth | None:
        ruleset = self._context.ruleset
        legal: list[Worth] = []
        if refusal(self._context, 0, 0) is None:
            legal = [(price_of_close(ruleset, kind, 0), kind) for kind in kinds]
        for loose, deadwood in enumerate(points):
            if loose and deadwood < NEVER and refusal(self._context, loose, deadwood) is None:
                legal.append((deadwood, Close.KNOCK))
        return min(legal, key=_rank, default=None)


def _rank(worth: Worth) -> tuple[bool, int, int]:
    """The sort key of closes: winning the match, then the fewest points."""
    points, close = worth
    return isinstance(points, int), points if isinstance(points, int) else 0, _BEST_FIRST.index(close)
