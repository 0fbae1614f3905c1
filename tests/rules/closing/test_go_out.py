"""Going out in the Rummies, Rum 500 and Chinaso."""

from functools import partial

import pytest

from rules.errors import Malformed
from rules.events import Close
from rules.presets import CHINASO, QUEEN_CITY, RUM_500, RUMMY
from tests.rules.support.hands import asked, names

WHOLE = "4h 5h 6h 7h Js Jd Jc 2s 3s 4s"
TWELVE = "4c 5c 6c 7c 8d 9d Td Jd Jh Qh Kh Ah"


def check(text, *claim, ruleset=RUMMY, **given):
    return asked(ruleset, text, claim or None, **given)


chinaso = partial(check, ruleset=CHINASO)


# The Rummies and Rum 500


def test_a_loose_card_keeps_one_from_going_out():
    verdict = check("4h 5h 6h 7h Js Jd Jc 2s 3s 9s")
    assert verdict.code == "must-meld-all"
    assert verdict.deadwood == 14
    assert verdict.best is None
    assert check(WHOLE, "4h 5h 6h 7h", "Js Jd Jc").details == {"loose": 3}
    two_turns = check(WHOLE, ruleset=RUMMY.with_options({"min_table_turns": 2}))
    details = {"close": Close.RUMMY}
    assert two_turns.code == "bad-close"
    assert two_turns.details == details
    assert two_turns.best is None


def test_queen_city_keeps_the_dearest_hand_and_rum_500_what_counts_on_the_table():
    eight = "4h 5h 6h 7h Js Jd Jc Jh"
    seven = "4h 5h 6h 7h Js Jd Jc 2c"
    found = [
        check(eight, ruleset=QUEEN_CITY),
        check(seven, ruleset=QUEEN_CITY),
        check(eight, ruleset=RUM_500, players=3),
        check(WHOLE),
    ]
    assert [(way.discard and str(way.discard), way.value) for way in found] == [
        (None, 62),
        ("2c", 52),
        ("4h", 58),
        (None, None),
    ]


# Chinaso


def test_the_contract_is_that_of_the_hand():
    verdict = chinaso(TWELVE, "4c 5c 6c 7c", "8d 9d Td Jd", "Jh Qh Kh Ah", hand=6)
    assert verdict.code == "contract-mismatch"
    assert verdict.details == {"asked": ((1, 2),), "laid": (0, 3)}
    assert chinaso(TWELVE).contract == (0, 3)  # nobody said which hand it is
    with pytest.raises(Malformed, match="no contract for hand 8"):
        chinaso(TWELVE, hand=8)


def test_an_unclaimed_joker_stands_where_the_sequence_is_broken():
    verdict = chinaso("5h 6h 7h * 9h Th Jh Qh", hand=3, goes_down=True)
    assert [names(meld.cards) for meld in verdict.melds] == [
        "* 5h 6h 7h",
        "9h Th Jh Qh",
    ]
    other_suit = chinaso("5h 6h 7h * 9s Ts Js Qs", hand=3, goes_down=True)
    assert [names(meld.cards) for meld in other_suit.melds] == [
        "9s Ts Js Qs",
        "5h 6h 7h *",
    ]
    assert other_suit.details == {}
    assert other_suit.contract == (0, 2)


def test_what_may_be_a_set_or_a_run_is_what_the_contract_asks_for():
    house = CHINASO.with_options({"adjacent_jokers": True})
    either = "7c * * *"
    run = "9d Td Jd Qd"
    for hand, contract in ((2, (1, 1)), (3, (0, 2))):
        verdict = check(
            f"{either} {run}", either, run, ruleset=house, hand=hand, goes_down=True
        )
        assert verdict.code is None
        assert verdict.contract == contract
