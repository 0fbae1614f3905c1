"""The page of a circle: matches, players, name and time zone."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from scores.circle.circles import merging, people
from scores.core.access import grants
from scores.core.matches import dates
from scores.core.notation.shown_names import unmarked_text
from scores.models import Circle, Match, Phone, Player, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_of, start
from tests.scores.support.table import (
    address_of,
    flat,
    page_at,
    page_of,
    play,
    send_to,
    take_link,
    tap,
    text_at,
    won_by_ana,
)

SAVE = "Guardar"


def page(client, circle):
    return text_at(client, circle.get_absolute_url())


def test_who_does_not_own_it_changes_nothing_there_and_who_may_score_starts_matches(
    phone, match
):
    circle = match.circle
    start_one = f"{reverse('new-match')}?circle={circle.code}"
    persons = [
        address_of("person", circle, one.uid) for one in circle.players.order_by("name")
    ]
    for role in (Role.WATCH, Role.SCORE):
        answer = page_of(phone_of(circle, role), circle)
        main = answer.text.partition("<main")[2].partition("</main")[0]
        led_to = re.findall(rf'href="(/c/{circle.code}/[^"]+)"', main)
        assert match.get_absolute_url() in answer.text
        matches = address_of("circle-matches", circle)
        assert led_to == [matches, f"{matches}?files", *persons]
        assert (start_one in answer.text) == (role is Role.SCORE)
    assert start_one in page_of(phone, circle).text


def test_tonight_comes_first_then_league_evenings_and_records_and_last_the_settings(
    phone, match
):
    play(phone, match, hand(0, 23))
    other = start(Client(), "Lola", "Pepe")
    take_link(phone, other.circle, Role.OWN)
    text = page(phone, match.circle)
    assert "Ana −10 Luis 23" in text
    assert "Lola" not in text
    for _match in range(2):
        won_by_ana(phone, circle=match.circle.code)
    text = page(phone, match.circle)
    first = (
        "En juego",
        "Seguir en la mano 2",
        "Lo del día · 2 partidas Ana va ganando en partidas, 2 de 2",
        "Nueva partida",
    )
    then = (
        "Clasificación",
        "Días",
        "Récords",
        "Todas las partidas",
        "Gente",
        "Invitar",
    )
    indices = [
        text.index(words) for words in (*first, *then, "Unir dos grupos repetidos")
    ]
    assert indices == sorted(indices)
    Match.objects.all().delete()
    assert "Este grupo todavía no ha jugado." in page(phone, match.circle)


def test_evenings_and_the_league_of_each_group_are_one_tap_from_home(phone, match):
    home = phone.get("/").text
    for name in ("circle", "evenings", "league"):
        assert f'href="{address_of(name, match.circle)}"' in home
    assert "Grupos" not in text_at(Client(), "/")


def settings_of(phone, circle, **changed):
    answer = page_at(phone, "circle-settings", circle)
    return tap(phone, answer, SAVE, **changed)


def test_its_name_is_tidied_and_shown_and_without_one_it_is_called_by_its_players(
    phone, match
):
    answer = settings_of(phone, match.circle, name="  Los   jueves ")
    assert answer.url == match.circle.get_absolute_url()
    assert Circle.objects.get().name == "Los jueves"
    assert "Los jueves" in text_at(phone, "/")
    settings_of(phone, match.circle, name="")
    start(phone, "Eva", "Paco", "Marta", circle=match.circle.code)
    assert unmarked_text(Circle.objects.get().display_name) == "Ana, Eva, Luis, Marta…"
    assert Circle.objects.create().display_name == "Grupo nuevo"


def test_a_time_zone_that_is_none_is_refused_and_a_stored_one_is_shown_as_the_sites(
    phone, match
):
    for zone in ("", "../../etc/passwd", "x" * 5000):
        answer = settings_of(phone, match.circle, time_zone=zone, name="Otro")
        circle = Circle.objects.get()
        assert (answer.status_code, circle.time_zone, circle.name) == (
            422,
            "Europe/Madrid",
            "",
        )
    settings_of(phone, match.circle, time_zone="America/Argentina/Buenos_Aires")
    assert Circle.objects.get().time_zone == "America/Argentina/Buenos_Aires"
    Circle.objects.update(time_zone="Atlantis/Capital")
    assert dates.zone_of(Circle.objects.get()).key == "Europe/Madrid"
    settings_of(phone, match.circle)
    assert Circle.objects.get().time_zone == "Europe/Madrid"


def test_a_person_is_renamed_in_every_match_by_who_owns_the_circle(phone, match):
    ana = match.circle.players.get(name="Ana")
    address = address_of("person-edit", match.circle, ana.uid)
    for name in ("", "  ", "\u200b", "x" * 41):
        assert phone.post(address, {"name": name}).status_code == 422
    ana.refresh_from_db()
    assert ana.name == "Ana"
    answer = tap(phone, phone.get(address), SAVE, name="Anita 🃏")
    assert answer.url == address_of("person", match.circle, ana.uid)
    assert "Anita 🃏" in text_at(phone, match.get_absolute_url())
    assert match.entries.count() == 0
    other = start(Client(), "Lola", "Pepe")
    lola = other.circle.players.get(name="Lola")
    for circle in (match.circle, other.circle):
        answer = send_to(phone, "person-edit", circle, lola.uid, name="Otra")
        assert answer.status_code == 404


# The emoji and the colour of a player: who chooses them, and where they are shown


FOX = {"emoji": "🦊", "chosen_colour": "3"}
FACES = ("name", "emoji", "chosen_colour")
BEFORE_THE_NAME = '<span class="name"><span aria-hidden="true">🦊</span>Ana</span>'
MARK = '<svg class="mark" width="6" aria-hidden="true"><path class="c3"'


def choose(phone, name, fields):
    player = Player.objects.get(name=name)
    return send_to(phone, "person-face", player.circle, player.uid, **fields)


def shown(phone, match, address="match"):
    return flat(page_at(phone, address, match))


def test_an_offered_emoji_or_colour_is_chosen_and_given_back_and_no_other_one(
    phone, match
):
    assert choose(phone, "Ana", FOX).status_code == 302
    assert list(Player.objects.values_list(*FACES)) == [
        ("Ana", "🦊", 3),
        ("Luis", "", None),
    ]
    choose(phone, "Ana", {"emoji": "", "chosen_colour": ""})
    for fields in (
        {"emoji": "x"},
        {"emoji": "\0"},
        {"chosen_colour": "8"},
        {"chosen_colour": "-1"},
    ):
        assert choose(phone, "Ana", fields).status_code == 422
    assert list(Player.objects.values_list(*FACES)) == [
        ("Ana", "", None),
        ("Luis", "", None),
    ]


def test_a_face_stands_before_the_name_until_the_name_is_erased(phone, match):
    play(phone, match, hand(0, 9), hand(0, 9))
    addresses = ("match", "big")
    assert ["🦊" in shown(phone, match, address) for address in addresses] == [
        False,
        False,
    ]
    choose(phone, "Ana", FOX)
    pages = [shown(phone, match, address) for address in addresses]
    assert [(page.count(BEFORE_THE_NAME), page.count(MARK)) for page in pages] == [
        (1, 1)
    ] * 2
    assert (
        '<line class="c3" x1="0" x2="24" y1="4" y2="4"/></svg><span aria-hidden="true">🦊</span><b>Ana</b>'
    ) in shown(phone, match, "scoresheet")
    assert page_at(phone, "document", match).json()["faces"] == [[0, "🦊", 3]]
    player = Player.objects.get(name="Ana")
    merging.erase_name(player)
    assert Player.objects.values_list(*FACES).get(pk=player.pk) == ("", "", None)
    assert page_at(phone, "person-face", player.circle, player.uid).status_code == 404


# `manage.py circle_link` prints an owner link for somebody whose phone is lost


def said(who):
    out = StringIO()
    call_command("circle_link", who, stdout=out)
    return out.getvalue()


def test_the_link_is_found_by_the_code_of_the_circle_or_the_name_of_a_player(
    client,
):
    circle = Circle.objects.create()
    kept = Circle.objects.create(name="Los jueves")
    for name in ("Ana", "Luis"):
        people.player_named(circle, name, [])
    assert (
        said(circle.code)
        == f"{circle.code}  Ana, Luis\n  {grants.link_path(circle, Role.OWN)}\n"
    )
    assert said("luis") == said(circle.code)
    with pytest.raises(CommandError, match="Paco"):
        said("Paco")
    client.post(said("Ana").split()[-1])
    assert client.get("/").status_code == 200
    assert circle.grants.count() == 1
    people.player_named(kept, "Ana", [])
    merging.merge(kept, circle, {}, Phone.objects.create())
    assert said(circle.code) == said("Ana") == said(kept.code)
