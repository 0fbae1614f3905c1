"""Ratings: gains and losses, and what a change of an older match invalidates."""

from datetime import date, timedelta
from itertools import permutations
from threading import Barrier
from types import SimpleNamespace

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from scores.circle.circles import merging
from scores.core.matches import ratings
from scores.core.matches.skill import START, Skill, displayed_rating, rate_match
from scores.models import Circle, Phone, Player, Rating
from tests.rules.support.table import hand, on_table
from tests.scores.support.factories import start
from tests.scores.support.table import (
    at_once,
    match_now,
    meet,
    play,
    played,
    real_transactions,
    undo,
    update_row,
)

OVER = {"limit": "50", "rebuys": "0"}
JULY = date(2026, 7, 1)


def won_by_first(phone, *names, days=0, **fields):
    """A match won by the first of `names`, the others in order; so many days after July began."""
    match = start(phone, *names, **{**OVER, **fields})
    play(phone, match, hand(0, *range(60, 60 + len(names) - 1)))
    update_row(match, played_on=JULY + timedelta(days=days))
    return match_now(match)


def circle():
    return Circle.objects.order_by("pk").first()


def now(game=ratings.ALL_GAMES, until=None):
    """The displayed ratings by name."""
    names = dict(Player.objects.values_list("pk", "name"))
    newest = ratings.latest_ratings(circle(), game, played_on__lte=until or date.max)
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


def test_who_wins_rises_who_loses_falls_and_who_never_finished_a_match_has_no_rating(
    phone,
):
    played(phone, "Ana", "Luis", hand(0, 30))
    assert now() == {}
    won_by_first(phone, "Ana", "Luis", "Eva")
    found = {
        rating.player.name: rating
        for rating in ratings.latest_ratings(circle()).values()
    }
    assert found["Ana"].mu > found["Luis"].mu == 25 > found["Eva"].mu
    assert now()["Ana"] > now()["Luis"] > now()["Eva"]
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
            [
                (21.0714, 8.0191),
                (26.9643, 8.0191),
                (26.9643, 8.0191),
                (21.0714, 8.0191),
                (26.9643, 8.0191),
                (26.9643, 8.0191),
            ],
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


def test_partners_rise_together_and_do_not_play_each_other(phone):
    won = on_table((60, 0), (0, 5), (60, 0), (0, 5), closer=0)
    names = ("Ana", "Luis", "Eva", "Pepe")
    played(phone, *names, won, preset="rum-500-pairs", limit="50")
    found = {
        rating.player.name: round(rating.mu, 2)
        for rating in ratings.latest_ratings(circle()).values()
    }
    # two against two
    assert found["Ana"] == found["Eva"] == 26.96 > 25 > found["Luis"] == found["Pepe"]


def test_each_game_has_a_ladder_of_its_own_beside_that_of_all(phone):
    won_by_first(phone, "Ana", "Luis")
    won_by_first(phone, "Luis", "Ana", preset="chinchon-fournier", days=1)
    assert now("chinchon")["Ana"] > now("chinchon")["Luis"]
    assert now("chinchon-fournier")["Luis"] > now("chinchon-fournier")["Ana"]
    assert now("gin") == {}
    assert [rating.matches for rating in ratings.latest_ratings(circle()).values()] == [
        2,
        2,
    ]


def test_the_rating_at_an_evening_knows_nothing_of_what_came_later(phone):
    won_by_first(phone, "Ana", "Luis")
    before = now()
    won_by_first(phone, "Luis", "Ana", days=3)
    assert now(until=JULY + timedelta(days=2)) == before != now()
    assert now(until=JULY - timedelta(days=1)) == {}


def test_streaks_are_counted_on_the_way_also_within_one_evening(phone):
    for day in (0, 1, 1):
        won_by_first(phone, "Ana", "Luis", days=day)
    won_by_first(phone, "Luis", "Ana", days=1)
    found = ratings.latest_ratings(circle()).values()
    streaks = {rating.player.name: (rating.streak, rating.longest) for rating in found}
    assert streaks == {"Ana": (0, 3), "Luis": (1, 1)}


def test_a_look_at_what_is_rated_already_writes_nothing(
    phone, django_assert_num_queries
):
    won_by_first(phone, "Ana", "Luis")
    now()
    before = keys()
    ours = circle()
    with django_assert_num_queries(3):
        ratings.latest_ratings(ours)
    assert keys() == before


