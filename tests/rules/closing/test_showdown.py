"""What the other players count after a close: melding, laying off, whole showdowns."""

import pytest

from rules.cards.arrange import Arrangement
from rules.cards.meld_faults import MeldFault, NoMeld
from rules.closing.showdown import CountedCards, count, play_showdown
from rules.errors import Illegal
from rules.events import Close
from rules.presets import CHINASO, CHINCHON, FOURNIER, FRENCH, GIN, QUEEN_CITY, RUMMY
from tests.rules.support.hands import french, names, spanish


def points(text, *table, ruleset=CHINCHON, close=Close.KNOCK, read=spanish, **more):
    return count(ruleset, read(text), [read(meld) for meld in table], close, **more).points


@pytest.mark.parametrize("close", [Close.CLEAN, Close.JOKER_RUN_1, Close.JOKER_RUN_2, Close.CHINCHON, None])
def test_nobody_lays_off_when_everything_was_melded(close):
    assert points("2o 3o 4o 10c 4c 11c 12e", "5c 6c 7c", close=close) == 34


@pytest.mark.parametrize(("lay_off", "counted"), [("any", 1), ("closer", 1), ("none", 5)])
def test_whether_a_house_lays_off(lay_off, counted):
    assert points("4o 1c", "5o 6o 7o", ruleset=CHINCHON.turned({"lay_off": lay_off})) == counted


def test_where_one_lays_off_in_play_all_cards_left_count_melded_or_not():
    house = CHINCHON.turned({"lay_off": "in-play"})
    assert points("4o 1c 1e 1b *", "5o 6o 7o", ruleset=house) == 32


def test_where_anyone_is_clean_full_melds_give_ten_back():
    cards = "5h 6h 7h Js Jd Jc Jh"
    assert points(cards, ruleset=FRENCH, read=french) == -10
    assert points(cards, ruleset=FRENCH.turned({"clean_for": "closer"}), read=french) == 0
    assert points(cards + " Ks", ruleset=FRENCH, read=french) == 10


def test_what_is_laid_off_was_not_melded_by_oneself():
    house = CHINCHON.turned({"clean_for": "anyone"})
    assert points("1o 2o 3o 4c", "5c 6c 7c", ruleset=house) == 0
    assert points("1o 2o 3o", "4o 5o 6o", ruleset=house) == -10


def test_a_joker_may_be_charged_even_inside_a_meld():
    house = FRENCH.turned({"joker_always_charged": True})
    assert points("5h 6h * Js Jd Jc 2c", ruleset=FRENCH, read=french) == 2
    assert points("5h 6h * Js Jd Jc 2c", ruleset=house, read=french) == 52
    assert points("5h 6h * Js Jd Jc Jh", ruleset=house, read=french) == 50


def test_a_joker_that_is_charged_anyway_saves_the_dearest_cards():
    cards = "7o 7c 7e 7b 12c *"  # a set of four cannot take the joker
    assert points(cards) == 17
    assert points(cards, ruleset=CHINCHON.turned({"joker_always_charged": True})) == 35


def test_a_joker_that_is_charged_anyway_is_worth_nothing_in_a_meld():
    house = CHINCHON.turned({"joker_always_charged": True, "adjacent_jokers": False, "min_naturals": 3})
    assert points("3b 3e 5b 5c 5e 6b * *", ruleset=house) == 3 + 3 + 6 + 50  # all jokers laid would leave 13


def test_a_wild_card_is_no_joker_when_jokers_are_charged():
    house = CHINCHON.turned({"joker_always_charged": True, "wild_cards": ["1o"]})
    assert points("5c 6c 1o", ruleset=house) == 0
    assert points("5c 7e 1o", ruleset=house) == 37


def test_laying_off_may_need_a_meld_of_ones_own():
    house = CHINCHON.turned({"lay_off_needs_meld": True})
    assert points("4c 12o 1e", "5c 6c 7c") == 11
    assert points("4c 12o 1e", "5c 6c 7c", ruleset=house) == 15
    assert points("4c 12o 1e 2e 3e", "5c 6c 7c", ruleset=house) == 10


