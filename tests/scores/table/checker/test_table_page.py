"""The table of a showdown on the screen: its tab in the checker of a match, and the page for watchers."""

from django.utils.html import escape

from scores.models import Role
from tests.scores.support.checked import at_table, match_of, scorer
from tests.scores.support.factories import phone_with
from tests.scores.support.plain import plain
from tests.scores.support.table import address_of, page_text
from tests.scores.table.checker.test_check_page import KNOCK, THE_OTHERS

HANDS = {"closer": 0, "c0": KNOCK, **THE_OTHERS}


def chinchon(**options):
    return match_of({"ruleset": "chinchon", "options": options})


def page_of(match, **fields):
    return scorer(match).get(at_table(match, **HANDS | {"at": "table"} | fields))


def moves(page):
    return plain(page.context["checker"].table.moves)


def lying(page):
    """Each player's melds: the names of the cards, with whose they are."""
    return {
        plain(player.name): [
            [
                f"{card.face.name}, de {plain(card.added_by)}"
                if card.added_by
                else card.face.name
                for card in meld.cards
            ]
            for meld in player.melds
        ]
        for player in page.context["checker"].table.players
    }


def test_the_cards_go_in_in_turn_and_the_melds_grow():
    page = page_of(chinchon())
    assert moves(page) == [
        "Luis coloca el cuatro de oros y el cinco de oros en la escalera de Ana.",
        "Eva coloca el seis de oros y el siete de oros en la escalera de Ana.",
    ]
    assert lying(page)["Ana"][0] == [
        "as de oros",
        "dos de oros",
        "tres de oros",
        "cuatro de oros, de Luis",
        "cinco de oros, de Luis",
        "seis de oros, de Eva",
        "siete de oros, de Eva",
    ]
    assert [
        (plain(player.name), player.points)
        for player in page.context["checker"].table.players
    ] == [
        ("Ana", ""),
        ("Luis", "8 puntos"),
        ("Eva", "17 puntos"),
        ("Paco", "16 puntos"),
    ]


def test_without_a_meld_that_takes_cards_there_is_no_table():
    match = chinchon()
    page = scorer(match).get(
        at_table(match, closer=0, c0="1o 2o 3o 7o 7c 7e 7b", at="table")
    )
    assert page.status_code == 200
    assert "La mesa" not in page_text(page)


# For those who watch


def test_the_checker_shows_the_address_of_the_table():
    page = page_of(chinchon())
    address = escape(page.context["checker"].table.url)
    assert "/table/?" in address
    assert f'value="{address}"' in page.text


def test_an_address_without_a_table_says_so():
    match = chinchon()
    address = address_of("table-in-match", match)
    phone = phone_with(Role.WATCH, match)
    for query in (
        "",
        "closer=9&seat=9&c0=1o",
        "seat=0&closer=0&c0=zz",
        "closer=x&seat=x&total=9e9&l0=1",
    ):
        page = phone.get(f"{address}?{query}")
        assert page.status_code == 200, query
        assert "no hay ningún cierre" in page_text(page)