def test_sums_of_another_version_are_computed_again(phone, monkeypatch):
    won_by_first(phone, "Ana", "Luis")
    now()
    before = rows()
    monkeypatch.setattr(ratings, "SUMMED", ("won", "place"))
    monkeypatch.setattr(ratings, "SCHEME", 1)
    now()
    sums = [{"won": 1, "place": 1}, {"won": 0, "place": 2}]
    assert [row["sums"] for row in rows()] == sums
    monkeypatch.undo()
    now()
    assert rows() == before


def ended(phone, _match):
    played(phone, "Luis", "Ana", hand(0, 60), **OVER)


def corrected(phone, match):
    undo(phone, match)
    play(phone, match, hand(60, 0, closer=1))


def deleted(_phone, match):
    update_row(match, deleted_at=timezone.now())
    ratings.invalidate(match.circle_id, match.played_on)


@pytest.mark.parametrize("change", [ended, corrected, deleted])
def test_a_match_that_changes_is_rated_anew_and_what_was_before_it_is_left(
    phone, change
):
    matches = [won_by_first(phone, "Ana", "Luis", days=day) for day in range(3)]
    before = now()
    older = keys(played_on=JULY)
    change(phone, matches[1])
    assert keys(played_on=JULY) == older
    assert now() != before
    assert keys(played_on=JULY) == older
    assert rows() == made_afresh()


def test_two_circles_that_are_one_are_rated_as_one_and_apart_again_afterwards(phone):
    won_by_first(phone, "Ana", "Luis", days=1)
    won_by_first(Client(), "Luis", "Marta")
    kept, emptied = Circle.objects.order_by("pk")
    apart = made_afresh()
    same = {emptied.players.get(name="Luis"): kept.players.get(name="Luis")}
    done = merging.merge(kept, emptied, same, Phone.objects.first())
    assert sorted(now()) == ["Ana", "Luis", "Marta"]
    assert not emptied.ratings.exists()
    assert {row["matches"] for row in rows() if row["player__name"] == "Luis"} == {1, 2}
    merging.undo(done, Phone.objects.first())
    for one in Circle.objects.all():
        ratings.bring_up_to_date(one)
    assert rows() == apart


def test_two_names_that_become_one_are_rated_as_one(phone):
    for day, name in enumerate(("Ana", "Anita")):
        won_by_first(phone, name, "Luis", days=day)
    now()
    merging.merge_players(
        *circle().players.filter(name__startswith="An").order_by("name"), None
    )
    assert sorted(now()) == ["Ana", "Luis"]
    assert rows() == made_afresh()


def test_rating_in_pieces_is_rating_in_one(phone, monkeypatch):
    for index, names in enumerate(permutations(["Ana", "Luis", "Eva"])):
        won_by_first(phone, *names, days=index // 2)  # an evening is never cut in two
    in_one = made_afresh()
    monkeypatch.setattr(ratings, "BATCH", 2)
    assert made_afresh() == in_one


@real_transactions
def test_two_who_look_at_once_rate_once(phone):
    won_by_first(phone, "Ana", "Luis")
    at_once(now, now)
    assert Rating.objects.count() == 2  # of two players


@real_transactions
def test_tables_that_end_together_do_not_wait_for_each_other(phone):
    """Each invalidates in a transaction that ends only once both have."""
    won_by_first(phone, "Ana", "Luis")
    key = circle().pk
    both = Barrier(2)

    @transaction.atomic
    def invalidate():
        ratings.invalidate(key, JULY)
        if connection.vendor == "postgresql":  # SQLite has one writer
            both.wait(timeout=5)

    assert at_once(invalidate, invalidate) == [None, None]


@real_transactions
def test_who_rates_while_a_table_ends_rates_it_too(phone):
    won_by_first(phone, "Ana", "Luis", days=1)
    match = won_by_first(phone, "Luis", "Ana")
    update_row(match, finished_at=None)

    def end():
        update_row(match, finished_at=timezone.now())
        ratings.invalidate(match.circle_id, JULY)
        yield

    ended, _ratings = meet(end, now)
    assert ended is None
    assert rows() == made_afresh()
