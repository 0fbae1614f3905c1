"""What is paid on a phone without a server: ticked, taken back, carried to another phone and to a server."""

import pytest
from playwright.sync_api import expect

from tests.browser.circle.test_accounts import pays_a_part, zeroes
from tests.browser.static.test_from_elsewhere import READS_ALL
from tests.browser.static.test_static_site import (
    FULL,
    brings,
    has_no_button_while_it_is_read,
    opens_copies,
    saves_a_copy,
    says_nothing_of_a_server,
    shows,
    taken_by_server,
)
from tests.browser.support.elsewhere import HEADING, another_site, posts
from tests.browser.support.table import Table
from tests.browser.support.without_server import forgets, starts
from tests.support.static_site import PATH

pytestmark = [pytest.mark.long, pytest.mark.django_db]

ACCOUNT = f"{PATH}c/phone/account/"
TWO_TAPS = """form => {
  const button = form.querySelector("button");
  form.requestSubmit(button);
  form.requestSubmit(button);
}"""


def plays(page, *names, currency="€"):
    """A match that the first one wins with its first hand. No page is shown as another test drew it last."""
    table = starts(page, *names, limit="30", stake="5", currency=currency)
    table.scores(0, "clean", {seat: 30 + seat for seat in range(1, len(names))})
    expect(Table(page).headline).to_contain_text(f"Gana {names[0]}")
    page.evaluate("() => caches.delete('lists')")


def opens_account(page):
    page.goto(ACCOUNT)
    expect(page.get_by_role("heading", name="Cuentas", exact=True)).to_be_visible()


def facts(page):
    """What is stored of the account."""
    return [fact for one in page.evaluate(READS_ALL) for fact in one.get("facts", [])]


def test_a_phone_ticks_takes_back_zeroes_and_brings_it_to_another_phone(
    page, line, tmp_path
):
    plays(page, "Ana", "Luis", "Mari Ángeles de la Cruz")
    page.goto(f"{PATH}c/phone/")
    page.get_by_role("link", name="Cuentas").tap()
    expect(page.locator(".payments > li")).to_have_count(2)
    says_nothing_of_a_server(page)
    pays_a_part(page, "1,50", too_much="6")
    page.goto(f"{PATH}c/phone/")
    page.locator("a[href*='/evenings/']").first.tap()
    page.locator(".pay > .button").last.tap()
    expect(page.locator(".paid-log > li")).to_have_count(1)
    page.get_by_role("link", name="Cuentas del grupo").tap()
    expect(page.locator(".paid-log > li")).to_have_count(2)
    expect(page.get_by_role("button", name="Imprimir")).to_be_visible()
    page.get_by_role("button", name="Deshacer").first.tap()
    expect(page.locator(".paid-log s")).to_have_count(1)
    owed = page.locator(".payments > li > .num")
    expect(owed).to_have_text(["3,50 €", "5 €"])
    zeroes(page)
    copy = saves_a_copy(page, tmp_path / "copy.txt")
    stored = facts(page)
    assert len(stored) == 4
    forgets(page, line)
    opens_copies(page)
    shows(page, copy, "Trae 1 partida nueva.")
    has_no_button_while_it_is_read(page, copy)
    brings(page, copy, 1, "Trae 1 partida nueva.", "Líneas de las cuentas: 4")
    expect(page.locator("#main > .lead").nth(1)).to_have_text(
        "Líneas de las cuentas: 4"
    )
    assert facts(page) == stored
    shows(page, copy, "Todas esas partidas ya estaban aquí.")
    again = saves_a_copy(page, tmp_path / "again.txt")
    assert again.read_text() == copy.read_text()
    opens_account(page)
    expect(page.get_by_text("Nadie debe nada.")).to_be_visible()
    page.get_by_role("button", name="Deshacer").first.tap()
    expect(page.locator(".payments > li")).to_have_count(2)
    assert "Added: 1 matches, 1 hands, 3 persons" in taken_by_server(copy)
    undone = saves_a_copy(page, tmp_path / "undone.txt")
    forgets(page, line)
    opens_copies(page)
    brings(page, copy, 1, "Líneas de las cuentas: 4")
    shows(page, undone, "Líneas de las cuentas: 1")


def test_two_taps_and_two_tabs_pay_once_and_a_full_phone_says_so(page):
    plays(page, "Ana", "Luis")
    opens_account(page)
    other = page.context.new_page()
    opens_account(other)
    page.evaluate(FULL)
    page.get_by_role("button", name="Pagado").tap()
    expect(page.get_by_role("alert")).to_contain_text("su memoria está bloqueada")
    assert facts(other) == []
    page.evaluate("() => void window.mend()")
    page.locator(".pay").evaluate(TWO_TAPS)
    expect(page.get_by_text("Nadie debe nada.")).to_be_visible()
    other.get_by_role("button", name="Pagado").tap()
    expect(other.get_by_text("Nadie debe nada.")).to_be_visible()
    assert [fact[1] for fact in facts(page)] == [[["€", "Luis", "Ana", 500]]]
    other.close()


def test_another_site_pays_nothing_without_a_tap(page, line, tmp_path):
    plays(page, "Ana", "Luis", currency="")
    opens_account(page)
    expect(page.locator(".payments")).to_contain_text("5\N{NO-BREAK SPACE}fichas")
    form = page.locator(".pay input[type=hidden]")
    fields = {
        name: form.and_(page.locator(f"[name={name}]")).input_value()
        for name in ("key", "all", "due")
    }
    with another_site(tmp_path) as elsewhere:
        posts(page, elsewhere, f"{line.url}{ACCOUNT}", {**fields, "do": "all"})
        expect(page.locator("h1")).to_have_text(HEADING)
        assert facts(page) == []
        page.get_by_role("button", name="Enviarlo").tap()
        expect(page.get_by_text("Nadie debe nada.")).to_be_visible()
    assert [fact[1] for fact in facts(page)] == [[["", "Luis", "Ana", 500]]]
