"""Two evenings for cents: who owes what, what is ticked, and what a correction of an old hand does to it."""

from datetime import date

from django.urls import reverse
from playwright.sync_api import expect

from rules.match.corrections import Amended, Change
from scores.models import Match, Role
from tests.browser.support.steps import (
    expect_count,
    expect_role,
    expect_text,
    expect_visible,
    tap_button,
    tap_link,
)
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import new_circle, played
from tests.scores.support.factories import phone_of as phone_in, write

JULY = date(2026, 7, 1)


def pays_a_part(page, part, too_much):
    """Of the first payment; what is more than is owed is refused, and stays typed."""
    page.locator(".payments summary").first.tap()
    amount = page.get_by_role("textbox", name="Cuánto")
    save = page.get_by_role("button", name="Guardar esa parte").first
    amount.fill(too_much)
    save.tap()
    expect_text(page, ".error", "Por pagar: ")
    expect(amount).to_have_value(too_much)
    amount.fill(part)
    save.tap()
    expect_count(page, ".paid-log > li", 1)


def zeroes(page):
    page.locator("summary", has_text="Poner a cero").tap()
    tap_button(page, "Poner a cero")
    expect(page.get_by_text("Nadie debe nada.")).to_be_visible()


def test_a_group_settles_two_evenings(phone_of, transactional_db):
    circle = new_circle()
    rules = {"cents": True, "currency": "€"}
    names = ("Mari Ángeles", "Luis", "Eva", "Maximiliano Bartolomé")
    first = played(circle, *names, stake=50, **rules)
    played(circle, *names[1:], names[0], days=7, stake=20, **rules)
    scorer = phone_in(circle, Role.SCORE)
    page = phone_of(scorer, 360, 640)
    page.goto(circle.get_absolute_url())
    tap_link(page, "Cuentas")
    expect_role(page, "heading", "Cuentas")
    expect_count(page, ".payments > li", 3)
    text = page.locator("textarea").input_value().replace("\N{NO-BREAK SPACE}", " ")
    assert text.splitlines()[1:] == [
        "Eva → Mari Ángeles: 0,70 €",
        "Maximiliano Bartolomé → Mari Ángeles: 0,60 €",
        "Maximiliano Bartolomé → Luis: 0,10 €",
    ]
    pays_a_part(page, "0,05", too_much="1")
    tap_button(page, "Deshacer")
    expect_count(page, ".paid-log s", 1)
    page.goto(reverse("evening", args=[circle.code, JULY.isoformat()]))
    page.get_by_role("button", name="Pagado").first.tap()
    expect_count(page, ".paid-log li", 1)
    tap_link(page, "Cuentas del grupo")
    zeroes(page)
    change = Change(0, hand(60, 0, 61, 62, closer=1))
    write(Match.objects.get(pk=first.pk), Amended((change,)))
    page.reload()
    expect_text(page, ".warn", "Mari Ángeles −2")
    page.emulate_media(media="print")
    expect_visible(page, ".only-print")
    expect(page.get_by_role("button", name="Pagado")).to_have_count(0)
    assert page.pdf(format="A5").count(b"/Type /Page\n") == 1
