"""Every page in every state that looks different, by the name of its address.

A visit brings a phone there; what came before at that table is written through the forms, quickly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from unittest.mock import patch
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.events import BoughtBackIn, Close, HandScored, HandVoided, Penalised, SatOut, VoidReason
from rules.match.corrections import Amended, Change, Undone
from rules.presets import RULESETS
from scores.core.access import grants
from scores.core.house_rules import saved_rules
from scores.group.circles import merging
from scores.group.transfer import exporter
from scores.models import Circle, HouseRules, Match, Merge, Phone, Player, Role
from scores.table.table_events.views import FORM_OF
from tests.browser.support import archive_pages as kept
from tests.browser.support.routes import Obstacle, is_poll
from tests.browser.support.table import Table, below, fill_new_match, start_button
from tests.scores.support import factories, table as paper


@dataclass
class Visit:
    """A phone of the owner of some tables, all with the same players."""

    page: Page
    site: str
    names: tuple[str, ...] = ("Ana", "Luis", "Eva", "Paco")
    owner: Client = field(default_factory=Client)

    def sees(self, state: Callable[[Visit], None]) -> None:
        """Bring the phone there, whatever it did before."""
        assert self.fresh.pk
        self.comes_as(self.owner)
        state(self)

    def comes_as(self, client: Client | None) -> None:
        """Take another phone's rights, or none."""
        self.leaves()
        self.page.context.clear_cookies()
        if client is not None:
            cookie = client.cookies[grants.COOKIE].value
            self.page.context.add_cookies([{"name": grants.COOKIE, "value": cookie, "url": self.site}])

    def leaves(self) -> None:
        """Go to a page without scripts, of the same process: an open board would go on polling."""
        self.page.unroute_all()
        here = f"{self.site}{reverse('robots')}"
        if self.page.url != here:
            self.page.goto(here)
            self.page.evaluate("sessionStorage.clear()")  # what another phone typed
            self.page.evaluate("indexedDB.deleteDatabase('reenganche') && 0")  # and what waited on it

    def opens(self, name: str, *args: object) -> Page:
        self.page.goto(reverse(name, args=args))
        return self.page

    def board(self, match: Match) -> Table:
        return Table(self.opens("match", match.code))

    def corrects(self, match: Match, ref: int) -> Table:
        return Table(self.opens("correct", match.code, ref))

    def hand(self, *first: int, others: int = 20, **how) -> HandScored:
        """A hand for however many there are."""
        return paper.hand(*first, *[others] * (len(self.names) - len(first)), **how)

    # Matches

    def match(self, *hands: HandScored, **rules: object) -> Match:
        match = factories.start(self.owner, *self.names, **rules)
        factories.write(match, *hands, phone=self.owner)
        return match

    @cached_property
    def fresh(self) -> Match:
        return self.match()

    @cached_property
    def going(self) -> Match:
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

    def asked(self) -> Match:
        """Two are asked whether they buy back in."""
        return self.match(self.hand(0, 75, 71), preset="chinchon-fournier", limit=70, stake=2)

    @cached_property
    def finished(self) -> Match:
        last = self.hand(0, close=Close.CHINCHON)
        return self.match(self.hand(0), last, stake=2, chinchon_points="wins")

    def of_three(self) -> Match:
        """Two hands after which a correction of the first may leave nobody to play the second."""
        return self.match(self.hand(0, 20), self.hand(0, 5, others=5), limit=40, rebuys=0)

    # Circles

    @cached_property
    def circle(self) -> Circle:
        """With a phone for each right to it and to the match that is going on."""
        for thing in (self.going.circle, self.going):
            for role, name in ((Role.OWN, self.names[0]), (Role.SCORE, ""), (Role.WATCH, self.names[1])):
                _phone_called(name, thing, role)
        return self.going.circle

    @cached_property
    def house_rules(self) -> HouseRules:
        """Of another circle of ours, made second."""
        assert self.circle.pk
        match = factories.start(Client(), *self.names, limit=70, wild_cards="as de oros")
        _take(self.owner, match.circle, Role.OWN)
        return saved_rules.save(match.circle, "W" * 40, match.rules)

    @cached_property
    def other_circle(self) -> Circle:
        """Also ours, of much the same people. Made second: a new match would begin in the latest."""
        assert self.circle.pk
        other = Client()
        match = factories.start(other, *self.names[1:], "Marta")
        _take(self.owner, match.circle, Role.OWN)
        return match.circle

    def merged(self) -> Merge:
        emptied = Circle.objects.create(name=" ".join(self.names[:2]))
        return merging.merge(self.circle, emptied, {}, Phone.objects.latest("pk"))


def _take(client: Client, thing: Circle | Match, role: Role) -> None:
    """The phone of a client that wrote before takes another link."""
    phone = factories.holder(client)
    assert phone is not None
    grants.accept_link(phone, thing, role)


def _phone_called(name: str, thing: Circle | Match, role: Role) -> Client:
    client = factories.phone_of(thing, role)
    Phone.objects.filter(pk=Phone.objects.latest("pk").pk).update(name=name)
    return client


# Home and new match


def home_empty(visit: Visit) -> None:
    visit.comes_as(None)
    visit.opens("home")


def home_with_matches(visit: Visit) -> None:
    assert visit.going.entries.exists()
    assert visit.finished.entries.exists()
    visit.opens("home")


def demo_before_the_hand(visit: Visit) -> None:
    visit.comes_as(None)
    visit.opens("demo")


def demo_after_the_hand(visit: Visit) -> None:
    demo_before_the_hand(visit)
    Table(visit.page).scores(2, "clean", {0: 12, 1: 20})
    expect(visit.page.get_by_role("link", name=re.compile("Empezar la tuya|Start your own"))).to_be_visible()


def new_match_of_a_stranger(visit: Visit) -> None:
    visit.comes_as(None)
    visit.opens("new-match")


def new_match_with_remembered_names(visit: Visit) -> None:
    visit.opens("new-match")


def new_match_with_errors(visit: Visit) -> None:
    page = visit.opens("new-match")
    fill_new_match(page, "Ana")
    start_button(page).tap()
    expect(page.get_by_role("alert")).to_be_visible()


