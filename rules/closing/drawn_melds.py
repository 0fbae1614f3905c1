"""Whether a drawn card lets a player close, and how: the melds with it, and what each leaves of the hand."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rules.cards.loose_search import NEVER, LooseSearch, Points, lower
from rules.cards.meld_search import PackingSearch, less
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Pattern
from rules.closing.go_out import broken_layout, kind_of_going_out, refusal_to_go_out
from rules.closing.knock import kind_of_close, length_and_jokers, needs_discard, refusal
from rules.closing.situation import CloseContext
from rules.errors import Illegal
from rules.events import Close
from rules.knobs import Contract
from rules.lookup import Lookup
from rules.packs import JOKER, Card
from rules.scoring.points import as_number, price_of_close

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


_Taken = tuple[Pattern, int, int]
"""A meld with the drawn card, and the cards and printed jokers that it takes of the hand. Plain for speed."""


class DrawnMelds:
    """All melds with a drawn card, for `cards` and for every smaller hand of them."""

    def __init__(
        self,
        rules: MeldRules,
        cards: Cards,
        search: PackingSearch,
        may_close: Callable[[Rest], bool] | None = None,
    ) -> None:
        """`may_close` leaves out melds by what they leave of all `cards`."""
        self._rules = rules
        self._cards = cards
        self._search = search
        self._may_close = may_close
        self._whole = Held(*rules.deck.to_bits(cards))
        self._melds: Lookup[Card, list[_Taken]] = {}
        self._tried = 0

    def rests(self, held: Held, drawn: Card) -> Iterator[Rest]:
        """What each meld with `drawn` leaves of `held`. Raises Illegal `too-many-ways` beyond MOST_STEPS."""
        if self._tried + self._search.steps > MOST_STEPS:
            raise Illegal("too-many-ways")
        if drawn not in self._melds:
            self._melds[drawn] = list(filter(self._is_of_use, self._with(drawn)))
        held_bits, held_jokers = held
        for meld, bits, jokers in self._melds[drawn]:
            self._tried += 1
            if jokers <= held_jokers and not bits & ~held_bits:
                yield Rest(
                    meld, self._search.rest(held_bits, bits), held_jokers - jokers
                )

    def _is_of_use(self, taken: _Taken) -> bool:
        if self._may_close is None:
            return True
        meld, bits, jokers = taken
        rest = self._search.rest(self._whole.bits, bits)
        return self._may_close(Rest(meld, rest, self._whole.jokers - jokers))

    def _with(self, drawn: Card) -> Iterator[_Taken]:
        deck = self._rules.deck
        bits, jokers = deck.to_bits([*self._cards, drawn])
        melds = self._rules.patterns(bits & self._near(drawn), jokers)
        self._tried += len(melds)
        copies = deck.all_of(drawn)
        for meld in melds:
            if drawn == JOKER and meld.jokers:
                yield meld, meld.cards, meld.jokers - 1
            elif copy := meld.cards & copies:  # all but the drawn copy, the highest one
                yield meld, meld.cards ^ 1 << copy.bit_length() - 1, meld.jokers

    def _near(self, drawn: Card) -> int:
        """The cards that may share a meld with `drawn`: of its suit or rank, and wild ones with all."""
        rules = self._rules
        if rules.wild or drawn == JOKER:
            return rules.deck.end - 1
        card = rules.deck.bit_of[drawn]
        return rules.suits[rules.suit_of(card)] | rules.ranks[rules.index_of_rank(card)]


MOST_LAYOUTS = 100
"""Of one meld with the drawn card, the most ways to lay the rest that are tried for a broken sequence."""


class GoingOut:
    """The ways out of one hand, and of every smaller hand of its cards."""

    def __init__(self, context: CloseContext, cards: Cards) -> None:
        self._context = context
        rules = context.meld_rules
        bits, jokers = rules.deck.to_bits(cards)
        self.packing = PackingSearch(
            rules.deck, rules.patterns(bits, jokers), jokers, MOST_STEPS
        )
        throws_one_first = len(cards) > context.hand_size
        may_go_out = self._may_go_out if throws_one_first else None
        self._drawn = DrawnMelds(rules, cards, self.packing, may_go_out)
        may_close = refusal(context, 0, 0) is None
        self._may_keep_all = (
            may_close and refusal_to_go_out(context, broken=True, thrown=False) is None
        )
        self._may_throw = (
            may_close and refusal_to_go_out(context, broken=True, thrown=True) is None
        )
        self._was_cut = False  # whether some ways to lay the cards were not tried

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
            if min(still_asked) >= 0 and self.packing.can_cover_but_one(
                bits, jokers, still_asked
            ):
                return True
        return not self._context.contracts

    def _closes(self, held: Held, drawn: Card) -> bool:
        """Whether all cards can be melded with `drawn`, or all but one that is thrown. Raises Illegal
        `too-many-ways` where some ways to lay the cards were not tried, and no other will do.
        """
        self._was_cut = False
        if any(self._goes_out(rest) for rest in self._drawn.rests(held, drawn)):
            return True
        if self._was_cut:
            raise Illegal("too-many-ways")
        return False

    def _goes_out(self, rest: Rest) -> bool:
        """Whether a player goes out with this meld, as far as it was tried."""
        contracts = self._context.contracts
        if not contracts:
            _meld, bits, jokers = rest
            keeps_all = self._may_keep_all and self.packing.can_cover(
                bits, jokers, None
            )
            return keeps_all or (
                self._may_throw and self.packing.can_cover_but_one(bits, jokers, None)
            )
        if not self._may_keep_all:
            return False
        return any(self._fulfils(rest, contract) for contract in contracts)

    def _fulfils(self, rest: Rest, contract: Contract) -> bool:
        """Whether the meld and the cards that it leaves fulfil `contract`, as far as it was tried."""
        _sets, runs = contract
        still_asked = less(contract, rest.meld)
        fulfils = self.packing.can_cover(rest.bits, rest.jokers, still_asked)
        if runs < 2 or not fulfils:  # with one run there is no sequence to split
            return fulfils
        for tried, cover in enumerate(
            self.packing.covers(rest.bits, rest.jokers, still_asked)
        ):
            if tried == MOST_LAYOUTS:
                self._was_cut = True
                return False
            patterns = (rest.meld, *cover[3])
            if broken_layout(self._context.meld_rules, patterns) is not None:
                return True
        return False


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
        self._context = context
        self._deck = context.meld_rules.deck
        bits, jokers = self._deck.to_bits(cards)
        patterns = context.meld_rules.patterns(bits, jokers)
        self._search = LooseSearch(
            self._deck, patterns, jokers, context.ruleset.close_cards
        )
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
        points = lower(
            points, self._search.with_loose(thrown, 1, self._deck.pips[drawn])
        )
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
            kinds = {
                self._kind(self._context.hand_size, meld if alone else None)
                for meld, alone in covers
            }
            self._kinds_by_hand[held] = kinds
        return kinds

    def _kinds_of(
        self, rest: Rest, melds_all: bool, melds_all_but_one: bool
    ) -> Iterator[Close]:
        """The kinds of close with nothing loose, of the meld of `rest` and others of its cards, where the
        cards that it leaves can all be melded (`melds_all`), or all but one thrown (`melds_all_but_one`).
        """
        size = self._context.hand_size
        left = rest.bits.bit_count() + rest.jokers
        if melds_all_but_one:
            yield self._kind(size, rest.meld if left == 1 else None)
        if melds_all and not self._must_throw:
            yield self._kind(size + 1, rest.meld if left == 0 else None)

    def _kind(self, melded: int, only: Pattern | None) -> Close:
        """The kind of close with so many cards melded, and nothing loose; `only` is the meld of them all."""
        return kind_of_close(
            self._context, 0, melded, length_and_jokers(only) if only else (0, 0)
        )

    def _best(self, kinds: Iterable[Close], points: Points) -> Worth | None:
        ruleset = self._context.ruleset
        legal: list[Worth] = []
        if refusal(self._context, 0, 0) is None:
            legal = [(price_of_close(ruleset, kind, 0), kind) for kind in kinds]
        for loose, deadwood in enumerate(points):
            if (
                loose
                and deadwood < NEVER
                and refusal(self._context, loose, deadwood) is None
            ):
                legal.append((deadwood, Close.KNOCK))
        return min(legal, key=_rank, default=None)


def _rank(worth: Worth) -> tuple[int, int]:
    """The sort key of closes: winning the match, then the fewest points."""
    points, close = worth
    return as_number(points), _BEST_FIRST.index(close)
