"""What is under the finger stays there when a part of the page is replaced.

Every template in which htmx replaces a part of a page is in SWAPS. No phone has the engine, as in plain HTTP.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from rules.night import events
from tests.browser.support.night_pages import board_by_link
from tests.browser.support.steps import expect_count
from tests.browser.support.visit import Visit
from tests.scores.support.nights import told
from tests.scores.support.table import hand, write
from tests.support.extent import night_param

SIZES = [
    (360, 640),
    *(night_param("other sizes", size) for size in ((390, 844), (412, 915))),
]
NAMES = ("Ana", "Luis", "Eva", "Paco")
NOT_AT_TOP = 60  # pixels; browsers anchor nothing at the top of a page
NOTICED = 2  # pixels
SETTLES_MS = 100  # in which what is below the fold is asked for anew
DOOR_ASKS_MS = 4_000  # every so often


def board(visit):
    return visit.board(visit.fresh).page


def board_with_a_typed_hand(visit):
    table = visit.board(visit.fresh)
    table.fills(0, "clean", {1: 23, 2: 7, 3: 45})
    expect(table.line).to_contain_text("Ana")
    return table.page


def board_with_a_closer(visit):
    table = visit.board(visit.fresh)
    table.closes(0, "clean")
    return table.page


def board_after(visit, *hands, **rules):
    return visit.board(visit.match(*hands, **rules)).page


def somebody_asked(visit):
    return board_after(
        visit, visit.hand(0, 75), preset="chinchon-fournier", limit=70, stake=2
    )


def night_page(name):
    return lambda visit: visit.opens(name, visit.night.code)


def sheet_of_a_table(visit):
    board_by_link(visit)
    return visit.page


def drawing(visit):
    return visit.opens("happen", visit.fresh.code, "draw")


def set_up(visit):
    return visit.opens("night-set-up", visit.circle.code)


def another_phone_writes(visit):
    write(visit.fresh, hand(0, 12, 20, 31))


def somebody_pays(visit):
    told(visit.night, events.Paid(2, 500))


@dataclass(frozen=True)
class Swap:
    """A page, what is tapped on it or happens, and what stays in its place: if nothing else, the tapped."""

    template: str
    opens: Callable[[Visit], Page]
    tapped: str = ""
    stays: str = ""
    # In place of a tap: an event that htmx waits for; without one it asks by itself, each few seconds.
    event: str = ""
    happens: Callable[[Visit], None] | None = None


SWAPS = {
    "saving a hand": Swap(
        "hand_entry/_form", board_with_a_typed_hand, ".save", ".row[data-seat='0']"
    ),
    "typing a number": Swap("hand_entry/_form", board_with_a_closer, "[data-key='7']"),
    "undoing": Swap(
        "board/_undo_forms",
        lambda visit: board_after(visit, hand(0, 1, 2, 3)),
        "button[form=undo]",
        ".row[data-seat='0']",
    ),
    "buying back in": Swap(
        "board/_buy_back_question", somebody_asked, ".ask button", ".row[data-seat='0']"
    ),
    "another phone": Swap(
        "board/_board", board, stays=".row[data-seat='0']", happens=another_phone_writes
    ),
    "a variant": Swap(
        "new_match/new_match",
        lambda visit: visit.opens("new-match"),
        "label:has(#preset-gin)",
    ),
    "one more player": Swap(
        "new_match/new_match",
        lambda visit: visit.opens("new-match"),
        "button[value=more]",
        "[name=name_0]",
    ),
    "a card of the draw": Swap(
        "table_events/draw", drawing, ".face-down button >> nth=1", ".lead"
    ),
    "a card of the checker": Swap(
        "checker/check",
        lambda visit: visit.opens("check"),
        "label:has(input[type=checkbox]) >> nth=9",
    ),
    "somebody at the door": Swap(
        "night/door/check_in", night_page("night-check-in"), ".rows button.button"
    ),
    "others at the door": Swap(
        "night/door/_people",
        night_page("night-check-in"),
        stays=".rows li b",
        happens=somebody_pays,
    ),
    "the desk": Swap(
        "night/desk/_desk",
        night_page("night-desk"),
        stays="#desk",
        event="visibilitychange",
    ),
    "the standings": Swap(
        "night/shown/standings",
        night_page("night-standings"),
        stays="#live",
        event="changed",
    ),
    "the sheet of a table": Swap(
        "night/tables/board",
        sheet_of_a_table,
        stays="#sheet",
        event="visibilitychange",
    ),
    "a way of playing a night": Swap(
        "night/set_up/set_up", set_up, "label:has([name=preset]) >> nth=2"
    ),
    "a swap of seats": Swap(
        "night/seating/seat", night_page("night-seat"), ".chipname >> nth=1"
    ),
}
PARTS_OF_OTHERS = {
    "night/door/_tapped",
    "night/door/list",
    "checker/_verdict",
}  # are swapped with them


def test_every_template_that_is_swapped_is_walked():
    folder = settings.BASE_DIR / "templates" / "scores"
    swapped = {
        str(file.relative_to(folder).with_suffix(""))
        for file in folder.rglob("*.html")
        if re.search("hx-(swap|target)", file.read_text())
    }
    assert (
        swapped
        == {swap.template for swap in SWAPS.values()} - {"board/_board"}
        | PARTS_OF_OTHERS
    )


COUNT = """() => {
  window.swaps = 0;
  const count = () => (window.swaps += 1);
  for (const event of ["htmx:afterSettle", "board:shown"]) document.addEventListener(event, count);
}"""


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    "name",
    [
        night_param("other sizes", name) if swap.template.startswith("night/") else name
        for name, swap in SWAPS.items()
    ],
)
def test_the_place_of_the_finger_stays(
    phone, live_server, transactional_db, name, size
):
    swap = SWAPS[name]
    page = phone(*size)
    if swap.happens:
        page.clock.install()
    visit = Visit(page, live_server.url, NAMES)
    visit.sees(swap.opens)
    page.wait_for_load_state()
    page.evaluate(COUNT)
    tapped = page.locator(swap.tapped).first if swap.tapped else None
    stays = page.locator(swap.stays or swap.tapped).first
    if tapped:
        tapped.scroll_into_view_if_needed()
    page.evaluate("least => scrollTo(0, Math.max(scrollY, least))", NOT_AT_TOP)
    before = top_of(stays)
    if tapped:
        tapped.tap()
    elif swap.happens:
        swap.happens(visit)
        page.clock.run_for(DOOR_ASKS_MS)
    else:
        page.evaluate(
            "([at, event]) => htmx.trigger(at, event)",
            [page.locator("[hx-get]").first.element_handle(), swap.event],
        )
    expect_swapped(page)
    page.wait_for_timeout(SETTLES_MS)
    expect_count(page, ".htmx-request", 0)
    assert abs(top_of(stays) - before) <= NOTICED


def top_of(stays):
    return stays.evaluate("element => element.getBoundingClientRect().top")


def expect_swapped(page):
    for _time in range(300):
        if page.evaluate("window.swaps"):
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing was swapped")
