"""What a page shows of the pack: a checkbox for each copy of each card, and the packs that a game has."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.cards.deck import Deck
from rules.knobs import Scoring
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from scores.core.house_rules import labels
from scores.core.notation.cards import Face, face, pack_name
from scores.table.checker.check import Cards, Check, hand_sizes
from scores.table.checker.query import (
    JOKERS_OF_PACK,
    ON_TABLE,
    PACKS,
    SEEN,
    SEEN_AT_MOST,
    Query,
    cards_on_table,
    is_by_rank,
    lays_off_in_play,
)

MARK = "mark"
CARDS_LAID_AT_MOST = 30  # by one player of Rum 500: who takes from the discards takes all that cover the card


class Checkbox(NamedTuple):
    """A copy of a card that can be tapped."""

    id: str
    checked: bool


class PackCell(NamedTuple):
    face: Face
    boxes: list[Checkbox]


@dataclass(frozen=True)
class ShownPack:
    """The pack, and the field whose cards are tapped on it."""

    ruleset: Ruleset
    grid: list[list[PackCell]]
    field: str
    hidden_cards: list[tuple[str, Card]]  # of the other fields, each with its field
    marking: str  # "seen" or "table" while cards on the table are tapped
    marks_table: bool  # melds of the table can be tapped
    most: int  # cards of the field


def shown_pack(
    query: Query,
    check: Check,
    field: str,
    held: Cards,
    seen: Cards | None = None,
    others: Cards = (),
) -> ShownPack:
    """The pack for the cards `held`, in `field`; or, if the address says so, for those seen, None where none
    can be marked. Those not ticked there stay in hidden fields. `others` lie elsewhere.
    """
    most = (
        CARDS_LAID_AT_MOST
        if check.ruleset.scoring is Scoring.TABLE
        else hand_sizes(check.ruleset, check.players)[-1]
    )
    marking = query.get(MARK, "") if seen is not None else ""
    elsewhere = (*held, *(seen or ()), *others)
    on_table = () if seen is None else cards_on_table(query, check, elsewhere)
    groups = {field: held, SEEN: seen or (), ON_TABLE: on_table}
    marked = {
        "seen": SEEN,
        "table": ON_TABLE if lays_off_in_play(check.ruleset) else field,
    }.get(marking, field)
    hidden = [
        (name, card)
        for name, cards in groups.items()
        for card in cards
        if name != marked
    ]
    used = Counter([*(card for _field, card in hidden), *others])
    rows = grid(check.ruleset, check.players, groups[marked], used)
    return ShownPack(
        ruleset=check.ruleset,
        grid=rows_by_rank(rows) if is_by_rank(query) else rows,
        field=marked,
        hidden_cards=hidden,
        marking=marking if marked != field else "",
        marks_table=seen is not None and lays_off_in_play(check.ruleset),
        most=most if marked == field else SEEN_AT_MOST,
    )


def grid(
    ruleset: Ruleset, players: int, chosen: Cards, used: Counter[Card]
) -> list[list[PackCell]]:
    """The pack, one row for each suit and one for the jokers: a checkbox for each copy that is not `used`
    elsewhere.
    """
    deck = Deck(ruleset, players)
    ticked = Counter(chosen)
    rows = [[card for card in deck.cards if card.suit == suit] for suit in deck.suits]
    rows += [[JOKER]] if deck.jokers else []
    return [
        [_cell(deck, card, ticked[card], used[card]) for card in row] for row in rows
    ]


def rows_by_rank(rows: list[list[PackCell]]) -> list[list[PackCell]]:
    """The same pack, one row for each rank; the jokers stay last."""
    suits = [row for row in rows if len(row) > 1]
    ranks = range(len(suits[0]))
    return [[row[rank] for row in suits] for rank in ranks] + rows[len(suits) :]


def _cell(deck: Deck, card: Card, ticked: int, used: int) -> PackCell:
    copies = range(max(deck.copies_in_play(card) - used, ticked))
    boxes = [Checkbox(box_id(card, at), at < ticked) for at in copies]
    return PackCell(face(card), boxes)


def box_id(card: Card, copy: int) -> str:
    return f"b{'joker' if card == JOKER else card}-{copy}"


class PackChoices(NamedTuple):
    """Packs and jokers that a game can be played with: value, words, and whether it is chosen."""

    decks: list[tuple[str, str, bool]]
    jokers: list[tuple[str, str, bool]]


def pack_choices(ruleset: Ruleset) -> PackChoices:
    """None in other games. The usual number of jokers is blank, so that it is the usual one of the next game
    too.
    """
    if ruleset.pack not in PACKS:
        return PackChoices([], [])
    usual = labels.preset_of_key(ruleset.key).jokers
    words = {0: _("sin comodines"), 2: _("con 2 comodines")}
    return PackChoices(
        [(str(pack), pack_name(pack), pack == ruleset.pack) for pack in PACKS],
        [
            (
                "" if number == usual else str(number),
                words[number],
                number == ruleset.jokers,
            )
            for number in JOKERS_OF_PACK
        ],
    )
