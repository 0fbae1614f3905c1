"""Setting up a match on a phone: nothing typed is lost, and what the table sets up follows what is chosen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.routes import Gate, Obstacle
from tests.browser.support.table import below, fill_new_match, start, start_button
from tests.support import extent

NAMES = ("Ana", "Luis", "Eva", "Paco")


@pytest.fixture
def page(phone) -> Page:
    page = phone(360, 640, locale="es")
    page.goto("/new/")
    return page


def typed(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator(".place input[type=text]").all()]


def choose(page: Page, preset: str) -> None:
    label = page.locator("label", has=page.locator(f"#preset-{preset}"))
    label.tap()
    expect(page.locator("#prepare h2")).to_contain_text(label.inner_text())


def test_names_survive_another_variant_a_reload_and_another_language(page):
    fill_new_match(page, *NAMES, "Pepe")
    choose(page, "rum-500")
    assert typed(page) == [*NAMES, "Pepe"]
    page.reload()
    expect(page.locator("[name=name_4]")).to_have_value("Pepe")
    page.get_by_role("button", name="English").tap()
    expect(page.locator("html")).to_have_attribute("lang", "en-gb")
    expect(page.locator("[name=name_4]")).to_have_value("Pepe")
    expect(page.locator("#preset-rum-500")).to_be_checked()


def test_what_was_started_is_not_kept(page):
    fill_new_match(page, *NAMES)
    start_button(page).tap()
    expect(page).to_have_url(re.compile("/m/"))
    page.goto("/new/")
    page.wait_for_load_state("networkidle")
    assert typed(page) == [""] * 4


def test_partners_are_named_as_they_are_typed(page):
    choose(page, "rum-500-pairs")
    expect(page.locator(".sides")).to_have_text("Quienes se sientan enfrente son pareja.")
    fill_new_match(page, *NAMES)
    page.locator("[name=name_0]").focus()
    expect(page.locator(".sides")).to_have_text("Ana y Eva contra Luis y Paco")
    page.locator("button[value=up-1]").tap()
    expect(page.locator(".sides")).to_have_text("Luis y Eva contra Ana y Paco")


def test_the_table_sets_up_what_the_house_rules_say(page):
    fill_new_match(page, *NAMES, hand_size="9", limit="70")
    page.locator("[name=name_0]").focus()
    expect(page.locator("#prepare")).to_contain_text("9 cartas a cada uno")
    expect(page.locator("#prepare")).to_contain_text("Quien pasa de 70 queda fuera")


@pytest.mark.parametrize("size", [(360, 640), extent.night_param("other sizes", (390, 844))])
def test_eight_at_chinchon_see_beside_the_button_that_the_cards_do_not_suffice(phone, size):
    page = phone(*size, locale="es")
    page.goto("/new/")
    for place in range(8):
        if place >= 4:
            page.get_by_role("button", name="Otro jugador").tap()
        page.locator(f"[name=name_{place}]").click()
        page.keyboard.type(f"Jugador {place}")  # the last one keeps the focus
    warning = page.get_by_text("Con 8 no alcanzan las cartas: hace falta otra baraja.")
    expect(warning).to_be_in_viewport(ratio=1)
    expect(page.locator("[name=name_7]")).to_be_focused()
    expect(page.locator("[name=name_7]")).to_have_value("Jugador 7")
    page.locator(".start").get_by_role("button", name="Empezar").tap()
    expect(below(page).get_by_text("Con 8 no alcanzan las cartas: hace falta otra baraja.")).to_be_visible()


@pytest.mark.parametrize(
    "known", [extent.night_param("other sizes", ()), tuple(f"Jugador {number}" for number in range(10))]
)
def test_nobody_scrolls_to_start_with_ten_known_people_as_with_none(evening, phone, known):
    page = evening(*known).scorer(360, 640).page if known else phone(360, 640)
    page.goto("/new/")
    expect(page.locator(".chipname")).to_have_count(len(known))
    expect(start_button(page)).to_be_in_viewport(ratio=1)
    last = page.locator("#new-match [type=text]:visible").last
    last.focus()
    field, button = last.bounding_box(), start_button(page).bounding_box()
    assert field["y"] + field["height"] <= button["y"]


def test_rules_saved_under_a_name_are_chosen_next_time(page):
    start(page, *NAMES, limit="70", save_as="Las reglas de la abuela")
    page.goto("/new/")
    expect(page.locator("[name=preset]:checked + span")).to_have_text("Las reglas de la abuela")


@pytest.fixture
def gate(page) -> Gate:
    """No answer comes until it opens."""
    return Gate(page, "**/new/")


def tap(page: Page, *presets: str) -> None:
    for preset in presets:
        page.locator("label", has=page.locator(f"#preset-{preset}")).tap()


def test_what_is_typed_while_the_form_is_drawn_again_stays(page, gate):
    tap(page, "gin")
    page.locator("#house summary").tap()
    page.locator("[name=name_0]").press_sequentially("Ana")
    gate.lets_go()
    expect(page.locator("#prepare")).to_contain_text("10")
    expect(page.locator("[name=name_0]")).to_have_value("Ana")
    expect(page.locator("[name=name_0]")).to_be_focused()
    expect(page.locator("#house [name=limit]")).to_be_visible()


def test_rules_typed_before_the_chosen_game_has_come_hold(page, gate):
    page.locator("#house > summary").tap()
    page.locator("#rest > summary").tap()
    tap(page, "chinchon-fournier")
    page.locator("[name=limit]").fill("70")
    page.locator("[name=hand_size]").fill("9")
    page.locator("[name=dealer][value='2']").check(force=True)
    gate.lets_go()
    expect(page.locator("#prepare h2")).to_contain_text("Fournier")
    expect(page.locator("#prepare")).to_contain_text("Quien llega a 70 queda fuera")
    expect(page.locator("#prepare")).to_contain_text("9 cartas a cada uno")
    assert [page.locator(f"[name={name}]").input_value() for name in ("limit", "hand_size")] == ["70", "9"]
    expect(page.locator("[name=dealer][value='2']")).to_be_checked()


def test_of_two_games_tapped_in_a_row_the_last_is_played(page, gate):
    tap(page, "gin", "rum-500", "chinchon-fournier")
    gate.lets_go()
    expect(page.locator("#prepare h2")).to_contain_text("Fournier")
    expect(page.locator("#preset-chinchon-fournier")).to_be_checked()


def test_names_tapped_in_a_row_are_all_seated(evening):
    page = evening(*NAMES).scorer(360, 640).page
    page.goto("/new/")
    gate = Gate(page, "**/new/")
    for name in NAMES[:3]:
        page.locator(f"button[value=name-{name}]").tap()
    gate.lets_go()
    expect(page.locator("[name=name_2]")).to_have_value("Eva")
    assert typed(page) == ["Ana", "Luis", "Eva", ""]


def test_a_button_tapped_again_while_nothing_came_is_one_tap(page, gate):
    fill_new_match(page, *NAMES)
    up, more = page.locator("button[value=up-2]"), page.get_by_role("button", name="Otro jugador")
    up.tap()
    up.tap()
    more.tap()
    more.tap()
    gate.lets_go()
    expect(page.locator("[name=name_4]")).to_be_visible()
    more.tap()  # whatever else was tapped would be answered before this
    expect(page.locator("[name=name_5]")).to_be_visible()
    assert typed(page) == ["Ana", "Eva", "Luis", "Paco", "", ""]


@pytest.mark.parametrize(
    "answer",
    [
        lambda route: route.abort(),
        lambda route: route.fulfill(status=503, headers={"X-Reenganche": "ours"}),
        lambda route: route.fulfill(body="<h1>Welcome to our hotel</h1>", content_type="text/html"),
    ],
    ids=["none", "no server", "a hotel's login"],
)
def test_after_no_answer_of_ours_it_is_said_and_the_form_goes_on(page, answer):
    obstacle = Obstacle(page, "**/new/", answer)
    more = page.get_by_role("button", name="Otro jugador")
    tap(page, "gin")
    more.tap()
    expect(page.locator("#lost")).to_be_visible()
    expect(more).to_have_js_property("disabled", False)
    obstacle.lets_pass()
    more.tap(force=True)  # it may be marked as needing a signal; a finger taps it all the same
    expect(page.locator("[name=name_4]")).to_be_visible()
    expect(page.locator("#prepare h2")).to_contain_text("Gin")
    expect(page.locator("#lost")).to_be_hidden()
