"""The account of a circle, which a phone computes too: what its matches brought, less what was paid. No
balance is stored (docs/design/groups.md#the-account).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from rules.match.settlement import EXACT_UP_TO, fewest_payments
from rules.numbers import whole_number
from scores.core.notation.numbers import money, parsed_cents

FEW_CURRENCIES = 4  # with more, nobody looks for the fewest payments of each
MOST_FACTS = 3_000
MOST_PAYMENTS = 5_000  # in all facts
MOST_AT_ONCE = 1_000
FILES = 2  # times as much comes with files: each fact may have been undone
MOST_CENTS = 10**15  # of one payment
MOST_DIGITS = 13  # of a payment before the comma: the matches of years may be more than one of them

Person = Any
"""The key of a player; on a phone without a server that of a name."""
Sum = tuple[str, Person, int]
"""Of a person in one currency, in hundredths: won, or lost below 0."""
Balances = dict[str, dict[Person, int]]
"""By currency what each is owed, or owes below 0. Whoever is even is not there."""
Typed = Mapping[str, str]
"""The fields of a form."""


class AccountPayment(NamedTuple):
    currency: str
    payer: Person
    payee: Person
    cents: int

    @property
    def name(self) -> str:
        """The name by which a form sends it. No name has a tab."""
        return f"{self.currency}\t{self.payer}\t{self.payee}"

    def with_persons(self, person: Callable[[Any], Person]) -> AccountPayment:
        """The same with other keys for payer and payee: those that `person` gives for theirs."""
        currency, payer, payee, cents = self
        return AccountPayment(currency, person(payer), person(payee), cents)


Due = tuple[AccountPayment, int]
"""A payment that is suggested, and how much of it is still open."""


class Fact(NamedTuple):
    """A line of the log: what was paid, or which line does not count (`undoes`). On a phone a row."""

    key: str
    payments: Sequence[AccountPayment] = ()
    day: str = ""  # of the evening on whose page it was said, as in its address
    is_zero: bool = False  # nobody owed anything from then on
    undoes: str = ""
    at: Any = None  # when it was written
    by: str = ""  # the phone that wrote it


class AccountRefusal(Exception):
    """Nothing was written, and `why`. The page shows again what was `typed`."""

    def __init__(self, typed: Typed, why: str = "") -> None:
        super().__init__()
        self.typed = typed
        self.why = why or _("Ese pago ya no está pendiente: mira cómo ha quedado.")


def in_force(facts: Sequence[Fact]) -> list[Fact]:
    undone = {fact.undoes for fact in facts if fact.undoes}
    return [fact for fact in facts if not fact.undoes and fact.key not in undone]


def balances_of(sums: Iterable[Sum], facts: Sequence[Fact] = ()) -> Balances:
    """What is still to be paid: the sums of matches, less what was paid. In the order of the sums.

    >>> paid = Fact("1", [AccountPayment("€", "Ana", "Luis", 200)])
    >>> balances_of([("€", "Ana", -500), ("€", "Luis", 500)], [paid])
    {'€': {'Ana': -300, 'Luis': 300}}
    """
    whole: Balances = {}
    changes = [*sums]
    for fact in in_force(facts):
        for currency, payer, payee, cents in fact.payments:
            changes += [(currency, payer, cents), (currency, payee, -cents)]
    for currency, person, cents in changes:
        balance = whole.setdefault(currency, {})
        balance[person] = balance.get(person, 0) + cents
    open_only = {
        currency: {person: cents for person, cents in balance.items() if cents}
        for currency, balance in whole.items()
    }
    return {currency: balance for currency, balance in open_only.items() if balance}


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


def still_open(due: Iterable[AccountPayment], balances: Balances) -> list[Due]:
    """Each payment with how much of it the account has open: the rest was paid or has cancelled out with
    other evenings.
    """
    left: Balances = {currency: {**each} for currency, each in balances.items()}
    open_now = []
    for each in due:
        balance = left.get(each.currency, {})
        owed = -balance.get(each.payer, 0)
        wanted = balance.get(each.payee, 0)
        cents = max(0, min(each.cents, owed, wanted))
        if cents:
            balance[each.payer] += cents
            balance[each.payee] -= cents
        open_now.append((each, cents))
    return open_now


def news(facts: Sequence[Fact], others: Iterable[Fact]) -> list[Fact]:
    """The facts of another log that this one lacks. What does not count is not undone again."""
    known = {fact.key for fact in facts}
    counting = {fact.key for fact in in_force(facts)}
    fresh = []
    for fact in others:
        if fact.key in known or (fact.undoes and fact.undoes not in counting):
            continue
        known.add(fact.key)
        counting ^= {fact.undoes or fact.key}  # one goes, or one comes
        fresh.append(fact)
    return fresh


def has_room(facts: Sequence[Fact], more: Sequence[Any], times: int = 1) -> bool:
    """Whether a log takes these facts, or lines of a file, too: with files some `times` as much."""
    payments = sum([len(each.payments) for each in [*facts, *more]])
    return (
        len(facts) + len(more) <= times * MOST_FACTS
        and payments <= times * MOST_PAYMENTS
    )


class Account:
    """The account as it is now: its log, and what its matches brought. `sums_of` gives their sums, of who
    came first: of the matches of a `day` ("": of any), or of those that were over by a time (`until`).
    """

    def __init__(
        self, facts: Sequence[Fact], sums_of: Callable[..., Sequence[Sum]]
    ) -> None:
        self.facts = facts
        self.sums_of = sums_of

    @cached_property
    def balances(self) -> Balances:
        return balances_of(self.sums_of(""), self.facts)

    @cached_property
    def zero(self) -> Fact | None:
        """The last one that counts."""
        zeros = [fact for fact in in_force(self.facts) if fact.is_zero]
        return zeros[-1] if zeros else None

    @cached_property
    def change_since_zero(self) -> Balances:
        """What corrections made of what was even at the last zero."""
        zero = self.zero
        if zero is None:
            return {}
        counting = in_force(self.facts)
        paid = counting[: counting.index(zero) + 1]
        return balances_of(self.sums_of("", zero.at), paid)

    def zero_after(self, day: str) -> Fact | None:
        """The last zero, if what the matches of that evening brought was there before it."""
        zero = self.zero
        if zero is None:
            return None
        before = balances_of(self.sums_of(day, zero.at))
        return zero if before == balances_of(self.sums_of(day)) else None

    def dues(self, day: str = "") -> list[Due]:
        """What is to be paid: in all, or for an evening, of which the account may have less open. Nothing for
        an evening before the last zero.
        """
        if day and self.zero_after(day):
            return []
        paid = [fact for fact in self.facts if fact.undoes or day in ("", fact.day)]
        due = fewest(balances_of(self.sums_of(day), paid))
        return still_open(due, self.balances)

    def posted_fact(self, typed: Typed, day: str, at: Any) -> Fact | None:
        """What a form says: `all` or `part` of a payment was paid, all is at `zero`, or `undo` a fact. None
        where nothing is to be written, as for the second tap. Raises AccountRefusal.
        """
        key = typed.get("key", "")
        do = typed.get("do", "")
        if not is_uid(key):
            raise AccountRefusal(typed)
        written = [fact for fact in self.facts if fact.key == key]
        if do == "undo":
            counting = {fact.key for fact in in_force(self.facts)}
            undone = typed.get("entry", "")
            is_open = undone in counting and not written
            return Fact(key, undoes=undone, at=at) if is_open else None
        if do == "zero":
            payments = [] if written else [paid for paid, _open in self.dues()]
        else:
            payments = self._paid_by(typed, day, written)
        if not payments:
            return None
        fact = Fact(key, payments, day, at=at)
        if len(payments) > MOST_AT_ONCE or not has_room(self.facts, [fact]):
            raise AccountRefusal(typed, _("En estas cuentas no caben más pagos."))
        left = balances_of(self.sums_of(""), [*self.facts, fact])
        return fact._replace(is_zero=not left)

    def _paid_by(
        self, typed: Typed, day: str, written: Sequence[Fact]
    ) -> list[AccountPayment]:
        """So much of the payment that is named; none if this was `written` before."""
        name = typed.get("due", "")
        cents = _cents(typed)
        for fact in written:
            if [(paid.name, paid.cents) for paid in fact.payments] == [(name, cents)]:
                return []
        dues = [] if written else self.dues(day)
        named = [each for each in dues if each[0].name == name]
        if not named:
            raise AccountRefusal(typed)
        paid, still = named[0]
        if not cents:
            raise AccountRefusal(typed, _("Escribe una cantidad, como 2 o 1,50."))
        if cents > still:
            most = money(still, paid.currency)
            why = _("Por pagar: %(most)s. Escribe eso o menos.") % {"most": most}
            raise AccountRefusal(typed, why)
        return [paid._replace(cents=cents)]


def _cents(typed: Typed) -> int:
    """0 for what is no amount."""
    if typed.get("do") == "part":
        return parsed_cents(typed.get("part", ""), MOST_DIGITS) or 0
    return whole_number(typed.get("all", ""), MOST_DIGITS + 2) or 0


def is_uid(text: str) -> bool:
    """Whether it is written as the keys of facts are, in forms and in files.

    >>> is_uid("01234567-89ab-cdef-0123-456789abcdef"), is_uid("01234567")
    (True, False)
    """
    lengths = [len(part) for part in text.split("-")]
    return lengths == [8, 4, 4, 4, 12] and set(text) <= set("0123456789abcdef-")
