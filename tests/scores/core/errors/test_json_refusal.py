"""Refusals as JSON for scripts; everybody else gets a page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scores.models import Match
from tests.rules.support.table import hand
from tests.scores.support.table import play, start, typed

ASKS = {"accept": "application/json, text/html;q=0.9", "hx-request": "true"}


@pytest.fixture
def match(phone: Client) -> Match:
    return start(phone, "Ana", "Luis", "Eva")


def send(phone: Client, match: Match, **fields: object) -> tuple[int, object]:
    hand_typed = {**typed(hand(0, 3, 7)), "seq": 0, "client_key": "k", **fields}
    answer = phone.post(reverse("score-hand", args=[match.code]), hand_typed, headers=ASKS)
    is_json = answer.headers["Content-Type"] == "application/json"
    return answer.status_code, answer.json() if is_json else answer.headers["Content-Type"]


def test_a_hand_that_is_saved_answers_with_its_board(phone, match):
    assert send(phone, match) == (200, "text/html; charset=utf-8")


def test_a_hand_that_the_rules_refuse_answers_with_the_reason(phone, match):
    reasons = ["Luis no puede tener 300: como mucho 100."]
    assert send(phone, match, deadwood_1="300") == (422, {"reasons": reasons, "line": 0})


def test_a_hand_that_comes_too_late_answers_with_what_was_written_and_the_next_line(phone, match):
    play(phone, match, hand(0, 5, 9))
    status, refusal = send(phone, match)
    assert (status, refusal["line"], len(refusal["reasons"])) == (409, 1, 2)
    assert refusal["reasons"][0].startswith("Esto ya está apuntado.")


def test_a_phone_without_a_right_is_told_that_there_is_nothing(match):
    status, refusal = send(Client(), match)
    assert (status, refusal["reasons"][0], refusal["line"]) == (404, "No se ha guardado", None)


def test_a_browser_gets_the_page(phone, match):
    answer = phone.post(reverse("score-hand", args=[match.code]), {"seq": 0, "client_key": "k"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, "text/html; charset=utf-8")
