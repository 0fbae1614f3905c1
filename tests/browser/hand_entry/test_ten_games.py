"""A whole match of each game that is not Chinchón, tapped to its end on a phone; and what a hand costs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from rules.match import settlement
from rules.match.settlement import final_total
from rules.presets import RULESETS
from scores.models import Match
from tests.browser.hand_entry.test_taps import COUNT_PRESSES, hidden, too_small
from tests.browser.support.table import Table, below, published
from tests.scores.support import table as written
from tests.support import extent

NAMES = ["Ana", "Luis", "Eva", "Paco", "Inés", "Juan"]


@pytest.fixture
def owner(transactional_db) -> Client:
    return Client()


@pytest.fixture
def seated(owner, phone_of):
    """A new match on its owner's phone; money is turned on beside the form, which need not offer it."""

    def sit_down(preset: str, *names: str, height: int = 640, **knobs: int) -> Table:
        match = written.start(owner, *names, preset=preset)
        match.ruleset = RULESETS[preset].turned(knobs).dump()
        match.save()
        return Table.at(phone_of(owner, 360, height), match.get_absolute_url())

    return sit_down


def board():
    return written.board(Match.objects.get())


def finish(table: Table) -> None:
    """A ledger has no end of its own."""
    address = table.page.url
    table.page.get_by_role("link", name="Otras cosas").first.tap()
    table.page.locator("a[href$='/everyday/finish/']").tap()
    table.page.get_by_role("button", name="Guardar").tap()
    expect(table.page).to_have_url(address)


def play_published(table: Table, case: dict[str, Any], *rows: tuple[int, ...]) -> None:
    """Tap the hands of a case; `rows` are the totals that stand there after each, in seat order."""
    for entry, totals in zip(case["log"], rows, strict=True):
        table.plays(entry, case["players"])
        table.expect_totals(*totals)


def test_gin_to_100_and_then_boxes_and_the_bonus_of_the_game(seated):
    case = published("M-GIN-01")
    table = seated("gin", *case["players"])
    last = case["log"].pop()
    play_published(table, case, (13, 0), (13, 49), (13, 50), (30, 50), (55, 50), (87, 50))
    table.plays(last, case["players"])
    expect(table.headline).to_contain_text("USTED")
    expect(table.board).to_contain_text("USTED 118 +75 de casillas +100 de partida = 293 · EL 50")
    assert [final_total(board(), seat) for seat in (0, 1)] == [293, 50]


@extent.by_night("other games by thumb")
def test_rummy_collects_and_doubles_in_one_turn_until_the_table_stops(seated):
    table = seated("rummy", "Ana", "Luis", "Eva")
    table.fills(0, "out", {1: 20, 2: 17})
    expect(table.line).to_contain_text("Sale Ana: cobra 37 · Luis −20 = −20 · Eva −17 = −17")
    table.saves()
    table.expect_totals(37, -20, -17)
    table.fills(1, "rummy", {0: 12, 2: 30})
    expect(table.line).to_contain_text("Sale Luis de una vez: cobra 84 (doble)")
    table.saves()
    table.expect_totals(13, 64, -77)
    table.scores(2, "out", {0: 5, 1: 9})
    table.expect_totals(8, 55, -63)
    finish(table)
    expect(table.headline).to_contain_text("Luis")


def test_queen_city_pays_the_winners_hand(seated):
    case = published("Q-01")
    table = seated("queen-city", *case["players"])
    table.closes(0)
    expect(table.line).to_contain_text("Rummy de A: ¿cuánto vale?")
    table.other_went_out.tap()
    play_published(table, case, (126, -42, -42, -42))
    table.closes(3)
    table.types_number(3, "value", 7)
    table.saves()
    table.expect_totals(119, -49, -49, -21)
    finish(table)
    expect(table.headline).to_contain_text("A")


@extent.by_night("other games by thumb")
def test_double_rum_with_jokers_left_in_hand(seated):
    table = seated("double-rum", "Ana", "Luis", "Eva", "Paco")
    table.scores(3, "out", {0: 15, 1: 46, 2: 8})
    table.expect_totals(-15, -46, -8, 69)
    table.scores(1, "rummy", {0: 30, 2: 11, 3: 100})
    table.expect_totals(-75, 236, -30, -131)
    finish(table)
    expect(table.headline).to_contain_text("Luis")


