"""A board that was drawn is shown again: nobody gets that of another role, match or version."""

from __future__ import annotations

import pytest
from django.test import Client

from scores.models import Match, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, start
from tests.scores.support.table import play, post


@pytest.fixture
def match(phone: Client) -> Match:
    return start(phone, "Ana", "Luis", "Eva")


def page(phone: Client, match: Match) -> str:
    return phone.get(match.get_absolute_url()).content.decode()


def test_what_an_owner_may_do_is_not_offered_to_who_looks_after_him(phone, match):
    watcher, scorer = (phone_with(role, match) for role in (Role.WATCH, Role.SCORE))
    asked = [page(one, match) for one in (phone, watcher, scorer, phone)]
    assert ["/delete/" in one for one in asked] == [True, False, False, True]
    assert ["/everyday/" in one for one in asked] == [True, False, True, True]
    assert ["/details/" in one for one in asked] == [True, False, True, True]


def test_what_is_put_away_can_be_brought_out_at_once(phone, match):
    said = [page(phone, match)]
    for act in ("archive", "unarchive"):
        post(phone, act, match)
        said.append(page(phone, match))
    assert ["Sacar del archivo" in one for one in said] == [False, True, False]


def test_a_hand_that_was_saved_can_be_taken_back_and_then_brought_back(phone, match):
    said = [page(phone, match)]
    play(phone, match, hand(0, 3, 7))
    said.append(page(phone, match))
    post(phone, "undo", match)
    said.append(page(phone, match))
    assert [[words in one for words in ("Deshacer", "Rehacer", "CSV")] for one in said] == [
        [False, False, False],
        [True, False, True],
        [False, True, False],
    ]


def test_a_way_of_closing_is_offered_to_whom_it_would_not_take_past_the_limit(phone, match):
    ways = 'data-seats="0,1,2" data-points="+4"', 'data-seats="0,2" data-points="+4"'
    said = [page(phone, match)]
    play(phone, match, hand(0, 97, 7))
    said.append(page(phone, match))
    assert [[one in text for one in ways] for text in said] == [[True, False], [False, True]]
