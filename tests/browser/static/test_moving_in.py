"""A server at the address at which the app was without one: what the phone has is offered for a group."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.support.phones import listen
from tests.browser.support.steps import (
    expect_role,
    expect_text,
    expect_visible,
    tap_button,
    tap_link,
)
from tests.browser.support.table import Table, fill_new_match, start_button
from tests.browser.support.without_server import is_ready, phone_on
from tests.support import extent
from tests.support.line import line_to
from tests.support.static_site import host_of, write_site

pytestmark = pytest.mark.long


SHARE = """async () => {
  const queue = await caches.open("shared");
  await queue.put("/import/?1", new Response("", { headers: { "X-Name": "shared.txt" } }));
}"""
"""A file waits that was shared with the app."""


@pytest.fixture
def line(tmp_path):
    """To a host of files, which are at its root."""
    with (
        host_of(write_site(tmp_path / "site", "/")) as (host, _asked),
        line_to(urlsplit(host).port or 0) as line,
    ):
        yield line


@pytest.fixture
def page(browser, line):
    complaints = []
    with phone_on(browser, line.url) as context:
        page = context.new_page()
        listen(page, complaints)
        yield page
    assert complaints == []


def plays(page, *names):
    page.goto("/")
    is_ready(page)
    tap_link(page, "Nueva partida")
    fill_new_match(page, *names, limit="30")
    start_button(page).tap()
    Table(page).scores(0, "clean", {1: 40})
    expect_text(page, "h1", "Fin de la partida")


def is_offered(page):
    """The part of the first page that offers the matches."""
    page.goto("/")
    for _time in range(5):
        if page.locator("#unsent").count():
            break
        page.reload()  # the server was slow to answer, and the phone has shown its own page
    offer = page.locator("#here")
    expect(offer).to_be_visible()
    return offer


@extent.by_night("corners without a server")
def test_what_was_played_without_a_server_may_stay_on_the_phone_or_goes_into_a_group(
    page, line, app
):
    plays(page, "Ana", "Luis")
    plays(page, "Ana", "Eva")
    line.lead_to(app.port)
    offer = is_offered(page)
    expect(offer).to_contain_text("Partidas de este teléfono que ningún grupo tiene: 2")
    stays_here(page, offer)
    page.evaluate("localStorage.clear()")
    page.goto("/")
    goes_into_a_group(page, offer)


def stays_here(page, offer):
    tap_button(page, "No, dejarlas aquí")
    expect(offer).to_have_count(0)
    page.goto("/")
    expect_role(page, "link", "Nueva partida")
    expect(offer).to_have_count(0)
    page.goto("/import/#here")  # as another site may lead there
    expect(offer).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect_role(page, "heading", "Importar un archivo")


def goes_into_a_group(page, offer):
    tap_link(offer, "Llevarlas a un grupo")
    expect_role(page, "heading", "Qué trae el archivo")
    page.goto("/")
    expect(offer).to_be_visible()  # nothing was brought
    page.evaluate(SHARE)
    tap_link(offer, "Llevarlas a un grupo")
    expect_text(page, ".sums", "2")
    tap_button(page, "Traerlo")
    expect_text(page, "#main", "ya está en el grupo")
    expect_visible(page, "#came")
    chosen = page.locator("input[type=file]").evaluate("({ files }) => files[0].name")
    assert chosen == "shared.txt"
    page.goto("/")
    expect_text(page, ".matches", "Ganó Ana")
    expect(offer).to_have_count(0)
    page.goto("/import/")
    tap_link(offer, "Llevarlas a un grupo")
    expect_text(page, ".sums", "2")
