"""Share links and QR codes: which are offered to whom, and with which address."""

import re

import pytest
import segno
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.formats import date_format

from rules.events import Finished
from scores.circle.circles import merging
from scores.core.access import grants, phones
from scores.core.matches.scoresheet import Sheet
from scores.models import Circle, Phone, Role
from scores.table.new_match import setup
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_of, phone_with, start
from tests.scores.support.table import (
    address_of,
    page_at,
    page_of,
    page_text,
    play,
    roles_of,
    take_link,
    taking,
    tap,
    text_at,
    update_row,
)


def shared(phone, match):
    """The links on the share page, in order."""
    page = page_at(phone, "share", match).text
    kinds = {
        "score": grants.link_path(match, Role.SCORE),
        "watch": grants.link_path(match, Role.WATCH),
        "own": grants.link_path(match.circle, Role.OWN),
        "own match": grants.link_path(match, Role.OWN),
    }
    return sorted(
        (role for role, link in kinds.items() if link in page),
        key=lambda role: page.index(kinds[role]),
    )


def test_nobody_hands_on_more_than_they_have_and_each_link_has_a_qr(phone, match):
    assert shared(phone, match) == ["score", "watch", "own", "own match"]
    assert shared(phone_with(Role.SCORE, match), match) == ["score", "watch"]
    assert shared(phone_with(Role.WATCH, match), match) == ["watch"]
    assert shared(phone_of(match, Role.OWN), match) == ["score", "watch", "own match"]
    page = page_at(phone, "share", match).text
    assert page.count('<div class="qr"><svg') == 4
    page = page_at(phone, "circle-share", match.circle).text
    links = [
        grants.link_path(match.circle, role)
        for role in (Role.SCORE, Role.WATCH, Role.OWN)
    ]
    assert [link in page for link in links] == [True] * 3
    assert page.count('<div class="qr"><svg') == 3


def test_before_the_first_hand_the_board_itself_shows_each_link_and_its_qr(
    phone, match
):
    links = [grants.link_path(match, role) for role in (Role.WATCH, Role.SCORE)]
    before = page_of(phone, match).text
    for link in links:
        code = segno.make(f"http://testserver{link}", error="l", micro=False)
        drawn = re.search(r' d="[^"]+"', code.svg_inline(border=2))
        assert drawn[0] in before
    assert f'{links[0]}">Solo mirar' in before
    play(phone, match, hand(0, 5))
    after = page_of(phone, match).text
    assert [(link in before, link in after) for link in links] == [(True, False)] * 2


def test_a_link_shown_on_the_machine_itself_can_be_opened_by_another_phone(
    phone, match
):
    address = address_of("share", match)
    first = "http://192.168.1.7:8000/"
    second = "http://10.8.0.2:8000/"
    hosts = dict.fromkeys(("localhost:8000", "127.0.0.1", "[::1]", "[::1]:8000"), first)
    hosts["puntos.example.org"] = "http://puntos.example.org/"
    with override_settings(LAN_URLS=[first, second], ALLOWED_HOSTS=["*"]):
        pages = {
            host: phone.get(address, headers={"host": host}).text for host in hosts
        }
    assert {host: page.count(f"{hosts[host]}l/") for host, page in pages.items()} == (
        dict.fromkeys(hosts, 4)
    )
    folded = re.findall(r"<details>.*?</details>", pages["127.0.0.1"], re.DOTALL)
    shown = [(part.count("<svg"), part.count(f"{second}l/")) for part in folded]
    assert shown == [(1, 1)] * 2
    drawn = re.search(r' d="[^"]+"', folded[0])[0]
    assert pages["127.0.0.1"].count(drawn) == 1
    assert pages["127.0.0.1"].count(f"{second}l/") == 2


def test_a_link_says_whose_table_it_is_and_what_it_gives_and_a_chat_no_token(
    phone, match
):
    Circle.objects.update(name="Los jueves")
    play(phone, match, hand(0, 23))
    buttons_of = {
        Role.WATCH: "Mirar",
        Role.SCORE: "Apuntar",
        Role.OWN: "Llevarlo en este teléfono",
    }
    for role, button in buttons_of.items():
        visitor = Client()
        path = grants.link_path(match, role)
        page = visitor.get(path)
        metas = " ".join(re.findall(r'<meta property="og:[^>]*>', page.text))
        assert "og:image" in metas
        secrets = (path.split("/")[-2], match.code, "og:url", "23", "−10")
        assert [secret for secret in secrets if secret in metas] == []
        assert (page["X-Robots-Tag"], page["Referrer-Policy"]) == (
            "noindex",
            "strict-origin",
        )
        assert f"Los jueves · {date_format(match.played_on)}" in page_text(page)
        for one in (page, Client().get(grants.link_path(match.circle, role))):
            said = (
                "Ana, Luis" in page_text(one),
                "Solo para alguien de confianza." in page_text(one),
            )
            assert said == (True, role is Role.OWN)
        assert page_of(visitor, match).status_code == 404  # looking takes nothing
        assert tap(visitor, page, button).url == match.get_absolute_url()


