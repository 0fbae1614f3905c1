"""Ratings: gains and losses, and what a change of an older match invalidates."""

from datetime import date, timedelta
from itertools import permutations
from threading import Barrier
from types import SimpleNamespace

import pytest
from django.db import connection, transaction
from django.utils import timezone

from rules.match.corrections import Undone
from scores.circle.circles import merging
from scores.core.matches import ratings
from scores.core.matches.skill import START, Skill, displayed_rating, rate_match
from scores.models import Circle, Phone, Player, Rating
from tests.rules.support.table import hand, on_table
from tests.scores.support.circle_matches import JULY, new_circle, played
from tests.scores.support.factories import write
from tests.scores.support.table import at_once, meet, real_transactions, update_row
from tests.scores.transfer.circles import brought, text


def now(circle, game=ratings.ALL_GAMES, until=None):
    """The displayed ratings by name."""
    names = dict(Player.objects.values_list("pk", "name"))
    newest = ratings.latest_ratings(circle, game, played_on__lte=until or date.max)
    return {
        names[player]: displayed_rating(rating)
        for player, rating in sorted(newest.items())
    }


def rows():
    """All rating rows, without keys."""
    order = ("game", "played_on", "player__name")
    columns = ("mu", "sigma", "matches", "sums", "streak", "longest")
    return list(Rating.objects.order_by(*order).values(*order, *columns))


def made_afresh():
    """The same, computed from the first match on."""
    for one in Circle.objects.all():
        ratings.invalidate(one.pk)
        ratings.bring_up_to_date(one)
    return rows()


def keys(**of):
    return set(Rating.objects.filter(**of).values_list("pk", flat=True))


def test_only_matches_that_are_over_are_rated(circle):
    played(circle, "Ana", "Luis", hands=(hand(0, 30),))
    assert now(circle) == {}
    played(circle, "Ana", "Luis", "Eva")
    assert sorted(now(circle), key=now(circle).get) == ["Eva", "Luis", "Ana"]
    assert displayed_rating(Skill([])) == START == 400


def rated_once(ranks, sides=()):
    """The skills of new players, by seats, after one match."""
    states = {}
    table = [
        (seat, seat, SimpleNamespace(place=rank, won=rank == 1))
        for seat, rank in enumerate(ranks)
    ]
    rate_match(states, table, sides, ["won"])
    return states


@pytest.mark.parametrize(
    ("ranks", "sides", "skills"),
    [
        ((3, 1, 2), (), [(19.7292, 7.7888), (30.2708, 7.7888), (25.0, 7.7888)]),
        (
            (1, 2, 2, 4),
            (),
            [(32.9062, 7.5016), (25.0, 7.5016), (25.0, 7.5016), (17.0938, 7.5016)],
        ),
        (
            (2, 1, 1, 2, 1, 1),
            ((0, 3), (1, 4), (2, 5)),
            [(21.0714, 8.0191), (26.9643, 8.0191), (26.9643, 8.0191)] * 2,
        ),
    ],
)
def test_the_skills_are_those_of_openskill(ranks, sides, skills):
    """Of its BradleyTerryFull, version 6.2."""
    states = rated_once(ranks, sides)
    found = [
        (round(states[seat].mu, 4), round(states[seat].sigma, 4))
        for seat in range(len(ranks))
    ]
    assert found == skills


def test_partners_rise_together_and_do_not_play_each_other(circle):
    won = on_table((60, 0), (0, 5), (60, 0), (0, 5), closer=0)
    names = ("Ana", "Luis", "Eva", "Pepe")
    played(circle, *names, hands=(won,), preset="rum-500-pairs")
    found = {
        rating.player.name: round(rating.mu, 2)
        for rating in ratings.latest_ratings(circle).values()
    }
    # two against two
    assert found["Ana"] == found["Eva"] == 26.96 > 25 > found["Luis"] == found["Pepe"]


def test_each_game_has_a_ladder_of_its_own_beside_that_of_all(circle):
    played(circle, "Ana", "Luis")
    played(circle, "Luis", "Ana", preset="chinchon-fournier", days=1)
    assert now(circle, "chinchon")["Ana"] > now(circle, "chinchon")["Luis"]
    assert (
        now(circle, "chinchon-fournier")["Luis"]
        > now(circle, "chinchon-fournier")["Ana"]
    )
    assert now(circle, "gin") == {}
    assert [rating.matches for rating in ratings.latest_ratings(circle).values()] == [
        2,
        2,
    ]


def test_the_rating_at_an_evening_knows_nothing_of_what_came_later(circle):
    played(circle, "Ana", "Luis")
    before = now(circle)
    played(circle, "Luis", "Ana", days=3)
    assert now(circle, until=JULY + timedelta(days=2)) == before != now(circle)
    assert now(circle, until=JULY - timedelta(days=1)) == {}


