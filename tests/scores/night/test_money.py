"""The money of a night: who owes, what the prizes are, and two treasurers at once."""

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
    tap,
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
    send_to_table(phone, night, do="withdraw")  # nobody has won anything now
    page = page_at(phone, "night-money", night)
    assert f"kept {winner}" in page.text
    assert "unpaid 4" in page.text
    [prize] = page.context["sums"].prizes
    assert (prize.entrant, prize.amount, prize.left) == (winner, 0, -1_200)
    assert after_two_taps(f"kept {winner}", "unpaid 4") == (0, {winner: 0})


def test_who_promises_more_than_there_will_be_says_that_the_club_adds_to_it(
    phone, circle
):
    """Four will have paid 20 together; two are expected besides them, who would make it 30."""
    night = open_night(circle, expected=6)

    def promise(page, prizes, **more):
        answer = tap(phone, page, "Guardar", prizes=prizes, by_share="", **more)
        night.refresh_from_db()
        return answer, night.planned.prizes

    _saved, prizes = promise(page_at(phone, "night-money", night), "20 10")
    assert prizes == (2_000, 1_000)
    refused, prizes = promise(page_at(phone, "night-money", night), "20 11")
    said = "Los premios suman 31 fichas, y en el bote habrá 30 fichas."
    assert said in refusal(refused)
    assert prizes == (2_000, 1_000)
    _saved, prizes = promise(refused, "20 11", club_adds="on")
    assert prizes == (2_000, 1_100)


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


def test_whose_fee_was_given_back_once_the_evening_was_free_is_not_among_who_paid(
    phone, circle
):
    night = told(open_night(circle, fee=0), events.Paid(1, 500))
    send_to(phone, "night-money", night, do="paid 1")
    assert sheet_of(night).paid == {1: 0}
    assert page_at(phone, "night-money", night).context["sums"].paid == []
