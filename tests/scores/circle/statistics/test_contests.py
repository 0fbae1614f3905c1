"""A match that ended without a hand is no contest: nobody was the best in it."""

from random import Random

from rules.events import Finished, Retired
from scores.circle.statistics import league, persons, records, season
from scores.models import Circle
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import played
from tests.scores.support.plain import plain

NAMES = ("Ana", "Luis", "Eva")
GAMES = ("chinchon", "chinchon-french")
DAYS = 11


def contests_of(circle: Circle) -> list:
    """All that says who was the best of a circle."""
    games = ("", *GAMES)
    tables = [league.league(circle, game=game) for game in games]
    held = [record for game in games for record in records.records(circle, game)]
    return [
        [list(league.spreadsheet_rows(table)) for table in tables],
        persons.games(circle),
        [(one.label, one.value, plain(one.holders), one.again) for one in held],
        season.season_of(circle, 2026).trophies,
    ]


def test_a_match_without_a_hand_changes_no_league_record_or_trophy(circle):
    dice = Random(3)
    for day in range(DAYS):
        first, second = (hand(0, *dice.sample(range(1, 24), 2)) for _ in range(2))
        names = dice.sample(NAMES, 3)
        hands = (first, second, Finished())
        played(circle, *names, hands=hands, days=day, preset=dice.choice(GAMES))
    before = contests_of(circle)
    assert all(before)
    assert "Más partidas ganadas seguidas" in [record[0] for record in before[2]]
    for day in range(DAYS):
        ended = dice.choice(((Finished(),), (Retired(1), Retired(2))))
        played(circle, *dice.sample(NAMES, 3), hands=ended, days=day)
    played(circle, *NAMES, hands=(Finished(),), days=DAYS, preset="gin")
    assert contests_of(circle) == before
