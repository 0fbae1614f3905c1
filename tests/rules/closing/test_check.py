"""Checking a close: its kind and points, every refusal, claims and discards."""

import pytest

from rules.cards.meld_faults import MeldFault, NoMeld
from rules.closing.check import check_close, legal_closings
from rules.closing.situation import Situation
from rules.events import Close
from rules.presets import CHINCHON, FOURNIER
from tests.rules.support.hands import names, spanish

KNOCK = "4o 5o 6o 7o 7c 7e 2b"  # 4-5-6 and three sevens, the 2 loose
CLEAN = "1o 2o 3o 7o 7c 7e 7b"
CHINCHON_CARDS = "1o 2o 3o 4o 5o 6o 7o"


def check(text, *claim, ruleset=CHINCHON, discard=None, read=spanish, **situation):
    melds = [read(meld) for meld in claim] if claim else None
    return check_close(
        ruleset, read(text), melds, read(discard)[0] if discard else None, Situation(**situation)
    )


def said(verdict):
    """The verdict as legal or the refusal, the kind of close and its points."""
    return verdict.code or "legal", verdict.close, verdict.points


def laid_down(way):
    return [names(meld.cards) for meld in way.melds], names(way.loose)


# Kinds of close


def test_a_wild_card_at_the_end_of_a_run_is_natural_there():
    house = CHINCHON.turned({"wild_cards": ["12o"]})
    ways = legal_closings(house, spanish("4o 5o 6o 7o 10o 11o 12o"))
    runs = [(way.close, names(way.melds[0].cards)) for way in ways if not way.loose and len(way.melds) == 1]
    assert runs == [
        (Close.CHINCHON, "4o 5o 6o 7o 10o 11o 12o"),
        (Close.JOKER_RUN_1, "12o 4o 5o 6o 7o 10o 11o"),
    ]


# The hand first


@pytest.mark.parametrize("cards", ["", "1o 2o 3o 7o 7c 7e", "1o 2o 3o 4o 5o 6o 7o 10o 11o"])
def test_a_wrong_number_of_cards(cards):
    verdict = check(cards)
    assert (verdict.code, verdict.details) == (
        "wrong-hand-size",
        {"cards": len(cards.split()), "hand_size": 7},
    )
    assert verdict.best is None


# Then the claim


def test_a_card_that_is_not_in_the_hand():
    verdict = check(KNOCK, "4o 5o 6o", "7o 7c 7b")
    assert (verdict.code, verdict.details) == ("not-in-hand", {"cards": spanish("7b")})
    assert verdict.best.points == 2


def test_a_card_used_twice():
    verdict = check("5c 6c 7c 7e 7o 1b 2b", "5c 6c 7c", "7c 7e 7o")
    assert (verdict.code, verdict.details) == ("card-reused", {"cards": spanish("7c")})


def test_every_wrong_meld_is_told_with_its_reason():
    verdict = check("5c 6c 10c 1o 2o 3o 4e", "5c 6c 10c", "1o 2o 3o", "4e")
    assert (verdict.code, verdict.details) == (
        "invalid-meld",
        {"melds": ((0, NoMeld(MeldFault.GAP, spanish("7c"))), (2, NoMeld(MeldFault.TOO_SHORT, needed=3)))},
    )


def test_how_many_make_a_set_depends_on_the_packs_of_so_many_players():
    house = FOURNIER.turned({"jokers": 9, "hand_size": 9})
    nine = "7o 7c * * * * * * *"
    for players, most in ((4, 4), (5, 8)):
        verdict = check(nine, nine, ruleset=house, players=players)
        assert verdict.details == {"melds": ((0, NoMeld(MeldFault.TOO_MANY, needed=most)),)}


def test_an_empty_claim_leaves_everything_loose():
    verdict = check_close(CHINCHON, spanish(KNOCK), [])
    assert (verdict.code, verdict.details) == ("too-many-loose", {"loose": 7, "allowed": 1})


# Then the close


def test_one_card_of_four_may_be_loose_and_no_card_of_five():
    verdict = check("5c 6c 7c 11o 11e 11b 5e")
    assert (verdict.code, verdict.details) == ("over-close-limit", {"deadwood": 5, "limit": 4})


