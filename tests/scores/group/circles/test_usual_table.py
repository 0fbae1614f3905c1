"""The usual table of a circle: the people who play together most often."""

import pytest

from rules.presets import CHINCHON
from scores.group.circles.people import MATCHES_READ, usual_table
from scores.models import Circle, Match, Player, Role
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import new_circle, played
from tests.scores.support.factories import phone_of, seated
from tests.scores.support.table import happen, play, undo


@pytest.fixture
def circle() -> Circle:
    return new_circle()


def usual(circle: Circle) -> list[str]:
    table = usual_table(circle)
    return [player.name for player in table.players] if table else []


def test_those_who_met_most_often_are_the_usual_table(circle):
    played(circle, "Ana", "Luis", "Eva", days=0)
    last = played(circle, "Luis", "Eva", "Ana", days=1)
    played(circle, "Ana", "Pepe", days=2)
    table = usual_table(circle)
    assert (table.match, usual(circle)) == (last, ["Luis", "Eva", "Ana"])


def test_of_two_tables_that_met_as_often_the_last_is_the_usual_one(circle):
    played(circle, "Ana", "Luis", days=1)
    played(circle, "Eva", "Pepe", days=0)
    assert usual(circle) == ["Ana", "Luis"]


def test_only_the_last_matches_count(circle):
    for day in range(3):
        played(circle, "Ana", "Luis", days=day)
    for day in range(MATCHES_READ):
        played(circle, "Eva", "Pepe" if day % 2 else f"Paco {day}", days=10 + day)
    assert usual(circle) == ["Eva", "Pepe"]


def test_a_match_without_a_hand_or_in_the_bin_counts_for_nothing(circle):
    seated(circle, CHINCHON, ("Ana", "Luis"))
    played(circle, "Eva", "Pepe")
    Match.objects.filter(hands=1).update(deleted_at="2026-07-02T12:00Z")
    assert usual_table(circle) is None
    assert usual_table(None) is None


def test_nobody_whose_name_was_erased_is_invited(circle):
    played(circle, "Ana", "Luis", days=0)
    played(circle, "Eva", "Pepe", days=1)
    Player.objects.filter(name="Pepe").update(name="")
    assert usual(circle) == ["Ana", "Luis"]


def test_who_only_sat_down_for_a_moment_is_not_one_of_them(circle):
    phone = phone_of(circle, Role.OWN)
    match = seated(circle, CHINCHON, ("Ana", "Luis"))
    play(phone, match, hand(0, 5))
    happen(phone, match, "join", name="Pepe", position=2)
    undo(phone, match)
    assert usual(circle) == ["Ana", "Luis"]


@pytest.mark.parametrize("matches", [1, 3])
def test_it_costs_three_queries_however_many_matches(circle, matches, django_assert_num_queries):
    for day in range(matches):
        played(circle, "Ana", "Luis", days=day)
    with django_assert_num_queries(3):
        usual_table(circle)
