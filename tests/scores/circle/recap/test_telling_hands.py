"""The hand of a match that people tell of: which one it is, what is said of it, and its picture."""

import re
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.utils import translation

from rules.events import Close, Finished, HandScored, Retired
from rules.match.corrections import Amended, Change
from scores.circle.recap.telling_hands import (
    card_of_hand,
    hand_to_show,
    telling_hands,
)
from scores.core.matches.scoresheet import Sheet
from scores.models import Role
from tests.rules.support.table import hand, on_table
from tests.scores.support.factories import phone_with, sheet_of
from tests.scores.support.photos import png_size
from tests.scores.support.plain import plain
from tests.scores.support.table import address_of, flat, match_now, page_at, update_row

KNOCK = HandScored(
    {0: 4, 1: 7, 2: 20},
    0,
    Close.KNOCK,
    cards={0: "1o 2o 3o,7o 7c 7e;4b", 1: "6c 6e 6b,4o;3c 4e"},
)
CHINCHON = HandScored({1: 20, 2: 9}, 0, Close.CHINCHON)


def told(*log, key="chinchon", **knobs):
    """The hands of a match: the kind, its number, whose it is, and the number that stands large."""
    return [
        (
            each.kind,
            int(each.title.split()[1]),
            plain(each.heading).split(": ")[1],
            each.number,
        )
        for each in telling_hands(sheet_of(key, *log, **knobs))
    ]


def first(*log, **knobs):
    """The kind of the hand that is shown first."""
    return hand_to_show(telling_hands(sheet_of("chinchon", *log, **knobs)), "").kind


LOG = (hand(0, 30, 40), hand(30, 0, 10, closer=1), KNOCK, Finished())


def test_a_match_has_its_best_its_closest_and_its_worst_hand():
    assert told(*LOG) == [
        ("best", 1, "Ana", -10),
        ("closest", 3, "Ana", 3),
        ("worst", 1, "Eva", 40),
    ]


def test_a_chinchon_is_the_best_hand_the_first_to_be_shown_and_a_fan():
    log = (hand(0, 60, 61), CHINCHON, KNOCK, Finished())
    assert told(*log, chinchon_points=-20)[0] == ("best", 2, "Ana", -20)
    assert first(*log, chinchon_points=-20) == "best"
    hands = telling_hands(sheet_of("chinchon", *log, chinchon_points=-20))
    assert [len(card_of_hand(each)["fan"]) for each in hands] == [7, 0, 0]


def test_else_the_first_is_that_of_which_cards_are_known_or_the_best():
    assert first(*LOG) == "closest"
    assert first(*LOG[:2], replace(KNOCK, cards={}), Finished()) == "best"


CLOSES = (hand(0, 60, 20), hand(0, 30, 41), hand(70, 0, 19, closer=1))
LAID = (
    on_table((60, 0), (20, 30), closer=0),
    on_table((90, 0), (0, 5), closer=0),
)


@pytest.mark.parametrize(
    ("key", "players", "log", "best"),
    [
        ("chinchon", 3, CLOSES, ("best", 3, "Luis", -10)),
        ("rum-500", 2, LAID, ("best", 2, "Ana", 90)),
        ("gin", 2, [hand(0, 25, close="gin")], ("best", 1, "Ana", 50)),
        ("chinaso", 3, [hand(None, 25, 30, close="out")], ("best", 1, "Ana", 0)),
    ],
)
def test_the_best_close_is_that_which_took_most_from_all_others(
    key, players, log, best
):
    assert told(*log, Finished(), key=key, players=players)[0] == best


END = Finished()
CLOSEST = {
    "ahead by 40, by 5, by 13": (
        [hand(0, 30, 40), hand(25, 0, 30, closer=1), hand(12, 20, 0, closer=2), END],
        [("closest", 2, "Ana", 5)],
    ),
    "ahead by 12, behind, ahead by 37": (
        [hand(0, 2, 40), hand(45, 0, 30, closer=1), hand(0, 70, 9), END],
        [("closest", 3, "Ana", 37)],
    ),
    "behind one who left": (
        [hand(30, 0, 40, closer=1), Retired(1), hand(0, None, 20), END],
        [("closest", 1, "Ana", 10)],
    ),
    "a shared win": ([hand(0, 20, 30), hand(20, 0, 30, closer=1), END], []),
    "won from behind": ([hand(50, 0, 20, closer=1), CHINCHON], []),
}


