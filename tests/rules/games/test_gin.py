"""Gin Rummy: knocking, gin, laying off and undercutting; and the same hands in other games."""

import pytest

from rules.closing.check import check_close, legal_closings
from rules.closing.showdown import count, play_showdown, points_on_table
from rules.closing.situation import Situation
from rules.errors import Illegal
from rules.events import Close, Finished, HandScored
from rules.match.settlement import FinalSum, final_sums, final_total
from rules.presets import CHINASO, DOUBLE_RUM, GIN, QUEEN_CITY, RUM_500, RUMMY
from tests.rules.support.hands import french, names
from tests.rules.support.table import board_after, hand

KNOCKS = "4h 5h 6h 9d 9c 9s Js Qs Ks 2c"  # 2 loose
IS_GIN = "4h 5h 6h 7h 9d 9c 9s Js Qs Ks"


def check(text, *claim, ruleset=GIN, **situation):
    melds = [french(meld) for meld in claim] if claim else None
    return check_close(ruleset, french(text), melds, situation=Situation(**situation))


def said(verdict):
    return verdict.code or "legal", verdict.close, verdict.points


def shown(closer="A", melds=None, close=None, ruleset=GIN, players=None, **cards):
    held = {name: french(text) for name, text in cards.items()}
    claims = {name: [french(meld) for meld in claim] for name, claim in (melds or {}).items()}
    return play_showdown(ruleset, closer, held, claims, close, players).points


def test_gin_leaves_nothing_and_lets_nobody_lay_off():
    assert said(check(IS_GIN)) == ("legal", Close.GIN, 0)
    assert [check(cards).lay_off for cards in (KNOCKS, IS_GIN)] == [True, False]


def test_of_eleven_cards_the_best_discard_is_thrown():
    verdict = check(IS_GIN + " Kd")
    assert (said(verdict), names([verdict.discard])) == (("legal", Close.GIN, 0), "Kd")
    assert said(check(IS_GIN + " 8h")) == ("legal", Close.GIN, 0)
    assert check(IS_GIN + " 8h", "4h 5h 6h 7h 8h", "9d 9c 9s", "Js Qs Ks").code == "wrong-hand-size"


def test_eleven_melded_cards_may_be_a_big_gin():
    house = GIN.turned({"big_gin": 31})
    verdict = check(IS_GIN + " 8h", ruleset=house)
    assert (said(verdict), verdict.discard) == (("legal", Close.BIG_GIN, 0), None)
    claim = ("4h 5h 6h 7h 8h", "9d 9c 9s", "Js Qs Ks")
    assert said(check(IS_GIN + " 8h", *claim, ruleset=house)) == ("legal", Close.BIG_GIN, 0)
    assert {way.close for way in legal_closings(house, french(IS_GIN + " 8h"))} >= {Close.BIG_GIN, Close.GIN}
    assert shown(A=IS_GIN + " 8h", B="Tc 2d", ruleset=house) == {"A": 43, "B": 0}


def test_a_joker_melded_is_a_card_of_the_eleven():
    house = GIN.turned({"jokers": 2, "big_gin": 31})
    eleven = "4h 5h 6h 7h * 9d 9c 9s Js Qs Ks"
    assert Close.BIG_GIN in {way.close for way in legal_closings(house, french(eleven))}


@pytest.mark.parametrize(("other", "scored"), [("2h", 25), ("Ac", 26)])
def test_who_counts_no_more_than_the_knocker_undercuts(other, scored):
    assert shown(A=KNOCKS, B=other) == {"A": 0, "B": scored}


def test_gin_cannot_be_undercut():
    assert shown(A=IS_GIN, B="As 2s 3s 8c 8d 8s Tc Jc Qc Kc") == {"A": 25, "B": 0}
    assert shown(A=IS_GIN, B="8h Ts") == {"A": 43, "B": 0}


def test_the_knocker_lays_down_what_leaves_the_other_most():
    # With all four eights in the set no nine of hearts goes onto 5-6-7.
    assert shown(A="5h 6h 7h 8h 8s 8d 8c Ac 2d 3s", B="9h Qd") == {"A": 13, "B": 0}
    claim = {"A": ["5h 6h 7h 8h", "8s 8d 8c"]}
    assert shown(A="5h 6h 7h 8h 8s 8d 8c Ac 2d 3s", B="9h Qd", melds=claim) == {"A": 4, "B": 0}


