"""The pages of the checker: what they count, fill in and offer, and their picture."""

import re
from html import unescape
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from django.urls import reverse

from rules.packs import read_card
from rules.presets import CHINCHON
from scores.core.notation.cards import name
from scores.models import Role
from tests.scores.support.checked import (
    at_table,
    brought,
    fields_of,
    match_of,
    offered_if_refused,
    practice,
    query,
    read,
    result_of,
    scorer,
)
from tests.scores.support.factories import phone_with
from tests.scores.support.photos import png_size
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    address_of,
    buttons,
    errors,
    form,
    forms,
    html_of,
    lines,
    page_text,
    text_at,
)

parametrize = pytest.mark.parametrize

KNOCK = "1o 2o 3o 4c 4e 4b 3b"  # two melds and a three


def names(cards):
    """Of cards in a text."""
    return [name(read_card(card, CHINCHON.pack)) for card in cards.split()]


@pytest.fixture
def match():
    return match_of({"ruleset": "chinchon"})


WRONG = "1o 2o 4o 5c 5e 6b 12b"
WRONG_GIN = "As 3s 5s 7h 9h Jh Kd 2d 4c 6c"
FRENCH_DEALT = ["*", *(f"{rank}{suit}" for suit in "shdc" for rank in "A234567JQK")]


# Counts


def test_the_closer_s_own_cards_lie_as_the_others_are_counted_on_them(match):
    closer = {"closer": 0, "c0": "* 1b 5o 5c 5e 6o 7o"}
    alone = result_of(match, **closer)
    assert alone.of("meld") == [names("5o 6o 7o"), names("5c 5e *")]
    other = "6b 4o 1o 2b 1c 11b 7c"  # whose four of oros shall find no place
    counted = result_of(match, **closer, c1=other)
    assert counted.of("meld") == [names("6o 7o *"), names("5o 5c 5e")]
    assert counted.headline == alone.headline
    assert counted.of("loose") == [names("1b")]


# The hand's form


THE_OTHERS = {
    "c1": "4o 5o 12c 12e 12b 7e 1c",  # 4 and 5 of oros are laid off
    "c2": "1e 2e 3e 7o 7b 11c 6o",  # 6 and 7 of oros go onto the run of the last one
    "c3": "12o 11o 10o 5b 6b 2c 3c",
}
JOKER_RUN = "1b 2b 3b * 5b 6b 7b"


@parametrize(
    ("fields", "filled"),
    [
        (
            {"closer": 0, "at": 3, "c0": KNOCK, **THE_OTHERS},
            "closer=0&close=knock-3&deadwood_1=8&deadwood_2=17&deadwood_3=16",
        ),
        (
            {"closer": 2, "at": 2, "c2": JOKER_RUN},
            "closer=2&close=joker-run-1",
        ),
        # one hand counted from the keypad keeps what was typed
        (
            {"closer": 0, "at": 2, "close": "clean", "deadwood_1": "12+7", "c2": KNOCK},
            "deadwood_1=12+7&closer=0&close=clean&deadwood_2=3",
        ),
        (
            {"closer": "nobody", "at": 1, "c0": KNOCK},
            "closer=nobody&deadwood_0=3",
        ),
    ],
)
def test_what_was_counted_fills_the_form(fields, filled, match):
    assert brought(match, **fields) == filled
    page = scorer(match).get(match.get_absolute_url(), fields_of(filled))
    assert fields_of(filled).items() <= form(page, "record").fields.items()
    assert errors(page) == []
    assert lines(match) == []
    if fields["at"] == 3:
        line = re.search(r'id="line".*?</div>', html_of(page), flags=re.DOTALL)[0]
        said = ("Ana: +3", "Luis +8", "Eva +17", "Paco +16")
        assert [words for words in said if words not in line] == []


@parametrize(
    ("options", "offered", "costs"),
    [
        ({}, "Cerró en falso: la mano no cuenta", ""),
        (
            {"false_close_points": 10},
            "Cerró en falso: 10 puntos",
            " Cerrar mal cuesta 10 puntos.",
        ),
    ],
)
def test_after_an_illegal_close_the_false_close_and_nobody_closed_are_offered(
    options, offered, costs
):
    match = match_of({"ruleset": "chinchon", "options": options})
    page = scorer(match).get(at_table(match, closer=0, at=0, c0=WRONG, deadwood_1="12"))
    links = offered_if_refused(page)
    assert list(links) == [offered, "Nadie cerró"]
    assert read(page).refused == f"Si cierra otro, cuenta 33.{costs}"
    assert "Pasar al marcador" not in page_text(page)
    form_of_false_close = scorer(match).get(links[offered]).text
    assert re.search(r'value="0"[^>]*checked', form_of_false_close)
    address, _mark, query = links["Nadie cerró"].partition("?")
    assert address == match.get_absolute_url()
    assert dict(parse_qsl(query)) == {
        "closer": "nobody",
        "deadwood_0": "33",
        "deadwood_1": "12",
    }


def test_where_no_hand_without_a_closer_counts_the_stock_that_ran_out_is_offered():
    match = match_of({"ruleset": "gin"})
    page = scorer(match).get(at_table(match, closer=0, at=0, c0=WRONG_GIN))
    happen = f"{match.get_absolute_url()}everyday/"
    assert offered_if_refused(page) == {
        "Cerró en falso: la mano no cuenta": f"{happen}false-close/?player=0",
        "Nadie cerró": f"{happen}stock/",
    }


