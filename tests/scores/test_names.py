"""Names as people type them, fit to be read aloud and told apart."""

import pytest
from django.test import Client
from django.urls import reverse

from scores.names import folded, tidy
from scores.sheet import Sheet
from tests.scores.table import new_match, said, start

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana   María ", "Ana María"),
        ("\u202eevil", "evil"),
        ("Lu\u200bis", "Luis"),
        ("👩\u200d🦰", "👩\u200d🦰"),
        ("❤️", "❤️"),
        ("\u200b", ""),
        ("\u200d\ufe0f", ""),
        ("José 🃏", "José 🃏"),
    ],
)
def test_a_name_keeps_what_can_be_seen(typed, kept):
    assert tidy(typed) == kept


def test_an_invisible_name_is_nobody():
    answer = Client().post(reverse("new-match"), new_match("Ana", "\u200b"))
    assert (answer.status_code, "al menos dos jugadores" in said(answer)) == (422, True)


def test_nobody_invisible_joins():
    phone = Client()
    match = start(phone, "Ana", "Luis")
    url = reverse("happen", args=[match.code, "join"])
    answer = phone.post(url, {"seq": 0, "client_key": "k", "name": "\u200b", "position": 2})
    assert (answer.status_code, "Falta el nombre." in said(answer)) == (422, True)
    assert list(Sheet(match).names.values()) == ["Ana", "Luis"]


@pytest.mark.parametrize(
    ("written", "sought"),
    [
        ("Íñigo ÑANDÚ", "inigo nandu"),
        ("Straße", "strasse"),
        ("İzmir", "izmir"),
        ("ﬁn de año", "fin de ano"),
        ("Ⓐ㎒", "amhz"),
        ("e\u0301", "e"),
        ("🃏 100%", "🃏 100%"),
        ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
    ],
)
def test_a_search_minds_neither_accents_nor_case(written, sought):
    assert (folded(written), folded(folded(written))) == (sought, sought)
