"""A match of Chinchón event by event: totals, busts, buy-backs, dealer, and the end."""

import pytest

from rules.errors import Illegal
from rules.events import (
    BoughtBackIn,
    CameBack,
    Close,
    DealerNamed,
    Declined,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Penalised,
    Reseated,
    Retired,
    RulesChanged,
    SatOut,
    VoidReason,
)
from rules.match.board import new_board
from rules.match.elimination import places
from rules.match.play import play, play_from, replay
from rules.match.verify import can, possible_closes
from rules.presets import CHINCHON, FOURNIER, FRENCH
from tests.rules.support.table import (
    after,
    board_after,
    dealers,
    hand,
    new,
    nobody_closed,
    rebuys,
    refusal,
    sheet,
    totals,
)

MISDEAL = HandVoided(VoidReason.MISDEAL)


# Adding up


def test_before_the_first_hand_all_are_at_0_and_the_first_deals():
    board = new_board(CHINCHON, 3)
    assert board == new()
    assert (totals(board), board.dealer, board.direction) == ([0, 0, 0], 0, 1)


def test_a_hand_leaves_the_board_before_it_as_it_was():
    before = new()
    play(before, hand(3, 23, 45))
    assert before == new()


# Bust


def test_two_who_bust_together_come_back_at_the_same_total():
    board = board_after(hand(3, 60, 70, 9), players=4, start=(0, 50, 50, 0))
    assert totals(board) == [3, 9, 9, 9]


def test_who_cannot_buy_back_in_does_not_keep_the_others_from_it():
    board = board_after(hand(3, 51, 8, 9), hand(3, 95, 95, 9), players=4, start=(0, 50, 0, 0))
    assert totals(board) == [6, None, 18, 18]
    assert rebuys(board) == [0, 1, 1, 0]


def test_one_more_than_the_highest_where_the_house_says_plus_one():
    assert sheet(hand(2, 51, 61), start=(0, 50, 0), rebuy_points="plus-one") == [[2, 62, 61]]


@pytest.mark.parametrize(
    ("out_at", "highest", "back_at"), [("over", 99, 100), ("over", 100, 100), ("reach", 99, 99)]
)
def test_plus_one_never_brings_anybody_back_past_the_limit(out_at, highest, back_at):
    board = board_after(hand(2, 60, highest - 50), start=(0, 60, 50), out_at=out_at, rebuy_points="plus-one")
    assert totals(board) == [2, back_at, highest]
    assert board.seats_in == (0, 1, 2)


def test_if_nobody_remains_the_lowest_total_wins():
    board = board_after(nobody_closed(30, 31, 32), start=(75, 75, 75))
    assert board.winners == (0,)
    assert totals(board) == [105, None, None]


def test_if_nobody_remains_equal_lowest_totals_share_the_win():
    board = board_after(nobody_closed(30, 31, 30), start=(75, 75, 75))
    assert board.winners == (0, 2)
    assert totals(board) == [105, None, 105]


def test_a_closer_may_bust_where_the_house_allows_it_and_the_survivor_wins():
    board = board_after(hand(4, 1), players=2, ruleset=FOURNIER, start=(96, 10))
    assert board.winners == (1,)
    assert totals(board) == [None, 11]


# Being asked


def asked(*events, **table):
    """Fournier: seat 1 has busted with 110 and is asked; the others stand at 3 and 8."""
    return board_after(hand(3, 60, 8), *events, ruleset=FOURNIER, start=(0, 50, 0), **table)


def test_who_busts_is_asked_and_keeps_the_bust_total_until_he_answers():
    assert totals(asked()) == [3, 110, 8]
    assert asked().seats_asked == (1,)
    assert asked().seats_in == (0, 2)


@pytest.mark.parametrize(
    "event",
    [
        hand(3, None, 8),
        MISDEAL,
        Penalised(0, 10),
        Retired(0),
        SatOut(0),
        CameBack(0),
        Joined(3),
        DealerNamed(0),
        Reseated((2, 1, 0)),
        Finished(),
    ],
)
def test_nothing_but_an_answer_or_new_rules_happens_while_somebody_is_asked(event):
    assert refusal(asked(), event) == "answer-pending"
    assert refusal(asked(Declined(1)), event) in (None, "not-in-play")


