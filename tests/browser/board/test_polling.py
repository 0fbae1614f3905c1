"""Open boards: what one phone writes the others show by themselves."""

import time

import pytest
from playwright.sync_api import expect

from rules.match.corrections import Amended, Change
from scores.models import Role
from tests.browser.support.clock import A_MINUTE, with_a_clock
from tests.browser.support.routes import Obstacle, asked_by, is_poll, says_all
from tests.browser.support.steps import (
    expect_count,
    expect_hidden,
    expect_text,
    expect_visible,
    expect_whole_text,
    tap,
    tap_button,
    tap_link,
)
from tests.browser.support.table import Table, below
from tests.scores.support.table import hand
from tests.support import extent

NAMES = ("Ana", "Luis", "Eva")
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
UNDONE = "Deshecha la mano 2: Cierra Luis, con todo ligado · Ana 20 · Eva 20"
CORRECTED = "Corregida la mano 2: Eva 30 (antes: 20)"
COUNT_BUZZES = "window.buzzes = 0; navigator.vibrate = () => { window.buzzes += 1; return true; }; 0"


@pytest.mark.long
def test_each_board_follows_and_says_saves_undos_and_corrections_and_stays_writable(
    evening,
):
    table = evening(*NAMES)
    scorer = table.scorer(360, 640)
    watcher = table.watcher()
    other = table.second()
    seen = (watcher, other)
    for board in (scorer, watcher):
        board.page.evaluate(COUNT_BUZZES)
        tap(board.page, "h1")  # phones buzz only after they were touched
    for number, closer in enumerate((0, 1), 1):
        scorer.scores(
            closer, "clean", {seat: 20 for seat in range(3) if seat != closer}
        )
        for board in seen:
            expect_whole_text(board.page, "h1", f"Mano {number + 1}")
    for board in seen:
        board.expect_totals(10, 10, 40)
        expect(board.spoken).to_have_text(
            "Cierra Luis: −10, va con 10 · Ana +20 = 10 · Eva +20 = 40"
        )
        assert board.page.title() == "Mano 3 · Reenganche"
    for board in (scorer, watcher):
        says_all(board.page)
        assert board.page.evaluate("window.buzzes") == 2
    scorer.undoes()
    for board in (scorer, *seen):
        expect_whole_text(board.page, "[data-read-aloud]", UNDONE)
    scorer.redoes()
    table.plays(Amended((Change(1, hand(20, 0, 30, closer=1)),)))
    for board in (scorer, *seen):
        expect_whole_text(board.page, "[data-read-aloud]", CORRECTED)
    assert scorer.page.evaluate("document.scrollingElement.scrollWidth") <= 360
    other.expect_totals(10, 10, 50)
    other.scores(1, "clean", {0: 5, 2: 5})
    scorer.expect_totals(15, 0, 55)
    scorer.undoes()
    other.expect_totals(10, 10, 50)


def test_a_board_that_is_hidden_asks_nothing_and_asks_at_once_when_it_is_shown_again(
    evening,
):
    table = evening(*NAMES)
    watcher = table.watcher()
    page = with_a_clock(watcher.page)
    page.evaluate(HIDE, True)
    asked = asked_by(page, is_poll)
    table.plays(hand(0, 23, 7))
    page.clock.run_for(A_MINUTE)
    watcher.expect_totals(0, 0, 0)
    assert asked == []
    page.clock.pause_at(time.time() + 3600)  # nothing is waited for any more
    page.evaluate("document.documentElement.dataset.version = 'an older one'")
    page.evaluate(HIDE, False)
    watcher.expect_totals(-10, 23, 7)
    expect_visible(page, "#newer")


def test_a_link_revoked_with_its_rights_ends_the_boards_it_opened_at_the_next_poll(
    evening,
):
    table = evening(*NAMES)
    owner = table.scorer()
    watcher = table.watcher()
    owner.page.goto(f"{owner.page.url}revoke/watch/")
    owner.page.get_by_role("checkbox").check()
    tap_button(owner.page, "Anular el enlace")
    expect(watcher.row(0)).to_have_count(0)
    expect_text(watcher.page, "main", "no tiene permiso")


def test_without_its_right_a_phone_keeps_what_is_typed_is_told_once_and_asks_no_more(
    evening,
):
    other = evening(*NAMES).second()
    with_a_clock(other.page)
    other.closes(1, "knock-3")
    other.tap_keys("12")
    other.page.context.clear_cookies()
    expect(other.meanwhile).to_contain_text("ya no puede apuntar")
    asked = asked_by(other.page, is_poll)
    other.page.clock.run_for(A_MINUTE)
    expect(other.meanwhile).to_be_visible()
    other.expect_typed(0, "12")
    assert asked == []


