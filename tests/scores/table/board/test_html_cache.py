"""The cache of boards and of lines of scoresheets: never shown to the wrong phone, never out of date."""

import re

import pytest
from django.test import Client
from django.utils.translation import get_language

from rules.events import Close, HandScored
from scores.core import versions
from scores.core.matches.scoresheet import Sheet
from scores.models import Match, Role
from scores.table.board import html_cache, sheet_page
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, start
from tests.scores.support.table import (
    address_of,
    happen,
    page_at,
    page_of,
    play,
    played,
    send_to,
)
from tests.scores.table.board.test_sheet_page import sheet_lines


@pytest.fixture
def match(phone):
    match = played(phone, "Ana", "Luis", "Eva", hand(0, 3, 7))
    happen(phone, match, "misdeal")
    play(phone, match, hand(0, 4, 8))
    return match


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
            "seq": 3 + number,
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


# Lines of scoresheets


def lines(phone, match):
    return sheet_lines(page_at(phone, "scoresheet", match).text)[1:]


def test_a_new_hand_renders_one_line(phone, match):
    before = cached_lines(match)
    play(phone, match, hand(0, 5, 9))
    after = cached_lines(match)
    assert [old is new for old, new in zip(before, after, strict=False)] == [True] * 3
    assert len(after) == 4


def cached_lines(match):
    """The lines in the cache, the oldest first."""
    sheet_page.lines_html(Sheet(match), True)
    _rendered_from, lines = html_cache.cache.get(
        ("lines", match.code, True, get_language())
    )
    return list(lines.values())


def test_a_watcher_gets_no_lines_with_the_links_of_an_owner(phone, match):
    watcher = phone_with(Role.WATCH, match)
    assert ["href" in line for line in lines(phone, match)] == [True] * 3
    assert ["href" in line for line in lines(watcher, match)] == [False] * 3
    assert ["href" in line for line in lines(phone, match)] == [True] * 3


def test_cached_lines_show_a_new_name(phone, match):
    happen(phone, match, "penalty", player=1, points=10)
    assert "Luis" in lines(phone, match)[0]
    match.circle.players.filter(name="Luis").update(name="Lola")
    versions.bump(Match.objects.filter(pk=match.pk))
    assert "Luis" not in lines(phone, match)[0]
    assert "Lola" in lines(phone, match)[0]


def test_two_matches_with_the_same_hands_are_corrected_each_at_its_own_address(
    phone, match
):
    other = start(phone, "Ana", "Luis", "Eva")
    play(phone, other, hand(0, 3, 7))
    assert f"/m/{match.code}/correct/0/" in lines(phone, match)[-1]
    assert f"/m/{other.code}/correct/0/" in lines(phone, other)[-1]


def test_of_a_long_match_the_newest_lines_are_on_the_board_and_a_link_to_the_others(
    phone, match, monkeypatch
):
    monkeypatch.setattr(sheet_page, "LINES", 2)
    newest, misdeal, below = lines(phone, match)
    assert "<b>15</b>" in newest
    assert "Mal repartidas" in misdeal
    assert f'href="{match.get_absolute_url()}log/"' in below
    assert "Aquí están las 2 últimas. Las demás, en el historial." in below


@pytest.mark.parametrize(
    ("preset", "scored", "controls"),
    [
        ("chinchon", hand(0, 3, 7), ["closer-0", "deadwood_1", "deadwood_2"]),
        (
            "chinchon",
            hand(3, 8, 7),
            ["deadwood_0", "deadwood_1", "deadwood_2"],
        ),
        (
            "queen-city",
            HandScored({}, 0, Close.RUMMY, value=30),
            ["value_0", "closer-1", "closer-2"],
        ),
    ],
)
def test_a_cell_leads_to_the_number_that_was_typed_or_to_who_closed(
    phone, preset, scored, controls
):
    match = start(phone, "Ana", "Luis", "Eva", preset=preset)
    play(phone, match, scored)
    [line] = lines(phone, match)
    assert re.findall(r'/correct/0/#([\w-]+)"', line) == controls
