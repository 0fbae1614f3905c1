"""What the pages of an account and of an evening show of it, as values: a phone makes them too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scores.circle.accounts.account import (
    AccountPayment,
    Balances,
    Fact,
    Person,
    in_force,
)
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import gain_in_words, money

SHOWN = 100  # payments on a page
NET_SHOWN = (
    300  # people in a currency, and from how many lines on there is no currency more
)
IN_A_SENTENCE = 6  # payments

FIELDS = ("key", "all", "currency", "payer", "payee")

Names = Mapping[Person, str]


class RefusedPayment(NamedTuple):
    """What was not written: the fields that name a payment, the part that was typed, and why."""

    named: tuple[str, str, str]
    typed: str
    why: str


@dataclass(frozen=True)
class DueLine:
    """A payment that is suggested, as its form names it."""

    key: str  # of its form, with which it is written once
    paid: AccountPayment
    payer: str
    payee: str
    open: int  # how much of it the account has open
    refused: RefusedPayment | None

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What its form sends besides a part that is typed."""
        texts = (self.key, str(self.open), *names_in_form(self.paid))
        return [*zip(FIELDS, texts, strict=True)]

    @property
    def sentence(self) -> str:
        names = {"payer": self.payer, "payee": self.payee}
        amount = money(self.open, self.paid.currency)
        return _("%(payer)s ha pagado %(amount)s a %(payee)s") % {
            **names,
            "amount": amount,
        }


@dataclass(frozen=True)
class MoneyLines:
    """What each has won or lost in one currency, who gained most first, and what is to be paid."""

    currency: str
    net: list[tuple[str, int]]
    due: list[DueLine]


@dataclass(frozen=True)
class AccountLogLine:
    """`key` is empty where the line cannot be undone."""

    key: str
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


def shown_money(
    net: Balances,
    dues: Sequence[tuple[AccountPayment, int]],
    names: Names,
    key_of: Callable[[int], str],
    refused: RefusedPayment | None = None,
) -> Shown:
    """`key_of` makes the keys of the forms, by their numbers."""
    lines = [
        _due_line(key_of(number), paid, cents, names, refused)
        for number, (paid, cents) in enumerate(dues[:SHOWN])
    ]
    cash: list[MoneyLines] = []
    for currency, balance in net.items():
        if sum([len(each.net) for each in cash]) >= NET_SHOWN:
            break
        named_net = [
            (names[person], cents)
            for person, cents in sorted(balance.items(), key=_least)
        ]
        due = [line for line in lines if line.paid.currency == currency]
        cash.append(MoneyLines(currency, named_net[:NET_SHOWN], due))
    shown = [line for each in cash for line in each.due]
    is_beside = any(line.refused for line in shown)
    refusal = refused.why if refused and not is_beside else ""
    return Shown(cash, len(dues) - len(shown), refusal)


def _least(item: tuple[Person, int]) -> int:
    return -item[1]


def _due_line(
    key: str,
    paid: AccountPayment,
    cents: int,
    names: Names,
    refused: RefusedPayment | None,
) -> DueLine:
    of_this = refused if refused and refused.named == names_in_form(paid) else None
    return DueLine(key, paid, names[paid.payer], names[paid.payee], cents, of_this)


def names_in_form(paid: AccountPayment) -> tuple[str, str, str]:
    """As the fields of a form name a payment."""
    return paid.currency, str(paid.payer), str(paid.payee)


# Sentences


def log_lines(
    facts: Sequence[Fact],
    shown: Sequence[Fact],
    names: Names,
    time_of: Callable[[Any], str],
    by: Mapping[str, str],
    *,
    may_undo: bool,
) -> list[AccountLogLine]:
    """Some of the facts, the newest first. `by` names the phones by the keys of the facts."""
    by_key = {fact.key: fact for fact in facts}
    counting = {fact.key for fact in in_force(facts)}
    lines = []
    for fact in reversed(shown):
        text = _sentence(by_key[fact.undoes or fact.key], names)
        if fact.undoes:
            text = _("Deshecho: %(what)s") % {"what": text}
        is_undone = not fact.undoes and fact.key not in counting
        key = fact.key if may_undo and fact.key in counting else ""
        line = AccountLogLine(
            key, text, time_of(fact.at), by.get(fact.key, ""), is_undone
        )
        lines.append(line)
    return lines


def _sentence(fact: Fact, names: Names) -> str:
    if fact.is_zero or len(fact.payments) != 1:
        shown = [_arrow(paid, names) for paid in fact.payments[:IN_A_SENTENCE]]
        rest = "…" if len(fact.payments) > IN_A_SENTENCE else ""
        return _("Cuentas a cero: %(payments)s") % {
            "payments": " · ".join(shown) + rest
        }
    paid = fact.payments[0]
    return _("%(payer)s ha pagado %(amount)s a %(payee)s") % {
        "payer": names[paid.payer],
        "payee": names[paid.payee],
        "amount": money(paid.cents, paid.currency),
    }


def _arrow(paid: AccountPayment, names: Names) -> str:
    amount = money(paid.cents, paid.currency)
    return f"{names[paid.payer]} → {names[paid.payee]}: {amount}"


def text_to_send(
    title: str, dues: Iterable[tuple[AccountPayment, int]], names: Names
) -> str:
    """The title, and a line for each payment."""
    lines = [_arrow(paid, names) for paid, _open in dues]
    return "\n".join([title, *(lines or [_("Nadie debe nada.")])])


def changed_text(changed: Balances, names: Names, day: str) -> str:
    """What corrections made of what was even on that day."""
    gains = sorted(
        [
            f"{names[person]} {gain_in_words(cents, currency)}"
            for currency, balance in changed.items()
            for person, cents in balance.items()
        ]
    )
    what = joined_names(gains[:IN_A_SENTENCE]) if len(gains) <= IN_A_SENTENCE else ""
    what = what or ", ".join([*gains[:IN_A_SENTENCE], "…"])
    return _("Desde el %(day)s ha cambiado: %(what)s.") % {"day": day, "what": what}


def persons_in(facts: Iterable[Fact], *balances: Balances) -> set[Person]:
    """Everybody whom the page names."""
    paid = [each for fact in facts for each in fact.payments]
    named = {person for each in paid for person in (each.payer, each.payee)}
    return named | {
        person for each in balances for balance in each.values() for person in balance
    }
