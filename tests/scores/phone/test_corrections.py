"""Corrections on a phone show the pages of the server, and write its entry."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scores.models import Match
from tests.rules.support.table import hand
from tests.scores.phone.test_same_answers import Table
from tests.scores.support.factories import start
from tests.scores.support.table import answer, play, typed

HANDS = (hand(0, 60, 7), hand(0, 50, 9), hand(3, 20, 0))


@pytest.fixture
def match(phone: Client) -> Match:
    """Luis is bust after two hands, and bought back in."""
    match = start(phone, "Ana", "Luis", "Eva", rebuy_choice="ask")
    play(phone, match, *HANDS[:2])
    answer(phone, match, 1, "yes")
    play(phone, match, HANDS[2])
    return match


@pytest.fixture
def table(phone, match, phones) -> Table:
    return Table(phone, match, phones["es"])


def both(table: Table, ref: str, fields: dict[str, str] | None) -> tuple[Any, Any]:
    """What the server and the phone answer."""
    return table.both_pages(reverse("correct", args=[table.match.code, ref]), fields)


def test_the_page_of_a_line_is_the_server_s(table):
    for ref in ("0", "2"):
        served, drawn = both(table, ref, None)
        assert drawn == served
    served, drawn = both(table, "77", None)
    assert (served["status"], drawn) == (404, {"status": 404})


@pytest.mark.parametrize(
    ("ref", "fields"),
    [
        ("0", {"act": "replace", **typed(hand(0, 30, 7))}),  # nobody is bust then: the answer does not fit
        ("0", {"act": "replace", **typed(hand(0, 61, 7)), "deadwood_1": "x"}),
        ("3", {"act": "remove"}),
        ("0", {"act": "remove"}),
        ("2", {"act": "swap"}),
        ("1", {"act": "add", **typed(hand(0, 1, 2))}),
        ("3", {"act": "save", "changes": '[{"at": 3, "entry": null}]'}),
        ("0", {"act": "replace", "changes": '[{"at": 9, "entry": null}]'}),
    ],
)
def test_each_step_of_a_correction_is_the_server_s(table, ref, fields):
    sent = {"seq": "4", "client_key": "c0rrection", "changes": "[]", **fields}
    served, drawn = both(table, ref, sent)
    assert drawn == served
