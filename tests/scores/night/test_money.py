"""The money of a night: who owes, what the prizes are, and two treasurers at once."""

import pytest

from rules.night import events
from scores.night.log import sheet_of
from scores.night.models import Night
from tests.scores.support.nights import (
    ended,
    hidden,
    open_night,
    published,
    reported,
    seats_of,
    send_to_table,
    told,
)
from tests.scores.support.table import (
    address_of,
    meet,
    page_at,
    real_transactions,
    refusal,
    send_to,
    text_on,
)


def test_the_treasurer_sees_who_owes_and_who_gets_what(phone, circle):
    night = told(
        open_night(circle), *(events.Paid(number, 500) for number in (1, 2, 3))
    )
    reported(published(night))
    text = text_on(phone, "night-money", night)
    assert "El bote 15" in text
    assert "Paco 5" in text
    assert "Se entrega cuando esté el último resultado." in text
    winner = seats_of(night)[0]

    def after_two_taps(*acts):
        for do in (*acts, *acts):
            send_to(phone, "night-money", night, do=do)
        sheet = sheet_of(night)
        return sheet.paid[4], sheet.prizes

    given = f"given {winner}"
    assert after_two_taps("paid 4", given) == (500, {})  # three rounds are to come
    ended(night)
    assert after_two_taps(given) == (500, {winner: 1_200})
    assert "Nadie debe nada. Han pagado 4" in text_on(phone, "night-money", night)
    assert after_two_taps(f"kept {winner}", "unpaid 4") == (0, {winner: 0})


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


@pytest.mark.parametrize(
    "typed", ["50 30 20", "50, 30, 20", "50,30,20", "50;30;20", "50 60", "x", "-5"]
)
def test_prizes_are_read_with_spaces_commas_or_semicolons_and_others_refused(
    phone, circle, typed
):
    night = open_night(circle)
    fields = {"do": "plan", "prizes": typed, "by_share": "1"}
    answer = send_to(phone, "night-money", night, **fields)
    night.refresh_from_db()
    is_read = typed.endswith("20")
    assert answer.status_code == (302 if is_read else 422)
    assert night.plan["prizes"] == ([50, 30, 20] if is_read else [60, 40])


@real_transactions
def test_of_two_treasurers_at_once_each_changes_what_they_typed(phone, circle):
    night = open_night(circle)
    address = address_of("night-money", night)
    plan = {"do": "plan", "fee": "5", "prizes": "70 30", "by_share": "1"}
    typed = hidden(phone.get(address)) | plan

    def raise_the_fee():
        locked = Night.objects.select_for_update(no_key=True).get()
        yield
        locked.plan["fee"] = 700
        locked.save()

    def share_otherwise():
        return phone.post(address, typed).status_code

    assert meet(raise_the_fee, share_otherwise) == [None, 302]
    plan = Night.objects.get().planned
    assert (plan.fee, plan.prizes) == (700, (70, 30))


def test_a_prize_that_was_given_stays_on_the_page_of_a_night_without_a_result(
    phone, circle
):
    night = published(told(open_night(circle), events.Paid(1, 1_000)))
    reported(night)
    ended(night)
    winner = seats_of(night)[0]
    send_to(phone, "night-money", night, do=f"given {winner}")
    given = sheet_of(night).prizes[winner]
    send_to_table(phone, night, do="withdraw")
    [prize] = page_at(phone, "night-money", night).context["sums"].prizes
    assert (prize.entrant, prize.amount, prize.left) == (winner, 0, -given)


def test_whose_fee_was_given_back_once_the_evening_was_free_is_not_among_who_paid(
    phone, circle
):
    night = told(open_night(circle, fee=0), events.Paid(1, 500))
    send_to(phone, "night-money", night, do="paid 1")
    assert sheet_of(night).paid == {1: 0}
    assert page_at(phone, "night-money", night).context["sums"].paid == []