def test_a_run_on_the_table_is_read_as_it_is_written():
    assert [points("4o", meld) for meld in ("5o 6o *", "* 5o 6o", "* 6o 5o", "6o 5o *")] == [0, 4, 0, 4]
    assert [points("7o", meld) for meld in ("5o 6o *", "* 5o 6o", "* 6o 5o", "6o 5o *")] == [7, 0, 7, 0]


def test_a_joker_the_writing_leaves_open_stands_where_it_hurts():
    assert [points(card, "6o * 5o") for card in ("4o", "7o", "3o", "10o")] == [4, 7, 3, 10]


def test_a_wild_card_on_the_table_holds_the_place_it_is_written_at():
    house = CHINCHON.turned({"wild_cards": ["1o"]})
    assert [points(card, "5c 6c 1o", ruleset=house) for card in ("4c", "7c", "10c")] == [0, 7, 0]


def test_a_table_of_something_else_is_refused():
    with pytest.raises(Illegal) as refused:
        points("1o", "5o 6o 10o")
    assert refused.value.code == "invalid-meld"


def test_where_the_cards_went():
    counted = count(CHINCHON, spanish("3c 4c 12o 12e"), [spanish("5c 6c 7c"), spanish("11o 11e 11b")])
    laid_off = [(one.onto, names(one.cards)) for one in counted.arrangement.laid_off]
    assert (laid_off, names(counted.arrangement.loose), counted.points) == ([(0, "3c 4c")], "12o 12e", 20)


# Showdowns


def shown(ruleset=CHINCHON, melds=None, close=None, players=None, **cards):
    held = {name: spanish(text) for name, text in cards.items()}
    claims = {name: [spanish(meld) for meld in claim] for name, claim in (melds or {}).items()}
    return play_showdown(ruleset, "Ana", held, claims, close, players).points


def test_everybody_counts_what_he_cannot_put_on_the_table():
    assert shown(Ana="4o 5o 6o 7o 7c 7e 2b", Eva="3o 2o 1c 12b 12c 12e 5b", Luis="7b 10o 1e 1b 3b 4b 6c") == {
        "Ana": 2,
        "Eva": 6,
        "Luis": 25,
    }


def test_the_closer_s_claim_is_what_lies_on_the_table():
    cards = {"Ana": "1o 2o 3o 4o 5o 6o 1c", "Eva": "7o 12c"}
    assert shown(**cards) == {"Ana": 1, "Eva": 10}
    assert shown(**cards, melds={"Ana": ["1o 2o 3o", "4o 5o 6o"]}) == {"Ana": 1, "Eva": 10}


def test_the_closer_lays_down_what_leaves_the_others_most():
    # 5-6 with the joker as 4 or as 7: the other holds the 7, so the joker is the 7.
    assert shown(Ana="5o 6o * 2c 2e 2b 1e", Eva="7o 12c") == {"Ana": 1, "Eva": 17}
    # and the joker is the 4 where the other holds the 4.
    assert shown(Ana="5o 6o * 2c 2e 2b 1e", Eva="4o 12c") == {"Ana": 1, "Eva": 14}


def test_a_clean_close_lets_nobody_lay_off():
    assert shown(Ana="1o 2o 3o 7o 7c 7e 7b", Eva="4o 12c") == {"Ana": -10, "Eva": 14}


def test_a_chinchon_wins_and_the_others_count_all_the_same():
    assert shown(Ana="1o 2o 3o 4o 5o 6o 7o", Eva="10o 12c") == {"Ana": "wins", "Eva": 20}


def test_the_kind_of_close_may_be_said():
    cards = {"Ana": "1o 2o 3o 4o 5o 6o 7o", "Eva": "10o 12c"}
    assert shown(**cards, close=Close.CLEAN) == {"Ana": -10, "Eva": 20}
    assert shown(**cards, close=Close.KNOCK) == {"Ana": 1, "Eva": 10}
    with pytest.raises(Illegal) as refused:
        shown(**cards, close=Close.JOKER_RUN_1)
    assert refused.value.code == "bad-close"


