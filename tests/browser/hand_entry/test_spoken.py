"""A hand that is said, with a stand-in for the browser's recogniser: what it hears is a list of texts."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.support.steps import expect_count, expect_visible, tap
from tests.browser.support.table import Table
from tests.browser.test_pages import (
    AXE_FOLDER,
    CHECKS,
    EVERYTHING,
    VIOLATIONS,
    sticking_out,
)

# It hears `window.hears`: texts, the likeliest first; or the code of an error; or nothing.
RECOGNISER = """delete window.SpeechRecognition;
window.webkitSpeechRecognition = class {
  start() {
    window.recogniser = this;
    if (typeof hears === "string") this.onerror({ error: hears });
    else if (hears) this.onresult({ results: [hears.map((transcript) => ({ transcript }))] });
    this.onend();
  }
  stop() {}
  abort() {}
}"""
DEAF = "delete window.SpeechRecognition; delete window.webkitSpeechRecognition"
SWITCHED_ON = "localStorage.setItem('dictation', 'on')"


def says(page, heard):
    page.evaluate(f"window.hears = {json.dumps(heard)}")
    tap(page, "[data-say]")


@pytest.fixture
def table(owner, match, phone_of):
    """The board of four, on a phone that has a recogniser and uses it."""
    page = phone_of(owner)
    page.add_init_script(RECOGNISER)
    page.add_init_script(SWITCHED_ON)
    return Table.at(page, match.get_absolute_url())


def heard(table):
    return table.page.locator("#heard")


def test_the_key_is_there_only_where_a_phone_can_hear_and_has_it_switched_on(
    owner, match, phone_of
):
    board = match.get_absolute_url()
    page = Table.at(phone_of(owner), board).page
    expect_visible(page, "#record")
    expect_count(page, "[data-say]", 0)
    switch = page.locator("label", has=page.locator("#dictation"))
    page.add_init_script(DEAF)
    page.goto("/phone/#switches")
    expect(page.get_by_text("Leer en voz alta")).to_be_visible()
    expect(switch).to_be_hidden()
    page.add_init_script(RECOGNISER)
    page.reload()
    expect(switch).to_contain_text("lo oye también quien hace el navegador")
    page.add_init_script("webkitSpeechRecognition.available = async () => 'available'")
    page.reload()
    switch.tap()  # only then it is asked
    expect(switch).to_contain_text("Este teléfono lo pasa a texto él solo")
    expect(page.get_by_text("lo oye también")).to_be_hidden()
    page.goto(board)
    expect_visible(page, "[data-say]")


def test_what_is_said_fills_in_the_form_and_nothing_is_saved_until_somebody_saves(
    table,
):
    says(table.page, ["cierra Ana con menos diez Paco siete y Eva veinte"])
    table.expect_active(1)  # who is missing
    expect(table.field(1)).to_be_focused()
    text = "cierra Ana con dos Luis quince Eva veinte y Paco siete"
    says(table.page, [text])
    expect(heard(table)).to_contain_text(f"«{text}»")
    expect(table.closer(0)).to_be_checked()
    expect(table.form.locator("[name=close][value=knock-2]")).to_be_checked()
    assert table.typed(1, 2, 3) == ["15", "20", "7"]
    expect(table.line).to_contain_text("Luis +15 = 15")
    table.expect_totals(0, 0, 0, 0)
    says(table.page, ["Luis dieciséis"])
    table.expect_typed(1, "16")
    assert table.typed(1, 2, 3) == ["16", "20", "7"]
    table.saves()
    table.expect_totals(2, 16, 20, 7)
    says(table.page, ["chinchón de Eva"])
    expect(table.form.locator("[name=close][value=chinchon]")).to_be_checked()
    expect(table.form.locator(".save").filter(visible=True)).to_be_visible()
    expect(table.headline).to_have_count(0)
    table.save_button.tap()
    expect(table.headline).to_contain_text("Eva")


def test_who_was_not_understood_is_asked_with_chips_that_cover_nothing(table):
    page = table.page
    chips = heard(table).get_by_role("button")
    page.set_viewport_size({"width": 360, "height": 640})
    says(page, ["cierra Eva con dos Lis treinta Ana doce Paco veinticinco"])
    expect(chips).to_be_visible()
    block = page.locator("#record .block").bounding_box()
    last = table.field(3).bounding_box()
    assert last["y"] + last["height"] <= block["y"]
    page.set_viewport_size({"width": 844, "height": 390})
    for seen in (".bar", "#heard", ".row >> nth=3", ".keys .save"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    says(page, ["cierra Ana con menos diez Lis quince Eva treinta y cinco Paco dos"])
    expect(chips).to_have_count(2)
    page.evaluate((AXE_FOLDER / "axe.min.js").read_text(encoding="utf-8"))
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert page.evaluate(VIOLATIONS, EVERYTHING) == []
    assert page.evaluate(CHECKS, []) == []
    assert sticking_out(page) == []
    expect(heard(table)).to_contain_text("¿Quién es «lis»?")
    table.expect_typed(1, "")
    says(page, ["cierra Ana con menos diez Lis quince Eva veinte Paco dos"])
    chip = heard(table).get_by_role("button", name="Luis 15")
    expect(chip).to_be_focused()
    chip.tap()
    table.expect_typed(1, "15")
    expect(chips).to_have_count(0)
    table.saves()
    table.expect_totals(-10, 15, 20, 2)


FAILURES = {
    "no-speech": "No he oído nada",
    "not-allowed": "permite el micrófono",
    None: "No he oído nada",
    "network": "necesita internet",
    "language-not-supported": "No se ha podido oír",
}


def test_what_could_not_be_heard_is_told_in_the_words_of_the_table(table):
    table.closes(0, "clean")
    for failure, told in FAILURES.items():
        says(table.page, failure)
        expect(heard(table)).to_contain_text(told)
        expect(table.closer(0)).to_be_checked()
