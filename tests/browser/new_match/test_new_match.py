"""Setting up a match on a phone: nothing typed is lost, and what the table sets up follows what is chosen."""

import re

import pytest
from playwright.sync_api import expect

from scores.models import Circle
from tests.browser.support.routes import Gate, Obstacle
from tests.browser.support.steps import (
    expect_hidden,
    expect_text,
    expect_visible,
    expect_whole_text,
    tap_button,
)
from tests.browser.support.table import (
    answers_five_questions,
    fill_new_match,
    open_folds,
    show_all_rules,
    start_button,
)
from tests.scores.support.factories import start
from tests.support import extent

NAMES = ("Ana", "Luis", "Eva", "Paco")


@pytest.fixture
def page(phone):
    page = phone(360, 640)
    page.goto("/new/")
    return page


def typed(page):
    return [
        field.input_value() for field in page.locator(".seat input[type=text]").all()
    ]


def tap_game(page, preset):
    open_folds(page, f"#preset-{preset}")
    label = page.locator("label", has=page.locator(f"#preset-{preset}"))
    label.tap()
    return label.inner_text()


def choose(page, preset):
    """Tap a game, and wait until the form is about it."""
    expect_text(page, "#prepare h2", tap_game(page, preset))


def starts_by_enter(page):
    """After each name Enter; the next field has the focus then, and after the last one the match begins."""
    page.goto("/new/")
    page.locator("[name=name_0]").focus()
    for index, name in enumerate(NAMES):
        field = page.locator(f"[name=name_{index}]")
        expect(field).to_be_focused()
        field.press_sequentially(name)
        field.press("Enter")
    expect(page).to_have_url(re.compile("/m/"))
    expect_whole_text(page, "#board .row .name", [*NAMES])


def test_enter_goes_to_the_next_name_and_starts_the_match_by_the_phones_clock(
    phone,
):
    page = phone(360, 640, timezone_id="America/Mexico_City")
    starts_by_enter(page)
    assert Circle.objects.get().time_zone == "America/Mexico_City"


@extent.by_night("corners of forms")
def test_enter_in_a_rule_of_the_house_goes_on_too(page):
    fill_new_match(page, "Ana", "Luis")
    show_all_rules(page)
    # the button moves the focus there, a moment later
    expect(page.locator("[name=limit]")).to_be_focused()
    page.locator("[name=limit]").press("Enter")
    expect(page.locator("input:focus")).not_to_have_attribute("name", "limit")
    page.locator("[name=note]").evaluate("note => note.closest('details').open = true")
    last = page.locator("#new-match input[type=text]:visible").last
    last.press("Enter")
    expect(page).to_have_url(re.compile("/m/"))


@extent.by_night("corners of forms")
def test_without_scripts_enter_goes_on_too(phone):
    starts_by_enter(phone(360, 640, java_script_enabled=False))


@pytest.mark.long
def test_names_survive_another_variant_a_reload_and_another_language_until_the_start(
    page,
):
    fill_new_match(page, *NAMES, "Pepe")
    choose(page, "rum-500")
    assert typed(page) == [*NAMES, "Pepe"]
    page.reload()
    expect(page.locator("[name=name_4]")).to_have_value("Pepe")
    tap_button(page, "English")
    expect(page.locator("html")).to_have_attribute("lang", "en-gb")
    expect(page.locator("[name=name_4]")).to_have_value("Pepe")
    expect(page.locator("#preset-rum-500")).to_be_checked()
    choose(page, "chinchon")
    fill_new_match(page, limit="70", save_as="Las reglas de la abuela")
    start_button(page).tap()
    expect(page).to_have_url(re.compile("/m/"))
    page.goto("/new/")
    expect_whole_text(page, "[name=preset]:checked + span", "Las reglas de la abuela")
    assert set(typed(page)) == {""}


def test_five_questions_change_the_rules_and_not_who_plays(page):
    fill_new_match(page, *NAMES, "Pepe", stake="3", note="En el pueblo")
    page.locator("[name=dealer][value='2']").check(force=True)
    answers_five_questions(page)
    expect(page.locator("[name=name_4]")).to_have_value("Pepe")
    assert typed(page) == [*NAMES, "Pepe"]
    expect(page.locator("[name=dealer][value='2']")).to_be_checked()
    values = [
        page.locator(f"[name={name}]").input_value() for name in ("note", "stake")
    ]
    assert values == ["En el pueblo", ""]


