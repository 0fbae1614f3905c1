"""An evening of a circle: wins, money over all matches, the hand of the night, and who may see it."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from rules.events import Close, HandScored
from scores.core.matches.dates import evening as evening_today
from scores.group.recap import evening
from scores.group.recap.evening import Evening, EveningMoney, EveningTally
from scores.models import Circle, Match, Role
from tests.scores.support.circle_matches import JULY, new_circle, phone_of, played
from tests.scores.support.factories import phone_with
from tests.scores.support.table import page_text


@pytest.fixture
def circle() -> Circle:
    return new_circle()


def address(circle: Circle, day: date = JULY, name: str = "evening") -> str:
    return reverse(name, args=[circle.code, day.isoformat()])


def test_an_evening_adds_up_all_its_matches(circle):
    played(circle, "Ana", "Luis", "Eva", stake=10, currency="€")
    played(circle, "Ana", "Luis", stake=5, currency="€")
    played(circle, "Luis", "Ana", stake=5, currency="€")
    played(circle, "Luis", "Eva", days=1, stake=90, currency="€")
    assert evening.of_day(circle, JULY) == Evening(
        matches=3,
        tallies=[EveningTally("Ana", 2, 3), EveningTally("Luis", 1, 3), EveningTally("Eva", 0, 1)],
        cash=[EveningMoney("€", [("Ana", 20_00), ("Luis", -10_00), ("Eva", -10_00)])],
        hand="Más puntos en una mano: Eva, +61",
    )
    (cash,) = evening.of_day(circle, JULY).cash
    assert cash.payments == [("Luis", "Ana", 10_00), ("Eva", "Ana", 10_00)]


def test_debts_of_several_matches_cancel_out(circle):
    played(circle, "Ana", "Luis", stake=10)
    played(circle, "Luis", "Ana", stake=10)
    assert evening.of_day(circle, JULY).cash == []


def test_money_of_two_currencies_is_never_added(circle):
    played(circle, "Ana", "Luis", stake=10, currency="€")
    played(circle, "Luis", "Ana", stake=3)
    cash = evening.of_day(circle, JULY).cash
    assert [(each.currency, each.payments) for each in cash] == [
        ("€", [("Luis", "Ana", 10_00)]),
        ("", [("Ana", "Luis", 3_00)]),
    ]


def test_a_chinchon_is_the_hand_of_the_night(circle):
    played(circle, "Ana", "Luis")
    chinchon = HandScored({0: 5}, 1, Close.CHINCHON)
    played(circle, "Ana", "Luis", hands=(chinchon,), chinchon_points="wins")
    assert evening.of_day(circle, JULY).hand == "Chinchón de Luis"


def test_a_match_in_the_bin_is_part_of_no_evening(circle):
    played(circle, "Ana", "Luis")
    Match.objects.update(deleted_at="2026-07-02T12:00Z")
    assert evening.of_day(circle, JULY) is None


def test_tonight_is_one_tap_from_the_group(circle):
    tonight = played(circle, "Ana", "Luis")
    phone = phone_of(circle)
    assert "Lo de esta noche" not in page_text(phone.get(circle.get_absolute_url()))
    Match.objects.filter(pk=tonight.pk).update(played_on=evening_today(circle))
    page = phone.get(circle.get_absolute_url())
    assert "Lo de esta noche" in page_text(page)
    assert phone.get(address(circle, evening_today(circle))).status_code == 200


@pytest.mark.parametrize("name", ["evening", "evening-picture"])
def test_only_who_may_see_the_circle_sees_its_evenings(circle, name):
    match = played(circle, "Ana", "Luis", stake=10)
    strangers = [Client(), phone_with(Role.SCORE, match), phone_of(new_circle(), Role.OWN)]
    assert [who.get(address(circle, name=name)).status_code for who in strangers] == [404] * 3
    assert phone_of(circle).get(address(circle, name=name)).status_code == 200


@pytest.mark.parametrize("day", ["2026-07-02", "ayer", "2026-13-01"])
def test_a_day_without_a_match_has_no_page(circle, day):
    played(circle, "Ana", "Luis")
    assert phone_of(circle).get(f"/c/{circle.code}/evenings/{day}/").status_code == 404


def test_the_page_and_its_picture_speak_of_the_same_evening(circle):
    played(circle, "Ana", "Luis", stake=10, currency="€")
    phone = phone_of(circle)
    text = page_text(phone.get(address(circle)))
    assert [words in text for words in ("1 ganada de 1", "Luis → Ana", "Ganó Ana")] == [True] * 3
    assert phone.get(address(circle, name="evening-picture"))["Content-Type"] == "image/png"
