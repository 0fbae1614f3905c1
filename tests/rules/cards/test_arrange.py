"""The arrangement with the least deadwood, ties, lay-offs, and which card to throw."""

import random

import pytest

from rules.cards.arrange import Arrangement, arrange, lay_off_only, least_deadwood
from rules.cards.melds import meld_rules
from rules.errors import Illegal
from rules.presets import CHINASO, CHINCHON, FOURNIER
from tests.rules.support.hands import french, names, spanish


def table(*melds, ruleset=CHINCHON):
    return [meld_rules(ruleset).readings(spanish(meld))[0] for meld in melds]


def shown(arrangement):
    """An arrangement as (melds, laid-off cards by meld, loose cards, deadwood)."""
    melds = [names(meld.cards) for meld in arrangement.melds]
    laid_off = {one.onto: names(one.cards) for one in arrangement.laid_off}
    return melds, laid_off, names(arrangement.loose), arrangement.deadwood


def arranged(text, *melds, ruleset=CHINCHON):
    return shown(arrange(ruleset, spanish(text), table(*melds, ruleset=ruleset)))


def test_no_cards_are_no_deadwood():
    assert arrange(CHINCHON, ()) == Arrangement(0, (), (), ())


# Lay-offs


def test_a_card_is_laid_off_at_either_end_of_a_run():
    assert arranged("4o 10o 1c", "5o 6o 7o") == ([], {0: "4o 10o"}, "1c", 1)


def test_lay_offs_chain():
    assert arranged("3o 4o 1c", "5o 6o 7o") == ([], {0: "3o 4o"}, "1c", 1)
    assert arranged("3o 1c", "5o 6o 7o") == ([], {}, "3o 1c", 4)


def test_a_set_on_the_table_takes_its_fourth_card_and_no_fifth():
    assert arranged("7b *", "7o 7c 7e") == ([], {0: "*"}, "7b", 7)
    assert arranged("7b 1c", "7o 7c 7e *") == ([], {}, "1c 7b", 8)


def test_a_joker_is_laid_off_on_any_meld_that_can_still_grow():
    full_run = "1o 2o 3o 4o 5o 6o 7o 10o 11o 12o"
    assert arranged("* 1c", "1e 2e 3e") == ([], {0: "*"}, "1c", 1)
    assert arranged("* 1c", full_run, "7o 7c 7e 7b") == ([], {}, "1c *", 26)


def test_a_joker_makes_room_for_a_card_beyond_it():
    assert arranged("* 3o", "5o 6o 7o") == ([], {0: "3o *"}, "", 0)


def test_naturals_on_the_table_are_enough_for_two_jokers():
    assert arranged("* *", "5o 6o 7o") == ([], {0: "* *"}, "", 0)
    apart = CHINCHON.turned({"adjacent_jokers": False})
    assert arranged("* *", "5o 6o 7o", ruleset=apart) == ([], {0: "* *"}, "", 0)  # one at each end
    assert arranged("* *", "1o 2o 3o", ruleset=apart) == ([], {0: "*"}, "*", 25)
    assert arranged("* 1c", "* 11o 12o", ruleset=apart) == ([], {}, "1c *", 26)


def test_a_joker_on_the_table_holds_its_place():
    assert arranged("7o 10o", "5o 6o *") == ([], {0: "10o"}, "7o", 7)
    assert arranged("4o 7o", "* 5o 6o") == ([], {0: "7o"}, "4o", 4)


def test_a_run_that_goes_round_never_takes_a_card_twice():
    house = CHINCHON.turned({"ace": "around"})
    all_but_the_ace = "2o 3o 4o 5o 6o 7o 10o 11o 12o"
    assert arranged("* *", all_but_the_ace, ruleset=house) == ([], {0: "*"}, "*", 25)
    assert arranged("1o *", all_but_the_ace, ruleset=house) == ([], {0: "*"}, "1o", 1)


def test_a_wild_card_is_laid_off_as_itself_or_as_a_joker():
    house = CHINCHON.turned({"wild_cards": ["1o"]})
    assert arranged("1o", "2o 3o 4o", ruleset=house) == ([], {0: "1o"}, "", 0)
    assert arranged("1o 7c", "5e 6e 7e", ruleset=house) == ([], {0: "1o"}, "7c", 7)


# Where arrangements tie


def test_then_the_fewest_cards_laid_off():
    assert arranged("4o 5o 6o", "7o 10o 11o") == (["4o 5o 6o"], {}, "", 0)


def test_the_order_in_which_cards_are_held_does_not_matter():
    cards = list(spanish("4o 5o 6o 7o 7c 7e 7b * *"))
    lying = table("1c 2c 3c", "12o 12c 12e")
    first = arrange(CHINCHON, cards, lying)
    for seed in range(20):
        random.Random(seed).shuffle(cards)
        assert arrange(CHINCHON, cards, lying) == first


# What to throw


def test_an_impossible_hand_is_refused():
    for question in (arrange, least_deadwood):
        with pytest.raises(Illegal) as refused:
            question(CHINCHON, spanish("7o 7o"))
        assert refused.value.code == "impossible-hand"


def test_one_lays_off_on_a_set_that_jokers_made():
    house = CHINCHON.turned({"min_naturals": 1})
    as_set = next(
        reading for reading in meld_rules(house).readings(spanish("7o * *")) if reading.kind == "set"
    )
    assert shown(arrange(house, spanish("7c 12e"), [as_set])) == ([], {0: "7c"}, "12e", 10)


def test_the_packs_are_those_of_so_many_players():
    cards = spanish("7o 7o 7c 12b")
    assert arrange(FOURNIER, cards, (), 5).deadwood == least_deadwood(FOURNIER, cards, 5) == 10


LONG = ("4o 5o 6o", "12c 12e *")


def test_with_melds_of_its_own_the_rest_is_laid_off():
    own, lying = meld_rules(CHINCHON).readings(spanish("1c 1e 1b")), table("4o 5o 6o", "12o 12c 12e")
    cards = spanish("1c 1e 1b 7o 3o 12b * 2c")
    arrangement = lay_off_only(meld_rules(CHINCHON), cards, own, lying)
    assert shown(arrangement) == (["1c 1e 1b"], {0: "3o 7o *", 1: "12b"}, "2c", 2)
    many = lay_off_only(
        meld_rules(CHINCHON), spanish("1c 1e 1b 2o 3o 7o 10o 11o 12o 12b 2c"), own, table(*LONG)
    )
    assert shown(many) == (["1c 1e 1b"], {0: "2o 3o 7o 10o 11o 12o", 1: "12b"}, "2c", 2)


def test_a_joker_that_costs_nothing_is_melded_all_the_same():
    assert arranged("5o 6o 7o *", ruleset=CHINCHON.turned({"joker_points": 0})) == (["5o 6o 7o *"], {}, "", 0)


EIGHTEEN = "5h 6h 7h 8h 9h 5s 6s 7s 8s 9s 5d 6d 7d 8d 5c 6c 7c 8c"


def test_eighteen_melded_cards_leave_nothing():
    assert least_deadwood(CHINASO, french(EIGHTEEN)) == 0
    assert least_deadwood(CHINASO, french(EIGHTEEN + " Kd")) == 10
