"""Correcting by tapping: the same form filled in, what changes shown first, all of it saved as one line."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from scores.models import Match
from tests.browser.support.table import Table, below
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import answer, board, lines, play, rebuys, totals


@pytest.fixture
def owner(transactional_db) -> Client:
    return Client()


def correct(page: Page, number: int) -> Table:
    """Tap the number of a hand on the sheet."""
    below(page).get_by_role("link", name=f"Corregir la mano {number}", exact=True).tap()
    expect(page.locator("h1")).to_have_text(f"Corregir la mano {number}")
    return Table(page)


def ended(page: Page, match: Match) -> Table:
    """The board of a match that is over. Its story comes last, and moves what is below it."""
    table = Table.at(page, match.get_absolute_url())
    below(page)
    expect(page.locator("#areas")).to_be_visible()
    return table


def retype(table: Table, seat: int, points: str) -> None:
    table.name(seat).tap()
    for _digit in range(len(table.field(seat).input_value())):
        table.digit("erase").tap()
    table.tap_keys(points)
    expect(table.field(seat)).to_have_value(points)


def see_what_changes(table: Table) -> None:
    table.save_button.tap()


def act(page: Page, name: str) -> None:
    """Tap a button of a correction that is under way: save, remove, yes-1…"""
    page.locator(f"[name=act][value={name}]").tap()


def changes(page: Page) -> dict[str, list[str]]:
    """What the review says: before and after."""
    expect(page.locator("[name=act][value=save]")).to_be_visible()
    rows = page.locator(".differences tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows}


def test_54_corrected_to_45_three_hands_and_an_asked_buy_back_later_is_one_saved_amend(owner, phone_of):
    match = start(owner, "Ana", "Luis", "Eva", rebuy_choice="ask")
    play(owner, match, hand(0, 54, 20), hand(5, 40, 0, closer=2), hand(0, 9, 3))
    answer(owner, match, 1, "yes")
    play(owner, match, hand(2, 5, 30))
    page = phone_of(owner, 360, 640)
    shown = Table.at(page, match.get_absolute_url())
    shown.expect_totals(-13, 18, 43)

    table = correct(page, 1)
    expect(table.field(1)).to_have_value("54")
    retype(table, 1, "45")
    see_what_changes(table)
    expect(page.locator("main")).to_contain_text("Luis no se ha pasado")
    act(page, "remove")  # the buy-back
    assert changes(page)["Luis"] == ["18 ↻1", "99"]
    assert len(lines(match)) == 5
    act(page, "save")
    shown.expect_totals(-13, 99, 43)
    assert [kind for _seq, kind in lines(match)] == ["hand", "hand", "hand", "buy_back", "hand", "amend"]
    shown.undoes()
    shown.expect_totals(-13, 18, 43)


@pytest.mark.long
def test_hand_1_of_a_finished_match_corrected_so_that_nobody_won(owner, phone_of):
    match = start(owner, "Ana", "Luis", "Eva", limit="50", rebuys="1", stake="100", rebuy_stake="50")
    play(owner, match, hand(0, 54, 40), hand(0, 4, 5), hand(20, 4, 0, closer=2), hand(0, 30, 40))
    page = phone_of(owner, 360, 640)
    shown = ended(page, match)
    expect(shown.headline).to_contain_text("Ana")
    assert shown.money() == {"Ana": 250, "Luis": -150, "Eva": -100}

    table = correct(page, 1)
    retype(table, 1, "0")
    retype(table, 2, "0")
    see_what_changes(table)
    assert changes(page)["Gana"] == ["Ana", "nadie todavía"]
    act(page, "save")
    expect(page.locator("h1")).to_contain_text("Mano 5")
    shown.expect_totals(-10, 38, 35)
    expect(shown.headline).to_have_count(0)
    expect(page.locator(".strip")).to_contain_text("reparte Luis")
    expect(below(page).get_by_role("heading", name="El bote")).to_contain_text("300")
    assert (totals(match), rebuys(match), board(match).winners) == ([-10, 38, 35], [0, 0, 0], ())
    shown.scores(0, "clean", {1: 1, 2: 2})
    shown.expect_totals(-20, 39, 37)


def test_a_correction_that_is_left_changes_nothing_keeps_what_was_retyped_and_loses_no_half_typed_hand(
    owner, phone_of
):
    match = start(owner, "Ana", "Luis", "Eva")
    play(owner, match, hand(0, 54, 20))
    page = phone_of(owner, 360, 640)
    shown = Table.at(page, match.get_absolute_url())
    shown.fills(0, "clean", {1: 23})
    table = correct(page, 1)
    retype(table, 1, "45")
    see_what_changes(table)
    assert changes(page) == {"Luis": ["54", "45"]}
    page.go_back()
    expect(table.field(1)).to_have_value("45")
    page.reload()
    expect(table.field(1)).to_have_value("45")
    see_what_changes(table)
    page.get_by_role("link", name="Dejarlo como estaba").tap()
    shown.expect_totals(-10, 54, 20)
    assert lines(match) == [(0, "hand")]
    expect(correct(page, 1).field(1)).to_have_value("54")
    act(page, "insert")
    expect(page.locator("h1")).to_have_text("Mano olvidada")
    shown = Table.at(page, match.get_absolute_url())
    expect(shown.field(1)).to_have_value("23")
    shown.types({2: 7})
    shown.saves()
    shown.expect_totals(-20, 77, 27)
