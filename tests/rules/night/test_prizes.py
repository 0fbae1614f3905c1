"""Who owes what, what a rank wins, and what is left to be given."""

from rules.night import events
from rules.night.events import At, TableResult
from rules.night.prizes import (
    debts,
    pot,
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


def test_a_prize_given_is_not_taken_back_after_a_correction():
    given_away = sheet(events.PrizeGiven(1, 500))
    prizes = prizes_won(lines(2, 1, 3, 4), (500, 300))
    assert still_due(given_away, prizes) == {1: -200, 2: 500}
