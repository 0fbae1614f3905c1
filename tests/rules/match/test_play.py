"""A match event by event. Totals, dealers and refusals are worked cases: tests/conformance/matches/."""

from rules.events import Close, Retired, RulesChanged, SatOut
from rules.match.elimination import ranks
from rules.match.play import play_from, replay
from rules.match.verify import possible_closes
from rules.presets import CHINCHON, FOURNIER
from tests.rules.support.table import board_after, dealers, hand, new, totals


def test_a_screen_offers_the_closes_that_the_hand_will_allow():
    knocks = [(Close.KNOCK, kept) for kept in (1, 2, 3, 4)]
    melded = [(Close.CLEAN, 0), (Close.CHINCHON, 0)]
    runs = [(Close.JOKER_RUN_1, 0), (Close.JOKER_RUN_2, 0)]
    assert set(possible_closes(new(), 0)) == {*knocks, *melded, *runs}
    assert set(possible_closes(new(ruleset=FOURNIER), 0)) == {*knocks, *melded}
    assert set(possible_closes(new(start=(98, 0, 5)), 0)) == {
        *knocks[:2],
        *melded,
        *runs,
    }
    assert set(possible_closes(new(close_limit=0), 0)) == {*melded, *runs}


def test_the_one_after_the_dealer_plays_first_and_deals_next_either_way_round():
    assert dealers(Retired(0), direction=-1) == [0, 2]
    assert [new(dealer=seat).lead for seat in range(3)] == [1, 2, 0]
    assert [new(dealer=seat, direction=-1).lead for seat in range(3)] == [2, 0, 1]
    assert board_after(SatOut(1)).lead == 2


def test_rules_made_twice_before_a_hand_both_hold():
    board = board_after(RulesChanged({"limit": 50}), RulesChanged({"out_at": "reach"}))
    assert board.next_ruleset == CHINCHON.with_options({"limit": 50, "out_at": "reach"})
    assert board.ruleset == CHINCHON


def test_who_retires_held_out_until_then():
    hands = (hand(3, 5, 8, 9), Retired(1), hand(3, None, 95, 9))
    assert ranks(board_after(*hands, players=4, rebuys=0)) == {0: 1, 3: 2, 2: 3, 1: 4}


def test_where_a_number_of_hands_ends_the_match_who_left_is_placed_by_the_total():
    hands = (hand(3, 5, 80, 9), Retired(1), hand(3, None, 9, 9), Retired(2))
    rules = {"ends": "hands", "limit": 9, "rebuys": 0}
    assert ranks(board_after(*hands, players=4, **rules)) == {0: 1, 3: 2, 1: 3, 2: 4}


def test_a_replay_stops_at_the_first_refusal_and_goes_on_from_any_moment():
    hands = [hand(4, 2, 3), hand(0, 2, 3), hand(5, 2, 3), hand(1, 2, 3)]
    whole = replay(new(), hands)
    assert [totals(board) for board in whole.boards] == [
        [0, 0, 0],
        [4, 2, 3],
        [-6, 4, 6],
    ]
    assert whole.accepted == 2
    assert whole.board == board_after(*hands[:2])
    gone_on = [play_from(whole.until(moment), hands[moment:]) for moment in range(3)]
    assert [(one.boards, one.refusal.code) for one in gone_on] == [
        (whole.boards, "over-close-limit")
    ] * 3
