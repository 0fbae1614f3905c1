"""The pages of a club night, in the states that look different."""

from scores.models import Role
from scores.night import links
from scores.night.cards.table_cards import link_path
from scores.night.models import Sitting
from tests.browser.support.steps import expect_visible, expect_whole_text, tap


def list_pasted(visit):
    page = visit.opens("night-list", visit.night.code)
    page.locator("#names").fill("Ana\nZoe, Zoe\nLuisa")
    expect_visible(page, ".summary")


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
    "night-list": [list_pasted],
    "night-board": [board_by_link],
    "night-link": [link_of(Role.WATCH), link_of(Role.OWN)],
    "match-night": [somebody_missing],
    "table-link": [card_of_a_table],
}
