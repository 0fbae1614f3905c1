"""The cache of boards: one rendering for all with the same role and language, a new one after each change."""

import re

import pytest
from django.test import Client

from scores.models import Role
from scores.table.board import html_cache
from tests.rules.support.table import hand
from tests.scores.support.table import address_of, page_of, phone_with, played, send_to


@pytest.fixture
def match(phone):
    return played(phone, "Ana", "Luis", "Eva", hand(0, 3, 7))


@pytest.mark.parametrize("name", ["match", "scoresheet"])
def test_a_cached_page_costs_one_query(phone, match, name, django_assert_num_queries):
    address = address_of(name, match)
    phone.get(address)
    with django_assert_num_queries(1):
        phone.get(address)


def test_every_page_has_a_token_and_a_key_of_its_own(phone, match):
    pages = [page_of(phone, match).text for _time in range(2)]
    for name in ("csrfmiddlewaretoken", "client_key"):
        first, second = (
            re.findall(f'name="{name}" value="([^"]+)"', text) for text in pages
        )
        assert first != second, name


def test_the_token_in_a_board_is_the_phone_s_own(match):
    scorers = [Client(enforce_csrf_checks=True) for _phone in range(2)]
    for number, scorer in enumerate(scorers):
        scorer.cookies = phone_with(Role.SCORE, match).cookies
        text = page_of(scorer, match).text
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', text)[1]
        fields = {
            "seq": 1 + number,
            "client_key": f"k{number}",
            "csrfmiddlewaretoken": token,
        }
        answer = send_to(scorer, "undo" if number == 0 else "redo", match, **fields)
        assert answer.status_code == 302


def test_polls_share_one_board_whatever_line_they_name(match):
    scorer = phone_with(Role.SCORE, match)
    address = address_of("pulse", match)
    boards = []
    for line in ("0", "1", "1000000", "-1", "x"):
        scorer.get(address, {"since": line})
        boards.append(html_cache.cache.used_bytes)
    assert boards == boards[:1] * 5
