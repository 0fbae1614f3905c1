"""The evenings of a year: the list, the picture of its weeks, and the same in words."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from scores.group.recap import evening
from scores.group.recap.evening import calendar
from scores.models import Circle, Match
from tests.scores.support.circle_matches import JULY, new_circle, phone_of, played
from tests.scores.support.table import page_text


@pytest.fixture
def circle() -> Circle:
    return new_circle()


def page(circle: Circle, **asked: str):
    return phone_of(circle).get(reverse("evenings", args=[circle.code]), asked)


def address(circle: Circle, day: date) -> str:
    return reverse("evening", args=[circle.code, day.isoformat()])


def test_the_list_has_the_last_evening_first(circle):
    for days in (0, 2, 2):
        played(circle, "Ana", "Luis", days=days)
    second = JULY + timedelta(days=2)
    assert evening.days_of(circle, 2026) == [(second, 2), (JULY, 1)]
    text = page(circle).content.decode().partition('class="menu"')[2]
    assert text.index(address(circle, second)) < text.index(address(circle, JULY))


def test_a_page_has_one_year_and_leads_to_the_others(circle):
    played(circle, "Ana", "Luis")
    played(circle, "Ana", "Luis", days=-365)
    last, before = page(circle), page(circle, year="2025")
    days = [JULY, JULY - timedelta(days=365)]
    listed = [[address(circle, day) in shown.content.decode() for day in days] for shown in (last, before)]
    assert listed == [[True, False], [False, True]]
    assert '?year=2025"' in last.content.decode()


@pytest.mark.parametrize("year", ["1999", "ayer", "99999999999", ""])
def test_a_year_without_an_evening_shows_the_last_one(circle, year):
    played(circle, "Ana", "Luis")
    assert page(circle, year=year).context["year"] == 2026


def test_a_match_in_the_bin_is_in_no_list(circle):
    played(circle, "Ana", "Luis")
    Match.objects.update(deleted_at="2026-07-02T12:00Z")
    assert evening.years_of(circle) == []
    assert "Aquí queda cada velada" in page_text(page(circle))


def test_a_cell_of_the_picture_leads_to_its_evening(circle):
    played(circle, "Ana", "Luis")
    picture = page(circle).content.decode().partition('class="chart calendar"')[2].partition("</svg>")[0]
    assert picture.count("<a ") == 1
    assert address(circle, JULY) in picture


def test_each_half_of_a_year_is_a_band_of_weeks():
    days = [(date(2026, 12, 31), 9), (date(2026, 7, 1), 2), (date(2026, 1, 5), 1), (date(2026, 1, 1), 1)]
    assert calendar(2026, days)["cells"] == [
        (date(2026, 1, 1), 1.0, 48.2, 1),  # a Thursday
        (date(2026, 1, 5), 12.4, 14.0, 1),  # the Monday after it
        (date(2026, 7, 1), 1.0, 140.8, 2),
        (date(2026, 12, 31), 297.4, 152.2, 4),  # nine matches look like four
    ]


def test_the_empty_cells_begin_and_end_with_the_half_of_the_year():
    rows = calendar(2026, [(date(2026, 1, 1), 1)])["rows"]
    assert (rows[0], rows[3]) == ((12.4, 307.4, 19.0), (1.0, 296.0, 53.2))


@pytest.mark.parametrize("year", range(2024, 2035))
def test_every_year_fits_the_picture(year):
    calendar_of_year = calendar(year, [(date(year, 1, 1), 1)])
    assert max(x2 for _x1, x2, _y in calendar_of_year["rows"]) <= 320
    assert max(y for _x1, _x2, y in calendar_of_year["rows"]) <= 200


def test_the_picture_is_told_in_words():
    fridays = [(date(2026, 7, 3) + timedelta(weeks=week), 2) for week in range(3)]
    days = [(date(2026, 12, 31), 1), *reversed(fridays)]
    assert calendar(2026, days)["text"] == "2026: 4 veladas, 7 partidas. El día con más veladas: viernes (3)."
    assert calendar(2026, days[:1])["text"] == "2026: 1 velada, 1 partida."


@pytest.mark.parametrize("evenings", [1, 9])
def test_the_page_costs_the_same_at_1_evening_and_at_9(circle, evenings, django_assert_num_queries):
    for days in range(evenings):
        played(circle, "Ana", "Luis", days=days)
    phone = phone_of(circle)
    with django_assert_num_queries(4):
        phone.get(reverse("evenings", args=[circle.code]))


def test_a_stranger_sees_no_evenings(circle):
    played(circle, "Ana", "Luis")
    assert Client().get(reverse("evenings", args=[circle.code])).status_code == 404
