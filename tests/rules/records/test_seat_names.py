"""Renaming the players in an entry: all of them, and nothing else."""

from rules.records.seat_names import renamed


def places(one, place):
    return f"{one} at {place}"


def test_every_place_that_names_a_player_is_renamed():
    assert renamed({"player": 0, "closer": 1, "order": [2, 3], "melded": [4], "points": 5}, places) == {
        "player": "0 at .player",
        "closer": "1 at .closer",
        "order": ["2 at .order[0]", "3 at .order[1]"],
        "melded": ["4 at .melded[0]"],
        "points": 5,
    }


def test_who_stands_before_a_number_is_renamed():
    keyed = {key: {"a": 7} for key in ("deadwood", "table", "buys")}
    assert renamed(keyed, places, "$") == {key: {f"a at $.{key}.a": 7} for key in keyed}


def test_what_an_amend_changes_is_renamed_too():
    changes = [
        {"at": 0, "entry": {"player": 1}},
        {"at": 1, "insert": {"player": 2}},
        {"at": 2, "entry": None},
        7,
    ]
    assert renamed({"changes": changes}, places, "$") == {
        "changes": [
            {"at": 0, "entry": {"player": "1 at $.changes[0].entry.player"}},
            {"at": 1, "insert": {"player": "2 at $.changes[1].insert.player"}},
            {"at": 2, "entry": None},
            7,
        ]
    }


def test_what_has_not_the_form_of_an_entry_is_left_as_it_is():
    odd = {
        **dict.fromkeys(("order", "melded", "deadwood", "table", "buys", "changes"), 7),
        **{"player": None, "closer": None, "options": {"limit": 7}, "other": [{"player": 1}]},
    }
    assert renamed(odd, places) == odd
