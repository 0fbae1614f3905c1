"""What a phone does at the table beside the numbers, and that "Este teléfono" switches it."""

import pytest
from playwright.sync_api import expect

from rules.events import Close, HandScored
from tests.browser.support.clock import A_MINUTE, with_a_clock
from tests.browser.support.pocket import comes_true
from tests.browser.support.steps import (
    expect_count,
    expect_hidden,
    expect_text,
    expect_visible,
    expect_whole_text,
    tap,
    tap_button,
    tap_link,
)
from tests.browser.support.table import Table, opens_more
from tests.rules.support.table import hand
from tests.support import extent

NAMES = ("Ana", "Luis", "Eva")
RECORDS_VOICE = """(() => {
  window.said = [];
  const speak = ({ text, lang }) => window.said.push(`${lang}: ${text}`);
  window.cancelled = 0;
  const voice = { cancel: () => window.cancelled++, getVoices: () => [{}], speak };
  Object.defineProperty(window, "speechSynthesis", { value: voice });
})()"""
LINE = [
    "es: Cierra Ana: menos 10, va con menos 10. Luis más 23, en total 23. Eva más 7, en total 7",
    "es: reparte Luis. empieza Eva",
]


def switches(page, name):
    """Turn a switch of the page of this phone, and go back to the board."""
    board = page.url
    link = page.get_by_role("link", name="Voz, celebraciones y signos")
    page.goto(link.get_attribute("href"))
    page.locator("label", has=page.locator(f"#{name}")).tap()
    page.goto(board)
    Table(page)


def test_the_line_and_who_deals_are_said_where_a_phone_shall_speak_and_nobody_types(
    evening,
):
    table = evening(*NAMES)
    other = table.second()
    page = other.page
    page.add_init_script(RECORDS_VOICE)
    switches(page, "voice")
    table.plays(hand(0, 23, 7))
    expect_text(page, "[data-read-aloud]", "Cierra Ana")
    comes_true(page, f"() => said.length === {len(LINE)}")
    tap(page, "#repeat")
    comes_true(page, f"() => said.length === {2 * len(LINE)}")
    assert page.evaluate("said") == LINE * 2
    before = page.evaluate("cancelled")
    other.closes(2, "clean")
    other.tap_keys("1")
    assert page.evaluate("cancelled") > before
    table.plays(hand(0, 23, 7))
    expect_text(page, "[data-news-text]", "Cierra Ana")
    assert page.evaluate("said") == LINE * 2
    tap_link(other.meanwhile, "Borrar lo escrito")
    switches(page, "voice")
    table.plays(hand(0, 23, 7))
    expect_text(page, "[data-read-aloud]", "69")
    assert page.evaluate("said") == []


BETWEEN = ["Va delante Ana, con −10", "A Luis le faltan 3 para pasarse"]


def test_a_tablet_in_the_middle_says_how_it_goes_where_that_is_wanted(evening):
    table = evening(*NAMES)
    watcher = table.watcher().page
    watcher.context.add_init_script(RECORDS_VOICE)
    for name in ("voice", "between"):
        switches(watcher, name)
    tablet = watcher.context.new_page()
    tablet.goto(f"{watcher.url}big/")
    expect_visible(tablet, "[data-read-aloud]")  # before the first hand
    table.plays(hand(0, 98, 7))
    expect_whole_text(tablet, "[data-between] p", BETWEEN)
    expect_visible(tablet, "[data-between]")
    expect_hidden(tablet, "[data-read-aloud]")
    comes_true(tablet, "() => said.length === 4")
    assert tablet.evaluate("said.slice(2)") == [
        "es: Va delante Ana, con menos 10",
        "es: A Luis le faltan 3 para pasarse",
    ]
    # Who did not ask for it sees and hears the line alone.
    other = table.big()
    expect_visible(other, "[data-read-aloud]")
    expect_hidden(other, "[data-between]")


NO_VOICE = "Object.defineProperty(window, 'speechSynthesis', { value: { getVoices: () => [] } })"
FINDS_ONE = "speechSynthesis.getVoices = () => [{}]; speechSynthesis.onvoiceschanged()"


def test_where_a_phone_has_no_voice_its_switch_says_so_and_is_off(evening):
    page = evening(*NAMES).watcher().page
    page.evaluate("localStorage.setItem('voice', 'on')")
    page.add_init_script(NO_VOICE)
    link = page.get_by_role("link", name="Voz, celebraciones y signos")
    page.goto(link.get_attribute("href"))
    switch = page.get_by_role("checkbox", name="Leer en voz alta")
    expect(switch).to_be_disabled()
    expect(switch).not_to_be_checked()
    expect(page.get_by_text("Este teléfono no tiene ninguna voz.")).to_be_visible()
    page.evaluate(FINDS_ONE)  # browsers load their voices late
    expect(switch).to_be_checked()
    expect(switch).to_be_enabled()
    expect(page.get_by_text("Este teléfono no tiene ninguna voz.")).to_be_hidden()


HITS = """() => {
  const layer = document.getElementById("celebration");
  layer.style.pointerEvents = "auto";
  const words = document.querySelectorAll("[data-total], .name, [data-last-points]");
  return [...words].filter((one) => one.textContent).filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const box = range.getBoundingClientRect();
    return document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2).includes(layer);
  }).map(({ textContent }) => textContent);
}"""
CHINCHON = HandScored({0: 0, 1: 20, 2: 20}, 0, Close.JOKER_RUN_1)


