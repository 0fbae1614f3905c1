"""Cards as text, and the cards and pips of a deck."""

import pytest
from hypothesis import given, strategies as st

from rules.cards.deck import Deck, pips_of, usual_players, wild_cards
from rules.errors import Illegal
from rules.packs import JOKER, Card, Pack, Suit, read_card
from rules.presets import CHINCHON, DOUBLE_RUM, FOURNIER, FRENCH, GIN
from tests.rules.support.hands import french, names, spanish


def deck(ruleset, players=2):
    return Deck(ruleset, players)


def pips(ruleset, text):
    return [pips_of(ruleset, read_card(name, ruleset.pack)) for name in text.split()]


@pytest.mark.parametrize("pack", list(Pack))
def test_every_card_is_written_as_it_is_read(pack):
    cards = (*deck(CHINCHON.turned({"pack": pack})).cards, JOKER)
    assert [read_card(str(card), pack) for card in cards] == list(cards)


def test_spanish_cards_are_named_by_number_and_suit():
    assert spanish("1o 7c 10e 12b *") == (
        Card(1, Suit.OROS),
        Card(7, Suit.COPAS),
        Card(10, Suit.ESPADAS),
        Card(12, Suit.BASTOS),
        JOKER,
    )


def test_french_cards_are_named_by_letter_and_suit():
    assert french("As Td Kh 9c") == (
        Card(1, Suit.SPADES),
        Card(10, Suit.DIAMONDS),
        Card(13, Suit.HEARTS),
        Card(9, Suit.CLUBS),
    )


def test_the_french_ten_is_read_as_a_number_too():
    assert names(french("10d Td td")) == "Td Td Td"


def test_capitals_do_not_matter():
    assert names(spanish("7O 12B")) == "7o 12b"
    assert names(french("aS kH JC")) == "As Kh Jc"


def test_copas_and_clubs_are_told_apart_by_the_pack():
    assert read_card("7c", Pack.SPANISH_40) == Card(7, Suit.COPAS)
    assert read_card("7c", Pack.FRENCH_52) == Card(7, Suit.CLUBS)


def test_a_card_of_another_pack_is_read_to_be_refused_later():
    assert (read_card("Kh", Pack.SPANISH_40), read_card("12o", Pack.FRENCH_52)) == (
        Card(13, Suit.HEARTS),
        Card(12, Suit.OROS),
    )


@pytest.mark.parametrize("text", ["", "13o", "0o", "7", "o7", "7x", "1s", "11d", "**", "joker"])
def test_what_no_pack_has_is_refused(text):
    with pytest.raises(Illegal) as refused:
        read_card(text, Pack.SPANISH_40)
    assert (refused.value.code, refused.value.details) == (
        "impossible-hand",
        {"card": text, "held": 1, "copies": 0},
    )


def test_packs_of_40_48_and_52():
    packs = {pack: deck(CHINCHON.turned({"pack": pack})) for pack in Pack}
    assert {pack: len(one.cards) for pack, one in packs.items()} == {
        "spanish-40": 40,
        "spanish-48": 48,
        "french-52": 52,
    }
    assert names(packs[Pack.SPANISH_40].cards[:10]) == "1o 2o 3o 4o 5o 6o 7o 10o 11o 12o"


def test_a_wild_card_is_one_of_the_pack_that_is_played_with():
    assert wild_cards(GIN.turned({"wild_cards": ["7c"]})) == french("7c")


def test_a_figure_of_another_pack_counts_its_own_number():
    assert pips(FOURNIER, "12o Kd") == [10, 13]


def test_the_cards_of_two_packs_are_written_suit_by_suit():
    two = deck(DOUBLE_RUM)
    held, _ = two.to_bits(french("As Ks As 2h Kc"))
    assert names(two.cards_of(held)) == "As As Ks 2h Kc"


def test_three_sit_where_jokers_depend_on_the_players():
    assert [usual_players(ruleset) for ruleset in (CHINCHON, FOURNIER, FRENCH)] == [2, 2, 3]


@pytest.mark.parametrize(
    ("ruleset", "players", "cards", "details"),
    [
        (CHINCHON, 2, spanish("7o 7o"), {"card": spanish("7o")[0], "held": 2, "copies": 1}),
        (CHINCHON, 2, spanish("1o 1o"), {"card": spanish("1o")[0], "held": 2, "copies": 1}),
        (CHINCHON, 2, spanish("1o 1o *"), {"card": spanish("1o")[0], "held": 2, "copies": 1}),
        (CHINCHON, 2, spanish("* * *"), {"card": JOKER, "held": 3, "copies": 2}),
        (CHINCHON, 2, spanish("8o"), {"card": spanish("8o")[0], "held": 1, "copies": 0}),
        (CHINCHON, 2, french("Kh"), {"card": french("Kh")[0], "held": 1, "copies": 0}),
        (FOURNIER, 4, spanish("7o 7o"), {"card": spanish("7o")[0], "held": 2, "copies": 1}),
        (FOURNIER, 5, spanish("7o 7o 7o"), {"card": spanish("7o")[0], "held": 3, "copies": 2}),
        (FRENCH, 2, french("5h *"), {"card": JOKER, "held": 1, "copies": 0}),
    ],
)
def test_a_hand_the_packs_do_not_hold_is_impossible(ruleset, players, cards, details):
    with pytest.raises(Illegal) as refused:
        deck(ruleset, players).to_bits(cards)
    assert (refused.value.code, refused.value.details) == ("impossible-hand", details)


def test_five_play_fournier_with_two_packs():
    held, jokers = deck(FOURNIER, 5).to_bits(spanish("7o 7o 1o"))
    assert (names(deck(FOURNIER, 5).cards_of(held)), jokers) == ("1o 7o 7o", 0)


@given(st.sets(st.integers(0, 39)), st.integers(0, 2))
def test_bits_and_cards_are_the_same_hand(places, jokers):
    table = deck(CHINCHON)
    cards = [table.cards[place] for place in places] + [JOKER] * jokers
    held, number = table.to_bits(cards)
    assert [*table.cards_of(held), *[JOKER] * number] == table.sorted(cards)


@pytest.mark.parametrize("ruleset", [CHINCHON, DOUBLE_RUM, CHINCHON.turned({"wild_cards": ["1o"]})])
def test_the_points_of_bits_are_those_of_their_cards(ruleset):
    table = deck(ruleset)
    cards = list(table.cards) * table.packs
    bits, _jokers = table.to_bits(cards)
    assert table.pips_of(bits) == sum(pips_of(ruleset, card) for card in cards)
    assert table.cards_of(bits) == table.sorted(cards)
    assert {card: table.pips_of(bit) for card, bit in table.bit_of.items()} == {
        card: pips_of(ruleset, card) for card in table.cards
    }