# A link to a match whose rematch began


@pytest.mark.parametrize("role", [Role.WATCH, Role.SCORE, Role.OWN])
def test_a_link_leads_to_later_rematches_and_no_earlier_match_until_one_is_revoked(
    match, role
):
    again = setup.rematch(match)
    third = setup.rematch(again)
    late = taking(match, role)
    assert roles_of(late, match, again, third) == [role] * 3
    later = taking(again, role)
    assert roles_of(later, match, again) == [Role.NONE, role]
    take_link(later, match, Role.WATCH)
    assert roles_of(later, match, again) == [Role.WATCH, role]
    phones.revoke(again, role, None, and_take=False)
    newest = setup.rematch(third)
    too_late = taking(match, role)
    beyond = roles_of(too_late, again, third, newest)
    assert (roles_of(too_late, match), beyond) == ([role], [Role.NONE] * 3)


def test_what_an_old_link_gave_is_taken_with_it_in_the_rematch_too(match):
    early = taking(match, Role.SCORE)
    again = setup.rematch(match)
    assert phones.grants_by_link(again, Role.SCORE, None).count() == 1
    late = taking(match, Role.SCORE)
    other = taking(again, Role.SCORE)
    phones.revoke(match, Role.SCORE, None, and_take=True)
    assert roles_of(early, again) == roles_of(late, again) == [Role.NONE]
    assert roles_of(other, again) == [Role.SCORE]


def test_a_rematch_that_stayed_in_another_group_is_not_opened_by_the_link(match):
    kept = Circle.objects.create()
    done = merging.merge(kept, match.circle, {}, Phone.objects.create())
    match.refresh_from_db()
    again = setup.rematch(match)
    merging.undo(done, Phone.objects.create())
    match.refresh_from_db()
    late = taking(match, Role.WATCH)
    assert roles_of(late, match, again) == [Role.WATCH, Role.NONE]


def test_matches_that_are_each_others_rematch_are_opened_once(match):
    """An imported file can contain such a cycle."""
    again = setup.rematch(match)
    update_row(match, previous=again)
    late = taking(match, Role.WATCH)
    assert roles_of(late, match, again) == [Role.WATCH] * 2


@pytest.mark.parametrize(
    ("held", "offered", "expected", "leads_on"),
    [
        (Role.NONE, Role.WATCH, "", False),
        (Role.WATCH, Role.SCORE, "Este teléfono ya puede mirar aquí.", False),
        (Role.SCORE, Role.SCORE, "Este teléfono ya puede mirar y apuntar aquí.", True),
        (Role.OWN, Role.WATCH, "Este teléfono ya lo lleva todo aquí.", True),
    ],
)
def test_a_link_says_what_the_phone_may_do_already(
    match, held, offered, expected, leads_on
):
    visitor = phone_with(held, match)
    page = visitor.get(grants.link_path(match, offered))
    heard = "Este teléfono ya" in page_text(page)
    assert heard == bool(expected)
    assert ("Al marcador" in page_text(page)) == leads_on
    assert expected in page_text(page)


# The page of a link, before it is accepted


def test_an_invitation_says_which_game_who_sits_there_and_how_it_stands(phone):
    match = start(phone, "Ana", "Luis", preset="gin")
    path = grants.link_path(match, Role.WATCH)
    assert "Ana, Luis" in (text := text_at(Client(), path))
    assert "Gin Rummy · sin empezar" in text
    assert "0 manos" not in text
    play(phone, match, hand(0, 23, close="gin"))
    assert "Gin Rummy · 1 mano" in (text := text_at(Client(), path))
    assert Sheet(match).board.total(0) > 0
    assert f"Ana {Sheet(match).board.total(0)}" in text
    address = path.strip("/").split("/")
    page = Client().get(reverse("link", args=[*address[1:-1], "x" * len(address[-1])]))
    assert page.status_code == 404
    assert "Ana" not in page_text(page)


def test_the_preview_of_a_finished_match_shows_its_result_to_who_may_watch(
    phone, match
):
    play(phone, match, hand(0, 23), Finished())
    path = grants.link_path(match, Role.WATCH)
    page = Client().get(path).text
    metas = dict(re.findall(r'<meta property="og:(\w+)"\s+content="([^"]*)"', page))
    assert metas["title"] == "Ganó Ana"
    assert metas["description"] == "1.º Ana −10 · 2.º Luis 23"
    assert metas["image"] == f"http://testserver{path}picture.png"
    picture = Client().get(f"{path}picture.png")
    assert picture["Content-Type"] == "image/png"
    assert picture["Cache-Control"] == "no-store"
    wrong = path.replace(path.split("/")[-2], "x" * 22)
    assert Client().get(f"{wrong}picture.png").status_code == 404
    to_write = Client().get(grants.link_path(match, Role.SCORE)).text
    assert "demo/picture.png" in to_write
