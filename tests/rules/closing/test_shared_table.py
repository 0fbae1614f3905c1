"""The table after a close: everybody melds and lays off on what lies there by then."""

from rules.closing.showdown import play_showdown
from rules.presets import CHINCHON, FOURNIER
from tests.rules.support.hands import names, spanish

CLOSED = "5o 6o 7o 1c 1e 1b 2c"  # 2 loose
TABLE = ["5o 6o 7o", "1c 1e 1b"]


def played(ruleset=CHINCHON, closed=CLOSED, table=TABLE, **others):
    held = {name: spanish(text) for name, text in {"A": closed, **others}.items()}
    claims = {"A": [spanish(meld) for meld in table]}
    return play_showdown(ruleset, "A", held, claims, None, 4)


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
    showdown = played(house, "5o 6o * 2c 2e 2b 2o", ["5o 6o *", "2c 2e 2b"], B="* 12c")
    assert lying(showdown)[0] == "* 5o 6o *"


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
    assert counted.points == 7
    assert laid_off_by(arrangement) == [("3o 4o", 0)]
    assert names(arrangement.loose) == "7c"
