"""The checker by thumb in the games that are not Chinchón; and that its pack stays where it is."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.checker.test_checker import Checker
from tests.browser.support.steps import expect_count

CHINASO = "4h 5h 6h * 8h 9h Th Jh Qs Qd Qc Qh"


def test_a_contract_of_three_packs_that_is_another_hand_s_and_then_right(phone):
    checker = Checker.opened(phone(360, 640), rules="chinaso", hand=1)
    checker.taps("6s 6s")
    expect(checker.label("6s", 2)).to_be_visible()
    expect(checker.label("6s", 0)).to_be_hidden()
    for copy in (2, 0, 1, 2):  # once all are ticked they are unticked
        checker.label("6s", copy).tap()
    expect(checker.counter).to_have_text("0 de 11 cartas")
    Checker.opened(checker.page, rules="chinaso", hand=1, c=CHINASO)
    expect(checker.reasons.first).to_contain_text("Esta mano pide dos tríos, y hay")
    checker.page.locator("#hand").select_option("2")
    expect(checker.headline).to_contain_text("Puede salir: chinaso")
    checker.page.locator("#others").select_option("1")
    expect(checker.headline).to_have_text(re.compile(r"^\s*Puede salir\s*$"))


LOOSE = "1o 3o 5c 7c 12e 4b 6b"  # the longest verdict


def test_no_card_of_the_pack_moves_and_the_verdict_stays_in_sight(phone):
    page = phone(360, 640)
    checker = Checker.opened(page, rules="chinchon")
    before = boxes_of_the_pack(page)
    for count, card in enumerate(LOOSE.split(), 1):
        checker.label(card).tap()
        expect_count(checker.hand, ".card-face:not(.free)", count)
        assert boxes_of_the_pack(page) == before, f"after {card}"
    expect(checker.verdict).to_be_in_viewport()
    expect(checker.hand).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.locator("#judged").evaluate(
        "box => box.scrollHeight <= box.clientHeight"
    )


@pytest.mark.parametrize(
    "asked",
    [{}, {"deck": "spanish-48"}, {"rules": "gin"}, {"rules": "chinaso", "hand": 7}],
)
def test_every_card_of_the_pack_can_be_hit_by_a_thumb(phone, asked):
    page = Checker.opened(phone(320, 568), **asked).page
    boxes = page.locator(".deck label:visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    )
    assert len(boxes) >= 40
    assert min(map(min, boxes)) >= 44


def boxes_of_the_pack(page):
    """Where each card lies on the page, however far it is scrolled."""
    return page.locator(".deck .cell").evaluate_all(
        "cells => cells.map((cell) => { const box = cell.getBoundingClientRect();"
        " return [box.left, box.top + scrollY, box.width, box.height]; })"
    )
