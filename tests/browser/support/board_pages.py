"""Home, boards and what hangs on them in every state with a different look; for `pages`."""

from functools import partial

from playwright.sync_api import expect

from scores.core.access import grants
from scores.models import Role
from scores.table.table_events.views import FORM_OF
from tests.browser.support.group_pages import without_rights
from tests.browser.support.routes import Obstacle
from tests.browser.support.steps import expect_text, expect_visible, tap
from tests.browser.support.table import below, open_folds
from tests.scores.support import factories
from tests.scores.support.nights import played

# Home and a new match


def nothing_there(visit):
    visit.page.goto("/m/nothere/")


def new_match_of(visit, preset):
    """With every fold open."""
    page = visit.opens("new-match")
    label = page.locator("label", has=page.locator(f"#preset-{preset}"))
    open_folds(page)
    label.tap()
    expect_text(page, "#prepare h2", label.inner_text())
    for index, name in enumerate(visit.names[:4]):
        page.locator(f"[name=name_{index}]").fill(name)
    open_folds(page)
    expect_text(page, "#prepare", visit.names[3])


# The board


def board_closed_in(visit, preset):
    visit.board(visit.match(preset=preset)).closes(
        0, "out" if preset == "chinaso" else ""
    )


def board_for_who_may_watch(visit):
    visit.comes_as(factories.phone_with(Role.WATCH, visit.going))
    visit.board(visit.going)


def board_that_tells_who_was_going_to_win(visit):
    visit.opens("match", visit.finished.code)
    expect(below(visit.page).locator("#story .turning, #areas").first).to_be_visible()


def board_with_chances(visit):
    tap(visit.opens("forecast", visit.going.code), "[name=on]")
    # seven and more have room for it below
    expect(visit.page.locator(".row .chance").first).to_be_attached()


def board_at_a_table_of_a_night(visit):
    visit.board(played(visit.night))
    expect_visible(visit.page, "#night .ask")


def typed(visit, table):
    """A whole hand, not saved."""
    table.fills(0, "clean", dict.fromkeys(range(1, len(visit.names)), 23))


def refused_save(visit):
    table = visit.board(visit.fresh)
    table.closes(0, "clean")
    table.tap_keys("23")
    table.save_button.tap()
    expect(table.board.locator(".error").first).to_be_visible()


def stale_save(visit):
    table = visit.board(visit.fresh)
    # what is written is not heard of
    visit.page.route("**/pulse/**", lambda route: route.abort())
    factories.write(visit.fresh, visit.hand(0), phone=visit.owner)
    typed(visit, table)
    table.saves()
    expect(table.trouble).to_be_visible()


def heard_while_typing(visit):
    table = visit.board(visit.fresh)
    table.closes(1, "clean")
    factories.write(visit.fresh, visit.hand(0), phone=visit.owner)
    expect(table.meanwhile).to_be_visible()


def hand_that_waits(visit):
    """A hand that reaches the server neither from its form nor, with the engine, from the phone's store."""
    table = visit.board(visit.match())
    for address in ("**/hand/", "**/push/"):
        Obstacle(visit.page, address, lambda route: route.abort())
    typed(visit, table)
    table.save_button.tap()
    # those of states before may wait too
    expect_visible(visit.page, "#waiting")


# A paper sheet


def paper_sheet(visit):
    match = factories.start(visit.owner, *visit.names[:4], preset="chinaso")
    visit.opens("paper", match.code)


def paper_looked_at(visit):
    match = factories.start(visit.owner, *visit.names, preset="chinchon-fournier")
    page = visit.opens("paper", match.code)
    for index, numbers in enumerate([("", "75"), ("-10", "45")]):
        for seat, number in enumerate(
            numbers + ("20",) * (len(visit.names) - len(numbers))
        ):
            page.locator(f"[name='{index}.deadwood_{seat}']").fill(number)
    visit.refused("[value=save]", ".start [value=look]")


# Corrections


def corrected(visit, table, points, said):
    """Another number of the second player, and what comes of it."""
    table.field(1).fill(points)
    table.save_button.tap()
    expect(visit.page.locator(said).first).to_be_visible()


def correct_stuck_at_a_hand(visit):
    """A correction of the first hand leaves nobody to play the second."""
    match = visit.match(
        visit.hand(0, 20), visit.hand(0, 5, others=5), limit=40, rebuys=0
    )
    corrected(visit, visit.corrects(match, 0), "60", ".warn")


def correct_stuck_at_a_question(visit):
    match = visit.match(
        visit.hand(0, 33), visit.hand(0), preset="chinchon-fournier", limit=70
    )
    corrected(visit, visit.corrects(match, 0), "71", "[name=act][value=yes-1]")


# The others


def link_for_nobody_known(visit):
    visit.comes_as(None)
    visit.page.goto(grants.link_path(visit.going.circle, Role.OWN))


def overlay(visit):
    visit.page.goto(f"{grants.link_path(visit.going, Role.WATCH)}overlay/")


# Without a signal


def hand_that_waits_in_the_list(visit):
    hand_that_waits(visit)
    expect(visit.opens("no-signal").locator("#hands > li").last).to_be_visible()


PAGES = {
    "home": [partial(without_rights, name="home"), nothing_there],
    "new-match": [
        partial(without_rights, name="new-match"),
        partial(new_match_of, preset="rum-500-pairs"),
    ],
    "five-questions": [partial(without_rights, name="five-questions")],
    "match": [
        *(
            partial(board_closed_in, preset=preset)
            for preset in ("gin", "chinaso", "rum-500")
        ),
        board_for_who_may_watch,
        board_that_tells_who_was_going_to_win,
        board_with_chances,
        board_at_a_table_of_a_night,
        refused_save,
        stale_save,
        heard_while_typing,
    ],
    "paper": [paper_sheet, paper_looked_at],
    "happen": [
        *((f"going.code {kind}",) for kind in FORM_OF),
    ],
    "correct": [
        correct_stuck_at_a_hand,
        correct_stuck_at_a_question,
    ],
    "demo": [partial(without_rights, name="demo")],
    "link": [link_for_nobody_known],
    "link-overlay": [overlay],
    "no-signal": [hand_that_waits_in_the_list],
}
