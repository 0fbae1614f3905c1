"""A board is drawn once for all who may do the same, in one language, and anew as soon as it changes."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from scores.board.drawn_cache import Cache
from scores.models import Match, Role
from tests.rules.support.table import hand
from tests.scores.support.table import phone_with, play, start


@pytest.fixture
def match(phone: Client) -> Match:
    match = start(phone, "Ana", "Luis", "Eva")
    play(phone, match, hand(0, 3, 7))
    return match


def page(phone: Client, match: Match, language: str = "es") -> str:
    return phone.get(match.get_absolute_url(), headers={"accept-language": language}).content.decode()


def test_a_board_that_was_drawn_costs_one_query(phone, match, django_assert_num_queries):
    page(phone, match)
    with django_assert_num_queries(1):
        page(phone, match)


def test_every_page_has_a_token_and_a_key_of_its_own(phone, match):
    pages = [page(phone, match) for _time in range(2)]
    for name in ("csrfmiddlewaretoken", "client_key"):
        first, second = (re.findall(f'name="{name}" value="([^"]+)"', text) for text in pages)
        assert first != second, name


def test_a_token_that_was_put_into_a_board_is_the_phone_s_own(match):
    scorers = [Client(enforce_csrf_checks=True) for _phone in range(2)]
    for number, scorer in enumerate(scorers):
        scorer.cookies = phone_with(Role.SCORE, match).cookies
        text = page(scorer, match)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', text)[1]
        fields = {"seq": 1 + number, "client_key": f"k{number}", "csrfmiddlewaretoken": token}
        answer = scorer.post(reverse("undo" if number == 0 else "redo", args=[match.code]), fields)
        assert answer.status_code == 302


def test_a_board_that_was_drawn_before_a_hand_is_not_shown_after_it(phone, match):
    before = page(phone, match)
    play(phone, match, hand(0, 4, 8))
    after = page(phone, match)
    assert ("Mano 2" in before, "Mano 3" in after) == (True, True)


def test_who_owns_the_match_alone_is_not_offered_the_circle(phone):
    match = start(phone, "Ana", "Luis")
    assert "/circle/" in page(phone, match)
    assert "/link/circle/" not in page(phone_with(Role.OWN, match), match)


def test_what_was_used_longest_ago_goes_first():
    cache = Cache(entries=2, size=100)
    for key in "ab":
        cache.put(key, key.upper(), 1)
    cache.get("a")
    cache.put("c", "C", 1)
    assert [cache.get(key) for key in "abc"] == ["A", None, "C"]


def test_no_more_is_kept_than_there_is_room_for():
    cache = Cache(entries=10, size=100)
    for key in "abc":
        cache.put(key, key.upper(), 40)
    cache.put("d", "D", 101)
    assert [cache.get(key) for key in "abcd"] == [None, "B", "C", None]