def new_match_of(visit: Visit, preset: str) -> None:
    """With every fold open."""
    page = visit.opens("new-match")
    label = page.locator("label", has=page.locator(f"#preset-{preset}"))
    label.tap()
    expect(page.locator("#prepare h2")).to_contain_text(label.inner_text())
    for place, name in enumerate(visit.names[:4]):
        page.locator(f"[name=name_{place}]").fill(name)
    for summary in page.locator("summary").all():
        summary.tap()
    expect(page.locator("#prepare")).to_contain_text(visit.names[3] if "pairs" in preset else "52")


def new_match_with_wrong_rules(visit: Visit) -> None:
    page = visit.opens("new-match")
    fill_new_match(page, *visit.names[:2], run_min="19", save_as="W" * 40)
    start_button(page).tap()
    expect(page.locator(".error").first).to_be_visible()


def new_match_with_an_amount_on_our_keypad(visit: Visit) -> None:
    page = visit.opens("new-match")
    page.locator("#money summary").tap()
    page.locator("[name=stake]").tap()
    expect(page.locator(".amounts")).to_be_visible()


def new_match_by_house_rules(visit: Visit) -> None:
    rules = visit.house_rules
    page = visit.opens("new-match")
    page.locator("[name=circle]").select_option(rules.circle.code)
    expect(page.locator(f"#preset-house-{rules.pk}")).to_be_checked()


# The board


def board_before_hand_1(visit: Visit) -> None:
    visit.board(visit.fresh)


def board_who_closed(visit: Visit) -> None:
    visit.board(visit.going)


def board_how(visit: Visit) -> None:
    visit.board(visit.going).closes(0)


def board_how_asked_once_more(visit: Visit) -> None:
    table = visit.board(visit.going)
    table.closes(0)
    table.chip("chinchon").tap()


def board_points(visit: Visit) -> None:
    visit.board(visit.going).closes(0, "clean")


def board_how_in(visit: Visit, preset: str) -> None:
    visit.board(visit.match(preset=preset)).closes(0)


def board_points_in(visit: Visit, preset: str, way: str) -> None:
    visit.board(visit.match(preset=preset)).closes(0, way)


def board_pending(visit: Visit) -> None:
    visit.board(visit.asked())


def board_finished(visit: Visit) -> None:
    visit.board(visit.finished)


def board_for_who_may_watch(visit: Visit) -> None:
    visit.comes_as(factories.phone_with(Role.WATCH, visit.going))
    visit.board(visit.going)


def line_to_read_aloud(visit: Visit) -> None:
    table = visit.board(visit.going)
    table.fills(0, "clean", dict.fromkeys(range(1, len(visit.names) - 1), 23))
    expect(table.line).to_contain_text("+23")


def refused_save(visit: Visit) -> None:
    table = visit.board(visit.match())
    table.closes(0, "clean")
    table.tap_keys("23")
    table.save_button.tap()
    expect(table.board.locator(".error").first).to_be_visible()


def stale_save(visit: Visit) -> None:
    match = visit.match()
    table = visit.board(match)
    visit.page.route("**/pulse/**", lambda route: route.abort())  # what is written is not heard of
    factories.write(match, visit.hand(0), phone=visit.owner)
    table.scores(0, "clean", dict.fromkeys(range(1, len(visit.names)), 23))
    expect(table.trouble).to_be_visible()


def no_answer(visit: Visit) -> None:
    table = visit.board(visit.match())
    table.fills(0, "clean", dict.fromkeys(range(1, len(visit.names)), 23))
    expect(table.line).to_contain_text("+23")
    visit.page.context.set_offline(True)
    table.save_button.tap()
    expect(table.line.locator(".error")).to_be_visible()
    with visit.page.expect_response(is_poll):  # on a busy machine the network is back only after a while
        visit.page.context.set_offline(False)


def undone(visit: Visit) -> None:
    visit.board(visit.match(visit.hand(0))).undoes()


def redone(visit: Visit) -> None:
    table = visit.board(visit.match(visit.hand(0)))
    table.undoes()
    table.redoes()


def answered(visit: Visit) -> None:
    visit.board(visit.asked()).answers(1, "yes")


def rematch(visit: Visit) -> None:
    visit.board(visit.finished)
    visit.page.locator("form[action$='/rematch/'] button").tap()
    expect(visit.page.locator("#record")).to_be_visible()


# Everyday things


def everyday(visit: Visit) -> None:
    visit.opens("everyday", visit.going.code)


def seats_drawn(visit: Visit) -> None:
    """Each took a card and sees who begins."""
    visit.opens("happen", visit.fresh.code, "draw")
    visit.page.locator("#draw [value=take-3]").tap()
    expect(visit.page.locator("#draw .drawn li")).to_have_count(1)
    visit.page.locator("#draw [value=all]").tap()
    expect(visit.page.locator("#draw .start")).to_be_visible()


def seats_to_draw(visit: Visit) -> None:
    visit.opens("happen", visit.fresh.code, "draw")


def happen(visit: Visit, kind: str) -> None:
    visit.opens("happen", visit.going.code, kind)


def happen_refused(visit: Visit) -> None:
    page = visit.opens("happen", visit.going.code, "rules")
    page.locator(".start button").tap()
    expect(page.get_by_role("alert")).to_be_visible()


def happen_asked_once_more(visit: Visit) -> None:
    page = visit.opens("happen", visit.going.code, "rules")
    for summary in page.locator("summary").all():
        summary.tap()
    page.locator("[name=limit]").fill("5")
    page.locator(".start button").tap()
    expect(page.locator("[name=sure]")).to_be_attached()


# The hand checker