def test_one_lays_off_on_what_the_others_laid_down():
    cards = {"Ana": "4o 5o 6o 7o 7c 7e 2b", "Eva": "1c 2c 3c 12e", "Luis": "4c 1b"}
    melds = {"Eva": ["1c 2c 3c"]}
    assert shown(**cards) == {"Ana": 2, "Eva": 10, "Luis": 1}
    assert shown(**cards, melds=melds) == {"Ana": 2, "Eva": 10, "Luis": 1}
    assert shown(**cards, melds={"Eva": []}) == {"Ana": 2, "Eva": 16, "Luis": 5}
    closer = CHINCHON.turned({"lay_off": "closer"})
    assert shown(closer, **cards, melds=melds) == {"Ana": 2, "Eva": 10, "Luis": 5}


def test_a_close_that_is_none_is_refused():
    with pytest.raises(Illegal) as refused:
        shown(Ana="1o 3c 5e 7b 10o 12c 2c", Eva="7o")
    assert refused.value.code == "too-many-loose"


def test_where_claims_are_upgraded_the_better_reading_lies_on_the_table():
    house = CHINCHON.turned({"claim_upgrades": True})
    melds = {"Ana": ["1o 2o 3o", "4o 5o 6o 7o"]}
    assert shown(house, Ana="1o 2o 3o 4o 5o 6o 7o", Eva="1c", melds=melds) == {"Ana": "wins", "Eva": 1}
    cards = {"Ana": "5o 6o 7o 1c 1e 1b 2c", "Eva": "1o 12c"}
    melds = {"Ana": ["5o 6o 7o"]}
    for upgrades, points in ((False, {"Ana": 5, "Eva": 11}), (True, {"Ana": 2, "Eva": 10})):
        house = FOURNIER.turned({"claim_upgrades": upgrades, "close_limit": 10})
        assert shown(house, **cards, melds=melds) == points


def test_who_claims_no_meld_lays_off_only_where_none_is_needed():
    house = CHINCHON.turned({"lay_off_needs_meld": True})
    cards = {"Ana": "5c 6c 7c 6o 6e 6b 1b", "Eva": "4c 12o 1e 2e 3e"}
    assert shown(**cards, melds={"Eva": []}) == {"Ana": 1, "Eva": 16}
    assert shown(house, **cards, melds={"Eva": []}) == {"Ana": 1, "Eva": 20}
    assert shown(house, **cards, melds={"Eva": ["1e 2e 3e"]}) == {"Ana": 1, "Eva": 10}


def test_all_that_is_left_in_hand_lies_loose_in_the_rummies():
    counted = count(RUMMY, french("Ks 7h 7d 7s"))
    assert counted == CountedCards(31, Arrangement(31, (), (), french("7s Ks 7h 7d")))


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        (RUMMY, {"lay_off": "none"}),
        (QUEEN_CITY, {}),
        (CHINASO, {"lay_off": "none"}),
        (GIN, {"lay_off": "in-play"}),
    ],
    ids=lambda value: getattr(value, "key", ""),
)
def test_so_it_does_wherever_one_goes_out_or_lays_off_in_play(ruleset, options):
    house = ruleset.turned({"pays_hand_of": "own", **options})
    assert count(house, french("7s 7h 7d Ks 2h 4d 9c"), close=None).points == 46


def test_each_pays_all_that_he_holds_where_it_is_his_own_hand():
    house = QUEEN_CITY.turned({"pays_hand_of": "own"})
    held = {"A": french("As 2s 3s 5d 5h 5c 5s"), "B": french("7s 7h 7d Ks 2h 4d 9c")}
    assert play_showdown(house, "A", held).points == {"A": 46, "B": -46}


@pytest.mark.parametrize(("players", "most"), [(4, 4), (5, 8)])
def test_a_group_on_the_table_that_is_no_meld_is_refused_with_its_reason(players, most):
    house, nine = FOURNIER.turned({"jokers": 9}), "7o 7c * * * * * * *"
    reason = NoMeld(MeldFault.TOO_MANY, needed=most)
    for ask in (
        lambda: points("1o", nine, ruleset=house, players=players),
        lambda: shown(house, {"B": [nine]}, players=players, Ana="1e 2e 3e 1o 2o 3o 1b", B=nine),
    ):
        with pytest.raises(Illegal) as refused:
            ask()
        assert (refused.value.code, refused.value.details) == ("invalid-meld", {"melds": ((0, reason),)})


