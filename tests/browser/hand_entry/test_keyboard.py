"""A hand written by keyboard alone, and what a screen reader hears of it."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def table(evening):
    table = evening("Ana", "Luis", "Eva").scorer(360, 640)
    table.closer(0).focus()
    return table


def press(table, *keys):
    for key in keys:
        table.page.keyboard.press(key)


def way(table, value):
    return table.form.locator(f"[name=close][value='{value}']")


def test_after_a_hand_by_keys_alone_title_focus_and_speech_are_of_the_new_board(
    table,
):
    page = table.page
    page.evaluate("window.spoken = document.getElementById('spoken')")
    press(table, "ArrowDown")
    expect(table.closer(1)).to_be_focused()
    expect(table.closer(1)).not_to_be_checked()
    press(table, "Enter")
    expect(way(table, "clean")).to_be_focused()
    press(table, "ArrowRight", "ArrowRight", "ArrowRight")
    expect(way(table, "knock-3")).to_be_focused()
    expect(way(table, "clean")).not_to_be_checked()
    press(table, "Space")
    expect(table.field(0)).to_be_focused()
    press(table, *"23")
    expect(table.field(2)).to_be_focused()
    press(table, *"12+7", "Enter")
    table.expect_totals(23, 3, 19)
    expect(page).to_have_title("Mano 2 · Reenganche")
    expect(table.closer(0)).to_be_focused()
    expect(table.spoken).to_contain_text("Cierra Luis")
    assert page.evaluate("spoken === document.getElementById('spoken')")
    # nothing said twice
    expect(page.locator(".signal")).to_have_text("", use_inner_text=True)
    table.scores(0, "clean", {1: 23, 2: 31})  # by thumb
    expect(page.get_by_role("heading", name="Mano 3")).to_be_focused()


def test_escape_goes_back_a_step_keeps_the_numbers_and_a_chinchon_is_asked_once_more(
    table,
):
    press(table, "Enter", "Enter", *"23")
    table.expect_typed(1, "23")
    press(table, "Escape")
    expect(way(table, "clean")).to_be_focused()
    expect(way(table, "clean")).not_to_be_checked()
    press(table, "Escape")
    expect(table.closer(0)).to_be_focused()
    expect(table.closer(0)).not_to_be_checked()
    press(table, "ArrowUp", "Space")  # nobody
    expect(table.field(0)).to_be_focused()
    table.expect_typed(1, "23")
    again = table.form.locator(".again:visible")
    for _key in range(30):
        if again.evaluate("one => one === document.activeElement"):
            break
        press(table, "Tab")
    assert again.bounding_box()["height"] >= 44
    press(table, "Enter")
    expect(table.closer(0)).to_be_focused()
    press(table, "Enter", "ArrowUp")
    expect(way(table, "chinchon")).to_be_focused()
    press(table, "Enter")
    expect(table.chip("chinchon")).to_contain_text("?")
    expect(table.spoken).to_contain_text("?")
    expect(way(table, "chinchon")).not_to_be_checked()
    press(table, "Enter")
    expect(table.headline).to_contain_text("Ana")


def test_tab_after_a_number_skips_nobody_and_a_sum_is_one_number_once_it_is_left(
    evening,
):
    names = ("Ana", "Luis", "Eva", "Paco", "Inés", "Juan")
    table = evening(*names).scorer(1280, 800, is_mobile=False, has_touch=False)
    table.closer(1).focus()
    press(table, "Enter", "Enter")
    expect(table.field(0)).to_be_focused()
    press(table, "7", "Tab")  # Luis closed, and has no number
    expect(table.field(2)).to_be_focused()
    press(table, *"23", "Tab")  # it has moved on by itself
    expect(table.field(3)).to_be_focused()
    press(table, *"10+3", "Tab")
    table.expect_typed(3, "13")
    expect(table.field(4)).to_be_focused()
    press(table, *"100")
    table.expect_typed(4, "100")
    expect(table.field(5)).to_be_focused()
    press(table, *"12+7", "Tab")
    table.expect_typed(5, "19")
    table.field(5).press("Enter")
    table.expect_totals(7, -10, 23, 13, 100, 19)
