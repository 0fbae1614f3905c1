"""What a set and a run are, under every knob, and every meld that a hand holds.

Cards are bits here (`rules.cards.deck.Deck`), so that two melds share a card when `one & other`. What the
cards of one suit, or of one rank, can make is worked out the first time it is asked and looked up from
then on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from operator import attrgetter

from rules.cards.deck import Deck, usual_players, wild_cards
from rules.cards.meld import Kind, Meld
from rules.cards.meld_search import PIPS_FROM, Pattern, Patterns
from rules.cards.single_pack import BySuit
from rules.errors import Illegal
from rules.knobs import Ace
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset

_KNOWN_AT_MOST = 1 << 16  # look-ups kept in one table: one pack needs no more, two could fill the memory


class MeldRules:
    """The melds of one table: its deck, and which of its cards make a set or a run."""

    def __init__(self, ruleset: Ruleset, players: int, free_jokers: bool) -> None:
        self.players = players
        self.deck = deck = Deck(ruleset, players)
        self.set_min, self.run_min = ruleset.set_min, ruleset.run_min
        self.adjacent_jokers = ruleset.adjacent_jokers
        # A meld of jokers alone stands for nothing, whatever the knob says.
        self.min_naturals = max(1, ruleset.min_naturals)
        # With more packs equal cards may share a set (docs/rules/RULESETS.md#duplicates).
        self.copies_in_set = deck.packs if ruleset.set_duplicates else 1
        self.longest_set = len(deck.suits) * self.copies_in_set
        self.longest_run = len(deck.ranks)  # equal cards never share a run
        self.track, self._starts = _track(ruleset.ace, len(deck.ranks))
        self._joker_pips = 0 if free_jokers else ruleset.joker_points
        self._lay_out(deck)
        wild = set(wild_cards(ruleset))
        self.stand_ins = frozenset({JOKER} | wild)
        self.wild = sum(sum(bits) for card, bits in deck.copies.items() if card in wild)
        # What `by_suit` knows nothing of: with two packs, or wild cards in some suits, every card.
        self.not_by_suit = deck.end - 1 if deck.packs > 1 or wild else 0
        self._known: dict[int, tuple[dict[int, Patterns], dict[int, Patterns]]] = {}

    def _lay_out(self, deck: Deck) -> None:
        width = len(deck.ranks)
        self._suit = (1 << width) - 1
        # One shift for every suit of every pack.
        self._shifts = tuple(range(0, len(deck.cards) * deck.packs, width))
        # Of suit and place: the bit of every copy.
        self.copies = tuple(
            tuple(deck.copies[Card(rank, suit)] for rank in deck.ranks) for suit in deck.suits
        )
        self.suits = tuple(sum(map(sum, places)) for places in self.copies)
        self.ranks = tuple(sum(sum(places[place]) for places in self.copies) for place in range(width))

    @cached_property
    def by_suit(self) -> BySuit:
        """The quick way for cards without jokers, where one pack is in play and all suits are alike."""
        return BySuit(self)

    def patterns(self, held: int, jokers: int) -> list[Pattern]:
        """Every meld that the cards `held` and up to `jokers` printed jokers make."""
        wild = held & self.wild
        most = jokers + wild.bit_count() if wild else jokers
        found: list[Pattern] = []
        runs, sets = self._known.get(most) or self._known.setdefault(most, ({}, {}))
        for suit in self.suits:
            known = runs.get(held & suit)
            found += _learn(runs, held & suit, self.runs_in, most) if known is None else known
        for cards in self.alike(held, most):
            known = sets.get(cards)
            found += _learn(sets, cards, self.sets_in, most) if known is None else known
        return self._with_wild_cards(found, wild, jokers) if wild else found

    def alike(self, held: int, jokers: int) -> list[int]:
        """The cards of each rank that is held often enough for a set with up to `jokers` jokers.

        Where four and more are needed, three are often enough to be looked at.
        """
        need = max(self.min_naturals, self.set_min - jokers)
        once = twice = thrice = 0
        for shift in self._shifts:
            ranks = held >> shift & self._suit
            thrice |= twice & ranks
            twice |= once & ranks
            once |= ranks
        often = thrice if need > 2 else twice if need == 2 else once
        found = []
        while often:
            low = often & -often
            found.append(held & self.ranks[low.bit_length() - 1])
            often ^= low
        return found

    def runs_in(self, held: int, jokers: int) -> Patterns:
        """The runs that the cards `held`, all of one suit, make with up to `jokers` jokers."""
        if held.bit_count() < self.min_naturals or held.bit_count() + jokers < self.run_min:
            return ()
        suit = self.suit_of(held)
        starts: dict[tuple[int, int], list[int]] = {}
        for start in self._starts:
            if not jokers and not held & self.ranks[self.track[start]]:
                continue
            places = self.track[start : start + self.longest_run]
            for length, fills in enumerate(self.fillings(suit, places, held, jokers), start=1):
                for cards, used, _ in fills if length >= self.run_min else ():
                    if cards.bit_count() >= self.min_naturals:
                        starts.setdefault((cards, used), []).append(start)
        return tuple(
            Pattern(cards, used, self.worth_of(cards, used), cards, tuple(where))
            for (cards, used), where in starts.items()
        )

    def fillings(
        self, suit: int, places: Sequence[int], held: int, jokers: int, after_joker: bool = False
    ) -> Iterator[list[tuple[int, int, bool]]]:
        """How the first place, the first two, … can be filled without a gap, until they cannot.

        A filling is its cards, how many jokers it takes, and whether its last place is a joker's.
        """
        fills = [(0, 0, after_joker)]
        side_by_side = self.adjacent_jokers
        for place in places:
            bits = [bit for bit in self.copies[suit][place] if bit & held]
            fills = [(cards | bit, used, False) for cards, used, _ in fills for bit in bits] + [
                (cards, used + 1, True)
                for cards, used, last in fills
                if used < jokers and (side_by_side or not last)
            ]
            if not fills:
                return
            yield fills

    def sets_in(self, held: int, jokers: int) -> Patterns:
        """The sets that the cards `held`, all of one rank, make with up to `jokers` jokers."""
        found = []
        all_share = self.copies_in_set == self.deck.packs  # no card is held oftener than the packs have it
        for cards in subsets(held):
            naturals = cards.bit_count()
            if naturals >= self.min_naturals and (all_share or self.may_share_set(self.deck.cards_of(cards))):
                fewest = max(0, self.set_min - naturals)
                for used in range(fewest, min(jokers, self.longest_set - naturals) + 1):
                    found.append(Pattern(cards, used, self.worth_of(cards, used), cards))
        return tuple(found)

    def may_share_set(self, cards: Iterable[Card]) -> bool:
        return all(copies <= self.copies_in_set for copies in Counter(cards).values())

    def worth_of(self, cards: int, jokers: int, laid_off: bool = False) -> int:
        """What it is worth to get rid of these cards: pips, then cards, then not laying off, then few melds.

        Four numbers in one, so that the worths of several melds can be added and compared: the tie order of
        `rules.cards.arrange`. `pips_in` reads the first of them.
        """
        gone = self.deck.cards_of(cards)
        pips = sum(map(self.deck.pips.__getitem__, gone)) + jokers * self._joker_pips
        number = len(gone) + jokers
        return (pips << PIPS_FROM) + (number << 10) - (number << 5 if laid_off else 1)

    def _with_wild_cards(self, patterns: Iterable[Pattern], wild: int, jokers: int) -> list[Pattern]:
        """`patterns` with every joker a printed one or a wild card that stands for another card."""
        found = []
        for pattern in patterns:
            for stand_ins in (0, *subsets(wild & ~pattern.cards)):
                printed = pattern.jokers - stand_ins.bit_count()
                if 0 <= printed <= jokers:
                    found += self._standing_in(pattern, stand_ins, printed)
        return found

    def _standing_in(self, pattern: Pattern, stand_ins: int, printed: int) -> list[Pattern]:
        """`pattern` with wild cards for jokers, unless one would be in its own place, where it is natural."""
        cards = pattern.cards | stand_ins
        worth = self.worth_of(cards, printed)
        if not pattern.starts:
            own = stand_ins & self.ranks[self.index_of(pattern.naturals)]
            return [] if own else [Pattern(cards, printed, worth, pattern.naturals)]
        length = pattern.cards.bit_count() + pattern.jokers
        starts = tuple(
            start
            for start in pattern.starts
            if not self._in_own_place(pattern.naturals, stand_ins, start, length)
        )
        return [Pattern(cards, printed, worth, pattern.naturals, starts)] if starts else []

    def _in_own_place(self, naturals: int, stand_ins: int, start: int, length: int) -> bool:
        run = self.copies[self.suit_of(naturals)]
        window = [sum(run[place]) for place in self.track[start : start + length]]
        return any(copies & stand_ins and not copies & naturals for copies in window)

    def suit_of(self, cards: int) -> int:
        return self._where(cards) // len(self.deck.ranks)

    def index_of(self, cards: int) -> int:
        return self._where(cards) % len(self.deck.ranks)

    def _where(self, cards: int) -> int:
        return (cards.bit_length() - 1) % len(self.deck.cards)

    def write(self, pattern: Pattern, start: int | None = None) -> Meld:
        """The meld of `pattern`; a run with a free joker begins at `start`, or as high as it can."""
        jokers = [JOKER] * pattern.jokers + self.deck.cards_of(pattern.cards ^ pattern.naturals)
        naturals = self.deck.cards_of(pattern.naturals)
        if not pattern.starts:
            return Meld(Kind.SET, (*naturals, *jokers))
        start = pattern.starts[-1] if start is None else start
        by_rank = {card.rank: card for card in naturals}
        ranks = [self.deck.ranks[place] for place in self.track[start : start + len(naturals) + len(jokers)]]
        cards = tuple(by_rank[rank] if rank in by_rank else jokers.pop(0) for rank in ranks)
        return Meld(Kind.RUN, cards, self.suit_of(pattern.naturals), start)

    def place_of(self, meld: Meld) -> list[int]:
        """Where a meld comes among others: by its cards in the deck's order, jokers last."""
        return sorted(map(self.deck.order.__getitem__, meld.cards))

    def stands_for(self, meld: Meld) -> tuple[Card, ...]:
        """What each card of a run stands for; of a set nobody has to say."""
        if meld.kind is Kind.SET:
            return ()
        suit = self.deck.suits[meld.suit]
        places = self.track[meld.start : meld.start + len(meld.cards)]
        return tuple(Card(self.deck.ranks[place], suit) for place in places)

    def readings(self, cards: Sequence[Card]) -> tuple[Meld, ...]:
        """Every way to read `cards` as one meld: usually one, none if they are no meld.

        The order in which a run is written, up or else down, says what its jokers stand for where that is
        possible (docs/rules/FORMAT.md#order-in-a-run): a joker written past the end of the pack goes to the
        other end of the run. Where the order says nothing, every run they can be is given.
        """
        try:
            held, jokers = self.deck.hold(cards)
        except Illegal:
            return ()
        whole = [one for one in self.patterns(held, jokers) if one.cards == held and one.jokers == jokers]
        sets = [self.write(one) for one in whole if not one.starts]
        runs = [self.write(one, start) for one in whole for start in one.starts]
        distances = [self._distance(run.cards, cards) for run in runs]
        nearest = [run for run, distance in zip(runs, distances, strict=True) if distance == min(distances)]
        return tuple(dict.fromkeys([*sets, *nearest]))

    def _distance(self, run: Sequence[Card], written: Sequence[Card]) -> tuple[int, int]:
        """How far a run is from what is written: by how many places, and up comes before down."""
        return min((self._shift(run, order), down) for down, order in enumerate((written, written[::-1])))

    def _shift(self, run: Sequence[Card], written: Sequence[Card]) -> int:
        """How many jokers have to move from one end of `written` to the other to make it `run`."""
        for moved in range(len(run)):
            stay = len(run) - moved
            for low, kept, gone in (
                (moved, written[:stay], written[stay:]),
                (0, written[moved:], written[:moved]),
            ):
                if self.stand_ins.issuperset(gone) and self._alike_in_order(run[low:], kept):
                    return moved
        return len(run)

    def _alike_in_order(self, run: Sequence[Card], written: Sequence[Card]) -> bool:
        """Whether the two agree as far as both go, any joker being as good as any other."""
        pairs = zip(run, written, strict=False)
        return all(one == other or {one, other} <= self.stand_ins for one, other in pairs)


