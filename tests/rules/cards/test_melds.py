"""Sets and runs under every knob, and why a group of cards is no meld."""

import pytest

from rules.cards.meld_faults import MeldFault, NoMeld, why_no_meld
from rules.cards.melds import meld_rules
from rules.presets import CHINCHON, FRENCH
from tests.rules.support.hands import french, melds_in, names, spanish


@pytest.mark.parametrize(
    ("written", "stands_for"),
    [
        ("5o 6o *", "5o 6o 7o"),
        ("* 5o 6o", "4o 5o 6o"),
        ("6o 5o *", "4o 5o 6o"),  # written downwards
        ("* 6o 5o", "5o 6o 7o"),
        ("11o 12o *", "10o 11o 12o"),  # nothing is above the rey
        ("5o * 7o *", "5o 6o 7o 10o"),
        # one is the rey, and the other has no room above it
        (
            "10o 11o * *",
            "7o 10o 11o 12o",
        ),
        ("3o 2o * *", "1o 2o 3o 4o"),
        ("* * 2o 3o", "1o 2o 3o 4o"),
        ("11o 10o * 6o", "6o 7o 10o 11o"),
    ],
)
def test_the_written_order_says_what_a_joker_stands_for(written, stands_for):
    rules = meld_rules(CHINCHON)
    assert [
        names(rules.stands_for(reading)) for reading in rules.readings(spanish(written))
    ] == [stands_for]


def test_without_an_order_a_joker_may_be_at_either_end_and_a_free_one_at_the_higher():
    readings = [
        names(reading.cards)
        for reading in meld_rules(CHINCHON).readings(spanish("6o * 5o"))
    ]
    assert readings == ["* 5o 6o", "5o 6o *"]
    assert [names(one.cards) for one in melds_in(CHINCHON, spanish("5o 6o 12c *"))] == [
        "5o 6o *"
    ]
    assert [
        names(one.cards) for one in melds_in(CHINCHON, spanish("11o 12o 1c *"))
    ] == ["* 11o 12o"]


APART = {"adjacent_jokers": False}


@pytest.mark.parametrize(
    ("house", "group", "fault", "cards", "needed"),
    [
        ({}, "5c 6c", "too-short", "", 3),
        ({}, "7o * *", "too-few-naturals", "", 2),
        ({}, "5c 6c 7o", "two-suits", "7o", 0),
        ({}, "7o 7c 6c", "two-ranks", "6c", 0),
        ({}, "6o 6c 7c", "two-ranks", "7c", 0),
        ({}, "5c 6c 10c", "gap", "7c", 0),
        ({}, "5c 10c 11c", "gap", "6c 7c", 0),
        ({}, "8c 9c *", "gap", "", 0),  # cards of another pack
        ({}, "1c 2c * 6c", "gap", "3c 4c 5c", 0),
        ({}, "7o 7c 7e 7b *", "too-many", "", 4),
        ({}, "5c 6c 6c 7c", "equal-cards", "6c", 0),
        ({}, "7o 7o 7c", "equal-cards", "7o", 0),
        ({}, "11o 12o 1o", "corner", "1o", 0),
        (
            {},
            "1o 2o 3o 4o 5o 6o 7o 10o 11o 12o *",
            "too-many",
            "",
            10,
        ),
        (APART, "1c * * 4c", "jokers-together", "", 0),
        (APART, "1c * * 4c 5c 6c 7c 10c 11c 12c", "jokers-together", "", 0),
        ({"run_min": 4}, "5c 6c 7c", "too-short", "", 4),
        ({"set_min": 4}, "7o 7c 7e", "too-short", "", 4),
    ],
)
def test_why_a_group_is_no_meld(house, group, fault, cards, needed):
    ruleset = CHINCHON.with_options(house)
    assert meld_rules(ruleset).readings(spanish(group)) == ()
    assert why_no_meld(ruleset, spanish(group)) == NoMeld(
        MeldFault(fault), spanish(cards), needed
    )


def test_jokers_stand_together_only_where_so_many_play_with_jokers():
    house = FRENCH.with_options({"adjacent_jokers": False, "jokers": [[4, 0], [8, 2]]})
    assert why_no_meld(house, french("5h * * 8h"), 5) == NoMeld(
        MeldFault.JOKERS_TOGETHER
    )
    assert why_no_meld(house, french("5h * * 8h"), 4) == NoMeld(
        MeldFault.GAP, french("6h 7h")
    )


def test_a_joker_and_a_wild_card_may_change_places():
    rules = meld_rules(CHINCHON.with_options({"wild_cards": ["1o"]}))
    assert [
        names(reading.cards) for reading in rules.readings(spanish("5o 1o 7o *"))
    ] == ["5o * 7o 1o"]


def test_a_house_that_deals_more_cards_gives_no_other_table_a_second_pack():
    dealt = (12, 7, 12)
    tables = [
        meld_rules(CHINCHON.with_options({"hand_size": cards, "jokers": 0}), 4)
        for cards in dealt
    ]
    assert [rules.longest_set for rules in tables] == [8, 4, 8]
