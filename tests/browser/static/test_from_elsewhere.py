"""What another site sends to a phone without a server is shown, and judged only once somebody sends it."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.support.elsewhere import (
    FIELDS,
    STORED,
    addresses,
    another_site,
    is_asked_about,
    posts,
)
from tests.browser.support.steps import (
    expect_role,
    expect_text,
    expect_visible,
    tap,
    tap_button,
)
from tests.browser.support.table import Table
from tests.browser.support.without_server import starts
from tests.support import extent
from tests.support.circle_file import circle_file
from tests.support.static_site import PATH

pytestmark = [pytest.mark.long, pytest.mark.django_db]

EVIL = "https://evil.example/"
# What a file puts into documents that no phone has made.
NEVER_DRAWN = {
    "links": [{"role": "watch", "url": EVIL, "qr": f"<a href='{EVIL}'>x</a>"}],
    "photos": [[0, f"{EVIL}x.png"]],
    "static": {"cards.svg": f"{EVIL}cards.svg"},
}
READS_ALL = """async () => {
  const asked = indexedDB.open("reenganche");
  await new Promise((resolve) => { asked.onsuccess = resolve; });
  const all = asked.result.transaction("matches").objectStore("matches").getAll();
  await new Promise((resolve) => { all.onsuccess = resolve; });
  asked.result.close();
  return all.result;
}"""
PUTS = """async (records) => {
  const asked = indexedDB.open("reenganche");
  await new Promise((resolve) => { asked.onsuccess = resolve; });
  const work = asked.result.transaction("matches", "readwrite");
  for (const record of records) work.objectStore("matches").put(record);
  await new Promise((resolve) => { work.oncomplete = resolve; });
  asked.result.close();
}"""


def begins(page):
    """Play a hand of a new match; its code."""
    starts(page, "Ana", "Luis", limit="60").scores(0, "clean", {1: 23})
    return page.url.split("/")[-2]


def test_what_another_site_posts_to_any_address_is_shown_and_not_judged(
    page, line, tmp_path
):
    code = begins(page)
    before = page.evaluate(STORED)
    with another_site(tmp_path) as elsewhere:
        for path, is_made in addresses(code, has_server=False):
            posts(page, elsewhere, f"{line.url}{PATH}{path}")
            if is_made:
                is_asked_about(page)
            assert (path, page.evaluate(STORED)) == (path, before)


@extent.by_night("corners without a server")
def test_a_guessed_key_and_other_forms_are_from_elsewhere_until_somebody_taps(
    page, line, tmp_path
):
    code = begins(page)
    before = page.evaluate(STORED)
    finish = f"{line.url}{PATH}m/{code}/everyday/finish/"
    with another_site(tmp_path) as elsewhere:
        for guess in ("", "undefined", "null", "0" * 32):
            posts(page, elsewhere, finish, {**FIELDS, "own_page": guess})
            is_asked_about(page)
        posts(page, elsewhere, finish, enctype="text/plain")
        expect_text(page, "#elsewhere", "Ana · Luis")
        assert page.evaluate(STORED) == before
        posts(page, elsewhere, finish, enctype="multipart/form-data")
        is_asked_about(page)
        tap_button(page, "Enviarlo")
        expect(Table(page).headline).to_contain_text("Gana Ana")


@extent.by_night("corners without a server")
def test_what_no_phone_can_read_of_a_file_is_kept_as_a_text_and_never_drawn(
    page, line, tmp_path
):
    begins(page)
    before = page.evaluate(STORED)
    [record] = page.evaluate(READS_ALL)
    readable = {**record["document"], **NEVER_DRAWN, "entries": []}
    unread = [
        {"code": "aaaaaaaaaa"},
        {"code": 7},
        {"code": "../<b>", "names": 7},
        {**readable, "code": "bbbbbbbbbb"},
        [],
        "<img src=x>",
    ]
    copy = circle_file(unread=[*unread, unread[0]])
    with another_site(tmp_path) as elsewhere:
        files = {"<b>copia.txt": copy, "otra.txt": "nada"}
        share = f"{line.url}{PATH}import/?shared"
        kind = "multipart/form-data"
        posts(page, elsewhere, share, {}, enctype=kind, files=files)
    shown = page.locator("#file")
    expect(shown).to_contain_text("<b>copia.txt")
    expect(shown).to_contain_text("Trae 6 partidas que no se pueden leer")
    assert page.evaluate(STORED) == before
    tap_button(page, "Traerlo")
    expect(page.locator("#main > .lead").first).to_have_text("Partidas traídas: 6")
    expect(shown).to_contain_text("otra.txt")
    expect(shown).to_contain_text("No se entiende la línea: 1")
    texts = [each["unread"] for each in page.evaluate(READS_ALL) if "unread" in each]
    assert sorted(texts) == sorted(
        json.dumps(each, separators=(",", ":")) for each in unread
    )
    goes_on_without(page, record["code"], 6)
    page.goto(f"{PATH}m/bbbbbbbbbb/")
    expect_role(page, "heading", "No está en este teléfono")


def goes_on_without(page, code, number):
    """A form of a new match, the lists, and the rematch of a match, beside so many that cannot be read."""
    page.goto(f"{PATH}new/")
    expect_visible(page, "[name=name_0]")
    page.goto(f"{PATH}history/")
    expect_text(page, "#found", "Luis 23")
    expect_text(page, "#main", f"{number} partidas no se pueden leer")
    page.goto(f"{PATH}m/{code}/everyday/finish/")
    tap(page, "main form button")
    page.get_by_role("button", name="Revancha").first.tap()
    page.wait_for_url(lambda url: "/m/" in url and code not in url)
    expect_text(page, "h1", "Mano 1")


@extent.by_night("corners without a server")
def test_records_that_no_phone_has_made_stop_no_page_and_draw_nothing(page):
    code = begins(page)
    [record] = page.evaluate(READS_ALL)
    readable = record["document"]
    bad = [
        {"code": "aaaaaaaaaa"},
        {**readable, "code": 7},
        {**readable, "code": "bbbbbbbbbb", "names": 7},
        {**readable, "code": "cccccccccc", "names": [7], "created_at": "x"},
    ]
    drawn = {**readable, **NEVER_DRAWN, "code": "dddddddddd", "entries": []}
    page.goto("about:blank")
    page.goto(f"{PATH}privacy/")
    page.evaluate(
        PUTS,
        [
            *(
                {**record, "code": each["code"], "document": each, "summary": None}
                for each in bad
            ),
            {**record, "code": "dddddddddd", "document": drawn, "app": "older"},
        ],
    )
    page.goto(f"{PATH}m/dddddddddd/")
    expect_text(page, "h1", "Mano 1")
    assert EVIL not in page.content()
    goes_on_without(page, code, len(bad))
