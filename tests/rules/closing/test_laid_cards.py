"""Rum 500: what lies on the table at the end of a hand, and what a player can lay down."""

import random

import pytest

from rules.cards.melds import meld_rules
from rules.closing.laid_cards import lay_down_best, points_of_groups, read_table
from rules.errors import Illegal
from rules.presets import RUM_500
from tests.rules.support import naive_laid
from tests.rules.support.hands import french, names
from tests.rules.support.naive_showdown import near_cards
from tests.support.extent import share

ids = pytest.mark.parametrize


def table(*before, players=None, **house):
    cards = {seat: french(held) for seat, held in enumerate(before)}
    return read_table(
        meld_rules(RUM_500.with_options(house), players or max(2, len(before))), cards
    )


def points(*before, **house):
    return [laid.points for laid in table(*before, **house).seats.values()]


def lying(*before):
    """Each meld of the table, and what each player laid off: seat, cards, and on which meld."""
    read = table(*before)
    laid_off = [
        (seat, names(put.cards), put.onto)
        for seat, laid in read.seats.items()
        for put in laid.laid_off
    ]
    return [(meld.owner, names(meld.meld.cards)) for meld in read.melds], laid_off


def test_a_run_belongs_to_whoever_began_it():
    assert lying("4s 5s 6s", "7s 9s", "8s") == (
        [(0, "4s 5s 6s 7s 8s 9s")],
        [(1, "7s 9s", 0), (2, "8s", 0)],
    )
    assert lying("4s 5s 6s 8s", "7s")[1] == [(0, "8s", 0), (1, "7s", 0)]


def test_two_runs_of_one_suit_stay_two_where_both_were_whole():
    assert lying("4s 5s 6s", "7s 8s 9s", "Ts") == (
        [(0, "4s 5s 6s"), (1, "7s 8s 9s Ts")],
        [(2, "Ts", 1)],
    )
    assert lying("4s 4h 4d", "4s 4h 4c", "4d", "Kd", "Qd")[0] == [
        (0, "4s 4h 4d 4d"),
        (1, "4s 4h 4c"),
    ]


def test_a_run_that_one_player_laid_is_one_run_however_long():
    assert lying("4s 5s 6s 7s 8s 9s")[0] == [(0, "4s 5s 6s 7s 8s 9s")]


def test_an_ace_that_may_be_laid_off_at_either_end_of_a_run_counts_as_the_high_one():
    read = points("6h 8h 9h Th", "Ah", "2h 7h", "4h Kh", "3h 5h Jh Qh", packs=2)
    assert read == [33, 15, 9, 14, 28]


def test_jokers_alone_begin_no_meld():
    alone = table("4s 5s 6s 7s", "* * *", jokers=3)
    assert [names(laid.meld.cards) for laid in alone.melds] == ["* * * 4s 5s 6s 7s"]


def test_of_equal_cards_each_player_has_their_own_on_their_own_meld():
    assert lying("4c 5c 6c 7c", "7s 7h 7d 7c", "", "", "") == (
        [(0, "4c 5c 6c 7c"), (1, "7s 7h 7d 7c")],
        [],
    )


def random_table(dice, rules):
    """Cards of one or more suits before three players, neighbours mostly before the same."""
    stock = near_cards(dice, rules, [13], dice.choice([1, 2, 4]))
    held = stock[: dice.choice([6, 7, 8, 9])]
    before = [[], [], []]
    player = 0
    for card in sorted(
        held, key=lambda card: (card[1:], "A23456789TJQK".find(card[0]))
    ):
        player = dice.randrange(3) if dice.random() < 0.35 else player
        before[player].append(card)
    return before


@ids("seed", range(share("long properties", nightly=360, here=60)))
def test_random_tables_against_every_reading(seed):
    dice = random.Random(seed)
    house = {
        "packs": dice.choice([1, 2]),
        "jokers": dice.choice([0, 0, 2]),
        "ace": dice.choice(["both", "both", "low", "high", "around"]),
        "adjacent_jokers": dice.choice([True, False]),
    }
    rules = RUM_500.with_options(house)
    before = random_table(dice, rules)
    read = table(*map(" ".join, before), **house).seats.values()
    loose, most, shares = naive_laid.best_points(rules, before)
    each = tuple(laid.points for laid in read)
    assert sum(len(laid.loose) for laid in read) == loose
    assert sum(each) == most
    assert each in shares


@ids(("players", "packs"), [(2, 1), (3, 1), (5, 2)])
def test_hands_played_out_are_read_as_they_were_laid(players, packs):
    """Or for more points of all, where an ace may have lain elsewhere. Few large tables are given up."""
    dice = random.Random(players)
    rules = RUM_500.with_options({"packs": packs})
    hands = share("long properties", nightly=180, here=30)
    given_up = 0
    for _hand in range(hands):
        turns = dice.choice([6, 12, 20, 40])
        before, given = naive_laid.played(dice, rules, players, turns)
        try:
            each = points(*map(" ".join, before))
        except Illegal:
            given_up += 1
            assert sum(map(len, before)) > 45
        else:
            assert each == given or sum(each) >= sum(given), before
    assert given_up <= 0.04 * hands


def test_a_table_with_too_many_ways_is_refused_in_few_steps():
    stock = near_cards(random.Random(8), RUM_500.with_options({"packs": 2}), [13])
    before = {seat: french(" ".join(stock[seat::3])) for seat in range(3)}
    with pytest.raises(Illegal, match="too-many-ways"):
        read_table(meld_rules(RUM_500, 8), before)


# Groups that players name


def counted(*groups):
    return points_of_groups(meld_rules(RUM_500, 4), [french(group) for group in groups])


@ids(
    ("groups", "each"),
    [
        (("2s 3s 4s", "As", "Ah Ad Ac"), [9, 15, 45]),
        (("4s 5s 6s", "8s"), [15, 8]),  # what fits nowhere counts as in hand
        # the 7s opens the place for the 8s
        (
            ("4s 5s 6s", "7h 7d 7c", "7s", "8s"),
            [15, 21, 7, 8],
        ),
    ],
)
def test_groups_count_on_what_others_made_longer(groups, each):
    assert counted(*groups) == each


# What a player can lay down alone


@ids(
    ("held", "down", "left"),
    [
        ("As 2s 3s Ah Ad Ac 9d", 60, 14),  # +46; with A-2-3 it is +42
        ("As 2s 3s Qs Ks", 35, 5),
        ("As 2s 3s 4s Ah Ad Ac", 69, 0),
        ("7s 7h 7d 8s 9s Ts", 48, 0),
        ("Kd Qd", 0, 20),
    ],
)
def test_cards_are_laid_down_for_the_most_points_less_those_in_hand(held, down, left):
    rules = meld_rules(RUM_500, 3)
    best = lay_down_best(rules, french(held))
    assert best.points == down
    assert sum(rules.deck.pips[card] for card in best.loose) == left
