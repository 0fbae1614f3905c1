"""Names: cleaning, folding, disambiguating, joining."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scores.core.access import grants
from scores.core.notation.names import (
    alphabetical,
    folded_text,
    short_name,
    tidy,
    unique_names,
)
from scores.core.notation.shown_names import unmarked_text
from scores.models import Circle, Role
from tests.rules.support.table import hand
from tests.scores.support.table import page_at, page_text, played, text_at

TIDY = {
    "  Ana   María ": "Ana María",
    "\u202eevil": "evil",
    "Lu\u200bis": "Luis",
    "👩\u200d🦰": "👩\u200d🦰",
    "\u200b": "",
    "\u200d\ufe0f": "",
    "E\u0301va Jose\u200b\u0301": "\xc9va José",
}


def test_a_name_keeps_what_can_be_seen():
    assert {typed: tidy(typed) for typed in TIDY} == TIDY


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Ana", "Luis"], ["Ana", "Luis"]),
        (["Ana", "Luis", "ANA", "Ana"], ["Ana", "Luis", "ANA (2)", "Ana (3)"]),
        (["Ana", "Ana", "Ana (2)"], ["Ana", "Ana (3)", "Ana (2)"]),
        (["José", "JOSE\u0301"], ["José", "JOSE\u0301 (2)"]),
        (
            ["Ana (2)", "Ana", "Ana (2)", "Ana"],
            ["Ana (2)", "Ana", "Ana (2) (2)", "Ana (3)"],
        ),
    ],
)
def test_of_several_with_one_name_each_is_called_otherwise(names, expected):
    assert [unmarked_text(name) for name in unique_names(names)] == expected


SHORT = {
    "Ana": "Ana",
    "María de la O Ruiz": "María de la O Ruiz",
    "María del Carmen García": "María del…García",
    "Maximiliano de la Santísima Trinidad (2)": "Maximilian…dad (2)",
}


def test_a_long_name_is_told_by_its_beginning_and_its_end():
    assert {name: unmarked_text(short_name(name)) for name in SHORT} == SHORT


def test_namesakes_are_told_apart_wherever_a_match_speaks_of_them(phone):
    match = played(phone, "Ana", "Ana", "Luis", hand(0, 23, 7))
    for name in ("match", "scoresheet", "big", "log", "tell", "sheet-csv"):
        assert (name, "Ana (2)" in page_at(phone, name, match).text) == (name, True)
    assert "Ana, Ana (2), Luis" in text_at(phone, reverse("matches"))
    assert "Ana, Ana (2), Luis" in text_at(
        Client(), grants.link_path(match, Role.WATCH)
    )


SOUGHT = {
    "Íñigo ÑANDÚ": "inigo nandu",
    "Straße": "strasse",
    "İzmir": "izmir",
    "ﬁn de año": "fin de ano",
    "🃏 100%": "🃏 100%",
    "ΣΊΣΥΦΟΣ": "σισυφοσ",
}


def test_a_search_minds_neither_accents_nor_case():
    assert {written: folded_text(written) for written in SOUGHT} == SOUGHT
    assert [*map(folded_text, SOUGHT.values())] == [*SOUGHT.values()]


SORTED = [
    "Águeda",
    "álvaro",
    "Ana",
    "Ángel",
    "Berta",
    "Nadia",
    "Nuño",
    "nuria",
    "Ñoño",
    "Óscar",
    "Xènia",
]


def test_names_are_sorted_as_in_the_language():
    mixed = SORTED[::-1]
    assert sorted(mixed, key=alphabetical) == SORTED
    assert sorted(["Ñoño", "Nuz", "N\u0303a"], key=alphabetical) == [
        "Nuz",
        "N\u0303a",
        "Ñoño",
    ]


def test_every_list_of_names_is_sorted_so(phone):
    names = ["Xènia", "Berta", "Águeda", "Álvaro"]
    match = played(phone, *names, hand(0, 60, 60, 60), limit="20", rebuys="0")
    circle = Circle.objects.get(pk=match.circle_id)
    assert unmarked_text(circle.display_name) == "Águeda, Álvaro, Berta, Xènia"
    berta = circle.players.get(name="Berta").uid
    for page, listed in (
        (page_at(phone, "circle", circle), "Águeda,Álvaro,Berta,Xènia"),
        (page_at(phone, "person-merge", circle, berta), "Águeda,Álvaro,Xènia"),
        # the winner, then the others, who are equal
        (page_at(phone, "league", circle), "Xènia,Águeda,Álvaro,Berta"),
    ):
        assert listed in ",".join(re.findall("|".join(names), page_text(page)))