def test_new_rules_may_be_made_while_somebody_is_asked_and_do_not_change_the_question():
    board = asked(RulesChanged({"rebuys": 0, "rebuy_points": "plus-one", "limit": 5}), BoughtBackIn(1))
    assert totals(board) == [3, 8, 8]
    assert rebuys(board) == [0, 1, 0]


def test_of_two_who_are_asked_one_declines_and_the_other_comes_back_at_the_level_of_the_hand():
    board = board_after(hand(3, 60, 70, 9), players=4, ruleset=FOURNIER, start=(0, 50, 50, 0))
    assert totals(after(board, Declined(2), BoughtBackIn(1))) == [3, 9, None, 9]
    assert totals(after(board, BoughtBackIn(1), Declined(2))) == [3, 9, None, 9]
    assert totals(after(board, BoughtBackIn(2), BoughtBackIn(1))) == [3, 9, 9, 9]


def test_the_match_waits_for_the_last_answer_before_somebody_has_won():
    board = board_after(hand(5, 60, 70), ruleset=FRENCH, start=(0, 50, 50))
    assert not board.is_over
    assert not after(board, Declined(1)).is_over
    assert after(board, Declined(1), Declined(2)).winners == (0,)
    assert not after(board, Declined(1), BoughtBackIn(2)).is_over


def test_with_the_french_pack_one_may_buy_back_in_once():
    board = board_after(hand(5, 60, 9), BoughtBackIn(1), hand(5, 91, 9), ruleset=FRENCH, start=(0, 50, 0))
    assert totals(board) == [10, None, 18]
    assert refusal(board, BoughtBackIn(1)) == "no-rebuys-left"


@pytest.mark.parametrize("answer", [BoughtBackIn, Declined])
def test_who_is_in_play_has_nothing_to_answer(answer):
    assert refusal(new(ruleset=FOURNIER), answer(1)) == "not-bust"
    assert refusal(asked(), answer(0)) == "not-bust"
    assert refusal(board_after(SatOut(1)), answer(1)) == "not-bust"


def test_who_was_not_allowed_to_buy_back_in_is_told_so():
    board = board_after(hand(3, 60, 8), hand(3, None, 8), ruleset=FOURNIER, start=(0, 50, 0), rebuy_needs=3)
    assert refusal(board, BoughtBackIn(1)) == "rebuy-not-allowed"
    assert refusal(board, Declined(1)) == "rebuy-not-allowed"


def test_used_up_is_said_before_too_few_go_on():
    board = board_after(hand(3, 60, 8), ruleset=FOURNIER, start=(0, 50, 0), rebuys=0, rebuy_needs=3)
    assert refusal(board, BoughtBackIn(1)) == "no-rebuys-left"


def test_who_declined_or_retired_may_not_buy_back_in_later():
    assert refusal(asked(Declined(1)), BoughtBackIn(1)) == "not-in-play"
    assert refusal(board_after(Retired(1), ruleset=FOURNIER), BoughtBackIn(1)) == "not-in-play"


def test_an_automatic_reenganche_asks_nobody():
    board = board_after(hand(3, 60, 8), start=(0, 50, 0))
    assert board.seats_asked == ()
    assert refusal(board, BoughtBackIn(1)) == "not-bust"


# Chinchón


@pytest.mark.parametrize("ruleset", [CHINCHON, FRENCH])
def test_chinchon_wins_the_match_its_points_are_not_added_and_nobody_is_out(ruleset):
    board = board_after(hand(0, 60, 8, close=Close.CHINCHON), ruleset=ruleset, start=(99, 50, 0))
    assert board.winners == (0,)
    assert totals(board) == [99, 50, 0]
    assert board.seats_out == board.seats_asked == ()


