"""Who pays whom, in the fewest payments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.events import Seat


class Payment(NamedTuple):
    payer: Seat
    payee: Seat
    units: int


EXACT_UP_TO = 12
"""With more debtors and creditors than this, one group settles all, perhaps with more payments.

Twelve take ten milliseconds, and each one more doubles that.
"""


def fewest_payments(units: Mapping[Seat, int], exact_up_to: int = EXACT_UP_TO) -> tuple[Payment, ...]:
    """The payments that bring everybody in `units` (won, or lost below 0) to zero: no fewer will do.

    A group of n whose sums cancel settles in n - 1 payments, so the fewest come from the most such groups.
    The same units in the same order always give the same payments. Raises ValueError if they do not sum to
    zero.
    """
    if sum(units.values()):
        raise ValueError(f"does not sum to zero: {units!r}")
    owing = [seat for seat, unit in units.items() if unit]
    payments: list[Payment] = []
    for group in _groups([units[seat] for seat in owing], exact_up_to):
        payments += _within({owing[place]: units[owing[place]] for place in group})
    return tuple(payments)


def _groups(units: list[int], exact_up_to: int) -> list[list[int]]:
    return _most_groups(units) if len(units) <= exact_up_to else [list(range(len(units)))]


def _most_groups(units: list[int]) -> list[list[int]]:
    """The places of `units` in the most groups that each sum to zero.

    Places are put in one by one; each time the sum of those put in is zero a group is closed. `most[mask]` is
    the most groups closed with the places of `mask` in, `last[mask]` the place put in last.
    """
    sums, most, last = [0], [0], [-1]
    for mask in range(1, 1 << len(units)):
        low = (mask & -mask).bit_length() - 1
        sums.append(sums[mask & (mask - 1)] + units[low])
        before = [place for place in range(len(units)) if mask >> place & 1]
        last.append(max(before, key=lambda place: most[mask ^ (1 << place)]))
        most.append(most[mask ^ (1 << last[mask])] + (sums[mask] == 0))
    return _closed_groups(sums, last)


def _closed_groups(sums: list[int], last: list[int]) -> list[list[int]]:
    groups: list[list[int]] = []
    mask = len(sums) - 1
    while mask:
        if sums[mask] == 0:
            groups.append([])
        groups[-1].append(last[mask])
        mask ^= 1 << last[mask]
    return sorted(sorted(group) for group in groups)


def _within(units: dict[Seat, int]) -> list[Payment]:
    """Each debtor pays the first creditor who is still owed: at most one payment fewer than seats."""
    owed = {seat: unit for seat, unit in units.items() if unit > 0}
    payments = []
    for payer, debt in ((seat, -unit) for seat, unit in units.items() if unit < 0):
        while debt:
            payee = next(iter(owed))
            paid = min(debt, owed[payee])
            payments.append(Payment(payer, payee, paid))
            debt, owed[payee] = debt - paid, owed[payee] - paid
            if not owed[payee]:
                del owed[payee]
    return payments
