"""A cached board is never shown to another role, or for another match or version."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scores.models import Match, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, start
from tests.scores.support.table import flat, play, post


@pytest.fixture
def match(phone: Client) -> Match:
    return start(phone, "Ana", "Luis", "Eva")


def page(phone: Client, match: Match) -> str:
    """The board, and what is below the fold."""
    pages = match.get_absolute_url(), reverse("scoresheet", args=[match.code])
    return "".join(flat(phone.get(address)) for address in pages)


def test_the_board_of_an_owner_is_not_shown_to_a_watcher_or_scorer(phone, match):
    watcher, scorer = (phone_with(role, match) for role in (Role.WATCH, Role.SCORE))
    pages = [page(client, match) for client in (phone, watcher, scorer, phone)]
    assert ["/delete/" in text for text in pages] == [True, False, False, True]
    assert ["/everyday/" in text for text in pages] == [True, False, True, True]
    assert ["/details/" in text for text in pages] == [True, False, True, True]


def test_an_archived_match_can_be_unarchived_at_once(phone, match):
    pages = [page(phone, match)]
    for act in ("archive", "unarchive"):
        post(phone, act, match)
        pages.append(page(phone, match))
    assert ["Sacar del archivo" in text for text in pages] == [False, True, False]


def test_a_saved_hand_can_be_undone_and_redone(phone, match):
    pages = [page(phone, match)]
    play(phone, match, hand(0, 3, 7))
    pages.append(page(phone, match))
    post(phone, "undo", match)
    pages.append(page(phone, match))
    assert [[word in text for word in ("Deshacer", "Rehacer", "CSV")] for text in pages] == [
        [False, False, False],
        [True, False, True],
        [False, True, False],
    ]


def test_a_way_of_closing_is_offered_to_those_it_would_not_make_bust(phone, match):
    chips = 'data-seats="0,1,2" data-points="+4"', 'data-seats="0,2" data-points="+4"'
    pages = [page(phone, match)]
    play(phone, match, hand(0, 97, 7))
    pages.append(page(phone, match))
    assert [[chip in text for chip in chips] for text in pages] == [[True, False], [False, True]]