def test_where_the_close_wins_the_match_nobody_s_points_are_missed():
    assert board_after(hand(close=Close.CHINCHON, closer=2)).winners == (2,)


# What a close may be


@pytest.mark.parametrize(
    ("ruleset", "players", "scored", "code"),
    [
        (CHINCHON, 3, hand(1, 2, 3, close=Close.GIN), "bad-close"),
        (CHINCHON, 3, hand(0, 2, 3, close=Close.OUT), "bad-close"),
        (CHINCHON, 3, hand(0, 2, 3, close=Close.RUMMY), "bad-close"),
        (CHINCHON, 3, hand(0, 2, 3, close=Close.CHINASO), "bad-close"),
        (CHINCHON, 3, hand(0, 2, 3, close=Close.KNOCK), "bad-close"),
        (FOURNIER, 3, hand(0, 2, 3, close=Close.KNOCK), "bad-close"),
        (FRENCH, 3, hand(0, 2, 3, close=Close.KNOCK), "bad-close"),
        (FOURNIER, 3, hand(0, 2, 3, close=Close.JOKER_RUN_1), "bad-close"),
        (FRENCH, 2, hand(0, 2, close=Close.JOKER_RUN_1), "bad-close"),
        (FRENCH, 3, hand(0, 2, 3, close=Close.JOKER_RUN_2), None),
        (CHINCHON, 3, HandScored({0: 1, 1: 2, 2: 3}, closer=0), "bad-close"),
        (CHINCHON, 3, HandScored({0: 1, 1: 2, 2: 3}, close=Close.KNOCK), "bad-close"),
        (CHINCHON, 3, hand(4, 2, 3), None),
        (CHINCHON, 3, hand(5, 2, 3), "over-close-limit"),
        (FOURNIER, 3, hand(5, 2, 3), "over-close-limit"),
        (FRENCH, 3, hand(5, 2, 3), None),
        (FRENCH, 3, hand(6, 2, 3), "over-close-limit"),
        (CHINCHON, 3, hand(300, 2, 3), "over-close-limit"),
        (CHINCHON, 3, hand(None, 2, 3, close=Close.KNOCK), "missing-points"),
        (CHINCHON, 3, hand(None, 2, 3), None),
        (CHINCHON, 3, hand(4, 2), "missing-points"),
        (CHINCHON, 3, hand(0, None, 3), "missing-points"),
        (CHINCHON, 3, nobody_closed(4, 2), "missing-points"),
        (CHINCHON, 3, nobody_closed(), "missing-points"),
        (CHINCHON, 3, hand(4, 2, -3), "bad-points"),
        (CHINCHON, 3, hand(-4, 2, 3), "bad-points"),
        (CHINCHON, 3, hand(4, 2, 100), None),
        (CHINCHON, 3, hand(4, 2, 101), "bad-points"),
        (FOURNIER, 4, hand(4, 2, 3, 76), None),
        (FOURNIER, 4, hand(4, 2, 3, 77), "bad-points"),
        (FRENCH, 2, hand(4, 70), None),
        (FRENCH, 2, hand(4, 71), "bad-points"),
        (FRENCH, 3, hand(4, 2, 150), None),
        (FRENCH, 3, hand(4, 2, 151), "bad-points"),
        (CHINCHON, 3, hand(3, 2, 3, close=Close.CLEAN), "bad-points"),
        (CHINCHON, 3, hand(3, 2, 3, close=Close.CHINCHON), "bad-points"),
        (CHINCHON, 3, hand(3, 2, 3, melded=(1,)), "bad-points"),
        (CHINCHON, 3, hand(4, 2, 3, 4), "unknown-player"),
        (CHINCHON, 3, hand(4, 2, 3, closer=3), "unknown-player"),
        (CHINCHON, 3, hand(4, 2, 3, melded=(3,)), "unknown-player"),
    ],
)
def test_a_hand_is_what_the_cards_and_the_close_allow(ruleset, players, scored, code):
    assert refusal(new(players, ruleset), scored) == code


