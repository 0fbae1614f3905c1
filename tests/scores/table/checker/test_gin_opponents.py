"""The checker inside a match of Gin in pairs or with three: only the cards of two players count."""

from rules.events import Close, HandScored
from tests.scores.support.checked import at_table, brought, match_of, scorer
from tests.scores.support.factories import write
from tests.scores.support.table import page_text, post, totals
from tests.scores.table.checker.test_ten_games import GIN, KNOCK

OTHER = ["3h", "7h", "9h", "Ts", "Kd", "Kc", "5s", "5d", "Ad", "8c"]  # 39 after laying off on KNOCK


def pairs():
    return match_of({"ruleset": "gin", "options": {"team_size": 2}, "players": 4})


def tabs(match, **fields):
    page = scorer(match).get(at_table(match, **fields))
    return [(seat, text) for seat, _name, text, _here in page.context["tabs"]]


def test_the_closer_and_the_other_side_have_tabs():
    assert [seat for seat, _text in tabs(pairs(), closer=0)] == [0, 1, 3]


def test_the_opponent_of_the_form_is_the_only_other_tab():
    assert [seat for seat, _text in tabs(pairs(), closer=0, opponent=3)] == [0, 3]


def test_the_opponent_is_the_player_whose_cards_are_tapped_and_is_filled_in():
    match = pairs()
    fields = brought(match, closer=0, c0=KNOCK, at=3, c3=OTHER)
    assert fields == {"closer": "0", "close": "knock-2", "opponent": "3", "deadwood_3": "39"}
    assert post(scorer(match), "score-hand", match, **fields).status_code == 302
    assert totals(match) == [37, 0, 37, 0]


def test_the_opponent_with_cards_stays_the_opponent_beside_the_closer_s_cards():
    assert brought(pairs(), closer=0, c0=KNOCK, at=0, c3=OTHER)["opponent"] == "3"


def test_a_partner_is_not_counted():
    assert "deadwood_2" not in brought(pairs(), closer=0, c0=KNOCK, at=2, c2=OTHER)


def test_the_other_pair_has_a_pack_of_its_own():
    match = pairs()
    page = scorer(match).get(at_table(match, closer=0, c0=GIN, at=3, c1=GIN[:3]))
    assert "no pueden estar en una mano" not in page_text(page)


def test_the_opponent_of_the_second_hand_is_known():
    match = pairs()
    write(match, HandScored({3: 12}, 0, Close.GIN))
    assert brought(match, closer=1, c1=GIN) == {"closer": "1", "close": "gin", "opponent": "2"}


def test_with_three_the_one_who_does_not_rest_is_the_opponent():
    match = match_of({"ruleset": "gin", "players": 3})
    assert brought(match, closer=0, c0=GIN)["opponent"] == "1"
