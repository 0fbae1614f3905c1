"""The hand checker by thumb: closes and counts through the real page, and that its pack stays where it is."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.support.pocket import OLDEST
from tests.browser.support.routes import Gate
from tests.browser.support.steps import (
    expect_count,
    expect_text,
    expect_whole_text,
    tap,
    tap_button,
)
from tests.browser.support.table import Table, touch
from tests.scores.support.checked import at_table, practice, published
from tests.scores.support.table import lines, totals
from tests.support import extent

SIX = "1o 2o 3o 4c 4e 4b"
KNOCK = f"{SIX} 3b"  # a three is loose
HANDS = [
    KNOCK,
    "4o 5o 12c 12e 12b 7e 1c",  # 4 and 5 of oros are laid off
    "1e 2e 3e 7o 7b 11c 6o",
    "12o 11o 10o 5b 6b 2c 3c",
]
COUNTS = (3, 8, 17, 16)
NAMES = ("Ana", "Luis", "Eva", "Paco")
LACKS = "5c 6c 7c 11o 11e 12e"  # and the two of bastos
CLOSES = {case["id"]: case for case in published("closes", "close")}


class Checker:
    """The checker on one phone."""

    def __init__(self, page):
        self.page = page
        self.verdict = page.locator("#judged .verdict")
        self.headline = page.locator("#judged .headline")
        self.reasons = page.locator("#judged .reason")
        self.better = page.locator("#judged .better")
        self.counter = page.locator("#judged .hint.counting")
        self.hand = page.locator("#judged .hand")
        self.fill = page.locator(".fill a")
        self.next = page.locator(".next button")

    @classmethod
    def opened(cls, page, **asked):
        page.goto(practice(asked))
        return cls(page)

    def box(self, card, copy=0):
        return self.page.locator(f"[id='b{'joker' if card == '*' else card}-{copy}']")

    def label(self, card, copy=0):
        return self.page.locator(".deck label", has=self.box(card, copy))

    def taps(self, cards):
        """Choose cards in the pack; of several copies the next one."""
        chosen = cards.split()
        for index, card in enumerate(chosen):
            copy = chosen[:index].count(card)
            touch(self.label(card, copy))
            expect(self.box(card, copy)).to_be_checked()

    def is_judged(self):
        """Wait for the verdict on what was tapped last, if it has details."""
        expect_count(self.page, "#more[aria-busy]", 0)

    def claims(self, melds):
        """Tap each card of a claim until it says its group."""
        self.is_judged()
        tap(self.page, ".claims summary")
        for number, meld in enumerate(melds, 1):
            for card in meld:
                self._puts(card, number)

    def _puts(self, card, number):
        """The cards of the claim lie in the pack's order; a joker not yet in a group is the next."""
        free = self.page.locator(
            ".claim", has=self.page.locator(f"option[value='{card}:1']")
        )
        for index in range(free.count()):
            one = free.nth(index)
            if not one.locator("select").input_value():
                for times in range(1, number + 1):
                    tap(one, ".card-face")
                    expect(one.locator("select")).to_have_value(f"{card}:{times}")
                    self.is_judged()
                return
        raise AssertionError(f"{card} is in a group already")

    def melds(self, kind="meld"):
        """The names of the cards that lie together."""
        other = "".join(
            f":not(.{one})" for one in ("bad", "laid-off", "loose", "discard", "open")
        )
        groups = self.hand.locator(
            f".meld.{kind}" if kind != "meld" else f".meld{other}"
        )
        return [group.locator(".sr").all_inner_texts() for group in groups.all()]


@pytest.fixture
def checker(phone):
    return Checker.opened(phone(360, 640))


# The verdict of each published close is proven without a browser; here how it is tapped.