def test_a_closer_may_not_keep_a_card_that_takes_him_over_the_limit():
    board = new(start=(98, 0, 5))
    assert refusal(board, hand(3, 9, 9)) == "closer-would-bust"
    assert refusal(board, hand(2, 9, 9)) is None
    assert refusal(board, hand(0, 9, 9)) is None
    assert refusal(new(start=(98, 0, 5), out_at="reach"), hand(2, 9, 9)) == "closer-would-bust"
    assert refusal(new(start=(98, 0, 5), close_may_bust=True), hand(3, 9, 9)) is None


def test_a_knock_at_the_limit_that_does_not_say_what_was_kept_lacks_its_points():
    assert refusal(new(start=(100, 0, 5)), hand(None, 9, 9, close=Close.KNOCK)) == "missing-points"


def test_no_limit_holds_back_a_close_that_wins_the_match():
    board = board_after(RulesChanged({"limit": 50}), start=(98, 0, 5))
    assert refusal(board, hand(0, 9, 9, close=Close.CHINCHON)) is None


@pytest.mark.parametrize(
    ("scored", "code"),
    [
        (hand(9, 2, 300, 4), "unknown-player"),
        (hand(9, 2, 300, closer=1), "not-in-play"),  # seat 1 has retired
        (hand(0, None, 300, close=Close.GIN), "bad-close"),
        (hand(9, None, 300), "over-close-limit"),
        (hand(3, None, None), "closer-would-bust"),
        (hand(1, None, None), "missing-points"),
        (hand(1, None, 300), "bad-points"),
    ],
)
def test_of_several_faults_the_first_of_the_list_is_named(scored, code):
    assert refusal(board_after(Retired(1), start=(98, 0, 5)), scored) == code


def test_who_is_out_away_or_gone_takes_no_part_in_a_hand():
    gone = board_after(Retired(1), players=4)
    away = board_after(SatOut(1), players=4)
    out = board_after(hand(3, 60, 8, 9), players=4, start=(0, 50, 0, 0), rebuys=0)
    for board in (gone, away, out):
        assert refusal(board, hand(3, 7, 8, 9)) == "not-in-play"
        assert refusal(board, hand(3, None, 8, 9, closer=1)) == "not-in-play"
        assert refusal(board, hand(3, None, 8, 9, melded=(1,))) == "not-in-play"
        assert refusal(board, hand(3, None, 8, 9)) is None


def test_a_screen_offers_the_closes_that_the_hand_will_allow():
    knocks = [(Close.KNOCK, kept) for kept in (1, 2, 3, 4)]
    melded = [(Close.CLEAN, 0), (Close.CHINCHON, 0)]
    runs = [(Close.JOKER_RUN_1, 0), (Close.JOKER_RUN_2, 0)]
    assert set(possible_closes(new(), 0)) == {*knocks, *melded, *runs}
    assert set(possible_closes(new(ruleset=FOURNIER), 0)) == {*knocks, *melded}
    assert set(possible_closes(new(start=(98, 0, 5)), 0)) == {*knocks[:2], *melded, *runs}
    assert set(possible_closes(new(close_limit=0), 0)) == {*melded, *runs}


# Hands that do not count, penalties


@pytest.mark.parametrize("reason", list(VoidReason))
def test_a_void_hand_changes_no_total_and_the_same_dealer_deals_again(reason):
    void = HandVoided(reason, 1 if reason is VoidReason.FALSE_CLOSE else None)
    board = board_after(hand(3, 23, 45))
    assert after(board, void) == board


def test_a_false_close_is_charged_what_the_house_says():
    rows = sheet(HandVoided(VoidReason.FALSE_CLOSE, 1), start=(3, 23, 45), false_close_points=10)
    assert rows == [[3, 33, 45]]


def test_only_who_sits_at_the_hand_can_close_it_falsely():
    void = HandVoided(VoidReason.FALSE_CLOSE, 1)
    assert refusal(board_after(SatOut(1)), void) == "not-in-play"
    assert refusal(board_after(Retired(1)), void) == "not-in-play"
    assert refusal(new(players=2), HandVoided(VoidReason.FALSE_CLOSE, 2)) == "unknown-player"


