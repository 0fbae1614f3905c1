"""Cards in words and as drawn: "siete de copas", suit image, printed rank; the contracts of Chinaso."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import lazy
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.knobs import Contract
from rules.packs import FRENCH, JOKER, Card, Pack, Suit, pack_size
from scores.core.notation.names import joined_names

SUITS = {
    Suit.OROS: gettext_lazy("oros"),
    Suit.COPAS: gettext_lazy("copas"),
    Suit.ESPADAS: gettext_lazy("espadas"),
    Suit.BASTOS: gettext_lazy("bastos"),
    Suit.SPADES: gettext_lazy("picas"),
    Suit.HEARTS: gettext_lazy("corazones"),
    Suit.DIAMONDS: gettext_lazy("diamantes"),
    Suit.CLUBS: gettext_lazy("tréboles"),
}
_FROM_ONE_TO_TEN = (
    gettext_lazy("as"),
    gettext_lazy("dos"),
    gettext_lazy("tres"),
    gettext_lazy("cuatro"),
    gettext_lazy("cinco"),
    gettext_lazy("seis"),
    gettext_lazy("siete"),
    gettext_lazy("ocho"),
    gettext_lazy("nueve"),
    gettext_lazy("diez"),
)
NUMBERS = dict(enumerate(_FROM_ONE_TO_TEN, 1))
_KING = gettext_lazy("rey")
_JOKER_NAME = gettext_lazy("comodín")
SPANISH_FIGURES = {10: gettext_lazy("sota"), 11: gettext_lazy("caballo"), 12: _KING}
FRENCH_FIGURES = {11: gettext_lazy("jota"), 12: gettext_lazy("dama"), 13: _KING}
_SPANISH_DRAWINGS = {10: "sota", 11: "caballo", 12: "rey"}
_FRENCH_DRAWINGS = {11: "jack", 12: "queen", 13: "king"}
_FRENCH_LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K"}


class Face(NamedTuple):
    """What a page needs to draw a card."""

    code: str  # as in docs/rules/FORMAT.md#cards
    name: str
    rank: str  # printed rank
    suit: str
    figure: str  # name of the court card's drawing; empty without one


ACE_TO_SEVEN = tuple(
    Face(f"{rank}o", "", str(rank), "oros", "") for rank in range(1, 8)
)
"""The run of seven that stands for every chinchón."""


def face(card: Card) -> Face:
    if card == JOKER:
        return Face("*", str(_JOKER_NAME), "", "joker", "")
    rank = str(card.rank)
    drawings = _SPANISH_DRAWINGS
    if card.suit in FRENCH:
        rank = _FRENCH_LETTERS.get(card.rank, rank)
        drawings = _FRENCH_DRAWINGS
    drawing = drawings.get(card.rank, "")
    return Face(str(card), name(card), rank, str(card.suit), drawing)


def name(card: Card) -> str:
    """The card in words: "siete de copas"."""
    if card == JOKER:
        return str(_JOKER_NAME)
    figures = FRENCH_FIGURES if card.suit in FRENCH else SPANISH_FIGURES
    rank = figures.get(card.rank) or NUMBERS[card.rank]
    return _("%(rank)s de %(suit)s") % {"rank": rank, "suit": SUITS[card.suit]}


def with_article(card: Card) -> str:
    """The card within a sentence: "el siete de copas", "la sota de oros"."""
    is_feminine = card.rank in ((11, 12) if card.suit in FRENCH else (10,))
    return (_("la %(card)s") if is_feminine else _("el %(card)s")) % {
        "card": name(card)
    }


def pack_kind(pack: Pack, packs: int = 1) -> str:
    """ "española", of several packs "españolas"."""
    if pack is Pack.FRENCH_52:
        return ngettext("francesa", "francesas", packs)
    return ngettext("española", "españolas", packs)


def _pack_name(pack: Pack) -> str:
    return _("%(kind)s de %(size)s") % {
        "kind": pack_kind(pack),
        "size": pack_size(pack),
    }


pack_name = lazy(_pack_name, str)
"""The name of a pack, by its kind and size: «francesa de 52». Lazy: it waits for the language of the page."""


def contract_in_words(contract: Contract) -> str:
    """Two sets and a run: «dos tríos y una escalera»."""
    sets, runs = contract
    parts = [
        (sets, ngettext("un trío", "%(count)s tríos", sets)),
        (runs, ngettext("una escalera", "%(count)s escaleras", runs)),
    ]
    return joined_names(
        [part % {"count": NUMBERS.get(n, n)} for n, part in parts if n]
    ) or _("ningún juego")


def contracts_in_words(contracts: Sequence[Contract]) -> str:
    """Alternatives: «dos tríos o dos escaleras»."""
    return _(" o ").join(map(contract_in_words, contracts))
