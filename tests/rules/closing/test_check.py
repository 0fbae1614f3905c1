"""Checking a close: the facts of every refusal, claims and discards, all the ways and their order."""

import pytest

from rules.cards.meld_faults import MeldFault, NoMeld
from rules.closing.check import legal_closings
from rules.closing.showdown import counts_if_refused
from rules.closing.verdict import Situation
from rules.events import Close
from rules.presets import CHINCHON, FOURNIER
from tests.rules.support.hands import asked, names, spanish

KNOCK = "4o 5o 6o 7o 7c 7e 2b"  # 4-5-6 and three sevens, the 2 loose
CHINCHON_CARDS = "1o 2o 3o 4o 5o 6o 7o"
EIGHT = KNOCK + " 12c"


def check(text, *claim, ruleset=CHINCHON, **given):
    return asked(ruleset, text, claim or None, **given)


def laid_down(way):
    return [names(meld.cards) for meld in way.melds], names(way.loose)


# The hand first, then the claim, then the close

NOTHING_LOOSE = CHINCHON.with_options({"close_cards": 0})
WRONG = "5c 6c 10c 1o 2o 3o 4e"
NINE = "7o 7c * * * * * * *"
NINE_CARDS = FOURNIER.with_options({"jokers": 9, "hand_size": 9})
GAP = NoMeld(MeldFault.GAP, spanish("7c"))
SHORT = NoMeld(MeldFault.TOO_SHORT, needed=3)


def too_many(most):
    return {"melds": ((0, NoMeld(MeldFault.TOO_MANY, needed=most)),)}


@pytest.mark.parametrize(
    ("cards", "claim", "given", "code", "details"),
    [
        (
            "1o 2o 3o 7o 7c 7e",
            None,
            {},
            "wrong-hand-size",
            {"cards": 6, "hand_size": 7},
        ),
        (KNOCK, ["4o 5o 6o", "7o 7c 7b"], {}, "not-in-hand", {"cards": spanish("7b")}),
        (EIGHT, None, {"discard": "1c"}, "not-in-hand", {"cards": spanish("1c")}),
        (
            "5c 6c 7c 7e 7o 1b 2b",
            ["5c 6c 7c", "7c 7e 7o"],
            {},
            "card-reused",
            {"cards": spanish("7c")},
        ),
        (
            WRONG,
            ["5c 6c 10c", "1o 2o 3o", "4e"],
            {},
            "invalid-meld",
            {"melds": ((0, GAP), (2, SHORT))},
        ),
        (
            NINE,
            [NINE],
            {"ruleset": NINE_CARDS, "players": 4},
            "invalid-meld",
            too_many(4),
        ),
        (
            NINE,
            [NINE],
            {"ruleset": NINE_CARDS, "players": 5},
            "invalid-meld",
            too_many(8),
        ),
        (KNOCK, [], {}, "too-many-loose", {"loose": 7, "allowed": 1}),
        (
            "5c 6c 7c 11o 11e 11b 5e",
            None,
            {},
            "over-close-limit",
            {"deadwood": 5, "limit": 4},
        ),
        (
            KNOCK,
            ["4o 5o 6o"],
            {"ruleset": NOTHING_LOOSE},
            "must-meld-all",
            {"loose": 4},
        ),
        (KNOCK, None, {"first_lap": True}, "first-lap", {}),
        (KNOCK, None, {"total": 99}, "closer-would-bust", {"total": 101, "limit": 100}),
        (KNOCK, None, {}, None, {}),
    ],
)
def test_a_refusal_says_the_facts_that_its_sentence_needs(
    cards, claim, given, code, details
):
    verdict = asked(**{"ruleset": CHINCHON} | given, text=cards, claim=claim)
    assert verdict.code == code
    assert verdict.details == details
    assert verdict.lay_off == (code is None)


def test_a_refusal_says_what_may_be_closed_with_unless_the_number_of_cards_is_wrong():
    assert check("1o 2o 3o 7o 7c 7e").best is None
    assert check(KNOCK, "4o 5o 6o", "7o 7c 7b").best.points == 2
    strange = check(EIGHT, discard="1c")
    assert strange.discard == spanish("1c")[0]
    assert strange.best.points == 2


