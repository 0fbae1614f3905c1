"""The cards of a player at the end of a hand, as a text of the log (docs/rules/FORMAT.md#cards-of-a-hand)."""

from typing import NamedTuple

from rules.errors import BadRecord, Illegal
from rules.kinds import Text, bad_value
from rules.numbers import Bound
from rules.packs import Card, Pack, read_card

HAND_CARDS = Text(Bound(1, 100))  # twenty cards and what separates them

Cards = tuple[Card, ...]


class HandCards(NamedTuple):
    """What a player melded or laid off, in groups, and what was left."""

    groups: tuple[Cards, ...]
    loose: Cards


def cards_as_they_lay(text: str, pack: Pack = Pack.SPANISH_40) -> HandCards:
    """The cards of a text of the log. Raises BadRecord for another spelling than `text_of_cards` has.

    >>> cards = cards_as_they_lay("1o 2o 3o,7o 7c 7e;4b")
    >>> [len(group) for group in cards.groups], cards.loose[0].rank
    ([3, 3], 4)
    """
    melded, _semicolon, left = text.partition(";")
    groups = [_cards(group, pack) for group in melded.split(",") if group]
    cards = HandCards(tuple(groups), _cards(left, pack))
    if text_of_cards(cards) != text:
        raise bad_value("not how the cards of a hand are written", text)
    return cards


def is_text_of_cards(text: str) -> bool:
    try:
        cards_as_they_lay(HAND_CARDS.read(text))
    except BadRecord:
        return False
    return True


def text_of_cards(cards: HandCards) -> str:
    groups = [_codes(group) for group in cards.groups]
    return f"{','.join(groups)};{_codes(cards.loose)}"


def card_of_code(code: str, pack: Pack) -> Card:
    """The card of that code. Only one spelling is accepted."""
    try:
        card = read_card(code, pack)
    except Illegal as unknown:
        raise bad_value("not a card", code) from unknown
    if str(card) != code:
        raise bad_value("not how a card is written", code)
    return card


def _cards(text: str, pack: Pack) -> Cards:
    return tuple([card_of_code(code, pack) for code in text.split(" ") if code])


def _codes(cards: Cards) -> str:
    return " ".join([str(card) for card in cards])
