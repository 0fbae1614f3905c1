"""Every knob of every preset, against the tables of RULESETS.md copied here by hand."""

from dataclasses import fields

import pytest

from rules.presets import RULESETS
from rules.ruleset import Ruleset, at_table

KEYS = ("chinchon", "chinchon-fournier", "chinchon-french")

TABLE = {
    # Knobs of the cards
    "pack": ("spanish-40", "spanish-40", "french-52"),
    "packs": (1, [[4, 1], [8, 2]], 1),
    "jokers": (2, 0, [[2, 0], [4, 2], [5, 0]]),
    "wild_cards": ([], [], []),
    "players": ([2, 4], [2, 8], [2, 4]),
    "hand_size": (7, 7, 7),
    "ace": ("low", "low", "low"),
    "figures": ("ten", "position", "ten"),
    "ace_points": (1, 1, 1),
    "joker_points": (25, 25, 50),
    "set_min": (3, 3, 3),
    "run_min": (3, 3, 3),
    "min_naturals": (2, 2, 2),
    "adjacent_jokers": (True, True, True),
    # Knobs of closing
    "close_limit": (4, 4, 5),
    "close_cards": (1, None, 1),
    "close_first_lap": (False, True, True),
    "close_may_bust": (False, True, True),
    "lay_off": ("any", "any", "none"),
    "clean_points": (-10, -10, -10),
    "clean_for": ("closer", "closer", "anyone"),
    "chinchon_points": ("wins", -10, "wins"),
    "joker_run_points": ([-50, -25], [-10, -10], [-10, -10]),
    # Knobs for what the texts leave open
    "claim_upgrades": (False, False, False),
    "set_duplicates": (True, True, True),
    "lay_off_needs_meld": (False, False, False),
    "joker_always_charged": (False, False, False),
    "false_close_points": (0, 0, 0),
    # Knobs of the match
    "ends": ("last-standing", "last-standing", "last-standing"),
    "limit": (100, 100, 100),
    "out_at": ("over", "reach", "reach"),
    "rebuys": (1, None, 1),
    "rebuy_choice": ("automatic", "ask", "ask"),
    "rebuy_needs": (2, 2, 1),
    "rebuy_points": ("highest", "highest", "highest"),
    "stake": (0, 0, 0),
    "rebuy_stake": (0, None, 0),
}

OF_OTHER_GAMES = {
    "doubles",
    "final_discard",
    "joker_moves",
    "pays_hand_of",
    "doubles_fees",
    "min_table_turns",
    "undercut",
    "box",
    "game_bonus",
    "shutout",
    "big_gin",
    "settlement",
}


@pytest.mark.parametrize("knob", TABLE)
def test_every_knob_stands_as_the_printed_table_says(knob):
    assert tuple(RULESETS[key].dump()[knob] for key in KEYS) == TABLE[knob]


def test_the_table_leaves_no_knob_out_but_those_of_other_games():
    assert {field.name for field in fields(Ruleset)} == {"key"} | set(TABLE) | OF_OTHER_GAMES


@pytest.mark.parametrize("key", KEYS)
def test_a_preset_is_found_under_its_own_key(key):
    assert RULESETS[key].key == key


def test_going_out_with_all_eight_cards_is_fournier_s_alone():
    assert [RULESETS[key].final_discard for key in KEYS] == [True, False, True]


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (4, 1), (5, 2), (8, 2)])
def test_fournier_shuffles_a_second_pack_from_five_players(players, packs):
    assert at_table(RULESETS["chinchon-fournier"].packs, players) == packs


@pytest.mark.parametrize(("players", "jokers"), [(2, 0), (3, 2), (4, 2), (5, 0), (6, 0)])
def test_the_french_pack_has_jokers_with_three_or_four_players_only(players, jokers):
    assert at_table(RULESETS["chinchon-french"].jokers, players) == jokers


@pytest.mark.parametrize("key", KEYS)
def test_any_knob_of_a_preset_may_be_turned_to_what_it_already_is(key):
    ruleset = RULESETS[key]
    options = {knob: value for knob, value in ruleset.dump().items() if knob != "key"}
    assert repr(ruleset.turned(options)) == repr(ruleset)
