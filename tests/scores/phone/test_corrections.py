"""Corrections on a phone show the pages of the server, and write its entry."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scores.models import Match
from tests.rules.support.table import hand
from tests.scores.phone.test_same_answers import Table, without_version, written
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
    """The pages of the server and of the phone: title and main part."""
    payload = {**table.payload(), "ref": ref}
    if fields is not None:
        payload["fields"] = [*map(list, fields.items())]
    in_phone = table.phone.call("correct", payload)
    address = reverse("correct", args=[table.match.code, ref])
    served = table.client.get(address) if fields is None else table.client.post(address, fields)
    if served.status_code == 302:
        return written(table.payload()["document"]["entries"]), [
            *written(payload["document"]["entries"]),
            in_phone["entry"][:2],
        ]
    return of_server(served), of_phone(in_phone)


def of_server(served: HttpResponse) -> dict[str, Any]:
    text = served.content.decode()
    title, main = (re.search(rf"<{tag}[^>]*>(.*?)</{tag}>", text, re.S)[1] for tag in ("title", "main"))
    return {"status": served.status_code, "title": title, "main": without_version(main)}


def of_phone(answer: dict[str, Any]) -> dict[str, Any]:
    blocks = answer["blocks"]
    main = blocks.get("main") or re.search(r"<main[^>]*>(.*?)</main>", blocks["body"], re.S)[1]
    return {"status": answer["status"], "title": blocks["title"], "main": without_version(main)}


@pytest.mark.parametrize("ref", ["0", "2", "3"])
def test_the_page_of_a_line_is_the_server_s(table, ref):
    served, drawn = both(table, ref, None)
    assert drawn == served


@pytest.mark.parametrize(
    ("ref", "fields"),
    [
        ("0", {"act": "replace", **typed(hand(0, 30, 7))}),  # nobody is bust then: the answer does not fit
        ("0", {"act": "replace", **typed(hand(0, 61, 7))}),
        ("0", {"act": "replace", **typed(hand(0, 61, 7)), "deadwood_1": "x"}),
        ("3", {"act": "remove"}),
        ("0", {"act": "remove"}),
        ("2", {"act": "swap"}),
        ("1", {"act": "insert"}),
        ("1", {"act": "add", **typed(hand(0, 1, 2))}),
        ("3", {"act": "save", "changes": '[{"at": 3, "entry": null}]'}),
        ("0", {"act": "replace", "changes": '[{"at": 9, "entry": null}]'}),
    ],
)
def test_each_step_of_a_correction_is_the_server_s(table, ref, fields):
    sent = {"seq": "4", "client_key": "c0rrection", "changes": "[]", **fields}
    served, drawn = both(table, ref, sent)
    assert drawn == served


def test_a_line_that_is_not_there_is_not_found(table):
    assert table.phone.call("correct", {**table.payload(), "ref": "77"}) == {"status": 404}