def test_a_false_close_may_bust():
    void = HandVoided(VoidReason.FALSE_CLOSE, 1)
    assert sheet(void, start=(3, 95, 45), false_close_points=10) == [[3, 45, 45]]


def test_a_penalty_is_added_and_may_be_negative():
    assert sheet(Penalised(1, 10), Penalised(1, -25), start=(3, 23, 45)) == [[3, 33, 45], [3, 8, 45]]


def test_a_penalty_may_bust_like_a_hand_s_points():
    assert sheet(Penalised(1, 10), start=(-10, 95, 20)) == [[-10, 20, 20]]
    assert board_after(Penalised(1, 10), players=2, start=(3, 95)).winners == (0,)
    assert board_after(Penalised(1, 10), ruleset=FOURNIER, start=(3, 95, 4)).seats_asked == (1,)


def test_a_penalty_of_another_does_not_bust_who_is_at_the_limit():
    assert sheet(Penalised(1, 10), start=(100, 5, 20)) == [[100, 15, 20]]


def test_only_who_is_in_play_and_present_can_be_penalised():
    assert refusal(board_after(Retired(1)), Penalised(1, 10)) == "not-in-play"
    assert refusal(board_after(SatOut(1)), Penalised(1, 10)) == "not-in-play"
    assert refusal(new(), Penalised(3, 10)) == "unknown-player"


# Leaving, sitting out, coming back, joining


def test_who_retires_is_no_longer_in_play_and_is_not_out():
    board = board_after(Retired(1), start=(3, 23, 45))
    assert totals(board) == [3, None, 45]
    assert board.seats_in == (0, 2)
    assert board.seats_out == ()


def test_if_one_remains_when_another_retires_he_wins():
    assert board_after(Retired(1), Retired(0)).winners == (2,)


def test_who_comes_back_has_used_the_reenganches_he_had_used():
    board = board_after(hand(3, 51, 8), Retired(1), CameBack(1), hand(3, 93, 8), start=(0, 50, 0))
    assert totals(board) == [6, None, 16]


def test_the_total_of_one_who_retired_is_no_level_for_others():
    board = board_after(Retired(2), hand(3, 51, None, 8), players=4, start=(0, 50, 90, 0))
    assert totals(board) == [3, 8, None, 8]


def test_who_sits_out_is_still_in_play_so_the_others_may_buy_back_in_at_his_total():
    board = board_after(SatOut(2), hand(3, 51, None), start=(0, 50, 90))
    assert totals(board) == [3, 90, 90]


def test_who_sits_out_may_leave_for_good():
    assert totals(board_after(SatOut(1), Retired(1))) == [0, None, 0]


def test_who_comes_back_before_a_hand_was_played_has_missed_nothing():
    assert board_after(SatOut(2), CameBack(2)) == new()
    assert board_after(Retired(2), CameBack(2)) == new()


def test_only_who_is_away_comes_back():
    out = board_after(hand(3, 60, 8), start=(0, 50, 0), rebuys=0)
    assert refusal(new(), CameBack(1)) == "not-in-play"
    assert refusal(out, CameBack(1)) == "not-in-play"
    assert refusal(board_after(SatOut(1), CameBack(1)), CameBack(1)) == "not-in-play"
    assert refusal(new(), CameBack(3)) == "unknown-player"


def test_who_goes_out_while_sitting_out_does_not_come_back():
    lower = RulesChanged({"limit": 50, "rebuys": 0})
    board = board_after(SatOut(1), lower, hand(3, None, 8), start=(0, 60, 0))
    assert totals(board) == [3, None, 8]
    assert refusal(board, CameBack(1)) == "not-in-play"


def test_nobody_leaves_or_sits_out_twice():
    assert refusal(board_after(Retired(1)), Retired(1)) == "not-in-play"
    assert refusal(board_after(Retired(1)), SatOut(1)) == "not-in-play"
    assert refusal(board_after(SatOut(1)), SatOut(1)) == "not-in-play"


