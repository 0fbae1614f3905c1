"""An organiser opens a night and publishes its first round, with a second phone at the other door."""

import pytest
from playwright.sync_api import expect

from scores.models import Role
from tests.browser.hand_entry.test_taps import too_small
from tests.scores.support.factories import phone_of as phone_with_right

MORE = ("Luz", "Leo", "Mar", "Sol", "Pau", "Noa", "Ian", "Iris", "Max")


@pytest.mark.long
def test_a_night_of_thirteen_from_the_first_page_to_round_one(phone_of, owner, match):
    for name in MORE:
        match.circle.players.create(name=name)
    page = phone_of(owner)
    other_door = phone_of(phone_with_right(match.circle, Role.OWN))
    page.goto("/")
    page.goto(match.circle.get_absolute_url())
    page.get_by_role("link", name="Noches de club").tap()
    page.get_by_role("link", name="Nueva noche").tap()
    expect(page.get_by_label("Cuántos se esperan")).to_be_visible()
    page.wait_for_load_state()  # its scripts come after it
    page.get_by_label("Cuántos se esperan").fill("13")
    page.get_by_label("Rondas", exact=True).fill("3")
    expect(page.locator("#answer")).to_contain_text(
        "13 personas, 4 mesas (1×4, 3×3), 3 rondas."
    )
    page.get_by_text("Nombre y dinero").tap()
    page.get_by_label("Lo que paga cada uno").fill("5")
    page.get_by_role("button", name="Abrir la puerta").tap()
    page.get_by_role("link", name="Abrir la puerta").last.tap()

    expect(page.locator(".chip")).to_have_count(13)
    other_door.goto(page.url)
    names = [chip.inner_text().strip() for chip in page.locator(".chip").all()]
    for number, name in enumerate(names, 1):
        door = page if number % 2 else other_door
        door.locator(".chip", has_text=name).first.tap()
        expect(door.locator(".rows li", has_text=name).first).to_contain_text("debe")
    page.locator(".rows li", has_text="Ana").get_by_role("button").first.tap()
    expect(page.locator(".rows li", has_text="Ana")).to_contain_text("pagó")
    for door in (page, other_door):  # each shows also what the other one tapped
        expect(door.locator(".dock")).to_contain_text("13 aquí, 4 mesas (1×4, 3×3)")
        expect(door.locator(".chip")).to_have_count(0)
    page.wait_for_load_state()
    assert too_small(page) == []

    page.get_by_role("link", name="Sentar la ronda 1").tap()
    expect(page.locator(".costs")).to_contain_text("Nadie se repite.")
    first = page.locator(".seating .chipname").first
    second = page.locator(".seating .chipname").last
    swapped = (first.inner_text(), second.inner_text())
    first.tap()
    expect(page.locator(".seating .picked")).to_have_text(swapped[0])
    second.tap()
    expect(first).to_have_text(swapped[1])
    expect(second).to_have_text(swapped[0])
    page.get_by_role("button", name="Publicar la ronda 1").tap()
    expect(page.locator(".tables li")).to_have_count(4)
    expect(page.locator(".tables li").first).to_contain_text(swapped[1])
    page.wait_for_load_state()
    assert too_small(page) == []
    page.get_by_role("button", name="Poner reloj").tap()
    expect(page.locator(".now")).to_contain_text("quedan")
