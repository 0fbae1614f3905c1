"""Every knob of the ten presets, against the tables of docs/RULES.md copied here by hand."""

from dataclasses import fields

import pytest

from rules.knobs import SitOut, TurnDirection, at_table
from rules.presets import CHINCHON, FOURNIER, GIN, QUEEN_CITY, RULESETS, load_ruleset
from rules.ruleset import Ruleset

KEYS = (
    "chinchon",
    "chinchon-fournier",
    "chinchon-french",
    "gin",
    "rummy",
    "queen-city",
    "double-rum",
    "rum-500",
    "rum-500-pairs",
    "chinaso",
)

CONTRACTS = [[2, 0], [1, 1], [0, 2], [3, 0], [2, 1], [1, 2], [0, 3]]
FRENCH_52 = ("french-52",) * 8
ACES = (1, 1, 1, 1, [1, 11], [1, 11], 11, 15, 15, 15)
IN_PLAY = "in-play"

TABLE = {
    # Knobs of the cards
    "pack": ("spanish-40", "spanish-40", *FRENCH_52),
    "packs": (1, [[4, 1], [8, 2]], 1, 1, 1, 1, 2, [[4, 1], [8, 2]], 1, 3),
    "jokers": (2, 0, [[2, 0], [4, 2]], 0, 0, 0, 2, 0, 0, 6),
    "wild_cards": ([],) * 10,
    "players": ([2, 4], [2, 8], [2, 4], [2, 2], [2, 6], [2, 6], [2, 6], [2, 8], [4, 4], [2, 7]),
    "hand_size": (7, 7, 7, 10, [[2, 10], [4, 7], [6, 6]], 7, 10, [[2, 13], [8, 7]], 7, 11),
    "ace": ("low", "low", "low", "low", "low", "low", "both", "both", "both", "high"),
    "figures": ("ten", "position", *["ten"] * 8),
    "ace_points": ACES,
    "rank_points": ([],) * 10,
    "joker_points": (25, 25, 50, 25, 25, 25, 15, 15, 15, 25),
    "set_min": (3,) * 10,
    "run_min": (*(3,) * 9, 4),
    "min_naturals": (2, 2, 2, 2, 2, 2, 1, 1, 1, 1),
    "adjacent_jokers": (*(True,) * 9, False),
    "contracts": (*([],) * 9, CONTRACTS),
    "buys": (*(0,) * 9, 2),
    # Knobs of closing
    "close_limit": (4, 4, 5, 10, 0, 0, 0, 0, 0, 0),
    "close_cards": (1, None, 1, None, 0, 0, 0, 0, 0, 0),
    "close_first_lap": (False, *(True,) * 9),
    "lay_off": ("any", "any", "none", "closer", IN_PLAY, "none", IN_PLAY, IN_PLAY, IN_PLAY, IN_PLAY),
    "doubles": (*["never"] * 4, "rummy", "never", "rummy", "never", "never", "chinaso"),
    "final_discard": (True, False, True, True, False, False, False, True, True, False),
    # Knobs for what the texts leave open
    "claim_upgrades": (False,) * 10,
    "set_duplicates": (True,) * 10,
    "lay_off_needs_meld": (False,) * 10,
    "direction": (*("anticlockwise",) * 3, *("clockwise",) * 7),
    "sit_out": ("nobody", "nobody", "nobody", "loser", *("nobody",) * 6),
    "joker_always_charged": (False,) * 10,
    "false_close_points": (0,) * 10,
    "joker_moves": (True,) * 10,
    "pays_hand_of": ("winner",) * 10,
    "doubles_fees": (False,) * 10,
    "min_table_turns": (1,) * 10,
    # Knobs of the match
    "scoring": (
        "count",
        "count",
        "count",
        "difference",
        "collect",
        "collect",
        "collect",
        "table",
        "table",
        "count",
    ),
    "team_size": (*(1,) * 8, 2, 1),
    "ends": (*["last-standing"] * 3, "target", "open", "open", "open", "target", "target", "hands"),
    "limit": (100, 100, 100, 100, None, None, None, 500, 500, 7),
    "stake": (0,) * 10,
    "cents": (False,) * 10,
    "per_point": (0,) * 10,
    "buy_fee": (0,) * 10,
    "hand_fee": (0,) * 10,
    "game_fee": (0,) * 10,
    "settlement": ("pairwise",) * 10,
}