def test_streaks_are_counted_as_matches_ended_also_within_one_evening(circle):
    for day in (0, 1, 1):
        last = played(circle, "Ana", "Luis", days=day)
    played(circle, "Luis", "Ana", days=1)
    update_row(last, finished_at=timezone.now())
    found = ratings.latest_ratings(circle).values()
    streaks = {rating.player.name: (rating.streak, rating.longest) for rating in found}
    assert streaks == {"Ana": (1, 2), "Luis": (0, 1)}


def test_a_look_at_what_is_rated_already_writes_nothing(
    circle, django_assert_num_queries
):
    played(circle, "Ana", "Luis")
    now(circle)
    before = keys()
    with django_assert_num_queries(3):
        ratings.latest_ratings(circle)
    assert keys() == before


def test_sums_of_another_version_are_computed_again(circle, monkeypatch):
    played(circle, "Ana", "Luis")
    now(circle)
    before = rows()
    monkeypatch.setattr(ratings, "SUMMED", ("won", "place"))
    monkeypatch.setattr(ratings, "SCHEME", 1)
    now(circle)
    sums = [{"won": 1, "place": 1}, {"won": 0, "place": 2}]
    assert [row["sums"] for row in rows()] == sums
    monkeypatch.undo()
    now(circle)
    assert rows() == before


def ended(match):
    played(match.circle, "Luis", "Ana", days=2)


def corrected(match):
    write(match, Undone(), hand(60, 0, closer=1))


def deleted(match):
    update_row(match, deleted_at=timezone.now())
    ratings.invalidate(match.circle_id, match.played_on)


def joined_by_others(match):
    there = new_circle()
    for day in (1, 3):
        played(there, "Eva", "Pepe", days=day)
    brought(text(there), match.circle)
    there.matches.all().delete()


@pytest.mark.parametrize("change", [ended, corrected, deleted, joined_by_others])
def test_a_match_that_changes_is_rated_anew_and_what_was_before_it_is_left(
    circle, change
):
    matches = [played(circle, "Ana", "Luis", days=day) for day in range(3)]
    before = now(circle)
    older = keys(played_on=JULY)
    change(matches[1])
    assert keys(played_on=JULY) == older
    assert now(circle) != before
    assert keys(played_on=JULY) == older
    assert rows() == made_afresh()


def test_two_circles_that_are_one_are_rated_as_one_and_apart_again_afterwards(circle):
    emptied = new_circle()
    played(circle, "Ana", "Luis", days=1)
    played(emptied, "Luis", "Marta")
    apart = made_afresh()
    same = {emptied.players.get(name="Luis"): circle.players.get(name="Luis")}
    by = Phone.objects.create()
    done = merging.merge(circle, emptied, same, by)
    assert sorted(now(circle)) == ["Ana", "Luis", "Marta"]
    assert not emptied.ratings.exists()
    assert {row["matches"] for row in rows() if row["player__name"] == "Luis"} == {1, 2}
    merging.undo(done, by)
    for one in Circle.objects.all():
        ratings.bring_up_to_date(one)
    assert rows() == apart


def test_two_names_that_become_one_are_rated_as_one(circle):
    for day, name in enumerate(("Ana", "Anita")):
        played(circle, name, "Luis", days=day)
    now(circle)
    done = merging.merge_players(
        *circle.players.filter(name__startswith="An").order_by("name"), None
    )
    assert sorted(now(circle)) == ["Ana", "Luis"]
    assert rows() == made_afresh()
    merging.undo_player_merge(done)
    now(circle)
    assert rows() == made_afresh()


def test_rating_in_pieces_is_rating_in_one(circle, monkeypatch):
    for index, names in enumerate(permutations(["Ana", "Luis", "Eva"])):
        played(circle, *names, days=index // 2)  # an evening is never cut in two
    in_one = made_afresh()
    monkeypatch.setattr(ratings, "BATCH", 2)
    assert made_afresh() == in_one


@real_transactions
def test_two_who_look_at_once_rate_once(circle):
    played(circle, "Ana", "Luis")
    at_once(lambda: now(circle), lambda: now(circle))
    assert Rating.objects.count() == 2  # of two players


@real_transactions
def test_tables_that_end_together_do_not_wait_for_each_other(circle):
    """Each invalidates in a transaction that ends only once both have."""
    played(circle, "Ana", "Luis")
    both = Barrier(2)

    @transaction.atomic
    def invalidate():
        ratings.invalidate(circle.pk, JULY)
        if connection.vendor == "postgresql":  # SQLite has one writer
            both.wait(timeout=5)

    assert at_once(invalidate, invalidate) == [None, None]


@real_transactions
def test_who_rates_while_a_table_ends_rates_it_too(circle):
    played(circle, "Ana", "Luis", days=1)
    match = played(circle, "Luis", "Ana")
    update_row(match, finished_at=None)

    def end():
        update_row(match, finished_at=timezone.now())
        ratings.invalidate(match.circle_id, JULY)
        yield

    ended, _ratings = meet(end, lambda: now(circle))
    assert ended is None
    assert rows() == made_afresh()