KNOCK = ("1o", "2o", "3o", "4c", "4e", "4b", "3b")
LACKS = ("5c", "6c", "7c", "11o", "11e", "12e", "2b")  # any of five cards closes
TABLE = {  # 4 and 5 of oros are laid off, then 6 and 7
    "closer": 0,
    "at": "table",
    "c0": KNOCK,
    "c1": ("4o", "5o", "12c", "12e", "12b", "7e", "1c"),
    "c2": ("1e", "2e", "3e", "7o", "7b", "11c", "6o"),
    "c3": ("12o", "11o", "10o", "5b", "6b", "2c", "3c"),
}
OTHERS = {"c1": ("4o", "5o", "12c", "12e", "12b", "7e", "1c")}  # 4 and 5 of oros are laid off
FRENCH = {"rules": "chinchon-french", "players": 3, "c": ("As", "2s", "3s", "Th", "Td", "Kc", "*")}
TWO_PACKS = {"rules": "chinchon-fournier", "players": 6, "c": ("1o", "1o", "2o", "12c", "12c")}
WRONG = {
    "c": ("1o", "2o", "4o", "4c", "4e", "4b", "3b"),
    "g": ("1o:1", "2o:1", "4o:1", "4c:2", "4e:2", "4b:2"),
}
GIN = {"rules": "gin", "c": ("4h", "5h", "6h", "9d", "9c", "9s", "Js", "Qs", "Ks", "2c", "Kd")}
CHINASO = ("4h", "5h", "6h", "*", "8h", "9h", "Th", "Jh", "Qs", "Qd", "Qc", "Qh")
BOUGHT_TWICE = (*CHINASO, "2c", "2c", "3d", "Ts", "Td", "5s")
GOING_DOWN = {
    **{"rules": "chinaso", "hand": 2, "down": "on", "c": ("5s", "6s", "7s", "8s", *CHINASO[8:])},
    "g": ("5s:1", "6s:1", "7s:1", "8s:1", "Qs:2", "Qd:2", "Qc:2", "Qh:2"),
}
RUM_500 = {"rules": "rum-500", "c": ("As", "2s", "3s", "Qd", "Kd", "Ad", "5c", "7h", "7c", "7d", "8h", "Th")}
WITHOUT_THE_JACK = {"closer": 0, "at": "0", "t0": ("4h", "5h", "6h", "7h", "Js", "Jd", "2c"), "s": "Jc"}
UNDERCUT = ("3h", "7h", "9h", "Ts", "As", "2s", "3s", "Kd", "Kh", "Kc")
TABLES = {"t0": ("As", "2s", "3s"), "t1": ("4s", "7h", "7c", "7d", "9c"), "c1": ("Kc", "9s")}
SPLIT = {"c": [f"{rank}o" for rank in range(1, 8)], "g": [f"{rank}o:{1 + rank // 4}" for rank in range(1, 8)]}


def check(visit: Visit, asked: dict[str, object]) -> None:
    visit.page.goto(f"{reverse('check')}?{urlencode(asked, doseq=True)}")


def check_folded_out(visit: Visit, asked: dict[str, object]) -> None:
    check(visit, asked)
    for details in visit.page.locator("details.more").all():
        if details.get_attribute("open") is None:
            details.locator("summary").tap()


def check_as_tapped(visit: Visit) -> None:
    page = visit.opens("check")
    for card in KNOCK:
        page.locator(f"label:has(#b{card}-0)").tap()
    expect(page.locator(".verdict.yes")).to_be_visible()


def check_that_others_see(visit: Visit) -> None:
    check(visit, {"c": KNOCK})
    picture = visit.page.locator("meta[property='og:image']").get_attribute("content")
    assert visit.page.request.get(picture or "").headers["content-type"] == "image/png"


def check_in_match(visit: Visit, asked: dict[str, object]) -> None:
    address = reverse("check-in-match", args=[visit.fresh.code])
    visit.page.goto(f"{address}?{urlencode(asked, doseq=True)}")


def table_folded_out(visit: Visit, asked: dict[str, object]) -> None:
    check_in_match(visit, {**TABLE, **asked})
    details = visit.page.locator("details.otherwise:not([open]) summary")
    if details.count():
        details.tap()


def table_that_others_see(visit: Visit) -> None:
    check_in_match(visit, TABLE)
    visit.page.goto(visit.page.locator(".address input").input_value())
    expect(visit.page.locator(".added")).to_have_count(4)


def table_without_a_close(visit: Visit) -> None:
    visit.page.goto(reverse("table-in-match", args=[visit.fresh.code]))


def check_in_french_match(visit: Visit) -> None:
    match = visit.match(preset="chinchon-french")
    visit.page.goto(f"{reverse('check-in-match', args=[match.code])}?closer=0&c0=As&c0=2s&c0=Td")


def check_in_game(visit: Visit, preset: str, asked: dict[str, object]) -> None:
    """At a table of another game, with as many as it takes."""
    seats = RULESETS[preset].players[1]
    match = factories.start(visit.owner, *visit.names[:seats], preset=preset)
    visit.page.goto(f"{reverse('check-in-match', args=[match.code])}?{urlencode(asked, doseq=True)}")


def board_with_a_hand_brought_from_the_checker(visit: Visit) -> None:
    left = {f"deadwood_{seat}": 8 for seat in range(1, len(visit.names))}
    address = visit.fresh.get_absolute_url()
    visit.page.goto(f"{address}?{urlencode({'closer': 0, 'close': 'knock-3', **left})}")
    expect(Table(visit.page).line).to_contain_text("+8")


# Corrections


def correct_a_hand(visit: Visit) -> None:
    visit.corrects(visit.going, 0)


def correct_another_line(visit: Visit) -> None:
    visit.corrects(visit.going, 2)


def correct_by_putting_in_a_hand(visit: Visit) -> None:
    page = visit.corrects(visit.going, 0).page
    page.locator("[name=act][value=insert]").tap()
    expect(page.locator("[name=act][value=add]")).to_be_attached()


def correct_refused(visit: Visit) -> None:
    table = visit.corrects(visit.going, 0)
    table.field(1).fill("three")
    table.save_button.tap()
    expect(table.board.locator(".error").first).to_be_visible()


def correct_review(visit: Visit) -> None:
    table = visit.corrects(visit.going, 0)
    table.field(1).fill("33")
    table.save_button.tap()
    expect(visit.page.locator("[name=act][value=save]")).to_be_visible()


def correct_stuck_at_a_hand(visit: Visit) -> None:
    table = visit.corrects(visit.of_three(), 0)
    table.field(1).fill("60")
    table.save_button.tap()
    expect(visit.page.locator(".warn")).to_be_visible()


def correct_stuck_at_an_answer(visit: Visit) -> None:
    match = visit.match(visit.hand(0, 75), preset="chinchon-fournier", limit=70)
    factories.write(match, BoughtBackIn(1), phone=visit.owner)
    table = visit.corrects(match, 0)
    table.field(1).fill("33")
    table.save_button.tap()
    expect(visit.page.locator("[name=act][value=remove]")).to_be_visible()


def correct_stuck_at_a_question(visit: Visit) -> None:
    match = visit.match(visit.hand(0, 33), visit.hand(0), preset="chinchon-fournier", limit=70)
    table = visit.corrects(match, 0)
    table.field(1).fill("71")
    table.save_button.tap()
    expect(visit.page.locator("[name=act][value=yes-1]")).to_be_visible()


