"""The log of what a circle has paid: read, and written by `write` alone."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db import transaction
from django.db.models import QuerySet, Sum as SumOf
from django.utils import timezone

from scores.circle.accounts.account import (
    Account,
    AccountPayment,
    Fact,
    Sum,
    Typed,
)
from scores.core.access.phones import phone_in_words
from scores.core.merges import locked_circle, persons_now
from scores.models import AccountEntry, Circle, Phone, Result


def account_of(circle: Circle) -> Account:
    @cache
    def sums_of(day: str, until: Any = None) -> list[Sum]:
        """Two of the same currency and player are one: of who came first."""
        results = results_of(circle)
        if day:
            results = results.filter(match__played_on=day)
        if until:
            results = results.filter(match__finished_at__lte=until)
        columns = ("match__currency", "seat__player")
        rows = results.values_list(*columns).annotate(SumOf("money"))
        return list(rows.order_by(*columns))

    return Account(facts_of(circle), sums_of)


def results_of(circle: Circle) -> QuerySet[Result]:
    """The results with money of the matches that an evening counts, whatever the statistics leave out."""
    return Result.objects.filter(match__in=circle.finished_matches).exclude(money=0)


def has_money(circle: Circle) -> bool:
    """Whether this circle has ever played for money: without, no page says a word of it."""
    return circle.account_entries.exists() or results_of(circle).exists()


def facts_of(circle: Circle) -> list[Fact]:
    """The log, of persons as they are now."""
    columns = ("uid", "payments", "day", "is_zero", "undoes__uid", "at", "by__name")
    rows = list(circle.account_entries.values_list(*columns))
    if not rows:
        return []
    now = persons_now(circle)
    name_of_phone = cache(phone_in_words)  # a log names few of them
    return [
        Fact(
            str(uid),
            [
                AccountPayment(*paid).with_persons(
                    lambda person: now.get(person, person)
                )
                for paid in payments
            ],
            day.isoformat() if day else "",
            is_zero,
            str(undoes or ""),
            at,
            "" if by is None else name_of_phone(by),
        )
        for uid, payments, day, is_zero, undoes, at, by in rows
    ]


@transaction.atomic
def write(circle: Circle, phone: Phone | None, typed: Typed, day: str) -> None:
    """Add what a form says. Raises AccountRefusal, and then adds nothing."""
    locked = locked_circle(circle.pk)
    fact = account_of(locked).posted_fact(typed, day, timezone.now())
    if fact is not None:
        add(locked, [fact], phone)


def add(circle: Circle, facts: list[Fact], phone: Phone | None = None) -> None:
    """Each fact behind what it undoes."""
    for is_undo in (False, True):
        undone = [fact.undoes for fact in facts if fact.undoes]
        rows = circle.account_entries.filter(uid__in=undone)
        pks = {str(uid): pk for uid, pk in rows.values_list("uid", "pk")}
        AccountEntry.objects.bulk_create(
            AccountEntry(
                circle=circle,
                by=phone,
                uid=fact.key,
                payments=fact.payments,
                day=fact.day or None,
                is_zero=fact.is_zero,
                undoes_id=pks.get(fact.undoes),
                at=fact.at,
            )
            for fact in facts
            if bool(fact.undoes) == is_undo
        )
