"""The big board, on a tablet in the middle of the table or on a television: to be read from three metres."""

import re

import pytest
from playwright.sync_api import expect

from scores.table.new_match import setup
from tests.browser.support.clock import A_MINUTE, with_a_clock
from tests.browser.support.steps import (
    expect_hidden,
    expect_text,
    expect_visible,
    expect_whole_text,
)
from tests.rules.support.table import hand, on_table

FOUR = ("Ana", "Luis", "Eva", "Paco")
EIGHT = (*FOUR, "Rosa", "Xènia", "Águeda", "Maximiliano de la Santísima Trinidad")
TABLETS = [(1024, 768), (768, 1024), (1280, 800), (1920, 1080)]
# The height of the digits themselves, without the space that a font leaves around them.
DIGITS = """total => {
  const text = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(total);
  text.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return text.measureText("1").actualBoundingBoxAscent;
}"""
CUT = """() => [...document.querySelectorAll("[data-seat]")].filter((row) => {
  const [card, total] = [row, row.querySelector(".total")].map((part) => part.getBoundingClientRect());
  return Math.min(total.left - card.left, card.right - total.right, total.top - card.top,
    card.bottom - total.bottom) < 0;
}).map((row) => row.textContent)"""

IS_IN_FRONT = """element => {
  const { left, bottom } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + 1, bottom - 1));
}"""


def test_the_big_board_of_eight_fits_the_screen_is_legible_and_tells_its_end_whole(
    evening,
):
    table = evening(*EIGHT, limit="20", rebuys="0")
    table.plays(hand(0, *[8] * 7))
    page = table.big()
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        digits = [total.evaluate(DIGITS) for total in page.locator(".total").all()]
        assert min(digits) >= min(width, height) / 12
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("#board").bounding_box()["height"] <= height
    table.plays(hand(0, *[60] * 7))  # all the others go out at once
    expect_text(page, "h1", "¡Gana ")
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == []
        for row in page.locator("[data-seat]").all():
            box = row.bounding_box()
            name = row.locator(".name").bounding_box()
            assert box["y"] <= name["y"]
            assert name["y"] + name["height"] <= box["y"] + box["height"]
            assert box["y"] + box["height"] <= height


USUAL = (
    "Maximiliano",
    "Guadalupe",
    "Encarnación",
    "Juan Ignacio",
    "Mari Ángeles",
    "Concepción",
)
SCREENS = [(1024, 768), (1280, 800), (820, 1180), (1920, 1080)]
# Words of a name that take two lines, and words that end outside of the box that cuts them.
WRONG_WORDS = """() => {
  const wrong = [];
  const texts = document.createTreeWalker(document.getElementById("board"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: parent } = texts.currentNode;
    if (parent.closest(".sr, [hidden], .total")) continue;
    const around = [];
    for (let box = parent; box !== document.body; box = box.parentElement) around.push(box);
    const cutting = around.filter((box) => getComputedStyle(box).overflowY === "hidden");
    const boxes = cutting.map((box) => box.getBoundingClientRect());
    for (const { 0: word, index } of data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const parts = [...range.getClientRects()].filter(({ width }) => width);
      const room = parts[0]?.height / 6; // the box of a line is higher than its letters
      const isOut = ({ left, right, top, bottom }) => boxes.some((box) =>
        left < box.left - 1 || right > box.right + 1 || top < box.top - room || bottom > box.bottom + room);
      if (new Set(parts.map(({ top }) => Math.round(top / 8))).size > 1) wrong.push(`broken: ${word}`);
      if (parts.some(isOut)) wrong.push(`cut: ${word}`);
    }
  }
  return wrong;
}"""


def wrong_words(page, screens=SCREENS):
    found = []
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        words = page.evaluate(WRONG_WORDS)
        found += [f"{width}×{height}: {wrong}" for wrong in words]
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, "partners"])
def test_no_name_of_usual_length_breaks_inside_a_word_and_no_line_is_cut(
    evening, players
):
    if players == "partners":
        table = evening(*USUAL[:4], preset="rum-500-pairs")
        table.plays(on_table((220, 0), (110, 40), (100, 30), (50, 20), closer=0))
    else:
        table = evening(*USUAL[:players], limit="300", stake="2")
        rest = [100] * (players - 2)
        table.plays(hand(0, 100, *rest), hand(100, 0, *rest, closer=1))
    assert wrong_words(table.big()) == []


