"""Reads and writes the query string of the checker: cards, whose they are, the hand typed so far."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from rules.cards.deck import Deck
from rules.closing.situation import Situation
from rules.errors import Illegal
from rules.events import HandScored, Seat
from rules.packs import read_card
from rules.ruleset import Ruleset
from scores.core.matches.hand_fields import hand_fields
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.cards import face
from scores.core.notation.numbers import parsed_int
from scores.core.wording.refusals import phrase
from scores.table.checker.check import Cards, Check, read_groups, read_held_cards

if TYPE_CHECKING:
    from django.http import QueryDict

SEEN = "s"  # the field of the cards that were seen on the table
SEEN_AT_MOST = 200  # more than three packs with jokers
MARK = "mark"
TEXT_AT_MOST = 12  # letters shown of a text that is no card
# The prefixes of the fields of the hand's form, which are returned to it.
TYPED = ("opponent", "deadwood_", "melded_", "table_", "buys_", "value_")


def cards_or_refusal(texts: Sequence[str], ruleset: Ruleset, players: int) -> tuple[Cards, str]:
    """The cards and no refusal; or no cards and the sentence that says why they cannot be in one hand."""
    try:
        return read_held_cards(texts, ruleset, players), ""
    except Illegal as illegal:
        card = illegal.details["card"]
        name = card[:TEXT_AT_MOST] if isinstance(card, str) else face(card).name
        return (), phrase(Illegal("impossible-hand", card=name), {})


def cards_by_key(
    asked: QueryDict, ruleset: Ruleset, players: int, keys: Sequence[str]
) -> tuple[dict[str, Cards], str]:
    """The cards of each key, and why they are refused: together they must fit the packs."""
    texts = [text for key in keys for text in asked.getlist(key)]
    _cards, refusal = cards_or_refusal(texts, ruleset, players)
    if refusal:
        return {}, refusal
    return {key: read_held_cards(asked.getlist(key), ruleset, players) for key in keys}, ""


def seen_cards(asked: QueryDict, ruleset: Ruleset, players: int, held: Cards) -> Cards:
    """The cards that were seen on the table; none if the packs do not have them beside those `held`."""
    try:
        seen = [read_card(text, ruleset.pack) for text in asked.getlist(SEEN)[:SEEN_AT_MOST]]
        Deck(ruleset, players).to_bits([*held, *seen])
    except Illegal:
        return ()
    return tuple(seen)


def marks_seen(asked: QueryDict) -> bool:
    """Whether taps on the pack mark cards that were seen on the table, and not the player's own."""
    return asked.get(MARK) == "seen"


def check_of(
    asked: QueryDict, ruleset: Ruleset, players: int, cards: Cards, total: int, hand: int | None
) -> Check:
    """The close of `cards` by one who had `total`; `hand` is the number of the hand in Chinaso."""
    situation = Situation("first" in asked, total, hand=hand)
    if ruleset.contracts:
        others_down = number(asked, "others", 0, players - 1, 0)
        situation = situation._replace(others_down=others_down, goes_down="down" in asked)
    return Check(ruleset, players, cards, read_groups(asked.getlist("g"), cards, ruleset), situation)


def number(asked: QueryDict, key: str, low: int, high: int, default: int) -> int:
    """The whole number of a key, brought into `low`…`high`; `default` if it is none."""
    text = asked.get(key, "").replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        return default
    return max(low, min(high, int(text)))


def seat_of(text: str | None, seats: Sequence[int]) -> int | None:
    """The seat that a text names; None if it is not one of `seats`."""
    seat = parsed_int(text or "")
    return seat if seat in seats else None


def hidden_fields(
    asked: QueryDict, shown: Collection[str], of_seats: str, others: Collection[str]
) -> list[tuple[str, str]]:
    """The fields without controls on the page: the hand typed so far, `others`, and what seats have.

    `shown` are those with controls; `of_seats` are the letters before the number of a seat.
    """

    def is_hidden(key: str) -> bool:
        is_of_seat = key[:1] in of_seats and key[1:].isdigit()
        return key not in shown and (is_of_seat or key in ("close", *others) or key.startswith(TYPED))

    return [(key, value) for key, values in asked.lists() if is_hidden(key) for value in values]


def typed_fields(asked: QueryDict) -> dict[str, str]:
    """The fields of the hand's form as they were filled in before the checker was opened."""
    fields = {key: value for key, value in asked.items() if key.startswith(TYPED)}
    return fields | {key: asked[key] for key in ("closer", "close") if asked.get(key)}


def hand_form_url(sheet: Sheet, asked: QueryDict, hand: HandScored, opponent: Seat | None = None) -> str:
    """The address of the board with its form filled in from `hand`. Nothing is saved.

    What was typed before stays where `hand` says nothing: of the close, and of seats that it does not name.
    """
    counted = hand_fields(hand)
    if hand.closer is None:
        del counted["closer"]
    of_seats = {f"{fact}_{seat}" for fact in ("deadwood", "melded") for seat in hand.deadwood}
    fields = {key: text for key, text in typed_fields(asked).items() if key not in of_seats}
    fields |= counted if opponent is None else {**counted, "opponent": str(opponent)}
    return f"{sheet.match.get_absolute_url()}?{urlencode(fields)}"
