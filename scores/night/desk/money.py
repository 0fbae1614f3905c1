"""The money of a night, which one treasurer holds: who has not paid, what each rank wins, what was given."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.night import events
from rules.night.prizes import (
    debts,
    pot,
    pot_to_come,
    prizes_without_taker,
    prizes_won,
    still_due,
)
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.numbers import whole_number
from scores.core.access import phone_cookie
from scores.core.notation.names import alphabetical
from scores.night import access, refusals
from scores.night.fields import MoneyFields, typed_money
from scores.night.log import Now, append, results_of, save_plan
from scores.night.models import Plan
from scores.night.seen import SeenNight


class MoneyForm(MoneyFields):
    """It carries what it showed, so that a page that was opened earlier changes only what was typed on it."""

    def __init__(
        self, *args: Any, plan: Plan, sheet: NightSheet, **kwargs: Any
    ) -> None:
        super().__init__(*args, initial=typed_money(plan), **kwargs)
        self.sheet = sheet
        self.expected = plan.expected
        self.currency = plan.currency
        for name in ("fee", "prizes", "by_share"):
            self.fields[name].show_hidden_initial = True

    def pot_to_come(self, fee: int) -> int:
        return pot_to_come(self.sheet, fee, self.expected)

    def changed_plan(self, plan: Plan) -> Plan:
        """The plan with what was changed of it. Prizes and what they are go together."""
        data = self.cleaned_data
        changed = {*self.changed_data}
        if "fee" in changed:
            plan = replace(plan, fee=data["fee"])
        if not changed.isdisjoint({"prizes", "by_share"}):
            plan = replace(plan, prizes=data["prizes"], by_share=data["by_share"])
        return plan


@require_http_methods(["GET", "POST"])
def money(request: HttpRequest, code: str) -> HttpResponse:
    """POST saves what the prizes are (`plan`), or writes that somebody paid or was given their prize."""
    seen = SeenNight.of(access.night_to_organise(request, code))
    do = request.POST.get("do", "")
    data = request.POST if do == "plan" else None
    form = MoneyForm(data, plan=seen.plan, sheet=seen.sheet)
    refusal = ""
    if request.method == "POST":
        try:
            if _done(request, seen, do, form):
                return redirect("night-money", code)
        except NightRefusal as refused:
            refusal = refusals.phrase(refused, {})
    status = 422 if request.method == "POST" else 200
    context = {
        "night": seen.night,
        "sums": sums_of(seen),
        "form": form,
        "refusal": refusal,
    }
    return render(request, "scores/night/money/money.html", context, status=status)


class Due(NamedTuple):
    """What somebody has still to pay, below 0 what they paid too much; or what they have paid."""

    entrant: Entrant
    name: str
    amount: int


class Prize(NamedTuple):
    """What somebody wins, and how much of it was not given yet: below 0 for what was given too much."""

    rank: int
    entrant: Entrant
    name: str
    amount: int
    left: int

    @property
    def is_given(self) -> bool:
        return self.left <= 0


@dataclass(frozen=True)
class Sums:
    """The money of the night, in hundredths; `missing` is what the prizes are more than the pot. Prizes are
    given once the ranks are final."""

    pot: int
    currency: str
    club: int
    without_taker: Sequence[tuple[int, int]]  # rank and prize
    unpaid: Sequence[Due]
    paid: Sequence[Due]
    prizes: Sequence[Prize]
    are_final: bool

    @property
    def missing(self) -> int:
        return max(0, -self.club)


def sums_of(seen: SeenNight) -> Sums:
    now = seen.now
    sheet = now.sheet
    plan = seen.plan
    names = seen.names
    in_pot = pot(sheet)
    prizes = plan.prizes_of(in_pot)
    wins = prizes_won(now.ranking, prizes)
    left = still_due(sheet, wins)
    owed = debts(sheet, plan.fee)
    # before the first round nobody has a rank, and somebody will
    without_taker = prizes_without_taker(now.lines, prizes) if now.lines else {}
    return Sums(
        pot=in_pot,
        currency=plan.currency,
        club=in_pot - sum(prizes) + sum(without_taker.values()),
        without_taker=sorted(without_taker.items()),
        unpaid=_by_name(owed, names),
        paid=_by_name(
            {
                entrant: paid
                for entrant, paid in sheet.paid.items()
                if not owed[entrant]
            },
            names,
        ),
        prizes=[
            Prize(
                line.rank,
                line.entrant,
                names[line.entrant],
                wins.get(line.entrant, 0),
                left.get(line.entrant, 0),
            )
            for line in now.lines
            if line.entrant in wins or line.entrant in left
        ],
        are_final=seen.are_ranks_final,
    )


def _by_name(amounts: Mapping[Entrant, int], names: Mapping[Entrant, str]) -> list[Due]:
    """Without those of 0."""
    dues = [Due(entrant, names[entrant], each) for entrant, each in amounts.items()]
    return sorted(
        (due for due in dues if due.amount), key=lambda due: alphabetical(due.name)
    )


def _done(request: HttpRequest, seen: SeenNight, do: str, form: MoneyForm) -> bool:
    """Whether the POST said something that could be done. What is due is computed under the lock of the log,
    so that a second tap finds nothing to write."""
    if do == "plan":
        if form.is_valid():
            save_plan(seen.night, form.changed_plan)
        return form.is_valid()
    act, _space, typed = do.partition(" ")
    entrant = whole_number(typed)
    if act not in AMOUNTS or entrant is None:
        return False
    event, amounts_of = AMOUNTS[act]

    def made(sheet: NightSheet) -> list[events.Event]:
        results = results_of(seen.night, sheet) if act == "given" else {}
        now = replace(seen, now=Now(sheet, results))
        amount = amounts_of(now).get(entrant, 0)
        return [event(entrant, amount)] if amount else []

    append(seen.night, phone_cookie.phone_of(request), made)
    return True


def _to_give(seen: SeenNight) -> dict[Entrant, int]:
    """Nothing before the ranks are final."""
    if not seen.are_ranks_final:
        return {}
    wins = prizes_won(seen.now.ranking, seen.plan.prizes_of(pot(seen.sheet)))
    due = still_due(seen.sheet, wins)
    return {entrant: amount for entrant, amount in due.items() if amount > 0}


def _taken_back(amounts: Mapping[Entrant, int]) -> dict[Entrant, int]:
    return {entrant: -amount for entrant, amount in amounts.items()}


AMOUNTS: dict[str, tuple[Any, Callable[[SeenNight], dict[Entrant, int]]]] = {
    "paid": (events.Paid, lambda seen: debts(seen.sheet, seen.plan.fee)),
    "unpaid": (events.Paid, lambda seen: _taken_back(seen.sheet.paid)),
    "given": (events.PrizeGiven, _to_give),
    "kept": (events.PrizeGiven, lambda seen: _taken_back(seen.sheet.prizes)),
}
"""What a tick writes of somebody, or its taking back: the event, and the amounts as they are then."""