OF_SOME_GAMES = {
    "close_may_bust": {"chinchon": False, "chinchon-fournier": True, "chinchon-french": True},
    "clean_points": {"chinchon": -10, "chinchon-fournier": -10, "chinchon-french": -10, "gin": 25},
    "clean_for": {"chinchon": "closer", "chinchon-fournier": "closer", "chinchon-french": "anyone"},
    "lay_off_order": {
        "chinchon": "until-none",
        "chinchon-fournier": "turn",
        "chinchon-french": "until-none",
    },
    "lay_off_after_full": {"chinchon": "none", "chinchon-fournier": "others", "chinchon-french": "none"},
    "chinchon_for": {"chinchon": "closer", "chinchon-fournier": "closer", "chinchon-french": "anyone"},
    "chinchon_points": {"chinchon": "wins", "chinchon-fournier": -10, "chinchon-french": "wins"},
    "joker_run_points": {
        "chinchon": [-50, -25],
        "chinchon-fournier": [-10, -10],
        "chinchon-french": [-10, -10],
    },
    "out_at": {
        "chinchon": "over",
        **dict.fromkeys(("chinchon-fournier", "chinchon-french", "gin"), "reach"),
        **dict.fromkeys(("rum-500", "rum-500-pairs"), "reach"),
    },
    "rebuys": {"chinchon": 1, "chinchon-fournier": None, "chinchon-french": 1, "gin": 0, "chinaso": 0},
    "rebuy_choice": {"chinchon": "automatic", "chinchon-fournier": "ask", "chinchon-french": "ask"},
    "rebuy_needs": {"chinchon": 2, "chinchon-fournier": 2, "chinchon-french": 1},
    "rebuy_points": {"chinchon": "highest", "chinchon-fournier": "highest", "chinchon-french": "highest"},
    "rebuy_stake": {"chinchon": 0, "chinchon-fournier": None, "chinchon-french": 0},
    "undercut": {"gin": 25},
    "box": {"gin": 25},
    "game_bonus": {"gin": 100},
    "shutout": {"gin": False},
    "big_gin": {"gin": None},
}


def test_the_presets_stand_in_the_order_of_the_printed_table():
    assert tuple(RULESETS)[: len(KEYS)] == KEYS


@pytest.mark.parametrize("knob", TABLE)
def test_every_knob_stands_as_the_printed_table_says(knob):
    assert tuple(RULESETS[key].dump()[knob] for key in KEYS) == TABLE[knob]


@pytest.mark.parametrize("knob", OF_SOME_GAMES)
def test_a_knob_that_only_some_games_have_stands_as_the_table_says_for_those(knob):
    assert {key: RULESETS[key].dump()[knob] for key in OF_SOME_GAMES[knob]} == OF_SOME_GAMES[knob]


def test_the_tables_leave_no_knob_out():
    assert {field.name for field in fields(Ruleset)} == {"key"} | set(TABLE) | set(OF_SOME_GAMES)


def test_the_highest_total_wins_where_one_collects_points():
    high = ["gin", "rummy", "queen-city", "double-rum", "rum-500", "rum-500-pairs"]
    assert [key for key in KEYS if RULESETS[key].high_wins] == high


@pytest.mark.parametrize("key", ["rummy", "queen-city"])
def test_an_ace_of_rummy_costs_11_where_it_need_not_be_low(key):
    rummy = RULESETS[key]
    points = [rummy.turned({"ace": ace}).points_of_ace for ace in ("low", "high", "both", "around")]
    assert points == [1, 11, 11, 11]
    assert rummy.turned({"ace": "both", "ace_points": 15}).points_of_ace == 15


def test_rules_stored_when_there_were_three_presets_mean_what_they_meant():
    stored = CHINCHON.dump()
    for knob in ("contracts", "buys", "scoring", "team_size", "per_point", "buy_fee", "hand_fee", "game_fee"):
        del stored[knob]
    assert repr(Ruleset.load(stored)) == repr(CHINCHON)


def test_rules_stored_before_a_knob_that_is_only_shown_have_it_as_their_preset():
    stored = {knob: value for knob, value in GIN.dump().items() if knob != "direction"}
    assert repr(load_ruleset(stored)) == repr(GIN)
    assert repr(load_ruleset({**stored, "direction": "anticlockwise"}).direction) == repr(
        TurnDirection.ANTICLOCKWISE
    )


def test_rules_stored_when_an_ace_of_queen_city_was_always_1_differ_only_where_it_could_be_high():
    stored = QUEEN_CITY.dump() | {"ace_points": 1}
    assert repr(load_ruleset(stored)) == repr(QUEEN_CITY)
    assert load_ruleset({**stored, "ace": "both"}).points_of_ace == 1
    assert load_ruleset({**stored, "ace_points": 2}).ace_points == 2


def test_in_rules_stored_before_somebody_could_rest_nobody_does():
    stored = {knob: value for knob, value in GIN.dump().items() if knob != "sit_out"}
    assert load_ruleset(stored).sit_out is SitOut.NOBODY


def test_rules_stored_before_the_shared_table_lay_off_as_they_did():
    stored = FOURNIER.dump()
    del stored["lay_off_order"], stored["lay_off_after_full"]
    loaded = load_ruleset(stored)
    assert (loaded.lay_off_order, loaded.lay_off_after_full) == ("until-none", "none")


@pytest.mark.parametrize("key", RULESETS)
def test_a_preset_is_found_under_its_own_key(key):
    assert RULESETS[key].key == key


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (4, 1), (5, 2), (8, 2)])
def test_fournier_shuffles_a_second_pack_from_five_players(players, packs):
    assert at_table(RULESETS["chinchon-fournier"].packs, players) == packs


@pytest.mark.parametrize(("players", "jokers"), [(2, 0), (3, 2), (4, 2), (5, 2), (6, 2), (8, 2)])
def test_the_french_pack_has_jokers_with_more_than_two_players(players, jokers):
    assert at_table(RULESETS["chinchon-french"].jokers, players) == jokers


@pytest.mark.parametrize("key", RULESETS)
def test_any_knob_of_a_preset_may_be_turned_to_what_it_already_is(key):
    ruleset = RULESETS[key]
    options = {knob: value for knob, value in ruleset.dump().items() if knob != "key"}
    assert repr(ruleset.turned(options)) == repr(ruleset)
