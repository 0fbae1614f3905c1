"""The document with which a phone starts matches with no signal: its groups, nothing of others."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scores.core.access import grants
from scores.group.circles import merging
from scores.models import Circle, Player, Role
from tests.scores.support.factories import holder, phone_of, start

ADDRESS = "/new/document/"


def document(phone: Client) -> dict[str, Any]:
    answer: dict[str, Any] = phone.get(ADDRESS).json()
    return answer


def test_the_document_has_what_the_form_asks_of_a_group(phone):
    match = start(phone, "Ana", "Luis", save_as="De casa", limit=80, currency="€")
    rules = match.circle.house_rules.get()
    [group] = document(phone)["groups"]
    assert group == {
        "code": match.circle.code,
        "name": "Ana, Luis",
        "role": 3,
        "utc_offset": group["utc_offset"],
        "house_rules": [[rules.pk, "De casa", rules.ruleset]],
        "last": {"code": match.code, "ruleset": match.ruleset, "currency": "€"},
        "recent": ["Ana", "Luis"],
        "people": ["Ana", "Luis"],
        "uids": [str(player.uid) for player in match.circle.players.order_by("name")],
        "called": [["Ana", 0], ["Luis", 1]],
        "faces": [],
    }


def test_the_document_has_the_faces_of_those_who_have_one(phone):
    match = start(phone, "Ana", "Luis", "Eva")
    match.circle.players.filter(name="Luis").update(emoji="🦊")
    match.circle.players.filter(name="Eva").update(chosen_colour=0)
    [group] = document(phone)["groups"]
    assert group["faces"] == [[1, "🦊", None], [2, "", 0]]


def test_a_stranger_has_no_group():
    assert document(Client())["groups"] == []


@pytest.mark.parametrize(("role", "count"), [(Role.WATCH, 0), (Role.SCORE, 1), (Role.OWN, 1)])
def test_the_document_has_the_groups_in_which_the_phone_may_write(phone, role, count):
    circle = start(phone, "Ana", "Luis").circle
    assert [group["role"] for group in document(phone_of(circle, role))["groups"]] == [int(role)] * count


def test_a_match_shared_alone_shows_nothing_of_its_group(phone):
    match = start(phone, "Ana", "Luis")
    assert document(phone_of(match, Role.SCORE))["groups"] == []


def test_the_group_used_last_comes_first_and_none_that_was_merged(phone):
    first = start(phone, "Ana", "Luis").circle
    second = start(phone, "Eva", "Paco", circle="new").circle
    third = start(phone, "Rosa", "Tere", circle="new").circle
    merging.merge(second, third, {}, holder(phone))
    assert [group["code"] for group in document(phone)["groups"]] == [second.code, first.code]


def test_a_merged_player_is_found_by_the_old_name_too(phone):
    start(phone, "Ana", "Luis")
    start(phone, "Anita", "Luis")
    kept, emptied = (Player.objects.get(name=name) for name in ("Ana", "Anita"))
    merging.merge_players(kept, emptied, holder(phone))
    [group] = document(phone)["groups"]
    assert (group["people"], group["called"]) == (["Ana", "Luis"], [["Ana", 0], ["Luis", 1], ["Anita", 0]])


@pytest.mark.parametrize("groups", [1, 3])
def test_the_document_costs_as_many_queries_for_three_groups(phone, groups, django_assert_num_queries):
    for number in range(groups):
        start(phone, "Ana", f"Luis {number}", circle="new", save_as="De casa")
    with django_assert_num_queries(8):
        phone.get(ADDRESS)


def test_the_document_is_sent_once_while_it_stays_the_same(phone):
    start(phone, "Ana", "Luis")
    first = phone.get(ADDRESS)
    assert (first["Cache-Control"], "X-Keep" in first) == ("private, no-store", True)
    assert phone.get(ADDRESS, headers={"if-none-match": first["ETag"]}).status_code == 304
    start(phone, "Ana", "Eva")
    assert phone.get(ADDRESS, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_a_right_that_was_taken_takes_the_group_from_the_document(phone):
    circle = start(phone, "Ana", "Luis").circle
    scorer = phone_of(circle, Role.SCORE)
    Circle.objects.get(pk=circle.pk).grants.filter(phone=holder(scorer)).delete()
    assert document(scorer)["groups"] == []
    assert grants.link_path(circle, Role.SCORE) not in scorer.get(ADDRESS).content.decode()
