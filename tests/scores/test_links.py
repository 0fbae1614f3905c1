"""Links and their QR: what may be handed on, and to which address."""

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from scores import access
from scores.models import Match, Role
from tests.scores.table import buttons, phone_with, said, start, tap


@pytest.fixture
def phone() -> Client:
    return Client()


@pytest.fixture
def match(phone: Client) -> Match:
    return start(phone, "Ana", "Luis")


def shared(phone: Client, match: Match) -> list[str]:
    """The roles of the links on the share page."""
    page = phone.get(reverse("share", args=[match.code])).content.decode()
    kinds = {
        "watch": access.link(match, Role.WATCH),
        "score": access.link(match, Role.SCORE),
        "own": access.link(match.circle, Role.OWN),
    }
    return [role for role, link in kinds.items() if link in page]


def test_nobody_hands_on_more_than_he_has(phone, match):
    assert shared(phone, match) == ["watch", "score", "own"]
    assert shared(phone_with(Role.SCORE, match), match) == ["watch", "score"]
    assert shared(phone_with(Role.WATCH, match), match) == ["watch"]


def test_to_own_one_match_is_not_to_own_its_circle(match):
    owner = Client()
    owner.post(access.link(match, Role.OWN))
    assert shared(owner, match) == ["watch", "score"]


def test_before_the_first_hand_the_board_itself_shows_the_links(phone, match):
    page = phone.get(match.get_absolute_url()).content.decode()
    links = [
        access.link(match, Role.WATCH),
        access.link(match, Role.SCORE),
        access.link(match.circle, Role.OWN),
    ]
    assert [link in page for link in links] == [True] * 3
    phone.post(
        reverse("score-hand", args=[match.code]),
        {"seq": 0, "client_key": "k", "closer": 0, "close": "clean", "deadwood_1": 5},
    )
    page = phone.get(match.get_absolute_url()).content.decode()
    assert [link in page for link in links] == [False] * 3


def test_each_link_has_a_qr(phone, match):
    page = phone.get(reverse("share", args=[match.code])).content.decode()
    assert page.count('<div class="qr"><svg') == 4


@pytest.mark.parametrize(
    ("host", "start_of_link"),
    [
        ("localhost:8000", "http://192.168.1.7:8000/l/"),
        ("127.0.0.1", "http://192.168.1.7:8000/l/"),
        ("[::1]", "http://192.168.1.7:8000/l/"),
        ("[::1]:8000", "http://192.168.1.7:8000/l/"),
        ("puntos.example.org", "http://puntos.example.org/l/"),
    ],
)
def test_a_link_shown_on_the_machine_itself_can_be_opened_by_another_phone(phone, match, host, start_of_link):
    with override_settings(LAN_URL="http://192.168.1.7:8000/", ALLOWED_HOSTS=["*"]):
        page = phone.get(reverse("share", args=[match.code]), headers={"host": host}).content.decode()
    assert page.count(start_of_link) == 4


@pytest.mark.parametrize(
    ("role", "button"),
    [(Role.WATCH, "Mirar"), (Role.SCORE, "Apuntar"), (Role.OWN, "Llevarlo en este teléfono")],
)
def test_a_link_says_whose_table_it_is_and_what_it_gives(match, role, button):
    visitor = Client()
    page = visitor.get(access.link(match, role))
    assert ("Ana, Luis" in said(page), button in buttons(page)) == (True, True)
    assert tap(visitor, page, button).url == match.get_absolute_url()


def test_the_link_of_a_circle_names_its_players(match):
    assert "Ana, Luis" in said(Client().get(access.link(match.circle, Role.OWN)))


def test_the_page_of_a_link_is_not_indexed_and_not_told_to_others(match):
    page = Client().get(access.link(match, Role.SCORE))
    assert (page["X-Robots-Tag"], page["Referrer-Policy"]) == ("noindex", "strict-origin")


def test_a_score_link_of_a_circle_lets_another_phone_start_matches_there(match):
    other = Client()
    other.post(access.link(match.circle, Role.SCORE))
    assert start(other, "Ana", "Eva").circle == match.circle
