"""Going out with the help of the melds on the table: cards laid off on them, and jokers that make room there.

Of the table often only the cards are known: then every way to read them as melds is tried. Hand and table are
searched together (`rules.cards.meld_search`), as if their cards were of different suits. A pattern is a meld
of the hand, or a meld of the table with what comes to it.

Source: docs/rules/CANON.md#rummy, docs/rules/CANON.md#double-rum and docs/rules/CANON.md#chinaso.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from rules.cards.arrange import LaidOff
from rules.cards.deck import Deck
from rules.cards.lay_offs import TableJokers, additions, grown
from rules.cards.meld_search import (
    NO_PACKING,
    CardsLeft,
    Packing,
    PackingSearch,
    less,
    with_pattern,
)
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, MeldKind, Pattern
from rules.closing.verdict import (
    REFUSAL_CODES,
    CloseContext,
    Verdict,
    is_broken,
    kind_of_going_out,
    refusal_to_go_out,
)
from rules.closing.ways import Remainder, layouts, remainders
from rules.errors import Illegal
from rules.knobs import Contract
from rules.packs import JOKER, Card

MOST_STEPS = 8_000
"""Of one search, and of all ways to lay down a contract."""
MOST_TABLE_PATTERNS = 3_000
"""Of a table."""


class _Lying(NamedTuple):
    """A meld of the table, and what comes to it."""

    meld: Meld
    cards: int  # bits
    jokers: int  # printed ones
    in_end: int  # so many lie in it then
    freed: int  # so many of its own made room


def go_out_by_table(
    context: CloseContext, discard: Card | None = None
) -> Verdict | None:
    """A legal way to get rid of all cards: jokers make room only where nothing else does, and a card is
    thrown only where it has to be (no other than `discard`, if it is given). If there is none, the way that
    the last code refuses; or None. Whoever has fewer cards than a hand has laid down melds before. Raises
    Illegal `too-many-ways`.
    """
    left = remainders(context, discard)
    refused: list[Verdict] = []
    table = _TableSearch(context)
    for moves_jokers in (False, True) if table.can_move_jokers else (False,):
        searches = table.searches(moves_jokers)
        for remainder in left:
            way = table.way_out(remainder, *searches)
            if way is not None and way.legal:
                return way
            refused += [way] if way else []
    return max(
        refused, key=lambda way: REFUSAL_CODES.index(way.code or ""), default=None
    )


def are_melds(rules: MeldRules, cards: Cards) -> bool:
    """Whether all these cards can lie on a table as melds. Raises Illegal `too-many-ways`."""
    bits, jokers = rules.deck.to_bits(cards)
    search = _WaysOut(rules.deck, rules.patterns(bits, jokers), (2 << jokers) - 1, 1)
    return any(search.first_covers(search.left(bits), jokers, None))


class _BothSides(Deck):
    """The deck twice: of each pack the cards of the hand, then those of the table, as if of other suits."""

    def __init__(self, deck: Deck) -> None:
        self._width = len(deck.cards)
        self.cards = deck.cards * 2
        self.packs = deck.packs
        self._second_pack = 1 << len(self.cards)
        self.end = 1 << len(self.cards) * self.packs
        self.all_copies = self.bits(deck.all_copies, 0)
        # what the hand does decides how the table is read
        held = [self.bits(rank, 0) for rank in deck.ranked]
        self.ranked = (*held, *(self.bits(0, rank) for rank in deck.ranked))
        self.held = sum(held)

    def bits(self, held: int, lying: int) -> int:
        """The bits of cards of the hand and of the table."""
        width = self._width
        bits = 0
        for pack in range(self.packs):
            of_pack = (1 << width) - 1 << width * pack
            bits |= (held & of_pack | (lying & of_pack) << width) << width * pack
        return bits


class _WaysOut(PackingSearch):
    """Ways to take all cards: soon the first one, where there are more patterns than can be tried."""

    def __init__(
        self,
        deck: Deck,
        patterns: Sequence[Pattern],
        numbers: int,
        numbers_left: int,
        held: int = 0,
    ) -> None:
        """`numbers` of jokers may be left on the way, a bit for each, and `numbers_left` in the end; `held`
        are the cards of the hand.
        """
        super().__init__(deck, patterns, 0, MOST_STEPS)
        self._held = held
        self._numbers = numbers
        self._numbers_left = numbers_left
        self._not_covered = set[tuple[int, int, Contract | None]]()

    def first_covers(
        self, left: CardsLeft, jokers: int, contract: Contract | None
    ) -> Iterator[Packing]:
        """The packings with all that is left, in so many sets and runs of the hand where there is a
        `contract`: each way to play the hand, with one reading of the rest of the table.
        """
        key = left.key, jokers, contract
        if not left.cards:
            if self._numbers_left >> jokers & 1 and not any(contract or ()):
                yield NO_PACKING
            return
        is_over = not self._numbers >> jokers & 1 or min(contract or (0,)) < 0
        if is_over or key in self._not_covered:
            return
        is_covered = False
        for _index, pattern, rest in self.with_jokers(left, jokers):
            asked = contract and less(contract, pattern)
            for packing in self.first_covers(rest, jokers - pattern.jokers, asked):
                yield with_pattern(pattern, left.cards ^ rest.cards, packing)
                if not left.cards & self._held:
                    return
                is_covered = True
        if not is_covered:
            self._not_covered.add(key)


class _TableSearch:
    """All melds of one hand, and of the table with what the hand can add to them."""

    def __init__(self, context: CloseContext) -> None:
        self._context = context
        self._rules = rules = context.meld_rules
        cards = context.cards
        self._has_melds = len(cards) < context.hand_size
        self._is_whole_hand = len(cards) == context.hand_size
        self._lying, self._jokers = rules.deck.to_bits(context.situation.table)
        held, self._of_hand = rules.deck.to_bits(cards)
        self._most_jokers = self._of_hand + self._jokers
        self._sides = _BothSides(rules.deck)
        self._steps = 0
        self._own = dict(self._own_melds(held))
        table = self._on_table(held)
        self._patterns = [
            Pattern(bits, number, 0, onto=at) for at, (bits, number) in enumerate(table)
        ]
        self._table = list(table.values())
        self.can_move_jokers = any(lying.freed for lying in self._table)

    def searches(self, moves_jokers: bool) -> tuple[_WaysOut, _WaysOut]:
        """Of the hand alone beside any melds that its cards can go to, and of the hand with the table."""
        table = [
            pattern
            for pattern in self._patterns
            if moves_jokers or not self._table[pattern.onto].freed
        ]
        in_hand = range(self._of_hand + 1)
        counts = product(range(self._jokers + 1), range(self._most_jokers + 1), in_hand)
        any_left = sum(1 << self._number(*jokers) for jokers in counts)
        left = sum(1 << self._number(0, 0, spare) for spare in in_hand)
        sides = self._sides
        of_hand = {(pattern.cards & sides.held, pattern.jokers): 0 for pattern in table}
        hand = [Pattern(*each, 0, onto=0) for each in of_hand if each[0]]
        return (
            _WaysOut(sides, [*self._own, *hand], any_left, any_left, sides.held),
            _WaysOut(sides, [*self._own, *table], any_left, left, sides.held),
        )

    def _number(self, lying: int, in_end: int, going_down: int) -> int:
        """Three numbers of jokers as one, of which a search may add two: those that lie in melds of the
        table, those of all melds in the end, those with which a contract is laid down.
        """
        in_end += going_down * (2 * self._most_jokers + 1)
        return lying + in_end * (2 * self._jokers + 1)

    def _own_melds(self, held: int) -> Iterator[tuple[Pattern, Pattern]]:
        """The melds of the hand, each for the search and as it is; those of a contract also with jokers of
        the table, which come to it later.
        """
        contracts = self._context.contracts
        if contracts and self._has_melds:
            return  # no more is laid down
        most = self._most_jokers if contracts else self._of_hand
        for pattern in self._rules.patterns(held, most):
            going_down = self._jokers_needed(pattern) if contracts else 0
            if going_down <= self._of_hand:
                number = self._number(0, pattern.jokers, going_down)
                bits = self._sides.bits(pattern.cards, 0)
                yield Pattern(bits, number, 0, starts=pattern.starts), pattern

    def _jokers_needed(self, pattern: Pattern) -> int:
        """With fewer jokers nobody can lay down a meld to which the others come later."""
        rules = self._rules
        if not pattern.starts:
            return max(0, rules.set_min - pattern.cards.bit_count())
        fewest = rules.run_min
        return min(
            run.cards[at : at + fewest].count(JOKER)
            for run in (rules.to_meld(pattern, start) for start in pattern.starts)
            for at in range(len(run.cards) - fewest + 1)
        )

    def _on_table(self, held: int) -> dict[tuple[int, int], _Lying]:
        """Each meld that may lie on the table, as it is and with all that can come to it, by its cards and
        numbers of jokers; of equal ones one in which no joker makes room, if there is one.
        """
        context = self._context
        rules = self._rules
        moves = TableJokers.MOVE if context.ruleset.joker_moves else TableJokers.STAY
        of_table = TableJokers.FREE if context.contracts else moves
        table: dict[tuple[int, int], _Lying] = {}
        for meld in self._melds_that_may_lie():
            lying, lie = rules.deck.to_bits(meld.cards)
            spare = self._most_jokers - lie if context.contracts else self._of_hand
            more = additions(rules, meld, held, spare, of_table)
            on_table = self._sides.bits(0, lying)
            for cards, used, freed in ((0, 0, 0), *more):
                bits = on_table | (cards and self._sides.bits(cards, 0))
                key = bits, self._number(lie, lie + used, 0)
                if key not in table or freed < table[key].freed:
                    table[key] = _Lying(meld, cards, used, lie + used, freed)
            if len(table) > MOST_TABLE_PATTERNS:
                raise Illegal("too-many-ways")
        return table

    def _melds_that_may_lie(self) -> Iterable[Meld]:
        rules = self._rules
        if self._context.situation.table_melds:
            return self._context.situation.table_melds
        patterns = rules.patterns(self._lying, self._jokers)
        if len(patterns) > MOST_TABLE_PATTERNS:
            raise Illegal("too-many-ways")
        return (
            rules.to_meld(pattern, start)
            for pattern in patterns
            for start in pattern.starts or (None,)
        )

    def way_out(
        self, remainder: Remainder, of_hand: _WaysOut, of_both: _WaysOut
    ) -> Verdict | None:
        """A way to get rid of these cards, none of which stays."""
        context = self._context
        # With a contract nobody has thrown a card who goes out.
        thrown = not context.contracts and context.has_thrown(remainder.discard)
        code = refusal_to_go_out(context, thrown or remainder.discard is not None)
        for melds, lying in self._layouts(remainder, of_hand, of_both):
            cards_of = self._rules.deck.cards_of
            added = [(*cards_of(it.cards), *[JOKER] * it.jokers) for it in lying]
            table = tuple(map(self._in_the_end, lying))
            for_jokers = [
                own
                for before, after in zip(lying, table, strict=True)
                for card, own in zip(
                    before.meld.cards, self._rules.stands_for(before.meld), strict=False
                )
                if card == JOKER and own in after.cards
            ]
            return Verdict(
                code,
                close=kind_of_going_out(context),
                points=0,
                deadwood=0,
                melds=melds,
                discard=remainder.discard,
                table=table,
                laid_off=tuple(
                    LaidOff(onto, cards) for onto, cards in enumerate(added) if cards
                ),
                for_jokers=tuple(for_jokers),
            )
        return None

    def _layouts(
        self, remainder: Remainder, of_hand: _WaysOut, of_both: _WaysOut
    ) -> Iterator[tuple[tuple[Meld, ...], list[_Lying]]]:
        """The melds of the hand, and those of the table with what comes to them, that leave no card."""
        contracts: Sequence[Contract | None] = self._context.contracts or (None,)
        if self._context.contracts and self._has_melds:
            contracts = [(0, 0)]
        jokers = remainder.jokers
        number = self._number(self._jokers, jokers + self._jokers, jokers)
        hand = of_hand.left(self._sides.bits(remainder.bits, 0))
        both = of_both.left(self._sides.bits(remainder.bits, self._lying))
        for contract in contracts:
            if not any(of_hand.first_covers(hand, number, contract)):
                continue
            for packing in of_both.first_covers(both, number, contract):
                own = tuple(self._own[meld] for meld in packing[3] if meld.onto < 0)
                lying = [self._table[it.onto] for it in packing[3] if it.onto >= 0]
                takes_table = any(it.cards or it.jokers for it in lying)
                may_count = takes_table or not self._is_whole_hand
                melds = self._lie_down(own, jokers)
                if melds is not None and (may_count or not self._context.contracts):
                    yield melds, lying

    def _lie_down(
        self, own: tuple[Pattern, ...], jokers: int
    ) -> tuple[Meld, ...] | None:
        """The melds of the hand, if so many of their jokers are of the hand; None where they are no contract,
        or all ways split a sequence.
        """
        for melds in layouts(self._rules, own, highest_first=True):
            if not self._context.contracts:
                return melds
            for first in product(*map(self._parts, melds)):
                self._count_step()
                used = sum(meld.cards.count(JOKER) for meld in first)
                if used <= jokers and is_broken(melds, first):
                    return melds
        return None

    def _parts(self, meld: Meld) -> Iterator[Meld]:
        """The meld, and with jokers every part of it that is a meld to which the rest can come later."""
        rules = self._rules
        most = fewest = len(meld.cards)
        if JOKER in meld.cards:
            fewest = rules.set_min if meld.kind is MeldKind.SET else rules.run_min
        for length in range(most, fewest - 1, -1):
            for at in range(most - length + 1):
                self._count_step()
                cards = meld.cards[at : at + length]
                if rules.readings_in_any_order(cards):
                    yield meld._replace(cards=cards, start=meld.start + at)

    def _count_step(self) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise Illegal("too-many-ways")

    def _in_the_end(self, lying: _Lying) -> Meld:
        """The meld of the table with what comes to it."""
        held = (*self._rules.deck.cards_of(lying.cards), *[JOKER] * lying.in_end)
        meld = grown(self._rules, lying.meld, held, lifts_jokers=True)
        if meld is None:
            raise ValueError(f"{held} were found for {lying.meld}")
        return meld
