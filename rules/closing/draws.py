"""What a hand lacks: the cards that let a player close when they are drawn next, and what each throw keeps.

One search of the hand answers for every draw and every throw: the drawn card is thrown, or stays loose, or is
in some meld, and what that meld leaves are cards of the hand.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rules.cards.patterns import Cards, pips_in
from rules.closing.check import check_close
from rules.closing.drawn_melds import GoingOut, Held, Knocking
from rules.closing.situation import (
    DEFAULT_SITUATION,
    CloseContext,
    Situation,
    close_context,
    goes_out,
)
from rules.errors import Illegal
from rules.events import Close
from rules.knobs import Scoring
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from rules.scoring.points import as_number


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
    stock = _stock(context, cards, seen)
    search = _search(context, cards)
    draws = _draws(stock, search, Held(*context.meld_rules.deck.to_bits(cards)))
    return Outlook(
        tuple(_with_value(context, cards, draw) for draw in draws), sum(stock.values())
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
    stock = _stock(context, cards, seen)
    search = _search(context, cards)
    judged = [
        _throw(context, stock, search, cards, discard)
        for discard in dict.fromkeys(cards)
    ]
    return sorted(
        judged,
        key=lambda throw: (*_rank(throw), context.meld_rules.deck.order[throw.discard]),
    )


def _stock(context: CloseContext, cards: Cards, seen: Cards) -> dict[Card, int]:
    """How many of each card can still come, in the order of the deck."""
    deck = context.meld_rules.deck
    deck.to_bits([*cards, *seen])
    gone = Counter([*cards, *seen])
    left = {
        card: deck.copies_in_play(card) - gone[card] for card in (*deck.cards, JOKER)
    }
    return {card: copies for card, copies in left.items() if copies}


def _context(
    ruleset: Ruleset, situation: Situation, cards: Cards, drawn: int
) -> CloseContext:
    """The context of a close with one card more than the hand. Raises Illegal `wrong-hand-size`."""
    closing = situation._replace(goes_down=False)
    context = close_context(ruleset, closing, len(cards) + 1 - drawn)
    if len(cards) != context.hand_size + drawn:
        raise Illegal("wrong-hand-size", cards=len(cards), hand_size=context.hand_size)
    return context


def _search(context: CloseContext, cards: Cards) -> Knocking | GoingOut:
    return (
        GoingOut(context, cards)
        if goes_out(context.ruleset)
        else Knocking(context, cards)
    )


def _draws(
    stock: dict[Card, int], search: Knocking | GoingOut, held: Held
) -> list[Draw]:
    worths = [
        (card, left, search.worth_with(held, card)) for card, left in stock.items()
    ]
    return [
        Draw(card, left, *worth) for card, left, worth in worths if worth is not None
    ]


def _with_value(context: CloseContext, cards: Cards, draw: Draw) -> Draw:
    """The draw with the value of what is laid down, in games in which it counts."""
    ruleset = context.ruleset
    if ruleset.scoring is not Scoring.TABLE and not ruleset.pays_winners_hand:
        return draw
    return draw._replace(
        value=check_close(
            ruleset, [*cards, draw.card], None, None, context.situation
        ).value
    )


def _throw(
    context: CloseContext,
    stock: dict[Card, int],
    search: Knocking | GoingOut,
    cards: Cards,
    discard: Card,
) -> Throw:
    left_cards = list(cards)
    left_cards.remove(discard)
    held = Held(*context.meld_rules.deck.to_bits(left_cards))
    open_draws = Outlook(tuple(_draws(stock, search, held)), sum(stock.values()))
    pips = sum(context.meld_rules.deck.pips[card] for card in left_cards)
    deadwood = pips - pips_in(search.packing.highest_worth(*held))
    return Throw(discard, search.worth_now(held), open_draws, deadwood)


def _rank(throw: Throw) -> Sequence[int]:
    """The sort key of a throw: does it close, winning the match, for how much; what it keeps open."""
    if throw.closes is None:
        return 1, 0, -throw.outlook.live, throw.deadwood
    points, _close = throw.closes
    return 0, as_number(points), 0, throw.deadwood
