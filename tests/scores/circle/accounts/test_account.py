"""The account as a pure function, against another that shares nothing with it."""

from hypothesis import given, strategies as st

from scores.circle.accounts.account import (
    Account,
    AccountPayment,
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


@st.composite
def facts(draw, rows):
    """A log: parts of what is to be paid, everything at once, and lines that are undone."""
    log = []
    for number in range(draw(st.integers(0, 8))):
        due = fewest(balances_of(rows, log))
        act = draw(st.sampled_from(("part", "zero", "undo")))
        open_lines = [fact.key for fact in log if not fact.undoes]
        key = str(number)
        if act == "undo" and open_lines:
            log.append(Fact(key, undoes=draw(st.sampled_from(open_lines))))
        elif act == "zero" and due:
            log.append(Fact(key, due, is_zero=True))
        elif act == "part" and due:
            each = draw(st.sampled_from(due))
            log.append(
                Fact(key, [each._replace(cents=draw(st.integers(1, each.cents)))])
            )
    return log


@st.composite
def accounts(draw):
    rows = draw(sums())
    return rows, draw(facts(rows))


def naive(rows, log):
    """Each line by itself, in a purse for each person and currency."""
    purses = {}
    gone = [fact.undoes for fact in log]
    for currency, person, cents in rows:
        purses[person + currency] = purses.get(person + currency, 0) + cents
    for fact in log:
        for currency, payer, payee, cents in () if fact.key in gone else fact.payments:
            purses[payer + currency] = purses.get(payer + currency, 0) + cents
            purses[payee + currency] = purses.get(payee + currency, 0) - cents
    return {who: cents for who, cents in purses.items() if cents}


def flat(balances):
    return {
        person + currency: cents
        for currency, balance in balances.items()
        for person, cents in balance.items()
    }


@given(accounts())
def test_it_is_what_one_would_count_by_hand_and_each_currency_sums_to_zero(drawn):
    rows, log = drawn
    found = balances_of(rows, log)
    assert flat(found) == naive(rows, log)
    assert [sum(balance.values()) for balance in found.values()] == [0] * len(found)


@given(accounts())
def test_the_suggested_payments_settle_it(drawn):
    rows, log = drawn
    assert balances_of(rows, [*log, Fact("all", fewest(balances_of(rows, log)))]) == {}


@given(accounts(), sums())
def test_what_has_changed_since_a_zero_is_what_corrections_of_older_matches_brought(
    drawn, correction
):
    rows, log = drawn
    log = [*log, Fact("zero", fewest(balances_of(rows, log)), is_zero=True)]
    assert Account(log, lambda day, until: rows).change_since_zero == {}
    corrected = [*rows, *correction]
    assert Account(log, lambda day, until: corrected).change_since_zero == balances_of(
        correction
    )
    assert balances_of(corrected, log) == balances_of(correction)


@given(accounts(), st.integers(0, 20))
def test_whichever_line_is_paid_as_suggested_the_other_lines_are_no_more(drawn, which):
    rows, log = drawn
    due = fewest(balances_of(rows, log))
    if not due:
        return
    paid = due[which % len(due)]
    left = fewest(balances_of(rows, [*log, Fact("paid", [paid])]))
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