def test_rum_500_to_its_end_with_two_past_500_in_one_hand(seated):
    case = published("M-R500-01")
    table = seated("rum-500", *case["players"], per_point=1)
    play_published(table, case, (145, 60, -20), (275, 270, 75), (455, 460, 135), (540, 530, 255))
    expect(table.headline).to_contain_text("A")
    assert settlement.net(board()) == {0: 295, 1: 265, 2: -560}


def test_partners_at_rum_500_have_one_total(seated):
    case = published("M-R500-02")
    table = seated("rum-500-pairs", *case["players"])
    play_published(table, case, (35, 55, 35, 55))
    table.closes(0)
    table.types_table({0: (200, None), 1: (20, 45), 2: (270, 5), 3: (0, 30)})
    expect(table.line).to_contain_text("Sale N · N y S +465 = 500 · E y W −55 = 0")
    table.saves()
    expect(table.headline).to_contain_text("N")
    assert board().winners == (0, 2)


def test_chinaso_ends_with_its_seventh_contract(seated):
    case = published("M-CHI-01")
    table = seated("chinaso", *case["players"])
    contracts = ["dos tríos", "un trío y una escalera", "dos escaleras", "tres tríos"]
    contracts += ["dos tríos y una escalera", "un trío y dos escaleras", "tres escaleras"]
    rows = [(0, 35, 60), (20, 35, 105), (75, 105, 105), (75, 185, 155), (85, 185, 185), (175, 200, 185)]
    for number, totals in enumerate([*rows, (175, 205, 250)], 1):
        expect(table.board).to_contain_text(f"Mano {number}: {contracts[number - 1]}")
        table.plays(case["log"][number - 1], case["players"])
        table.expect_totals(*totals)
    expect(table.headline).to_contain_text("A")


@pytest.mark.parametrize(
    ("case_id", "told"),
    [
        ("M-CHI-02", "En dinero: A +45 · B −15 · C −20 · D −10"),
        extent.night_param("other games by thumb", "M-CHI-03", "En dinero: A −20 · B −25 · C −20 · D +65"),
    ],
)
def test_chinaso_for_money_counts_the_buys(seated, case_id, told):
    case = published(case_id)
    table = seated("chinaso", *case["players"], buy_fee=5, hand_fee=10, game_fee=100)
    table.plays(case["log"][0], case["players"])
    expect(table.board).to_contain_text(told)
    units = settlement.net(board())
    assert {name: units[seat] for seat, name in enumerate(case["players"])} == case["expect"]["money"]


# Comforts


def test_a_third_tap_takes_the_buys_back(seated):
    table = seated("chinaso", "Ana", "Luis")
    table.closes(0, "out")
    for shown in ("1", "2", "0"):
        table.buy_button(1).tap()
        expect(table.buy_button(1).locator("b")).to_have_text(shown)


def test_a_half_typed_hand_of_two_numbers_survives_a_reload(seated):
    table = seated("rum-500", "Ana", "Luis", "Eva")
    table.closes(None)
    table.types_table({0: (65, 12), 1: (40, 8)})
    table.page.reload()
    expect(table.field(1, "table")).to_have_value("40")
    table.types_table({2: (0, 31)})
    table.saves()
    table.expect_totals(53, 32, -31)


def test_where_hands_grow_no_number_is_too_large_to_go_on_typing(seated):
    table = seated("rum-500", "Ana", "Luis")
    table.closes(0)
    table.tap_keys("145")
    assert table.is_active(0, "table")
    table.digit("next").tap()
    table.row(0).locator(".name").tap()
    assert table.is_active(0, "table")


def test_a_hand_of_rum_500_is_corrected_in_the_same_form(seated):
    table = seated("rum-500", "Ana", "Luis")
    address = table.page.url
    table.closes(1)
    table.types_table({0: (65, 12), 1: (40, None)})
    table.saves()
    table.expect_totals(53, 40)
    below(table.page).get_by_role("link", name="Corregir la mano 1", exact=True).tap()
    again = Table(table.page)
    expect(again.field(0, "table")).to_have_value("65")
    again.field(0, "table").tap()
    again.digit("erase").tap()
    again.tap_keys("0")
    again.save_button.tap()
    table.page.locator("[name=act][value=save]").tap()
    expect(table.page).to_have_url(address)
    table.expect_totals(48, 40)


# By keyboard, and without scripts


