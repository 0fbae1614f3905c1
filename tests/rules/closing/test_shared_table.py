"""The table after a close: everybody melds and lays off on what lies there by then."""

from rules.closing.showdown import play_showdown
from rules.presets import CHINCHON, FOURNIER
from tests.rules.support.hands import names, spanish

CLOSED = "5o 6o 7o 1c 1e 1b 2c"  # 2 loose
TABLE = ["5o 6o 7o", "1c 1e 1b"]
WITH_JOKERS = FOURNIER.with_options({"jokers": 2})


def played(*others, ruleset=CHINCHON, closed=CLOSED, table=TABLE):
    held = {seat: spanish(text) for seat, text in enumerate([closed, *others])}
    claims = {0: [spanish(meld) for meld in table]}
    return play_showdown(ruleset, 0, held, claims, None, 4)


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
    return [names(lying.meld.cards) for lying in showdown.table_after()]


def test_a_chain_may_take_several_rounds():
    showdown = played("2o 10c", "3o 11c", "4o 12e")
    assert turns(showdown) == [
        (1, [], []),
        (2, [], []),
        (3, [], []),
        (3, [], [("4o", 0)]),
        (2, [], [("3o", 0)]),
        (1, [], [("2o", 0)]),
    ]
    assert lying(showdown) == ["2o 3o 4o 5o 6o 7o", "1c 1e 1b"]


def test_laid_off_jokers_lie_at_the_higher_end_unless_they_would_stand_side_by_side():
    assert lying(played("* 3c", "3e"))[0] == "5o 6o 7o *"
    house = CHINCHON.with_options(
        {"close_limit": 1000, "close_cards": None, "adjacent_jokers": False}
    )
    showdown = played(
        "* 12c",
        ruleset=house,
        closed="5o 6o * 2c 2e 2b 2o",
        table=["5o 6o *", "2c 2e 2b"],
    )
    assert lying(showdown)[0] == "* 5o 6o *"


def test_every_turn_has_the_table_as_it_lies_afterwards_by_who_laid_each_card():
    showdown = played("4o 12o 12c 12e", "12b 3o *", ruleset=WITH_JOKERS)
    assert [names(lying.meld.cards) for lying in showdown.laid_down] == TABLE
    first, second = showdown.turns
    assert [names(lying.meld.cards) for lying in first.table] == [
        "4o 5o 6o 7o",
        "1c 1e 1b",
        "12o 12c 12e",
    ]
    assert [
        (names(lying.meld.cards), lying.seats, lying.owner) for lying in second.table
    ] == [
        ("3o 4o 5o 6o 7o *", (2, 1, 0, 0, 0, 2), 0),
        ("1c 1e 1b", (0, 0, 0), 0),
        ("12o 12c 12e 12b", (1, 1, 1, 2), 1),
    ]
    assert [names(turn.loose) for turn in showdown.turns] == ["", ""]
    assert showdown.points == {0: 2, 1: 0, 2: 0}


def test_of_two_equal_cards_of_a_set_the_later_one_is_of_whoever_laid_it_off():
    house = FOURNIER.with_options({"packs": 2})
    table = played("1c 10o 11c", ruleset=house).table_after()
    assert (names(table[1].meld.cards), table[1].seats) == (
        "1c 1c 1e 1b",
        (0, 1, 0, 0),
    )


def test_what_each_counts_is_told_with_all_he_did():
    counted = played("4o 3o 12o 12c 12e 7c").counted[1]
    arrangement = counted.arrangement
    assert counted.points == 7
    assert laid_off_by(arrangement) == [("3o 4o", 0)]
    assert names(arrangement.loose) == "7c"
