"""Without a signal: the app opens, a hand waits in its form, and nothing is lost or doubled.

Phones without the engine; with it, `test_evening`.
"""

import pytest
from playwright.sync_api import expect

from scores.pages.views import TITLES
from tests.browser.offline.test_evening import FIRST, NAMES, SECOND
from tests.browser.support.phones import SAVES_DATA
from tests.browser.support.pocket import (
    comes_back,
    comes_true,
    expect_waiting,
    is_ready,
    log,
    waiting,
    writes,
)
from tests.browser.support.routes import ONLINE, is_poll, says_all
from tests.browser.support.steps import (
    expect_count,
    expect_hidden,
    expect_text,
    expect_whole_text,
    tap,
    tap_button,
)
from tests.support import extent
from tests.support.line import login_page
from tests.support.wire import Phone

pytestmark = pytest.mark.long

WAITS = "Por enviar, aún no cuenta: se envía sola cuando haya señal."
NO_ANSWER = "No hay respuesta: no sé si se guardó."
SHARE = "Los enlaces, el código QR y los teléfonos necesitan señal."


def board_of(pocket, wire, address):
    """A board on a phone that could do without the server from now on, and never loads the engine."""
    table = pocket(before=SAVES_DATA).continues(wire, address)
    is_ready(table.page)
    return table


@pytest.fixture
def wire(line):
    return Phone(line.to)


def test_a_hand_waits_in_its_form_where_it_is_plainly_not_counted_and_goes_up_once(
    pocket, line, wire
):
    address = wire.start(*NAMES)
    wire.save(address, 0, 23, 7)
    table = board_of(pocket, wire, address)
    page = table.page
    line.cut()
    writes(table, 1, "knock-3", {0: 12, 2: 9})
    table.expect_totals(-10, 23, 7)
    expect(table.line).to_have_text(WAITS)
    expect(table.spoken).to_have_text(WAITS)
    expect_whole_text(page, "h1", "Mano 2")
    table.row(2).tap()
    table.digit("erase").tap()
    expect_waiting(page, 0)
    line.mend()
    says_all(page)
    table.expect_totals(-10, 23, 7)  # other numbers are saved when somebody says so
    line.cut()
    table.tap_keys("8")
    table.save_button.tap()
    expect_waiting(page, 1)
    for status in ("200 OK", "502 Bad Gateway"):
        line.is_answered_by_another(login_page(status))
        with page.expect_response("**/hand/"):
            page.evaluate(ONLINE)
        page.wait_for_event("response", is_poll)
        assert waiting(page) == 1
        expect(table.form).to_be_visible()
    line.cut()
    page.goto("about:blank")
    page.goto(address)
    table.expect_totals(-10, 23, 7)
    expect_text(page, "#lost", "Sin señal: así estaba hace")
    table.expect_typed(0, "12")
    tap(page, ".bar .home")
    expect(page).to_have_url("/")
    expect_waiting(page, 1)
    line.mend()
    for _time in range(4):
        page.goto(address, wait_until="commit")  # sends, and is left while it does
    table.expect_totals(2, 26, 15)
    expect_waiting(page, 0)
    assert log(page, address) == [FIRST, SECOND]


def test_a_hand_that_waited_for_the_server_and_meets_anothers_asks_in_its_form(
    pocket, line, wire
):
    """Meanwhile the page that was kept is shown."""
    address = wire.start(*NAMES)
    table = board_of(pocket, wire, address)
    page = table.page
    line.hang()
    table.fills(1, "knock-3", {0: 12, 2: 8})
    table.save_button.dblclick()
    other = page.context.new_page()
    # the server never answers
    other.goto(address, wait_until="domcontentloaded")
    expect_text(other, "#lost", "así estaba hace")
    other.close()
    expect_waiting(page, 1)
    wire.invites(address, "score").save(address, 0, 23, 7)
    comes_back(line, page)
    expect(table.trouble).to_contain_text("Cierra Ana")
    table.expect_typed(0, "12")
    expect_waiting(page, 0)
    tap_button(table.form, "Es otra: guardarla")
    table.expect_totals(2, 26, 15)
    expect_hidden(page, "#lost")
    assert log(page, address) == [FIRST, SECOND]


def test_pages_that_were_seen_open_with_their_age_and_others_say_what_they_need(
    pocket, line, wire
):
    board = wire.start(*NAMES)
    wire.save(board, 0, 23, 7)
    table = board_of(pocket, wire, board)
    page = table.page
    seen = ("/check/", f"{board}log/", "/help/gin/example/7/", "/")
    for address in seen:
        page.goto(address)
        is_ready(page)
    page.goto(board)
    page.goto("/")
    line.cut()
    page.go_back()
    table.expect_totals(-10, 23, 7)
    for address in seen:
        page.goto(address)
        said = page.locator("#lost")
        expect(said).to_contain_text("Sin señal: así estaba hace")
        assert "\n" not in said.inner_text()  # no column beside another
        expect_count(page, "#missing", 0)
    # Home was kept while hand 2 was due; the board knows which one is.
    expect(
        page.get_by_role("link", name="Seguir la partida", exact=True)
    ).to_be_visible()
    expect(page.get_by_text("Seguir en la mano 2")).to_be_hidden()
    expect_hidden(page, ".now .scores")
    page.goto(f"{board}share/#links")  # a part of a page, as /phone/#switches
    expect_whole_text(page, "#missing p:visible", [SHARE])
    page.goto("/check/")
    page.locator(".deck label").first.tap()
    expect_whole_text(page, "#lost", "Sin señal: se comprueba cuando vuelva.")


@extent.by_night("signal")
def test_what_cannot_wait_says_that_there_was_no_answer(pocket, line, wire):
    """An undo, a form without who closed, and the answer to a question."""
    address = wire.start(*NAMES, preset="chinchon-fournier")
    wire.save(address, 0, 60, 7)
    table = board_of(pocket, wire, address)
    line.cut()
    table.undo_button.tap()
    expect(table.line).to_have_text(NO_ANSWER)
    table.form.evaluate("form => form.requestSubmit()")
    expect(table.line).to_contain_text(NO_ANSWER)
    expect_waiting(table.page, 0)
    line.mend()
    table.scores(0, "clean", {1: 60, 2: 7})
    expect(table.questions).to_contain_text(["Luis"])
    line.cut()
    tap_button(table.page, "Sí, se reengancha")
    expect_whole_text(table.board, ".line", NO_ANSWER)


# The guide


KEEPS = """async (addresses) => {
  const kept = await Promise.all(addresses.map((address) => caches.match(address)));
  return kept.every(Boolean);
}"""
IS_SHOWN = """async () => {
  const [picture] = document.querySelectorAll("main img");
  await picture.decode();
  return getComputedStyle(document.querySelector("main .screen")).maxWidth !== "none";
}"""


def shows_its_picture(page, slug):
    page.goto(f"/guide/{slug}/")
    expect_whole_text(page, "h1", str(TITLES[slug]))
    assert page.evaluate(IS_SHOWN)


@extent.by_night("signal")
def test_a_visited_page_and_after_the_contents_the_whole_guide_open_without_a_signal(
    pocket, line
):
    page = pocket().opens("/")
    is_ready(page)
    shows_its_picture(page, "lost-phone")
    for opened, slugs in (("lost-phone/", ["lost-phone"]), ("", TITLES)):
        page.goto(f"/guide/{opened}")
        comes_true(page, KEEPS, [f"/guide/{slug}/" for slug in slugs])
        line.cut()
        for slug in slugs:
            shows_its_picture(page, slug)
        line.mend()