@pytest.mark.parametrize(("log", "closest"), CLOSEST.values(), ids=CLOSEST)
def test_the_closest_is_the_smallest_lead_since_nobody_caught_up(log, closest):
    assert [each for each in told(*log) if each[0] == "closest"] == closest


def test_a_corrected_hand_whose_number_is_another_has_no_cards():
    right = Amended((Change(2, replace(KNOCK, deadwood={0: 3, 1: 7, 2: 20})),))
    assert first(*LOG[:-1], right, Finished()) == "best"
    assert groups(*LOG[:-1], right, Finished()) == []


# What is said


def texts(*log):
    match = sheet_of("chinchon", *log).match
    update_row(match, played_on=date(2026, 11, 21))
    return [
        [plain(text) for text in (each.title, each.heading, each.line)]
        for each in telling_hands(Sheet(match_now(match)))
    ]


def test_it_says_whose_hand_it_was_and_what_was_read_aloud():
    assert texts(*LOG) == [
        [
            "Mano 1 · Chinchón · 21 nov 2026 · 3 manos",
            "La mejor mano: Ana",
            "Cierra Ana: −10, va con −10 · Luis +30 = 30 · Eva +40 = 40",
        ],
        [
            "Mano 3 · Chinchón · 21 nov 2026 · 3 manos",
            "La más reñida: Ana",
            "Cierra Ana: +4, va con 24 · Luis +7 = 27 · Eva +20 = 70",
        ],
        [
            "Mano 1 · Chinchón · 21 nov 2026 · 3 manos",
            "La peor mano: Eva",
            "Cierra Ana: −10, va con −10 · Luis +30 = 30 · Eva +40 = 40",
        ],
    ]


def test_it_says_so_in_english():
    with translation.override("en"):
        assert texts(*LOG)[1] == [
            "Hand 3 · Chinchón · Nov. 21, 2026 · 3 hands",
            "The tightest hand: Ana",
            "Ana knocks: +4, now 24 · Luis +7 = 27 · Eva +20 = 70",
        ]


# The picture


def groups(*log):
    """The cards of the picture that is offered first."""
    hand = hand_to_show(telling_hands(sheet_of("chinchon", *log)), "")
    return [
        (group.kind, [face.code for face, _x in group.cards]) for group in hand.groups
    ]


def test_the_cards_that_the_checker_judged_are_drawn_and_no_others():
    assert groups(*LOG) == [
        ("meld", ["1o", "2o", "3o"]),
        ("meld", ["7o", "7c", "7e"]),
        ("loose", ["4b"]),
    ]


def test_the_page_to_share_offers_one_and_the_others_with_a_tap_each_with_a_picture():
    match = sheet_of("chinchon", *LOG).match
    phone = phone_with(Role.WATCH, match)
    first = flat(phone.get(address_of("tell", match)))
    other = flat(phone.get(address_of("tell", match), {"hand": "worst"}))
    strange = flat(phone.get(address_of("tell", match), {"hand": "<b>"}))
    assert [re.findall(r"/hands/(\w+)\.png", page) for page in (first, other)] == [
        ["closest"] * 2,
        ["worst"] * 2,
    ]
    assert re.findall(r'href="\?hand=(\w+)#as-hand"( aria-current)?', other) == [
        ("best", ""),
        ("closest", ""),
        ("worst", " aria-current"),
    ]
    assert "/hands/closest.png" in strange
    best = address_of("hand-picture", match, "best")
    assert png_size(phone.get(best)) == (1200, 630)
    assert Client().get(best).status_code == 404
    assert page_at(phone, "hand-picture", match, "other").status_code == 404


def test_a_match_that_goes_on_or_had_no_hand_offers_none():
    for log in (LOG[:-1], (Finished(),)):
        match = sheet_of("chinchon", *log).match
        page = flat(phone_with(Role.WATCH, match).get(address_of("tell", match)))
        assert "as-picture" in page
        assert "as-hand" not in page
