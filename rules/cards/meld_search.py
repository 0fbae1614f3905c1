"""Exact search for melds that share no card: all choices, the best one, one that leaves no card.

Depth-first on the first card: it stays loose, or goes with one of the melds in which it is the first. Cards
come rank by rank: then what is left differs only by the runs that reach beyond a rank, so that few different
rests are met (30 low cards of two packs: suit by suit two million, rank by rank a few thousand).
Results are memoised by the cards (`CardsLeft`) and jokers that are left. Equal cards are only counted: of
each card the copies of the lowest packs are held, a pattern names the lowest ones, and the highest ones leave
the hand.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from rules.cards.deck import Deck, bits_of
from rules.cards.patterns import Alike, Pattern, PatternIndex
from rules.errors import Illegal
from rules.knobs import Contract
from rules.lookup import PARTS, Lookup, part, spread

Packing = tuple[int, int, int, tuple[Pattern, ...]]
"""Patterns that share no card: the bits and jokers they take, their worth, themselves. Plain for speed."""
NO_PACKING: Packing = (0, 0, 0, ())
TieOrder = Callable[[Sequence[Pattern]], Any]
"""The sort key of patterns, of which no two share a card: of equal packings the lowest is the best.

The search compares parts of packings, so a pattern that is added to two packings of the same worth must not
change which of them is lower: true of sums, and of sorted lists of the same length.
"""
NEVER = -(1 << 60)
"""Lower than any worth."""
_FEW = 12  # with no more patterns than these, trying all choices is fastest
MOST_STEPS = 100_000
"""Of one search, before it gives up. Every hand that a preset deals takes less than a tenth of them."""


def all_packings(patterns: Iterable[Pattern], jokers: int) -> list[Packing]:
    """Every way to take some of `patterns`, with no more than `jokers` jokers, from the cards of one pack."""
    packings = [NO_PACKING]
    for pattern in patterns:
        cards, needed, worth = pattern[:3]
        packings += [
            (taken | cards, used + needed, total + worth, (*chosen, pattern))
            for taken, used, total, chosen in packings
            if not taken & cards and used + needed <= jokers
        ]
    return packings


worth_of: Callable[[Packing], int] = itemgetter(2)


def first_best(packings: Sequence[Packing], tie_order: TieOrder) -> Packing:
    """The one of `packings` that is worth most; of several the first in `tie_order`."""
    highest = max(map(worth_of, packings))
    best = [packing for packing in packings if worth_of(packing) == highest]
    if len(best) == 1:
        return best[0]
    return min(best, key=lambda packing: tie_order(packing[3]))


def best_packing(
    deck: Deck, patterns: Sequence[Pattern], bits: int, jokers: int, tie_order: TieOrder
) -> Packing:
    """The packing that is worth most; of several the first in `tie_order`. Raises as `PackingSearch`."""
    if len(patterns) <= _FEW and deck.packs == 1:
        return first_best(all_packings(patterns, jokers), tie_order)
    search = PackingSearch(deck, patterns, jokers, only_worth=True)
    return search.best_packing(bits, jokers, tie_order)


def every_packing(
    deck: Deck, patterns: Sequence[Pattern], bits: int, jokers: int
) -> Iterable[Packing]:
    """Every packing, once. Raises as `PackingSearch`, also while they are read."""
    if len(patterns) <= _FEW and deck.packs == 1:
        return all_packings(patterns, jokers)
    return PackingSearch(deck, patterns, jokers).every_packing(bits, jokers)


class CardsLeft:
    """Cards that are left in a search, and what the search knows about them; None where it does not know yet.
    An object for each, because a phone takes long to look up an integer, with all attributes made here: one
    that grows later leaves gaps in MicroPython's memory, which every allocation then searches.
    """

    def __init__(self, cards: int, key: int, rank: int, first: int) -> None:
        self.cards = cards
        self.key = key  # `spread(cards)`
        self.rank = rank  # the index of the first rank
        self.first = first  # the first card
        self.choices: list[Choice] | None = None
        # the highest worth for each number of jokers
        self.highest: list[int] | None = None
        # for each number of jokers what `LooseSearch` knows
        self.least: list[Any] | None = None
        # For each contract the numbers of jokers, a bit for each.
        self.to_cover: Lookup[Contract | None, int] = {}
        self.to_cover_but_one: Lookup[Contract | None, int] = {}


Choice = tuple[CardsLeft, Alike]
"""What patterns of the same cards leave, and these patterns."""


class PackingSearch:
    """Answers about the cards and jokers that are left, for all numbers of jokers. Raises Illegal
    `too-many-ways` once all answers together have tried `most_steps` patterns.
    """

    def __init__(
        self,
        deck: Deck,
        patterns: Sequence[Pattern],
        jokers: int,
        most_steps: int = MOST_STEPS,
        only_worth: bool = False,
        takes_all: bool = False,
    ) -> None:
        """`jokers` is the most that will be asked about. With `only_worth` just `highest_worth` and
        `best_packing` are, and cards that no pattern takes any more are forgotten: without jokers a sixth as
        many rests are met. With `takes_all` the best packing takes all cards and jokers, if there is one:
        with a card that no pattern takes any more nothing is tried. Of the cards of a whole pack a seventh
        as many patterns are.
        """
        self._deck = deck
        self._width = len(deck.cards)
        self._naturals = deck.end - 1
        self._marks = 0  # of the melds of the table on which one may lay off
        for pattern in patterns:
            self._marks |= pattern.cards & ~self._naturals
        self._jokers = jokers
        self._takes_all = takes_all
        self._all_numbers = (2 << jokers) - 1  # of jokers, a bit for each
        self._has_wild_cards = any(
            pattern.cards != pattern.naturals for pattern in patterns
        )
        self._all_patterns = (
            PatternIndex(patterns) if takes_all or (only_worth and not jokers) else None
        )
        self._index(patterns)
        self._left: list[Lookup[int, CardsLeft] | None] = [None] * PARTS
        self._best_packings: Lookup[
            tuple[int, int], Packing
        ] = {}  # by the cards and the jokers
        self.steps = 0
        self._most_steps = most_steps

    def _index(self, patterns: Sequence[Pattern]) -> None:
        by_first: Lookup[int, list[Pattern]] = {}
        firsts: list[int] = []
        for pattern in patterns:
            key = spread(self._first(pattern.cards)[1])
            if key not in by_first:
                by_first[key] = []
                firsts.append(key)
            by_first[key].append(pattern)
        indexes = [PatternIndex(by_first[key]) for key in firsts]
        self._by_first: Lookup[int, PatternIndex] = dict(
            zip(firsts, indexes, strict=True)
        )

    def left(self, cards: int, rank: int = 0) -> CardsLeft:
        """These cards as the search knows them; none has a rank before the index `rank`."""
        key = spread(cards)
        known = part(self._left, key)
        left = known.get(key)
        if left is None:
            left = known[key] = self._new_left(cards, key, rank)
        return left

    def _new_left(self, cards: int, key: int, rank: int) -> CardsLeft:
        left = CardsLeft(cards, key, *self._first(cards, rank))
        if self._all_patterns is None:
            return left
        usable = self._all_patterns.usable(cards)
        for copies in self._deck.layers(usable & self._naturals)[:1]:
            usable |= copies & cards
        if usable == cards:
            return left
        if not self._takes_all:
            return self.left(usable, rank)
        left.highest = [NEVER] * (self._jokers + 1)
        return left

    def _first(self, cards: int, rank: int = 0) -> tuple[int, int]:
        """The first rank and card; a bit of the table's melds where there are no others."""
        ranked = self._deck.ranked
        while rank < len(ranked):
            if here := cards & ranked[rank]:
                return rank, here & -here
            rank += 1
        return rank, cards & -cards

    def loose(self, left: CardsLeft) -> CardsLeft:
        """What is left when the first card stays loose, and with it the equal cards."""
        first = left.first
        gone = first * self._deck.all_copies if first <= self._naturals else first
        return self.left(left.cards & ~gone, left.rank)

    def rest(self, left: int, cards: int) -> int:
        """What `cards` leave of `left`: of each card as many copies fewer, the lowest ones."""
        if self._deck.packs == 1:
            return left ^ cards
        naturals = cards & self._naturals
        rest = left & ~(cards ^ naturals)
        for layer in self._deck.layers(naturals):
            rest ^= (rest ^ rest >> self._width) & layer
        return rest

    def choices(self, left: CardsLeft) -> list[Choice]:
        """All that can be made of the first card with other cards that are left, whatever jokers it takes."""
        choices = left.choices
        if choices is None:
            choices = left.choices = self._new_choices(left)
        self.steps += 1 + len(choices)
        if self.steps > self._most_steps:
            raise Illegal("too-many-ways")
        return choices

    def _new_choices(self, left: CardsLeft) -> list[Choice]:
        index = self._by_first.get(spread(left.first))
        if index is None:
            return []
        return [
            (self.left(self.rest(left.cards, alike.cards), left.rank), alike)
            for alike in index.fitting_patterns(left.cards)
        ]

    def with_jokers(
        self, left: CardsLeft, jokers: int, since: int = 0
    ) -> Iterator[tuple[int, Pattern, CardsLeft]]:
        """Index, pattern and cards left for what can be made of the first card, from the index `since` on."""
        for rest, alike in self.choices(left):
            for index, pattern in alike.patterns:
                if pattern.jokers <= jokers and index >= since:
                    yield index, pattern, rest

    def highest_worth(self, cards: int, jokers: int) -> int:
        """The most that patterns made of `cards` can be worth."""
        return self._highest(self.left(cards | self._marks))[jokers]

    def _highest(self, left: CardsLeft) -> list[int]:
        """The same for each number of jokers."""
        if left.highest is None:
            spare = NEVER if self._takes_all else 0
            left.highest = (
                self._new_highest(left) if left.cards else [0] + [spare] * self._jokers
            )
        return left.highest

    def _new_highest(self, left: CardsLeft) -> list[int]:
        numbers = self._jokers + 1
        highest = (
            [NEVER] * numbers
            if self._takes_all
            else list(self._highest(self.loose(left)))
        )
        for rest, alike in self.choices(left):
            after = rest.highest or self._highest(rest)
            for used, worth in alike.worths:
                for jokers in range(used, numbers):
                    if worth + after[jokers - used] > highest[jokers]:
                        highest[jokers] = worth + after[jokers - used]
        return highest

    def best_packing(self, cards: int, jokers: int, tie_order: TieOrder) -> Packing:
        """The packing of `cards` that has the highest worth; of several the first in `tie_order`."""
        return self._best(self.left(cards | self._marks), jokers, tie_order)

    def _best(self, left: CardsLeft, jokers: int, tie_order: TieOrder) -> Packing:
        if not left.cards:
            return NO_PACKING
        best = self._best_packings.get((left.key, jokers))
        if best is None:
            ties = self._best_after_first(left, jokers, tie_order)
            best = first_best(list(ties), tie_order)
            self._best_packings[left.key, jokers] = best
        return best

    def _best_after_first(
        self, left: CardsLeft, jokers: int, tie_order: TieOrder
    ) -> Iterator[Packing]:
        """For each choice for the first card that leads to the highest worth, the best packing."""
        highest = self._highest(left)[jokers]
        loose = left if self._takes_all else self.loose(left)
        if loose is not left and self._highest(loose)[jokers] == highest:
            yield self._best(loose, jokers, tie_order)
        for _index, pattern, rest in self.with_jokers(left, jokers):
            spare = jokers - pattern.jokers
            if pattern.worth + self._highest(rest)[spare] == highest:
                taken = left.cards ^ self.rest(left.cards, pattern.cards)
                yield with_pattern(pattern, taken, self._best(rest, spare, tie_order))

    def every_packing(self, cards: int, jokers: int) -> Iterator[Packing]:
        """Every packing of `cards`, once."""
        left = self.left(cards | self._marks)
        return self._packings(left, jokers, None, is_cover=False)

    def covers(
        self, cards: int, jokers: int, contract: Contract | None = None
    ) -> Iterator[Packing]:
        """Every packing that takes all of `cards`, once, with a `contract` in so many sets and runs."""
        return self._packings(self.left(cards), jokers, contract, is_cover=True)

    def _packings(
        self,
        left: CardsLeft,
        jokers: int,
        contract: Contract | None,
        is_cover: bool,
        since: int = 0,
    ) -> Iterator[Packing]:
        """`since` leaves out the patterns of the first card with a lower index."""
        if is_cover and not self._to_cover(left, contract) >> jokers & 1:
            return
        if not left.cards:
            yield NO_PACKING
            return
        if not is_cover:
            yield from self._packings(self.loose(left), jokers, None, is_cover)
        for index, pattern, rest in self.with_jokers(left, jokers, since):
            following = index if rest.first == left.first else 0
            still_asked = None if contract is None else less(contract, pattern)
            for packing in self._packings(
                rest, jokers - pattern.jokers, still_asked, is_cover, following
            ):
                yield with_pattern(pattern, left.cards ^ rest.cards, packing)

    def can_cover(self, cards: int, jokers: int, contract: Contract | None) -> bool:
        """Whether `covers` has any packing."""
        return bool(self._to_cover(self.left(cards), contract) >> jokers & 1)

    def can_cover_but_one(
        self, cards: int, jokers: int, contract: Contract | None
    ) -> bool:
        """Whether some packing takes all of `cards` and jokers but for one card or joker."""
        left = self.left(cards)
        if jokers and self._to_cover(left, contract) >> jokers - 1 & 1:
            return True
        return bool(self._to_cover(left, contract, but_one=True) >> jokers & 1)

    def _to_cover(
        self, left: CardsLeft, contract: Contract | None, but_one: bool = False
    ) -> int:
        """How many jokers packings take that take all of `left`, or all `but_one`: a bit for each number.
        With a `contract`, which has few melds, only the packings of so many sets and runs.
        """
        if contract is not None and min(contract) < 0:
            return 0
        if not left.cards:
            return int(not but_one and not any(contract or ()))
        memo = left.to_cover_but_one if but_one else left.to_cover
        numbers = memo.get(contract)
        if numbers is None:
            numbers = memo[contract] = self._new_to_cover(left, contract, but_one)
        return numbers

    def _new_to_cover(
        self, left: CardsLeft, contract: Contract | None, but_one: bool
    ) -> int:
        numbers = 0
        if (
            but_one
            and (loose := self.loose(left)).cards.bit_count() + 1
            == left.cards.bit_count()
        ):
            # the first card, of which there is one copy, is left out
            numbers = self._to_cover(loose, contract)
        if (
            contract is not None
            and self._runs_needed(left, contract[0]) > contract[1] + but_one
        ):
            return numbers
        for rest, alike in self.choices(left):
            if contract is None:
                numbers |= self._sums(
                    self._to_cover(rest, None, but_one), alike.as_set | alike.as_run
                )
            else:
                sets, runs = contract
                if sets and alike.as_set:
                    numbers |= self._sums(
                        self._to_cover(rest, (sets - 1, runs), but_one), alike.as_set
                    )
                if runs and alike.as_run:
                    numbers |= self._sums(
                        self._to_cover(rest, (sets, runs - 1), but_one), alike.as_run
                    )
            if numbers == self._all_numbers:
                break
        return numbers

    def _sums(self, numbers: int, others: int) -> int:
        """Each sum of one of these numbers of jokers and one of the others: a bit for each number."""
        total = 0
        for bit in bits_of(others) if numbers else ():
            total |= numbers * bit
        return total & self._all_numbers

    def _runs_needed(self, left: CardsLeft, sets: int) -> int:
        """So many runs at least are needed beside so many sets to take all cards that are left: of one suit a
        set takes cards of one rank, and a run one copy of each card.
        """
        runs = 0
        if self._has_wild_cards:
            return runs
        for shift in self._deck.shifts:
            copies = left.cards >> shift & self._deck.suit
            for _set in range(sets):
                copies &= copies - 1
            if copies:
                runs += 1
        return runs


def with_pattern(pattern: Pattern, cards: int, packing: Packing) -> Packing:
    """`packing` with one pattern more, which takes the bits `cards`."""
    taken, used, worth, chosen = packing
    return (
        taken | cards,
        used + pattern.jokers,
        worth + pattern.worth,
        (pattern, *chosen),
    )


def less(contract: Contract, pattern: Pattern) -> Contract:
    """What the contract still asks for once `pattern` lies on the table."""
    sets, runs = contract
    if pattern.onto >= 0:
        return contract
    return (sets, runs - 1) if pattern.starts else (sets - 1, runs)