def correct_to_an_end(visit: Visit) -> None:
    table = visit.corrects(visit.match(visit.hand(0), visit.hand(0), chinchon_points="wins"), 0)
    table.name(0).tap()
    table.chip("chinchon").tap()
    table.chip("chinchon").tap()
    table.save_button.tap()
    expect(visit.page.locator("[name=act][value=rest]")).to_be_visible()


# The others


def told_to_others(visit: Visit) -> None:
    page = visit.opens("tell", visit.finished.code)
    expect(page.locator("textarea")).to_be_visible()


def picture_that_others_see(visit: Visit) -> None:
    page = visit.opens("tell", visit.finished.code)
    address = page.locator("#picture").get_attribute("src")
    assert page.request.get(address or "").headers["content-type"] == "image/png"


def forecast_of_a_finished_match(visit: Visit) -> None:
    page = visit.opens("forecast", visit.finished.code)
    for summary in page.locator("summary").all():
        summary.tap()


def forecast_while_it_is_played(visit: Visit) -> None:
    expect(visit.opens("forecast", visit.going.code).locator("[data-chance]").first).to_be_visible()


def forecast_before_hand_1(visit: Visit) -> None:
    visit.opens("forecast", visit.fresh.code)


def board_with_chances(visit: Visit) -> None:
    forecast_while_it_is_played(visit)
    visit.page.locator("[name=on]").tap()
    expect(visit.page.locator(".row .chance").first).to_be_visible()


def board_that_tells_who_was_going_to_win(visit: Visit) -> None:
    visit.opens("match", visit.finished.code)
    expect(below(visit.page).locator("#story .turning, #areas").first).to_be_visible()


def scoresheet(visit: Visit) -> None:
    visit.opens("scoresheet", visit.going.code)


def scoresheet_of_a_finished_match(visit: Visit) -> None:
    visit.opens("scoresheet", visit.finished.code)


def log_page(visit: Visit) -> None:
    visit.opens("log", visit.going.code)


def log_before_hand_1(visit: Visit) -> None:
    visit.opens("log", visit.fresh.code)


def log_of_two_phones(visit: Visit) -> None:
    match = visit.match(visit.hand(0))
    other = _phone_called(visit.names[0], match, Role.SCORE)
    factories.write(match, visit.hand(0), phone=other)
    visit.opens("log", match.code)


def share(visit: Visit) -> None:
    page = visit.opens("share", visit.going.code)
    for summary in page.locator("summary").all():
        summary.tap()


def share_as_watcher(visit: Visit) -> None:
    visit.comes_as(factories.phone_with(Role.WATCH, visit.going))
    visit.opens("share", visit.going.code)


def me(visit: Visit) -> None:
    visit.opens("me", visit.going.code)


def my_row(visit: Visit) -> None:
    page = visit.opens("me", visit.going.code)
    page.locator("#id_seat_0").check(force=True)
    page.locator("main .button").tap()
    expect(page.locator('.row[data-you][data-seat="0"]')).to_be_visible()


def phones_with_a_claim(visit: Visit) -> None:
    my_row(visit)
    visit.opens("match-phones", visit.going.code)


def share_with_a_code(visit: Visit) -> None:
    page = visit.opens("share", visit.going.code)
    page.locator('form[action*="/code/watch/"] button').tap()
    expect(page.locator(".typed-code")).to_be_visible()


def join(visit: Visit) -> Page:
    return visit.opens("join")


def wrong_code(visit: Visit) -> None:
    page = join(visit)
    page.locator("#id_code").fill("abc def")
    page.locator("main button").tap()
    expect(page.locator("#code-refused")).to_be_visible()


def link(visit: Visit, kind: str, role: Role) -> None:
    visit.comes_as(None)
    visit.page.goto(grants.link_path(visit.going.circle if kind == "circle" else visit.going, role))


def link_of_what_the_phone_has(visit: Visit) -> None:
    visit.page.goto(grants.link_path(visit.going, Role.SCORE))


# Circles, phones


def circle(visit: Visit) -> None:
    visit.opens("circle", visit.circle.code)


def circle_with_merges(visit: Visit) -> None:
    done = visit.merged()
    visit.opens("circle", done.kept.code)


def circle_for_who_may_watch(visit: Visit) -> None:
    visit.comes_as(factories.phone_of(visit.circle, Role.WATCH))
    visit.opens("circle", visit.circle.code)


def circle_without_matches(visit: Visit) -> None:
    empty = Circle.objects.create()
    _take(visit.owner, empty, Role.OWN)
    visit.opens("circle", empty.code)


def circle_with_house_rules(visit: Visit) -> None:
    visit.opens("circle", visit.house_rules.circle.code)


def house_rules(visit: Visit) -> None:
    visit.opens("house-rules", visit.house_rules.circle.code, visit.house_rules.pk)


def house_rules_refused(visit: Visit) -> None:
    house_rules(visit)
    visit.page.locator("[name=name]").fill(" ")
    visit.page.locator(".start button").tap()
    expect(visit.page.locator(".error")).to_be_visible()


def circle_settings(visit: Visit) -> None:
    visit.opens("circle-settings", visit.circle.code)


def person(visit: Visit) -> None:
    visit.opens("person", visit.finished.circle.code, visit.finished.seats.first().player.uid)


def person_with_pictures(visit: Visit) -> None:
    """Whose points, and whose busts, are enough for a histogram."""
    hands = [visit.hand(0, points, others=2) for points in (60, 12, 25, 3, 60, 40, 0, 8, 60, 17)]
    last = visit.hand(0, close=Close.CHINCHON)
    match = visit.match(*hands, last, limit=60, rebuys=5, chinchon_points="wins")
    visit.opens("person", match.circle.code, match.seats.all()[1].player.uid)
    expect(visit.page.locator(".histogram")).to_have_count(2)


def person_before_the_first_match(visit: Visit) -> None:
    circle = visit.other_circle
    visit.opens("person", circle.code, circle.players.first().uid)


def against(visit: Visit) -> None:
    one, other = visit.finished.seats.all()[:2]
    visit.opens("against", visit.finished.circle.code, one.player.uid, other.player.uid)


def evenings(visit: Visit) -> None:
    visit.opens("evenings", visit.finished.circle.code)


