"""A match that was made on a phone: its facts become a match, once."""

from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from rules.events import Finished
from rules.presets import CHINCHON, GIN
from scores.circle.archive import lifecycle
from scores.circle.circles import merging, people
from scores.models import Circle, Match, Phone, Role
from scores.table.new_match.setup import code_of
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_of, start, write
from tests.scores.support.pushing import again, body, put
from tests.scores.support.table import (
    at_once,
    match_now,
    page_of,
    play,
    played,
    real_transactions,
)


def made(phone, asked):
    answer = put(phone, asked)
    assert answer.status_code in (200, 201), answer.content
    return Match.objects.get(code=answer.json()["code"])


def names(match):
    return [seat.player.name for seat in match.seats.all()]


# New matches


def test_a_stranger_makes_a_match_and_owns_it_also_where_the_answer_got_lost(phone):
    facts = {
        "first_dealer": 1,
        "direction": -1,
        "currency": "€",
        "place": "Bar",
        "note": "lluvia",
    }
    asked = body("Ana", "Luis", **facts)
    answer = put(phone, asked)
    match = Match.objects.get()
    assert answer.status_code == 201
    assert answer.json() == {"code": code_of(UUID(asked["key"])), "version": 0}
    assert names(match) == ["Ana", "Luis"]
    assert match.code == answer.json()["code"]
    assert match.rules == CHINCHON
    assert {name: getattr(match, name) for name in facts} == facts
    assert match.played_on == timezone.localdate()
    without_cookie = Client()  # the answer got lost
    put(without_cookie, asked)
    pages = [page_of(client, match) for client in (phone, without_cookie)]
    assert [page.status_code for page in pages] == [200, 200]


def test_made_again_it_is_the_same_match_also_after_another_group_was_used(phone):
    start(phone, "Ana", "Luis")
    asked = body("Ana", "Luis")
    match = made(phone, asked)
    play(phone, match, hand(0, 7))
    answer = put(phone, asked)
    assert answer.status_code == 200
    assert answer.json() == {"code": match.code, "version": 1}
    other = start(phone, "Eva", "Pepe", circle="new")
    play(phone, other, hand(0, 7))
    assert made(phone, asked) == match


@real_transactions
def test_made_twice_at_once_it_is_one_match_of_one_phone():
    """Which never got its cookie."""
    asked = body("Ana", "Luis")
    answers = at_once(*[lambda: put(Client(), asked).json()["code"]] * 2)
    assert Match.objects.count() == 1
    assert Circle.objects.count() == 1
    assert Phone.objects.count() == 1
    assert answers[0] == answers[1]


def test_in_a_group_without_the_right_nothing_is_made_and_a_stranger_leaves_no_phone(
    phone,
):
    circle = start(phone, "Ana", "Luis").circle
    for other in (phone_of(circle, Role.NONE), phone_of(circle, Role.WATCH)):
        phones = Phone.objects.count()
        answer = put(other, body("Ana", "Luis", circle=circle.code))
        assert (answer.status_code, list(answer.json())) == (404, ["reasons", "line"])
        assert (Match.objects.count(), Phone.objects.count()) == (1, phones)


def test_a_merged_player_has_the_name_of_now_but_two_who_are_one_by_now_sit_as_two(
    phone,
):
    circle = start(phone, "Ana", "Luis").circle
    start(phone, "Anita", "Luis")
    ana, anita, luis = circle.players.order_by("name")
    merging.merge_players(ana, anita, holder(phone))
    for seated, called in (
        ((anita, luis), ["Ana", "Luis"]),
        ((ana, anita), ["Ana", "Anita"]),
    ):
        players = [{"uid": str(player.uid), "name": player.name} for player in seated]
        assert names(made(phone, body(players=players))) == called


def test_the_date_of_a_wrong_clock_is_that_of_the_server(phone):
    match = made(phone, body("Ana", "Luis", played_on="2199-01-01"))
    assert "2020" < match.played_on.isoformat() < "2199"


def test_a_full_group_says_so(phone, monkeypatch):
    monkeypatch.setattr(people, "MOST_MATCHES", 1)
    start(phone, "Ana", "Luis")
    answer = put(phone, body("Ana", "Luis"))
    assert answer.status_code == 422
    assert answer.json()["reasons"] == [str(people.FULL)]


# Rematches


@pytest.fixture
def over(phone):
    match = played(phone, "Ana", "Luis", "Eva", hand(0, 7, 9))
    write(match, Finished())
    match.refresh_from_db()
    return match


def test_a_rematch_is_linked_to_its_match_and_shared_with_the_same_phones(phone, over):
    watcher = phone_of(over, Role.WATCH)
    match = made(phone, again(over))
    assert match.previous == over
    assert match.circle == over.circle
    assert names(match) == ["Ana", "Luis", "Eva"]
    assert page_of(watcher, match).status_code == 200
    assert match_now(over).version == over.version + 1


def test_an_unfinished_rematch_that_began_alike_is_that_rematch(phone, over):
    first = made(phone, again(over))
    answer = put(phone_of(over, Role.SCORE), again(over))
    assert answer.status_code == 200
    assert answer.json() == {"code": first.code, "version": 0}


def test_a_rematch_with_other_facts_or_after_one_that_is_over_is_a_match_of_its_own(
    phone, over
):
    first = made(phone, again(over))
    for other in (
        {"first_dealer": 2},
        {"direction": -1},
        {"ruleset": CHINCHON.with_options({"limit": 77})},
        {"players": [{"name": "Luis"}, {"name": "Ana"}, {"name": "Eva"}]},
        {"players": [{"name": "Ana"}, {"name": "Luis"}]},
    ):
        assert put(phone, again(over, **other)).status_code == 201
    write(first, Finished())
    assert put(phone, again(over)).status_code == 201
    assert over.rematches.count() == 7


def test_who_may_score_a_match_makes_its_rematch_but_no_watcher_and_no_deleted_one(
    phone, over
):
    for other in (phone_of(over, Role.WATCH), Client()):
        assert put(other, again(over)).status_code == 404
    scorer = phone_of(over, Role.SCORE)
    match = made(scorer, again(over, save_as="Suyas"))
    assert scorer.get(f"{match.get_absolute_url()}everyday/").status_code == 200
    assert not over.circle.house_rules.exists()
    lifecycle.delete(over)
    assert put(phone, again(over)).status_code == 404


# What is no match


# What is left out or of another type is refused at every path (test_bounds, tests/rules/test_kinds).
NO_FACTS = [
    {"players": [{"name": "Ana"}]},
    {"players": [{"name": "Ana"}, {"name": " \u200b"}]},
    {"ruleset": GIN.with_options({"team_size": 2}).dump()},
    {"first_dealer": 2},
    {"direction": 0},
    {"place": "x" * 61},
    {"note": None},
    {"circle": 7},
    {"played_on": "2999-01-01"},
    {"played_on": "1899-12-31"},
]


def test_what_no_phone_of_ours_sends_is_refused_as_a_whole(phone):
    asked = body("Ana", "Luis")
    wrong = [asked | {"facts": asked["facts"] | facts} for facts in NO_FACTS]
    for sent in [[], {}, asked | {"facts": {}}, asked | {"key": "x"}, *wrong]:
        answer = put(phone, sent, code_of(uuid4()))
        assert answer.status_code == 400, sent
        assert list(answer.json()) == ["reasons", "line"]
    # the code must be that of the key
    assert put(phone, asked, "abcdefghjk").status_code == 400
    assert Match.objects.count() == 0
    assert Phone.objects.count() == 0
