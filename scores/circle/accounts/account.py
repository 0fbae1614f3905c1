"""The account of a circle as pure functions, which a phone runs too: what its matches brought, and what was
paid. No balance is stored (docs/design/groups.md#the-account).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.match.settlement import EXACT_UP_TO, fewest_payments

FEW_CURRENCIES = 4  # with more, nobody looks for the fewest payments of each

Person = Any
"""The key of a player; on a phone without a server that of a name."""
Sum = tuple[str, Person, int]
"""Of a person in one currency, in hundredths: won, or lost below 0."""
Balances = dict[str, dict[Person, int]]
"""By currency what each is owed, or owes below 0. Whoever is even is not there."""


class AccountPayment(NamedTuple):
    currency: str
    payer: Person
    payee: Person
    cents: int


@dataclass(frozen=True)
class Fact:
    """A line of the log: what was paid, or which line does not count (`undoes`)."""

    key: str
    payments: Sequence[AccountPayment] = ()
    day: str = ""  # of the evening on whose page it was said, as in its address
    is_zero: bool = False  # nobody owed anything from then on
    undoes: str = ""
    at: Any = None  # when it was written


def in_force(facts: Sequence[Fact]) -> list[Fact]:
    undone = {fact.undoes for fact in facts if fact.undoes}
    return [fact for fact in facts if not fact.undoes and fact.key not in undone]


def account(sums: Iterable[Sum], facts: Sequence[Fact]) -> Balances:
    """What is still to be paid: the sums of matches, less what was paid. In the order of the sums.

    >>> paid = Fact("1", [AccountPayment("€", "Ana", "Luis", 200)])
    >>> account([("€", "Ana", -500), ("€", "Luis", 500)], [paid])
    {'€': {'Ana': -300, 'Luis': 300}}
    """
    whole: Balances = {}
    paid = [paid for fact in in_force(facts) for paid in fact.payments]
    for currency, person, cents in [
        *sums,
        *[(each.currency, each.payer, each.cents) for each in paid],
        *[(each.currency, each.payee, -each.cents) for each in paid],
    ]:
        balance = whole.setdefault(currency, {})
        balance[person] = balance.get(person, 0) + cents
    return _without_zeros(whole)


def _without_zeros(whole: Balances) -> Balances:
    open_only = {
        currency: {person: cents for person, cents in balance.items() if cents}
        for currency, balance in whole.items()
    }
    return {currency: balance for currency, balance in open_only.items() if balance}


def last_zero(facts: Sequence[Fact]) -> Fact | None:
    return next((fact for fact in reversed(in_force(facts)) if fact.is_zero), None)


def changed_since(zero: Fact, sums: Iterable[Sum], facts: Sequence[Fact]) -> Balances:
    """What corrections made of what was even: `sums` are those of the matches that were over by then."""
    counting = in_force(facts)
    return account(sums, counting[: counting.index(zero) + 1])


def fewest(balances: Balances) -> list[AccountPayment]:
    """The payments that bring everybody to zero: no fewer will do, unless people or currencies are many. None
    of a currency in which somebody's share is nobody's loss.
    """
    exact_up_to = EXACT_UP_TO if len(balances) <= FEW_CURRENCIES else 0
    return [
        AccountPayment(currency, payment.payer, payment.payee, payment.units)
        for currency, balance in balances.items()
        if not sum(balance.values())
        for payment in fewest_payments(balance, exact_up_to)
    ]


def still_open(
    due: Iterable[AccountPayment], balances: Balances
) -> list[tuple[AccountPayment, int]]:
    """Each payment of an evening, and how much of it the account has open: the rest was paid or has cancelled
    out with other evenings.
    """
    left: Balances = {currency: {**each} for currency, each in balances.items()}
    open_now = []
    for each in due:
        balance: Mapping[Person, int] = left.get(each.currency, {})
        owed = -balance.get(each.payer, 0)
        wanted = balance.get(each.payee, 0)
        cents = max(0, min(each.cents, owed, wanted))
        if cents:
            left[each.currency][each.payer] += cents
            left[each.currency][each.payee] -= cents
        open_now.append((each, cents))
    return open_now
