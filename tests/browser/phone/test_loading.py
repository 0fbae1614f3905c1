"""When a phone loads the engine."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.support.pocket import comes_true, is_ready
from tests.browser.support.pool import SAVES_DATA

HAS_ENGINE = """async () => {
  const names = await caches.keys();
  const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return cached.flat().some(({ url }) => url.includes("/micropython.") && url.endsWith(".wasm"));
}"""


def test_a_phone_that_saves_data_loads_the_engine_when_it_is_told_to(pocket):
    page = pocket(before=SAVES_DATA).starts("Ana", "Luis").page
    is_ready(page)
    assert not page.evaluate(HAS_ENGINE)
    page.goto("/phone/")
    page.get_by_role("button", name="Descargar").tap()
    expect(page.locator("#engine p")).to_have_text("Este teléfono suma y comprueba cartas también sin señal.")
    comes_true(page, HAS_ENGINE)
    page.reload()
    expect(page.locator("#engine")).to_be_hidden()
