"""The app on the home screen: when it is offered, and files that are shared with it or opened with it."""

import json

from playwright.sync_api import expect

from rules.events import Finished
from tests.browser.support.elsewhere import POSTS
from tests.browser.support.pocket import is_ready
from tests.browser.support.steps import (
    expect_hidden,
    expect_role,
    expect_text,
    expect_visible,
    tap_button,
)
from tests.rules.support.table import hand

PROMPT = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = async () => { window.isAsked = true; };
  dispatchEvent(event);
}"""
IPHONE = "Object.defineProperty(navigator, 'standalone', { value: false });"
OPENED = """Object.defineProperty(window, "launchQueue", { value: { setConsumer: (act) => act({ files: [
  { getFile: async () => new File(["{}"], "viernes.jsonl") },
  { getFile: async () => new File(["{}"], "sábado.jsonl") }] }) } });"""
NAME = "() => document.querySelector('input[type=file]').files[0]?.name"


def offered(page):
    page.goto("/")
    page.evaluate(PROMPT)
    return page.locator("#install").is_visible()


def test_the_home_screen_is_offered_once_after_a_match_and_an_iphone_gets_the_steps(
    evening,
):
    table = evening("Ana", "Luis")
    page = table.scorer().page
    assert not offered(page)
    table.plays(hand(0, 20), Finished())
    page.goto(table.match.get_absolute_url())
    assert offered(page)
    tap_button(page, "Ponerla en la pantalla de inicio")
    expect_hidden(page, "#install")
    assert (page.evaluate("window.isAsked"), offered(page)) == (True, False)
    page.goto("/phone/")
    page.evaluate(PROMPT)
    expect_visible(page, "#install")
    page.add_init_script(IPHONE)
    page.goto("/phone/")
    expect_visible(page, "[data-way=steps]")
    expect_text(page, "[data-way=steps]", "Añadir a pantalla de inicio")
    assert page.locator("[data-way=prompt]").is_hidden()


def match_of(*names):
    """The record of a match (docs/RECORDS.md)."""
    rules = {"key": "chinchon"}
    match = {"ruleset": rules, "players": names, "dealer": names[0], "entries": []}
    return json.dumps({"reenganche": 1, **match})


def test_files_that_are_shared_or_opened_come_one_after_the_other_and_none_is_told(
    pocket, line
):
    page = pocket().starts("Ana", "Luis").page
    is_ready(page)
    files = {"la peña.json": match_of("Eva", "Paco"), "b.txt": match_of("Rosa", "Juan")}
    shared = "/import/?shared"
    page.evaluate(POSTS, [shared, {}, "multipart/form-data", files])
    expect_visible(page, "#came")
    assert page.evaluate(NAME) == "la peña.json"
    tap_button(page, "Ver qué trae")
    expect_text(page, "main", "Vienen: Eva, Paco")
    # the script of the page has seen that another file waits
    expect(page.locator("[name=more]")).to_have_value("yes")
    tap_button(page, "Traerlo")
    expect_text(page, "main", "El archivo anterior ya está")
    page.wait_for_function(NAME)
    assert page.evaluate(NAME) == "b.txt"
    tap_button(page, "Ver qué trae")
    tap_button(page, "Traerlo")
    page.wait_for_url("**/c/*/")
    for names in ("Eva", "Rosa"):
        expect_text(page, "main", names)
    page.goto("/import/")
    expect_role(page, "button", "Ver qué trae")
    assert page.evaluate(NAME) is None
    page.evaluate(POSTS, [shared, {"file": "a text"}, "multipart/form-data", {}])
    expect_visible(page, "#none-came")
    page.reload()
    expect_role(page, "button", "Ver qué trae")
    expect_hidden(page, "#none-came")
    page.add_init_script(OPENED)
    page.reload()
    page.wait_for_function(NAME)
    assert page.evaluate(NAME) == "viernes.jsonl"
    page.add_init_script("delete window.launchQueue")
    page.reload()
    page.wait_for_function(NAME)
    assert page.evaluate(NAME) == "sábado.jsonl"
