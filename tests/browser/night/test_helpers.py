"""The phone that runs a night fails in the middle of a round: another one reads the card for emergencies and
goes on; a helper goes to a table that calls."""

import pytest
from playwright.sync_api import expect

from scores.models import Role
from tests.browser.support.night_by_screens import asks_at_once
from tests.browser.support.routes import asked_by
from tests.browser.support.steps import (
    expect_role,
    expect_text,
    expect_visible,
    tap,
    tap_button,
    tap_link,
)
from tests.scores.support.nights import (
    EIGHT,
    all_reported,
    card,
    link,
    open_night,
    published,
)
from tests.scores.support.table import address_of

pytestmark = pytest.mark.long


@pytest.fixture
def night(match):
    return published(open_night(match.circle, *EIGHT))


def test_another_phone_reads_the_card_in_mid_round_and_publishes_the_next_one(
    phone_of, phone, owner, night
):
    first = phone_of(owner)
    first.goto(address_of("night-emergency", night))
    address = first.locator(".emergency .address").inner_text()
    first.context.close()  # it is broken

    other = phone()
    other.clock.install()
    other.goto(address)
    other.get_by_label("Tu nombre").fill("Paca")
    tap_button(other, "Llevar la noche")
    expect_text(other, ".now", "Siguen 2 mesas")
    other.get_by_label("Minutos").fill("40")
    asked = asked_by(other)
    other.clock.run_for(11_000)
    assert asked == []  # what is typed stays
    tap_button(other, "Poner reloj")
    expect_visible(other, ".clock")
    other.clock.fast_forward(300_000)
    expect_text(other, ".clock", "39:")
    other.clock.run_for(2_000)
    assert "39:" in other.locator(".clock").inner_text()
    all_reported(night)
    asks_at_once(other)
    tap_link(other, "Sentar la ronda 2")
    tap_button(other, "Publicar la ronda 2")
    expect_text(other, ".now", "Siguen 2 mesas")


def test_a_table_calls_and_reads_which_helper_comes(phone_of, phone, owner, night):
    table = phone(360, 640)
    helper = phone()
    desk = phone_of(owner)
    table.goto(card(night))
    tap_button(table, "Apuntar")
    helper.goto(link(night, Role.SCORE))
    helper.get_by_label("Tu nombre").fill("Marta")
    tap_button(helper, "Ayudar en la noche")
    expect(helper.get_by_role("link", name="Dinero")).to_have_count(0)
    desk.goto(night.get_absolute_url())

    tap(table, "#night .night-line a")
    table.get_by_role("button", name="Venid a nuestra mesa").dblclick()
    expect_role(table, "button", "Ya no hace falta")
    table.get_by_role("link", name="Al marcador").last.tap()
    expect_text(table, "#night", "Aviso enviado")
    for page in (helper, desk):
        asks_at_once(page)
        expect(page.locator(".tables li").first).to_contain_text(
            "«Venid a nuestra mesa»"
        )
    tap_button(helper, "Voy yo")
    expect_text(table, "#night", "Va Marta a vuestra mesa.")
    tap_button(helper, "Ya está")
    expect(helper.get_by_role("button", name="Ya está")).to_have_count(0)
    expect(table.locator("#night")).not_to_contain_text("Marta")
