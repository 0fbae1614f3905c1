"""The cache of boards: one rendering for all with the same role and language, a new one after each change."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from scores.models import Match, Role
from scores.table.board import html_cache
from scores.table.board.html_cache import RenderedBoard
from tests.rules.support.table import hand
from tests.scores.support.table import phone_with, play, played, start


@pytest.fixture
def match(phone: Client) -> Match:
    return played(phone, "Ana", "Luis", "Eva", hand(0, 3, 7))


def page(phone: Client, match: Match, language: str = "es") -> str:
    return phone.get(match.get_absolute_url(), headers={"accept-language": language}).content.decode()


@pytest.mark.parametrize("name", ["match", "scoresheet"])
def test_a_cached_page_costs_one_query(phone, match, name, django_assert_num_queries):
    address = reverse(name, args=[match.code])
    phone.get(address)
    with django_assert_num_queries(1):
        phone.get(address)


def test_every_page_has_a_token_and_a_key_of_its_own(phone, match):
    pages = [page(phone, match) for _time in range(2)]
    for name in ("csrfmiddlewaretoken", "client_key"):
        first, second = (re.findall(f'name="{name}" value="([^"]+)"', text) for text in pages)
        assert first != second, name


def test_the_token_in_a_board_is_the_phone_s_own(match):
    scorers = [Client(enforce_csrf_checks=True) for _phone in range(2)]
    for number, scorer in enumerate(scorers):
        scorer.cookies = phone_with(Role.SCORE, match).cookies
        text = page(scorer, match)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', text)[1]
        fields = {"seq": 1 + number, "client_key": f"k{number}", "csrfmiddlewaretoken": token}
        answer = scorer.post(reverse("undo" if number == 0 else "redo", args=[match.code]), fields)
        assert answer.status_code == 302


def test_a_board_cached_before_a_hand_is_not_shown_after_it(phone, match):
    before = page(phone, match)
    play(phone, match, hand(0, 4, 8))
    after = page(phone, match)
    assert ("Mano 2" in before, "Mano 3" in after) == (True, True)


def test_who_owns_the_match_alone_is_not_offered_the_circle(phone):
    match = start(phone, "Ana", "Luis")
    assert "/circle/" in page(phone, match)
    assert "/link/circle/" not in page(phone_with(Role.OWN, match), match)


def test_polls_share_one_board_whatever_line_they_name(match):
    scorer, address = phone_with(Role.SCORE, match), reverse("pulse", args=[match.code])
    boards = []
    for line in ("0", "1", "1000000", "-1", "x"):
        scorer.get(address, {"since": line})
        boards.append(html_cache.cache.used)
    assert boards == boards[:1] * 5


def test_who_only_watches_is_told_no_news(match):
    watcher, address = phone_with(Role.WATCH, match), reverse("pulse", args=[match.code])
    assert b"data-since" not in watcher.get(address, {"since": "0"}).content


def test_a_board_with_an_emoji_counts_with_four_bytes_a_character():
    assert RenderedBoard("🃏" + "x" * 999, "Mano 1").size > 4000