def test_who_joins_late_starts_at_the_highest_total_in_play():
    assert sheet(Joined(3), start=(3, 23, 45)) == [[3, 23, 45, 45]]
    assert sheet(Joined(3), start=(-3, -23, -45)) == [[-3, -23, -45, -3]]


def test_the_total_of_one_who_retired_is_none_to_join_at():
    assert totals(board_after(Retired(2), Joined(3), start=(3, 23, 45))) == [3, 23, None, 23]


def test_in_a_ledger_one_joins_at_0():
    assert sheet(Joined(3), start=(3, 23, 45), ends="open") == [[3, 23, 45, 0]]


@pytest.mark.parametrize(
    ("position", "order"), [(None, (0, 1, 2, 3)), (0, (3, 0, 1, 2)), (1, (0, 3, 1, 2)), (9, (0, 1, 2, 3))]
)
def test_who_joins_sits_where_told_or_last(position, order):
    assert board_after(Joined(3, position)).order == order


def test_nobody_joins_twice_not_even_who_has_left():
    assert refusal(new(), Joined(1)) == "duplicate-player"
    assert refusal(board_after(Retired(1)), Joined(1)) == "duplicate-player"


def test_more_players_than_the_pack_is_printed_for_may_join():
    assert totals(board_after(Joined(4), Joined(5), players=4)) == [0, 0, 0, 0, 0, 0]


# The dealer


def test_a_void_hand_a_penalty_or_new_rules_leave_the_dealer():
    assert dealers(MISDEAL, Penalised(0, 5), RulesChanged({"limit": 70}), hand(1, 2, 3)) == [0, 0, 0, 0, 1]


def test_the_deal_waits_for_the_answer_of_who_is_asked():
    assert asked(BoughtBackIn(1)).dealer == 1
    assert asked(Declined(1)).dealer == 2


def test_who_declines_when_it_is_not_his_turn_leaves_the_dealer():
    assert asked(Declined(1), dealer=1).dealer == 2
    assert asked(Declined(1), dealer=2).dealer == 0


def test_the_deal_passes_on_when_the_dealer_retires_or_sits_out_and_stays_when_another_does():
    assert dealers(Retired(0)) == [0, 1]
    assert dealers(SatOut(0)) == [0, 1]
    assert dealers(Retired(0), direction=-1) == [0, 2]
    assert dealers(Retired(1)) == [0, 0]
    assert dealers(SatOut(2)) == [0, 0]


def test_who_comes_back_does_not_get_the_deal_back_but_deals_in_his_turn():
    rows = dealers(SatOut(0), CameBack(0), hand(1, 2, 3), hand(1, 2, 3))
    assert rows == [0, 1, 1, 2, 0]


def test_a_dealer_whom_a_penalty_puts_out_deals_no_more():
    assert dealers(Penalised(0, 60), start=(50, 0, 0), rebuys=0) == [0, 1]


def test_who_dealt_out_of_turn_is_named_and_the_deal_goes_on_from_there():
    assert dealers(DealerNamed(2), hand(1, 2, 3)) == [0, 2, 0]


def test_only_who_is_in_play_and_present_can_deal():
    assert refusal(board_after(Retired(1)), DealerNamed(1)) == "not-in-play"
    assert refusal(board_after(SatOut(1)), DealerNamed(1)) == "not-in-play"
    assert refusal(new(), DealerNamed(3)) == "unknown-player"


def test_with_a_new_order_the_next_dealer_stays_the_same_person():
    assert dealers(hand(1, 2, 3), Reseated((2, 1, 0)), hand(1, 2, 3)) == [0, 1, 1, 0]


def test_a_newcomer_deals_when_the_order_reaches_him():
    assert dealers(Joined(3, 1), hand(1, 2, 3, 4), hand(1, 2, 3, 4)) == [0, 0, 3, 1]


