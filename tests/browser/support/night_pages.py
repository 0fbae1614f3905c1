"""The pages of a club night, in the states that look different."""

from functools import partial

from scores.models import Role
from tests.browser.support.steps import expect_visible, expect_whole_text, tap
from tests.scores.support.nights import card, link, played
from tests.scores.support.table import update_row


def list_pasted(visit):
    page = visit.opens("night-list", visit.night.code)
    page.locator("#names").fill("Ana\nZoe, Zoe\nLuisa")
    expect_visible(page, ".summary")


def card_of_a_table(visit):
    visit.page.goto(card(visit.night))


def somebody_missing(visit):
    """The page of a table that has said so."""
    match = played(visit.night)
    update_row(match.sitting, missing=[1])
    visit.opens("match-night", match.code)


def board_by_link(visit):
    """The sheet of a table, for a phone that helps at the night and is in no group."""
    visit.comes_as(None)
    by_link(visit, Role.SCORE)
    tap(visit.page, "main form .button")
    expect_whole_text(visit.page, "h1", visit.night.name)
    visit.opens("night-board", visit.night.code, 1, 1)


def by_link(visit, role):
    visit.page.goto(link(visit.night, role))


PAGES = {
    "night-list": [list_pasted],
    "night-board": [board_by_link],
    "night-link": [partial(by_link, role=role) for role in (Role.WATCH, Role.OWN)],
    "match-night": [somebody_missing],
    "table-link": [card_of_a_table],
}
