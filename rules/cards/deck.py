"""Cards: Spanish and French, what they are called, and the cards in play at one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import NamedTuple

from rules.errors import Illegal
from rules.ruleset import Figures, Pack, Ruleset, at_table


class Suit(StrEnum):
    OROS = "oros"
    COPAS = "copas"
    ESPADAS = "espadas"
    BASTOS = "bastos"
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    NONE = "none"  # of a joker


SPANISH = (Suit.OROS, Suit.COPAS, Suit.ESPADAS, Suit.BASTOS)
FRENCH = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

SUITS = {Pack.SPANISH_40: SPANISH, Pack.SPANISH_48: SPANISH, Pack.FRENCH_52: FRENCH}
RANKS = {
    Pack.SPANISH_40: (1, 2, 3, 4, 5, 6, 7, 10, 11, 12),  # without 8 and 9 the 7 is next to the sota
    Pack.SPANISH_48: tuple(range(1, 13)),
    Pack.FRENCH_52: tuple(range(1, 14)),
}
_FRENCH_RANKS = "?A23456789TJQK"


class Card(NamedTuple):
    """A card by rank (the number printed on it, or its place in a French suit) and suit.

    `str(card)` writes it as FORMAT.md does: `7o`, `12b`, `Td`, `*`.
    """

    rank: int
    suit: Suit

    def __str__(self) -> str:
        if self.suit is Suit.NONE:
            return "*"
        if self.suit in FRENCH:
            return _FRENCH_RANKS[self.rank] + self.suit[0]
        return f"{self.rank}{self.suit[0]}"


JOKER = Card(0, Suit.NONE)


def _names(suits: tuple[Suit, ...], ranks: range) -> dict[str, Card]:
    cards = [Card(rank, suit) for suit in suits for rank in ranks]
    return {"*": JOKER} | {str(card).lower(): card for card in cards}


_SPANISH_NAMES = _names(SPANISH, range(1, 13))
_FRENCH_NAMES = _names(FRENCH, range(1, 14)) | {f"10{suit[0]}": Card(10, suit) for suit in FRENCH}


def read_card(text: str, pack: Pack) -> Card:
    """The card that `text` names at a table that plays with `pack`, in either case of its letters.

    A card of another pack is read too, so that it can be refused as such (`7c` is read as the table would
    read it). Raises Illegal `impossible-hand` for what no pack has.
    """
    name = text.strip().lower()
    spanish = pack is not Pack.FRENCH_52
    first, second = (_SPANISH_NAMES, _FRENCH_NAMES) if spanish else (_FRENCH_NAMES, _SPANISH_NAMES)
    card = first.get(name) or second.get(name)
    if card is None:
        raise Illegal("impossible-hand", card=text, held=1, copies=0)
    return card


def read_cards(texts: Iterable[str], pack: Pack) -> tuple[Card, ...]:
    return tuple(read_card(text, pack) for text in texts)


def usual_players(ruleset: Ruleset) -> int:
    """How many sit at the table when nobody says: the fewest, but three where jokers depend on it.

    Source: FORMAT.md, "Every case".
    """
    return ruleset.players[0] if isinstance(ruleset.jokers, int) else 3


def pips_of(ruleset: Ruleset, card: Card) -> int:
    """What `card` costs when it is left in hand."""
    if card == JOKER or card in wild_cards(ruleset):
        return ruleset.joker_points
    if card.rank == 1:
        return ruleset.points_of_ace
    figure = card.rank - (11 if card.suit in FRENCH else 10)  # 0, 1, 2: sota or jack, caballo or queen, rey
    if figure < 0:
        return card.rank
    return _figure_pips(ruleset, card, figure)


def _figure_pips(ruleset: Ruleset, card: Card, figure: int) -> int:
    if ruleset.figures is Figures.TEN:
        return 10
    if ruleset.figures is Figures.INDEX:
        return 10 + figure
    ranks = RANKS[ruleset.pack]
    return ranks.index(card.rank) + 1 if card.rank in ranks else card.rank


def wild_cards(ruleset: Ruleset) -> tuple[Card, ...]:
    """The natural cards that this house lets stand for any other."""
    return read_cards(ruleset.wild_cards, ruleset.pack)


class Deck:
    """The cards in play at one table: every copy of every card is one bit.

    The bits of a suit lie together, low rank first; the second pack lies above the whole first one. Jokers
    are equal and only counted.
    """

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ranks = RANKS[ruleset.pack]
        self.suits = SUITS[ruleset.pack]
        self.packs = at_table(ruleset.packs, players)
        self.jokers = at_table(ruleset.jokers, players)
        self.cards = tuple(Card(rank, suit) for suit in self.suits for rank in self.ranks)
        self.bits = {card: 1 << place for place, card in enumerate(self.cards)}
        self.copies = {
            card: tuple(bit << len(self.cards) * pack for pack in range(self.packs))
            for card, bit in self.bits.items()
        }
        self._card_at = {bit: card for card, bits in self.copies.items() for bit in bits}
        self._second_pack = 1 << len(self.cards)
        self._joker = len(self.cards) * self.packs  # jokers are counted above the bits of all packs
        self.end = 1 << self._joker
        self._naturals = self.end - 1
        self._units = {**self.bits, JOKER: self.end}
        self.pips = {card: pips_of(ruleset, card) for card in (*self.cards, JOKER)}
        self.order = {card: place for place, card in enumerate((*self.cards, JOKER))}

    def hold(self, cards: Collection[Card]) -> tuple[int, int]:
        """The bits of `cards` and how many of them are jokers; raises Illegal `impossible-hand`."""
        try:
            units = sum(map(self._units.__getitem__, cards))
        except KeyError:
            return self._hold_each(cards)
        held, jokers = units & self._naturals, units >> self._joker
        # Equal cards, and they alone, are carried over into fewer bits.
        if held.bit_count() + jokers == len(cards) and jokers <= self.jokers:
            return held, jokers
        return self._hold_each(cards)

    def _hold_each(self, cards: Collection[Card]) -> tuple[int, int]:
        held = jokers = 0
        bits, pack = self.bits, len(self.cards)
        for card in cards:
            bit = bits.get(card)
            if bit is None:
                jokers += 1
                if card != JOKER:
                    raise Illegal("impossible-hand", card=card, held=1, copies=0)
                continue
            while held & bit:
                bit <<= pack
            held |= bit
        if held >= self.end or jokers > self.jokers:
            raise self._too_many(Counter(cards))
        return held, jokers

    def _too_many(self, cards: Counter[Card]) -> Illegal:
        card = next(card for card in self.sorted(cards) if cards[card] > self.number_of(card))
        return Illegal("impossible-hand", card=card, held=cards[card], copies=self.number_of(card))

    def number_of(self, card: Card) -> int:
        """How many of this card are in play."""
        return self.jokers if card == JOKER else self.packs

    def cards_of(self, held: int) -> list[Card]:
        """The cards whose bits are in `held`, suit by suit, low ranks first."""
        cards, rest = [], held
        while rest:
            low = rest & -rest
            cards.append(self._card_at[low])
            rest ^= low
        return cards if held < self._second_pack else self.sorted(cards)

    def sorted(self, cards: Iterable[Card]) -> list[Card]:
        """`cards` suit by suit, low ranks first, jokers last."""
        return sorted(cards, key=self.order.__getitem__)