def test_the_one_after_the_dealer_plays_first():
    assert [new(dealer=seat).lead for seat in range(3)] == [1, 2, 0]
    assert [new(dealer=seat, direction=-1).lead for seat in range(3)] == [2, 0, 1]
    assert board_after(SatOut(1)).lead == 2


# A new order


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ((2, 1, 0), None),
        ((0, 1, 2), None),
        ((0, 1, 3), "unknown-player"),
        ((0, 1, 2, 3), "unknown-player"),
        ((0, 1, 1), "duplicate-player"),
        ((0, 1, 2, 0), "duplicate-player"),
        ((0, 1), "missing-player"),
        ((), "missing-player"),
    ],
)
def test_a_new_order_names_everybody_once(order, code):
    assert refusal(new(), Reseated(order)) == code


def test_a_match_that_is_over_is_said_before_an_order_that_names_too_few():
    assert refusal(board_after(Finished()), Reseated((0, 1))) == "match-over"
    assert refusal(asked(), Reseated((0, 1))) == "answer-pending"


def test_seats_keep_their_totals_in_a_new_order():
    board = board_after(Reseated((2, 0, 1)), start=(3, 23, 45))
    assert totals(board) == [3, 23, 45]
    assert board.seats_in == (2, 0, 1)


# Other rules from the next hand on


def test_new_rules_hold_from_the_next_hand_on():
    rows = sheet(hand(0, 1, 2), RulesChanged({"clean_points": -25}), hand(0, 1, 2))
    assert rows == [[-10, 1, 2], [-10, 1, 2], [-35, 2, 4]]


def test_a_lower_limit_busts_nobody_until_a_hand_is_scored():
    rows = sheet(RulesChanged({"limit": 50}), hand(3, 1, 2), start=(0, 70, 20))
    assert rows == [[0, 70, 20], [3, 22, 22]]


def test_nor_do_points_charged_before_that_hand_unless_past_the_old_limit_as_well():
    rows = sheet(RulesChanged({"limit": 50}), Penalised(1, 5), Penalised(1, 30), start=(0, 70, 20))
    assert rows == [[0, 70, 20], [0, 75, 20], [0, 20, 20]]


def test_a_higher_limit_saves_who_is_charged_before_the_next_hand():
    rows = sheet(RulesChanged({"limit": 150}), Penalised(1, 40), start=(0, 70, 20))
    assert rows == [[0, 70, 20], [0, 110, 20]]


def test_rules_made_twice_before_a_hand_both_hold():
    board = board_after(RulesChanged({"limit": 50}), RulesChanged({"out_at": "reach"}))
    assert board.next_ruleset == CHINCHON.turned({"limit": 50, "out_at": "reach"})
    assert board.ruleset == CHINCHON


def test_knobs_that_do_not_exist_are_refused_and_turn_nothing():
    assert refusal(new(), RulesChanged({"limit": 70, "lives": 9})) == "bad-rules"
    assert refusal(new(), RulesChanged({"limit": None})) == "bad-rules"


# The end


def test_the_table_stops_and_the_lowest_total_in_play_wins():
    assert board_after(Finished(), start=(30, 3, 45)).winners == (1,)
    assert board_after(Finished(), start=(3, 3, 45)).winners == (0, 1)
    assert board_after(Retired(1), Finished(), start=(30, 3, 45)).winners == (0,)


def test_who_shares_the_win_is_named_in_the_order_of_the_seats():
    assert board_after(Reseated((2, 1, 0)), Finished()).winners == (2, 1, 0)


@pytest.mark.parametrize(
    "event",
    [
        hand(3, 7, 8),
        MISDEAL,
        Penalised(0, 10),
        BoughtBackIn(1),
        Declined(1),
        Retired(0),
        SatOut(0),
        CameBack(0),
        Joined(3),
        DealerNamed(0),
        Reseated((2, 1, 0)),
        RulesChanged({"limit": 70}),
        Finished(),
    ],
)
def test_after_the_end_nothing_happens_any_more(event):
    assert refusal(board_after(Finished()), event) == "match-over"


