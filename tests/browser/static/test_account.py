"""What is paid on a phone without a server: ticked, taken back, carried to another phone and to a server."""

from io import StringIO

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from tests.browser.circle.test_accounts import pays_a_part, zeroes
from tests.browser.static.test_from_elsewhere import READS_ALL
from tests.browser.static.test_static_site import says_nothing_of_a_server
from tests.browser.support.elsewhere import HEADING, another_site, posts
from tests.browser.support.pocket import comes_true
from tests.browser.support.steps import (
    expect_role,
    expect_text,
    expect_whole_text,
    tap_button,
    tap_link,
)
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
    chooses_a_bad_file_too(page, copy)
    cannot_be_stored(page, copy)
    cannot_be_read(page, copy)
    shows(page, copy, "Trae 1 partida nueva. Vienen: Ana, Luis")
    has_no_button_while_it_is_read(page, copy)
    brings(page, copy, 1, "Trae 1 partida nueva.", "Líneas de las cuentas: 4")
    expect(page.locator("#main > .lead").nth(1)).to_have_text(
        "Líneas de las cuentas: 4"
    )
    assert facts(page) == stored
    shows(page, copy, "Todas esas partidas ya estaban aquí.")
    again = saves_a_copy(page, tmp_path / "again.txt")
    assert again.read_text() == copy.read_text()
    has_the_match_in_its_lists(page)
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


def has_the_match_in_its_lists(page):
    page.goto(f"{PATH}history/")
    expect_text(page, "#found", "Luis 31")
    page.goto(f"{PATH}c/phone/")
    tap_link(page, "Ana 1 ganada")
    expect_text(page, ".figures", "100")
    says_nothing_of_a_server(page)


# Files


def chooses_a_bad_file_too(page, copy):
    bad = copy.with_name("bad.txt")
    bad.write_text(copy.read_text().replace('"closer":0', '"closer":7'))
    page.locator("#bring").set_input_files([bad, copy])
    expect_text(page, "#file", "bad.txt")
    expect_text(page, "#file", "No se entiende la línea: 5")
    tap_button(page, "El archivo siguiente")
    expect_text(page, "#file", "copy.txt")


FULL = """() => {
  const { put } = IDBObjectStore.prototype;
  window.mend = () => (IDBObjectStore.prototype.put = put);
  IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };
}"""


def cannot_be_stored(page, file):
    """The file that is shown stays there to be tried again."""
    page.evaluate(FULL)
    tap_button(page, "Traerlo")
    expect(page.get_by_role("alert")).to_contain_text("su memoria está bloqueada")
    expect_text(page, "#file", file.name)
    expect_role(page, "button", "Traerlo")
    page.evaluate("() => void window.mend()")


def has_no_button_while_it_is_read(page, file):
    """The button of the file before would bring nothing."""
    page.evaluate(
        "() => { const { text } = Blob.prototype;"
        "Blob.prototype.text = async function () {"
        "await new Promise((read) => (window.mend = read));"
        "Blob.prototype.text = text;"
        "return this.text(); } }"
    )
    page.locator("#bring").set_input_files(file)
    button = page.get_by_role("button", name="Traerlo")
    expect(button).to_be_disabled()
    page.evaluate("() => window.mend()")
    expect(button).to_be_enabled()


def cannot_be_read(page, file):
    """As one that was changed after it was chosen."""
    page.evaluate(
        "() => { const { text } = Blob.prototype;"
        "window.mend = () => (Blob.prototype.text = text);"
        "Blob.prototype.text = () => Promise.reject(new DOMException('', 'NotReadableError')); }"
    )
    shows(page, file, "Este teléfono no puede leer el archivo. No se ha traído nada.")
    page.evaluate("() => void window.mend()")


def opens_copies(page):
    page.goto(PATH)
    tap_link(page, "Copia de seguridad")
    expect_role(page, "heading", "Guardar una copia")


# Then the next page has the matches at once, and its links stay where they are.
HOME_IS_DRAWN = (
    "async () => (await caches.open('lists')).match(location.pathname).then(Boolean)"
)


def saves_a_copy(page, path):
    page.goto(PATH)
    comes_true(page, HOME_IS_DRAWN)
    opens_copies(page)
    with page.expect_download() as download:
        tap_button(page, "Guardar la copia")
    download.value.save_as(path)
    expect_whole_text(page, "#copied", "La copia está hecha.")
    return path


def taken_by_server(copy):
    said = StringIO()
    call_command("import_circle", str(copy), "--new", stdout=said)
    return said.getvalue()


def shows(page, file, *words):
    """Choose a file: the page says what it has, and nothing is stored."""
    page.locator("#bring").set_input_files(file)
    for text in words:
        expect_text(page, "#file", text)


def brings(page, file, number, *words):
    shows(page, file, *words)
    tap_button(page, "Traerlo")
    expect(page.locator("#main > .lead").first).to_have_text(
        f"Partidas traídas: {number}"
    )


# Twice, and from elsewhere


def test_what_is_owed_is_paid_once_by_two_taps_in_two_tabs_and_not_by_another_site(
    page, line, tmp_path
):
    """And a full phone says so."""
    plays(page, "Ana", "Luis", currency="")
    opens_account(page)
    other = page.context.new_page()
    opens_account(other)
    expect(other.locator(".payments")).to_contain_text("5\N{NO-BREAK SPACE}fichas")
    page.evaluate(FULL)
    page.get_by_role("button", name="Pagado").tap()
    expect(page.get_by_role("alert")).to_contain_text("su memoria está bloqueada")
    assert facts(other) == []
    form = other.locator(".pay input[type=hidden]")
    fields = {
        name: form.and_(other.locator(f"[name={name}]")).input_value()
        for name in ("key", "all", "due")
    }
    with another_site(tmp_path) as elsewhere:
        posts(page, elsewhere, f"{line.url}{ACCOUNT}", {**fields, "do": "all"})
        expect(page.locator("h1")).to_have_text(HEADING)
        assert facts(page) == []
        page.get_by_role("button", name="Enviarlo").tap()
        expect(page.get_by_text("Nadie debe nada.")).to_be_visible()
    page.get_by_role("button", name="Deshacer").tap()
    page.locator(".pay").evaluate(TWO_TAPS)
    expect(page.get_by_text("Nadie debe nada.")).to_be_visible()
    other.get_by_role("button", name="Pagado").tap()
    expect(other.get_by_text("Nadie debe nada.")).to_be_visible()
    other.close()
    paid = [["", "Luis", "Ana", 500]]
    assert sorted(fact[1] for fact in facts(page)) == [[], paid, paid]
