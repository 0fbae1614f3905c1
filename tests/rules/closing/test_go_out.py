"""Going out in the Rummies, Rum 500 and Chinaso."""

import pytest

from rules.closing.check import check_close, legal_closings
from rules.closing.situation import Situation
from rules.errors import Malformed
from rules.events import Close
from rules.presets import CHINASO, DOUBLE_RUM, QUEEN_CITY, RUM_500, RUMMY
from tests.rules.support.hands import french, names


def check(text, *claim, ruleset=RUMMY, discard=None, **situation):
    melds = [french(meld) for meld in claim] if claim else None
    thrown = french(discard)[0] if discard else None
    return check_close(ruleset, french(text), melds, thrown, Situation(**situation))


def said(verdict):
    """The verdict as legal or the refusal, the kind of close and its points."""
    return verdict.code or "legal", verdict.close, verdict.points


WHOLE = "4h 5h 6h 7h Js Jd Jc 2s 3s 4s"

# The Rummies


def test_a_whole_hand_in_one_turn_is_a_rummy():
    verdict = check(WHOLE)
    assert said(verdict) == ("legal", Close.RUMMY, 0)
    assert ([names(meld.cards) for meld in verdict.melds], verdict.loose, verdict.discard) == (
        ["2s 3s 4s", "Js Jd Jc", "4h 5h 6h 7h"],
        (),
        None,
    )
    assert (verdict.deadwood, verdict.lay_off, verdict.contract) == (0, False, None)


def test_a_loose_card_keeps_one_from_going_out():
    verdict = check("4h 5h 6h 7h Js Jd Jc 2s 3s 9s")
    assert (said(verdict), verdict.deadwood, verdict.best) == (("must-meld-all", None, None), 14, None)
    assert check(WHOLE, "4h 5h 6h 7h", "Js Jd Jc").details == {"loose": 3}


def test_a_joker_may_be_thrown_and_counts_where_it_is_loose():
    thrown = check(WHOLE + " *", ruleset=DOUBLE_RUM, discard="*")
    assert (said(thrown), names([thrown.discard])) == (("legal", Close.RUMMY, 0), "*")
    assert [names(meld.cards) for meld in thrown.melds] == ["2s 3s 4s", "Js Jd Jc", "4h 5h 6h 7h"]
    ways = legal_closings(DOUBLE_RUM, french(WHOLE + " *"))  # with the joker in its place any card may go
    assert {way.discard and names([way.discard]) for way in ways} == {None, "*", *WHOLE.split()}
    loose = check("2c 6c Tc 4d 8d Qd 3h 7h Jh *", ruleset=DOUBLE_RUM)
    assert (loose.code, loose.deadwood, loose.details) == ("must-meld-all", 75, {"loose": 10})


def test_a_house_where_going_out_takes_two_turns():
    verdict = check(WHOLE, ruleset=RUMMY.turned({"min_table_turns": 2}))
    assert (verdict.code, verdict.details, verdict.best) == ("bad-close", {"close": Close.RUMMY}, None)


def test_queen_city_keeps_the_dearest_hand_for_the_others_pay_it():
    eight = "4h 5h 6h 7h Js Jd Jc Jh"
    whole = check(eight, ruleset=QUEEN_CITY)
    assert (said(whole), whole.discard) == (("legal", Close.RUMMY, 0), None)
    assert {way.discard and names([way.discard]) for way in legal_closings(QUEEN_CITY, french(eight))} == {
        None,
        "4h",
        "7h",
        "Js",
        "Jd",
        "Jc",
        "Jh",
    }
    seven = check("4h 5h 6h 7h Js Jd Jc 2c", ruleset=QUEEN_CITY)
    assert names([seven.discard]) == "2c"
    assert [verdict.value for verdict in (whole, seven, check(WHOLE))] == [62, 52, None]


# Rum 500


def test_rum_500_needs_a_last_discard():
    seven = "4h 5h 6h 7h Js Jd Jc"
    eight = check(seven + " Jh", ruleset=RUM_500, players=3)
    assert names([eight.discard]) == "4h"  # the cheapest, for the rest counts on the table
    assert eight.value == 58


# Chinaso


def chinaso(text, *claim, hand, goes_down=False, **more):
    return check(text, *claim, ruleset=CHINASO, hand=hand, goes_down=goes_down, **more)


