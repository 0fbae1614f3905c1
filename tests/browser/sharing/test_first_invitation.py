"""From an invitation to who pays whom, by the buttons that somebody new sees."""

from playwright.sync_api import expect

from rules.events import Close
from scores.models import Role
from tests.scores.support.table import hand


def test_who_is_invited_says_who_he_is_and_is_told_at_the_end_what_he_pays(evening, phone):
    table = evening("Ana", "Luis", "Eva", stake="2", currency="€", chinchon_points="wins")
    table.plays(hand(0, 20, 20))
    guest = phone(360, 640)
    guest.goto(table.link(Role.WATCH))
    expect(guest.locator("main")).to_contain_text("Ana −10 · Luis 20 · Eva 20")
    guest.locator("label", has_text="Eva").tap()
    guest.get_by_role("button", name="Mirar").tap()
    expect(guest.locator(".row[data-you]")).to_contain_text("Eva")
    table.plays(hand(0, 0, 0, closer=1, close=Close.CHINCHON))
    expect(guest.get_by_role("heading", name="El bote: 6 €")).to_be_visible()
    expect(guest.locator("#pot")).to_contain_text("Eva → Luis")
