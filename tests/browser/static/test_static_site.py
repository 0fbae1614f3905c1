"""The app without a server, from a host of files in a sub-path: a match, its correction, its rematch."""

import gzip
import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.board.test_switches import RECORDS_VOICE
from tests.browser.corrections.test_corrections import (
    act,
    correct,
    retype,
    see_what_changes,
)
from tests.browser.hand_entry.test_spoken import RECOGNISER, says
from tests.browser.recap.test_recap import closes_with_the_checker, looks_at_the_hands
from tests.browser.support.pocket import UNGUARDED, comes_true
from tests.browser.support.steps import (
    expect_role,
    expect_text,
    expect_visible,
    tap_button,
    tap_link,
)
from tests.browser.support.table import (
    Table,
    answers_five_questions,
    fill_new_match,
    opens_more,
    start_button,
)
from tests.browser.support.without_server import (
    is_ready,
    phone_on,
    starts,
)
from tests.browser.test_pages import (
    AXE_FOLDER,
    EVERYTHING,
    FIRST_OF_SEVERAL,
    SMALL,
    STICKING_OUT,
    VIOLATIONS,
)
from tests.support import extent
from tests.support.static_site import (
    PATH,
    SPEAKS_OF_SERVER,
    TEXT,
    host_of,
    publish_newer,
)
from tests.tools.messages import english

pytestmark = [pytest.mark.long, pytest.mark.django_db]

FIRST_VISIT = 62 * 1000  # bytes, compressed as hosts do
READY_MS = 3000


def says_nothing_of_a_server(page):
    assert (
        SPEAKS_OF_SERVER.findall(page.title() + page.locator("body").inner_text()) == []
    )


def test_a_match_is_played_listed_corrected_won_and_again_with_cards_with_no_server(
    page, asked
):
    page.add_init_script(UNGUARDED)
    table = starts(page, "Ana", "Luis", limit="30")
    table.scores(0, "clean", {1: 23})
    table.expect_totals(-10, 23)
    says_nothing_of_a_server(page)
    board = page.url
    lists(page, "Luis 23")
    page.goto(board)
    table.fills(1, "knock-3", {0: 12})
    table.save_button.tap()
    table.expect_totals(2, 26)
    table.undo_button.first.tap()
    table.expect_totals(-10, 23)
    table.redo_button.first.tap()
    table.expect_totals(2, 26)
    corrects_the_first_hand(page, "3")
    table.expect_totals(2, 6)
    lists(page, "Luis 6")
    page.goto(board)
    says_nothing_of_a_server(opens_more(page).page)
    page.goto(PATH)
    expect_text(page, ".felt.now .scores", "Luis")
    says_nothing_of_a_server(page)
    tap_link(page, "Seguir en la mano 3")
    page.wait_for_url(board)
    table.scores(0, "clean", {1: 29})
    expect(table.headline).to_contain_text("Gana Ana")
    page.goto(PATH)
    expect_text(page, ".matches", "Ganó Ana")
    tap_button(page, "Revancha")
    page.wait_for_url(lambda url: "/m/" in url and url != board)
    closes_with_the_checker(page, table)
    assert "1o 2o 3o,4c 4e 4b;3b" in page.evaluate(STORED)
    page.goto(f"{page.url}tell/")
    looks_at_the_hands(page)
    says_nothing_of_a_server(page)
    starts_the_worker_by(page, board)
    assert (
        page.evaluate("fetch('scoresheet/').catch(({ name }) => name)") == "TypeError"
    )
    assert [path for path in asked if "/m/" in path] == []


STORED = """() => new Promise((done) => {
  const asked = indexedDB.open("reenganche");
  asked.onsuccess = () => {
    const all = asked.result.transaction("matches").objectStore("matches").getAll();
    all.onsuccess = () => done(JSON.stringify(all.result));
  };
})"""


def starts_the_worker_by(page, address):
    """Open a page while the worker is at rest, as after half a minute."""
    browser = page.context.new_cdp_session(page)
    browser.send("ServiceWorker.enable")
    browser.send("ServiceWorker.stopAllWorkers")
    page.goto(address)
    expect_text(page, "h1", "Fin de la partida")


def lists(page, total):
    """The list of all matches stands as it was drawn last, and soon as the matches are."""
    page.goto(f"{PATH}history/")
    expect_text(page, "#found", "Luis")
    expect_text(page, "#found", total)


def corrects_the_first_hand(page, points):
    board = page.url
    corrected = correct(page, 1)
    retype(corrected, 1, points)
    see_what_changes(corrected)
    act(page, "save")
    page.wait_for_url(board)


def test_a_host_with_a_page_for_what_it_lacks_shows_what_to_do_there(stranger):
    stranger.goto(f"{PATH}m/nobodyhasit/")
    expect_role(stranger, "heading", "No está en este teléfono")


