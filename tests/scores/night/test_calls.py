"""A table calls "Venid a nuestra mesa": the organiser and the helpers see it, and one of them comes."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from scores.circle.circles.merging import erase_name
from scores.models import Match, Role
from scores.night.models import Night, Sitting
from tests.scores.support.factories import holder
from tests.scores.support.nights import by_link, desk, ended, published, scanned
from tests.scores.support.table import send_to, text_at, text_on


@pytest.fixture
def table(night) -> Client:
    return scanned(night)


def match() -> Match:
    return Match.objects.get(sitting__round=1)


def calls(client: Client, do: str = "call") -> int:
    answer = client.post(reverse("match-call", args=[match().code]), {"do": do})
    return answer.status_code


def answers(client: Client, night: Night, do: str) -> int:
    return send_to(client, "night-call", night, 1, 1, do=do).status_code


def at_table(client: Client) -> str:
    return text_at(client, reverse("match-night", args=[match().code]))


def test_a_table_calls_a_helper_answers_first_and_the_table_reads_who_comes(
    phone, night, table
):
    helper = by_link(night, Role.SCORE, "Marta")
    assert calls(table) == 302
    assert "Aviso enviado" in at_table(table)
    seen = [
        "«Venid a nuestra mesa»" in text_at(each, desk(night))
        for each in (phone, helper)
    ]
    assert seen == [True, True]
    for client in (helper, phone):
        assert answers(client, night, "come") == 302
    assert "Va Marta a vuestra mesa." in at_table(table)
    assert "va Marta" in text_at(phone, desk(night))
    assert answers(helper, night, "done") == 302
    assert "Marta" not in at_table(table)


def test_a_double_tap_calls_once_and_keeps_when_and_who_comes(phone, night, table):
    calls(table)
    first = Sitting.objects.get().called_at - timedelta(minutes=3)
    Sitting.objects.update(called_at=first)
    answers(phone, night, "come")
    calls(table)
    assert Sitting.objects.get().called_at == first
    assert Sitting.objects.get().coming == holder(phone)
    assert calls(table, "enough") == calls(table, "enough") == 302
    assert Sitting.objects.get().called_at is None
    assert Sitting.objects.get().coming is None


def test_nobody_comes_to_a_table_that_has_not_called(phone, night):
    assert answers(phone, night, "come") == 302
    assert Sitting.objects.get().coming is None


@pytest.mark.parametrize("late", ["round", "night"])
def test_a_table_of_a_round_that_is_over_calls_nobody(phone, night, late):
    published(night) if late == "round" else ended(night)
    assert calls(phone) == 409
    assert Sitting.objects.get(round=1).called_at is None


def test_an_answer_reaches_the_open_board_of_the_table(phone, night, table):
    calls(table)
    before = match().version
    answers(phone, night, "come")
    assert match().version > before


def test_a_name_that_is_erased_goes_from_who_comes_and_from_the_helpers(
    phone, circle, night, table
):
    helper = by_link(night, Role.SCORE, "Eva")
    calls(table)
    answers(helper, night, "come")
    erase_name(circle.players.get(name="Eva"))
    assert "Va alguien a vuestra mesa." in at_table(table)
    assert "va alguien" in text_at(phone, desk(night))
    assert "Eva" not in text_on(phone, "night-share", night)