def _track(ace: Ace, ranks: int) -> tuple[tuple[int, ...], range]:
    """The places in the order in which runs rise, as often as a run may pass them, and where runs may begin.

    No run is longer than the pack has ranks, so one with the ace at both ends never has it twice.
    """
    places = tuple(range(ranks))
    if ace is Ace.LOW:
        return places, range(ranks)
    if ace is Ace.HIGH:
        return (*places[1:], 0), range(ranks)
    if ace is Ace.BOTH:
        return (*places, 0), range(ranks + 1)
    return places * 3, range(ranks, 2 * ranks)


def _learn(
    known: dict[int, Patterns], cards: int, find: Callable[[int, int], Patterns], jokers: int
) -> Patterns:
    if len(known) >= _KNOWN_AT_MOST:
        known.clear()
    known[cards] = found = find(cards, jokers)
    return found


def subsets(cards: int) -> Iterator[int]:
    """Every choice of at least one of `cards`."""
    subset = cards
    while subset:
        yield subset
        subset = subset - 1 & cards


_CARD_KNOBS = (
    *("pack", "packs", "jokers", "players", "wild_cards", "ace", "figures", "ace_points", "joker_points"),
    *("set_min", "run_min", "min_naturals", "adjacent_jokers", "set_duplicates"),
)
_knobs = attrgetter(*_CARD_KNOBS)  # all that `MeldRules` and `Deck` may read of a ruleset
_TABLES: dict[object, MeldRules] = {}
_TABLES_AT_MOST = 64  # house rules of so many tables are kept ready
# The same by the very ruleset that asked, which is kept with it: comparing all knobs takes longer.
_AT_HAND: dict[tuple[int, int | None, bool], tuple[Ruleset, MeldRules]] = {}