def test_a_close_of_minus_fifty_is_celebrated_over_no_number_where_motion_is_wanted(
    evening,
):
    """For two seconds, unless it is switched off."""
    table = evening(*NAMES)
    still = table.watcher().page
    quiet = table.second().page
    quiet.emulate_media(reduced_motion="no-preference")
    switches(quiet, "celebrations")
    for page in (still, quiet):
        page.evaluate(
            "new MutationObserver(() => { if (document.getElementById('celebration')) window.fell = true; })"
            ".observe(document.body, { childList: true })"
        )
    for opens in (lambda: table.watcher().page, table.big):
        page = with_a_clock(opens())
        page.emulate_media(reduced_motion="no-preference")
        layer = page.locator("#celebration")
        table.plays(CHINCHON)
        layer.wait_for(state="attached")
        assert page.evaluate(HITS) == []
        page.clock.run_for(1900)
        expect(layer).to_have_count(0)
    for page in (still, quiet):
        expect_text(page, "[data-read-aloud]", "escalera")
    still.wait_for_timeout(500)
    for page in (still, quiet):
        assert not page.evaluate("window.fell")


SEES_BUBBLES = """() => {
  window.bubbles = [];
  window.covered = [];
  const isOver = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const bubble of added.filter(({ id }) => id === "explained")) {
      const box = bubble.getBoundingClientRect();
      const kept = [...document.querySelectorAll(".row, .total, button, a, label")];
      const title = new Range();
      title.selectNodeContents(document.querySelector("h1")); // its box is as wide as the bar
      window.bubbles.push(bubble.textContent);
      const covered = kept.filter((part) => isOver(box, part.getBoundingClientRect()));
      if (isOver(box, title.getBoundingClientRect())) covered.push(document.querySelector("h1"));
      window.covered.push(...covered.map((part) => part.outerHTML));
    }
  }).observe(document.body, { childList: true });
}"""
SIGNS = ["Cerró la última mano", "Reparte la mano siguiente", "Va en cabeza"]


@pytest.mark.parametrize(
    "size", [(360, 640), extent.night_param("other sizes", (640, 360))]
)
def test_a_sign_says_itself_when_it_is_touched_and_once_in_the_first_match(
    evening, size
):
    table = evening(*NAMES)
    page = with_a_clock(table.scorer(*size).page)
    page.evaluate(SEES_BUBBLES)
    table.plays(hand(0, 23, 7))
    page.locator("#explained").wait_for()
    page.clock.run_for(A_MINUTE)
    comes_true(page, f"() => bubbles.length === {len(SIGNS)}")
    expect_count(page, "#explained", 0)
    tap(page, "[data-sign='Va en cabeza']")
    comes_true(page, f"() => bubbles.length === {len(SIGNS) + 1}")
    assert sorted(page.evaluate("bubbles")) == sorted([*SIGNS, "Va en cabeza"])
    assert page.evaluate("covered") == []
    switches(page, "signs")
    page.evaluate(SEES_BUBBLES)
    tap(page, "[data-sign='Va en cabeza']")
    page.wait_for_timeout(300)
    assert page.evaluate("bubbles") == []


def test_where_a_row_has_room_its_signs_have_words_and_a_bubble_goes_with_its_board(
    evening,
):
    table = evening(*NAMES)
    page = with_a_clock(table.watcher().page)
    page.evaluate(SEES_BUBBLES)
    table.plays(hand(0, 23, 7))
    page.locator("#explained").wait_for()
    page.clock.run_for(A_MINUTE)
    seen = page.locator(".row .word").evaluate_all(
        "words => words.filter((word) => word.offsetWidth > 1).map((word) => word.textContent)"
    )
    assert seen == ["en cabeza", "reparte"]
    assert page.evaluate("bubbles") == ["Cerró la última mano"]
    page.evaluate("document.body.append(document.createElement('i'))")
    page.evaluate("document.querySelector('body > i').id = 'explained'")
    table.plays(hand(0, 23, 7))
    expect_count(page, "i#explained", 0)


# ¿Quién eres?: a phone calls the player who holds it


REMEMBER_BUZZES = """
window.buzzes = [];
navigator.vibrate = (how) => { window.buzzes.push(String(how)); return true; };
0"""
CALL = "80,60,80"


def says(board, seat):
    """Say who holds this phone; its page counts from here how often it buzzes."""
    tap_link(opens_more(board.page), "¿Quién eres?")
    board.page.locator(f"#id_seat_{seat}").check(force=True)
    tap_button(board.page, "Guardar")
    expect_visible(board.page, f'.row[data-you][data-seat="{seat}"]')
    board.page.evaluate(REMEMBER_BUZZES)


def calls(board):
    return [buzz for buzz in board.page.evaluate("window.buzzes") if buzz == CALL]


def test_a_phone_calls_its_player_when_he_deals_is_near_the_limit_and_is_asked(evening):
    scorer = (table := evening(*NAMES, rebuy_choice="ask")).scorer()
    watcher = table.watcher()
    says(watcher, 1)
    spoken = watcher.page.locator("#me")
    scorer.scores(2, "clean", {0: 20, 1: 93})  # Luis has 93, and deals next
    expect(spoken).to_have_text("Cuidado: te falta poco para pasarte. Te toca dar.")
    assert calls(watcher) == [CALL]
    scorer.scores(2, "clean", {0: 20, 1: 20})
    expect(spoken).to_have_text("Te has pasado: ¿reenganchas?")
    assert calls(watcher) == [CALL, CALL]
    mark = 'getComputedStyle(document.querySelector(`.row[data-seat="1"] .name`), `::after`).content'
    assert watcher.page.evaluate(mark) == '" · tú"'