def evening_of_a_finished_match(visit: Visit) -> None:
    visit.opens("evening", visit.finished.circle.code, visit.finished.played_on.isoformat())


def league(visit: Visit) -> None:
    visit.opens("league", visit.finished.circle.code).locator("summary").tap()


def league_refused(visit: Visit) -> None:
    address = reverse("league", args=[visit.finished.circle.code])
    visit.page.goto(f"{address}?since=ayer")
    expect(visit.page.locator(".error")).to_be_visible()


def league_before_the_first_match(visit: Visit) -> None:
    visit.opens("league", visit.other_circle.code)


def records(visit: Visit) -> None:
    visit.opens("records", visit.finished.circle.code)


def person_edit(visit: Visit) -> None:
    visit.opens("person-edit", visit.circle.code, visit.circle.players.first().uid)


def person_edit_refused(visit: Visit) -> None:
    person_edit(visit)
    visit.page.locator("[name=name]").fill(" ")
    visit.page.locator(".start button").tap()
    expect(visit.page.locator(".error")).to_be_visible()


def person_face(visit: Visit) -> None:
    visit.opens("person-face", visit.circle.code, visit.circle.players.first().uid)


def person_face_refused(visit: Visit) -> None:
    person_face(visit)
    visit.page.locator("[name=emoji]").nth(1).evaluate("radio => { radio.value = 'x'; radio.checked = true }")
    visit.page.locator(".start button").tap()
    expect(visit.page.locator(".error")).to_be_visible()


def person_with_another_name(visit: Visit) -> tuple[Player, Player]:
    """Two persons of a circle of its own, who never sat at one table."""
    owner = Client()
    match = factories.start(owner, *visit.names)
    visit.comes_as(owner)
    other = Player.objects.create(circle=match.circle, name=visit.names[-1])
    return match.seats.first().player, other


def joined_person(visit: Visit) -> tuple[Player, Player]:
    kept, other = person_with_another_name(visit)
    merging.merge_players(kept, other, Phone.objects.latest("pk"))
    return kept, other


def person_edit_of_two_names(visit: Visit) -> None:
    kept, _other = joined_person(visit)
    visit.opens("person-edit", kept.circle.code, kept.uid)


def person_edit_erased(visit: Visit) -> None:
    kept, _other = person_with_another_name(visit)
    merging.erase_name(kept)
    visit.opens("person-edit", kept.circle.code, kept.uid)


def person_merge(visit: Visit) -> None:
    kept, _other = person_with_another_name(visit)
    visit.opens("person-merge", kept.circle.code, kept.uid)


def person_merge_looked_at(visit: Visit) -> None:
    kept, other = person_with_another_name(visit)
    visit.page.goto(f"{reverse('person-merge', args=[kept.circle.code, kept.uid])}?with={other.uid.hex}")
    expect(visit.page.locator(".changes")).to_be_visible()


def person_merge_refused(visit: Visit) -> None:
    person_merge(visit)
    beside = Match.objects.latest("pk").seats.last().player
    visit.page.locator(f".menu a[href$='{beside.uid.hex}']").tap()
    expect(visit.page.get_by_role("alert")).to_be_visible()


def person_merge_with_nobody(visit: Visit) -> None:
    kept, other = joined_person(visit)
    Player.objects.filter(circle=kept.circle).exclude(pk__in=(kept.pk, other.pk)).update(name="")
    visit.opens("person-merge", kept.circle.code, kept.uid)


def undo_person_merge(visit: Visit) -> None:
    kept, other = joined_person(visit)
    visit.opens("undo-person-merge", kept.circle.code, kept.uid, other.uid)


def person_erase(visit: Visit) -> None:
    kept, _other = joined_person(visit)
    visit.opens("person-erase", kept.circle.code, kept.uid)


def person_erase_refused(visit: Visit) -> None:
    person_erase(visit)
    visit.page.locator("[name=name]").fill("?")
    visit.page.locator(".button.bad").tap()
    expect(visit.page.locator(".error")).to_be_visible()


def taken_away(visit: Visit, name: str) -> None:
    """A file, from the page that leads to it."""
    thing = visit.circle if name == "export" else visit.going
    page = visit.opens("circle" if name == "export" else "scoresheet", thing.code)
    address = reverse(name, args=[thing.code])
    assert page.request.get(page.locator(f"a[href='{address}']").get_attribute("href") or "").ok


def document_of_the_board(visit: Visit) -> None:
    """The facts of the board that is shown, for the engine in the phone."""
    page = visit.opens("match", visit.going.code)
    assert page.request.get(reverse("document", args=[visit.going.code])).ok


def totals_that_differ(visit: Visit) -> None:
    """What a board says where the phone counted other totals than the server."""
    page = visit.opens("match", visit.going.code)
    said = {"shown": "Ana 12", "counted": "Ana 13"}
    token = page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    address = reverse("differs", args=[visit.going.code])
    answer = page.request.post(address, form={**said, "csrfmiddlewaretoken": token})
    board = "(html) => document.querySelector('#board .below').insertAdjacentHTML('afterbegin', html)"
    page.evaluate(board, answer.text())
    expect(page.locator(".below .trouble li")).to_have_count(2)


def document_of_the_groups(visit: Visit) -> None:
    """What the form of a new match asks of the groups, for the engine in the phone."""
    page = visit.opens("new-match")
    assert page.request.get(reverse("groups-document")).ok


def import_into(visit: Visit, content: str | None = None) -> None:
    """Nothing yet, or what comes of that content."""
    page = visit.opens("import-into", visit.circle.code)
    if content is not None:
        page.locator("textarea").fill(content)
        page.locator(".start button").tap()
        expect(page.locator(".error, .trouble, .sums").first).to_be_visible()


def import_of_other_people(visit: Visit) -> None:
    assert visit.other_circle.pk
    import_into(visit, "".join(exporter.circle_text(visit.other_circle)))


def import_of_what_is_here(visit: Visit) -> None:
    import_into(visit, "".join(exporter.circle_text(visit.circle)))


def import_two_as_one(visit: Visit) -> None:
    import_of_other_people(visit)
    for place in (0, 1):
        visit.page.locator("main select").nth(place).select_option(index=1)
    visit.page.locator(".start button").tap()
    expect(visit.page.locator(".trouble")).to_be_visible()


