"""The phone of a table over two rounds: it sends what it has, and turns to its next match by itself."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from rules.night.stages import EndOfMatch, MatchOf, Stage
from scores.models import Role
from scores.night.models import Night
from tests.browser.hand_entry.test_taps import too_small
from tests.browser.support.clock import A_MINUTE, with_a_clock
from tests.browser.support.pocket import IS_STORED, comes_true
from tests.browser.support.steps import (
    expect_count,
    expect_text,
    expect_visible,
    expect_whole_text,
    tap_button,
    tap_link,
)
from tests.browser.support.table import Table
from tests.scores.support.factories import phone_of as phone_with_right
from tests.scores.support.nights import (
    card,
    open_night,
    played,
    published,
    send_to_table,
    set_clock,
)
from tests.support.servers import engine

pytestmark = pytest.mark.long

WITH_ENGINE = "Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => false })"


@pytest.fixture
def page(phone):
    """A small phone that loads the engine, which the live server has."""
    engine()
    page = phone(360, 640)
    page.add_init_script(WITH_ENGINE)
    return page


@pytest.fixture
def night(match):
    """Two rounds of one hand, of which the first is published; four sit at table 1."""
    short = MatchOf(ends=EndOfMatch.HANDS, number=1)
    stage = Stage(number=2, match=short)
    return published(open_night(match.circle, stages=(stage,)))


def needs_no_signal(page):
    """Wait until the engine in the phone runs and has the match, which has no hand yet."""
    comes_true(
        page, "async () => (await import('/static/js/phone/engine.js')).isReady()"
    )
    comes_true(page, IS_STORED, 0)


def shown(page, text):
    expect_text(page, "#night", text)


def test_two_rounds_at_a_table_whose_phone_turns_by_itself(phone_of, page, night):
    guest = phone_of(phone_with_right(night.circle, Role.WATCH))
    page.goto(card(night))
    tap_button(page, "Apuntar")
    shown(page, "Mesa 1 · ronda 1 de 2")
    guest.goto(played(night, 1).get_absolute_url())
    big = phone_of(phone_with_right(night.circle, Role.WATCH), 1280, 800)
    big.goto(f"{played(night, 1).get_absolute_url()}big/")
    shown(guest, "Mesa 1 · ronda 1 de 2")
    page.wait_for_load_state()
    assert too_small(page) == []

    tap_link(page, "¿Falta alguien?")
    tap_button(page, "Luis no está")
    tap_button(page, "Luis ya está")
    page.get_by_role("link", name="Al marcador").last.tap()

    expect(page).to_have_url(played(night, 1).get_absolute_url())
    table = Table(page)
    shown(page, "ronda 1 de 2")
    needs_no_signal(page)
    page.context.set_offline(True)
    table.scores(0, "clean", {1: 23, 2: 7, 3: 12})
    expect_whole_text(page, "#waiting b", "1")
    shown(page, "Mesa 1 · ronda 1 de 2")
    page.context.set_offline(False)
    for watching in (page, guest):
        shown(watching, "Espera a la ronda 2.")
        expect(watching.locator("#night p").nth(1)).to_contain_text("1.º Luis")
    expect_text(big, "h1", "¡Gana Luis!")
    published(night)
    expect(big).to_have_url(f"{played(night, 2).get_absolute_url()}big/")
    for turned in (page, guest):
        expect(turned).to_have_url(played(night, 2).get_absolute_url())
        shown(turned, "Mesa 1 · ronda 2 de 2")
    winner = played(night, 2).seats.get(position=2).player.name
    assert winner != "Luis"
    table.scores(2, "clean", {0: 5, 1: 7, 3: 12})
    shown(page, "Era la última ronda.")
    expect_text(big, "h1", f"¡Gana {winner}!")
    assert [played(night, number).hands for number in (1, 2)] == [1, 1]
    page.go_back()  # to read: it stays
    shown(page, "A la ronda 2")
    page.wait_for_timeout(500)
    expect(page).to_have_url(played(night, 1).get_absolute_url())


def test_a_phone_with_an_unsent_hand_stays_there_when_the_round_ends_without_it(
    page, night
):
    page.goto(card(night))
    tap_button(page, "Apuntar")
    shown(page, "ronda 1 de 2")
    needs_no_signal(page)
    page.context.set_offline(True)
    Table(page).scores(0, "clean", {1: 23, 2: 7, 3: 12})
    published(night)
    page.context.set_offline(False)
    shown(page, "A la ronda 2")
    expect_visible(page, "#waiting.asks")
    assert page.url.endswith(played(night, 1).get_absolute_url())
    tap_link(page, "A la ronda 2")  # nothing is lost by going on
    expect(page).to_have_url(played(night, 2).get_absolute_url())
    expect_visible(page, "#waiting.asks")


def test_a_phone_goes_on_with_the_match_that_its_table_plays_short(phone, owner, night):
    page = phone(360, 640)
    before = played(night, 1)
    page.goto(card(night))
    tap_button(page, "Apuntar")
    shown(page, "¿Falta alguien?")
    send_to_table(owner, night, do="missing 2")
    expect(page).to_have_url(played(night, 1).get_absolute_url())
    assert played(night, 1) != before
    expect_count(Table(page).form, ".row", 3)


def test_a_clock_that_changes_reaches_a_phone_at_once_and_goes_on_without_a_signal(
    phone_of, owner, night
):
    """Also while a hand is typed. The end of the time is said when it comes."""
    page = phone_of(owner)
    page.goto(played(night, 1).get_absolute_url())
    shown(with_a_clock(page), "ronda 1 de 2")
    set_clock(owner, night, "start")
    shown(page, "30 min")
    table = Table(page)
    table.closes(1, "clean")
    expect(table.closer(1)).to_be_checked()
    set_clock(owner, night, "more")
    shown(page, "35 min")
    expect(table.closer(1)).to_be_checked()
    page.context.set_offline(True)
    page.clock.fast_forward(5 * A_MINUTE)
    shown(page, "30 min")
    page.context.set_offline(False)
    set_clock(owner, night, "last")
    shown(page, "1 min")
    Night.objects.update(clock_ends_at=timezone.now())
    page.clock.fast_forward(A_MINUTE * 0.75)
    shown(page, "última mano")
    published(night)
    page.clock.fast_forward(A_MINUTE)
    shown(page, "A la ronda 2")
    page.wait_for_timeout(500)
    expect(table.closer(1)).to_be_checked()
