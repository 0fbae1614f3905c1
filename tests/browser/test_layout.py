"""Nothing moves under a thumb when scripts come late."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.support.letters import TWICE, USUAL, cut
from tests.browser.support.routes import Gate
from tests.browser.support.steps import expect_hidden, expect_visible
from tests.browser.support.table import below
from tests.browser.support.visit import Visit
from tests.support import extent

WIDE = [
    (1024, 768),
    (1280, 800),
    (1920, 1080),
]  # from 900 pixels on, the sheet is beside the board
PORTRAIT = (768, 1024)

BOXES = """() => {
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
  const seen = [...document.body.querySelectorAll("*")].filter(isSeen);
  return seen.map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.localName, one.className, x, y + scrollY, width, height].join(" ");
  });
}"""


def is_not_the_first_board(visit):
    """A phone that saves data is asked below its first board whether the engine may be loaded."""
    visit.page.goto(f"{visit.site}/robots.txt")
    visit.page.evaluate("localStorage.setItem('engine', 'another board')")


COVERED = """(selector) => {
  const sign = document.querySelector(selector).getBoundingClientRect();
  const leading = 2; // the box of a line is higher than its letters
  const words = document.createTreeWalker(document.getElementById("board"), NodeFilter.SHOW_TEXT);
  const covered = [];
  while (words.nextNode()) {
    if (!words.currentNode.parentElement.checkVisibility({ opacityProperty: true })) continue; // there it is
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    for (const { top, bottom, left, right } of range.getClientRects()) {
      const isBeside = right <= sign.left || left >= sign.right;
      if (isBeside || bottom - leading <= sign.top || top + leading >= sign.bottom) continue;
      covered.push(range.toString().trim());
    }
  }
  return covered.filter(Boolean);
}"""


@pytest.mark.parametrize(
    ("address", "size"), [("match", (360, 640)), ("big", (390, 844))]
)
def test_what_scripts_say_moves_nothing_when_they_are_late_or_the_signal_is_lost(
    phone, live_server, address, size
):
    visit = Visit(phone(*size), live_server.url)
    there = reverse(address, args=[visit.going.code])
    visit.comes_as(visit.owner)
    is_not_the_first_board(visit)
    page = visit.page
    said = visit.page.locator("#awake")
    scripts = Gate(page, "**/static/js/**/*.js")
    # what is loaded once it is seen makes the page longer, below the fold
    Gate(page, "**/scoresheet/")
    page.goto(there, wait_until="commit")
    expect(page.locator("body")).to_have_css("margin", "0px")  # as our style has it
    page.locator(".foot").scroll_into_view_if_needed()
    expect(said).to_be_empty()
    before = page.evaluate(BOXES)
    assert scripts.held
    scripts.open()
    expect(said).not_to_be_empty()
    assert page.evaluate(BOXES) == before
    page.evaluate("scrollTo(0, 0)")
    before = page.evaluate(BOXES)
    page.context.set_offline(True)
    sign = page.locator("#lost")
    expect(sign).to_have_text("Sin señal: puede faltar lo último.")
    expect_visible(sign, "b")
    assert page.evaluate(COVERED, "#lost") == []
    now = page.evaluate(BOXES)
    assert [
        box for box in before if box not in now and not box.startswith("div signal")
    ] == []
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    # no word is cut
    assert sign.evaluate("sign => sign.scrollHeight <= sign.clientHeight")


BESIDE = """() => {
  const [play, below] = document.querySelectorAll("#board > div");
  const [left, right] = [play.getBoundingClientRect(), below.getBoundingClientRect()];
  const { bottom } = play.querySelector("header").getBoundingClientRect(); // it spans the screen
  return right.left >= left.right && right.left - left.right < 16 && right.top <= bottom;
}"""


def _is_beside(page):
    return page.evaluate(BESIDE)


def test_on_a_wide_screen_what_belongs_together_is_side_by_side_and_the_keypad_stays(
    phone, live_server
):
    visit = Visit(phone(*WIDE[0]), live_server.url)
    match = visit.going
    over = visit.finished
    visit.comes_as(visit.owner)
    table = visit.board(match)
    page = table.page
    table.closes(0, "clean")
    for width, height in WIDE:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert _is_beside(page)
        below(page).locator("#rules").scroll_into_view_if_needed()
        expect(table.save_button).to_be_in_viewport(ratio=1)
        expect(page.locator(".keys [data-key='1']")).to_be_in_viewport(ratio=1)
    visit.board(over)
    assert _is_beside(page)
    for button in page.locator(".over-panel .button").all():
        expect(button).to_be_in_viewport(ratio=1)
    visit.opens("log", match.code)
    columns = "() => new Set([...document.querySelectorAll('.log li')].map((line) => line.offsetLeft)).size"
    assert page.evaluate(columns) == 2
    page.set_viewport_size({"width": PORTRAIT[0], "height": PORTRAIT[1]})
    assert page.evaluate(columns) == 1
    visit.board(match)
    assert not _is_beside(page)


# Large letters

OTHER_LETTERS = [
    (320, 640, USUAL),
    (390, 844, 21),
    (320, 640, 21),
    (768, 1024, TWICE),
    (1920, 1080, 24),
]
LETTERS = [
    (360, 640, USUAL),
    (320, 640, TWICE),
    (360, 640, 24),
    (1024, 768, TWICE),
    *extent.spread("other sizes", OTHER_LETTERS, 0, len(OTHER_LETTERS)),
]


@pytest.mark.long
@pytest.mark.parametrize("players", [extent.night_param("other sizes", 4), 8])
def test_with_large_letters_no_number_is_cut_no_word_breaks_and_a_whole_hand_is_seen(
    phone, live_server, players
):
    long = "Maximiliano Bartolomé de las Casas y Oca"
    names = ("Mari Ángeles", long, "Ana", "Íñigo", "Xènia", "Begoña", "José", "Tío")
    visit = Visit(phone(360, 640), live_server.url, names[:players])
    hands = [visit.hand(0, 98, others=77), visit.hand(30, 0, closer=1, others=98)]
    match = visit.match(*hands, limit=300, stake=200)
    visit.comes_as(visit.owner)
    table = visit.board(match)
    page = table.page
    assert cut(page, LETTERS, ".play") == []
    table.closes(0)
    assert cut(page, LETTERS, ".play") == []
    table.chip("clean").tap()
    table.types({1: "12+7", 2: 98})
    page.wait_for_function(
        "() => document.querySelector('.play').offsetHeight <= innerHeight"
    )
    assert cut(page, LETTERS, ".play") == []
    for other in (visit.asked, visit.finished):
        visit.board(other)
        assert cut(page, LETTERS, ".play") == []


WAITING = """() => {
  document.querySelector("#waiting b").textContent = "12";
  for (const sign of document.querySelectorAll("#waiting, #lost")) sign.hidden = false;
}"""
END_OF_WORDS = """(part) => {
  const range = document.createRange();
  range.selectNodeContents(part);
  return range.getBoundingClientRect().right;
}"""
HEADER = ".bar .home, .strip, .bar .tool"
TITLES = ".bar h1, .strip > *"
IN_SIGHT = "(part) => part.checkVisibility({ opacityProperty: true })"


@pytest.mark.parametrize(
    "size",
    [
        (320, 640),
        *(
            extent.night_param("other sizes", size)
            for size in ((390, 844), (844, 390), (1280, 800))
        ),
    ],
)
def test_what_waits_hides_neither_title_nor_dealer_nor_limit(phone, live_server, size):
    visit = Visit(phone(*size), live_server.url)
    table = visit.going.get_absolute_url()
    visit.comes_as(visit.owner)
    page = visit.page
    # it would see that nothing waits
    page.route("**/offline/strip.js", lambda route: route.abort())
    for address in (table, f"{table}log/"):
        page.goto(address)
        expect_hidden(page, "#old")
        page.evaluate(WAITING)
        pill = page.locator("#waiting").bounding_box()
        covered = [
            part.inner_text()
            for part in page.locator(TITLES).all()
            if not part.evaluate(IN_SIGHT)
        ]
        assert covered == []
        assert page.locator("#waiting").inner_text() == "12 por enviar"
        assert page.locator("h1").evaluate(END_OF_WORDS) <= pill["x"]
        assert cut(page, [(*size, TWICE)], ".bar") == []


@pytest.mark.parametrize(
    "size",
    [
        extent.night_param("other sizes", (844, 390)),
        extent.night_param("other sizes", (640, 360)),
        (1280, 800),
    ],
)
def test_on_a_phone_that_lies_and_on_a_desktop_the_pack_is_beside_the_felt(phone, size):
    page = phone(*size)
    page.goto("/check/")
    felt, first = (
        page.locator(part).first.bounding_box() for part in ("#judged", ".deck label")
    )
    assert first["x"] >= felt["x"] + felt["width"]
    assert first["y"] + first["height"] <= size[1]


@pytest.mark.parametrize(
    "size", [(640, 360), extent.night_param("other sizes", (844, 390))]
)
def test_on_a_phone_that_lies_title_dealer_and_limit_are_one_line(
    phone, live_server, size
):
    visit = Visit(phone(*size), live_server.url)
    table = visit.board(visit.going)
    boxes = [part.bounding_box() for part in table.page.locator(HEADER).all()]
    assert {box["y"] for box in boxes} == {0}
    assert {box["height"] for box in boxes} == {44}
    ranges = sorted((box["x"], box["x"] + box["width"]) for box in boxes)
    assert [end for _, end in ranges[:-1]] <= [start for start, _ in ranges[1:]]


def test_on_a_phone_that_lies_questions_are_beside_the_rows(phone, live_server):
    visit = Visit(phone(844, 390), live_server.url)
    match = visit.asked
    visit.comes_as(visit.owner)
    table = visit.board(match)
    expect(table.questions).to_have_count(2)
    block = table.board.locator(".block").bounding_box()
    for seat in range(len(visit.names)):
        row = table.row(seat).bounding_box()
        assert row["y"] + row["height"] <= 390
        assert row["x"] + row["width"] <= block["x"]
    assert block["y"] >= 44  # below the bar


def test_the_focus_of_a_row_is_one_ring_around_it(phone, live_server):
    visit = Visit(phone(1280, 800, is_mobile=False, has_touch=False), live_server.url)
    board = visit.fresh.get_absolute_url()
    visit.comes_as(visit.owner)
    visit.page.goto(board)
    row = visit.page.locator(".row[data-seat='1']")
    row.locator("[name=closer]").focus()
    visit.page.keyboard.press("ArrowDown")
    focused = visit.page.locator(".row:has(:focus-visible)")
    expect(focused).to_have_css("outline-style", "solid")
    expect(focused.locator(".who")).to_have_css("outline-style", "none")
    expect(focused.locator(".name")).to_have_css("outline-style", "none")
