"""The log of what a circle has paid: read, and written by `append` and `undo` alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet, Sum as SumOf

from scores.circle.accounts import account
from scores.circle.accounts.account import AccountPayment, Balances, Fact, Sum
from scores.core.merges import locked_circle, persons_now
from scores.models import AccountEntry, Circle, Phone, Result

MOST_ENTRIES = 3_000
MOST_PAYMENTS = 10_000  # in all entries
MOST_AT_ONCE = 1_000

MOST_OF_FILES = 2  # times as much comes with files: each entry may have been undone

Due = tuple[AccountPayment, int]
"""A payment that is suggested, and how much of it is still open."""
MakePayments = Callable[["Account"], Sequence[AccountPayment]]


class AccountRefusal(Exception):
    """Nothing was written: the log is full (`is_full`), or so much is not to be paid."""

    def __init__(self, *, is_full: bool = False, open_cents: int | None = None) -> None:
        super().__init__()
        self.is_full = is_full
        self.open_cents = open_cents  # of this payment; None if it is not to be made


class Account:
    """The account of a circle as it is now: its log, and what its matches brought."""

    def __init__(self, circle: Circle) -> None:
        self.circle = circle

    @cached_property
    def results(self) -> QuerySet[Result]:
        """Those with money of the matches that an evening counts, whatever the statistics leave out."""
        over = {
            "match__circle": self.circle,
            "match__deleted_at": None,
            "match__finished_at__isnull": False,
        }
        return Result.objects.filter(**over).exclude(money=0)

    @property
    def has_money(self) -> bool:
        """Whether this circle has ever played for money: without, no page says a word of it."""
        return self.circle.account_entries.exists() or self.results.exists()

    @cached_property
    def facts(self) -> list[Fact]:
        """The log, of persons as they are now. Whoever is not of the circle has no account in it."""
        columns = ("uid", "payments", "day", "is_zero", "undoes__uid", "at")
        rows = list(self.circle.account_entries.values_list(*columns))
        if not rows:
            return []
        now = persons_now(self.circle)
        here = set(self.circle.players.values_list("pk", flat=True))
        return [
            Fact(
                key=str(uid),
                payments=[
                    AccountPayment(
                        currency, now.get(payer, payer), now.get(payee, payee), cents
                    )
                    for currency, payer, payee, cents in payments
                    if {now.get(payer, payer), now.get(payee, payee)} <= here
                ],
                day=day.isoformat() if day else "",
                is_zero=is_zero,
                undoes=str(undoes) if undoes else "",
                at=at,
            )
            for uid, payments, day, is_zero, undoes, at in rows
        ]

    @cached_property
    def balances(self) -> Balances:
        return account.account(self.sums(), self.facts)

    def sums(self, **which: Any) -> list[Sum]:
        """The sums of its matches, of who came first; `which` are lookups on the result."""
        columns = ("match__currency", "seat__player")
        rows = self.results.filter(**which).values_list(*columns)
        return list(rows.annotate(SumOf("money")).order_by(*columns))

    @property
    def zero(self) -> Fact | None:
        return account.last_zero(self.facts)

    @cached_property
    def changed(self) -> Balances:
        """What corrections made of what was even at the last zero."""
        zero = self.zero
        if zero is None:
            return {}
        sums = self.sums(match__finished_at__lte=zero.at)
        return account.changed_since(zero, sums, self.facts)

    def dues(self, day: date | None = None) -> list[Due]:
        """What is to be paid: in all, or for an evening, of which the account may have less open. Nothing for
        an evening before the last zero.
        """
        if day is None:
            return [(paid, paid.cents) for paid in account.fewest(self.balances)]
        if self.zero_after(day):
            return []
        of_that_day = [
            fact for fact in self.facts if fact.undoes or fact.day == day.isoformat()
        ]
        due = account.fewest(self.of_day(day, of_that_day))
        return account.still_open(due, self.balances)

    def of_day(self, day: date, facts: Sequence[Fact]) -> Balances:
        """What each won or lost on an evening, less what was paid by these facts."""
        return account.account(self.sums(match__played_on=day), facts)

    def zero_after(self, day: date) -> Fact | None:
        """The last zero, if all matches of that evening were over before it."""
        zero = self.zero
        later = {"match__played_on": day, "match__finished_at__gt": zero and zero.at}
        return None if zero is None or self.results.filter(**later).exists() else zero


@transaction.atomic
def append(
    circle: Circle,
    phone: Phone | None,
    key: UUID,
    payments: MakePayments,
    day: date | None = None,
) -> None:
    """Add what `payments` gives for the account as it is now; nothing where it gives none, and a second time
    with the same key. Raises AccountRefusal, and then adds nothing.
    """
    now = Account(locked_circle(circle.pk))
    if now.circle.account_entries.filter(uid=key).exists():
        return
    paid = payments(now)
    if not paid:
        return
    stored = sum(len(fact.payments) for fact in now.facts)
    if (
        len(now.facts) >= MOST_ENTRIES
        or len(paid) > MOST_AT_ONCE
        or stored + len(paid) > MOST_PAYMENTS
    ):
        raise AccountRefusal(is_full=True)
    left = account.account(now.sums(), [*now.facts, Fact("", paid)])
    facts = {"payments": paid, "day": day, "is_zero": not left}
    AccountEntry.objects.create(circle=now.circle, by=phone, uid=key, **facts)


def has_room(circle: Circle, more: Sequence[Sequence[Any]]) -> bool:
    """Whether the log of the circle takes these entries of a file, of which the payments are given."""
    stored = [*circle.account_entries.values_list("payments", flat=True), *more]
    payments = sum(map(len, stored))
    return (
        len(stored) <= MOST_OF_FILES * MOST_ENTRIES
        and payments <= MOST_OF_FILES * MOST_PAYMENTS
    )


@transaction.atomic
def undo(circle: Circle, phone: Phone | None, key: UUID, undone: UUID) -> None:
    """Take an entry back, once."""
    now = Account(locked_circle(circle.pk))
    entries = now.circle.account_entries.filter(undoes=None, undone_by=None)
    entry = entries.filter(uid=undone).first()
    if entry is not None:
        AccountEntry.objects.create(circle=now.circle, by=phone, uid=key, undoes=entry)