def test_a_hand_is_judged_as_its_last_card_lands_and_takes_no_more_than_eight(checker):
    for card in SIX.split():
        checker.label(card).tap()  # quicker than the verdicts
    expect(checker.counter).to_have_text("6 de 7 cartas")
    expect(checker.verdict).to_have_count(0)
    checker.box("3b").focus()
    checker.page.keyboard.press("Space")
    expect(
        checker.page.get_by_role("checkbox", name="tres de bastos", exact=True)
    ).to_be_checked()
    expect(checker.headline).to_contain_text("Puede cerrar: le quedan 3")
    assert checker.melds() == [
        ["as de oros", "dos de oros", "tres de oros"],
        ["cuatro de copas", "cuatro de espadas", "cuatro de bastos"],
    ]
    assert checker.melds("loose") == [["tres de bastos"]]
    checker.taps("12b")
    expect(checker.box("7o")).to_be_disabled()
    checker.label("7o").tap(force=True)
    expect(checker.box("7o")).not_to_be_checked()
    expect(checker.page).to_have_url(re.compile("c=12b"))
    checker.page.reload()
    expect(checker.box("12b")).to_be_checked()
    expect(checker.box("7o")).to_be_disabled()
    checker.label("12b").tap()
    expect(checker.box("7o")).to_be_enabled()
    checker.label("3b").tap()
    expect(checker.counter).to_have_text("6 de 7 cartas")
    checker.taps("2b")
    expect(checker.headline).to_contain_text("le quedan 2")


def test_a_claim_is_told_what_is_better_and_is_in_the_address_of_the_page(phone):
    case = CLOSES["H-000-25"]
    checker = Checker.opened(phone(360, 640), c=case["cards"])
    checker.claims(case["melds"])
    expect(checker.better).to_have_text(
        "Hay algo mejor. Puede cerrar: chinchón, gana la partida"
    )
    expect(checker.page).to_have_url(re.compile("7o%3A2"))
    link = checker.page.locator("#more a").last.get_attribute("href")
    assert parse_qs(urlsplit(link).query)["c"] == case["cards"]


@extent.by_night("corners of forms")
def test_by_keyboard_the_focus_stays_on_the_card_of_a_claim(phone):
    checker = Checker.opened(phone(360, 640), c=KNOCK)
    tap(checker.page, ".claims summary")
    claim = checker.page.locator(".claim select").first
    claim.focus()
    for group in ("1", "2"):
        checker.page.keyboard.press("ArrowDown")
        checker.is_judged()
        expect(claim).to_have_value(f"1o:{group}")
        expect(claim).to_be_focused()


@extent.by_night("corners of forms")
def test_what_was_chosen_before_the_scripts_were_there_is_judged_once_they_are(phone):
    page = phone(360, 640)
    checker = Checker(page)
    gate = Gate(page, "**/*.js")
    page.goto(reverse("check"), wait_until="commit")
    checker.taps(KNOCK)
    gate.lets_go()
    expect(checker.headline).to_contain_text("le quedan 3")


@extent.by_night("corners of forms")
def test_a_link_shows_its_own_game_in_the_oldest_browser_too(phone):
    page = phone(360, 640)
    page.add_init_script(OLDEST)
    page.add_init_script("""localStorage.setItem("check", '{"rules": "gin"}')""")
    checker = Checker.opened(page, rules="chinchon")
    checker.taps("1o")
    expect(page.locator("#rules")).to_have_value("chinchon")


# In a match


COUNT_PRESSES = """addEventListener("pointerdown", () => {
  sessionStorage.presses = 1 + Number(sessionStorage.presses ?? 0);
}, true);"""


