"""All but the keypad's comfort works without scripts: the forms are plain forms."""

import pytest
from playwright.sync_api import expect

from scores.models import Match
from tests.browser.support.steps import (
    expect_hidden,
    expect_visible,
    expect_whole_text,
    tap,
    tap_button,
    tap_link,
)
from tests.browser.support.table import Table, opens_more, start
from tests.scores.support.table import lines

NAMES = ("Ana", "Luis", "Eva", "Paco", "Inés")
# An older browser: it does not know the unit `lh`, which Safari has since version 16.4.
NO_LH = "const { supports } = CSS; CSS.supports = (text) => supports(text.replace('1lh', '1older'));"
OLD = "Navegador antiguo: solo apunta con señal."


def without_lh(route):
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("1lh", "1older"))


@pytest.fixture
def older(browser, live_server):
    """A page of an older browser. No script of ours runs in it."""
    size = {"width": 360, "height": 640}
    options = {
        "viewport": size,
        "is_mobile": True,
        "has_touch": True,
        "service_workers": "block",
    }
    with browser.new_context(
        base_url=live_server.url, locale="es-ES", **options
    ) as context:
        context.add_init_script(NO_LH)
        context.route("**/*.css", without_lh)
        yield context.new_page()


def write(table, closer, way, points):
    """A hand with the phone's own keyboard."""
    table.name(closer).tap()
    table.chip(way).tap()
    for seat, left in points.items():
        table.field(seat).fill(left)
    table.saves()


def correct_cell(page, cell, seat, points):
    tap_link(page, "La hoja, los datos y las reglas")
    tap_link(page, cell, exact=True)
    table = Table(page)
    expect(table.field(seat)).to_be_focused()
    table.field(seat).fill(points)
    table.save_button.tap()
    tap(page, "[name=act][value=save]")


@pytest.mark.long
def test_a_whole_match(phone):
    page = phone(360, 640, java_script_enabled=False)
    table = start(page, *NAMES, preset="chinchon-fournier", limit="70")
    table.name(0).tap()
    table.chip("clean").tap()
    table.field(1).fill("veinte")
    table.save_button.tap()
    expect_visible(table.row(1), ".error")
    table.expect_typed(1, "veinte")
    for seat, left in enumerate(("54", "20", "12+7+5", "0"), 1):
        table.field(seat).fill(left)
    table.saves()
    table.expect_totals(-10, 54, 20, 24, 0)
    write(table, 4, "knock-3", {0: "5", 1: "30", 2: "1", 3: "2"})
    expect(table.questions).to_contain_text(["Luis"])
    table.answers(1, "yes")
    table.expect_totals(-5, 26, 21, 26, 3)
    correct_cell(page, "+20 20", 2, "25")
    table.expect_totals(-5, 26, 26, 26, 3)
    table.undoes()
    table.expect_totals(-5, 26, 21, 26, 3)
    tap_link(opens_more(page), "Imprevistos")
    tap(page, "a[href$='/everyday/finish/']")
    tap_button(page, "Guardar")
    expect(table.headline).to_contain_text("Ana")
    kinds = [kind for _seq, kind in lines(Match.objects.get())]
    assert kinds == ["hand", "hand", "buy_back", "amend", "undo", "finish"]
    expect_hidden(page, "#old")


def test_an_older_browser_says_so_and_works_as_without_javascript(older):
    asked = []
    older.on("request", lambda request: asked.append(request.resource_type))
    write(start(older, *NAMES[:2]), 0, "clean", {1: "54"})
    Table(older).expect_totals(-10, 54)
    expect_whole_text(older, "#old", OLD)
    assert set(asked) == {
        "document",
        "stylesheet",
        "script",
    }  # no script asked for anything
