"""An organiser with one phone: a club night by its screens alone."""

import re

from playwright.sync_api import expect

from tests.browser.support.steps import expect_text, expect_visible, tap, tap_button

PEOPLE = (
    *("Ana", "Bea", "Carlos", "Dolores", "Emilio", "Fina", "Gabriel", "Herminia"),
    *("Ignacio", "Juana", "Kiko", "Lola", "Manolo", "Nuria", "Olga", "Paco"),
)
LATE = "Rosa"


def asks_at_once(desk):
    """A desk asks every ten seconds for what is new, and when somebody looks at it again."""
    desk.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


class Organiser:
    def __init__(self, page):
        self.page = page
        self.desk = ""  # its address, once the night is set up

    def taps(self, role, name, *, exact=True):
        self.page.get_by_role(role, name=name, exact=exact).first.tap()

    def opens(self, path):
        """A page of the night by the end of its address; the desk for an empty one."""
        self.page.goto(self.desk.replace("organise/", path or "organise/"))
        return self.page

    # Before the night

    def sets_up(self, rounds):
        """From the page of all nights: so many rounds and a final of four, 5 € each and three prizes."""
        page = self.page
        self.taps("link", "Nueva noche")
        page.wait_for_url("**/nights/new/")  # with its scripts, which come after it
        page.get_by_label("Cuántos se esperan").fill(str(len(PEOPLE) + 1))
        page.get_by_label("Rondas", exact=True).fill(str(rounds))
        page.get_by_text("Con una mesa final de los mejores").tap()
        expect_text(page, "#answer", f"En total {rounds + 1} rondas")
        page.get_by_text("Nombre y dinero").tap()
        page.get_by_label("Cómo se llama").fill("Viernes de Chinchón")
        page.get_by_label("Lo que paga cada uno").fill("5")
        page.get_by_label("Premios").first.fill("50, 30, 20")
        self.taps("button", "Abrir la puerta")
        page.wait_for_url("**/organise/")
        self.desk = page.url

    # The door

    def pastes(self, names):
        """A list of people who are all here."""
        page = self.opens("door/")
        self.taps("link", "Pegar lista")
        page.wait_for_load_state()
        page.locator("#names").fill(names)
        page.get_by_text("Ya están aquí").tap()

    def writes_list(self):
        tap(self.page, ".dock .main")
        expect_visible(self.page, "#people")

    def enters(self, name):
        page = self.opens("door/")
        page.wait_for_load_state()
        page.locator("#q").fill(name)
        expect_visible(page, "#hit-new")
        page.locator("#q").press("Enter")
        expect(self.row(name)).to_be_visible()

    def row(self, name):
        return self.page.locator(".rows li", has_text=name)

    def sends_home(self, name):
        self.opens("door/")
        self.row(name).get_by_role("link").tap()
        self.taps("button", "Se va")
        expect_text(self.page, ".kicker", "se fue")

    # A round

    def drafts(self):
        page = self.opens("seat/")
        page.wait_for_load_state()
        expect_visible(page, ".seating")
        return page

    def seats(self):
        """Who sits where in the draft."""
        tables = self.page.locator(".seating > li").all()
        return [table.locator(".chipname").all_inner_texts() for table in tables]

    def swaps(self, first, other):
        page = self.page
        page.locator(".seating").get_by_text(first, exact=True).tap()
        expect_text(page, ".seating .picked", first)
        tap_button(page, re.compile(rf"^{other}\b"))
        expect_text(page, ".saved", "1 cambio tuyo")

    def publishes(self, button):
        self.taps("button", button)
        self.page.wait_for_url(self.desk)

    def takes_back(self, what):
        """What was done last, where it was done."""
        button = self.page.locator(".log button", has_text=what)
        button.tap()
        expect(button).to_have_count(0)

    def people_at(self, number, table):
        page = self.opens(f"rounds/{number}/{table}/")
        return page.locator("label[for^=id_number_]").all_inner_texts()

    def reports(self, number, table, ranks):
        """A result on paper."""
        page = self.opens(f"rounds/{number}/{table}/")
        for name, rank in ranks.items():
            page.get_by_label(name, exact=True).fill(str(rank))
        self.taps("button", "Guardar")
        expect(page.locator(".result-of").first).to_contain_text("Apuntado a mano")
