"""Packs and cards: Spanish and French, their suits and ranks, and how a card is written."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from rules.errors import Illegal
from rules.lookup import Lookup


class Pack(StrEnum):
    SPANISH_40 = "spanish-40"
    SPANISH_48 = "spanish-48"
    FRENCH_52 = "french-52"


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
    # without 8 and 9 the 7 is next to the sota
    Pack.SPANISH_40: (1, 2, 3, 4, 5, 6, 7, 10, 11, 12),
    Pack.SPANISH_48: tuple(range(1, 13)),
    Pack.FRENCH_52: tuple(range(1, 14)),
}
HIGHEST_RANK = max(map(max, RANKS.values()))
_FRENCH_RANKS = "?A23456789TJQK"


def pack_size(pack: Pack) -> int:
    """How many cards one pack has, without jokers."""
    return len(RANKS[pack]) * len(SUITS[pack])


class Card(NamedTuple):
    """A card by rank (the number printed on it, or its place in a French suit) and suit. `str(card)` writes
    it as in docs/rules/FORMAT.md#cards: `7o`, `12b`, `Td`, `*`.
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
_FRENCH_NAMES = {
    **_names(FRENCH, range(1, 14)),
    **{f"10{suit[0]}": Card(10, suit) for suit in FRENCH},
}
_SPANISH_FIRST: Lookup[str, Card] = {**_FRENCH_NAMES, **_SPANISH_NAMES}
_FRENCH_FIRST: Lookup[str, Card] = {**_SPANISH_NAMES, **_FRENCH_NAMES}


def read_card(text: str, pack: Pack) -> Card:
    """The card that `text` names at a table that plays with `pack`, in either case of its letters.

    A card of another pack is read too, so that the caller can refuse it; `7c` means the card of this table's
    pack. Raises Illegal `impossible-hand` for a text that is no card of any pack.

    >>> read_card("7C", Pack.SPANISH_40).suit, read_card("7C", Pack.FRENCH_52).suit
    (<Suit.COPAS: 'copas'>, <Suit.CLUBS: 'clubs'>)
    """
    names = _FRENCH_FIRST if pack is Pack.FRENCH_52 else _SPANISH_FIRST
    card = names.get(text.strip().lower())
    if card is None:
        raise Illegal("impossible-hand", card=text, held=1, copies=0)
    return card


def read_cards(texts: Iterable[str], pack: Pack) -> tuple[Card, ...]:
    return tuple(read_card(text, pack) for text in texts)
