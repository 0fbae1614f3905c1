"""The account as a pure function; `test_at_random.py` counts it by hand."""

import pytest
from hypothesis import given, strategies as st

from scores.circle.accounts import account
from scores.circle.accounts.account import (
    Account,
    AccountPayment,
    AccountRefusal,
    Fact,
    balances_of,
    fewest,
    still_open,
)

PEOPLE = "ABCDEF"
CURRENCIES = ("", "€")


@st.composite
def sums(draw):
    """What some matches brought: each in one currency, and what one wins the others lose."""
    rows = []
    for _match in range(draw(st.integers(0, 6))):
        currency = draw(st.sampled_from(CURRENCIES))
        table = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, unique=True))
        lost = draw(
            st.lists(
                st.integers(-900, 900), min_size=len(table) - 1, max_size=len(table) - 1
            )
        )
        rows += [
            (currency, person, -cents)
            for person, cents in zip(table[1:], lost, strict=True)
        ]
        rows.append((currency, table[0], sum(lost)))
    return rows


def flat(balances):
    return {
        person + currency: cents
        for currency, balance in balances.items()
        for person, cents in balance.items()
    }


@given(sums(), sums())
def test_what_has_changed_since_a_zero_is_what_corrections_of_older_matches_brought(
    rows, correction
):
    due = fewest(balances_of(rows))
    log = [Fact("older", is_zero=True), Fact("paid", due[:1])]
    log += [Fact("wrong", due[1:]), Fact("no", undoes="wrong")]
    log.append(Fact("zero", fewest(balances_of(rows, log)), is_zero=True))
    paid_since = [*log, Fact("since", due)]
    for facts in (log, paid_since):
        assert Account(facts, lambda day, until: rows).change_since_zero == {}
    undone = [*log, Fact("not paid", undoes="paid")]
    changed = Account(undone, lambda day, until: rows).change_since_zero
    assert changed == balances_of(rows, undone)
    corrected = [*rows, *correction]
    assert Account(log, lambda day, until: corrected).change_since_zero == balances_of(
        correction
    )
    assert balances_of(corrected, log) == balances_of(correction)


@given(sums())
def test_whichever_line_is_paid_as_suggested_the_other_lines_are_no_more(rows):
    due = fewest(balances_of(rows))
    for paid in due:
        left = fewest(balances_of(rows, [Fact("paid", [paid])]))
        assert len(left) == len(due) - 1


@given(sums(), sums())
def test_an_evening_never_asks_for_more_than_the_account_has_open(rows, others):
    due = fewest(balances_of(rows))
    balances = balances_of([*rows, *others])
    taken = [
        AccountPayment(each.currency, each.payer, each.payee, cents)
        for each, cents in still_open(due, balances)
    ]
    assert all(
        0 <= paid.cents <= each.cents for paid, each in zip(taken, due, strict=True)
    )
    left = flat(balances_of([*rows, *others], [Fact("evening", taken)]))
    before = flat(balances)
    assert all(
        before[who] * cents >= 0 and abs(cents) <= abs(before[who])
        for who, cents in left.items()
    )


def test_of_a_currency_in_which_a_share_is_nobodys_loss_no_payment_is_suggested():
    balances = {"": {"A": -5, "B": 2}, "€": {"A": -5, "B": 5}}
    assert fewest(balances) == [AccountPayment("€", "A", "B", 5)]


# What a form says


KEY = "0f8fad5b-d9cb-469f-a165-70867728950e"
TAP = {"key": KEY, "do": "all", "all": "500", "due": "€\tB\tA"}
GONE = "Ese pago ya no está pendiente: mira cómo ha quedado."
NO_AMOUNT = "Escribe una cantidad, como 2 o 1,50."
TOO_MUCH = "Por pagar: 5\N{NO-BREAK SPACE}€. Escribe eso o menos."
FULL = "En estas cuentas no caben más pagos."


def written(*facts, **changed):
    """What the form writes where B owes A 5 €, and C as much in chips."""
    sums = [("€", "A", 500), ("€", "B", -500), ("", "A", 500), ("", "C", -500)]
    now = Account(facts, lambda day="", until=None: sums)
    return now.posted_fact({**TAP, **changed}, "", 7)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"key": "x"}, GONE),
        ({"key": KEY.upper()}, GONE),
        ({"due": "€\tC\tA"}, GONE),
        ({"due": "€\tA\tB"}, GONE),
        ({"due": "\tB\tA"}, GONE),
        ({"all": "501"}, TOO_MUCH),
        ({"all": "-5"}, NO_AMOUNT),
        ({"all": "٥"}, NO_AMOUNT),
        ({"do": "part", "part": "5,01"}, TOO_MUCH),
        *[
            ({"do": "part", "part": part}, NO_AMOUNT)
            for part in ("", "0", "-1", "<b>", "9" * 400)
        ],
    ],
)
def test_what_cannot_be_paid_is_refused_with_the_reason(changed, why):
    with pytest.raises(AccountRefusal) as refused:
        written(**changed)
    assert refused.value.why == why


def test_a_form_sent_twice_is_written_once_and_with_something_else_refused():
    part = {"do": "part", "part": "1,50"}
    first = written(**part)
    assert first == Fact(KEY, [AccountPayment("€", "B", "A", 150)], at=7)
    assert written(first, **part) is None
    assert written(first, do="zero") is None
    undone = {"do": "undo", "entry": KEY}
    assert written(first, **undone) is None
    other = KEY.replace("0f8", "1f8")
    undo = written(first, **undone, key=other)
    assert undo == Fact(other, undoes=KEY, at=7)
    again = KEY.replace("0f8", "2f8")
    assert written(first, undo, **undone, key=again) is None
    assert written(**undone, key=other) is None  # a line of another group
    with pytest.raises(AccountRefusal):
        written(first, do="part", part="1")


@pytest.mark.parametrize("bound", ["MOST_AT_ONCE", "MOST_PAYMENTS", "MOST_FACTS"])
def test_a_full_log_takes_no_payment_but_an_undo(monkeypatch, bound):
    other = KEY.replace("0f8", "1f8")
    before = [Fact(other, [AccountPayment("€", "B", "A", 100)])]
    assert written(*before, do="zero").is_zero
    monkeypatch.setattr(account, bound, 1)
    with pytest.raises(AccountRefusal) as refused:
        written(*before, do="zero")
    assert refused.value.why == FULL
    assert written(*before, do="undo", entry=other).undoes == other
