"""Who owes what, what a rank wins, and what is left to be given."""

import pytest

from rules.night import events
from rules.night.events import At, TableResult
from rules.night.prizes import (
    debts,
    pot,
    prizes_by_share,
    prizes_without_taker,
    prizes_won,
    still_due,
)
from rules.night.stages import Stage
from rules.night.standings import standings
from tests.rules.night.support.logs import night_of


def sheet(*more):
    return night_of(Stage(), 4, [(1, 2, 3, 4)], more=more)


def lines(*ranks):
    return standings(sheet(), {At(1, 1): TableResult(dict(enumerate(ranks, 1)))})


def test_the_fee_is_owed_until_it_is_paid():
    after = sheet(events.Paid(1, 500), events.Paid(3, 600))
    assert debts(after, 500) == {1: 0, 2: 500, 3: -100, 4: 500}
    assert pot(after) == 1_100


def test_a_prize_that_nobody_takes_is_left_to_the_club():
    prizes = (400, 200, 100, 100, 50)
    assert prizes_without_taker(lines(1, 2, 3, 4), prizes) == {5: 50}


@pytest.mark.parametrize(
    ("money", "shares", "prizes"),
    [
        (1_000, (50, 30, 20), (500, 300, 200)),
        (1_001, (50, 30), (500, 300)),
        (101, (33, 33, 34), (34, 33, 34)),
        (5, (), ()),
    ],
)
def test_shares_of_the_pot_leave_the_club_its_part(money, shares, prizes):
    assert prizes_by_share(money, shares) == prizes


@pytest.mark.parametrize(
    ("ranks", "prizes", "amounts"),
    [
        ((1, 2, 3, 4), (500, 300), [500, 300]),
        ((1, 1, 3, 4), (500, 301), [401, 400]),
        ((1, 2, 2, 4), (500, 301), [500, 151, 150]),
        ((1, 2, 3, 4), (), []),
    ],
)
def test_those_who_share_a_rank_share_its_prizes(ranks, prizes, amounts):
    assert list(prizes_won(lines(*ranks), prizes).values()) == amounts


def test_a_prize_given_is_not_taken_back_after_a_correction():
    given_away = sheet(events.PrizeGiven(1, 500))
    prizes = prizes_won(lines(2, 1, 3, 4), (500, 300))
    assert still_due(given_away, prizes) == {1: -200, 2: 500}
