"""Whoever opened the home page once has what needs no signal, also a phone that the server does not know."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.support.pocket import comes_back, comes_true, expect_waiting, log
from tests.browser.support.pool import SAVES_DATA
from tests.browser.support.table import start

pytestmark = pytest.mark.long

WORKS = "Funciona sin señal"
HAS_ENGINE = """async () => {
  const names = await caches.keys();
  const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return cached.flat().some(({ url }) => url.includes("/micropython.") && url.endsWith(".wasm"));
}"""


def test_a_stranger_who_opened_home_once_has_the_rest_without_a_signal(pocket, line):
    page = pocket().opens("/")
    expect(page.get_by_text(WORKS)).to_be_visible(timeout=30_000)
    line.cut()
    for address, heading in {
        "/demo/": "Una prueba",
        "/help/gin/": "Gin",
        "/check/": "¿Puede cerrar?",
    }.items():
        page.goto(address)
        expect(page.locator("h1"), address).to_contain_text(heading)
        expect(page.locator("#missing")).to_be_hidden()
    table = start(page, "Ana", "Luis")
    board = page.url
    table.scores(0, "clean", {1: 23})
    comes_back(line, page)
    expect_waiting(page, 0)
    table.expect_totals(-10, 23)
    assert len(log(page, board)) == 1
    # what was kept for nobody is kept for this phone now
    comes_true(page, "async () => !(await caches.has('pages nobody.es'))")
    assert page.evaluate("async () => Boolean(await caches.match('/help/gin/'))")


def test_a_phone_that_saves_data_is_asked(pocket):
    page = pocket(before=SAVES_DATA).opens("/")
    button = page.get_by_role("button", name="Descargar")
    expect(button).to_be_visible()
    assert not page.evaluate(HAS_ENGINE)
    button.tap()
    expect(page.locator("#engine p")).to_have_text("Este teléfono suma y comprueba cartas también sin señal.")
    comes_true(page, HAS_ENGINE)
    page.goto("/phone/")
    expect(page.locator("#engine")).to_be_hidden()
