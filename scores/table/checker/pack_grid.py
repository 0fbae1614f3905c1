"""The pack on the checker's page: one checkbox for each copy of each card.

The practice page asks with how many cards a game with Spanish cards is played, and whether with jokers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rules.cards.deck import Deck
from rules.knobs import Scoring
from rules.packs import JOKER, RANKS, SPANISH, SUITS, Card, Pack
from rules.ruleset import Ruleset
from scores.core.house_rules import labels
from scores.core.notation.cards import face, pack_name
from scores.table.checker.check import Cards, Check
from scores.table.checker.presenter import box_id
from scores.table.checker.query import SEEN, SEEN_AT_MOST

if TYPE_CHECKING:
    from django.http import QueryDict

DECK, JOKERS, MARK = "deck", "jokers", "mark"  # fields
CARDS_LAID_AT_MOST = 30  # by one player of Rum 500: who takes from the discards takes all that cover the card
_PACKS = [pack for pack, suits in SUITS.items() if suits == SPANISH]
_JOKERS = (0, 2)


def pack_context(
    asked: QueryDict, check: Check, field: str, held: Cards, seen: Cards | None = None, others: Cards = ()
) -> dict[str, Any]:
    """The pack for the cards that are held, in `field`; or, if the address says so, for those seen.

    `seen` is None where none can be marked. The cards that are not ticked there stay in the form as hidden
    fields. `others` lie elsewhere.
    """
    marking = seen is not None and asked.get(MARK) == "seen"
    chosen, lying, kept = (seen or (), held, field) if marking else (held, seen or (), SEEN)
    most = CARDS_LAID_AT_MOST if check.ruleset.scoring is Scoring.TABLE else check.most_cards
    return {
        "ruleset": check.ruleset,
        "grid": grid(check.ruleset, check.players, chosen, Counter([*lying, *others])),
        "field": SEEN if marking else field,
        "kept_cards": [(kept, card) for card in lying],
        "marking": marking,
        "most": SEEN_AT_MOST if marking else most,
    }


def grid(ruleset: Ruleset, players: int, chosen: Cards, used: Counter[Card]) -> list[list[dict[str, Any]]]:
    """The pack, one row for each suit and one for the jokers.

    `chosen` are the ticked cards; `used` are cards that lie elsewhere, whose copies are left out. Each copy
    has a checkbox; all `copies_before` it are ticked when it is the next to tick.
    """
    deck, ticked = Deck(ruleset, players), Counter(chosen)
    rows = [[card for card in deck.cards if card.suit == suit] for suit in deck.suits]
    rows += [[JOKER]] if deck.jokers else []
    return [[_cell(deck, card, ticked[card], used[card]) for card in row] for row in rows]


def _cell(deck: Deck, card: Card, ticked: int, used: int) -> dict[str, Any]:
    copies = range(max(deck.copies_in_play(card) - used, ticked))
    boxes = [{"id": box_id(card, at), "checked": at < ticked, "copies_before": at} for at in copies]
    return {"face": face(card), "boxes": boxes}


# The practice page


def ruleset_asked(asked: QueryDict) -> Ruleset:
    """The preset that is asked for, with the pack and the jokers that are."""
    preset = labels.offered(asked.get("rules", ""))
    if preset.pack not in _PACKS:
        return preset
    deck, jokers = asked.get(DECK, ""), asked.get(JOKERS, "")
    options: dict[str, Any] = {"pack": deck} if deck in map(str, _PACKS) else {}
    if jokers in map(str, _JOKERS):
        options[JOKERS] = int(jokers)
    return preset.turned(options)


def pack_fields(ruleset: Ruleset) -> dict[str, Any]:
    """The choices of both fields, each with its words and whether it is chosen; none in other games.

    The usual number of jokers is blank, so that it is also the usual one of the next game that is chosen.
    """
    if ruleset.pack not in _PACKS:
        return {"decks": [], "jokers": []}
    usual = labels.offered(ruleset.key).jokers
    words = {0: _("sin comodines"), 2: _("con 2 comodines")}
    return {
        "decks": [(str(pack), pack_name(pack), pack == ruleset.pack) for pack in _PACKS],
        "jokers": [
            ("" if number == usual else str(number), words[number], number == ruleset.jokers)
            for number in _JOKERS
        ],
    }


def cards_of_this_pack(asked: QueryDict, field: str, ruleset: Ruleset, players: int) -> Sequence[str]:
    """The cards in a field, without those that the pack does not have any more since the page was drawn.

    `pack` is the pack of that page. No card is left of a game with other suits.
    """
    texts, before = asked.getlist(field), asked.get("pack", str(ruleset.pack))
    if before == ruleset.pack and JOKERS not in asked:
        return texts
    if before not in map(str, Pack) or SUITS[Pack(before)] != SUITS[ruleset.pack]:
        return []
    deck = Deck(ruleset, players)
    suits, ranks = SPANISH, RANKS[Pack.SPANISH_48]
    lost = {str(card) for card in {Card(rank, suit) for suit in suits for rank in ranks} - set(deck.cards)}
    lost |= set() if deck.jokers else {str(JOKER)}
    return [text for text in texts if text not in lost]
