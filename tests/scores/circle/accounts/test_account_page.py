"""What a group owes over all its evenings: who reads it, who says that it was paid, and what that changes."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from rules.match.corrections import Amended, Change
from scores.circle.accounts import page
from scores.circle.accounts.log import account_of
from scores.circle.circles import merging
from scores.models import AccountEntry, Match, Role
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import JULY, new_circle, played, who
from tests.scores.support.factories import phone_of, phone_with, write
from tests.scores.support.plain import plain
from tests.scores.support.table import address_of, forms, page_text, update_row


def address(circle):
    return address_of("account", circle)


def evening(circle, days=0):
    return address_of("evening", circle, (JULY + timedelta(days)).isoformat())


def balances(circle):
    names = {player.pk: player.name for player in circle.players.all()}
    return {
        currency: {names[person]: cents for person, cents in balance.items()}
        for currency, balance in account_of(circle).balances.items()
    }


def due(phone, path):
    """Payer, payee, how much, and how much of it is open, as the page shows it."""
    cash = plain(phone.get(path).context["cash"])
    return [
        (line.paid.payer, line.paid.payee, line.paid.cents, line.open)
        for each in cash
        for line in each.due
    ]


def form_that(page, do, number=0):
    """What the first button sends that does this, or a later one."""
    sent = [
        form.fields
        for form in forms(page)
        if do in [button.value for button in form.buttons]
    ]
    return {**sent[number], "do": do}


def taps(phone, path, do, **typed):
    return phone.post(path, {**form_that(phone.get(path), do), **typed})


def log_of(phone, path):
    """What was paid and what is undone, the newest first."""
    log = phone.get(path).text.partition('class="paid-log"')[2].partition("</ol>")[0]
    return [
        spaced(strip_tags(line)).strip()
        for line in re.findall("<p>(.*?)<small>", log, re.DOTALL)
    ]


def spaced(text):
    """Without the marks of names and with plain spaces."""
    return plain(text).replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture
def scorer(circle):
    return phone_of(circle, Role.SCORE)


# What is owed


def test_the_account_adds_up_all_evenings_and_says_the_fewest_payments(circle, scorer):
    played(circle, "Ana", "Luis", "Eva", stake=5, currency="€")
    played(circle, "Luis", "Ana", days=7, stake=2, currency="€")
    goes_on = (hand(0, 3),)
    played(circle, "Ana", "Luis", days=7, hands=goes_on, stake=9, currency="€")
    assert due(scorer, address(circle)) == [
        ("Luis", "Ana", 3_00, 3_00),
        ("Eva", "Ana", 5_00, 5_00),
    ]
    text = page_text(scorer.get(address(circle)))
    assert text.count("+8 €") == 1
    assert "Eva → Ana 5 €" in text


def test_where_nobody_plays_for_money_no_page_says_a_word_of_it(circle, scorer):
    played(circle, "Ana", "Luis")
    assert scorer.get(address(circle)).status_code == 404
    for path in (circle.get_absolute_url(), evening(circle)):
        assert "uentas" not in page_text(scorer.get(path))
    played(circle, "Ana", "Luis", stake=5)
    for path in (circle.get_absolute_url(), evening(circle)):
        assert address(circle) in scorer.get(path).text


# Paying


@pytest.mark.parametrize(
    ("do", "part"), [("all", ""), ("part", "3000000000"), ("part", "3000000000,00")]
)
def test_however_much_is_owed_it_can_be_paid(circle, scorer, do, part):
    for days in range(3):
        played(circle, "Ana", "Luis", days=days, stake=1_000_000_000)
    assert taps(scorer, address(circle), do, part=part).status_code == 302
    assert balances(circle) == {}


def test_what_cannot_be_paid_is_told_and_what_was_typed_stays(circle, scorer):
    played(circle, "Ana", "Luis", stake=5, currency="€")
    late = form_that(scorer.get(address(circle)), "all")
    for path in (address(circle), evening(circle)):
        answer = taps(scorer, path, "part", part="5,01")
        assert answer.status_code == 422
        assert 'value="5,01"' in answer.text
        assert "<details open>" in answer.text
        assert "Por pagar: 5 €. Escribe eso o menos." in page_text(answer)
    assert not AccountEntry.objects.exists()
    taps(scorer, address(circle), "all")
    answer = scorer.post(address(circle), late)
    assert answer.status_code == 422
    assert "Ese pago ya no está pendiente" in page_text(answer)


def test_a_page_shows_so_many_payments_and_people_and_then_no_currency_more(
    circle, scorer, monkeypatch
):
    played(circle, "Ana", "Luis", "Eva", stake=5)
    monkeypatch.setattr(page, "SHOWN", 1)
    monkeypatch.setattr(page, "IN_A_SENTENCE", 1)
    for path in (address(circle), evening(circle)):
        assert due(scorer, path) == [("Luis", "Ana", 5_00, 5_00)]
        assert "y 1 pago más" in page_text(scorer.get(path))
    taps(scorer, address(circle), "zero")
    assert log_of(scorer, address(circle)) == ["Cuentas a cero: Luis → Ana: 5 fichas…"]
    for currency in ("", "€"):
        played(circle, "Ana", "Luis", stake=5, currency=currency)
    monkeypatch.setattr(page, "NET_SHOWN", 1)
    cash = plain(scorer.get(address(circle)).context["cash"])
    assert [each.net for each in cash] == [[("Ana", 5_00)]]


# At zero, and what changes later


def test_at_zero_everything_is_paid_in_every_currency_until_it_is_undone(
    circle, scorer
):
    played(circle, "Ana", "Luis", "Eva", stake=5, currency="€")
    played(circle, "Luis", "Ana", stake=5)
    taps(scorer, address(circle), "zero")
    taps(scorer, address(circle), "undo")
    zero = "Cuentas a cero: Ana → Luis: 5 fichas · Luis → Ana: 5 € · Eva → Ana: 5 €"
    assert log_of(scorer, address(circle)) == [f"Deshecho: {zero}", zero]


def test_a_correction_of_an_old_hand_is_told_and_owed(circle, scorer):
    match = played(circle, "Ana", "Luis", stake=5, currency="€")
    taps(scorer, address(circle), "zero")
    assert scorer.get(address(circle)).context["change"] == ""
    played(circle, "Ana", "Luis", days=1, stake=3, currency="€")
    write(Match.objects.get(pk=match.pk), Amended((Change(0, hand(60, 0, closer=1)),)))
    answer = scorer.get(address(circle))
    assert spaced(answer.context["change"]) == "Ana −10 € y Luis +10 €"
    assert due(scorer, address(circle)) == [("Ana", "Luis", 7_00, 7_00)]


def test_who_ticks_the_last_payment_has_brought_the_account_to_zero(circle, scorer):
    match = played(circle, "Ana", "Luis", stake=5)
    taps(scorer, address(circle), "all")
    assert AccountEntry.objects.get().is_zero
    update_row(match, deleted_at=timezone.now())
    assert "ha cambiado: Ana −5" in page_text(scorer.get(address(circle)))


# An evening has the same ticks


def test_a_tick_on_an_evening_is_a_tick_in_the_account(circle, scorer):
    played(circle, "Ana", "Luis", "Eva", stake=5)
    played(circle, "Ana", "Luis", days=7, stake=1)
    taps(scorer, evening(circle), "all")
    assert due(scorer, evening(circle)) == [("Eva", "Ana", 5_00, 5_00)]
    assert due(scorer, evening(circle, 7)) == [("Luis", "Ana", 1_00, 1_00)]
    assert due(scorer, address(circle)) == [
        ("Luis", "Ana", 1_00, 1_00),
        ("Eva", "Ana", 5_00, 5_00),
    ]
    assert log_of(scorer, evening(circle)) == ["Luis ha pagado 5 fichas a Ana"]
    assert log_of(scorer, evening(circle, 7)) == []
    taps(scorer, evening(circle), "undo")
    assert len(due(scorer, evening(circle))) == 2
    paid = "Luis ha pagado 5 fichas a Ana"
    assert log_of(scorer, evening(circle)) == [f"Deshecho: {paid}", paid]


def test_an_evening_asks_for_no_more_than_the_account_has_open(circle, scorer):
    played(circle, "Ana", "Luis", stake=5)
    played(circle, "Luis", "Ana", days=7, stake=3)
    assert due(scorer, evening(circle)) == [("Luis", "Ana", 5_00, 2_00)]
    assert due(scorer, evening(circle, 7)) == [("Ana", "Luis", 3_00, 0)]
    assert "Por pagar: 2 fichas." in page_text(scorer.get(evening(circle)))
    assert taps(scorer, evening(circle), "part", part="2,01").status_code == 422
    taps(scorer, evening(circle), "all")
    assert balances(circle) == {}


def test_an_evening_before_a_zero_is_settled_though_people_owe_again(circle, scorer):
    played(circle, "Ana", "Luis", stake=5)
    taps(scorer, address(circle), "zero")
    played(circle, "Ana", "Luis", days=7, stake=5)
    assert due(scorer, evening(circle)) == []
    assert "A cero desde el" in page_text(scorer.get(evening(circle)))
    assert due(scorer, evening(circle, 7)) == [("Luis", "Ana", 5_00, 5_00)]


# Rights


def test_who_watches_reads_and_only_who_keeps_score_ticks(circle, scorer):
    match = played(circle, "Ana", "Luis", stake=5)
    fields = form_that(scorer.get(address(circle)), "all")
    watcher = phone_of(circle)
    others = (Client(), phone_with(Role.SCORE, match), phone_of(new_circle(), Role.OWN))
    for path in (address(circle), evening(circle)):
        assert "Luis → Ana" in page_text(watcher.get(path))
        assert 'name="do"' not in watcher.get(path).text
        assert [watcher.post(path, fields).status_code] == [404]
        assert [one.get(path).status_code for one in others] == [404] * 3
        assert [one.post(path, fields).status_code for one in others] == [404] * 3
    assert not AccountEntry.objects.exists()


def test_who_ticked_is_named_with_the_time_where_the_group_plays(circle, scorer):
    update_row(circle, time_zone="America/Argentina/Buenos_Aires")
    played(circle, "Ana", "Luis", stake=5)
    taps(scorer, address(circle), "all")
    entry = AccountEntry.objects.get()
    update_row(entry.by, name="El de Ana")
    update_row(entry, at="2026-07-02T01:30Z")
    assert "1/07/2026 22:30 · El de Ana" in page_text(scorer.get(address(circle)))


def test_two_merged_groups_even_of_the_same_file_have_one_account_until_the_split(
    circle, scorer
):
    other = new_circle()
    played(circle, "Ana", "Luis", stake=5)
    played(other, "Ana", "Eva", stake=3)
    taps(phone_of(other, Role.SCORE), address(other), "part", part="1")
    taps(scorer, address(circle), "part", part="1")
    theirs, ours = AccountEntry.objects.order_by("pk")
    update_row(theirs, uid=ours.uid)
    phone = ours.by
    same = {who(other, "Ana"): who(circle, "Ana")}
    merge = merging.merge(circle, other, same, phone)
    assert balances(circle) == {"": {"Ana": 6_00, "Luis": -4_00, "Eva": -2_00}}
    fields = form_that(scorer.get(address(circle)), "all", number=1)
    assert str(who(circle, "Eva").pk) in fields["due"]
    scorer.post(address(circle), fields)
    assert balances(circle) == {"": {"Ana": 4_00, "Luis": -4_00}}
    merging.undo(merge, phone)
    # what was said since stays where it is, as matches do: of Eva by a copy of her
    assert balances(circle) == {"": {"Ana": 2_00, "Luis": -4_00, "Eva": 2_00}}
    assert balances(other) == {"": {"Ana": 2_00, "Eva": -2_00}}
    assert log_of(scorer, address(circle))[0] == "Eva ha pagado 2 fichas a Ana"


def test_a_group_merged_into_one_that_is_merged_too_brings_what_it_paid(circle):
    middle = new_circle()
    last = new_circle()
    names = ("Ana", "Luis")
    for each in (circle, middle, last):
        played(each, *names, stake=5)
    taps(phone_of(last, Role.SCORE), address(last), "part", part="1")
    phone = AccountEntry.objects.get().by
    merges = [
        merging.merge(
            into,
            emptied,
            {who(emptied, name): who(into, name) for name in names},
            phone,
        )
        for into, emptied in ((middle, last), (circle, middle))
    ]
    assert balances(circle) == {"": {"Ana": 14_00, "Luis": -14_00}}
    for merge in merges[::-1]:
        merging.undo(merge, phone)
    assert balances(last) == {"": {"Ana": 4_00, "Luis": -4_00}}


def test_what_was_undone_while_two_groups_were_one_stays_undone(circle, scorer):
    other = new_circle()
    played(circle, "Ana", "Luis", stake=5)
    played(other, "Ana", "Eva", stake=3)
    taps(phone_of(other, Role.SCORE), address(other), "part", part="1")
    phone = AccountEntry.objects.get().by
    merge = merging.merge(circle, other, {}, phone)
    taps(scorer, address(circle), "undo")
    merging.undo(merge, phone)
    assert (balances(circle), log_of(scorer, address(circle))) == (
        {"": {"Ana": 5_00, "Luis": -5_00}},
        [],
    )
    assert balances(other) == {"": {"Ana": 3_00, "Eva": -3_00}}
    assert log_of(phone_of(other), address(other)) == [
        "Deshecho: Eva ha pagado 1 ficha a Ana",
        "Eva ha pagado 1 ficha a Ana",
    ]
