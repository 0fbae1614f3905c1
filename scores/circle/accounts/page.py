"""What the pages of an account and of an evening show of it: a phone makes them too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scores.circle.accounts.account import (
    NAMES,
    Account,
    AccountPayment,
    AccountRefusal,
    Balances,
    Due,
    Fact,
    Person,
    balances_of,
    in_force,
    names_in,
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
    day_of: Callable[[Any], str]  # of a time
    time_of: Callable[[Any], str]
    phones_of: Callable[[Sequence[Fact]], Mapping[str, str]]  # by the keys of facts

    def form_key(self, number: int) -> str:
        return f"{self.key[:-4]}{1000 + number}"


@dataclass(frozen=True)
class DueLine:
    """A payment that is suggested, as its form names it."""

    key: str  # of its form
    paid: AccountPayment
    payer: str
    payee: str
    open: int  # how much of it the account has open
    sentence: str
    refused: AccountRefusal | None

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What its form sends besides a part that is typed."""
        texts = (self.key, str(self.open), *self.paid.names)
        return [*zip(("key", "all", *NAMES), texts, strict=True)]


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
    """`key` is empty where the line cannot be undone."""

    key: str
    form_key: str
    text: str
    at: str
    by: str
    is_undone: bool


@dataclass(frozen=True)
class Shown:
    """The money of an account or of an evening on its page."""

    cash: list[MoneyLines]
    more: int  # payments that are not shown
    refusal: str  # why nothing was written, where no line shows it


def account_context(now: Account, reader: Reader, page: Any, title: str) -> Context:
    """The page of an account, with this page of its log."""
    facts, pages = page_of_list(now.facts[::-1], page, LINES)
    names = reader.names_of(_persons_in(now.facts, now.balances, now.change_since_zero))
    dues = now.dues()
    return {
        "title": title,
        "text": _text_to_send(title, dues, names),
        "changed": _changed_text(now, names, reader),
        "shown": _shown_money(now.balances, dues, names, reader),
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
        "settled": reader.day_of(zero.at) if zero else "",
        "shown": _shown_money(net, now.dues(day), names, reader),
        "log": _log_lines(facts, facts[: -LINES - 1 : -1], names, reader),
        "may_pay": reader.may_pay,
    }


def money_lines(net: Balances, names: Names) -> list[MoneyLines]:
    def least(item: tuple[Person, int]) -> int:
        return -item[1]

    return [
        MoneyLines(
            currency,
            [
                (names[person], cents)
                for person, cents in sorted(balance.items(), key=least)
            ],
        )
        for currency, balance in net.items()
    ]


def _shown_money(
    net: Balances, dues: Sequence[Due], names: Names, reader: Reader
) -> Shown:
    lines = []
    refused = reader.refused
    for number, (paid, cents) in enumerate(dues[:SHOWN]):
        is_about = refused is not None and names_in(refused.typed) == paid.names
        line = DueLine(
            reader.form_key(number),
            paid,
            names[paid.payer],
            names[paid.payee],
            cents,
            _paid_text(AccountPayment(*paid[:3], cents), names),
            refused if is_about else None,
        )
        lines.append(line)
    cash: list[MoneyLines] = []
    for whole in money_lines(net, names):
        if sum([len(each.net) for each in cash]) >= NET_SHOWN:
            break
        due = [line for line in lines if line.paid.currency == whole.currency]
        cash.append(MoneyLines(whole.currency, whole.net[:NET_SHOWN], due))
    shown = [line for each in cash for line in each.due]
    is_beside = any(line.refused for line in shown)
    refusal = refused.why if refused and not is_beside else ""
    return Shown(cash, len(dues) - len(shown), refusal)


def _log_lines(
    facts: Sequence[Fact], shown: Sequence[Fact], names: Names, reader: Reader
) -> list[AccountLogLine]:
    """Some of the facts, in their order."""
    by_key = {fact.key: fact for fact in facts}
    counting = {fact.key for fact in in_force(facts)}
    phones = reader.phones_of(shown)
    lines = []
    for number, fact in enumerate(shown, SHOWN + 1):
        text = _sentence(by_key[fact.undoes or fact.key], names)
        if fact.undoes:
            text = _("Deshecho: %(what)s") % {"what": text}
        line = AccountLogLine(
            key=fact.key if reader.may_pay and fact.key in counting else "",
            form_key=reader.form_key(number),
            text=text,
            at=reader.time_of(fact.at),
            by=phones.get(fact.key, ""),
            is_undone=not fact.undoes and fact.key not in counting,
        )
        lines.append(line)
    return lines


def _sentence(fact: Fact, names: Names) -> str:
    if not fact.is_zero and len(fact.payments) == 1:
        return _paid_text(fact.payments[0], names)
    shown = [_arrow(paid, names) for paid in fact.payments[:IN_A_SENTENCE]]
    rest = "…" if len(fact.payments) > IN_A_SENTENCE else ""
    return _("Cuentas a cero: %(payments)s") % {"payments": " · ".join(shown) + rest}


def _paid_text(paid: AccountPayment, names: Names) -> str:
    return _("%(payer)s ha pagado %(amount)s a %(payee)s") % {
        "payer": names[paid.payer],
        "payee": names[paid.payee],
        "amount": money(paid.cents, paid.currency),
    }


def _arrow(paid: AccountPayment, names: Names) -> str:
    amount = money(paid.cents, paid.currency)
    return f"{names[paid.payer]} → {names[paid.payee]}: {amount}"


def _text_to_send(title: str, dues: Sequence[Due], names: Names) -> str:
    """The title, and a line for each payment."""
    lines = [_arrow(paid, names) for paid, _open in dues[:SHOWN]]
    return "\n".join([title, *(lines or [_("Nadie debe nada.")])])


def _changed_text(now: Account, names: Names, reader: Reader) -> str:
    """What corrections made of what was even at the last zero."""
    if now.zero is None or not now.change_since_zero:
        return ""
    gains = sorted(
        [
            f"{names[person]} {gain_in_words(cents, currency)}"
            for currency, balance in now.change_since_zero.items()
            for person, cents in balance.items()
        ]
    )
    what = joined_names(gains)
    if len(gains) > IN_A_SENTENCE:
        what = ", ".join([*gains[:IN_A_SENTENCE], "…"])
    day = reader.day_of(now.zero.at)
    return _("Desde el %(day)s ha cambiado: %(what)s.") % {"day": day, "what": what}


def _persons_in(facts: Iterable[Fact], *balances: Balances) -> set[Person]:
    """Everybody whom the page names."""
    persons = {person for each in balances for net in each.values() for person in net}
    for fact in facts:
        for paid in fact.payments:
            persons |= {paid.payer, paid.payee}
    return persons
