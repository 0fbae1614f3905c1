"""The least points of the cards that stay loose, by how many they are, with one of them thrown or none.

The same search as `PackingSearch`, which knows the cards with the least points only: a close may also be
bound to a number of loose cards, and it throws one of them. Memoised in `CardsLeft`.
"""

from collections.abc import Iterator, Sequence

from rules.cards.deck import Deck
from rules.cards.meld_search import CardsLeft, PackingSearch
from rules.cards.patterns import Pattern
from rules.errors import Illegal
from rules.packs import JOKER

NEVER = 10**9
"""In place of the points where no such choice of melds exists."""
MOST_WORK = 40_000
MOST_STEPS = 32_000
"""Of one search, the numbers of points that it may compare, and the patterns that it may try. No hand that a
preset deals takes a tenth of them."""
Points = list[int]
"""By the number of loose cards the least points they can have; the last may stand for "so many or more"."""
Least = tuple[Points, Points]
"""With no card thrown; with one more loose card, which is thrown."""


class LooseSearch:
    """About what is left of one hand. Raises Illegal `too-many-ways` beyond MOST_WORK and MOST_STEPS."""

    def __init__(
        self,
        deck: Deck,
        patterns: Sequence[Pattern],
        jokers: int,
        most_loose: int | None,
    ) -> None:
        """`jokers` is the most that will be asked about; more than `most_loose` cards never stay loose,
        and None means that one or more are the same.
        """
        self.packing = PackingSearch(deck, patterns, jokers, MOST_STEPS)
        self._deck = deck
        self._joker_pips = deck.pips[JOKER]
        self._is_capped = most_loose is None
        self._last = 1 if most_loose is None else most_loose
        self._work = 0
        self.packing.left(0).least = [
            self._only_jokers(number) for number in range(jokers + 1)
        ]

    def least(self, cards: int, jokers: int) -> Least:
        """The least points of what stays loose of `cards` and so many printed jokers."""
        return self._of_each_number_of_jokers(self.packing.left(cards))[jokers]

    def covers(self, cards: int, jokers: int) -> Iterator[tuple[Pattern, bool]]:
        """Each meld of the first card with which all `cards` can be melded; whether it is the only meld."""
        if not cards:
            return
        for _index, pattern, rest in self.packing.with_jokers(
            self.packing.left(cards), jokers
        ):
            spare = jokers - pattern.jokers
            if self._of_each_number_of_jokers(rest)[spare][0][0] < NEVER:
                yield pattern, not rest.cards and not spare

    def with_loose(self, points: Points, cards: int, pips: int) -> Points:
        """The same with so many more loose cards of `pips` points each."""
        if not cards:
            return points
        longer = [NEVER] * len(points)
        for loose, least in enumerate(points):
            number = loose + cards
            if number > self._last and self._is_capped:
                number = self._last
            if number <= self._last and least < NEVER:
                longer[number] = min(longer[number], least + cards * pips)
        return longer

    def _only_jokers(self, jokers: int) -> Least:
        nothing = [0] + [NEVER] * self._last
        if not jokers:
            return nothing, [NEVER] * (self._last + 1)
        without_throw = self.with_loose(nothing, jokers, self._joker_pips)
        return without_throw, self.with_loose(nothing, jokers - 1, self._joker_pips)

    def _of_each_number_of_jokers(self, left: CardsLeft) -> list[Least]:
        least = left.least
        if least is None:
            least = left.least = self._with_first_loose(left)
            for rest, alike in self.packing.choices(left):
                after = self._of_each_number_of_jokers(rest)
                for used, _worth in alike.worths:
                    self._lower(least, after, used)
        return least

    def _with_first_loose(self, left: CardsLeft) -> list[Least]:
        """The first card stays loose, and with it the equal cards; one of them may be thrown."""
        rest = self.packing.loose(left)
        copies = (left.cards ^ rest.cards).bit_count()
        pips = self._deck.pips_of(left.first)
        return [
            (
                self.with_loose(without_throw, copies, pips),
                lower(
                    self.with_loose(thrown, copies, pips),
                    self.with_loose(without_throw, copies - 1, pips),
                ),
            )
            for without_throw, thrown in self._of_each_number_of_jokers(rest)
        ]

    def _lower(self, least: list[Least], after: list[Least], used: int) -> None:
        """Take into `least` what is loose after a meld that takes `used` jokers."""
        self._work += (len(least) - used) * (self._last + 1)
        if self._work > MOST_WORK:
            raise Illegal("too-many-ways")
        for jokers in range(used, len(least)):
            without_throw, thrown = after[jokers - used]
            least[jokers] = (
                lower(least[jokers][0], without_throw),
                lower(least[jokers][1], thrown),
            )


def lower(points: Points, other: Points) -> Points:
    """The lower of both for each number of loose cards."""
    return [min(pair) for pair in zip(points, other, strict=True)]