@extent.by_night("corners of forms")
def test_what_is_typed_before_the_game_tapped_last_has_come_holds(page):
    show_all_rules(page)
    gate = Gate(page, "**/new/")
    for preset in ("gin", "rum-500", "chinchon-fournier"):
        tap_game(page, preset)
    page.locator("[name=limit]").fill("70")
    page.locator("[name=hand_size]").fill("9")
    page.locator("[name=dealer][value='2']").check(force=True)
    page.locator("[name=name_0]").press_sequentially("Ana")
    gate.lets_go()
    expect_text(page, "#prepare h2", "Fournier")
    expect(page.locator("#preset-chinchon-fournier")).to_be_checked()
    expect_text(page, "#prepare", "Quien llega a 70 queda fuera")
    expect_text(page, "#prepare", "9 cartas a cada uno")
    values = [
        page.locator(f"[name={name}]").input_value()
        for name in ("limit", "hand_size", "name_0")
    ]
    assert values == ["70", "9", "Ana"]
    expect(page.locator("[name=name_0]")).to_be_focused()
    expect(page.locator("[name=dealer][value='2']")).to_be_checked()


def test_names_tapped_in_a_row_are_all_seated_and_move_no_other_under_the_finger(
    phone_of, owner
):
    start(owner, *NAMES, "Rosa")
    page = phone_of(owner, 360, 640)
    page.goto("/new/")
    rosa = page.locator("button[value=name-Rosa]")
    before = rosa.bounding_box()
    gate = Gate(page, "**/new/")
    for name in NAMES:
        page.locator(f"button[value=name-{name}]").tap()
    gate.lets_go()
    expect(page.locator("[name=name_3]")).to_have_value("Paco")
    assert typed(page) == list(NAMES)
    paco = page.locator("button[value=name-Paco]")
    expect(paco).to_be_disabled()
    assert rosa.bounding_box() == before
    # a button that is tapped again before the answer is one tap
    gate.meet = gate.held.append
    up = page.locator("button[value=up-2]")
    more = page.get_by_role("button", name="Otro jugador")
    for button in (up, up, more, more):
        button.tap()
    gate.lets_go()
    expect_visible(page, "[name=name_4]")
    page.locator("[name=name_3]").fill("")
    more.tap()  # whatever else was tapped would be answered before this
    expect_visible(page, "[name=name_5]")
    assert typed(page) == ["Ana", "Eva", "Luis", "", "", ""]
    expect(paco).to_be_enabled()


def test_after_no_answer_of_ours_it_is_said_and_the_form_goes_on(page):
    answers = (
        lambda route: route.abort(),
        lambda route: route.fulfill(status=503, headers={"X-Reenganche": "ours"}),
        lambda route: route.fulfill(
            body="<h1>Welcome to our hotel</h1>", content_type="text/html"
        ),
    )
    obstacle = Obstacle(page, "**/new/", answers[0])
    more = page.get_by_role("button", name="Otro jugador")
    games = ("rum-500", "chinchon-fournier", "gin")
    for index, (answer, game) in enumerate(zip(answers, games, strict=True), 4):
        obstacle.meet = answer
        tap_game(page, game)
        # on a slow machine it is already marked as needing a signal
        more.tap(force=True)
        expect_visible(page, "#lost")
        expect(more).to_have_js_property("disabled", False)
        obstacle.lets_pass()
        more.tap(force=True)
        expect_visible(page, f"[name=name_{index}]")
        expect(page.locator(f"#preset-{game}")).to_be_checked()
        expect_hidden(page, "#lost")
    expect_text(page, "#prepare h2", "Gin")


def test_partners_are_named_as_they_are_typed_and_the_game_where_its_fold_hides_it(
    page,
):
    choose(page, "rum-500-pairs")
    fill_new_match(page, *NAMES)
    page.locator("[name=name_0]").focus()
    expect_whole_text(page, ".sides", "Ana y Eva contra Luis y Paco")
    page.locator("button[value=up-1]").tap()
    expect_whole_text(page, ".sides", "Luis y Eva contra Ana y Paco")
    page.locator("#others > summary").tap()
    expect_hidden(page, "#preset-rum-500-pairs")
    expect_whole_text(page, "#others > summary", "Otros juegos: Rum 500 en parejas")


CUT = """() => {
  const text = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("#new-match input[placeholder]")].filter((field) => {
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
    text.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return field.clientWidth && text.measureText(field.placeholder).width > room;
  }).map(({ name, placeholder }) => `${name}: ${placeholder}`);
}"""


def test_what_is_usual_is_read_whole_in_every_field(page):
    games = ["chinchon-fournier", "gin", "rum-500"]
    for preset in extent.spread("other sizes", games, index=0):
        choose(page, preset)
        page.evaluate(
            "for (const fold of document.querySelectorAll('details')) fold.open = true"
        )
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate(CUT) == []


def test_by_keyboard_the_focus_stays_on_the_button_or_goes_to_the_next_name(
    phone_of, owner, match
):
    page = phone_of(owner, 360, 640)
    page.goto("/new/")
    chips = page.locator(".chipname")
    first, second = (chips.nth(index).inner_text().strip() for index in (0, 1))
    chips.nth(0).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[name=name_0]")).to_have_value(first)
    expect(page.get_by_role("button", name=second, exact=True)).to_be_focused()
    more = page.get_by_role("button", name="Otro jugador")
    more.focus()
    page.keyboard.press("Enter")
    expect_visible(page, "[name=name_4]")
    expect(more).to_be_focused()
