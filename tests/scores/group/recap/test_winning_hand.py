"""How the winner of a match won, in words."""

import pytest

from rules.close_kinds import Close
from rules.events import Declined, Finished, HandScored, Retired
from scores.group.recap.winning_hand import how_won
from tests.rules.support.table import hand, nobody_closed, on_table, out
from tests.scores.group.recap.test_money import sheet_of

CHINCHON = HandScored({1: 20, 2: 9}, 0, Close.CHINCHON)
TO_90 = {"limit": 90, "rebuys": 0}


@pytest.mark.parametrize(
    ("log_of", "knobs", "words"),
    [
        ([CHINCHON], {"chinchon_points": "wins"}, "con chinchón"),
        ([hand(0, 99, 98)], TO_90, "cerrando con −10"),
        ([hand(3, 99, 98)], TO_90, "cerrando con 3"),
        ([hand(0, 99, 5), hand(4, None, 91)], TO_90, "cerrando con 4"),
        ([nobody_closed(5, 99, 98)], TO_90, "porque los demás se pasaron"),
        ([nobody_closed(5, 99, 8), nobody_closed(5, None, 95)], TO_90, "porque Eva se pasó"),
        ([nobody_closed(95, 99, 98)], TO_90, "con el mejor total"),
        ([hand(0, 9, 8), Retired(1), Retired(2)], {}, "porque Eva se retiró"),
        ([hand(0, 9, 8), Finished()], {}, "con el mejor total"),
        ([Finished()], {}, ""),
        ([hand(0, 9, 8)], {}, ""),
    ],
)
def test_at_chinchon_it_is_the_last_hand_of_the_winner_or_what_happened_to_the_others(log_of, knobs, words):
    assert how_won(sheet_of("chinchon", *log_of, **knobs)) == words


def test_of_those_who_do_not_buy_back_in_it_is_the_hand_that_counts():
    rules = {"limit": 70, "rebuy_needs": 1}
    log_of = [hand(0, 75, 71), Declined(1), Declined(2)]
    assert how_won(sheet_of("chinchon-fournier", *log_of, **rules)) == "cerrando con −10"


@pytest.mark.parametrize(
    ("key", "last", "words"),
    [
        ("gin", HandScored({1: 99}, 0, Close.GIN), "con gin"),
        ("gin", HandScored({0: 6, 1: 99}, 0, Close.KNOCK), "cerrando con 6"),
        ("rum-500", on_table((520, 0), (40, 10), closer=0), "quedándose sin cartas"),
    ],
)
def test_other_games_have_their_own_words(key, last, words):
    assert how_won(sheet_of(key, last, players=2, limit=90)) == words


def test_chinaso_ends_after_its_hands_with_the_best_total():
    sheet = sheet_of("chinaso", *[out(None, 20, 30, 5)] * 6, out(5, 20, None, 40, closer=2), players=4)
    assert how_won(sheet) == "con el mejor total"