def import_new(visit: Visit) -> None:
    page = visit.opens("import")
    page.locator("textarea").fill("".join(exporter.circle_text(visit.other_circle)))
    page.locator(".start button").tap()
    expect(page.locator(".sums")).to_be_visible()


def circle_share(visit: Visit) -> None:
    page = visit.opens("circle-share", visit.circle.code)
    page.locator("summary").tap()


def phones(visit: Visit, kind: str) -> None:
    thing = visit.circle if kind == "circle" else visit.going
    visit.opens(f"{kind}-phones", thing.code)


def phones_none(visit: Visit) -> None:
    visit.opens("match-phones", visit.match().code)


def one_phone(visit: Visit, kind: str) -> None:
    circle = visit.circle  # with its phones
    thing = circle if kind == "circle" else visit.going
    grant = thing.grants.filter(role=Role.SCORE).first() or thing.grants.first()
    visit.opens(f"{kind}-phone", thing.code, grant.pk)


def last_phone_of_a_circle(visit: Visit) -> None:
    owner = Client()
    thing = factories.start(owner, *visit.names).circle
    visit.comes_as(owner)
    visit.opens("circle-phone", thing.code, thing.grants.get().pk)


def revoke(visit: Visit, kind: str, role: str) -> None:
    thing = visit.circle if kind == "circle" else visit.going
    visit.opens(f"{kind}-revoke", thing.code, role)


def merge(visit: Visit, steps: int) -> None:
    assert visit.other_circle.pk
    page = visit.opens("merge", visit.circle.code)
    if steps > 0:
        page.locator(".menu a").first.tap()
        expect(page.locator(".start button")).to_be_visible()
    if steps > 1:
        page.locator(".start button").tap()
        expect(page.locator(".changes")).to_be_visible()


def merge_with_no_other(visit: Visit) -> None:
    owner = Client()
    match = factories.start(owner, *visit.names)
    visit.comes_as(owner)
    visit.opens("merge", match.circle.code)


def merge_refused(visit: Visit) -> None:
    merge(visit, 1)
    for select in visit.page.locator("select").all():
        select.select_option(index=1)
    visit.page.locator(".start button").tap()
    expect(visit.page.get_by_role("alert")).to_be_visible()


def undo_merge(visit: Visit) -> None:
    done = visit.merged()
    visit.opens("undo-merge", done.kept.code, done.emptied.code)


def undo_merge_too_early(visit: Visit) -> None:
    done = visit.merged()
    visit.merged()
    visit.opens("undo-merge", done.kept.code, done.emptied.code)


def undo_merge_of_persons_first(visit: Visit) -> None:
    kept, _other = person_with_another_name(visit)
    emptied = Circle.objects.create()
    theirs = Player.objects.create(circle=emptied, name=visit.names[0])
    merging.merge(kept.circle, emptied, {}, Phone.objects.latest("pk"))
    merging.merge_players(kept, Player.objects.get(pk=theirs.pk), Phone.objects.latest("pk"))
    visit.opens("undo-merge", kept.circle.code, emptied.code)


def this_phone(visit: Visit) -> None:
    visit.opens("phone")


def other_language(visit: Visit) -> None:
    page = visit.opens("home")
    other = page.locator("[name=language]")
    here, there = page.locator("html").get_attribute("lang"), other.get_attribute("value")
    for language in (there, here):
        other.tap()
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))


def nothing_there(visit: Visit) -> None:
    visit.page.goto("/m/nothere/")


def without_its_cookie(visit: Visit) -> None:
    page = visit.opens("new-match")
    fill_new_match(page, *visit.names)
    page.context.clear_cookies(name="csrftoken")
    start_button(page).tap()
    expect(page.get_by_role("alert")).to_be_visible()


def server_failed(visit: Visit) -> None:
    with patch.object(grants, "matches_to_watch", side_effect=RuntimeError("in a test")):
        visit.opens("home")
    expect(visit.page.get_by_role("alert")).to_be_visible()


def privacy(visit: Visit) -> None:
    visit.opens("privacy")


# How it is played


def help_games(visit: Visit) -> None:
    visit.opens("help")


def help_game(visit: Visit, key: str) -> None:
    visit.opens("help-game", key)


def help_tips(visit: Visit, key: str) -> None:
    visit.opens("help-tips", key)


def help_example(visit: Visit, key: str, hand: int = 0) -> None:
    if hand:
        visit.opens("help-example-hand", key, hand)
    else:
        visit.opens("help-example", key)


def help_of_match(visit: Visit) -> None:
    visit.opens("help-of-match", visit.going.code)


# Live


def big_board(visit: Visit) -> None:
    visit.opens("big", visit.going.code)


def big_board_before_hand_1(visit: Visit) -> None:
    visit.opens("big", visit.fresh.code)


def big_board_at_the_end(visit: Visit) -> None:
    visit.opens("big", visit.finished.code)


def big_board_heard(visit: Visit) -> None:
    match = visit.match()
    page = visit.opens("big", match.code)
    factories.write(match, visit.hand(0), phone=visit.owner)
    expect(page.locator(".line")).to_contain_text("−10")


def heard_while_typing(visit: Visit) -> None:
    match = visit.match()
    table = visit.board(match)
    table.closes(1, "clean")
    factories.write(match, visit.hand(0), phone=visit.owner)
    expect(table.meanwhile).to_be_visible()


def board_of_a_rematch_started(visit: Visit) -> None:
    match = visit.match(visit.hand(0, close=Close.CHINCHON), chinchon_points="wins")
    table = visit.board(match)
    paper.tap(visit.owner, visit.owner.get(match.get_absolute_url()), "Revancha")
    expect(table.board.locator(".over-panel a.button:not(.soft)")).to_be_visible()


# Without a signal


def hand_that_waits(visit: Visit) -> None:
    _unsent(visit)


def _unsent(visit: Visit) -> Obstacle:
    """A hand that does not reach the server."""
    match = visit.match()
    table = visit.board(match)
    obstacle = Obstacle(visit.page, "**/hand/", lambda route: route.abort())
    table.fills(0, "clean", dict.fromkeys(range(1, len(visit.names)), 20))
    table.save_button.tap()
    expect(visit.page.locator("#waiting")).to_be_visible()  # those of states before may wait too
    return obstacle


def nothing_waits(visit: Visit) -> None:
    visit.opens("no-signal")