def test_a_showdown_of_five_has_two_packs():
    cards = {"Ana": "7o 7o 7c 7c 1e 2e 3e", "B": "7e 7e 12b", "C": "12o 12o 12c"}
    assert shown(FOURNIER, players=5, **cards) == {"Ana": -10, "B": 24, "C": 0}
    claim = {"Ana": ["7o 7o 7c 7c", "1e 2e 3e"]}
    assert shown(FOURNIER, melds=claim, players=5, **cards) == {"Ana": -10, "B": 24, "C": 0}
    with pytest.raises(Illegal) as refused:
        shown(FOURNIER, melds=claim, players=4, **cards)
    assert (refused.value.code, refused.value.details["copies"]) == ("impossible-hand", 1)


def test_the_others_count_what_they_claim():
    cards = {"Ana": "1o 2o 3o 7o 7c 7e 7b", "B": "4b 5b 6b 12o"}
    assert shown(**cards) == {"Ana": -10, "B": 10}
    assert shown(melds={"B": []}, **cards) == {"Ana": -10, "B": 25}


def test_a_claimed_joker_stands_for_what_leaves_each_player_most():
    claim = {"Ana": ["5o * 6o", "2c 2e 2b"]}  # the order does not say whether it is the 4 or the 7
    for other, counts in (("10o", 10), ("3o", 3)):
        assert shown(melds=claim, Ana="5o 6o * 2c 2e 2b 1b", B=other) == {"Ana": 1, "B": counts}


@pytest.mark.parametrize(
    ("other", "counts", "lies"), [("10o", 10, "* 5o 6o"), ("3o", 3, "5o 6o *"), ("7o", 7, "5o 6o *")]
)
def test_a_joker_of_no_claim_lies_where_it_leaves_the_others_most(other, counts, lies):
    held = {"Ana": spanish("5o 6o * 2c 2e 2b 1b"), "B": spanish(other)}
    played = play_showdown(CHINCHON, "Ana", held)
    assert (played.points, [names(meld.cards) for meld in played.laid_down][:1]) == (
        {"Ana": 1, "B": counts},
        [lies],
    )


# A run of seven of somebody who did not close

RUN = "3h 4h 5h 6h 7h 8h 9h"


def test_where_it_is_for_anyone_a_chinchon_wins_whoever_closed():
    assert points(RUN, ruleset=FRENCH, read=french) == "wins"
    held = {"A": french("5c 6c 7c Js Jd Jc 2d"), "B": french(RUN)}
    for claim, counts in (([RUN], "wins"), (["3h 4h 5h", "6h 7h 8h 9h"], -10)):
        claims = {"B": [french(meld) for meld in claim]}
        assert play_showdown(FRENCH, "A", held, claims).points == {"A": 2, "B": counts}
    assert points(RUN, ruleset=FRENCH.turned({"chinchon_for": "closer"}), read=french) == -10
    assert points(RUN, ruleset=FRENCH.turned({"chinchon_points": -50}), read=french) == -50
    assert points(RUN, ruleset=FRENCH.turned({"chinchon_points": 5}), read=french) == -10


def test_a_run_with_a_joker_or_of_six_is_no_chinchon_of_another_player():
    assert points("3h 4h 5h * 7h 8h 9h", ruleset=FRENCH, read=french) == -10
    assert points("3h 4h 5h 6h 7h 8h", ruleset=FRENCH, read=french) == -10


def test_the_closer_adds_his_points_although_another_player_wins():
    held = {"A": french("5c 6c 7c Js Jd Jc 2d"), "B": french(RUN), "C": french("Kd 9s")}
    assert play_showdown(FRENCH, "A", held).points == {"A": 2, "B": "wins", "C": 19}
