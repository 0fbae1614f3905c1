"""The card of one entrant: the name, the wishes for the tables, rest, leaving, paying."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.night.prizes import debts
from rules.night.refusals import NightRefusal
from rules.night.sheet import NightSheet
from scores.circle.circles.people import change_player, locked_circle, player_named
from scores.core.access import grants
from scores.models import Player
from scores.night import access, people, refusals
from scores.night.door import rows
from scores.night.door.entrant_form import FOR_ORGANISERS, EntrantForm
from scores.night.log import append, sheet_of
from scores.night.models import Night
from scores.night.plan import Plan


@require_http_methods(["GET", "POST"])
def entrant(request: HttpRequest, code: str, number: int) -> HttpResponse:
    night = access.night_to_help(request, code)
    plan = Plan.load(night.plan)
    sheet = sheet_of(night)
    if number not in sheet.badges:
        raise Http404
    known = people.known(sheet)
    names = people.names_of(sheet, known)
    posted = request.POST if request.method == "POST" else None
    may_all = night.is_organised_here
    if posted is not None and posted.get("do") in FOR_ORGANISERS and not may_all:
        raise Http404
    form = EntrantForm(posted, sheet=sheet, entrant=number, names=names)
    if posted is not None and form.is_valid():
        try:
            _save(request, night, sheet, form, plan.fee)
        except NightRefusal as refused:
            form.add_error(None, refusals.phrase(refused, names))
        else:
            return _save_entrant(night, form)
    context = {
        "night": night,
        "form": form,
        "currency": plan.currency,
        "fee": plan.fee,
        "names": [known.get(person, "") for person in sheet.badges[number].people],
        "due": debts(sheet, plan.fee)[number] if may_all else 0,
        "paid": sheet.paid.get(number, 0) if may_all else 0,
        **_context(sheet, number, names),
    }
    return render(
        request,
        "scores/night/door/entrant.html",
        context,
        status=422 if form.errors else 200,
    )


def _save_entrant(night: Night, form: EntrantForm) -> HttpResponse:
    if form.act == "remove":
        return redirect("night-check-in", night.code)
    return redirect("night-entrant", night.code, form.entrant)


def _context(sheet: NightSheet, number: int, names: dict[int, str]) -> dict[str, Any]:
    return {
        "name": names[number],
        "number": number,
        "badge": sheet.badges[number],
        "can_remove": not sheet.rounds,
        "apart": [
            (other, names[other]) for other in rows.others_of(number, sheet.apart)
        ],
        "together": [
            (other, names[other]) for other in rows.others_of(number, sheet.together)
        ],
        "warnings": rows.bound_together(sheet, names),
    }


@transaction.atomic
def _save(
    request: HttpRequest,
    night: Night,
    sheet: NightSheet,
    form: EntrantForm,
    fee: int,
) -> None:
    if form.act == "rename":
        _rename(sheet, form)
        return
    circle = locked_circle(night.circle_id)
    persons: list[Player] = []
    for name in form.names() if form.act == "substitute" else ():
        persons.append(player_named(circle, name, persons))
    keys = tuple(player.pk for player in persons)
    append(
        night,
        grants.phone_of(request),
        lambda now: form.events(now, keys, fee),
        f"card-{uuid4().hex}",
    )


def _rename(sheet: NightSheet, form: EntrantForm) -> None:
    """Of a pair each that was typed."""
    for person, name in zip(
        sheet.badges[form.entrant].people, form.names(), strict=False
    ):
        change_player(Player.objects.get(pk=person), name=name)