def test_all_of_it_and_five_questions_work_once_the_host_is_gone(page, line):
    page.goto(PATH)
    is_ready(page)
    line.cut()
    tap_link(page, "Nueva partida")
    answers_five_questions(page)
    says_nothing_of_a_server(page)
    fill_new_match(page, "Ana", "Luis")
    start_button(page).tap()
    Table(page).scores(0, "clean", {1: 23})
    page.goto(f"{PATH}help/gin/")
    expect_role(page, "heading", "Gin")
    page.goto(f"{PATH}check/")
    says_nothing_of_a_server(page)
    page.goto(f"{PATH}m/nobodyhasit/")
    expect_role(page, "heading", "No está en este teléfono")


def test_the_first_visit_is_small_and_soon_ready(stranger, site, record_property):
    page = stranger
    page.goto(PATH)
    page.wait_for_load_state()
    loaded = page.evaluate(
        "() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"
    )
    files = [site / path.removeprefix(PATH) for path in {*loaded}]
    sizes = [len(gzip.compress(file.read_bytes())) for file in files if file.is_file()]
    size = sum([*sizes, len(gzip.compress((site / "index.html").read_bytes()))])
    record_property("bytes of the first visit", f"{size}, under {FIRST_VISIT}")
    assert size < FIRST_VISIT
    is_ready(page)
    milliseconds = page.evaluate("() => performance.now()")
    record_property(
        "ready for no signal after", f"{milliseconds:.0f} ms, promised {READY_MS}"
    )


def test_the_browser_decides_the_language_and_one_tap_changes_it(browser, host):
    with phone_on(browser, host[0], locale="en-US") as context:
        page = context.new_page()
        page.goto(PATH)
        page.wait_for_url(f"**{PATH}en-us/")
        expect_role(page, "link", "New game")
        says_nothing_of_a_server(page)
        tap_link(page, "Español")
        page.wait_for_url(f"**{PATH}")
        expect_role(page, "link", "Nueva partida")
        page.goto(f"{PATH}en-gb/help/")
        page.wait_for_url(f"**{PATH}help/")


@extent.by_night("corners without a server")
def test_a_hand_that_is_said_is_read_by_the_phone_alone_which_says_what_it_wrote(page):
    page.add_init_script(RECORDS_VOICE)
    page.add_init_script(RECOGNISER)
    table = starts(page, "Ana", "Luis")
    page.get_by_text("Leer en voz alta").tap()
    page.get_by_text("Decir la mano").tap()
    expect_visible(page, "[data-say]")
    says(page, ["cierra Ana con menos diez y Luis veintitrés"])
    table.expect_typed(1, "23")
    table.saves()
    table.expect_totals(-10, 23)
    comes_true(page, "() => said.length === 2")
    assert page.evaluate("said") == [
        "es: Cierra Ana: menos 10, va con menos 10. Luis más 23, en total 23",
        "es: reparte Luis. empieza Ana",
    ]
    page.get_by_text("Decir la mano").tap()
    expect(page.locator("[data-say]")).to_be_hidden()


def test_a_match_goes_to_another_phone_in_a_code_and_comes_back(page, stranger, asked):
    table = starts(page, "Ana", "Luis", limit="60")
    table.scores(0, "clean", {1: 23})
    board = page.url
    address = code_of(page)
    stranger.goto(address)
    expect_text(stranger, "#main", "no está en este teléfono")
    expect_text(stranger, "#sheet", "23")
    says_nothing_of_a_server(stranger)
    tap_button(stranger, "Seguir en este teléfono")
    goes_on = Table(stranger)
    goes_on.expect_totals(-10, 23)
    goes_on.scores(1, "clean", {0: 12})
    goes_on.expect_totals(2, 13)
    longer = code_of(stranger)
    stranger.goto(address)
    expect_text(stranger, "#main", "aquí tiene más")
    tap_button(page, "Sigue en el otro teléfono")
    page.wait_for_url(board)
    expect_text(page, "#board", "La lleva otro teléfono.")
    expect(table.form).to_have_count(0)
    page.goto(longer[:-3])
    expect_role(page, "heading", "No se puede leer")
    page.goto(longer)
    expect_text(page, "#main", "aquí le falta lo último")
    tap_button(page, "Seguir en este teléfono")
    page.wait_for_url(board)
    table.expect_totals(2, 13)
    table.scores(0, "clean", {1: 50})
    expect(table.headline).to_contain_text("Gana Ana")
    assert {path for path in asked if "/join/" in path} == {f"{PATH}join/"}