TWELVE = "4c 5c 6c 7c 8d 9d Td Jd Jh Qh Kh Ah"


def test_all_cards_in_the_required_sets_while_nobody_is_down_is_a_chinaso():
    verdict = chinaso(TWELVE, hand=7)
    assert (said(verdict), verdict.contract) == (("legal", Close.CHINASO, 0), (0, 3))


def test_the_contract_is_that_of_the_hand():
    claim = ("4c 5c 6c 7c", "8d 9d Td Jd", "Jh Qh Kh Ah")
    verdict = chinaso(TWELVE, *claim, hand=6)
    assert (verdict.code, verdict.details) == ("contract-mismatch", {"asked": ((1, 2),), "laid": (0, 3)})
    assert check(TWELVE, ruleset=CHINASO).contract == (0, 3)  # nobody said which hand it is
    with pytest.raises(Malformed, match="no contract for hand 8"):
        chinaso(TWELVE, hand=8)


def test_going_down_is_no_close():
    verdict = chinaso("6s 6h 6d 9c 9d 9h", hand=1, goes_down=True)
    assert (said(verdict), verdict.contract, verdict.best) == (("legal", None, None), (2, 0), None)


def test_an_unclaimed_joker_stands_where_the_sequence_is_broken():
    verdict = chinaso("5h 6h 7h * 9h Th Jh Qh", hand=3, goes_down=True)
    assert [names(meld.cards) for meld in verdict.melds] == ["* 5h 6h 7h", "9h Th Jh Qh"]
    other_suit = chinaso("5h 6h 7h * 9s Ts Js Qs", hand=3, goes_down=True)
    assert [names(meld.cards) for meld in other_suit.melds] == ["9s Ts Js Qs", "5h 6h 7h *"]
    assert (other_suit.details, other_suit.contract) == ({}, (0, 2))


def test_the_last_card_is_never_discarded():
    eleven = "4h 5h 6h 7h 9c Tc Jc Qc 2s 2d 2h"
    unclaimed = chinaso(eleven + " Ks", hand=6)
    assert (unclaimed.code, unclaimed.contract, unclaimed.details) == ("last-card-discarded", (1, 2), {})


def test_all_melded_though_not_as_asked_is_shown_with_what_would_be_thrown():
    verdict = chinaso("4h 5h 6h 7h 9c Tc Jc Qc 2s 2d 2h Ks", hand=1)
    assert (verdict.code, verdict.contract, verdict.deadwood) == ("contract-mismatch", (1, 2), 0)
    assert (verdict.loose, verdict.discard) == ((), french("Ks")[0])


def test_what_may_be_a_set_or_a_run_is_what_the_contract_asks_for():
    house = CHINASO.turned({"adjacent_jokers": True})
    either, run = "7c * * *", "9d Td Jd Qd"
    for hand, contract in ((2, (1, 1)), (3, (0, 2))):
        verdict = check(f"{either} {run}", either, run, ruleset=house, hand=hand, goes_down=True)
        assert (verdict.code, verdict.contract) == (None, contract)


def test_who_goes_down_may_hold_what_he_bought_and_the_card_he_drew():
    codes = [chinaso(" ".join(["2c"] * number), hand=1, goes_down=True).code for number in (3, 18, 19)]
    assert codes == ["contract-mismatch", "impossible-hand", "impossible-hand"]


def ways_out(text, **situation):
    closings = legal_closings(CHINASO, french(text), situation=Situation(**situation))
    return {closing.close for closing in closings}


def test_the_ways_out_are_those_of_the_hand_and_of_how_many_are_down():
    assert ways_out(TWELVE) == ways_out(TWELVE, hand=7) == {Close.CHINASO}
    assert ways_out(TWELVE, hand=7, others_down=1) == {Close.OUT}
    assert ways_out(TWELVE, hand=6) == set()
    assert ways_out(TWELVE + " 8c 9c Tc", hand=7) == {Close.CHINASO}


def test_a_discard_is_told_of_one_card_more_than_the_hand():
    assert legal_closings(RUMMY, french(WHOLE), french("2s")[0]) == []
    assert [way.discard for way in legal_closings(RUMMY, french(WHOLE + " Kd"), french("Kd")[0])] == [
        *french("Kd")
    ]
