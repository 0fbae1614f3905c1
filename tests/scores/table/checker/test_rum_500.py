"""Rum 500 in the checker: the worth of cards on the table and in hand."""

import pytest

from rules.cards.melds import meld_rules
from rules.packs import read_cards
from rules.presets import RUM_500
from scores.table.checker.rum_500 import CardsAtEnd, laid_down

RULES = meld_rules(RUM_500, 3)


def cards(text):
    return read_cards(text.split(), RUM_500.pack)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("As 2s 3s", 1 + 2 + 3),
        ("Qd Kd Ad", 10 + 10 + 15),
        ("As Ah Ad", 15 * 3),
        ("As 2s 3s Qs Ks", 15 + 10 + 10),  # the ace goes where it leaves the least over
        ("As 2s 3s 4s Ah Ad Ac", 4 * 15 + 2 + 3 + 4),  # four aces and 2-3-4, not three and A-2-3-4
        ("", 0),
    ],
)
def test_what_cards_count_on_the_table(text, points):
    assert laid_down(RULES, cards(text)).points == points


def tables(closer=0, **tapped):
    """Cards before each player (t0, t1, …) and in hand (c0, c1, …)."""
    read = {key: cards(text) for key, text in tapped.items()}
    sides = [{int(key[1:]): held for key, held in read.items() if key[0] == side} for side in "tc"]
    return CardsAtEnd(RUM_500, 3, closer, *sides)


def test_an_ace_laid_off_counts_by_the_run_it_makes():
    assert tables(t0="2s 3s 4s", t1="As").laid(1).points == 1
    assert tables(t0="Js Qs Ks", t1="As").laid(1).points == 15
    assert tables(t0="3s 4s 5s", t1="As 2s").laid(1).points == 1 + 2


def test_a_card_is_laid_off_only_where_it_fits():
    laid = tables(t0="2s 3s 4s", t1="6s").laid(1)
    assert (laid.points, [str(card) for card in laid.loose]) == (0, ["6s"])


def test_with_too_many_ways_nothing_is_counted():
    wild = RUM_500.turned({"wild_cards": [f"{rank}{suit}" for suit in "shd" for rank in "23456789TJ"]})
    held = cards(" ".join(f"{rank}{suit}" for suit in "shd" for rank in "23456789TJ"))
    at_end = CardsAtEnd(wild, 3, None, {0: held, 1: ()}, {0: (), 1: cards("Kd")})
    assert (at_end.has_too_many_ways, at_end.laid(0).points, at_end.in_hand(1)) == (True, 0, 10)
    assert not tables(t0="2s 3s 4s").has_too_many_ways