def test_two_small_cards_are_too_many():
    verdict = check("2b 3b 4b 5b 6b 1o 2c", "2b 3b 4b 5b 6b")
    assert (verdict.code, verdict.details) == ("too-many-loose", {"loose": 2, "allowed": 1})


def test_where_nothing_may_be_loose_all_must_be_melded():
    house = CHINCHON.turned({"close_cards": 0})
    assert check(KNOCK, "4o 5o 6o", ruleset=house).details == {"loose": 4}


def test_a_legal_close_needs_no_facts_and_an_illegal_one_lets_nobody_lay_off():
    assert check(KNOCK).details == {}
    verdict = check(KNOCK, first_lap=True)
    assert (verdict.code, verdict.details, verdict.lay_off) == ("first-lap", {}, False)


def test_nobody_keeps_a_card_that_takes_him_over_the_limit():
    assert check(KNOCK, total=99).details == {"total": 101, "limit": 100}


def test_without_a_claim_the_code_is_the_furthest_any_arrangement_reaches():
    verdict = check("7o 7c 7e 7b 1o 1c 2e")  # four sevens leave three cards
    assert (verdict.code, verdict.deadwood, laid_down(verdict)) == (
        "too-many-loose",
        4,
        (["7o 7c 7e 7b"], "1o 1c 2e"),
    )


# The discard


def test_a_claim_with_its_discard():
    cards = "4o 5o 6o 7o 7c 7e 2b 12c"
    claim = ("4o 5o 6o", "7o 7c 7e")
    verdict = check(cards, *claim, discard="2b")
    assert (verdict.code, verdict.best.points, str(verdict.best.discard)) == ("over-close-limit", 2, "12c")


def test_a_discard_must_be_in_the_hand_and_out_of_the_melds():
    cards = "4o 5o 6o 7o 7c 7e 2b 12c"
    strange = check(cards, discard="1c")
    assert (strange.code, strange.details) == ("not-in-hand", {"cards": spanish("1c")})
    assert (strange.discard, strange.best.points) == (spanish("1c")[0], 2)


def test_a_discard_without_a_claim_is_kept_to():
    cards = "4o 5o 6o 7o 7c 7e 2b 12c"
    verdict = check(cards, discard="2b")
    assert (verdict.code, verdict.points, verdict.better.points) == ("over-close-limit", None, 2)


# The claim and the better reading


def test_a_claim_is_scored_as_claimed_and_the_better_reading_is_pointed_out():
    verdict = check(CHINCHON_CARDS, "1o 2o 3o", "4o 5o 6o 7o")
    assert said(verdict) == ("legal", Close.CLEAN, -10)
    assert (verdict.better.close, verdict.better.points) == (Close.CHINCHON, "wins")
    assert check(CHINCHON_CARDS, CHINCHON_CARDS).better is None
    assert check(KNOCK, "4o 5o 6o", "7o 7c 7e").better is None


def test_a_wrong_claim_points_out_the_right_one():
    verdict = check(KNOCK, "4o 5o 6o 7o")
    assert (verdict.code, verdict.better.points) == ("too-many-loose", 2)
    assert laid_down(verdict) == (["4o 5o 6o 7o"], "7c 7e 2b")
    assert laid_down(verdict.better) == (["4o 5o 6o", "7o 7c 7e"], "2b")


def test_the_better_reading_obeys_the_first_lap_and_the_total():
    assert check(CHINCHON_CARDS, "1o 2o 3o", first_lap=True).better is None
    cards = "1o 2o 3o 4o 7o 7c 7e"
    assert [check(cards, "1o 2o 3o", "7o 7c 7e", total=total).better.points for total in (0, 98)] == [
        -10,
        -10,
    ]
    assert check(KNOCK, "4o 5o 6o 7o", total=99).better is None


def test_a_house_may_score_a_claim_as_its_better_reading():
    house = CHINCHON.turned({"claim_upgrades": True})
    verdict = check(CHINCHON_CARDS, "1o 2o 3o", "4o 5o 6o 7o", ruleset=house)
    assert (said(verdict), laid_down(verdict)) == (("legal", Close.CHINCHON, "wins"), ([CHINCHON_CARDS], ""))