def test_the_watchers_board_takes_no_hand_from_its_address(match):
    page = phone_with(Role.WATCH, match).get(
        f"{match.get_absolute_url()}?closer=0&close=clean&deadwood_1=9"
    )
    assert page.status_code == 200
    assert "record" not in [one.id for one in forms(page)]


# The table of a showdown; how its cards lie is seen in tests/browser/checker


def test_the_cards_go_in_in_turn_and_whoever_watches_may_see_it(match):
    cards = {"closer": 0, "c0": KNOCK, **THE_OTHERS, "at": "table"}
    table = scorer(match).get(at_table(match, **cards)).context["checker"].table
    moves = [
        "Luis coloca el cuatro de oros y el cinco de oros en la escalera de Ana.",
        "Eva coloca el seis de oros y el siete de oros en la escalera de Ana.",
    ]
    assert plain(table.moves) == moves
    shown = text_at(phone_with(Role.WATCH, match), table.url)
    assert [move in shown for move in moves] == [True] * 2


def test_without_a_meld_that_takes_cards_there_is_no_table(match):
    cards = {"closer": 0, "c0": "1o 2o 3o 7o 7c 7e 7b", "at": "table"}
    page = scorer(match).get(at_table(match, **cards))
    assert page.status_code == 200
    assert "La mesa" not in page_text(page)
    assert 'aria-label="Al marcador"' in page.text
    assert "Comprobar" in buttons(page)


def test_an_address_without_a_table_says_so(match):
    phone = phone_with(Role.WATCH, match)
    address = address_of("table-in-match", match)
    for asked in ("", "closer=9&seat=9&c0=1o", "closer=x&seat=x&total=9e9&l0=1"):
        page = phone.get(f"{address}?{asked}").text
        assert "no hay ningún cierre" in page
        assert 'aria-label="Al marcador"' in page


# The fragment


def test_a_tap_is_answered_with_the_verdict_alone(client):
    page = client.get(
        practice({"c": KNOCK}), headers={"hx-request": "true", "hx-target": "judged"}
    )
    text = page.text
    assert "<html" not in text
    assert "Puede cerrar: le quedan 3" in text
    assert '<div id="more" hx-swap-oob="true">' in text
    assert "HX-Request" in page["Vary"]


# The picture


def test_the_page_names_its_picture_with_the_same_cards(client):
    page = client.get(practice({"c": KNOCK})).text
    address = re.search(r'property="og:image" content="([^"]*)"', page)[1].replace(
        "&amp;", "&"
    )
    assert parse_qs(urlsplit(address).query)["c"] == KNOCK.split()
    many = query({"rules": "chinchon-french", "c": FRENCH_DEALT})
    for shown in (address, f"{reverse('check-picture')}?{many}"):
        answer = client.get(shown)
        assert answer["Content-Type"] == "image/png"
        assert png_size(answer) == (1200, 630)


# 40 or 48 cards, with jokers or without


def pack_of(page):
    """The cards of the pack on the page, each once."""
    return list(dict.fromkeys(re.findall(r'name="c" value="([^"]+)"', page.text)))


@parametrize(
    ("fields", "cards", "has_jokers"),
    [
        ({"deck": "spanish-48"}, 48, True),
        ({"deck": "spanish-48", "jokers": "0"}, 48, False),
        ({"rules": "chinchon-fournier"}, 40, False),
        ({"deck": "french-52", "jokers": "many"}, 40, True),
    ],
)
def test_the_pack_has_40_or_48_cards_with_jokers_or_without(
    client, fields, cards, has_jokers
):
    pack = pack_of(client.get(reverse("check"), fields))
    assert len(set(pack) - {"*"}) == cards
    assert ("*" in pack) == has_jokers


CHANGE = {"pack": "spanish-48", "deck": "spanish-40", "jokers": ""}


@parametrize(
    ("fields", "kept"),
    [
        ({**CHANGE, "c": "7o 8o 9c *"}, ["*", "7o"]),
        ({"jokers": "2", "c": "7O"}, ["7o"]),
    ],
)
def test_another_pack_keeps_the_cards_that_it_has_too_also_in_capitals(
    client, fields, kept
):
    page = client.get(practice(fields))
    ticked = re.findall(r'name="c" value="([^"]+)" id="[^"]+"\s+checked', page.text)
    assert sorted(ticked) == kept


def test_by_rank_the_pack_has_a_row_for_each_rank_and_the_jokers_stay_last(client):
    by_rank = {"sort": "rank", "rules": "chinchon"}
    ranks = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
    assert pack_of(client.get(reverse("check"), by_rank)) == [
        *(f"{rank}{suit}" for rank in ranks for suit in "oceb"),
        "*",
    ]


def test_without_its_cards_the_page_keeps_the_game_that_was_chosen(client):
    game = "rules=chinaso&players=3&hand=2&sort=rank"
    page = html_of(client.get(f"/check/?{game}&c=4h&c=5h&s=6h&total=7"))
    (address,) = re.findall(r'href="([^"]*)"\s*>Quitar todas<', page)
    assert unescape(address) == f"?{game}"
