"""The page of a circle: matches, players, name and time zone."""

import re
from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scores.core.access import grants
from scores.core.matches import dates
from scores.models import Circle, Match, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import page_text, play, tap

SAVE = "Guardar"


def page(client: Client, circle: Circle) -> str:
    return page_text(client.get(circle.get_absolute_url()))


def with_right(circle: Circle, role: Role) -> Client:
    client = Client()
    client.post(grants.link_path(circle, role))
    return client


def test_a_circle_without_a_name_is_called_by_its_players(phone, match):
    start(phone, "Eva", "Paco", "Marta")
    assert Circle.objects.get().display_name == "Ana, Eva, Luis, Marta…"
    assert Circle.objects.create().display_name == "Grupo nuevo"
    assert Circle.objects.create(name="Los jueves").display_name == "Los jueves"


def test_its_matches_are_listed_and_those_of_other_circles_are_not(phone, match):
    play(phone, match, hand(0, 23))
    other = start(Client(), "Lola", "Pepe")
    phone.post(grants.link_path(other.circle, Role.OWN))
    text = page(phone, match.circle)
    assert ("Ana −10 · Luis 23" in text, "Lola" in text) == (True, False)


def test_who_may_watch_sees_matches_people_and_statistics_and_nothing_to_change(phone, match):
    circle, ana = match.circle, match.circle.players.get(name="Ana")
    for role in (Role.WATCH, Role.SCORE):
        answer = with_right(circle, role).get(circle.get_absolute_url())
        main = answer.content.decode().partition("<main")[2].partition("</main")[0]
        led_to = re.findall(rf'href="(/c/{circle.code}/[^"]+)"', main)
        assert "Ana, Luis" in page_text(answer)
        assert led_to == [
            reverse("evenings", args=[circle.code]),
            reverse("league", args=[circle.code]),
            reverse("records", args=[circle.code]),
            reverse("circle-matches", args=[circle.code]),
            *(
                reverse("person", args=[circle.code, one.uid])
                for one in (ana, match.circle.players.get(name="Luis"))
            ),
        ]


@pytest.mark.parametrize(("role", "starts"), [(Role.WATCH, False), (Role.SCORE, True), (Role.OWN, True)])
def test_who_may_score_starts_a_match_of_the_circle_from_its_page(phone, match, role, starts):
    circle = match.circle
    shown = with_right(circle, role).get(circle.get_absolute_url()).content.decode()
    assert (f"{reverse('new-match')}?circle={circle.code}" in shown) == starts


def test_what_is_played_comes_before_what_is_arranged(phone, match):
    text = page(phone, match.circle)
    places = [text.index(words) for words in ("Nueva partida", "En juego", "Gente", "El grupo", "Juntar")]
    assert places == sorted(places)


def test_an_empty_circle_says_so(phone, match):
    Match.objects.all().delete()
    assert "Este grupo todavía no ha jugado." in page(phone, match.circle)


def test_the_first_page_leads_to_the_circles_of_the_phone(phone, match):
    assert match.circle.get_absolute_url() in phone.get("/").content.decode()
    assert "Grupos" not in page_text(Client().get("/"))


def settings_of(phone: Client, circle: Circle, **changed: str):
    answer = phone.get(reverse("circle-settings", args=[circle.code]))
    return tap(phone, answer, SAVE, **changed)


def test_its_name_is_tidied_and_shown(phone, match):
    answer = settings_of(phone, match.circle, name="  Los   jueves ")
    assert (answer.url, Circle.objects.get().name) == (match.circle.get_absolute_url(), "Los jueves")
    assert "Los jueves" in page_text(phone.get("/"))


def test_its_name_may_be_taken_away(phone, match):
    settings_of(phone, match.circle, name="Los jueves")
    settings_of(phone, match.circle, name="")
    assert Circle.objects.get().display_name == "Ana, Luis"


def test_a_new_time_zone_moves_the_evening_of_what_is_started_from_then_on(phone, match, monkeypatch):
    settings_of(phone, match.circle, time_zone="America/Argentina/Buenos_Aires")
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 7, 11, 4, 0, tzinfo=UTC))
    assert dates.evening(Circle.objects.get()) == date(2026, 7, 10)


@pytest.mark.parametrize("zone", ["Atlantis/Capital", "", "../../etc/passwd", "Europe/madrid", "x" * 5000])
def test_a_time_zone_that_is_none_is_refused(phone, match, zone):
    answer = settings_of(phone, match.circle, time_zone=zone, name="Otro")
    circle = Circle.objects.get()
    assert (answer.status_code, circle.time_zone, circle.name) == (422, "Europe/Madrid", "")


def test_a_stored_time_zone_that_is_no_more_is_shown_as_the_sites(phone, match):
    Circle.objects.update(time_zone="Atlantis/Capital")
    settings_of(phone, match.circle)
    assert Circle.objects.get().time_zone == "Europe/Madrid"


def test_a_person_is_renamed_in_every_match(phone, match):
    ana = match.circle.players.get(name="Ana")
    address = reverse("person-edit", args=[match.circle.code, ana.uid])
    answer = tap(phone, phone.get(address), SAVE, name="Anita 🃏")
    assert (answer.status_code, answer.url) == (302, reverse("person", args=[match.circle.code, ana.uid]))
    board = phone.get(match.get_absolute_url())
    assert "Anita 🃏" in page_text(board)
    assert match.entries.count() == 0


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 41])
def test_a_name_that_cannot_be_read_is_refused(phone, match, name):
    ana = match.circle.players.get(name="Ana")
    answer = phone.post(reverse("person-edit", args=[match.circle.code, ana.uid]), {"name": name})
    ana.refresh_from_db()
    assert (answer.status_code, ana.name) == (422, "Ana")


def test_a_person_is_renamed_by_who_owns_his_circle(phone, match):
    other = start(Client(), "Lola", "Pepe")
    lola = other.circle.players.get(name="Lola")
    for circle in (match.circle, other.circle):
        answer = phone.post(reverse("person-edit", args=[circle.code, lola.uid]), {"name": "Otra"})
        assert answer.status_code == 404


@pytest.mark.parametrize("matches", [1, 12])
def test_the_page_costs_the_same_at_1_match_and_at_12(phone, match, matches, django_assert_num_queries):
    for _match in range(1, matches):
        play(phone, start(phone, "Ana", "Luis"), hand(0, 3))
    address = match.circle.get_absolute_url()
    with django_assert_num_queries(13):
        assert phone.get(address).status_code == 200
