"""The table after a close: everybody melds and lays off on what lies there by then."""

import pytest

from rules.cards.arrange import LaidOff
from rules.closing.showdown import play_showdown
from rules.errors import Illegal
from rules.presets import CHINCHON, FOURNIER
from tests.rules.support.hands import names, spanish

IN_TURN = CHINCHON.with_options({"lay_off_order": "turn"})
CLOSED = "5o 6o 7o 1c 1e 1b 2c"  # 2 loose
TABLE = ["5o 6o 7o", "1c 1e 1b"]


def played(
    ruleset=CHINCHON,
    closed=CLOSED,
    melds=None,
    laid_off=None,
    kept=None,
    closer="A",
    **others,
):
    claimed = {"A": TABLE} if closed == CLOSED and closer else {}
    held = {name: spanish(text) for name, text in {"A": closed, **others}.items()}
    claims = {
        name: [spanish(meld) for meld in claim]
        for name, claim in (claimed | (melds or {})).items()
    }
    given = {
        name: [LaidOff(onto, spanish(cards)) for cards, onto in plan]
        for name, plan in (laid_off or {}).items()
    }
    stay = {name: spanish(cards) for name, cards in (kept or {}).items()}
    return play_showdown(ruleset, closer, held, claims, None, 4, given, stay)


def points(*arguments, **given):
    counted = played(*arguments, **given).points
    return [counted[name] for name in counted if name != "A"]


def laid_off_by(one):
    return [(names(added.cards), added.onto) for added in one.laid_off]


def turns(showdown):
    """Who melds what, and lays off which cards on which meld."""
    melds = [[names(meld.cards) for meld in turn.melds] for turn in showdown.turns]
    return [
        (turn.player, own, laid_off_by(turn))
        for turn, own in zip(showdown.turns, melds, strict=True)
    ]


def lying(showdown):
    return [names(meld.cards) for meld in showdown.table]


def test_a_chain_may_take_several_rounds():
    showdown = played(B="2o 10c", C="3o 11c", D="4o 12e")
    assert turns(showdown) == [
        ("B", [], []),
        ("C", [], []),
        ("D", [], []),
        ("D", [], [("4o", 0)]),
        ("C", [], [("3o", 0)]),
        ("B", [], [("2o", 0)]),
    ]
    assert lying(showdown) == ["2o 3o 4o 5o 6o 7o", "1c 1e 1b"]


def test_jokers_that_are_laid_off_lie_at_the_higher_end_unless_they_would_stand_side_by_side():
    assert lying(played(B="* 3c", C="3e"))[0] == "5o 6o 7o *"
    house = CHINCHON.with_options(
        {"close_limit": 1000, "close_cards": None, "adjacent_jokers": False}
    )
    given = {"closed": "5o 6o * 2c 2e 2b 2o", "melds": {"A": ["5o 6o *", "2c 2e 2b"]}}
    assert lying(played(house, B="* 12c", **given))[0] == "* 5o 6o *"


# Plans: what a player claims to have done


def test_a_player_may_say_where_he_lays_off_and_the_rest_is_worked_out():
    given = {"closed": "1b 2b 3b 7c 7e 7b 1e", "melds": {"A": ["1b 2b 3b", "7c 7e 7b"]}}
    others = {"B": "4o 4c 4e", "C": "4b 10c", "D": "5b 6b"}
    assert points(IN_TURN, laid_off={"C": [("4b", 2)]}, **given, **others) == [
        0,
        10,
        11,
    ]


def test_a_planned_lay_off_waits_for_the_card_before_it():
    showdown = played(B="3o 12c", C="4o 12e", laid_off={"B": [("3o", 0)]})
    assert showdown.points["B"] == 10
    assert turns(showdown)[2:] == [("C", [], [("4o", 0)]), ("B", [], [("3o", 0)])]


def test_planned_lay_offs_may_be_named_in_any_order_and_on_ones_own_meld():
    showdown = played(
        IN_TURN,
        B="3o 4o 12o 12c 12e 12b",
        laid_off={"B": [("3o", 0), ("4o", 0), ("12b", 2)]},
    )
    assert turns(showdown) == [
        ("B", ["12o 12c 12e"], [("4o", 0), ("3o", 0), ("12b", 2)])
    ]


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"laid_off": {"A": [("2c", 0)]}}, "bad-lay-off"),  # only the others lay off
        ({"laid_off": {"Nobody": [("2c", 0)]}}, "bad-lay-off"),
        ({"laid_off": {"B": [("12c", 0)]}}, "bad-lay-off"),
        ({"laid_off": {"B": [("12c", 9)]}}, "bad-lay-off"),
        ({"laid_off": {"B": [("12c", -1)]}}, "bad-lay-off"),
        ({"laid_off": {"B": [("3o", 0)]}}, "not-in-hand"),
        ({"kept": {"B": "2c"}}, "not-in-hand"),
        ({"kept": {"B": "4o"}, "laid_off": {"B": [("4o", 0)]}}, "not-in-hand"),
    ],
)
def test_what_is_not_held_or_has_no_place_is_neither_laid_off_nor_kept(plan, code):
    with pytest.raises(Illegal) as refused:
        played(B="4o 12c", **plan)
    assert refused.value.code == code


def test_a_plan_gives_no_right_to_lay_off():
    house = CHINCHON.with_options({"lay_off_needs_meld": True})
    with pytest.raises(Illegal) as refused:
        played(house, B="4o 12c", laid_off={"B": [("4o", 0)]})
    assert refused.value.details == {"player": "B", "cards": spanish("4o"), "onto": 0}


def test_a_player_may_keep_a_card_that_has_a_place_and_then_it_is_in_no_meld():
    others = {"B": "4o 12c", "C": "3o 12e"}
    assert points(CHINCHON, kept={"B": "4o"}, **others) == [
        4 + 10,
        3 + 10,
    ]  # nor can C go on from it
    assert points(CHINCHON, kept={"B": "12b"}, B="12c 12e 12b 2o") == [10 + 10 + 10 + 2]


def test_every_turn_has_the_table_as_it_lies_afterwards():
    showdown = played(FOURNIER, B="4o 12o 12c 12e", C="12b 3o")
    assert [names(meld.cards) for meld in showdown.laid_down] == TABLE
    tables = [[names(meld.cards) for meld in turn.table] for turn in showdown.turns]
    assert tables == [
        ["4o 5o 6o 7o", "1c 1e 1b", "12o 12c 12e"],
        ["3o 4o 5o 6o 7o", "1c 1e 1b", "12o 12c 12e 12b"],
    ]
    assert [names(turn.loose) for turn in showdown.turns] == ["", ""]
    assert showdown.points == {"A": 2, "B": 0, "C": 0}


def test_what_each_counts_is_told_with_all_he_did():
    counted = played(B="4o 3o 12o 12c 12e 7c").counted["B"]
    arrangement = counted.arrangement
    assert (counted.points, laid_off_by(arrangement), names(arrangement.loose)) == (
        7,
        [("3o 4o", 0)],
        "7c",
    )