def meld_rules(ruleset: Ruleset, players: int | None = None, free_jokers: bool = False) -> MeldRules:
    """The melds of a table of `players`, the usual number if None; `free_jokers` cost nothing when loose."""
    at_hand = _AT_HAND.get((id(ruleset), players, free_jokers))
    if at_hand is not None and at_hand[0] is ruleset:
        return at_hand[1]
    if len(_AT_HAND) >= _TABLES_AT_MOST:
        _AT_HAND.clear()
    known = _tables(ruleset, players, free_jokers)
    _AT_HAND[id(ruleset), players, free_jokers] = ruleset, known
    return known


def _tables(ruleset: Ruleset, players: int | None, free_jokers: bool) -> MeldRules:
    key = (_knobs(ruleset), players, free_jokers)
    known = _TABLES.get(key)
    if known is None:
        if len(_TABLES) >= _TABLES_AT_MOST:
            _TABLES.clear()
        number = usual_players(ruleset) if players is None else players
        known = _TABLES[key] = MeldRules(ruleset, number, free_jokers)
    return known


def melds_in(ruleset: Ruleset, cards: Sequence[Card], players: int | None = None) -> list[Meld]:
    """Every meld that `cards` hold, each once, the highest run where a joker could be at either end."""
    rules = meld_rules(ruleset, players)
    return list(dict.fromkeys(rules.write(pattern) for pattern in rules.patterns(*rules.deck.hold(cards))))
