"""The pages for whole matches (lists, details, bin) in every state with a different look; for `pages`."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.urls import reverse
from playwright.sync_api import Page, expect

from scores.group.archive import lifecycle
from scores.group.archive.views import PAGE
from scores.models import Circle, Match
from tests.browser.support.table import below
from tests.scores.support import factories

if TYPE_CHECKING:
    from tests.browser.support.pages import Visit

LONG = "W" * 60


def _many(visit: Visit) -> Circle:
    """A circle with more than one page of matches: unfinished, finished, with and without a place."""
    going, over = visit.going, visit.finished
    lifecycle.describe(going, place=LONG, note=" ".join(["Noche"] * 30), played_on=going.played_on)
    lifecycle.archive(visit.match())
    rows = (
        Match(circle=over.circle, ruleset=over.ruleset, players_at_start=2, played_on=date(2020, 1, 1))
        for _row in range(PAGE)
    )
    Match.objects.bulk_create(rows)
    return over.circle


def _asks(visit: Visit, circle: Circle, query: str) -> Page:
    visit.page.goto(reverse("circle-matches", args=[circle.code]) + query)
    return visit.page


def matches(visit: Visit) -> None:
    _many(visit)
    visit.opens("matches")


def matches_of_nobody(visit: Visit) -> None:
    visit.comes_as(None)
    visit.opens("matches")


def matches_last_page(visit: Visit) -> None:
    _asks(visit, _many(visit), "?page=2")


def matches_found(visit: Visit) -> None:
    page = _asks(visit, _many(visit), "")
    page.locator("summary").tap()
    page.locator("[name=q]").fill("noche")
    page.locator("[name=state]").select_option("going-on")
    page.locator(".ends .button").tap()
    expect(page.locator("#found li")).to_have_count(1)


def matches_none_found(visit: Visit) -> None:
    _asks(visit, _many(visit), "?q=nada")


def matches_archived(visit: Visit) -> None:
    _asks(visit, _many(visit), "?state=archived")


def matches_with_a_wrong_date(visit: Visit) -> None:
    _asks(visit, _many(visit), "?since=31/02/2026")
    expect(visit.page.locator(".error")).to_be_visible()


def trash(visit: Visit) -> None:
    lifecycle.delete(visit.match(visit.hand(0)))
    visit.opens("trash")


def trash_empty(visit: Visit) -> None:
    visit.opens("trash")


def details(visit: Visit) -> None:
    lifecycle.describe(visit.going, place=LONG, note="W" * 200, played_on=visit.going.played_on)
    visit.opens("details", visit.going.code)


def details_refused(visit: Visit) -> None:
    page = visit.opens("details", visit.going.code)
    page.locator("[name=played_on]").fill("")
    page.locator(".start button").tap()
    expect(page.locator(".error")).to_be_visible()


def board_with_details(visit: Visit) -> None:
    lifecycle.describe(visit.going, place=LONG, note="W" * 200, played_on=visit.going.played_on)
    below(visit.opens("match", visit.going.code))


def archived(visit: Visit) -> None:
    page = visit.opens("match", visit.match().code)
    below(page).locator("[form=archive]").tap()
    expect(page.locator("#kept .tag")).to_be_visible()


def unarchived(visit: Visit) -> None:
    match = visit.match()
    lifecycle.archive(match)
    page = visit.opens("match", match.code)
    below(page).locator("[form=archive]").tap()
    expect(page.locator("#kept .tag")).to_have_count(0)


def delete_match(visit: Visit) -> None:
    visit.opens("delete-match", visit.going.code)


def delete_match_refused(visit: Visit) -> None:
    page = visit.opens("delete-match", visit.going.code)
    page.locator("[name=word]").fill("no")
    page.locator(".button.bad").tap()
    expect(page.locator(".error")).to_be_visible()


def restored(visit: Visit) -> None:
    lifecycle.delete(visit.match(visit.hand(0)))
    page = visit.opens("trash")
    page.locator(".matches button").first.tap()
    expect(page.locator("#board")).to_be_visible()


def new_match_from_paper(visit: Visit) -> None:
    visit.page.goto(reverse("new-match") + "?sheet")


def paper_sheet(visit: Visit, preset: str) -> None:
    match = factories.start(visit.owner, *visit.names[:4], preset=preset)
    visit.opens("paper", match.code)


def _typed(visit: Visit, *hands: tuple[str, ...], **rules: str) -> Page:
    match = factories.start(visit.owner, *visit.names, **rules)
    page = visit.opens("paper", match.code)
    for place, numbers in enumerate(hands):
        for seat, number in enumerate(numbers + ("20",) * (len(visit.names) - len(numbers))):
            page.locator(f"[name='{place}.deadwood_{seat}']").fill(number)
    page.locator(".start [value=look]").tap()
    return page


def paper_looked_at(visit: Visit) -> None:
    page = _typed(visit, ("", "75"), ("-10", "45"), preset="chinchon-fournier")
    expect(page.locator("[value=save]")).to_be_visible()


def paper_refused(visit: Visit) -> None:
    page = _typed(visit, ("-10", "x"), ("3", "2"), ("", "y"))
    expect(page.locator(".error").first).to_be_visible()


def paper_of_a_match_that_is_over(visit: Visit) -> None:
    visit.opens("paper", visit.finished.code)


def paper_that_has_to_wait(visit: Visit) -> None:
    visit.opens("paper", visit.asked().code)