def hand_that_waits_in_the_list(visit: Visit) -> None:
    hand_that_waits(visit)
    expect(visit.opens("no-signal").locator("#hands > li").last).to_be_visible()


STORES = """async ([script, record]) => {
  const { change } = await import(script);
  await change(record.code, () => record);
}"""


def hand_that_was_refused(visit: Visit) -> None:
    """A hand that waits on this phone for an answer, because another phone wrote the same one."""
    page, code = visit.opens("no-signal"), visit.match().code
    told = " · ".join(f"{name} +20" for name in visit.names)
    since = [{"key": "k2", "kind": "hand", "told": told, "by": visit.names[0]}]
    reasons = ["Mientras tanto se escribió esto, así que no se ha hecho nada:"]
    stopped = {"why": "stale", "reasons": reasons, "since": since}
    entry = {"key": "k1", "at": 1_800_000_000_000, "entry": ["hand", {}], "names": {}}
    line = {**entry, "told": told, "hand": "2", "action": "score-hand", "stopped": stopped}
    record = {"code": code, "document": None, "etag": None, "app": "", "seen": "", "lines": [line]}
    page.evaluate(STORES, ["/static/js/sync/store.js", record])
    expect(page.locator("#hands [data-do=again]")).to_be_visible()
    expect(page.locator("#waiting.asks")).to_be_visible()


def home_that_can_be_installed(visit: Visit) -> None:
    page = visit.opens("home")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert page.request.get(address or "").headers["content-type"] == "application/manifest+json"