@pytest.mark.long
def test_a_hand_of_28_cards_from_the_board_and_back(
    owner, match, phone_of, record_property
):
    page = phone_of(owner, 360, 640)
    page.add_init_script(COUNT_PRESSES)
    table = Table.at(page, match.get_absolute_url())
    table.closes(0)
    tap(page, "[data-check]")
    tap_everybody(page)
    table = Table(page)
    expect(table.line).to_contain_text("Ana: +3")
    expect(table.line).to_contain_text("Eva +17")
    table.saves()
    table.expect_totals(*COUNTS)
    taps = int(page.evaluate("sessionStorage.presses"))
    cards = len(" ".join(HANDS).split())
    record_property(f"taps for a hand of {cards} cards", f"{taps}, at most {cards + 8}")
    assert cards < taps <= cards + 8
    assert (lines(match), totals(match)) == ([(0, "hand")], list(COUNTS))


def tap_everybody(page):
    """All the hands, and what they count brought to the form."""
    checker = Checker(page)
    for seat, cards in enumerate(HANDS):
        expect_text(page, ".tabs [aria-current]", NAMES[seat])
        checker.taps(cards)
        if seat < len(HANDS) - 1:
            checker.next.tap()
    expect(checker.headline).to_contain_text("16 puntos")
    expect(checker.fill).not_to_have_class(re.compile("second"))
    checker.fill.tap()


def test_one_hand_is_counted_from_the_keypad_and_keeps_what_was_typed(
    owner, match, phone_of
):
    page = phone_of(owner, 360, 640)
    table = Table.at(page, match.get_absolute_url())
    table.closes(0, "clean")
    table.types({1: 23})
    table.expect_active(2)
    tap(page, "[data-check]")
    expect(page).to_have_url(re.compile("/check/"))
    page.go_back()
    table.expect_typed(1, "23")
    tap(page, "[data-check]")
    checker = Checker(page)
    expect_text(page, "h1", "Eva")
    checker.taps(HANDS[2])
    expect(checker.headline).to_contain_text("30 puntos")
    checker.fill.tap()
    table.expect_typed(1, "23")
    table.expect_typed(2, "30")
    table.types({3: 45})
    table.saves()
    page.reload()
    table.expect_totals(-10, 23, 30, 45)
    # it is not filled in again
    expect_count(table.form, "[name=closer]:checked", 0)


@extent.by_night("corners of forms")
def test_a_count_waits_for_the_card_tapped_last_unless_another_is_tapped_meanwhile(
    owner, match, phone_of
):
    page = phone_of(owner, 360, 640)
    asked = {"closer": 0, "close": "clean", "at": 2, "deadwood_1": 23}
    page.goto(at_table(match, **asked, c2="1e 2e 3e 7o 7b 11c"))
    checker = Checker(page)
    expect(checker.counter).to_have_text("6 de 7 cartas")
    gate = Gate(page, "**/check/*")
    checker.taps("6o")
    checker.fill.tap()
    checker.label("6o").tap()
    gate.lets_go()
    expect(checker.page.locator("#more")).not_to_have_attribute("aria-busy", "true")
    expect(checker.counter).to_have_text("6 de 7 cartas")
    gate.meet = gate.held.append
    checker.taps("6o")
    checker.fill.tap()
    checker.fill.tap()
    gate.lets_go()
    table = Table(checker.page)
    table.expect_typed(2, "30")
    table.expect_typed(1, "23")


# The table of a showdown


def test_the_cards_that_are_laid_off_move_and_what_is_left_fills_in_the_form(
    owner, match, phone_of
):
    page = phone_of(owner, 360, 640)
    cards = {f"c{seat}": hand for seat, hand in enumerate(HANDS)}
    page.goto(at_table(match, closer=0, at=3, **cards))
    Checker(page).next.tap()
    expect_text(page, ".tabs [aria-current]", "La mesa")
    expect_whole_text(page, ".added .whose", ["Luis", "Luis", "Eva", "Eva"])
    for motion, animation in (("no-preference", "lay-off"), ("reduce", "none")):
        page.emulate_media(reduced_motion=motion)
        expect(page.locator(".added").first).to_have_css("animation-name", animation)
    expect_text(page, ".tabs", "Luis 8")
    Checker(page).fill.tap()
    Table(page).expect_typed(1, "8")


