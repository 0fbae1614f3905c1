"""The form of a hand in each game: its questions, the saved entry, and the line to read aloud."""

import re
from dataclasses import replace

import pytest
from django.http import QueryDict
from hypothesis import given

from rules.events import Close, HandScored
from rules.match.board import new_board
from rules.presets import (
    CHINASO,
    CHINCHON,
    GIN,
    RULESETS,
)
from scores.fields import hand_fields
from scores.models import Role
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.questions import Hints, asks, chips, hint_of_numbers, hints
from tests.rules.support.matches import plain_matches
from tests.rules.support.table import board_after, hand, new
from tests.scores.support.drawn_boards import sheet_of
from tests.scores.support.factories import start
from tests.scores.support.table import (
    address_of,
    page_of,
    post,
    text_at,
)

KNOCKS = [f"knock-{kept}" for kept in range(1, 11)]


# What the form asks


@pytest.mark.parametrize(
    ("preset", "numbers", "ways"),
    [
        (
            "chinchon",
            ["deadwood"],
            ["clean", *KNOCKS[:4], "joker-run-1", "joker-run-2", "chinchon"],
        ),
        ("gin", ["deadwood"], ["gin", *KNOCKS]),
        ("queen-city", ["value"], []),
        ("double-rum", ["deadwood"], ["out", "rummy"]),
        ("rum-500-pairs", ["table", "deadwood"], []),
        ("chinaso", ["deadwood"], ["out", "chinaso"]),
    ],
)
def test_each_game_asks_its_numbers_and_its_ways(preset, numbers, ways):
    asked = asks(RULESETS[preset], 4)
    assert [number.kind for number in asked.numbers] == numbers
    assert [chip.value for chip in chips(new(4, RULESETS[preset]))] == ways
    assert asked.how == bool(ways)
    nobody = {"gin": False, "rummy": False, "rum-500": True}
    assert asked.nobody == nobody.get(preset, asked.nobody)


def test_a_rare_chip_asks_for_a_second_tap_by_its_reward_or_its_name():
    asked = [chip.question for chip in chips(new(4)) if chip.question]
    assert asked == [
        "¿−50? Toca otra vez",
        "¿−25? Toca otra vez",
        "¿Chinchón? Toca otra vez",
    ]


def test_the_chips_say_what_they_are_worth_and_one_that_doubles_is_asked_once_more():
    gin, chinaso = (
        [
            (chip.text, chip.is_rare)
            for chip in chips(new(2, ruleset))
            if chip.close is not Close.KNOCK
        ]
        for ruleset in (GIN.with_options({"big_gin": 31}), CHINASO)
    )
    assert gin == [("Gin +25", False), ("Gran gin +31", True)]
    assert chinaso == [("Sale", False), ("¡Chinaso! ×2", True)]


# The saved entry


@given(plain_matches())
def test_a_hand_filled_in_again_reads_the_same(written):
    """But its cards, which `checker/test_counted_hand.py` fills in."""
    sheet = sheet_of(written, Role.SCORE)
    for step in sheet.steps:
        if not isinstance(step.event, HandScored):
            continue
        buys = {seat: times for seat, times in step.event.buys.items() if times}
        scored = replace(step.event, buys=buys, cards={})
        fields = QueryDict(mutable=True)
        fields.update({"seq": "0", "client_key": "k", **hand_fields(scored)})
        form = HandForm(fields, sheet=sheet, board=step.before)
        assert form.is_valid(), form.errors
        if not form.asks.melded:
            scored = replace(scored, melded=())
        assert hand_fields(form.entry()) == hand_fields(scored)


def test_of_two_numbers_of_a_seat_each_has_its_own_error(phone):
    match = start(phone, "Ana", "Luis", preset="chinaso")
    fields = ["deadwood_1", "buys_1"]
    sent = {"closer": "0", "close": "out", **dict.fromkeys(fields, "a")}
    page = post(phone, "score-hand", match, **sent).text
    assert re.findall(r'name="(\w+)"[^>]*aria-describedby="([^"]*)"', page) == [
        (field, f"wrong-{field}") for field in fields
    ]
    ids = re.findall(r'<small class="error" id="([^"]*)"', page)
    assert ids == [f"wrong-{field}" for field in fields]


@pytest.mark.parametrize(
    ("preset", "words"), [("gin", "Nadie cerró"), ("rummy", "Se acabó el mazo")]
)
def test_where_a_hand_that_nobody_won_is_void_the_board_leads_to_saying_so(
    phone, preset, words
):
    match = start(phone, "Ana", "Luis", preset=preset)
    address = address_of("happen", match, "stock")
    assert f'href="{address}">{words}</a>' in page_of(phone, match).text
    assert post(phone, "happen", match, "stock").status_code == 302
    assert "Se acabó el mazo: la mano no cuenta" in text_at(
        phone, match.get_absolute_url()
    )


def test_the_line_to_read_aloud_names_the_currency(phone):
    match = start(
        phone, "Ana", "Luis", "Eva", preset="chinaso", currency="€", hand_fee=1
    )
    hand = {"closer": "0", "close": "out", "deadwood_1": "3", "deadwood_2": "7"}
    assert post(phone, "score-hand", match, **hand).status_code == 302
    assert "En dinero: Ana +2 € · Luis −1 € · Eva −1 €" in text_at(
        phone, match.get_absolute_url()
    )


# What the form explains in the first three hands, by the rules of the house


UNTIL_THE_TABLE_STOPS = (
    "Se juega hasta que la mesa quiera: «Más», «Imprevistos», «Terminar aquí»."
)
EXPLAINED = {
    "chinchon": Hints(
        "",
        "−10 si ligó todo; de 1 a 4, lo que le sobró.",
    ),
    "gin": Hints(
        "",
        "Gin, +25, si ligó todo; de 1 a 10, lo que le sobró.",
    ),
    "rummy": Hints(
        UNTIL_THE_TABLE_STOPS,
        "De una vez, si no había bajado nada antes.",
    ),
    "queen-city": Hints(
        UNTIL_THE_TABLE_STOPS,
        "",
    ),
    "rum-500": Hints("", ""),
    "chinaso": Hints(
        "", "Chinaso, si lo gastó todo al bajar y nadie más había bajado."
    ),
}


@pytest.mark.parametrize("key", EXPLAINED)
def test_a_new_table_reads_what_buttons_and_boxes_mean_and_when_the_match_ends(key):
    assert hints(new_board(RULESETS[key], 2)) == EXPLAINED[key]


def test_it_is_explained_by_the_rules_of_the_house():
    house = {"clean_points": -25, "close_limit": 3, "knock_at_zero": True}
    board = new_board(CHINCHON.with_options(house), 3)
    assert hints(board) == Hints("", "−25 si ligó todo; de 0 a 3, lo que le sobró.")
    ways = [chip.value for chip in chips(board)]
    assert ways[:3] == ["clean", "knock-0", "knock-1"]


def test_after_three_hands_nothing_is_explained():
    boards = [board_after(*[hand(0, 9, 9)] * played) for played in range(4)]
    assert [hints(board) != Hints() for board in boards] == [True, True, True, False]
    told = [hint_of_numbers(board, Close.CLEAN) != "" for board in boards]
    assert told == [True, True, True, False]
