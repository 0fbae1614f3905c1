"""How often a finger comes down to choose the cards of a hand: a run is one drag, and so is a set."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.checker.test_checker import Checker
from tests.browser.support.clock import with_a_clock
from tests.browser.support.steps import expect_visible, tap_button
from tests.scores.support.checked import at_table
from tests.scores.support.factories import start
from tests.support import extent

PACK = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
REST_MS = 350  # of a finger before it goes up or down
COUNT = "() => { window.presses = 0; addEventListener('pointerdown', () => window.presses++, true); }"


@pytest.fixture
def checker(phone):
    return Checker.opened(phone(360, 640))


def _drag(checker, touch, cards, rest=REST_MS):
    for card in (cards[0], cards[-1]):
        checker.label(card).scroll_into_view_if_needed()
    boxes = [checker.label(card).bounding_box() for card in (cards[0], cards[-1])]
    start, end = (
        {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for box in boxes
        if box
    )
    goes_down = start["x"] == end["x"]
    first = (
        {**start, "y": start["y"] + 15}
        if goes_down
        else {**start, "x": start["x"] + 20}
    )
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]}
    )
    checker.page.wait_for_timeout(rest if goes_down else 0)
    for point in (first, end, end):  # the finger rests before it leaves
        checker.page.wait_for_timeout(60)
        touch.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]}
        )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def _chosen(page):
    return set(
        page.locator(".deck input").evaluate_all(
            "boxes => boxes.filter((box) => box.checked).map((box) => box.value)"
        )
    )


RUN = ("3b", "4b", "5b", "6b")
SET = ("1o", "1c", "1e")


def test_a_run_is_one_drag_and_so_is_a_set(phone):
    checker = Checker.opened(phone(390, 844))  # on which the whole pack is seen
    page = checker.page
    touch = page.context.new_cdp_session(page)
    page.evaluate(COUNT)
    for cards in (RUN, SET):
        _drag(checker, touch, cards)
    expect(checker.verdict).to_be_visible()
    assert _chosen(page) == {*RUN, *SET}
    assert page.evaluate("window.presses") == 2


@extent.by_night("corners of forms")
def test_a_drag_chooses_no_more_cards_than_a_hand_holds_and_none_of_another_suit(
    checker,
):
    touch = checker.page.context.new_cdp_session(checker.page)
    _drag(checker, touch, ["1o", "12o"])
    seven = {f"{rank}o" for rank in PACK[:7]}
    eight = seven | {"10o"}  # with the one that is thrown
    assert _chosen(checker.page) in (seven, eight)
    checker.page.goto("/check/")
    # on a slow machine, too, the finger does not rest
    with_a_clock(checker.page).clock.pause_at(time.time() + 3600)
    _drag(checker, touch, ["1o", "2c"])
    _drag(checker, touch, ["1o", "1c"], rest=0)  # scrolls the page
    assert _chosen(checker.page) == set()


@extent.by_night("corners of forms")
def test_a_drag_with_another_button_of_the_mouse_chooses_nothing(checker):
    mouse = checker.page.mouse
    for button, chosen in (("right", set()), ("left", {"1o", "2o", "3o"})):
        for card, act in (("1o", mouse.down), ("3o", mouse.up)):
            box = checker.label(card).bounding_box()
            assert box
            mouse.move(box["x"] + 20, box["y"] + 20, steps=3)
            act(button=button)
        assert _chosen(checker.page) == chosen


SETS = (("4o", "4c", "4e", "4b"), ("11o", "11c", "11e"))
OTHERS = "deck=spanish-48&players=2"


def test_by_rank_a_set_is_one_drag_and_the_next_check_begins_as_the_last_one_lay(
    checker,
):
    page = checker.page
    touch = page.context.new_cdp_session(page)
    page.goto(f"/check/?{OTHERS}")
    tap_button(page, "Por números")
    expect_visible(page, ".of-4")
    page.evaluate(COUNT)
    for cards in SETS:
        _drag(checker, touch, cards)
    assert page.evaluate("window.presses") == 2
    expect(checker.headline).to_have_text("Puede cerrar: −10")
    page.goto("/check/")
    expect(page.locator("#deck")).to_have_value("spanish-48")
    expect_visible(page, ".of-4")
    checker.taps("4o 1c")
    names = checker.hand.locator(".sr")
    expect(names).to_have_text(["as de copas", "cuatro de oros"])
    total = page.locator("#total")
    total.focus()
    total.press("Enter")  # sends the form as it is
    expect_visible(page, ".of-4")


def test_of_the_last_hand_the_cards_that_it_lacks_are_tapped(owner, phone_of):
    names = ("Ana", "Luis", "Eva", "Paco", "Olga")
    match = start(owner, *names, jokers=0)
    page = phone_of(owner, 360, 640)
    cards = [f"{rank}{suit}" for suit in "oceb" for rank in PACK]
    dealt = {f"c{seat}": cards[7 * seat : 7 * seat + 7] for seat in range(4)}
    page.goto(at_table(match, closer=0, at=4, **dealt))
    checker = Checker(page)
    rest = page.locator("#rest")
    expect(rest).to_be_hidden()  # twelve cards are more than a hand
    checker.taps("4b 7b 10b 11b 12b")
    rest.tap()
    assert _chosen(page) == {"11e", "12e", "1b", "2b", "3b", "5b", "6b"}
    expect(checker.headline).to_have_text("31 puntos")