PAGES: dict[str, list[Callable[[Visit], None]]] = {
    "home": [home_empty, home_with_matches, nothing_there, server_failed],
    "new-match": [
        new_match_of_a_stranger,
        new_match_with_remembered_names,
        new_match_with_errors,
        partial(new_match_of, preset="rum-500-pairs"),
        partial(new_match_of, preset="chinaso"),
        new_match_with_wrong_rules,
        new_match_with_an_amount_on_our_keypad,
        new_match_by_house_rules,
        without_its_cookie,
        kept.new_match_from_paper,
    ],
    "match": [
        board_before_hand_1,
        board_who_closed,
        board_how,
        board_how_asked_once_more,
        board_points,
        *(partial(board_how_in, preset=preset) for preset in ("gin", "rummy", "chinaso")),
        *(partial(board_points_in, preset=preset, way="") for preset in ("queen-city", "rum-500")),
        partial(board_points_in, preset="chinaso", way="out"),
        board_pending,
        board_finished,
        board_for_who_may_watch,
        kept.board_with_details,
    ],
    "matches": [kept.matches, kept.matches_of_nobody],
    "circle-matches": [
        kept.matches_last_page,
        kept.matches_found,
        kept.matches_none_found,
        kept.matches_archived,
        kept.matches_with_a_wrong_date,
    ],
    "trash": [kept.trash, kept.trash_empty],
    "details": [kept.details, kept.details_refused],
    "archive": [kept.archived],
    "unarchive": [kept.unarchived],
    "delete-match": [kept.delete_match, kept.delete_match_refused],
    "restore-match": [kept.restored],
    "paper": [
        *(partial(kept.paper_sheet, preset=preset) for preset in ("chinchon", "rum-500-pairs", "chinaso")),
        kept.paper_looked_at,
        kept.paper_refused,
        kept.paper_of_a_match_that_is_over,
        kept.paper_that_has_to_wait,
    ],
    "check": [
        partial(check, asked={}),
        partial(check, asked={"c": KNOCK[:3]}),
        partial(check_folded_out, asked={"c": KNOCK}),
        partial(check_folded_out, asked={"c": ("*", "*", *KNOCK[:6])}),
        partial(check_folded_out, asked={"c": ("1o", "2o", "3o", "4c", "4e", "7b", "6b")}),
        partial(check, asked={"c": LACKS, "s": ("11c", "*"), "mark": "seen"}),
        partial(check, asked={"c": (*LACKS, "3o"), "s": ("11c", "*")}),
        partial(check, asked={"c": ("5c", "1c", "7c", "11o", "2e", "12e", "4b", "3o")}),
        partial(
            check, asked={"rules": "gin", "c": ("4h", "5h", "6h", "7h", "Js", "Jd", "2s", "3s", "4s", "Kd")}
        ),
        partial(check, asked=WRONG),
        partial(check, asked=SPLIT),
        partial(check, asked={"c": ("1o", "1o")}),
        partial(check, asked={"c": ("x" * 5000,)}),
        partial(check, asked=TWO_PACKS),
        partial(check_folded_out, asked=FRENCH),
        check_as_tapped,
        partial(check_folded_out, asked=GIN),
        partial(check, asked={"rules": "chinaso"}),
        partial(check_folded_out, asked={"rules": "chinaso", "hand": 2, "c": CHINASO}),
        partial(check, asked={"rules": "chinaso", "hand": 7, "c": BOUGHT_TWICE}),
        partial(check, asked=GOING_DOWN),
        partial(check, asked={"rules": "queen-city", "c": ("4h", "5h", "6h", "Js", "Jd", "Jc", "Jh")}),
        partial(check_folded_out, asked=RUM_500),
    ],
    "check-picture": [check_that_others_see],
    "check-in-match": [
        partial(check_in_match, asked={}),
        partial(check_in_match, asked={"closer": 0, "c0": KNOCK[:2]}),
        partial(check_in_match, asked={"closer": 0, "c0": KNOCK}),
        partial(check_in_match, asked={"closer": 0, "c0": LACKS, "s": "11c"}),
        partial(check_in_match, asked={"closer": 0, "c0": LACKS, "s": "11c", "mark": "seen"}),
        partial(check_in_match, asked={"closer": 0, "c0": KNOCK, "at": 1, **OTHERS}),
        partial(check_in_match, asked={"closer": "nobody", "at": 1, **OTHERS}),
        partial(table_folded_out, asked={}),
        partial(table_folded_out, asked={"c2": ()}),
        partial(table_folded_out, asked={"l1": "5o:keep", "l2": "7o:1"}),
        check_in_french_match,
        partial(
            check_in_game, preset="gin", asked={"closer": 0, "at": 1, "c0": GIN["c"][:10], "c1": UNDERCUT}
        ),
        partial(check_in_game, preset="chinaso", asked={"closer": 0, "c0": CHINASO}),
        partial(check_in_game, preset="rummy", asked={"closer": 0, "at": 1, "c1": ("7s", "7h", "7d", "Ks")}),
        partial(check_in_game, preset="rum-500", asked={"closer": 0, "at": 1, **TABLES}),
        partial(check_in_game, preset="rum-500", asked={"closer": 0, "at": "1-hand", **TABLES}),
        partial(check_in_game, preset="rum-500", asked=WITHOUT_THE_JACK),
        board_with_a_hand_brought_from_the_checker,
    ],
    "table-in-match": [table_that_others_see, table_without_a_close],
    "big": [big_board, big_board_before_hand_1, big_board_at_the_end],
    "document": [document_of_the_board],
    "differs": [totals_that_differ],
    "groups-document": [document_of_the_groups],
    "pulse": [heard_while_typing, board_of_a_rematch_started],
    "big-pulse": [big_board_heard],
    "score-hand": [refused_save, stale_save, no_answer],
    "preview": [line_to_read_aloud],
    "undo": [undone],
    "redo": [redone],
    "answer": [answered],
    "rematch": [rematch],
    "everyday": [everyday],
    "happen": [
        *(partial(happen, kind=kind) for kind in FORM_OF),
        happen_refused,
        happen_asked_once_more,
        seats_to_draw,
        seats_drawn,
    ],
    "correct": [
        correct_a_hand,
        correct_another_line,
        correct_by_putting_in_a_hand,
        correct_refused,
        correct_review,
        correct_stuck_at_a_hand,
        correct_stuck_at_an_answer,
        correct_stuck_at_a_question,
        correct_to_an_end,
    ],
    "privacy": [privacy],
    "demo": [demo_before_the_hand, demo_after_the_hand],
    "demo-picture": [home_empty],  # what a chat shows for it
    "robots": [home_empty],  # the one page that it lets search engines see
    "help": [help_games],
    "help-game": [
        partial(help_game, key=key) for key in ("chinchon", "gin", "double-rum", "rum-500", "chinaso")
    ],
    "help-tips": [partial(help_tips, key="gin")],
    "help-example": [partial(help_example, key="gin")],
    "help-example-hand": [
        partial(help_example, key=key, hand=hand)
        for key, hand in (
            ("gin", 7),
            ("chinchon", 5),
            ("chinchon-fournier", 4),
            ("chinaso", 4),
            ("rum-500", 4),
        )
    ],
    "help-of-match": [help_of_match],
    "scoresheet": [scoresheet, scoresheet_of_a_finished_match],
    "log": [log_page, log_before_hand_1, log_of_two_phones],
    "tell": [told_to_others],
    "picture": [picture_that_others_see],
    "forecast": [forecast_of_a_finished_match, forecast_while_it_is_played, forecast_before_hand_1],
    "forecast-now": [board_with_chances],
    "forecast-story": [board_that_tells_who_was_going_to_win],
    "forecast-show": [board_with_chances],
    "share": [share, share_as_watcher],
    "me": [me, my_row],
    "match-claim": [phones_with_a_claim],
    "circle-claim": [phones_with_a_claim],
    "give-code": [share_with_a_code],
    "join": [join, wrong_code],
    "link": [
        *(partial(link, kind="match", role=role) for role in (Role.WATCH, Role.SCORE, Role.OWN)),
        *(partial(link, kind="circle", role=role) for role in (Role.WATCH, Role.SCORE, Role.OWN)),
        link_of_what_the_phone_has,
    ],
    "push": [hand_that_was_refused],
    "record": [partial(taken_away, name="record")],
    "sheet-csv": [partial(taken_away, name="sheet-csv")],
    "export": [partial(taken_away, name="export")],
    "import-into": [
        import_into,
        partial(import_into, content=""),
        partial(import_into, content='{"reenganche_circle": {}}'),
        import_of_other_people,
        import_of_what_is_here,
        import_two_as_one,
    ],
    "import": [import_new],
    "circle": [
        circle,
        circle_with_merges,
        circle_for_who_may_watch,
        circle_without_matches,
        circle_with_house_rules,
    ],
    "house-rules": [house_rules, house_rules_refused],
    "circle-settings": [circle_settings],
    "person": [person, person_with_pictures, person_before_the_first_match],
    "against": [against],
    "evenings": [evenings],
    "evening": [evening_of_a_finished_match],
    "evening-picture": [evening_of_a_finished_match],
    "league": [league, league_refused, league_before_the_first_match],
    "records": [records],
    "person-edit": [person_edit, person_edit_refused, person_edit_of_two_names, person_edit_erased],
    "person-face": [person_face, person_face_refused],
    "person-merge": [
        person_merge,
        person_merge_looked_at,
        person_merge_refused,
        person_merge_with_nobody,
    ],
    "undo-person-merge": [undo_person_merge],
    "person-erase": [person_erase, person_erase_refused],
    "circle-share": [circle_share],
    "circle-phones": [partial(phones, kind="circle")],
    "match-phones": [partial(phones, kind="match"), phones_none],
    "circle-phone": [partial(one_phone, kind="circle"), last_phone_of_a_circle],
    "match-phone": [partial(one_phone, kind="match")],
    "circle-revoke": [partial(revoke, kind="circle", role="own")],
    "match-revoke": [partial(revoke, kind="match", role=role) for role in ("score", "watch")],
    "merge": [*(partial(merge, steps=steps) for steps in range(3)), merge_with_no_other, merge_refused],
    "undo-merge": [undo_merge, undo_merge_too_early, undo_merge_of_persons_first],
    "phone": [this_phone],
    "worker": [hand_that_waits],
    "manifest": [home_that_can_be_installed],
    "no-signal": [nothing_waits, hand_that_waits_in_the_list],
    "set_language": [other_language],
}


def named_states(of: Callable[[list], Sequence] = list) -> dict[str, Callable[[Visit], None]]:
    """The states by names of their own: the address, the function and what tells it from others of both.

    `of` gives those of an address that are wanted.
    """
    states: dict[str, Callable[[Visit], None]] = {}
    for address, of_address in PAGES.items():
        for state in of(of_address):
            name = f"{address} {_called(state)}"
            states[name if name not in states else f"{name} {len(states)}"] = state
    return states


def _called(state: Callable[[Visit], None]) -> str:
    if isinstance(state, partial):
        return f"{state.func.__name__} {' '.join(str(value) for value in state.keywords.values())}"[:80]
    return state.__name__