def test_a_claim_stays_as_it_is_where_no_reading_is_better():
    house = FOURNIER.turned({"claim_upgrades": True})
    verdict = check(CHINCHON_CARDS, "1o 2o 3o 4o", "5o 6o 7o", ruleset=house)
    assert (said(verdict), laid_down(verdict)) == (
        ("legal", Close.CLEAN, -10),
        (["1o 2o 3o 4o", "5o 6o 7o"], ""),
    )


# All the ways


def test_every_way_to_close_best_first():
    ways = legal_closings(CHINCHON, spanish("1o 2o 3o 4o 5o 6o 7o"))
    assert [(way.points, *laid_down(way)) for way in ways] == [
        ("wins", ["1o 2o 3o 4o 5o 6o 7o"], ""),
        (-10, ["1o 2o 3o", "4o 5o 6o 7o"], ""),
        (-10, ["1o 2o 3o 4o", "5o 6o 7o"], ""),
        (1, ["2o 3o 4o 5o 6o 7o"], "1o"),
        (1, ["2o 3o 4o", "5o 6o 7o"], "1o"),
        (4, ["1o 2o 3o", "5o 6o 7o"], "4o"),
    ]


def test_of_closes_that_are_alike_the_one_whose_melds_come_first_in_the_deck():
    ways = legal_closings(CHINCHON, spanish("6o 5c 5o 5b 6b 6e *"))
    assert [laid_down(way) for way in ways if way.points == -10] == [
        (["5o 5c 5b", "6o 6e 6b *"], ""),
        (["5o 5c 5b *", "6o 6e 6b"], ""),
    ]


def test_of_closes_with_equal_points_those_with_a_discard_come_first():
    ways = legal_closings(FOURNIER, spanish("1o 2o 3o 4o 7o 7c 7e 7b"))
    clean = [way.discard and str(way.discard) for way in ways if way.points == -10]
    assert clean == ["7o", "7c", "7e", "7b", "4o", "1o", None]


def test_of_closes_with_equal_points_the_one_with_few_loose_cards():
    house = FOURNIER.turned({"ace_points": 0})
    ways = legal_closings(house, spanish("1o 1c 1e 5c 6c 7c 2b"))
    assert [(way.points, *laid_down(way)) for way in ways] == [
        (2, ["1o 1c 1e", "5c 6c 7c"], "2b"),
        (2, ["5c 6c 7c"], "1o 1c 1e 2b"),
    ]


def test_the_ways_with_eight_cards_are_those_of_every_discard_or_of_the_one_that_is_told():
    cards = spanish("1o 2o 3o 4o 7o 7c 7e 7b")
    thrown = {str(way.discard) for way in legal_closings(CHINCHON, cards)}
    assert thrown == {"1o", "4o", "7o", "7c", "7e", "7b"}
    assert {str(way.discard) for way in legal_closings(CHINCHON, cards, spanish("1o")[0])} == {"1o"}


def test_the_ways_depend_on_what_the_closer_had_and_on_the_packs_of_so_many_players():
    house = CHINCHON.turned({"limit": 2})
    assert [
        len(legal_closings(house, spanish(KNOCK), situation=Situation(total=total))) for total in (0, 1)
    ] == [1, 0]
    two_packs = spanish("7o 7o 7c 7c 1e 2e 3e")
    assert [
        bool(legal_closings(FOURNIER, two_packs, situation=Situation(players=number))) for number in (4, 5)
    ] == [False, True]


def test_the_nearest_that_is_shown_leaves_the_fewest_cards():
    house = FOURNIER.turned({"ace_points": 0})
    verdict = check("1o 1c 1e 5c 6c 7c 12b", ruleset=house)
    assert (verdict.code, laid_down(verdict)) == ("over-close-limit", (["1o 1c 1e", "5c 6c 7c"], "12b"))


def test_there_is_no_way_where_no_close_is_allowed():
    assert legal_closings(CHINCHON, spanish(CLEAN), situation=Situation(first_lap=True)) == []
    assert legal_closings(CHINCHON, spanish("1o 2o")) == []
    assert legal_closings(CHINCHON, spanish("1o 1o 1o 1o 1o 1o 1o")) == []