def test_a_stranger_is_noticed_before_the_end_is():
    over = board_after(Finished())
    assert refusal(over, Penalised(3, 10)) == "unknown-player"
    assert refusal(over, Joined(0)) == "duplicate-player"


def test_a_match_of_so_many_hands_ends_with_the_last_and_the_lowest_total_wins():
    table = {"ends": "hands", "limit": 2}
    assert not board_after(hand(3, 60, 8), **table).is_over
    assert board_after(hand(3, 60, 8), hand(7, 60, 0, closer=2), **table).winners == (2,)


def test_a_void_hand_is_not_one_of_them():
    assert not board_after(hand(3, 60, 8), MISDEAL, ends="hands", limit=2).is_over


def test_a_match_to_a_target_ends_when_somebody_reaches_it_and_the_lowest_wins():
    board = board_after(hand(3, 60, 8), start=(0, 50, 0), ends="target")
    assert board.winners == (0,)
    assert totals(board) == [3, 110, 8]


def test_equal_lowest_totals_share_where_somebody_else_reaches_the_target():
    assert board_after(hand(3, 60, 3), start=(0, 50, 0), ends="target").winners == (0, 2)


def test_a_ledger_ends_only_by_hand():
    board = board_after(hand(3, 60, 8), start=(0, 90, 0), ends="open", limit=None)
    assert totals(board) == [3, 150, 8]
    assert after(board, Finished()).winners == (0,)


def test_places_go_to_the_winner_then_to_those_in_play_then_to_the_others():
    board = board_after(hand(3, 60, 8, 9), players=4, start=(0, 50, 50, 0), rebuys=0)
    assert places(board) == {0: 1, 3: 2, 2: 3, 1: 4}
    assert places(new()) == {0: 1, 1: 1, 2: 1}
    assert places(board_after(hand(0, 1, 2, close=Close.CHINCHON), start=(99, 3, 45))) == {0: 1, 1: 2, 2: 3}


# The three verbs


def test_what_may_happen_is_what_is_not_refused():
    assert can(new(), hand(4, 2, 3))
    assert not can(new(), hand(5, 2, 3))


def test_a_refused_event_cannot_be_played():
    with pytest.raises(Illegal) as refused:
        play(new(), hand(5, 2, 3))
    assert str(refused.value) == "over-close-limit (seat=0, deadwood=5, limit=4)"


def test_a_replay_stops_at_the_first_refusal_and_says_why():
    played = replay(new(), [hand(4, 2, 3), hand(5, 2, 3), hand(1, 2, 3)])
    assert played.accepted == 1
    assert played.board == board_after(hand(4, 2, 3))
    assert played.refusal is not None
    assert played.refusal.code == "over-close-limit"


def test_a_legal_replay_keeps_the_board_after_every_event():
    played = replay(new(), [hand(4, 2, 3), hand(0, 2, 3)])
    assert [totals(board) for board in played.boards] == [[0, 0, 0], [4, 2, 3], [-6, 4, 6]]
    assert played.refusal is None


def test_going_on_from_any_moment_is_playing_all_of_it():
    hands = [hand(4, 2, 3), hand(0, 2, 3), hand(5, 2, 3), hand(0, 2, 3)]
    whole = replay(new(), hands)
    gone_on = [play_from(whole.until(moment), hands[moment:]) for moment in range(3)]
    assert [(one.boards, one.refusal.code) for one in gone_on] == [(whole.boards, "over-close-limit")] * 3


def test_a_clean_closer_keeps_no_card_so_a_limit_just_lowered_does_not_forbid_it():
    board = board_after(hand(20, 70, 0, closer=2), RulesChanged({"limit": 50}))
    assert can(board, hand(7, 0, 9, closer=1)) is True


def test_one_who_retired_with_his_rebuy_used_has_no_rebuys_left():
    board = board_after(hand(0, 60, 20), hand(0, 45, 20), Retired(1))
    assert refusal(board, BoughtBackIn(1)) == "no-rebuys-left"
