"""Cards as text, and the cards and pips of a deck."""

import pytest

from rules.cards.deck import Deck
from rules.packs import JOKER, Card, Pack, Suit, read_card
from rules.presets import CHINCHON, DOUBLE_RUM, FOURNIER, FRENCH
from tests.rules.support.hands import french, names, spanish
from tests.rules.support.table import refused


@pytest.mark.parametrize("pack", list(Pack))
def test_every_card_is_written_as_it_is_read(pack):
    cards = (*Deck(CHINCHON.with_options({"pack": pack}), 2).cards, JOKER)
    assert len(cards) - 1 == int(pack[-2:])
    assert [read_card(str(card), pack) for card in cards] == list(cards)


def test_cards_are_named_by_number_or_letter_and_suit_in_capitals_or_not():
    assert spanish("1o 7c 10e *") == (
        Card(1, Suit.OROS),
        Card(7, Suit.COPAS),
        Card(10, Suit.ESPADAS),
        JOKER,
    )
    assert french("As Kh 7c") == (
        Card(1, Suit.SPADES),
        Card(13, Suit.HEARTS),
        Card(7, Suit.CLUBS),
    )
    assert names(spanish("7O 12B")) == "7o 12b"
    assert names(french("10d Td td aS")) == "Td Td Td As"


@pytest.mark.parametrize(
    "text", ["", "13o", "0o", "7", "o7", "7x", "1s", "11d", "**", "joker"]
)
def test_what_no_pack_has_is_refused(text):
    with refused("impossible-hand", {"card": text, "held": 1, "copies": 0}):
        read_card(text, Pack.SPANISH_40)


@pytest.mark.parametrize(
    ("ruleset", "players", "cards", "held", "copies"),
    [
        (CHINCHON, 2, spanish("1o 1o *"), 2, 1),
        (CHINCHON, 2, spanish("* * *"), 3, 2),
        (CHINCHON, 2, spanish("8o"), 1, 0),
        (CHINCHON, 2, spanish("8o 1o 1o"), 1, 0),  # that of another pack is named
        (CHINCHON, 2, french("Kh"), 1, 0),
        (FOURNIER, 4, spanish("7o 7o"), 2, 1),
        (FOURNIER, 5, spanish("7o 7o 7o"), 3, 2),
        (FRENCH, 2, french("* 5h"), 1, 0),
    ],
)
def test_a_hand_the_packs_do_not_hold_is_impossible(
    ruleset, players, cards, held, copies
):
    details = {"card": cards[0], "held": held, "copies": copies}
    with refused("impossible-hand", details):
        Deck(ruleset, players).to_bits(cards)


def test_the_cards_of_two_packs_are_written_suit_by_suit():
    two = Deck(DOUBLE_RUM, 2)
    five = Deck(FOURNIER, 5)
    assert (
        names(two.cards_of(two.to_bits(french("As Ks As 2h Kc"))[0]))
        == "As As Ks 2h Kc"
    )
    held, jokers = five.to_bits(spanish("7o 7o 1o"))
    assert names(five.cards_of(held)) == "1o 7o 7o"
    assert jokers == 0
