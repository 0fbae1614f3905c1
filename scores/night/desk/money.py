"""The money of a night, which one treasurer holds: who has not paid, what each rank wins, what was given."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from rules.night import events
from rules.night.prizes import pot_to_come
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from scores.core.access import phone_cookie
from scores.core.form_pages import require_GET_or_POST
from scores.night import access, refusals
from scores.night.fields import MoneyFields, act_and_number, typed_money
from scores.night.log import Now, append, results_of, save_plan
from scores.night.models import Plan
from scores.night.money import NightMoney


class MoneyForm(MoneyFields):
    """It carries what it showed, so that a page that was opened earlier changes only what was typed on it."""

    def __init__(self, posted: QueryDict | None, sums: NightMoney) -> None:
        super().__init__(posted, initial=typed_money(sums.plan))
        self.sums = sums
        self.currency = sums.plan.currency
        for name in ("fee", "prizes", "by_share"):
            self.fields[name].show_hidden_initial = True

    def pot_to_come(self, fee: int) -> int:
        return pot_to_come(self.sums.sheet, fee, self.sums.plan.expected)

    def changed_plan(self, plan: Plan) -> Plan:
        """The plan with what was changed of it. Prizes and what they are go together."""
        changed = {*self.changed_data}
        if not changed.isdisjoint({"prizes", "by_share"}):
            changed |= {"prizes", "by_share"}
        facts = {name: self.cleaned_data[name] for name in changed - {"club_adds"}}
        return replace(plan, **facts)


@require_GET_or_POST
def money(request: HttpRequest, code: str) -> HttpResponse:
    """POST saves what the prizes are (`plan`), or writes that somebody paid or was given their prize."""
    sums = NightMoney.of(access.night_to_organise(request, code))
    do = request.POST.get("do", "")
    form = MoneyForm(request.POST if do == "plan" else None, sums)
    refusal = ""
    if request.method == "POST":
        try:
            if _done(request, sums, do, form):
                return redirect("night-money", code)
        except NightRefusal as refused:
            refusal = refusals.phrase(refused, {})
    status = 422 if request.method == "POST" else 200
    context = {
        "night": sums.night,
        "sums": sums,
        "form": form,
        "refusal": refusal,
    }
    return render(request, "scores/night/money/money.html", context, status=status)


def _done(request: HttpRequest, sums: NightMoney, do: str, form: MoneyForm) -> bool:
    """Whether the POST said something that could be done. What is due is computed under the lock of the log,
    so that a second tap finds nothing to write."""
    if do == "plan":
        if form.is_valid():
            save_plan(sums.night, form.changed_plan)
        return form.is_valid()
    act, entrant = act_and_number(request)
    if act not in AMOUNTS or not entrant:
        return False
    event, amount_of = AMOUNTS[act]

    def made(sheet: NightSheet) -> list[events.Event]:
        # what somebody won is read from the results
        results = results_of(sums.night, sheet) if act == "given" else {}
        amount = amount_of(replace(sums, now=Now(sheet, results)), entrant)
        return [event(entrant, amount)] if amount else []

    append(sums.night, phone_cookie.phone_of(request), made)
    return True


AMOUNTS: dict[str, tuple[Any, Callable[[NightMoney, Entrant], int]]] = {
    "paid": (events.Paid, lambda sums, who: sums.debts.get(who, 0)),
    "unpaid": (events.Paid, lambda sums, who: -sums.sheet.paid.get(who, 0)),
    "given": (events.PrizeGiven, lambda sums, who: sums.to_give(who)),
    "kept": (events.PrizeGiven, lambda sums, who: -sums.sheet.prizes.get(who, 0)),
}
"""What a tick writes of somebody, or its taking back: the event, and the amount as it is then."""
