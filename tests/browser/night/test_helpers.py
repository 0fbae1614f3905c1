"""The phone that runs a night fails in the middle of a round: another one reads the card for emergencies and
goes on; a helper goes to a table that calls."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scores.models import Role
from scores.night import links
from scores.night.cards import places
from scores.night.models import Night, Place
from tests.browser.hand_entry.test_taps import too_small
from tests.browser.support.night_by_screens import asks_at_once
from tests.scores.support.nights import EIGHT, open_night, published

pytestmark = pytest.mark.long


@pytest.fixture
def night(match) -> Night:
    return published(open_night(match.circle, *EIGHT))


def card_of(table: int) -> str:
    return places.link_path(Place.objects.select_related("night").get(number=table))


def enters_the_result(page: Page, table: int) -> None:
    page.locator(".tables li", has_text=f"mesa{table}").get_by_role("link").tap()
    fields = page.locator("input[name^=number_]")
    expect(fields).to_have_count(4)
    for place, field in enumerate(fields.all(), 1):
        field.fill(str(place))
    page.get_by_role("button", name="Guardar").tap()
    expect(page.get_by_role("heading", name="Apuntado a mano")).to_be_visible()
    page.get_by_role("link", name="A la noche").tap()


def test_another_phone_reads_the_card_in_mid_round_and_publishes_the_next_one(
    phone_of, phone, owner, night
):
    first = phone_of(owner)
    first.goto(reverse("night-emergency", args=[night.code]))
    address = first.locator(".emergency .address").inner_text()
    first.goto(night.get_absolute_url())
    enters_the_result(first, 1)
    first.context.close()  # it is broken

    other = phone()
    other.goto(address)
    other.get_by_label("Tu nombre").fill("Paca")
    other.get_by_role("button", name="Llevar la noche").tap()
    expect(other.locator(".now")).to_contain_text("Sigue 1 mesa")
    enters_the_result(other, 2)
    other.get_by_role("link", name="Sentar la ronda 2").tap()
    other.get_by_role("button", name="Publicar la ronda 2").tap()
    expect(other.locator(".now")).to_contain_text("Siguen 2 mesas")
    other.wait_for_load_state()
    assert too_small(other) == []


def test_a_table_calls_and_reads_which_helper_comes(phone_of, phone, owner, night):
    table = phone(360, 640)
    helper = phone()
    desk = phone_of(owner)
    table.goto(card_of(1))
    table.get_by_role("button", name="Apuntar").tap()
    helper.goto(links.link_path(night, Role.SCORE))
    helper.get_by_label("Tu nombre").fill("Marta")
    helper.get_by_role("button", name="Ayudar en la noche").tap()
    expect(helper.get_by_role("link", name="Dinero")).to_have_count(0)
    desk.goto(night.get_absolute_url())

    table.locator("#night .night-line a").tap()
    table.get_by_role("button", name="Venid a nuestra mesa").dblclick()
    expect(table.get_by_role("button", name="Ya no hace falta")).to_be_visible()
    table.wait_for_load_state()
    assert too_small(table) == []
    table.get_by_role("link", name="Al marcador").last.tap()
    expect(table.locator("#night")).to_contain_text("Aviso enviado")
    for page in (helper, desk):
        asks_at_once(page)
        expect(page.locator(".tables li").first).to_contain_text(
            "«Venid a nuestra mesa»"
        )
    helper.get_by_role("button", name="Voy yo").tap()
    expect(table.locator("#night")).to_contain_text("Va Marta a vuestra mesa.")
    helper.get_by_role("button", name="Ya está").tap()
    expect(helper.get_by_role("button", name="Ya está")).to_have_count(0)
    expect(table.locator("#night")).not_to_contain_text("Marta")
