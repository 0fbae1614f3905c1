"""The presets, and stored rules that lack knobs of theirs. Their knobs are compared in test_docs.py."""

from rules.knobs import SitOut, TurnDirection
from rules.presets import (
    CHINCHON,
    FOURNIER,
    GIN,
    QUEEN_CITY,
    RULESETS,
    load_ruleset,
)
from rules.ruleset import Ruleset
from tests.rules.support.knobs import stored_without


def test_rules_stored_when_there_were_three_presets_mean_what_they_meant():
    later = ("contracts", "buys", "scoring", "team_size")
    of_money = ("per_point", "buy_fee", "hand_fee", "game_fee")
    stored = stored_without(CHINCHON, *later, *of_money)
    assert repr(Ruleset.load(stored)) == repr(CHINCHON)


def test_rules_stored_before_a_knob_that_is_only_shown_have_it_as_their_preset():
    stored = stored_without(GIN, "direction")
    assert repr(load_ruleset(stored)) == repr(GIN)
    assert repr(
        load_ruleset({**stored, "direction": "anticlockwise"}).direction
    ) == repr(TurnDirection.ANTICLOCKWISE)


def test_queen_city_stored_with_an_ace_of_1_differs_only_where_it_could_be_high():
    stored = QUEEN_CITY.dump() | {"ace_points": 1}
    assert repr(load_ruleset(stored)) == repr(QUEEN_CITY)
    assert load_ruleset({**stored, "ace": "both"}).points_of_ace == 1
    assert load_ruleset({**stored, "ace_points": 2}).ace_points == 2


def test_in_rules_stored_before_rests_and_shared_tables_nobody_rests_and_all_lay_off():
    assert load_ruleset(stored_without(GIN, "sit_out")).sit_out is SitOut.NOBODY
    of_tables = ("lay_off_order", "lay_off_after_full", "false_close_points")
    stored = stored_without(FOURNIER, *of_tables)
    assert load_ruleset(stored) == FOURNIER.with_options(
        {"lay_off_order": "until-none", "lay_off_after_full": "none"}
    )


def test_any_knob_of_a_preset_may_be_turned_to_what_it_already_is():
    for key, ruleset in RULESETS.items():
        assert key == ruleset.key
        options = stored_without(ruleset, "key")
        assert repr(ruleset.with_options(options)) == repr(ruleset)
