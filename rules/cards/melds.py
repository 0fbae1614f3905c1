"""What a set and a run are, under every knob, and every meld that cards can make.

Cards are bits here (`rules.cards.deck.Deck`): two melds share a card when `meld & other` is not zero. The
melds of each group of cards of one suit, or of one rank, are cached.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from rules.cards.deck import Deck, bits_of, usual_players, wild_cards
from rules.cards.patterns import (
    Cards,
    Meld,
    MeldKind,
    Pattern,
    Patterns,
    worth_of_meld,
)
from rules.errors import Illegal
from rules.knobs import Ace
from rules.lookup import Lookup, spread
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset

MOST_PATTERNS = 8_000
"""Of one hand. No hand that a preset deals has half as many; a house with many wild cards may have more."""
_JOKER_BITS = 5  # for how many jokers a run takes: at most so many as it has cards
# entries of one table: one pack needs no more, two could fill the memory
_CACHE_SIZE = 1 << 16


class MeldRules:
    """The melds of one table: its deck, and which of its cards make a set or a run."""

    def __init__(self, ruleset: Ruleset, players: int, free_jokers: bool) -> None:
        self.players = players
        self.deck = deck = Deck(ruleset, players)
        self.set_min = ruleset.set_min
        self.run_min = ruleset.run_min
        self.adjacent_jokers = ruleset.adjacent_jokers
        # A meld of jokers alone stands for nothing, whatever the knob says.
        self.min_naturals = max(1, ruleset.min_naturals)
        # With more packs equal cards may share a set (docs/rules/RULESETS.md#duplicates).
        self.copies_in_set = deck.packs if ruleset.set_duplicates else 1
        self.longest_set = len(deck.suits) * self.copies_in_set
        self.longest_run = len(deck.ranks)  # equal cards never share a run
        self.track, self._starts = _track(ruleset.ace, len(deck.ranks))
        self._joker_pips = 0 if free_jokers else ruleset.joker_points
        # Of each suit one copy of each card: a run has no more.
        self._one_of_each = tuple(
            deck.suit << shift for shift in deck.shifts[: len(deck.suits)]
        )
        self.suits = tuple(deck.all_copies * cards for cards in self._one_of_each)
        self.ranks = deck.ranked
        wild = set(wild_cards(ruleset))
        self.stand_ins = frozenset({JOKER} | wild)
        self.wild = sum(map(deck.all_of, wild))
        # by the cards of a suit, or of a rank, and the jokers counted above them
        self._runs: Lookup[int, Patterns] = {}
        self._sets: Lookup[int, Patterns] = {}

    def patterns(self, bits: int, jokers: int) -> list[Pattern]:
        """Every meld that the cards `bits` and up to `jokers` printed jokers make.

        Of equal cards `bits` holds the copies of the lowest packs, as from `Deck.to_bits`, and so do the
        patterns: two that share a card may both be laid down where enough copies are held. Raises Illegal
        `too-many-ways` for more than MOST_PATTERNS.
        """
        wild = bits & self.wild
        most = jokers + wild.bit_count() if wild else jokers
        patterns: list[Pattern] = []
        for suit in self._one_of_each:
            patterns += self._cached(self._runs, self.runs_in, bits & suit, most)
        for rank in self.ranks:
            if (alike := bits & rank).bit_count() + most >= self.set_min:
                patterns += self._cached(self._sets, self.sets_in, alike, most)
        return self._with_wild_cards(patterns, wild, jokers) if wild else patterns

    def _cached(
        self,
        cache: Lookup[int, Patterns],
        find: Callable[[int, int], Patterns],
        cards: int,
        jokers: int,
    ) -> Patterns:
        key = spread(cards + jokers * self.deck.end)
        patterns = cache.get(key)
        if patterns is None:
            if len(cache) >= _CACHE_SIZE:
                cache.clear()
            cache[key] = patterns = find(cards, jokers)
        return patterns

    def runs_in(self, bits: int, jokers: int) -> Patterns:
        """The runs that the cards `bits`, all of one suit, make with up to `jokers` jokers."""
        suit = self.suit_of(bits)
        below = suit * len(self.deck.ranks)  # so many bits have the suits before
        by_key: Lookup[int, list[int]] = {}
        runs: list[tuple[int, int, int, list[int]]] = []
        for start, length, cards, used in self._laid_from_each_start(
            suit, bits, jokers
        ):
            key = cards >> below << _JOKER_BITS | used
            if key not in by_key:
                by_key[key] = []
                runs.append((length, cards, used, by_key[key]))
                if len(runs) > MOST_PATTERNS:
                    raise Illegal("too-many-ways")
            by_key[key].append(start)
        return tuple(
            Pattern(
                cards,
                used,
                worth_of_meld(self.pips_of(cards, used), length),
                cards,
                tuple(starts),
            )
            for length, cards, used, starts in runs
        )

    def _laid_from_each_start(
        self, suit: int, bits: int, jokers: int
    ) -> Iterator[tuple[int, int, int, int]]:
        """Where on the track a run begins, how long it is, its cards and jokers."""
        for start in self._starts:
            if not jokers and not bits & self.ranks[self.track[start]]:
                continue
            indices = self.track[start : start + self.longest_run]
            for length, filled in enumerate(
                self.fillings(suit, indices, bits, jokers), start=1
            ):
                for cards, used, _ in filled if length >= self.run_min else ():
                    if length - used >= self.min_naturals:
                        yield start, length, cards, used

    def fillings(
        self,
        suit: int,
        indices: Sequence[int],
        bits: int,
        jokers: int,
        after_joker: bool = False,
    ) -> Iterator[list[tuple[int, int, bool]]]:
        """All ways to fill the first of `indices`, then the first two, …, as long as there is any: the bits,
        how many jokers, and whether a joker is at the last.
        """
        filled = [(0, 0, after_joker)]
        side_by_side = self.adjacent_jokers
        held = bits & self.suits[suit]
        for index in indices:
            copies = held & self.ranks[index]
            copy = copies & -copies
            filled = [
                (cards | copy, used, False) for cards, used, _ in filled if copy
            ] + [
                (cards, used + 1, True)
                for cards, used, last in filled
                if used < jokers and (side_by_side or not last)
            ]
            if not filled:
                return
            yield filled

    def sets_in(self, bits: int, jokers: int) -> Patterns:
        """The sets that the cards `bits`, all of one rank, make with up to `jokers` jokers."""
        sets = []
        # then no player can have too many copies of a card
        all_share = self.copies_in_set == self.deck.packs
        for cards in self.choices(bits):
            naturals = cards.bit_count()
            if naturals >= self.min_naturals and (
                all_share or self.may_share_set(self.deck.cards_of(cards))
            ):
                fewest = max(0, self.set_min - naturals)
                for used in range(fewest, min(jokers, self.longest_set - naturals) + 1):
                    worth = worth_of_meld(self.pips_of(cards, used), naturals + used)
                    sets.append(Pattern(cards, used, worth, cards))
        return tuple(sets)

    def choices(self, bits: int) -> Iterator[int]:
        """Every choice of at least one of these cards; of equal cards only how many are taken matters."""
        if not bits >> len(self.deck.cards):
            return subsets(bits)
        return filter(self.deck.are_lowest_copies, subsets(bits))

    def may_share_set(self, cards: Iterable[Card]) -> bool:
        return all(copies <= self.copies_in_set for copies in Counter(cards).values())

    def pips_of(self, bits: int, jokers: int) -> int:
        """The pips of these cards and printed jokers."""
        return self.deck.pips_of(bits) + jokers * self._joker_pips

    def _with_wild_cards(
        self, patterns: Iterable[Pattern], wild: int, jokers: int
    ) -> list[Pattern]:
        """`patterns` with each joker either a printed one or a wild card that stands for another card."""
        replaced = []
        for pattern in patterns:
            for stand_ins, printed in self.jokers_for(
                pattern.jokers, pattern.cards, wild, jokers
            ):
                replaced += self._standing_in(pattern, stand_ins, printed)
                if len(replaced) > MOST_PATTERNS:
                    raise Illegal("too-many-ways")
        return replaced

    def jokers_for(
        self, needed: int, cards: int, wild: int, jokers: int
    ) -> Iterator[tuple[int, int]]:
        """Every choice of `wild` cards and printed jokers that are the jokers `needed` beside `cards`."""
        for printed in range(min(jokers, needed) + 1):
            for stand_ins in map(
                sum, combinations(bits_of(wild & ~cards), needed - printed)
            ):
                if self.deck.are_lowest_copies(cards | stand_ins):
                    yield stand_ins, printed

    def _standing_in(
        self, pattern: Pattern, stand_ins: int, printed: int
    ) -> list[Pattern]:
        """`pattern` with wild cards as jokers; empty if one would be in its own place, a natural."""
        cards = pattern.cards | stand_ins
        worth = worth_of_meld(self.pips_of(cards, printed), cards.bit_count() + printed)
        if not pattern.starts:
            own = stand_ins & self.ranks[self.index_of_rank(pattern.naturals)]
            return [] if own else [Pattern(cards, printed, worth, pattern.naturals)]
        length = pattern.cards.bit_count() + pattern.jokers
        own = stand_ins & self.suits[self.suit_of(pattern.naturals)]
        starts = tuple(
            start
            for start in pattern.starts
            if not any(
                self.ranks[index] & own and not self.ranks[index] & pattern.naturals
                for index in self.track[start : start + length]
            )
        )
        return (
            [Pattern(cards, printed, worth, pattern.naturals, starts)] if starts else []
        )

    def ranks_of(self, meld: Meld) -> int:
        """All cards of the rank of a set."""
        return self.ranks[self.deck.ranks.index(meld.cards[0].rank)]

    def suit_of(self, cards: int) -> int:
        return (cards.bit_length() - 1) % len(self.deck.cards) // len(self.deck.ranks)

    def index_of_rank(self, cards: int) -> int:
        """The index of the rank in the order of the deck."""
        return (cards.bit_length() - 1) % len(self.deck.ranks)

    def to_meld(self, pattern: Pattern, start: int | None = None) -> Meld:
        """The meld of `pattern`; where jokers leave a choice, a run begins at `start` or highest."""
        jokers = [JOKER] * pattern.jokers + self.deck.cards_of(
            pattern.cards ^ pattern.naturals
        )
        naturals = self.deck.cards_of(pattern.naturals)
        if not pattern.starts:
            return Meld(MeldKind.SET, (*naturals, *jokers))
        start = pattern.starts[-1] if start is None else start
        suit = self.suit_of(pattern.naturals)
        own = self.run_from(suit, start, len(naturals) + len(jokers))
        cards = tuple(card if card in naturals else jokers.pop(0) for card in own)
        return Meld(MeldKind.RUN, cards, suit, start)

    def run_from(self, suit: int, start: int, length: int) -> list[Card]:
        """`length` cards that follow each other on the track; fewer where it ends."""
        first = suit * len(self.deck.ranks)
        indices = self.track[start : start + length]
        return [self.deck.cards[first + index] for index in indices]

    def tie_order(self, patterns: Iterable[Pattern]) -> tuple[object, ...]:
        """The sort key of packings of the same worth: the lay-offs on the first melds of the table, then the
        melds that come first in the order of the deck, then the cards that are laid off.
        """
        melds = []
        laid_off = []
        for pattern in patterns:
            cards = [
                *self.deck.cards_of(pattern.cards & self.deck.end - 1),
                *[JOKER] * pattern.jokers,
            ]
            order = list(map(self.deck.order.__getitem__, cards))
            if pattern.onto < 0:
                melds.append(order)
            else:
                laid_off.append((pattern.onto, order))
        laid_off.sort()
        return (
            [onto for onto, cards in laid_off for _card in cards],
            sorted(melds),
            laid_off,
        )

    def deck_order(self, meld: Meld) -> list[int]:
        """The sort key of a meld: the indices of its cards in the deck, jokers last."""
        return sorted(map(self.deck.order.__getitem__, meld.cards))

    def stands_for(self, meld: Meld) -> tuple[Card, ...]:
        """The card that each card of a run stands for; empty for a set."""
        if meld.kind is MeldKind.SET:
            return ()
        return tuple(self.run_from(meld.suit, meld.start, len(meld.cards)))

    def stands_in(self, meld: Meld) -> list[bool]:
        """For each card of a meld, whether it stands for another one."""
        if meld.kind is MeldKind.SET:
            return [card.rank != meld.cards[0].rank for card in meld.cards]
        pairs = zip(meld.cards, self.stands_for(meld), strict=True)
        return [card != own for card, own in pairs]

    def readings(self, cards: Cards) -> tuple[Meld, ...]:
        """Every way to read `cards` as one meld as they are written: usually one, none if they are no meld.

        The order in which a run is written, up or else down, says what its jokers stand for where that is
        possible (docs/rules/FORMAT.md#order-in-a-run): a joker written past the end of the pack goes to the
        other end of the run. Where the order says nothing, every run they can be is given.
        """
        sets, runs = self._sets_and_runs(cards)
        # the fewest jokers moved, then a rising order
        orders = tuple(enumerate((cards, cards[::-1])))
        distances = [
            min((self._shift(run.cards, order), down) for down, order in orders)
            for run in runs
        ]
        nearest = [
            run
            for run, distance in zip(runs, distances, strict=True)
            if distance == min(distances)
        ]
        return tuple(dict.fromkeys([*sets, *nearest]))

    def readings_in_any_order(self, cards: Cards) -> tuple[Meld, ...]:
        """Every way to read `cards` as one meld, whatever their order; those of `readings` come first."""
        _sets, runs = self._sets_and_runs(cards)
        return tuple(dict.fromkeys([*self.readings(cards), *runs]))

    def _sets_and_runs(self, cards: Cards) -> tuple[list[Meld], list[Meld]]:
        """All sets and all runs that take all of `cards`."""
        try:
            bits, jokers = self.deck.to_bits(cards)
        except Illegal:
            return [], []
        whole = [
            pattern
            for pattern in self.patterns(bits, jokers)
            if pattern.cards == bits and pattern.jokers == jokers
        ]
        sets = [self.to_meld(pattern) for pattern in whole if not pattern.starts]
        return sets, [
            self.to_meld(pattern, start)
            for pattern in whole
            for start in pattern.starts
        ]

    def _shift(self, run: Cards, written: Cards) -> int:
        """How many jokers have to move from one end of `written` to the other to make it `run`; any joker
        equals any other.
        """
        own, other = (
            [JOKER if card in self.stand_ins else card for card in cards]
            for cards in (run, written)
        )
        for moved in range(len(own)):
            jokers = [JOKER] * moved
            if jokers + other == own + jokers or other + jokers == jokers + own:
                return moved
        return len(own)


def _track(ace: Ace, ranks: int) -> tuple[tuple[int, ...], range]:
    """The track: the indices of the ranks in the order in which runs rise, and where on it runs may begin.

    With the ace at both ends, or around the corner, ranks are repeated. No run is longer than the pack has
    ranks, so it never has the same rank twice.
    """
    indices = tuple(range(ranks))
    if ace is Ace.LOW:
        return indices, range(ranks)
    if ace is Ace.HIGH:
        return (*indices[1:], 0), range(ranks)
    if ace is Ace.BOTH:
        return (*indices, 0), range(ranks + 1)
    return indices * 3, range(ranks, 2 * ranks)


def subsets(cards: int) -> Iterator[int]:
    """Every choice of at least one of `cards`."""
    subset = cards
    while subset:
        yield subset
        subset = subset - 1 & cards


@lru_cache(maxsize=64)
def meld_rules(
    ruleset: Ruleset, players: int | None = None, free_jokers: bool = False
) -> MeldRules:
    """The melds of a table of `players`, the usual number if None; `free_jokers` cost nothing when loose."""
    number = usual_players(ruleset) if players is None else players
    return MeldRules(ruleset, number, free_jokers)