# What a hand lacks


def test_what_a_hand_lacks_is_there_as_the_last_card_lands_and_counts_what_was_seen(
    checker,
):
    page = checker.page
    lack = checker.verdict.locator(".lack")
    checker.taps(LACKS)
    top = "(part) => part.offsetTop"
    before = page.locator(".deck").evaluate(top)
    checker.taps("2b")
    expect(lack).to_have_text("Sirven 5 de las 35 por salir.")
    assert page.locator(".deck").evaluate(top) == before
    expect_count(page, ".lacks .faces .card-face", 4)
    question = page.locator("label", has=page.locator("[name=first]"))
    before = question.evaluate(top)
    question.tap()
    expect(lack).to_have_count(0)
    assert question.evaluate(top) == before
    question.tap()
    tap_button(page, "Marcar cartas vistas")
    checker.taps("11c *")
    expect(lack).to_have_text("Sirven 3 de las 33 por salir.")
    tap_button(page, "A mis cartas")
    expect(lack).to_have_text("Sirven 3 de las 33 por salir.")
    checker.taps("3o")
    expect_whole_text(page, ".lacks summary", "¿Qué tiro?")
    expect(page.locator(".lacks li").first).to_contain_text(
        "Sirven 3 de las 32 por salir."
    )


# Other games, and the pack

CHINASO = "4h 5h 6h * 8h 9h Th Jh Qs Qd Qc Qh"


def test_a_contract_of_three_packs_that_is_another_hand_s_and_then_right(phone):
    checker = Checker.opened(phone(360, 640), rules="chinaso", hand=1)
    checker.taps("6s 6s")
    expect(checker.label("6s", 2)).to_be_visible()
    expect(checker.label("6s", 0)).to_be_hidden()
    for copy in (2, 0, 1, 2):  # once all are ticked they are unticked
        checker.label("6s", copy).tap()
    expect(checker.counter).to_have_text("0 de 11 cartas")
    Checker.opened(checker.page, rules="chinaso", hand=1, c=CHINASO)
    expect(checker.reasons.first).to_contain_text("Esta mano pide dos tríos, y hay")
    checker.page.locator("#hand").select_option("2")
    expect(checker.headline).to_contain_text("Puede salir: chinaso")
    checker.page.locator("#others").select_option("1")
    expect(checker.headline).to_have_text(re.compile(r"^\s*Puede salir\s*$"))


LOOSE = "1o 3o 5c 7c 12e 4b 6b"  # the longest verdict


def test_no_card_of_the_pack_moves_and_the_verdict_stays_in_sight(phone):
    page = phone(360, 640)
    checker = Checker.opened(page, rules="chinchon")
    before = boxes_of_the_pack(page)
    for count, card in enumerate(LOOSE.split(), 1):
        checker.label(card).tap()
        expect_count(checker.hand, ".card-face:not(.free)", count)
        assert boxes_of_the_pack(page) == before, f"after {card}"
    expect(checker.verdict).to_be_in_viewport()
    expect(checker.hand).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.locator("#judged").evaluate(
        "box => box.scrollHeight <= box.clientHeight"
    )


@pytest.mark.parametrize(
    "asked",
    [{}, {"deck": "spanish-48"}, {"rules": "gin"}, {"rules": "chinaso", "hand": 7}],
)
def test_every_card_of_the_pack_can_be_hit_by_a_thumb(phone, asked):
    page = Checker.opened(phone(320, 568), **asked).page
    boxes = page.locator(".deck label:visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    )
    assert len(boxes) >= 40
    assert min(map(min, boxes)) >= 44


def boxes_of_the_pack(page):
    """Where each card lies on the page, however far it is scrolled."""
    return page.locator(".deck .cell").evaluate_all(
        "cells => cells.map((cell) => { const box = cell.getBoundingClientRect();"
        " return [box.left, box.top + scrollY, box.width, box.height]; })"
    )
