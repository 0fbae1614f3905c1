"""A phone shows in the checker what the server shows, alone and in a match: the same HTML."""

from random import Random
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from rules.cards.melds import meld_rules
from rules.presets import RULESETS
from scores.table.checker.check import hand_sizes
from scores.table.checker.match_page import match_page
from tests.rules.support.naive_showdown import near_cards
from tests.scores.phone.conftest import GAMES
from tests.scores.support.drawn_boards import (
    lines_of,
    main_of,
    payload_of,
    random_sheets,
)

SITE = "http://testserver"
STATIC = {"cards.svg": "/static/cards.svg"}


def near(dice, ruleset, ranks):
    """All cards of so many ranks, shuffled."""
    jokers = meld_rules(ruleset).deck.jokers
    return near_cards(dice, ruleset.with_options({"jokers": jokers}), [ranks])


def some_cards(dice, ruleset, players):
    """As many cards as one holds, near each other, so that they meld."""
    sizes = hand_sizes(ruleset, players)
    number = dice.choice((*sizes, dice.randrange(sizes[-1])))
    return near(dice, ruleset, number // 4 + 2)[:number]


def claims(dice, cards):
    return [
        ("g", f"{card}:{1 + index // 4}")
        for index, card in enumerate(cards)
        if dice.random() < 0.9
    ]


def practice_fields(dice, preset):
    ruleset = RULESETS[preset]
    players = dice.choice((2, 4))
    cards = some_cards(dice, ruleset, players)
    fields = [
        ("rules", preset),
        ("players", str(players)),
        ("pack", ruleset.pack),
        *[("c", card) for card in cards],
    ]
    more = [
        [("s", card) for card in some_cards(dice, ruleset, players)],
        [("t", card) for card in some_cards(dice, ruleset, players)],
        [("mark", "seen")],
        claims(dice, cards),
        [("first", "on")],
        [("sort", "rank")],
        [("total", "88")],
        [("hand", "2"), ("down", "on"), ("others", "1")],
        [("c", "99x")],
        [("note", "a&b ñ <i>")],
    ]
    return fields + [field for some in more if dice.random() < 0.25 for field in some]


@pytest.mark.parametrize(("preset", "language"), GAMES)
def test_cards_alone_are_judged_as_by_the_server(phones, preset, language):
    dice = Random(preset)
    client = Client(headers={"accept-language": language})
    for _hand in range(4):
        fields = practice_fields(dice, preset)
        assert_judged_alike(phones[language], client, fields)


def assert_judged_alike(phone, client, fields):
    """The page, which is that of the server."""
    asked = {"fields": fields, "path": "/check/", "site": SITE, "static": STATIC}
    address = f"/check/?{urlencode(fields)}"
    part = client.get(
        address, headers={"hx-request": "true", "hx-target": "judged"}
    ).text
    answer = phone.call("check_page", {**asked, "is_part": True})
    assert lines_of(answer["html"]) == lines_of(part), address
    page = client.get(address).text
    blocks = phone.call("check_page", asked)["blocks"]
    assert lines_of(blocks["main"]) == lines_of(main_of(page)), address
    assert blocks["heading"] in page
    return page


def test_going_out_by_the_table_is_judged_as_by_the_server(spanish):
    fields = [("rules", "double-rum"), ("players", "4"), ("hand", "2")]
    fields += [("c", card) for card in ("7h", "4h", "2c")]
    fields += [("t", card) for card in ("6h", "*", "8h")]
    page = assert_judged_alike(spanish, Client(), fields)
    assert "No puede salir" not in page
    assert "Puede salir" in page


def fields_in_match(dice, sheet):
    ruleset = sheet.board.next_ruleset
    players = len(sheet.board.order)
    seats = sheet.board.seats_playing
    closer = dice.choice(["nobody", *map(str, seats), ""])
    at = dice.choice(
        ["", "table", *map(str, seats), *(f"{seat}-hand" for seat in seats)]
    )
    fields = [
        ("closer", closer),
        ("at", at),
        ("deadwood_0", "3"),
        ("close", "out"),
        ("sort", dice.choice(["", "rank"])),
    ]
    pack = near(dice, ruleset, 10)
    for seat in seats:
        size = dice.choice(hand_sizes(ruleset, players)[:2])
        fields += [(f"c{seat}", card) for card in pack[:size] if dice.random() < 0.98]
        fields += [
            (f"t{seat}", card) for card in pack[size : size + 3] if dice.random() < 0.4
        ]
        del pack[: size + 3]
    return fields


@pytest.mark.parametrize("language", ["es", "en-gb"])
def test_cards_in_a_match_are_judged_and_counted_as_by_the_server(phones, language):
    dice = Random(language)
    with translation.override(language):
        for sheet in random_sheets(12, seed=f"checker {language}"):
            if not sheet.visit.may_score or sheet.board.is_over:
                continue
            for _hand in range(3):
                fields = fields_in_match(dice, sheet)
                in_phone, on_server = both(phones[language], sheet, fields)
                assert in_phone == on_server, (sheet.match.ruleset, fields)


def both(phone, sheet, fields):
    """The verdict in the phone and on the server."""
    path = f"/m/{sheet.match.code}/check/"
    payload = {
        **payload_of(sheet),
        "fields": fields,
        "path": path,
        "site": SITE,
        "is_part": True,
    }
    asked = QueryDict(urlencode(fields))
    page = match_page(sheet, asked, lambda path: f"{SITE}{path}")
    request = {"path": path, "htmx": True}
    html = render_to_string(
        "scores/checker/_verdict.html",
        {"checker": page, "match": sheet.match, "request": request},
    )
    return lines_of(phone.call("check_page", payload)["html"]), lines_of(html)
