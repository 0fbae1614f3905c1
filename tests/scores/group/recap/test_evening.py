"""An evening of a circle: wins, money over all matches, the hand of the night, and who may see it."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from rules.events import Close, HandScored
from scores.group.recap import evening
from scores.group.recap.evening import Evening, EveningMoney, calendar
from scores.models import Circle, Match, Role
from tests.scores.support.circle_matches import JULY, new_circle, played
from tests.scores.support.factories import phone_of, phone_with
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
        tallies=[("Ana", 2, "2 ganadas de 3"), ("Luis", 1, "1 ganada de 3"), ("Eva", 0, "0 ganadas de 1")],
        cash=[EveningMoney("€", [("Ana", 20_00), ("Luis", -10_00), ("Eva", -10_00)])],
        hand="Más puntos en una mano: Eva, +61",
    )
    (cash,) = evening.of_day(circle, JULY).cash
    assert cash.payments == [("Luis", "Ana", 10_00), ("Eva", "Ana", 10_00)]


def test_debts_of_several_matches_cancel_out_and_two_currencies_are_never_added(circle):
    for winner, loser in (("Ana", "Luis"), ("Luis", "Ana")):
        played(circle, winner, loser, stake=10)
    assert evening.of_day(circle, JULY).cash == []
    played(circle, "Ana", "Luis", stake=10, currency="€")
    played(circle, "Luis", "Ana", stake=3)
    cash = evening.of_day(circle, JULY).cash
    assert [(each.currency, each.payments) for each in cash] == [
        ("", [("Ana", "Luis", 3_00)]),
        ("€", [("Luis", "Ana", 10_00)]),
    ]


def test_a_chinchon_is_the_hand_of_the_night(circle):
    played(circle, "Ana", "Luis")
    chinchon = HandScored({0: 5}, 1, Close.CHINCHON)
    played(circle, "Ana", "Luis", hands=(chinchon,), chinchon_points="wins")
    assert evening.of_day(circle, JULY).hand == "Chinchón de Luis"


def test_a_match_in_the_bin_is_part_of_no_evening_and_in_no_list(circle):
    played(circle, "Ana", "Luis")
    Match.objects.update(deleted_at="2026-07-02T12:00Z")
    assert (evening.of_day(circle, JULY), evening.years_of(circle)) == (None, [])
    assert "Aquí queda cada velada" in page_text(page(circle))


def test_the_page_and_its_picture_speak_of_the_same_evening_to_who_may_see_the_circle(circle):
    match = played(circle, "Ana", "Luis", stake=10, currency="€")
    phone, addresses = phone_of(circle), (address(circle), address(circle, name="evening-picture"))
    text = page_text(phone.get(addresses[0]))
    assert [words in text for words in ("1 ganada de 1", "Luis → Ana", "Ganó Ana")] == [True] * 3
    assert phone.get(addresses[1])["Content-Type"] == "image/png"
    for who in (Client(), phone_with(Role.SCORE, match), phone_of(new_circle(), Role.OWN)):
        assert [who.get(one).status_code for one in addresses] == [404] * 2
    for day in ("2026-07-02", "ayer", "2026-13-01"):
        assert phone.get(f"/c/{circle.code}/evenings/{day}/").status_code == 404


# The evenings of a year: the list, the picture of its weeks, and the same in words


def page(circle: Circle, **asked: str):
    return phone_of(circle).get(reverse("evenings", args=[circle.code]), asked)


def test_a_page_has_one_year_with_the_last_evening_first_and_leads_to_the_others(circle):
    for days in (-365, 0, 2, 2):
        played(circle, "Ana", "Luis", days=days)
    second = JULY + timedelta(days=2)
    assert evening.days_of(circle, 2026) == [(second, 2), (JULY, 1)]
    days = [second, JULY, JULY - timedelta(days=365)]
    last, before = page(circle).content.decode(), page(circle, year="2025").content.decode()
    assert [[address(circle, day) in shown for day in days] for shown in (last, before)] == [
        [True, True, False],
        [False, False, True],
    ]
    listed = last.partition('class="menu"')[2]
    assert listed.index(address(circle, second)) < listed.index(address(circle, JULY))
    assert '?year=2025"' in last


def test_a_year_without_an_evening_shows_the_last_one_whose_cell_leads_to_it(circle):
    played(circle, "Ana", "Luis")
    for year in ("1999", "ayer", "99999999999"):
        assert page(circle, year=year).context["year"] == 2026
    picture = page(circle).content.decode().partition('class="chart calendar"')[2].partition("</svg>")[0]
    assert (picture.count("<a "), address(circle, JULY) in picture) == (1, True)


def test_each_half_of_a_year_is_a_band_of_weeks():
    days = [(date(2026, 12, 31), 9), (date(2026, 7, 1), 2), (date(2026, 1, 5), 1), (date(2026, 1, 1), 1)]
    assert calendar(2026, days)["cells"] == [
        (date(2026, 1, 1), 1.0, 48.2, 1),  # a Thursday
        (date(2026, 1, 5), 12.4, 14.0, 1),  # the Monday after it
        (date(2026, 7, 1), 1.0, 140.8, 2),
        (date(2026, 12, 31), 297.4, 152.2, 4),  # nine matches look like four
    ]


def test_the_picture_is_told_in_words():
    fridays = [(date(2026, 7, 3) + timedelta(weeks=week), 2) for week in range(3)]
    days = [(date(2026, 12, 31), 1), *reversed(fridays)]
    assert calendar(2026, days)["text"] == "2026: 4 veladas, 7 partidas. El día con más veladas: viernes (3)."
    assert calendar(2026, days[:1])["text"] == "2026: 1 velada, 1 partida."


def test_the_page_costs_the_same_at_1_evening_and_at_3(circle, django_assert_num_queries):
    phone = phone_of(circle)
    for days in (0, 1, 2):
        played(circle, "Ana", "Luis", days=days)
        with django_assert_num_queries(4):
            phone.get(reverse("evenings", args=[circle.code]))