def test_nobody_scores_where_nobody_closed():
    assert shown(closer=None, A=KNOCKS, B="2h") == {"A": 0, "B": 0}


def test_the_winner_of_rummy_collects_melds_in_hand_too():
    others = {"B": "7s 7h 7d Ks", "C": "Ac 2d 9h"}
    assert shown(A="", **others, ruleset=RUMMY, close=Close.OUT) == {"A": 43, "B": -31, "C": -12}
    assert shown(A="", **others, ruleset=RUMMY) == {"A": 43, "B": -31, "C": -12}
    assert shown(A="", **others, ruleset=RUMMY, close=Close.RUMMY) == {"A": 86, "B": -62, "C": -24}


def test_a_whole_hand_tells_that_it_is_a_rummy():
    assert shown(A="4h 5h 6h 7h Js Jd Jc 2s 3s 4s", B="Kd", ruleset=RUMMY) == {"A": 20, "B": -20}
    assert shown(A="2s 3s 4s", B="Kd", ruleset=RUMMY) == {"A": 10, "B": -10}  # the rest was laid before
    with pytest.raises(Illegal) as refused:
        shown(A="4h 5h 6h 7h Js Jd Jc 2s 3s 9s", B="Kd", ruleset=RUMMY)
    assert refused.value.code == "must-meld-all"


def test_how_many_cards_are_a_whole_hand_depends_on_the_players():
    seven = "4h 5h 6h 7h Js Jd Jc"
    assert shown(A=seven, B="Kd", ruleset=RUMMY, players=4) == {"A": 20, "B": -20}
    assert shown(A=seven, B="Kd", ruleset=RUMMY, players=2) == {"A": 10, "B": -10}
    with pytest.raises(Illegal) as refused:
        shown(A="4h 5h 6h 7h Js Jd 9c", B="Kd", ruleset=RUMMY, players=4)
    assert (refused.value.code, refused.value.details) == ("must-meld-all", {"loose": 3})


def test_who_claims_too_little_did_not_go_out():
    claim = {"A": ["4h 5h 6h 7h", "Js Jd Jc"]}
    with pytest.raises(Illegal) as refused:
        shown(A="4h 5h 6h 7h Js Jd Jc 2s 3s 4s", B="Kd", melds=claim, ruleset=RUMMY)
    assert (refused.value.code, refused.value.details) == ("must-meld-all", {"loose": 3})


def test_in_queen_city_everybody_pays_the_winner_s_hand():
    cards = {"A": "As 2s 3s 4h 4d 4c 4s", "B": "Kd Kc", "C": "2c"}
    assert shown(**cards, ruleset=QUEEN_CITY) == {"A": 44, "B": -22, "C": -22}
    assert shown(A="As 2s 3s", B="Kd", ruleset=QUEEN_CITY) == {"A": 6, "B": -6}
    own = QUEEN_CITY.turned({"pays_hand_of": "own"})
    assert shown(**cards, ruleset=own) == {"A": 22, "B": -20, "C": -2}


def test_in_queen_city_only_what_is_not_melded_counts():
    assert count(QUEEN_CITY, french("7s 7h 7d Ks"), [], Close.RUMMY).points == 10
    assert count(DOUBLE_RUM, french("7s 7h 7d Ks *"), [], Close.RUMMY).points == 46


def test_a_chinaso_doubles_what_the_others_count():
    cards = {"A": "", "B": "Ah 5d", "C": "* 2d"}
    assert shown(**cards, ruleset=CHINASO, close=Close.OUT) == {"A": 0, "B": 20, "C": 27}
    assert shown(**cards, ruleset=CHINASO, close=Close.CHINASO) == {"A": 0, "B": 40, "C": 54}
    whole = {"A": "4c 5c 6c 7c 8d 9d Td Jd Jh Qh Kh Ah", "B": "5d"}
    assert shown(**whole, ruleset=CHINASO) == {"A": 0, "B": 10}


def test_a_close_of_another_game_is_none():
    with pytest.raises(Illegal) as refused:
        shown(A="", B="5d", ruleset=RUMMY, close=Close.KNOCK)
    assert (refused.value.code, refused.value.details) == ("bad-close", {"close": Close.KNOCK})
    with pytest.raises(Illegal) as refused:
        shown(A=KNOCKS, B="5d", close=Close.GIN)
    assert (refused.value.code, refused.value.details) == ("bad-close", {"close": Close.GIN})


