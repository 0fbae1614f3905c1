"""Games that are not Chinchón, tapped on a phone: what each writes otherwise, and what a hand costs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from rules.match import settlement
from rules.presets import RULESETS
from scores.models import Match
from tests.browser.hand_entry.test_taps import COUNT_PRESSES, hidden, too_small
from tests.browser.support.table import Table, below, published
from tests.scores.support import table as written

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
    table.page.get_by_role("link", name="Imprevistos").first.tap()
    table.page.locator("a[href$='/everyday/finish/']").tap()
    table.page.get_by_role("button", name="Guardar").tap()
    expect(table.page).to_have_url(address)


def play_published(table: Table, case: dict[str, Any], *rows: tuple[int, ...]) -> None:
    """Tap the hands of a case; `rows` are the totals that stand there after each, in seat order."""
    for entry, totals in zip(case["log"], rows, strict=True):
        table.plays(entry, case["players"])
        table.expect_totals(*totals)


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


def test_chinaso_for_money_counts_the_buys_of_which_a_third_tap_takes_all_back(seated):
    case = published("M-CHI-02")
    table = seated("chinaso", *case["players"], buy_fee=5, hand_fee=10, game_fee=100)
    table.closes(0, "out")
    for shown in ("1", "2", "0"):
        table.buy_button(1).tap()
        expect(table.buy_button(1).locator("b")).to_have_text(shown)
    table.name(0).tap()
    table.other_closed.tap()
    table.plays(case["log"][0], case["players"])
    expect(table.board).to_contain_text("En dinero: A +45 · B −15 · C −20 · D −10")
    units = settlement.net(board())
    assert {name: units[seat] for seat, name in enumerate(case["players"])} == case["expect"]["money"]


def test_a_hand_of_rum_500_is_typed_over_a_reload_and_corrected_in_the_same_form(seated):
    table = seated("rum-500", "Ana", "Luis")
    address = table.page.url
    table.closes(1)
    table.types_table({0: (145, 12)})
    table.page.reload()
    expect(table.field(0, "table")).to_have_value("145")
    table.types_table({1: (40, None)})
    table.saves()
    table.expect_totals(133, 40)
    below(table.page).get_by_role("link", name="Corregir la mano 1", exact=True).tap()
    again = Table(table.page)
    expect(again.field(0, "table")).to_have_value("145")
    again.field(0, "table").tap()
    again.digit("erase").tap()
    again.tap_keys("0")
    again.save_button.tap()
    table.page.locator("[name=act][value=save]").tap()
    expect(table.page).to_have_url(address)
    table.expect_totals(128, 40)


def test_rum_500_by_keys_alone(seated):
    table = seated("rum-500", "Ana", "Luis")
    table.closer(0).focus()
    for key in ("Enter", *"65"):
        table.page.keyboard.press(key)
    expect(table.field(0, "table")).to_have_value("65")
    for key in ("Tab", *"20", "Tab", *"32", "Enter"):
        table.page.keyboard.press(key)
    table.expect_totals(65, -12)


# What it costs, on a phone with the browser's bars showing


@pytest.mark.parametrize(
    ("preset", "players", "most", "told"),
    [("gin", 2, 5, "Luis 23"), ("rum-500", 6, 33, "Juan +6"), ("chinaso", 6, 16, "Juan +18")],
)
def test_taps_for_a_hand(seated, record_property, preset, players, most, told):
    table = seated(preset, *NAMES[:players], height=560)
    table.page.evaluate(COUNT_PRESSES)
    others = dict(zip(range(1, players), [23, 7, 45, 31, 18], strict=False))
    if preset == "rum-500":
        table.closes(0)
        table.types_table({0: (65, None), **{seat: (left, 12) for seat, left in others.items()}})
    else:
        table.fills(0, {"gin": "knock-3"}.get(preset, "out"), others)
    expect(table.line).to_contain_text(told)
    assert (hidden(table), too_small(table.page)) == ([], [])
    table.saves()
    assert table.page.evaluate("[scrollX, scrollY]") == [0, 0]
    taps = table.page.evaluate("window.presses")
    record_property(f"taps for a hand of {preset}, {players} players", taps)
    assert taps <= most
