"""The pages of a club night, in the states that look different."""

from playwright.sync_api import expect

from scores.models import Role
from scores.night import links
from scores.night.cards.table_cards import link_path
from scores.night.models import Sitting
from tests.browser.support.steps import expect_visible, expect_whole_text, tap


def set_up_looked_at(visit):
    """With every knob, and what the night would be."""
    page = visit.opens("night-set-up", visit.circle.code)
    tap(page, "#more > summary")
    tap(page, "#sizes > summary")
    page.locator("[name=expected]").fill("12")
    page.get_by_text("Tres vidas").or_(page.get_by_text("Three lives")).first.tap()
    expect_visible(page, "#answer .lead")


def somebody_picked(visit):
    page = visit.opens("night-seat", visit.night.code)
    page.locator(".seating .chipname").first.tap()
    expect_visible(page, ".seating .picked")


def list_pasted(visit):
    page = visit.opens("night-list", visit.night.code)
    page.locator("#names").fill("Ana\nZoe, Zoe\nLuisa")
    expect_visible(page, ".summary")


def cards_made(visit):
    page = visit.opens("night-cards", visit.night.code)
    tap(page, "main form .button")
    expect(page.locator(".table-cards li").first).to_be_visible()


def card_of_a_table(visit):
    table = visit.night.tables.select_related("night").first()
    visit.opens("table-link", *link_path(table).strip("/").split("/")[2:5])


def somebody_missing(visit):
    """The page of a table that has said so."""
    sitting = (
        Sitting.objects.filter(table__night=visit.night).select_related("match").first()
    )
    Sitting.objects.filter(pk=sitting.pk).update(missing=[1])
    visit.opens("match-night", sitting.match.code)


def board_by_link(visit):
    """The sheet of a table, for a phone that helps at the night and is in no group."""
    visit.comes_as(None)
    tap(_open_link(visit, Role.SCORE), "main form .button")
    expect_whole_text(visit.page, "h1", visit.night.name)
    visit.opens("night-board", visit.night.code, 1, 1)


def link_of(role):
    def opened(visit):
        _open_link(visit, role)

    return opened


def _open_link(visit, role):
    path = links.link_path(visit.night, role)
    return visit.opens("night-link", *path.strip("/").split("/")[2:5])


PAGES = {
    "night-set-up": [set_up_looked_at],
    "night-list": [list_pasted],
    "night-seat": [somebody_picked],
    "night-board": [board_by_link],
    "night-link": [link_of(Role.WATCH), link_of(Role.OWN)],
    "night-cards": [cards_made],
    "match-night": [somebody_missing],
    "table-link": [card_of_a_table],
}
