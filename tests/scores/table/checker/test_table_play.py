"""The table of a showdown in the checker: who put down which card, and where single cards are placed."""

from rules.packs import Pack, read_card
from rules.presets import CHINCHON
from scores.table.checker.check import Check, Showdown
from scores.table.checker.query import read_held_cards, read_placements
from scores.table.checker.table_play import Placement

KNOCK = "1o 2o 3o 4c 4e 4b 3b"  # two melds and a three


def cards(text, ruleset=CHINCHON, players=4):
    return read_held_cards(text.split(), ruleset, players)


def table(held, placements=None, closes=KNOCK, ruleset=CHINCHON, closer=0, players=4):
    """The showdown of the checker; `placements` as in an address, by seat."""
    by_seat = {
        seat: cards(text, ruleset, players)
        for seat, text in sorted({closer: closes, **held}.items())
    }
    where = {
        seat: read_placements(text.split(), by_seat[seat], ruleset.pack)
        for seat, text in (placements or {}).items()
    }
    check = Check(ruleset, players, by_seat[closer])
    return Showdown(check, closer, by_seat, tuple(by_seat), placements=where)


# Where single cards are placed


def test_an_address_says_where_a_card_is_laid_off_or_that_it_stays():
    held = cards("4o 5o 7e")
    texts = [
        "4o:1",
        "5o:keep",
        "7e:x",
        "7e:-1",
        "7e:100",
        "7e:²",
        "4o:2",
        "1b:0",
        "zz:1",
        "4o",
        "",
    ]
    assert read_placements(texts, held, Pack.SPANISH_40) == (
        Placement(read_card("4o", Pack.SPANISH_40), 1),
        Placement(read_card("5o", Pack.SPANISH_40), None),
    )
    assert [str(one) for one in read_placements(texts, held, Pack.SPANISH_40)] == [
        "4o:1",
        "5o:keep",
    ]


def test_the_other_places_of_a_card_are_other_players_melds():
    play = table({1: "4o 12c 12e 12b 7e 1c 11e", 2: "12o 1e 2e 3e 7b 11c 10b"}).play
    four, king = (read_card(text, Pack.SPANISH_40) for text in ("4o", "12o"))
    assert (
        play.places_for(1, four),
        play.places_for(2, king),
        play.places_for(1, king),
    ) == ([1], [], [])
    in_turn = table(
        {1: "4o 12c 12e 12b 7e 1c 11e", 2: "2c 1e 2e 3e 7b 11c 10b"},
        ruleset=CHINCHON.with_options({"lay_off_order": "turn"}),
    ).play
    assert (in_turn.places_for(1, four), in_turn.places_for(2, king)) == ([0, 1], [2])
