"""The board on a phone's screen: tap, type and read as a user does.

Only this module knows the HTML of the board.
"""

import re

from playwright.sync_api import expect

from tests.browser.support.steps import (
    expect_count,
    expect_text,
    expect_visible,
    tap,
    tap_button,
    tap_link,
)

RARE = (
    "chinchon",
    "joker-run-1",
    "joker-run-2",
    "big-gin",
    "rummy",
    "chinaso",
)  # closes that ask for confirmation


# The middle of an element, if it is there that a finger hits it.
IN_SIGHT = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return element.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
PAINTED = "() => new Promise(requestAnimationFrame)"


def touch(what):
    """Tap what stands still: a third of the time of `tap`, which waits until it does."""
    point = what.evaluate(IN_SIGHT)
    what.page.touchscreen.tap(*point) if point else what.tap()


# Setting up a match


def fill_new_match(page, *names, **fields):
    """Fill in the form of a new match: players, and other fields by their names."""
    # The engine of a phone without a signal draws the form after the page is loaded.
    expect_visible(page, "[name=name_0]")
    for index, name in enumerate(names):
        field = page.locator(f"[name=name_{index}]")
        if not field.count():
            tap(page, "button[name=do][value=more]")
        field.fill(name)
    for name, value in fields.items():
        _fill(page, name, value)


def _fill(page, name, value):
    field = page.locator(f"[name={name}]:not([type=radio], [type=hidden])")
    if not page.locator(f"[name={name}]:not([type=hidden])").count():
        show_all_rules(page)
    open_folds(page, f"[name={name}]:not([type=radio]), [name={name}][value='{value}']")
    if not field.count():
        page.locator("label", has=page.locator(f"[name={name}][value='{value}']")).tap()
        # Wait until htmx has replaced the dependent part of the form: earlier typing would be lost.
        expect(page.locator(f"[name={name}][value='{value}']")).to_be_checked()
        expect_count(page, ".htmx-request", 0)
    elif field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)


def show_all_rules(page):
    """On the form of a new match, with one tap."""
    tap(page, "#house button[value=look-house]")
    expect_visible(page, "#house [name=hand_size]")


def open_folds(page, what="*"):
    """Open every fold of the form that hides such an element."""
    folded = page.locator("#new-match details:not([open])", has=page.locator(what))
    while folded.count():
        tap(folded.first, "> summary")


def answers_five_questions(page):
    """From the form of a new match to the form with the rules that the answers lead to."""
    tap_link(page, "en cinco preguntas")
    page.get_by_text("Ninguno").tap()
    page.get_by_text("Las que quiera").tap()
    tap_button(page, "Ver a qué se parece")
    expect_text(page, "main [role=status]", "Chinchón Fournier")
    tap_button(page, "Jugar con estas reglas")
    expect(page.locator("[type=radio][value=chinchon-fournier]")).to_be_checked()


def start_button(page):
    return page.locator("#new-match .start button")


def below(page):
    """What is below the fold of the board, scrolled to and loaded."""
    part = page.locator("#below")
    part.scroll_into_view_if_needed()
    expect(part.locator("#rules")).to_be_attached()
    return part


def opens_more(page):
    """The sheet «Más», opened from the header."""
    tap(page, ".bar [popovertarget]")
    return page.locator("#mas")


def start(page, *names, **fields):
    """Create a match through the form and open its board."""
    page.goto("/new/")
    fill_new_match(page, *names, **fields)
    start_button(page).tap()
    return started(page)


def started(page):
    """The board of the match that was just started, once its scripts run: they say whose number is due."""
    expect(page).to_have_url(re.compile("/m/"))
    page.wait_for_load_state()
    return Table(page)


# The board and the form of a hand


