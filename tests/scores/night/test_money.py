"""The money of a night: who owes, what the prizes are, and two treasurers at once."""

import pytest

from rules.night import events
from scores.night.log import sheet_of
from scores.night.models import Night, Plan
from tests.scores.night.test_organise import report
from tests.scores.support.nights import (
    ended,
    hidden,
    open_night,
    published,
    seats_of,
    told,
)
from tests.scores.support.table import (
    address_of,
    meet,
    real_transactions,
    refusal,
    send_to,
    text_at,
)


def test_the_treasurer_sees_who_owes_and_who_gets_what(phone, circle):
    night = told(
        open_night(circle), *(events.Paid(number, 500) for number in (1, 2, 3))
    )
    report(phone, published(night), 1, 2, 3, 4)
    address = address_of("night-money", night)
    text = text_at(phone, address)
    assert "El bote 15" in text
    assert "Paco 5" in text
    assert "Se entrega cuando esté el último resultado." in text
    winner = seats_of(night)[0]
    for _tap in (1, 2):
        phone.post(address, {"do": "paid 4"})
        phone.post(address, {"do": f"given {winner}"})
    assert sheet_of(night).paid[4] == 500
    assert sheet_of(night).prizes == {}  # three rounds are to come
    ended(night)
    for _tap in (1, 2):
        phone.post(address, {"do": f"given {winner}"})
    assert sheet_of(night).prizes == {winner: 1_200}
    assert "Nadie debe nada. Han pagado 4" in text_at(phone, address)
    for _tap in (1, 2):
        phone.post(address, {"do": f"kept {winner}"})
        phone.post(address, {"do": "unpaid 4"})
    assert sheet_of(night).prizes == {winner: 0}
    assert sheet_of(night).paid[4] == 0


@pytest.mark.parametrize("club_adds", [False, True])
def test_who_promises_more_than_there_will_be_says_that_the_club_adds_to_it(
    phone, circle, club_adds
):
    """Four will have paid 20 together; two are expected besides them, who would make it 30."""
    night = open_night(circle, expected=6)
    address = address_of("night-money", night)
    fields = hidden(phone.get(address)) | {"do": "plan", "fee": "5", "by_share": ""}
    assert phone.post(address, fields | {"prizes": "20 10"}).status_code == 302
    fields = hidden(phone.get(address)) | fields | {"prizes": "20 11"}
    answer = phone.post(address, fields | ({"club_adds": "on"} if club_adds else {}))
    night.refresh_from_db()
    assert night.planned.prizes == ((2_000, 1_100) if club_adds else (2_000, 1_000))
    if not club_adds:
        text = refusal(answer)
        assert "Los premios suman 31 fichas, y en el bote habrá 30 fichas." in text
        assert 'name="club_adds"' in answer.text


@pytest.mark.parametrize("prizes", ["50 60", "x", "-5"])
def test_prizes_that_cannot_be_are_refused(phone, circle, prizes):
    night = open_night(circle)
    answer = send_to(
        phone, "night-money", night, do="plan", prizes=prizes, by_share="1"
    )
    night.refresh_from_db()
    assert answer.status_code == 422
    assert night.plan["prizes"] == [60, 40]


@pytest.mark.parametrize("prizes", ["50 30 20", "50, 30, 20", "50,30,20", "50;30;20"])
def test_prizes_are_read_with_spaces_commas_or_semicolons(phone, circle, prizes):
    night = open_night(circle)
    fields = {"do": "plan", "prizes": prizes, "by_share": "1"}
    assert send_to(phone, "night-money", night, **fields).status_code == 302
    night.refresh_from_db()
    assert night.plan["prizes"] == [50, 30, 20]


@real_transactions
def test_of_two_treasurers_at_once_each_changes_what_they_typed(phone, circle):
    night = open_night(circle)
    address = address_of("night-money", night)
    page = phone.get(address)
    typed = hidden(page) | {
        "do": "plan",
        "fee": "5",
        "prizes": "70 30",
        "by_share": "1",
    }

    def raise_the_fee():
        locked = Night.objects.select_for_update(no_key=True).get()
        yield
        locked.plan["fee"] = 700
        locked.save()

    def share_otherwise():
        return phone.post(address, typed).status_code

    assert meet(raise_the_fee, share_otherwise) == [None, 302]
    plan = Plan.load(Night.objects.get().plan)
    assert plan.fee == 700
    assert plan.prizes == (70, 30)


def test_a_prize_that_was_given_stays_on_the_page_of_a_night_without_a_result(
    phone, circle
):
    night = published(told(open_night(circle), events.Paid(1, 1_000)))
    report(phone, night, 1, 2, 3, 4)
    ended(night)
    winner = seats_of(night)[0]
    address = address_of("night-money", night)
    phone.post(address, {"do": f"given {winner}"})
    given = sheet_of(night).prizes[winner]
    send_to(phone, "night-table", night, 1, 1, do="withdraw")
    prizes = phone.get(address).context["sums"].prizes
    assert [(each.entrant, each.amount, each.left) for each in prizes] == [
        (winner, 0, -given)
    ]


def test_whose_fee_was_given_back_once_the_evening_was_free_is_not_among_who_paid(
    phone, circle
):
    night = told(open_night(circle, fee=0), events.Paid(1, 500))
    address = address_of("night-money", night)
    phone.post(address, {"do": "paid 1"})
    assert sheet_of(night).paid == {1: 0}
    assert phone.get(address).context["sums"].paid == []
