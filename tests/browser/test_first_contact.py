"""From the address of the site to the first hand: what the first page says, and how many taps it takes."""

from playwright.sync_api import expect

from tests.browser.support.steps import expect_whole_text, tap, tap_link
from tests.browser.support.table import start_button, started
from tests.rules.support.table import hand
from tests.support import extent

NAMES = ("Ana", "Luis", "Eva", "Paco")
LEFT = {1: 23, 2: 7, 3: 45}
# Letters of a name are typed, not tapped; the key that goes on to the next name is a tap.
COUNT_TAPS = """(() => {
  const count = () => sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps")) + 1);
  addEventListener("pointerdown", count, true);
  addEventListener("keydown", ({ key }) => key === "Enter" && count(), true);
})()"""


def taps(page):
    return int(page.evaluate("sessionStorage.getItem('taps')"))


def writes_the_first_hand(page):
    table = started(page)
    table.scores(0, "clean", LEFT)
    table.expect_totals(-10, *LEFT.values())


def test_the_first_page_says_what_for_which_games_and_at_what_price_on_a_small_phone(
    phone,
):
    page = phone(320, 568)
    page.goto("/")
    for part in (".hero h2", ".hero p:not(.band)", ".hero .written", "a[href='/new/']"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect_whole_text(
        page,
        ".hero p:not(.band)",
        "Gratis, sin cuenta, sin anuncios. Funciona sin señal.",
    )


def test_a_match_of_four_and_its_first_hand_take_sixteen_taps_from_nothing(
    phone, record_property
):
    page = phone(360, 640)
    page.add_init_script(COUNT_TAPS)
    page.goto("/")
    tap_link(page, "Nueva partida")
    tap(page, "[name=name_0]")
    for index, name in enumerate(NAMES):
        expect(page.locator(f"[name=name_{index}]")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    writes_the_first_hand(page)
    record_property("taps from nothing", f"{taps(page)}, at most 16")
    assert taps(page) <= 16


@extent.by_night("taps of another match")
def test_the_next_match_of_the_same_four_takes_twelve_taps_with_its_first_hand(
    evening, record_property
):
    before = evening(*NAMES)
    before.plays(hand(0, 23, 7, 45))
    page = before.scorer(360, 640).page
    page.add_init_script(COUNT_TAPS)
    page.goto("/")
    tap_link(page, "Los de siempre")
    start_button(page).tap()
    writes_the_first_hand(page)
    record_property("taps with the usual names", f"{taps(page)}, at most 12")
    assert taps(page) <= 12
