"""A phone that goes to pages; what came before at its tables is written without requests, quickly."""

from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.events import Close, HandVoided, Penalised, SatOut, VoidReason
from rules.match.corrections import Amended, Change, Undone
from rules.night import events
from scores.circle.circles import merging
from scores.models import Circle, Phone, Role
from scores.table.new_match.setup import save_rules
from tests.browser.support.phones import has_rights_of
from tests.browser.support.steps import tap
from tests.browser.support.table import Table
from tests.scores.support import factories, table as paper
from tests.scores.support.nights import open_night, published, told

# What another phone typed, the hand that waits in its form, and what waited on it.
FORGETS = """() => {
  sessionStorage.clear();
  localStorage.clear();
  indexedDB.deleteDatabase("reenganche");
}"""


@dataclass
class Visit:
    """A phone of the owner of some tables, all with the same players."""

    page: Page
    site: str
    names: tuple[str, ...] = ("Ana", "Luis", "Eva", "Paco")
    owner: Client = field(default_factory=Client)

    def sees(self, state):
        """Bring the phone there, whatever it did before."""
        assert self.fresh.pk
        self.comes_as(self.owner)
        state(self)

    def comes_as(self, client):
        """Take another phone's rights, or none."""
        self.leaves()
        self.page.context.clear_cookies()
        if client is not None:
            has_rights_of(self.page, client, self.site)

    def leaves(self):
        """Go to a page without scripts, of the same process: an open board would go on polling."""
        self.page.unroute_all()
        here = f"{self.site}{reverse('robots')}"
        if self.page.url != here:
            self.page.goto(here)
            self.page.evaluate(FORGETS)

    def opens(self, name, *args):
        self.page.goto(reverse(name, args=args))
        return self.page

    def board(self, match):
        return Table(self.opens("match", match.code))

    def corrects(self, match, ref):
        return Table(self.opens("correct", match.code, ref))

    def refused(self, said=".error", button=".start button", **fields):
        """Fill in fields of the form that is shown, send it, and see it again with what is wrong."""
        for name, text in fields.items():
            self.page.locator(f"[name={name}]").fill(text)
        tap(self.page, button)
        expect(self.page.locator(said).first).to_be_visible()

    def hand(self, *first, others=20, **how):
        """A hand for however many there are."""
        return paper.hand(*first, *[others] * (len(self.names) - len(first)), **how)

    # Matches

    def match(self, *hands, **rules):
        match = factories.start(self.owner, *self.names, **rules)
        factories.write(match, *hands, phone=self.owner)
        return match

    @cached_property
    def fresh(self):
        return self.match()

    @cached_property
    def going(self):
        """With everything that a sheet and a log can hold; somebody sits out."""
        return self.match(
            self.hand(0, 54),
            self.hand(30, 3, closer=1),
            Penalised(0, 10),
            HandVoided(VoidReason.MISDEAL),
            paper.nobody_closed(*[12] * len(self.names)),
            Undone(),
            self.hand(20, 0, closer=1),
            SatOut(len(self.names) - 1),
            Amended((Change(0, self.hand(0, 45)),)),
            limit=300,
        )

    @cached_property
    def asked(self):
        """Two are asked whether they buy back in."""
        return self.match(
            self.hand(0, 75, 71), preset="chinchon-fournier", limit=70, stake=2
        )

    @cached_property
    def finished(self):
        last = self.hand(0, close=Close.CHINCHON)
        return self.match(self.hand(0), last, stake=2, chinchon_points="wins")

    # Groups

    @cached_property
    def circle(self):
        """With a phone for each right to it and to the match that is going on."""
        for thing in (self.going.circle, self.going):
            for role, name in (
                (Role.OWN, self.names[0]),
                (Role.SCORE, ""),
                (Role.WATCH, self.names[1]),
            ):
                paper.taking(thing, role, name)
        return self.going.circle

    @cached_property
    def night(self):
        """A club night that plays its first round; somebody has paid."""
        paid = events.Paid(1, 500)
        return told(
            published(open_night(self.circle, *self.names[:2], "Sol", "Mar", "Noa")),
            paid,
        )

    @cached_property
    def first(self):
        return self.finished.seats.first().player

    @cached_property
    def second(self):
        return self.finished.seats.all()[1].player

    @cached_property
    def house_rules(self):
        """Of another circle of ours, made second."""
        assert self.circle.pk
        match = factories.start(
            Client(), *self.names, limit=70, wild_cards="as de oros"
        )
        paper.take_link(self.owner, match.circle, Role.OWN)
        return save_rules(match.circle, "W" * 40, match.rules)

    @cached_property
    def other_circle(self):
        """Also ours, of much the same people. Made second: a new match would begin in the latest."""
        assert self.circle.pk
        match = factories.start(Client(), *self.names[1:], "Marta")
        paper.take_link(self.owner, match.circle, Role.OWN)
        return match.circle

    @cached_property
    def merged(self):
        emptied = Circle.objects.create(name=" ".join(self.names[:2]))
        return merging.merge(self.circle, emptied, {}, Phone.objects.latest("pk"))

    def alone(self):
        """A match of another owner with a circle of its own, whose phone we are from now on."""
        owner = Client()
        match = factories.start(owner, *self.names)
        self.comes_as(owner)
        return match


def shows(visit, name, where, *steps):
    """A page as `pages.txt` says: what stands in its address, and what somebody does there."""
    words = where.split()
    for word in words:
        if word.startswith("+"):
            getattr(visit, word[1:])
    page = visit.opens(
        name,
        *(
            attrgetter(word)(visit) if "." in word else word
            for word in words
            if not word.startswith("+")
        ),
    )
    for step in steps:
        verb, _, what = step.partition(" ")
        STEPS[verb](page, what)


def fill(page, what):
    selector, _is, text = what.partition(" = ")
    page.locator(selector).first.fill(text)


def see(page, selector):
    expect(page.locator(selector).first).to_be_visible()


def unfold(page, selector):
    for fold in page.locator(selector).all():
        fold.tap()


STEPS = {"tap": tap, "fill": fill, "see": see, "unfold": unfold}
