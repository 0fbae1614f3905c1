"""What a hand lacks: the cards that let a player close when they are drawn next, and what each throw keeps.

One search of the hand answers for every draw and every throw: the drawn card is thrown, or stays loose, or is
in some meld, and what that meld leaves are cards of the hand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.cards.deck import Deck
from rules.cards.loose_search import NEVER, LooseSearch, Points, lower
from rules.cards.meld_search import less
from rules.cards.patterns import Cards, Pattern, pips_in
from rules.closing.check import check_close
from rules.closing.verdict import (
    DEFAULT_SITUATION,
    CloseContext,
    Situation,
    close_context,
    goes_out,
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

MOST_STEPS = 32_000
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
    hand = _hand(ruleset, situation, cards, drawn=0)
    lacks = _outlook(hand, hand.deck.to_bits(cards), _stock(hand.deck, cards, seen))
    if ruleset.scoring is not Scoring.TABLE and not ruleset.pays_winners_hand:
        return lacks
    valued = [
        draw._replace(
            value=check_close(ruleset, [*cards, draw.card], situation=situation).value
        )
        for draw in lacks.draws
    ]
    return lacks._replace(draws=tuple(valued))


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
    hand = _hand(ruleset, situation, cards, drawn=1)
    stock = _stock(hand.deck, cards, seen)
    judged = [
        _throw(hand, discard, (bits, jokers), stock)
        for discard, bits, jokers in remainders(hand.context, None)
        if discard is not None
    ]
    order = hand.deck.order
    return sorted(judged, key=lambda throw: (*_rank(throw), order[throw.discard]))


def _hand(
    ruleset: Ruleset, situation: Situation, cards: Cards, drawn: int
) -> "_Knocking | _GoingOut":
    """Raises Illegal `wrong-hand-size`."""
    context = close_context(ruleset, situation._replace(goes_down=False), cards)
    if len(cards) != context.hand_size + drawn:
        raise Illegal("wrong-hand-size", cards=len(cards), hand_size=context.hand_size)
    return (_GoingOut if goes_out(ruleset) else _Knocking)(context)


def _outlook(
    hand: "_Knocking | _GoingOut", held: _Held, stock: dict[Card, int]
) -> Outlook:
    """What `held` lacks."""
    worths = [(card, left, hand.worth_with(held, card)) for card, left in stock.items()]
    draws = [Draw(card, left, *worth) for card, left, worth in worths if worth]
    return Outlook(tuple(draws), sum(stock.values()))


def _throw(
    hand: "_Knocking | _GoingOut", discard: Card, held: _Held, stock: dict[Card, int]
) -> Throw:
    least = pips_in(hand.packing.highest_worth(*held))
    deadwood = hand.rules.pips_of(*held) - least
    return Throw(discard, hand.worth_now(held), _outlook(hand, held, stock), deadwood)


def _stock(deck: Deck, cards: Cards, seen: Cards) -> dict[Card, int]:
    """How many of each card can still come, in the order of the deck."""
    gone = Counter([*cards, *seen])
    deck.to_bits([*gone.elements()])
    left = {
        card: deck.copies_in_play(card) - gone[card] for card in (*deck.cards, JOKER)
    }
    return {card: copies for card, copies in left.items() if copies}


def _rank(throw: Throw) -> Sequence[int]:
    """The sort key of a throw: does it close, winning the match, for how much; what it keeps open."""
    if throw.closes is None:
        return 1, 0, -throw.outlook.live, throw.deadwood
    points, _close = throw.closes
    return 0, as_number(points), 0, throw.deadwood


# The searches, one for each way to end a hand


class _Hand:
    """One hand, and every smaller hand of its cards: how it closes, also with a card that is drawn."""

    def __init__(self, context: CloseContext) -> None:
        self.context = context
        self.rules = rules = context.meld_rules
        self.deck = rules.deck
        self._bits, self._jokers = rules.deck.to_bits(context.cards)
        patterns = rules.patterns(self._bits, self._jokers)
        most_loose = context.ruleset.close_cards
        self._search = LooseSearch(rules.deck, patterns, self._jokers, most_loose)
        self.packing = self._search.packing
        self._may_close = refusal_of_loose(context, 0, 0) is None
        self._melds: Lookup[Card, list[_Rest]] = {}
        self._tried = 0

    def _rests(self, held: _Held, drawn: Card) -> Iterator[_Rest]:
        """Each meld with `drawn`, and the cards and printed jokers of `held` that it leaves. Raises Illegal
        `too-many-ways` beyond MOST_STEPS.
        """
        if drawn not in self._melds:
            self._melds[drawn] = [*filter(self._is_of_use, self._with(drawn))]
        melds = self._melds[drawn]
        self._tried += len(melds)
        if self._tried + self.packing.steps > MOST_STEPS:
            raise Illegal("too-many-ways")
        bits, jokers = held
        for meld, cards, used in melds:
            if used <= jokers and not cards & ~bits:
                yield meld, self.packing.rest(bits, cards), jokers - used

    def _with(self, drawn: Card) -> Iterator[_Rest]:
        """Each meld with `drawn`, and the cards and printed jokers that it takes of the hand."""
        bits, jokers = self.deck.to_bits([*self.context.cards, drawn])
        copies = self.deck.all_of(drawn)
        for meld in self.rules.patterns(bits & self._near(drawn), jokers):
            if drawn == JOKER and meld.jokers:
                yield meld, meld.cards, meld.jokers - 1
            elif copy := meld.cards & copies:  # all but the drawn copy, the highest one
                yield meld, meld.cards ^ 1 << copy.bit_length() - 1, meld.jokers

    def _near(self, drawn: Card) -> int:
        """The cards that may share a meld with `drawn`: of its suit or rank, and wild ones with all."""
        rules = self.rules
        if rules.wild or drawn == JOKER:
            return self.deck.end - 1
        card = self.deck.bit_of[drawn]
        return rules.suits[rules.suit_of(card)] | rules.ranks[rules.index_of_rank(card)]

    def _is_of_use(self, taken: _Rest) -> bool:
        """Whether a contract may be fulfilled with this meld, if a card is to be thrown first; else True."""
        meld, cards, used = taken
        contracts = self.context.contracts
        if not contracts or len(self.context.cards) <= self.context.hand_size:
            return True
        left = self.packing.rest(self._bits, cards), self._jokers - used
        return any(
            self.packing.can_cover_but_one(*left, less(contract, meld))
            for contract in contracts
        )


class _GoingOut(_Hand):
    """Who goes out adds nothing: only the kind of close is to be known."""

    def __init__(self, context: CloseContext) -> None:
        super().__init__(context)
        self._may_keep_all, self._may_throw = (
            self._may_close and refusal_to_go_out(context, thrown) is None
            for thrown in (False, True)
        )

    def worth_now(self, held: _Held) -> _Worth | None:
        """0 and the kind of going out for a player who throws another card and melds `held`, or None."""
        goes_out = self._may_throw and self.packing.can_cover(*held, None)
        return (0, kind_of_going_out(self.context)) if goes_out else None

    def worth_with(self, held: _Held, drawn: Card) -> _Worth | None:
        """The same for a player who draws this card, and throws one or none."""
        goes_out = any(
            self._goes_out(contract, *rest)
            for rest in self._rests(held, drawn)
            for contract in self.context.contracts or (None,)
        )
        if goes_out:
            return 0, kind_of_going_out(self.context)
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
        for tried, cover in enumerate(search.covers(bits, jokers, asked)):
            if tried == MOST_LAYOUTS:
                raise Illegal("too-many-ways")
            if broken_layout(self.rules, (meld, *cover[3])) is not None:
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


class _Knocking(_Hand):
    """Who closes adds what stays loose, or the price of the kind of close."""

    def __init__(self, context: CloseContext) -> None:
        super().__init__(context)
        self._kinds_by_hand: Lookup[_Held, set[Close]] = {}

    def worth_now(self, held: _Held) -> _Worth | None:
        """The best close of a player who throws another card and keeps `held`; None if there is none."""
        points, _thrown = self._search.least(*held)
        return self._best(self._kinds_now(held), points)

    def worth_with(self, held: _Held, drawn: Card) -> _Worth | None:
        """The best close of a player who draws this card and throws one; None if there is none."""
        points, thrown = self._search.least(*held)
        kinds = {*self._kinds_now(held)}  # the drawn card is thrown
        pips = self.deck.pips[drawn]
        points = lower(points, self._search.with_loose(thrown, 1, pips))
        must_throw = needs_discard(self.context.ruleset)
        for meld, bits, jokers in self._rests(held, drawn):
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
        melded = self.context.hand_size + 1 - throws
        run = length_and_jokers(only) if only else (0, 0)
        return kind_of_close(self.context, 0, melded, run)

    def _best(self, kinds: Iterable[Close], points: Points) -> _Worth | None:
        legal: list[_Worth] = [
            (deadwood, Close.KNOCK)
            for loose, deadwood in enumerate(points)
            if loose
            and deadwood < NEVER
            and refusal_of_loose(self.context, loose, deadwood) is None
        ]
        if self._may_close:
            ruleset = self.context.ruleset
            legal += [(price_of_close(ruleset, kind, 0), kind) for kind in kinds]
        return min(legal, key=_rank_of_worth, default=None)


def _rank_of_worth(worth: _Worth) -> tuple[int, int]:
    """The sort key of closes: winning the match, then the fewest points."""
    points, close = worth
    return as_number(points), _BEST_FIRST.index(close)