def test_rum_500_by_keys_alone(seated):
    table = seated("rum-500", "Ana", "Luis")
    table.closer(0).focus()
    for key in ("Enter", *"65"):
        table.page.keyboard.press(key)
    expect(table.field(0, "table")).to_have_value("65")
    for key in ("Tab", *"20", "Tab", *"32", "Enter"):
        table.page.keyboard.press(key)
    table.expect_totals(65, -12)


def test_escape_asks_again_who_went_out(seated):
    table = seated("queen-city", "Ana", "Luis")
    table.closer(0).focus()
    for key in ("Enter", *"42", "Escape"):
        table.page.keyboard.press(key)
    expect(table.closer(0)).to_be_focused()
    expect(table.closer(0)).not_to_be_checked()


@extent.by_night("other games by thumb")
def test_without_scripts_the_numbers_and_the_buys_are_plain_fields(owner, phone_of):
    match = written.start(owner, "Ana", "Luis", preset="chinaso")
    table = Table.at(phone_of(owner, 360, 640, java_script_enabled=False), match.get_absolute_url())
    table.name(0).tap()
    table.chip("out").tap()
    table.field(1).fill("35")
    table.field(1, "buys").fill("2")
    table.saves()
    table.expect_totals(0, 35)
    assert written.lines(match) == [(0, "hand")]
    expect(table.board).to_contain_text("Luis +35 = 35 (2 compras)")


@extent.by_night("other games by thumb")
def test_without_scripts_rum_500_shows_both_fields(owner, phone_of):
    match = written.start(owner, "Ana", "Luis", preset="rum-500")
    table = Table.at(phone_of(owner, 360, 640, java_script_enabled=False), match.get_absolute_url())
    table.name(0).tap()
    expect(table.field(0)).to_be_hidden()
    table.field(0, "table").fill("65")
    table.field(1, "table").fill("20")
    table.field(1).fill("32")
    table.saves()
    table.expect_totals(65, -12)


# What it costs, on a phone with the browser's bars showing


def closes_and_types(table: Table, preset: str, players: int) -> None:
    others = dict(zip(range(1, players), [23, 7, 45, 31, 18], strict=False))
    if preset.startswith("rum-500"):
        table.closes(0)
        table.types_table({0: (65, None), **{seat: (left, 12) for seat, left in others.items()}})
    elif preset == "queen-city":
        table.closes(0)
        table.types_number(0, "value", 42)
    else:
        table.fills(0, {"gin": "knock-3"}.get(preset, "out"), others)


@pytest.mark.parametrize(
    ("preset", "players", "most", "told"),
    [
        ("gin", 2, 5, "Luis 23"),
        extent.night_param("other sizes", "rummy", 4, 9, "Paco −45"),
        ("queen-city", 4, 4, "Paco −42"),
        extent.night_param("other sizes", "double-rum", 4, 9, "Paco −45"),
        extent.night_param("other sizes", "rum-500", 4, 21, "Paco +33"),
        ("rum-500", 6, 33, "Juan +6"),
        extent.night_param("other sizes", "rum-500-pairs", 4, 21, "Luis y Paco +44"),
        extent.night_param("other sizes", "chinaso", 4, 10, "Paco +45"),
        ("chinaso", 6, 16, "Juan +18"),
    ],
)
def test_taps_for_a_hand(seated, record_property, preset, players, most, told):
    table = seated(preset, *NAMES[:players], height=560)
    table.page.evaluate(COUNT_PRESSES)
    closes_and_types(table, preset, players)
    expect(table.line).to_contain_text(told)
    assert hidden(table) == []
    assert too_small(table.page) == []
    table.saves()
    assert table.page.evaluate("[scrollX, scrollY]") == [0, 0]
    taps = table.page.evaluate("window.presses")
    record_property(f"taps for a hand of {preset}, {players} players", taps)
    assert taps <= most


ROOM = """label => { const text = document.createRange(); text.selectNodeContents(label);
  const [inner, outer] = [text.getBoundingClientRect(), label.getBoundingClientRect()];
  const sides = [inner.left - outer.left, outer.right - inner.right];
  return Math.min(...sides, inner.top - outer.top, outer.bottom - inner.bottom); }"""


@pytest.mark.parametrize(
    ("preset", "way"), [extent.night_param("other sizes", "gin", "gin"), ("chinchon", "clean")]
)
def test_the_words_of_the_commonest_close_have_air_around_them(seated, preset, way):
    table = seated(preset, *NAMES[:2])
    table.closes(0)
    assert table.chip(way).evaluate(ROOM) >= 8