PHONES = [(390, 844), (360, 640), (320, 568)]
LONG = (
    "Maximilian",
    "Guadalupe",
    "Bartolomé",
    "Concepción",
    "Francisco",
    "ÑOÑO",
    "Montserrat",
    "Íñigo",
)
# Names that are cut, or of whose words one is broken; the tilde of an Ñ is a fifth of a letter above it.
BROKEN = """() => [...document.querySelectorAll(".wide .row")].filter((row) => {
  const name = row.querySelector(".name");
  const range = document.createRange();
  range.selectNodeContents(name);
  const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size;
  const [card, box, first] = [row, name, range].map((one) => one.getBoundingClientRect());
  const room = parseFloat(getComputedStyle(name).fontSize) * .1;
  return lines > 1 || box.top > first.top + room || box.bottom > card.bottom + 1 || box.top + room < card.top;
}).map((row) => row.textContent)"""


def test_on_a_phone_no_name_of_ten_letters_is_broken_or_cut_beside_long_totals(evening):
    table = evening(*LONG, limit="500", rebuys="0")
    table.plays(hand(0, *[99] * 7), hand(0, *[77] * 7))
    page = table.big()
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BROKEN) == []
        line = page.locator(".below-totals [data-read-aloud]")
        assert line.evaluate("line => line.scrollHeight <= line.clientHeight + 1")


def test_what_happened_is_said_large_for_some_seconds_then_the_totals_come_back(
    evening,
):
    table = evening(*FOUR, limit="50")
    page = with_a_clock(table.big())
    event = page.locator("[data-event]")
    expect_visible(page, ".join svg")
    table.plays(hand(0, 8, 42, 7))
    page.clock.run_for(2_000)
    expect(event).to_have_text(
        "Cierra Ana: −10, va con −10 Luis +8 = 8 · Eva +42 = 42 · Paco +7 = 7",
        use_inner_text=False,
    )
    expect(event).to_be_visible()
    page.set_viewport_size({"width": 844, "height": 390})
    assert page.locator(".deal").evaluate(IS_IN_FRONT)  # a phone on its side
    page.clock.run_for(A_MINUTE)
    expect(event).to_be_hidden()
    table.plays(hand(0, 8, 9, 7))
    page.clock.run_for(2_000)
    expect_whole_text(event, ".what", "Reenganche")
    expect_whole_text(event, ".change", re.compile(r"Eva\s+51\s*16"))
    page.reload()
    expect(event).to_be_hidden()  # it is no news


def test_it_shows_the_winner_then_the_podium_and_goes_on_with_the_rematch_by_itself(
    evening,
):
    table = evening(*FOUR, limit="20", rebuys="0")
    page = with_a_clock(table.big())
    table.plays(hand(0, 60, 60, 60))
    page.clock.run_for(2_000)
    expect_visible(page, "[data-event] .headline")
    page.clock.run_for(9_000)
    expect_hidden(page, "[data-event] .headline")
    expect_whole_text(page, ".steps .won .name", "Ana")
    page.context.set_offline(True)
    again = setup.rematch(table.match)
    page.clock.run_for(A_MINUTE)
    page.context.set_offline(False)
    page.clock.run_for(A_MINUTE)
    expect(page).to_have_url(re.compile(f"{again.get_absolute_url()}big/$"))
    expect_text(page, "[data-event]", "Revancha")
    page.clock.run_for(A_MINUTE)
    expect_hidden(page, "[data-event]")
    expect_whole_text(page, ".rows .name", [*FOUR])


def test_no_usual_name_of_the_podium_is_broken_over_two_lines(evening):
    names = ("Carmen", "Santiago", "Guillermo", "Paco")
    table = evening(*names, limit="20", rebuys="0", stake="5")
    table.plays(hand(0, 60, 61, 62))
    sizes = [(360, 640), (390, 844), (1440, 900)]
    assert wrong_words(table.big(), sizes) == []