class Table:
    """The board of a match on one phone; also the form for correcting a hand."""

    def __init__(self, page):
        self.page = page
        self.board = page.locator("#board")
        self.form = page.locator("#record")
        self.line = page.locator("#line")  # the line to read aloud, or the errors
        self.spoken = page.locator("#spoken")  # the live region for screen readers
        self.trouble = page.locator(".trouble")  # what others wrote meanwhile
        # the same, while a hand is typed
        self.meanwhile = page.locator("#record .meanwhile")
        self.save_button = self.form.locator(".save").filter(visible=True)
        self.undo_button = page.locator("button[form=undo]")
        self.redo_button = page.locator("button[form=redo]")
        # if the form does not ask for the way of closing
        self.other_went_out = self.form.locator(".said [type=reset]")
        self.other_closed = self.form.locator(".how-panel [type=reset]")
        self.nobody = self.form.locator("label[for=closer-nobody]")
        self.headline = page.locator(".winner .headline")
        self.questions = self.board.locator(".ask p")  # whether somebody buys back in
        self.active = self.form.locator(".row.active")

    @classmethod
    def at(cls, page, address):
        """The board (or the correction) at an address."""
        page.goto(address)
        return cls(page)

    @property
    def key(self):
        """The version of the shown board; every entry changes it."""
        return self.board.get_attribute("data-key") or ""

    def row(self, seat):
        return self.board.locator(f".row[data-seat='{seat}']")

    def name(self, seat):
        return self.row(seat).locator(".name")

    def total(self, seat):
        """The total of a seat; partners have one, on the card of both."""
        here = f"[data-seat='{seat}']"
        return self.board.locator(
            f".team:has({here}) > .total, .rows > {here} > .total"
        )

    def field(self, seat, kind="deadwood"):
        """A number of a seat: deadwood, table or value."""
        return self.form.locator(f"[name={kind}_{seat}]")

    def buy_button(self, seat):
        return self.row(seat).locator("[data-buy]")

    def chip(self, way):
        """The label of a way to close: clean, knock-3, joker-run-1, chinchon…"""
        return self.form.locator(f"[name=close][value='{way}'] + label")

    def closer(self, seat):
        """The radio of who closed."""
        return self.form.locator(f"[name=closer][value='{seat}']")

    def digit(self, key):
        """A key of the keypad: a digit, +, erase or next."""
        return self.form.locator(f"button[data-key='{key}']")

    def expect_typed(self, seat, text):
        """Expect this text in the field of the seat's deadwood."""
        expect(self.field(seat)).to_have_value(text)

    def expect_active(self, seat):
        """Expect that the keypad writes into the row of this seat."""
        if seat is None:
            expect(self.active).to_have_count(0)
        else:
            expect(self.active).to_have_attribute("data-seat", str(seat))

    # Tapping

    def closes(self, seat, way=""):
        """Tap the closer (None: nobody) and, if `way` is given, the way of closing."""
        if seat is None:
            self.nobody.tap()
            return
        self.name(seat).tap()
        if way:
            touch(self.chip(way))
        if way in RARE:
            touch(self.chip(way))

    def tap_keys(self, keys):
        """Tap digits and + one after the other."""
        for key in keys:
            touch(self.digit(key))
        self.page.evaluate(PAINTED)

    def types(self, points):
        """Type the points in seat order; tap the next-key where the keypad does not move on by itself."""
        for seat, left in sorted(points.items()):
            self.types_number(seat, "deadwood", left)

    def types_number(self, seat, kind, number):
        """Type one number of a seat, after moving on to it if the keypad did not."""
        if not self.is_active(seat, kind):
            touch(self.digit("next"))
        self.expect_active(seat)
        digits = str(number)
        if (
            digits.isdecimal()
            and len(digits) > 2
            and self.form.get_attribute("data-most")
        ):
            # moves on; who is tapped again gets the larger number
            self.tap_keys(digits[:2])
            self.field(seat, kind).tap()
        self.tap_keys(digits)
        expect(self.field(seat, kind)).to_have_value(digits)

    def typed(self, *seats):
        """What is in the fields of these seats."""
        return [self.field(seat).input_value() for seat in seats]

    def types_table(self, points):
        """Rum 500: type for each seat the points on the table and, except for who went out, those in hand."""
        for seat, (laid, in_hand) in sorted(points.items()):
            self.types_number(seat, "table", laid)
            if in_hand is not None:
                self.types_number(seat, "deadwood", in_hand)

    def buys(self, times):
        """Chinaso: tap once for each buy."""
        for seat, number in times.items():
            for _time in range(number):
                touch(self.buy_button(seat))

    def is_active(self, seat, kind="deadwood"):
        active = f".row.active[data-seat='{seat}'] .points.active [name={kind}_{seat}]"
        return self.form.locator(active).count() == 1

    def fills(self, seat, way, points):
        """Fill in a whole hand without saving it."""
        self.closes(seat, way)
        self.types(points)

    def scores(self, seat, way, points):
        """Fill in a whole hand and save it; a close that wins the match is saved by its last tap."""
        if seat is not None and way in RARE and self._wins(way):
            self.name(seat).tap()
            self.chip(way).tap()
            self._changes(self.chip(way))
            return
        self.fills(seat, way, points)
        self.saves()

    def _wins(self, way):
        return self.form.locator(f"[data-wins] [value={way}]").count() > 0

    def saves(self):
        self._changes(self.save_button)

    def undoes(self):
        self._changes(self.undo_button)

    def redoes(self):
        self._changes(self.redo_button)

    def answers(self, seat, said):
        """Answer the buy-back question of a seat: yes or no."""
        self._changes(
            self.page.locator(f"form[action$='/answer/{seat}/{said}/'] button")
        )

    def _changes(self, button):
        before = self.key
        button.tap()
        expect(self.board).not_to_have_attribute("data-key", before)
        # On a slow machine a tap may come before htmx is loaded: then this is another page, still loading.
        self.page.wait_for_load_state("domcontentloaded")

    # Reading

    def expect_totals(self, *totals):
        """Expect these totals, in seat order."""
        expect_count(self.board, ".row[data-seat]", len(totals))
        for seat, total in enumerate(totals):
            expect(self.total(seat)).to_have_text(str(total).replace("-", "−"))
