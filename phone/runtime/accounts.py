"""The account of a phone that has no server: the log that its pages store, and the sums of its matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from phone.runtime.match_document import Payload
from phone.runtime.stand_ins.app import time_of
from phone.runtime.summaries import StoredMatch, person_of
from rules.lookup import Lookup
from scores.circle.accounts.account import (
    Account,
    AccountPayment,
    AccountRefusal,
    Fact,
    Sum,
)
from scores.circle.accounts.page import Reader
from scores.core.notation.shown_names import marked_name

StoredFact = Sequence[Any]
"""The fields of a `Fact` as a page stores it: with names in place of persons, and milliseconds."""


def facts_of(stored: Iterable[StoredFact]) -> list[Fact]:
    return [
        Fact(
            key,
            [AccountPayment(*paid).with_persons(person_of) for paid in payments],
            *others,
        )
        for key, payments, *others in stored
    ]


def account_of(asked: Payload, matches: Sequence[StoredMatch]) -> Account:
    """The account of the stored `facts` and of these matches."""
    ordered = sorted(matches, key=start_of)
    over = [match for match in ordered if match.finished is not None]
    first: Lookup[str, int] = {}
    for match in ordered:
        for _seat, name in match.called:
            first.setdefault(person_of(name), len(first))

    def order(row: Sum) -> Any:
        return row[0], first[row[1]]

    @lru_cache(8)
    def sums_of(day: str, until: int | None = None) -> list[Sum]:
        """The sums in the order of a server: by currency, then by who sat at a table first."""
        rows = [
            row
            for match in over
            if day in ("", match.facts["played_on"])
            and (until is None or (match.finished or 0) <= until)
            for row in match.rows
            if row.money
        ]
        sums = [(row.currency, row.player, row.money) for row in rows]
        return sorted(sums, key=order)

    return Account(facts_of(asked["facts"]), sums_of)


def start_of(match: StoredMatch) -> Any:
    return match.created, match.code


def names_of(asked: Payload, matches: Sequence[StoredMatch]) -> dict[str, str]:
    """The name, as it was written last, of everybody who sat at a table or has paid; the last match first."""
    names: dict[str, str] = {}
    for match in matches:
        for _seat, name in match.called:
            names.setdefault(person_of(name), name)
    for _key, payments, *_others in asked["facts"]:
        for _currency, payer, payee, _cents in payments:
            names.setdefault(person_of(payer), payer)
            names.setdefault(person_of(payee), payee)
    return names


def reader_of(asked: Payload, matches: Sequence[StoredMatch]) -> Reader:
    names = names_of(asked, matches)
    ahead = timedelta(minutes=asked["groups"]["utc_offset"])

    return Reader(
        key=asked["key"],
        may_pay=True,
        refused=asked.get("refused"),
        names_of=lambda persons: {each: marked_name(names[each]) for each in persons},
        local=lambda at: time_of(at) + ahead,
    )


def posted_fact(
    asked: Payload, matches: Sequence[StoredMatch], day: str = ""
) -> StoredFact | None:
    """What the `fields` of a form say, to be stored; None where there is nothing to store. Raises
    AccountRefusal, also if the phone is full (`is_full`).
    """
    if "fields" not in asked:
        return None
    # not dict(…), which a phone makes of an OrderedDict, whose look-up is linear
    typed = {name: value for name, value in asked["fields"]}  # noqa: C416
    if asked["is_full"]:
        why = _(
            "Este teléfono no puede guardar nada: su memoria está bloqueada o llena."
        )
        raise AccountRefusal(typed, why)
    fact = account_of(asked, matches).posted_fact(typed, day, asked["now"])
    if fact is None:
        return None
    names = names_of(asked, matches)
    key, payments, *others, _by = fact
    paid = [each.with_persons(lambda person: names[person]) for each in payments]
    return [key, [[*each] for each in paid], *others]
