"""What the pages of an account and of an evening show of it: a phone makes them too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scores.circle.accounts.account import (
    Account,
    AccountPayment,
    AccountRefusal,
    Balances,
    Due,
    Fact,
    Person,
    balances_of,
    in_force,
)
from scores.core.list_pages import page_of_list
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import gain_in_words, money

SHOWN = 100  # payments on a page
LINES = 40  # of the log on a page
# people in a currency, and from how many lines on there is no currency more
NET_SHOWN = 300
IN_A_SENTENCE = 6  # payments

Names = Mapping[Person, str]
Context = dict[str, Any]


class Reader(NamedTuple):
    """Who looks at an account, and how it is written for them."""

    key: str  # from which each form has its own: a fact is written once
    may_pay: bool
    refused: AccountRefusal | None
    names_of: Callable[[set[Person]], Names]
    local: Callable[[Any], Any]  # a time, as templates write it

    def form_key(self, number: int) -> str:
        return f"{self.key[:-4]}{1000 + number}"


@dataclass(frozen=True)
class DueLine:
    """A payment that is suggested."""

    form_key: str
    name: str  # as its form names it
    paid: AccountPayment  # with names in place of persons
    open: int  # how much of it the account has open
    refused: AccountRefusal | None


@dataclass(frozen=True)
class MoneyLines:
    """What each has won or lost in one currency, who gained most first, and what is to be paid."""

    currency: str
    net: list[tuple[str, int]]
    due: Sequence[DueLine] = ()

    @property
    def richest(self) -> tuple[str, str]:
        """Who gained most, and how much."""
        most = max(cents for _name, cents in self.net)
        names = [name for name, cents in self.net if cents == most]
        return joined_names(names), gain_in_words(most, self.currency)


@dataclass(frozen=True)
class AccountLogLine:
    fact: Fact
    form_key: str
    text: str  # what was paid, or what is undone
    at: Any
    counts: bool


def account_context(now: Account, reader: Reader, page: Any, at: Any) -> Context:
    """The page of an account at that time, with this page of its log."""
    facts, pages = page_of_list(now.facts[::-1], page, LINES)
    change = now.change_since_zero
    names = reader.names_of(_persons_in(now.facts, now.balances, change))
    dues = now.dues()
    return {
        "now": reader.local(at),
        "lines": [_arrow(paid, names) for paid, _open in dues[:SHOWN]],
        "zero": now.zero and reader.local(now.zero.at),
        "change": _change_text(change, names),
        **_shown_money(now.balances, dues, names, reader),
        "log": _log_lines(now.facts, facts, names, reader),
        "may_pay": reader.may_pay,
        "zero_key": reader.form_key(SHOWN),
        **pages,
    }


def evening_context(now: Account, reader: Reader, day: str) -> Context:
    """What the page of an evening shows of the account: what was paid there, and what is still to be paid."""
    zero = now.zero_after(day)
    own = {fact.key for fact in now.facts if fact.day == day}
    facts = [fact for fact in now.facts if fact.key in own or fact.undoes in own]
    net = balances_of(now.sums_of(day))
    names = reader.names_of(_persons_in(facts, net))
    return {
        "settled": reader.local(zero.at) if zero else "",
        **_shown_money(net, now.dues(day), names, reader),
        "log": _log_lines(facts, facts[: -LINES - 1 : -1], names, reader),
        "may_pay": reader.may_pay,
    }


def money_lines(net: Balances, names: Names) -> list[MoneyLines]:
    lines = []
    for currency, balance in net.items():
        gains = [(names[person], cents) for person, cents in balance.items()]
        gains.sort(key=lambda gain: -gain[1])
        lines.append(MoneyLines(currency, gains))
    return lines


def _shown_money(
    net: Balances, dues: Sequence[Due], names: Names, reader: Reader
) -> Context:
    """`cash`, the lines of each currency; how many payments `more` there are; the `refusal` where no line
    says why nothing was written."""
    refused = reader.refused
    about = refused.typed.get("due", "") if refused else ""
    lines = [
        DueLine(
            reader.form_key(number),
            paid.name,
            paid.with_persons(lambda person: names[person]),
            cents,
            refused if paid.name == about else None,
        )
        for number, (paid, cents) in enumerate(dues[:SHOWN])
    ]
    cash: list[MoneyLines] = []
    for whole in money_lines(net, names):
        if sum([len(each.net) for each in cash]) >= NET_SHOWN:
            break
        due = [line for line in lines if line.paid.currency == whole.currency]
        cash.append(MoneyLines(whole.currency, whole.net[:NET_SHOWN], due))
    shown = [line for each in cash for line in each.due]
    is_beside = any(line.refused for line in shown)
    refusal = refused.why if refused and not is_beside else ""
    return {"cash": cash, "more": len(dues) - len(shown), "refusal": refusal}


def _log_lines(
    facts: Sequence[Fact], shown: Sequence[Fact], names: Names, reader: Reader
) -> list[AccountLogLine]:
    """Some of the facts, in their order."""
    by_key = {fact.key: fact for fact in facts}
    counting = {fact.key for fact in in_force(facts)}
    return [
        AccountLogLine(
            fact,
            reader.form_key(number),
            _sentence(by_key[fact.undoes or fact.key], names),
            reader.local(fact.at),
            fact.key in counting,
        )
        for number, fact in enumerate(shown, SHOWN + 1)
    ]


def _sentence(fact: Fact, names: Names) -> str:
    if not fact.is_zero and len(fact.payments) == 1:
        [paid] = fact.payments
        return _("%(payer)s ha pagado %(amount)s a %(payee)s") % {
            "payer": names[paid.payer],
            "payee": names[paid.payee],
            "amount": money(paid.cents, paid.currency),
        }
    shown = [_arrow(paid, names) for paid in fact.payments[:IN_A_SENTENCE]]
    rest = "…" if len(fact.payments) > IN_A_SENTENCE else ""
    return _("Cuentas a cero: %(payments)s") % {"payments": " · ".join(shown) + rest}


def _arrow(paid: AccountPayment, names: Names) -> str:
    amount = money(paid.cents, paid.currency)
    return f"{names[paid.payer]} → {names[paid.payee]}: {amount}"


def _change_text(change: Balances, names: Names) -> str:
    """What corrections made of what was even."""
    gains = sorted(
        [
            f"{names[person]} {gain_in_words(cents, currency)}"
            for currency, balance in change.items()
            for person, cents in balance.items()
        ]
    )
    if len(gains) > IN_A_SENTENCE:
        return ", ".join([*gains[:IN_A_SENTENCE], "…"])
    return joined_names(gains)


def _persons_in(facts: Iterable[Fact], *balances: Balances) -> set[Person]:
    """Everybody whom the page names."""
    persons = {person for each in balances for net in each.values() for person in net}
    for fact in facts:
        for paid in fact.payments:
            persons |= {paid.payer, paid.payee}
    return persons
