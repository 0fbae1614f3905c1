"""Correcting by tapping: the same form filled in, what changes shown first, all of it saved as one line."""

from playwright.sync_api import expect

from rules.events import BoughtBackIn
from tests.browser.support.steps import (
    expect_text,
    expect_visible,
    expect_whole_text,
    tap,
    tap_link,
)
from tests.browser.support.table import Table, below
from tests.rules.support.table import hand
from tests.scores.support.table import lines


def correct(page, number):
    """Tap the number of a hand on the sheet."""
    tap_link(below(page), f"Corregir la mano {number}", exact=True)
    expect_whole_text(page, "h1", f"Corregir la mano {number}")
    return Table(page)


def retype(table, seat, points):
    table.name(seat).tap()
    for _digit in range(len(table.field(seat).input_value())):
        table.digit("erase").tap()
    table.tap_keys(points)
    table.expect_typed(seat, points)


def see_what_changes(table):
    table.save_button.tap()


def act(page, name):
    """Tap a button of a correction that is under way: save, remove, yes-1…"""
    tap(page, f"[name=act][value={name}]")


def changes(page):
    """What the review says: before and after."""
    expect_visible(page, "[name=act][value=save]")
    rows = page.locator(".differences tbody tr").all()
    return {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts()
        for row in rows
    }


def test_54_corrected_to_45_after_three_hands_and_a_buy_back_is_one_saved_amend(
    evening,
):
    game = evening("Ana", "Luis", "Eva", rebuy_choice="ask")
    rebuy = BoughtBackIn(1)
    match = game.match
    game.plays(
        hand(0, 54, 20), hand(5, 40, 0, closer=2), hand(0, 9, 3), rebuy, hand(2, 5, 30)
    )
    shown = game.scorer(360, 640)
    page = shown.page
    shown.expect_totals(-13, 18, 43)

    table = correct(page, 1)
    table.expect_typed(1, "54")
    retype(table, 1, "45")
    see_what_changes(table)
    expect_text(page, "main", "Luis no se ha pasado")
    act(page, "remove")  # the buy-back
    assert changes(page)["Luis"] == ["18 ↻1", "99"]
    assert len(lines(match)) == 5
    act(page, "save")
    shown.expect_totals(-13, 99, 43)
    assert [kind for _seq, kind in lines(match)] == [
        "hand",
        "hand",
        "hand",
        "buy_back",
        "hand",
        "amend",
    ]
    shown.undoes()
    shown.expect_totals(-13, 18, 43)


def test_a_cell_of_the_sheet_opens_its_hand_where_the_next_digit_replaces_the_points(
    evening,
):
    game = evening("Ana", "Luis", "Eva")
    game.plays(hand(0, 54, 20), hand(3, 9, 0, closer=2))
    shown = game.scorer(360, 640)
    page = shown.page
    tap_link(below(page), "+54 54", exact=True)
    table = Table(page)
    table.expect_active(1)
    expect(table.field(1)).to_be_focused()
    page.wait_for_load_state()
    assert page.evaluate("scrollY") == 0  # title, rows and keypad are all there
    table.tap_keys("45")
    table.expect_typed(1, "45")
    see_what_changes(table)
    assert changes(page) == {"Luis": ["63", "54"]}
    page.goto(game.match.get_absolute_url())
    below(page).get_by_role("link", name="cerró −10 10", exact=True).press("Enter")
    expect_whole_text(page, "h1", "Corregir la mano 2")
    expect(table.closer(2)).to_be_focused()  # who closed has no number
    expect(table.closer(2)).to_be_checked()
    table.expect_active(None)


def test_leaving_a_correction_changes_nothing_and_keeps_what_was_typed_on_both_pages(
    evening,
):
    game = evening("Ana", "Luis", "Eva")
    game.plays(hand(0, 54, 20))
    shown = game.scorer(360, 640)
    match = game.match
    page = shown.page
    shown.fills(0, "clean", {1: 23})
    table = correct(page, 1)
    retype(table, 1, "45")
    see_what_changes(table)
    assert changes(page) == {"Luis": ["54", "45"]}
    page.go_back()
    table.expect_typed(1, "45")
    page.reload()
    table.expect_typed(1, "45")
    see_what_changes(table)
    tap_link(page, "Dejarlo como estaba")
    shown.expect_totals(-10, 54, 20)
    assert lines(match) == [(0, "hand")]
    correct(page, 1).expect_typed(1, "54")
    act(page, "insert")
    expect_whole_text(page, "h1", "Mano olvidada")
    page.goto(match.get_absolute_url())
    shown.expect_typed(1, "23")
    shown.types({2: 7})
    shown.saves()
    shown.expect_totals(-20, 77, 27)
