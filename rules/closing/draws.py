"""What a hand lacks: the cards that let a player close when they are drawn next, and what each throw keeps.

One search of the hand answers for every draw and every throw: the drawn card is thrown, or stays loose, or is
in some meld, and what that meld leaves are cards of the hand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.cards.loose_search import NEVER, LooseSearch, Points, lower
from rules.cards.meld_search import PackingSearch, less
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Pattern, pips_in
from rules.closing.check import check_close
from rules.closing.situation import (
    DEFAULT_SITUATION,
    CloseContext,
    Situation,
    close_context,
    goes_out,
)
from rules.closing.verdict import (
    kind_of_close,
    kind_of_going_out,
    refusal_of_loose,
    refusal_to_go_out,
)
from rules.closing.ways import (
    broken_layout,
    length_and_jokers,
    needs_discard,
    remainders,
)
from rules.errors import Illegal
from rules.events import Close
from rules.knobs import Contract, Scoring
from rules.lookup import Lookup
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from rules.scoring.points import as_number, price_of_close

MOST_STEPS = 30_000
"""Of the search of one hand, over all draws and throws. Of the hands that a preset deals only those of
Chinaso with two buys and many jokers take them.
"""
MOST_LAYOUTS = 1_000
"""Of one draw, the most ways to lay all cards down that are tried for a broken sequence."""

_Held = tuple[int, int]
"""Cards that a player holds between turns: their bits, and how many printed jokers."""
_Rest = tuple[Pattern, int, int]
"""A meld with the drawn card, and the cards and printed jokers of the hand that it leaves, or takes."""
_Worth = tuple[int | str, Close]
"""The points of a close, or "wins", and its kind."""


class Draw(NamedTuple):
    """A card that lets a player close when it is drawn next, and the best close with it."""

    card: Card
    left: int  # how many of it can still come
    points: int | str
    close: Close
    value: int | None = None  # of the cards laid down, in Rum 500 and Queen City Rum


class Outlook(NamedTuple):
    """What a hand lacks between turns."""

    draws: tuple[Draw, ...]  # in the order of the deck
    unseen: int  # how many cards can come at all

    @property
    def live(self) -> int:
        """How many of the cards that can come let the player close."""
        return sum(draw.left for draw in self.draws)


class Throw(NamedTuple):
    """A card that may be thrown after drawing, and what the cards that are kept lack then."""

    discard: Card
    closes: tuple[int | str, Close] | None  # the close with this discard, now
    outlook: Outlook
    deadwood: int  # the least points of the cards that are kept


def outlook(
    ruleset: Ruleset,
    cards: Cards,
    seen: Cards = (),
    situation: Situation = DEFAULT_SITUATION,
) -> Outlook:
    """The single cards that would let `cards` close if they were drawn next; `seen` cannot come any more.

    Raises Illegal: `impossible-hand` for cards that the packs do not have, `wrong-hand-size` for more or
    fewer than are held between turns, `too-many-ways` for many jokers and equal cards in long hands: those of
    a house's rules, and of Chinaso after two buys.

    >>> from rules.packs import Pack, read_cards
    >>> from rules.presets import CHINCHON
    >>> cards = read_cards("5o 6o 5c 5e 5b 10b 11b".split(), Pack.SPANISH_40)
    >>> found = outlook(CHINCHON, cards)
    >>> [str(draw.card) for draw in found.draws], found.live, found.unseen
    (['7b', '12b', '*'], 4, 35)
    """
    context = _context(ruleset, situation, cards, drawn=0)
    stock = _stock(context, seen)
    search = _search(context)
    draws = _draws(stock, search, context.meld_rules.deck.to_bits(cards))
    return Outlook(
        tuple(_with_value(context, draw) for draw in draws), sum(stock.values())
    )


def throws(
    ruleset: Ruleset,
    cards: Cards,
    seen: Cards = (),
    situation: Situation = DEFAULT_SITUATION,
) -> list[Throw]:
    """Each different card that may be thrown from `cards`, one more than are held between turns, best first.

    Best is the close with the fewest points now; then what keeps the most cards open that would let the
    player close; then the least points in hand. The draws have no `value`. Raises as `outlook`.
    """
    context = _context(ruleset, situation, cards, drawn=1)
    stock = _stock(context, seen)
    search = _search(context)
    judged = [
        _throw(context, stock, search, discard, (bits, jokers))
        for discard, bits, jokers in remainders(context, None)
        if discard is not None
    ]
    return sorted(
        judged,
        key=lambda throw: (*_rank(throw), context.meld_rules.deck.order[throw.discard]),
    )


def _stock(context: CloseContext, seen: Cards) -> dict[Card, int]:
    """How many of each card can still come, in the order of the deck."""
    deck = context.meld_rules.deck
    gone = Counter([*context.cards, *seen])
    deck.to_bits([*gone.elements()])
    left = {
        card: deck.copies_in_play(card) - gone[card] for card in (*deck.cards, JOKER)
    }
    return {card: copies for card, copies in left.items() if copies}


def _context(
    ruleset: Ruleset, situation: Situation, cards: Cards, drawn: int
) -> CloseContext:
    """The context of a close with one card more than the hand. Raises Illegal `wrong-hand-size`."""
    closing = situation._replace(goes_down=False)
    context = close_context(ruleset, closing, cards)
    if len(cards) != context.hand_size + drawn:
        raise Illegal("wrong-hand-size", cards=len(cards), hand_size=context.hand_size)
    return context


def _search(context: CloseContext) -> "_Knocking | _GoingOut":
    return (_GoingOut if goes_out(context.ruleset) else _Knocking)(context)


def _draws(
    stock: dict[Card, int], search: "_Knocking | _GoingOut", held: _Held
) -> list[Draw]:
    worths = [
        (card, left, search.worth_with(held, card)) for card, left in stock.items()
    ]
    return [
        Draw(card, left, *worth) for card, left, worth in worths if worth is not None
    ]


def _with_value(context: CloseContext, draw: Draw) -> Draw:
    """The draw with the value of what is laid down, in games in which it counts."""
    ruleset = context.ruleset
    if ruleset.scoring is not Scoring.TABLE and not ruleset.pays_winners_hand:
        return draw
    return draw._replace(
        value=check_close(
            ruleset, [*context.cards, draw.card], None, None, context.situation
        ).value
    )


def _throw(
    context: CloseContext,
    stock: dict[Card, int],
    search: "_Knocking | _GoingOut",
    discard: Card,
    held: _Held,
) -> Throw:
    open_draws = Outlook(tuple(_draws(stock, search, held)), sum(stock.values()))
    pips = context.meld_rules.pips_of(*held)
    deadwood = pips - pips_in(search.packing.highest_worth(*held))
    return Throw(discard, search.worth_now(held), open_draws, deadwood)


def _rank(throw: Throw) -> Sequence[int]:
    """The sort key of a throw: does it close, winning the match, for how much; what it keeps open."""
    if throw.closes is None:
        return 1, 0, -throw.outlook.live, throw.deadwood
    points, _close = throw.closes
    return 0, as_number(points), 0, throw.deadwood


# The searches, one for each way to end a hand


class _Drawn:
    """All melds with a drawn card, and what each leaves of the hand `cards`, or of a smaller hand of them."""

    def __init__(
        self,
        rules: MeldRules,
        cards: Cards,
        search: PackingSearch,
        contracts: Iterable[Contract] = (),
    ) -> None:
        """With `contracts` only the melds with which all `cards` but one fulfil one of them."""
        self._rules = rules
        self._cards = cards
        self._search = search
        self._contracts = contracts
        self._melds: Lookup[Card, list[_Rest]] = {}
        self._tried = 0

    def rests(self, held: _Held, drawn: Card) -> Iterator[_Rest]:
        """Each meld with `drawn`, and the cards and printed jokers of `held` that it leaves. Raises Illegal
        `too-many-ways` beyond MOST_STEPS.
        """
        if drawn not in self._melds:
            self._melds[drawn] = [*filter(self._is_of_use, self._with(drawn))]
        melds = self._melds[drawn]
        self._tried += len(melds)
        if self._tried + self._search.steps > MOST_STEPS:
            raise Illegal("too-many-ways")
        bits, jokers = held
        for meld, cards, used in melds:
            if used <= jokers and not cards & ~bits:
                yield meld, self._search.rest(bits, cards), jokers - used

    def _with(self, drawn: Card) -> Iterator[_Rest]:
        """Each meld with `drawn`, and the cards and printed jokers that it takes of the hand."""
        deck = self._rules.deck
        bits, jokers = deck.to_bits([*self._cards, drawn])
        copies = deck.all_of(drawn)
        for meld in self._rules.patterns(bits & self._near(drawn), jokers):
            if drawn == JOKER and meld.jokers:
                yield meld, meld.cards, meld.jokers - 1
            elif copy := meld.cards & copies:  # all but the drawn copy, the highest one
                yield meld, meld.cards ^ 1 << copy.bit_length() - 1, meld.jokers

    def _is_of_use(self, taken: _Rest) -> bool:
        meld, cards, used = taken
        bits, jokers = self._rules.deck.to_bits(self._cards)
        left = self._search.rest(bits, cards), jokers - used
        return not self._contracts or any(
            self._search.can_cover_but_one(*left, less(contract, meld))
            for contract in self._contracts
        )

    def _near(self, drawn: Card) -> int:
        """The cards that may share a meld with `drawn`: of its suit or rank, and wild ones with all."""
        rules = self._rules
        if rules.wild or drawn == JOKER:
            return rules.deck.end - 1
        card = rules.deck.bit_of[drawn]
        return rules.suits[rules.suit_of(card)] | rules.ranks[rules.index_of_rank(card)]


class _GoingOut:
    """The ways out of one hand, and of every smaller hand of its cards."""

    def __init__(self, context: CloseContext) -> None:
        self._context = context
        rules = context.meld_rules
        bits, jokers = rules.deck.to_bits(context.cards)
        self.packing = PackingSearch(
            rules.deck, rules.patterns(bits, jokers), jokers, MOST_STEPS
        )
        throws_first = len(context.cards) > context.hand_size
        contracts = context.contracts if throws_first else ()
        self._drawn = _Drawn(rules, context.cards, self.packing, contracts)
        may_close = refusal_of_loose(context, 0, 0) is None
        self._may_keep_all, self._may_throw = (
            may_close and refusal_to_go_out(context, thrown) is None
            for thrown in (False, True)
        )

    def worth_now(self, held: _Held) -> _Worth | None:
        """0 and the kind of going out for a player who throws another card and melds `held`, or None."""
        goes_out = self._may_throw and self.packing.can_cover(*held, None)
        return (0, kind_of_going_out(self._context)) if goes_out else None

    def worth_with(self, held: _Held, drawn: Card) -> _Worth | None:
        """The same for a player who draws this card, and throws one or none."""
        goes_out = any(
            self._goes_out(contract, *rest)
            for rest in self._drawn.rests(held, drawn)
            for contract in self._context.contracts or (None,)
        )
        if goes_out:
            return 0, kind_of_going_out(self._context)
        return self.worth_now(held)

    def _goes_out(
        self, contract: Contract | None, meld: Pattern, bits: int, jokers: int
    ) -> bool:
        """Whether a player goes out with this meld and the cards that it leaves. Raises Illegal
        `too-many-ways` beyond MOST_LAYOUTS.
        """
        asked = contract and less(contract, meld)
        search = self.packing
        if self._may_throw and search.can_cover_but_one(bits, jokers, asked):
            return True
        if not self._may_keep_all or not search.can_cover(bits, jokers, asked):
            return False
        if contract is None or contract[1] < 2:  # there is no sequence to split
            return True
        for tried, (*_, others) in enumerate(search.covers(bits, jokers, asked)):
            if tried == MOST_LAYOUTS:
                raise Illegal("too-many-ways")
            if broken_layout(self._context.meld_rules, (meld, *others)) is not None:
                return True
        return False


_BEST_FIRST = (
    Close.BIG_GIN,
    Close.CHINCHON,
    Close.JOKER_RUN_1,
    Close.JOKER_RUN_2,
    Close.CLEAN,
    Close.GIN,
    Close.KNOCK,
)
"""Of kinds that are worth the same the first is named, as in `ways.best_closing`."""


class _Knocking:
    """The closes of one hand, and of every smaller hand of its cards."""

    def __init__(self, context: CloseContext) -> None:
        self._context = context
        rules = context.meld_rules
        bits, jokers = rules.deck.to_bits(context.cards)
        patterns = rules.patterns(bits, jokers)
        most_loose = context.ruleset.close_cards
        self._search = LooseSearch(rules.deck, patterns, jokers, most_loose)
        self.packing = self._search.packing
        self._drawn = _Drawn(rules, context.cards, self.packing)
        self._kinds_by_hand: Lookup[_Held, set[Close]] = {}

    def worth_now(self, held: _Held) -> _Worth | None:
        """The best close of a player who throws another card and keeps `held`; None if there is none."""
        points, _thrown = self._search.least(*held)
        return self._best(self._kinds_now(held), points)

    def worth_with(self, held: _Held, drawn: Card) -> _Worth | None:
        """The best close of a player who draws this card and throws one; None if there is none."""
        points, thrown = self._search.least(*held)
        kinds = {*self._kinds_now(held)}  # the drawn card is thrown
        pips = self._context.meld_rules.deck.pips[drawn]
        points = lower(points, self._search.with_loose(thrown, 1, pips))
        must_throw = needs_discard(self._context.ruleset)
        for meld, bits, jokers in self._drawn.rests(held, drawn):
            left = bits.bit_count() + jokers
            least = self._search.least(bits, jokers)
            points = lower(points, least[1])
            for throws in (1,) if must_throw else (0, 1):
                if least[throws][0] < NEVER:
                    kinds.add(self._kind(throws, meld if left == throws else None))
        return self._best(kinds, points)

    def _kinds_now(self, held: _Held) -> set[Close]:
        """The kinds of close with all of `held` melded."""
        if held not in self._kinds_by_hand:
            self._kinds_by_hand[held] = {
                self._kind(1, meld if alone else None)
                for meld, alone in self._search.covers(*held)
            }
        return self._kinds_by_hand[held]

    def _kind(self, throws: int, only: Pattern | None) -> Close:
        """The kind of close with no card loose, one thrown or none; `only` is the meld of them all."""
        melded = self._context.hand_size + 1 - throws
        run = length_and_jokers(only) if only else (0, 0)
        return kind_of_close(self._context, 0, melded, run)

    def _best(self, kinds: Iterable[Close], points: Points) -> _Worth | None:
        legal: list[_Worth] = [
            (deadwood, Close.KNOCK)
            for loose, deadwood in enumerate(points)
            if loose
            and deadwood < NEVER
            and refusal_of_loose(self._context, loose, deadwood) is None
        ]
        if refusal_of_loose(self._context, 0, 0) is None:
            ruleset = self._context.ruleset
            legal += [(price_of_close(ruleset, kind, 0), kind) for kind in kinds]
        return min(legal, key=_rank_of_worth, default=None)


def _rank_of_worth(worth: _Worth) -> tuple[int, int]:
    """The sort key of closes: winning the match, then the fewest points."""
    points, close = worth
    return as_number(points), _BEST_FIRST.index(close)
