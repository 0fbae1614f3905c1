"""An evening of a circle: wins, money over all matches, the hand of the night, and who may see it."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from rules.events import Close, HandScored
from scores.core.matches.dates import evening as evening_today
from scores.group.recap import evening
from scores.group.recap.evening import Evening, EveningMoney, calendar
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


def test_tonight_is_one_tap_from_the_group(circle):
    tonight = played(circle, "Ana", "Luis")
    phone = phone_of(circle)
    assert "Lo de esta noche" not in page_text(phone.get(circle.get_absolute_url()))
    Match.objects.filter(pk=tonight.pk).update(played_on=evening_today(circle))
    page = phone.get(circle.get_absolute_url())
    assert "Lo de esta noche" in page_text(page)
    assert phone.get(address(circle, evening_today(circle))).status_code == 200


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


def test_a_year_without_an_evening_shows_the_last_one_whose_cell_leads_to_it(circle):
    played(circle, "Ana", "Luis")
    for year in ("1999", "ayer", "99999999999", ""):
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


def test_the_empty_cells_begin_and_end_with_the_half_of_the_year_and_every_year_fits():
    rows = calendar(2026, [(date(2026, 1, 1), 1)])["rows"]
    assert (rows[0], rows[3]) == ((12.4, 307.4, 19.0), (1.0, 296.0, 53.2))
    for year in range(2024, 2035):
        rows = calendar(year, [(date(year, 1, 1), 1)])["rows"]
        assert (max(x2 for _x1, x2, _y in rows) <= 320, max(y for _x1, _x2, y in rows) <= 200) == (True, True)


def test_the_picture_is_told_in_words():
    fridays = [(date(2026, 7, 3) + timedelta(weeks=week), 2) for week in range(3)]
    days = [(date(2026, 12, 31), 1), *reversed(fridays)]
    assert calendar(2026, days)["text"] == "2026: 4 veladas, 7 partidas. El día con más veladas: viernes (3)."
    assert calendar(2026, days[:1])["text"] == "2026: 1 velada, 1 partida."


def test_the_page_costs_the_same_at_1_evening_and_at_9(circle, django_assert_num_queries):
    phone = phone_of(circle)
    for days in range(9):
        played(circle, "Ana", "Luis", days=days)
        with django_assert_num_queries(4):
            phone.get(reverse("evenings", args=[circle.code]))