@extent.by_night("corners of boards")
def test_what_a_proxy_answers_is_no_answer(evening):
    watcher = evening(*NAMES).watcher()
    for status, body in ((200, "<h1>Wi-Fi</h1>"), (404, "no such server"), (502, "")):
        answer = {"status": status, "body": body}
        obstacle = Obstacle(
            watcher.page,
            "**/pulse/**",
            lambda route, answer=answer: route.fulfill(**answer),
        )
        expect_visible(watcher.page, "#lost")
        watcher.expect_totals(0, 0, 0)
        obstacle.lets_pass()
        expect_hidden(watcher.page, "#lost")


def test_a_rematch_is_offered_on_every_open_board_and_to_who_opens_an_old_link(
    evening, phone
):
    table = evening("Ana", "Luis", limit="20", rebuys="0")
    scorer = table.scorer()
    watcher = table.watcher()
    big = table.big()
    scorer.scores(0, "clean", {1: 60})
    expect(watcher.headline).to_have_text("¡Gana Ana!")
    tap_button(scorer.page, "Revancha")
    expect_whole_text(scorer.page, "h1", "Mano 1")
    late = phone()
    late.goto(table.link(Role.WATCH))
    tap(late, "main form[method=post] button")
    for page in (watcher.page, late):
        tap_link(page, "A la revancha")
        expect_whole_text(page, "h1", "Mano 1")
        assert Table(page).key == scorer.key
    expect_text(big, "h1", "Mano 1")  # nobody has touched it


STAYS_ON = "La pantalla se queda encendida mientras se ve el marcador."
COUNT_LOCKS = """let locks = 0;
const counted = (more) => document.documentElement.setAttribute("data-locks", locks += more);
const request = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = async (kind) => {
  const lock = await request(kind);
  counted(1);
  lock.addEventListener("release", () => counted(-1));
  return lock;
};"""


# The headless shell has no such lock.
HAS_LOCK = """const screen = { request: async () => {
  const lock = new EventTarget();
  return Object.assign(lock, { release: () => lock.dispatchEvent(new Event("release")) });
} };
Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => screen, configurable: true });"""


@pytest.mark.long
def test_the_screen_of_a_phone_stays_on_until_the_end_and_of_a_tv_for_the_rematch(
    evening,
):
    table = evening("Ana", "Luis", limit="20", rebuys="0")
    scorer = table.scorer()
    big = table.big()
    pages = [scorer.page, table.watcher().page, big]
    for page in pages:
        page.add_init_script(HAS_LOCK + COUNT_LOCKS)
        page.reload()
    sound = "label:has(#sound)"

    def expect_awake():
        for page in pages:
            expect(page.locator("html")).to_have_attribute("data-locks", "1")
            expect_whole_text(page, "#awake", STAYS_ON)
            expect_visible(page, sound)

    expect_awake()
    scorer.scores(0, "clean", {1: 60})
    for page in pages[:2]:
        expect(page.locator("html")).to_have_attribute("data-locks", "0")
        expect_hidden(page, "#awake")
        expect_hidden(page, sound)
    expect(big.locator(".steps")).to_be_attached()
    expect(big.locator("html")).to_have_attribute("data-locks", "1")
    scorer.undoes()
    expect_awake()


def test_what_one_reads_stays_under_the_eyes_when_the_board_changes(evening):
    table = evening(*NAMES)
    table.plays(*[hand(0, 3, 7)] * 2)
    watcher = table.watcher()
    below(watcher.page).locator("#chart").scroll_into_view_if_needed()
    watcher.page.evaluate("scrollBy(0, 200)")
    before = watcher.page.locator("#chart").bounding_box()
    table.plays(hand(0, 3, 7))
    watcher.expect_totals(-30, 9, 21)
    expect_count(watcher.page, "#sheet tbody tr", 3)
    after = watcher.page.locator("#chart").bounding_box()
    assert abs(after["y"] - before["y"]) <= 1


def test_who_goes_back_to_a_board_sees_it_as_it_is_now_and_not_when_it_was_loaded(
    evening, settings
):
    settings.POLL_MS = 10 * 60 * 1000  # nothing is asked after an interval
    table = evening(*NAMES).scorer()
    page = table.page
    # the page is left before htmx has settled
    page.evaluate("htmx.config.defaultSettleDelay = 60000")
    table.scores(0, "clean", {1: 20, 2: 20})
    page.goto("/help/")
    with page.expect_response(is_poll):
        page.go_back()
    expect_whole_text(page, "h1", "Mano 2")
    table.expect_totals(-10, 20, 20)
