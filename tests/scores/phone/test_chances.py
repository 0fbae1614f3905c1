"""A phone without a server says who is going to win as a server does for the first match of a circle."""

import re

import pytest
from django.urls import reverse

from rules.forecast.shipped_texts import texts_of
from tests.rules.support.table import hand
from tests.scores.phone.conftest import FILES, document_of
from tests.scores.support.circle_matches import new_circle, played
from tests.scores.support.factories import phone_of

CHANCE = re.compile(r'data-chance="([\d ]+)">([^<]+)<')
NAMES = ("Ana", "Luis", "Eva", "Paco")


def on_phone(phone, match):
    """The page that the phone draws."""
    document = {**document_of(phone_of(match.circle), match), "static": FILES}
    asked = {"id": match.code, "document": document, "hands": texts_of(match.game)}
    return phone.call("chances", asked)["blocks"]["main"]


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("chinchon", 4),
        ("chinchon-french", 3),
        ("chinchon-fournier", 2),
    ],
)
def test_the_chances_of_a_first_match_are_those_of_the_server(
    phone_alone, game, players
):
    others = [12, 31, 24][: players - 1]
    hands = (hand(0, *others), hand(0, *others[::-1]))
    match = played(new_circle(), *NAMES[:players], hands=hands, preset=game, limit=200)
    page = phone_of(match.circle).get(reverse("forecast-now", args=[match.code])).text
    assert CHANCE.findall(on_phone(phone_alone, match)) == CHANCE.findall(page)
    assert len(CHANCE.findall(page)) == players


def test_a_match_that_is_over_has_no_chances(phone_alone):
    match = played(new_circle(), "Ana", "Luis")
    assert CHANCE.findall(on_phone(phone_alone, match)) == []