def test_rum_500_sets_the_table_against_the_hand():
    cards = {"A": "5h 6h 7h 2c", "B": "Kd Ks"}
    melds = {"A": ["5h 6h 7h"], "B": ["As 2s 3s", "8h"]}  # and the 8 laid off on what Ana has
    assert shown(**cards, melds=melds, ruleset=RUM_500) == {"A": 16, "B": -6}
    assert shown(closer=None, **cards, ruleset=RUM_500) == {"A": -20, "B": -20}


def test_what_is_claimed_is_what_lies_on_the_table_even_where_it_could_lie_better():
    cards, better = "As 2s 3s 4s Js Qs Ks 2c", 9 + 45
    assert shown(A=cards, B="Kc", ruleset=RUM_500, players=3)["A"] == better
    claim = {"A": ["As 2s 3s 4s", "Js Qs Ks"]}
    assert shown(A=cards, B="Kc", melds=claim, ruleset=RUM_500, players=3)["A"] == 10 + 30 - 2


def test_the_cards_may_hold_what_was_laid_down_or_only_what_is_left():
    melds = {"A": ["Kd Kh Ks"], "B": ["5h 6h 7h"]}
    for cards in ({"A": "Kd", "B": ""}, {"A": "Kd Kd Kh Ks", "B": "5h 6h 7h"}):
        assert shown(None, melds, ruleset=RUM_500, players=5, **cards) == {"A": 20, "B": 18}


def test_a_card_laid_off_counts_as_it_lies_on_the_other_s_meld():
    melds = {"A": ["2s 3s 4s"], "B": ["As"], "C": ["8h"]}  # and the 8 on a meld that nobody wrote down
    assert shown(None, melds, ruleset=RUM_500, A="", B="", C="") == {"A": 9, "B": 1, "C": 8}


def test_a_joker_lies_on_the_table_only_where_so_many_play_with_jokers():
    house = RUM_500.turned({"jokers": [[4, 0], [8, 2]]})
    assert shown(None, {"A": ["As * 3s"]}, ruleset=house, players=5, A="", B="") == {"A": 19, "B": 0}


def test_the_hand_of_rum_500_is_written_down_by_seat():
    cards, melds = {"Ana": french("Kd"), "Eva": french("2c")}, {"Eva": [french("As 2s 3s")]}
    assert points_on_table(RUM_500, "Eva", cards, melds) == HandScored({0: 10, 1: 2}, 1, table={0: 0, 1: 6})
    assert points_on_table(RUM_500, None, cards, {}) == HandScored({0: 10, 1: 2}, table={0: 0, 1: 0})


def test_who_goes_out_of_rum_500_has_it_all_on_the_table():
    cards = {"A": "Qd Kd Ad 5h 6h 7h 8h 2c", "B": "Kc"}
    assert shown(**cards, ruleset=RUM_500, players=3) == {"A": 61, "B": -10}


WON_60, WON_50 = hand(2, 62), hand(2, 52)
UNDERCUT = hand(9, 9)


def final(*hands, **house):
    return final_sums(board_after(*hands, players=2, ruleset=GIN, **house))


def test_the_winner_adds_his_boxes_more_than_the_other_s_and_the_bonus_of_the_game():
    assert final(WON_60, UNDERCUT, WON_50) == {0: FinalSum(110, 2, 0, 25, 100), 1: FinalSum(25, 1)}
    assert final(WON_60, WON_50) == {0: FinalSum(110, 2, 0, 50, 100), 1: FinalSum(0, 0)}


def test_a_house_may_count_the_points_twice_against_one_who_won_no_hand():
    board = board_after(WON_60, WON_50, players=2, ruleset=GIN, shutout=True)
    assert final_sums(board)[0] == FinalSum(110, 2, 110, 50, 100)
    assert [final_total(board, seat) for seat in (0, 1)] == [370, 0]
    assert final(WON_60, UNDERCUT, WON_50, shutout=True)[0] == FinalSum(110, 2, 0, 25, 100)


def test_nobody_adds_anything_while_the_match_goes_on_or_where_it_ends_shared():
    assert final(WON_60) == {0: FinalSum(60, 1), 1: FinalSum(0, 0)}
    assert final(Finished()) == {0: FinalSum(0, 0), 1: FinalSum(0, 0)}