def test_without_a_claim_the_nearest_close_is_shown_with_the_fewest_loose_cards():
    verdict = check(
        "1o 1c 1e 5c 6c 7c 12b", ruleset=FOURNIER.with_options({"ace_points": 0})
    )
    assert verdict.code == "over-close-limit"
    assert laid_down(verdict) == (["1o 1c 1e", "5c 6c 7c"], "12b")


def test_a_discard_is_kept_to_with_a_claim_or_without():
    verdict = check(EIGHT, "4o 5o 6o", "7o 7c 7e", discard="2b")
    assert verdict.code == "over-close-limit"
    assert verdict.best.points == 2
    assert str(verdict.best.discard) == "12c"
    verdict = check(EIGHT, discard="2b")
    assert verdict.code == "over-close-limit"
    assert verdict.points is None
    assert verdict.better.points == 2


# The claim and the better reading


def test_a_claim_is_scored_as_claimed_and_the_better_reading_is_pointed_out():
    verdict = check(CHINCHON_CARDS, "1o 2o 3o", "4o 5o 6o 7o")
    assert verdict.code is None
    assert verdict.close == Close.CLEAN
    assert verdict.points == -10
    assert verdict.better.close == Close.CHINCHON
    assert verdict.better.points == "wins"
    assert check(CHINCHON_CARDS, CHINCHON_CARDS).better is None
    assert check(KNOCK, "4o 5o 6o", "7o 7c 7e").better is None
    verdict = check(KNOCK, "4o 5o 6o 7o")
    assert verdict.code == "too-many-loose"
    assert laid_down(verdict) == (["4o 5o 6o 7o"], "7c 7e 2b")
    assert verdict.better.points == 2
    assert laid_down(verdict.better) == (["4o 5o 6o", "7o 7c 7e"], "2b")


@pytest.mark.parametrize(
    ("ruleset", "claim", "close", "melds"),
    [
        (CHINCHON, ["1o 2o 3o", "4o 5o 6o 7o"], Close.CHINCHON, [CHINCHON_CARDS]),
        # none is better
        (
            FOURNIER,
            ["1o 2o 3o 4o", "5o 6o 7o"],
            Close.CLEAN,
            ["1o 2o 3o 4o", "5o 6o 7o"],
        ),
    ],
)
def test_a_house_may_score_a_claim_as_its_better_reading(ruleset, claim, close, melds):
    verdict = check(
        CHINCHON_CARDS, *claim, ruleset=ruleset.with_options({"claim_upgrades": True})
    )
    assert verdict.code is None
    assert verdict.close == close
    assert laid_down(verdict) == (melds, "")


# All the ways


def ways(text, ruleset=CHINCHON, **situation):
    closings = legal_closings(ruleset, spanish(text), situation=Situation(**situation))
    return [(way.points, *laid_down(way)) for way in closings]


def test_of_equal_closes_the_one_with_few_loose_cards_and_melds_first_in_the_deck():
    assert ways("1o 1c 1e 5c 6c 7c 2b", FOURNIER.with_options({"ace_points": 0})) == [
        (2, ["1o 1c 1e", "5c 6c 7c"], "2b"),
        (2, ["5c 6c 7c"], "1o 1c 1e 2b"),
    ]
    assert [way for way in ways("6o 5c 5o 5b 6b 6e *") if way[0] == -10] == [
        (-10, ["5o 5c 5b", "6o 6e 6b *"], ""),
        (-10, ["5o 5c 5b *", "6o 6e 6b"], ""),
    ]


def test_of_closes_with_equal_points_those_with_a_discard_come_first():
    cards = spanish("1o 2o 3o 4o 7o 7c 7e 7b")
    clean = [
        way.discard and str(way.discard)
        for way in legal_closings(FOURNIER, cards)
        if way.points == -10
    ]
    assert clean == ["7o", "7c", "7e", "7b", "4o", "1o", None]


def test_of_a_refused_close_real_melds_count_as_claimed_and_at_best_all_cards():
    cards = spanish("1o 2o 4o 4c 4e 4b 3b")
    assert counts_if_refused(CHINCHON, cards, [cards[:3], cards[3:6]]) == (10, 6)
    assert check("1o 2o 3o 7c 7e 10o 12b 11b").least_discard in spanish("10o 11b 12b")