def code_of(page):
    """The address in the code of the match."""
    page.get_by_role("link", name="Compartir").first.tap()
    code = page.locator("#code")
    expect(code.locator("svg path")).to_be_attached()
    return code.get_attribute("href") or ""


def test_an_english_text_speaks_of_a_server_only_where_the_spanish_one_does():
    """So what the Spanish pages say of it is true of the English ones."""
    texts = {str(text.id): str(text.string) for text in english() if text.id}
    assert len(texts) > 1000
    speaking = {
        spanish[:33]
        for spanish, text in texts.items()
        if SPEAKS_OF_SERVER.search(text) and not SPEAKS_OF_SERVER.search(spanish)
    }
    assert speaking == {  # the night, which needs a server
        "Apuntad cada mano. Cuando suene e",
        "Las mesas siguen apuntando: se en",
    }


DRAWN_PAGES = (
    *("m/{going}", "m/{going}forecast/", "m/{going}share/", "m/{going}log/"),
    *("m/{going}scoresheet/", "m/{going}check/", "m/{going}big/", "m/{going}everyday/"),
    *("m/{going}everyday/penalty/", "m/{going}everyday/join/", "m/{going}correct/0/"),
    *(
        "m/{over}",
        "m/{over}tell/",
        "m/{over}big/",
        "m/{over}log/",
        "m/{over}scoresheet/",
    ),
    *("history/", "history/?q=nobody", "history/?since=x", "c/phone/"),
    *("c/phone/people/97-110-97-/", "c/phone/evenings/{day}/", "import/"),
    *("new/", "new/questions/", "new/questions/?jokers=1", "demo/", "join/", "check/"),
)


@extent.by_night("words without a server")
def test_no_page_that_a_phone_draws_speaks_of_a_server_and_each_is_for_everybody(page):
    """On a small phone, by day and by night."""
    page.set_viewport_size({"width": 360, "height": 640})
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(path=AXE_FOLDER / "axe.min.js")
    table = starts(page, "Ana", "Eva", limit="20")
    table.scores(0, "clean", {1: 23})
    over = page.url.rpartition("/m/")[2]
    table = starts(page, "Maximiliano Bartolomé de las Casas y Oca", "Luis", limit="60")
    table.scores(0, "clean", {1: 23})
    going = page.url.rpartition("/m/")[2]
    address = code_of(page)
    tap_button(page, "Sigue en el otro teléfono")
    expect_text(page, "h1", "Mano 2")
    problems = looks_at(page)
    page.goto(address)
    expect_text(page, "h1", "De otro teléfono")
    problems += looks_at(page)
    tap_button(page, "Seguir en este teléfono")
    page.wait_for_url("**/m/*/")
    table.expect_totals(-10, 23)
    page.goto(f"{PATH}c/phone/")
    evening = page.locator("a[href*='/evenings/']").get_attribute("href") or ""
    day = evening.split("/")[-2]
    for language in ("Español", "English"):
        page.goto(PATH)
        if language == "English":
            tap_link(page, language)
            page.wait_for_url(f"**{PATH}en-*/")
        is_ready(page)
        problems += looks_at(page)
        root = page.url
        for path in DRAWN_PAGES:
            page.goto(root + path.format(going=going, over=over, day=day))
            expect(page.locator("h1")).not_to_have_text("Reenganche")
            assert page.url.startswith(root)
            problems += looks_at(page)
    assert problems == []


def looks_at(page):
    """What axe and eyes find wrong with a page by day and by night."""
    assert SPEAKS_OF_SERVER.findall(TEXT.sub(" ", page.content())) == [], page.url
    problems = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        found = [
            *page.evaluate(VIOLATIONS, EVERYTHING),
            *page.evaluate(STICKING_OUT),
            *page.evaluate(SMALL),
            *page.evaluate(FIRST_OF_SEVERAL),
        ]
        problems += [f"{page.url}, {theme}: {each}" for each in found]
    return problems


@extent.by_night("corners without a server")
def test_a_newer_version_takes_over_while_a_match_goes_on(browser, site, tmp_path):
    published = shutil.copytree(site, tmp_path / site.name)
    with (
        host_of(tmp_path) as (address, _asked),
        phone_on(browser, address) as context,
    ):
        page = context.new_page()
        page.goto(PATH)
        is_ready(page)
        table = starts(page, "Ana", "Luis", limit="30")
        table.scores(0, "clean", {1: 23})
        board = page.url
        version = publish_newer(published)
        page.goto(board)
        table.expect_totals(-10, 23)
        page.goto(PATH)
        expect(page.locator("html")).to_have_attribute("data-version", version)
        page.goto(board)
        table.expect_totals(-10, 23)
        table.scores(0, "clean", {1: 29})
        expect(table.headline).to_contain_text("Gana Ana")
