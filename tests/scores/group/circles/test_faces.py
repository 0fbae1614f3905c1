"""The emoji and the colour of a player: who chooses them, and where they are shown."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scores.group.circles import merging
from scores.models import Match, Player
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import flat, play

FOX = {"emoji": "🦊", "chosen_colour": "3"}
FACES = ("name", "emoji", "chosen_colour")
BEFORE_THE_NAME = '<span class="name"><span aria-hidden="true">🦊</span>Ana</span>'
MARK = '<svg class="mark" width="6" aria-hidden="true"><path class="c3"'


@pytest.fixture
def match(phone: Client) -> Match:
    return start(phone, "Ana", "Luis")


def choose(phone: Client, name: str, fields: dict[str, str]) -> HttpResponse:
    player = Player.objects.get(name=name)
    return phone.post(reverse("person-face", args=[player.circle.code, player.uid]), fields)


def shown(phone: Client, match: Match, address: str = "match") -> str:
    return flat(phone.get(reverse(address, args=[match.code])))


def test_an_emoji_and_a_colour_are_chosen_and_given_back(phone, match):
    assert choose(phone, "Ana", FOX).status_code == 302
    assert list(Player.objects.values_list(*FACES)) == [("Ana", "🦊", 3), ("Luis", "", None)]
    choose(phone, "Ana", {"emoji": "", "chosen_colour": ""})
    assert list(Player.objects.values_list(*FACES)) == [("Ana", "", None), ("Luis", "", None)]


@pytest.mark.parametrize(
    "fields", [{"emoji": "x"}, {"emoji": "\0"}, {"chosen_colour": "8"}, {"chosen_colour": "-1"}]
)
def test_what_is_not_offered_is_refused(phone, match, fields):
    assert choose(phone, "Ana", fields).status_code == 422
    assert Player.objects.get(name="Ana").emoji == ""


@pytest.mark.parametrize("address", ["match", "big"])
def test_a_face_stands_before_the_name_on_the_boards(phone, match, address):
    assert "🦊" not in shown(phone, match, address)
    choose(phone, "Ana", FOX)
    page = shown(phone, match, address)
    assert (page.count(BEFORE_THE_NAME), page.count(MARK)) == (1, 1)


def test_a_face_stands_in_the_legend_of_the_chart(phone, match):
    play(phone, match, hand(0, 9), hand(0, 9))
    choose(phone, "Luis", FOX)
    legend = (
        '<line class="c3" x1="0" x2="24" y1="4" y2="4"/></svg><span aria-hidden="true">🦊</span><b>Luis</b>'
    )
    assert legend in shown(phone, match, "scoresheet")


def test_the_document_of_a_board_carries_the_faces(phone, match):
    choose(phone, "Luis", FOX)
    assert phone.get(reverse("document", args=[match.code])).json()["faces"] == [[1, "🦊", 3]]


def test_an_erased_name_has_no_face_and_gets_none(phone, match):
    choose(phone, "Ana", FOX)
    player = Player.objects.get(name="Ana")
    merging.erase_name(player)
    assert Player.objects.values_list(*FACES).get(pk=player.pk) == ("", "", None)
    assert phone.get(reverse("person-face", args=[player.circle.code, player.uid])).status_code == 404
