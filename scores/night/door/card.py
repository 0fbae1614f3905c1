"""The card of one entrant: the name, the wishes for the tables, rest, leaving, paying."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.night.prizes import debts
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import Badge, NightSheet
from scores.circle.circles.people import change_player, locked_circle, player_named
from scores.core.access import grants
from scores.models import Phone, Player
from scores.night import access, people, refusals
from scores.night.door import rows
from scores.night.door.entrant_form import FOR_ORGANISERS, EntrantForm
from scores.night.log import append, sheet_of
from scores.night.models import Night
from scores.night.plan import Plan


@dataclass(frozen=True)
class EntrantCard:
    """What `entrant.html` shows besides its form: `people` are the names of one or two, `due` is what they
    owe, `apart` and `together` are those of their wishes."""

    number: Entrant
    name: str
    badge: Badge
    people: Sequence[str]
    due: int
    paid: int
    can_remove: bool
    apart: Sequence[tuple[Entrant, str]]
    together: Sequence[tuple[Entrant, str]]
    warnings: Sequence[str]


@require_http_methods(["GET", "POST"])
def entrant(request: HttpRequest, code: str, number: int) -> HttpResponse:
    night = access.night_to_help(request, code)
    sheet = sheet_of(night)
    if number not in sheet.badges:
        raise Http404
    posted = request.POST if request.method == "POST" else None
    is_for_organisers = posted is not None and posted.get("do") in FOR_ORGANISERS
    if is_for_organisers and not night.is_organised_here:
        raise Http404
    known = people.person_names(sheet)
    names = people.names_of(sheet, known)
    form = EntrantForm(posted, sheet=sheet, entrant=number, names=names)
    plan = Plan.load(night.plan)
    if form.is_valid():
        try:
            _save(night, grants.phone_of(request), sheet, form, plan.fee)
        except NightRefusal as refused:
            form.add_error(None, refusals.phrase(refused, names))
        else:
            if form.act == "remove":
                return redirect("night-check-in", night.code)
            return redirect("night-entrant", night.code, number)
    fee = plan.fee if night.is_organised_here else None
    context = {
        "night": night,
        "form": form,
        "currency": plan.currency,
        "card": _card(sheet, number, known, fee),
    }
    status = 422 if form.errors else 200
    return render(request, "scores/night/door/entrant.html", context, status=status)


def _card(
    sheet: NightSheet, number: Entrant, known: Mapping[int, str], fee: int | None
) -> EntrantCard:
    """Without a fee nothing of their money."""
    names = people.names_of(sheet, known)
    badge = sheet.badges[number]
    return EntrantCard(
        number=number,
        name=names[number],
        badge=badge,
        people=[known.get(person, "") for person in badge.people],
        due=0 if fee is None else debts(sheet, fee)[number],
        paid=0 if fee is None else sheet.paid.get(number, 0),
        can_remove=not sheet.rounds,
        apart=[(other, names[other]) for other in rows.others_of(number, sheet.apart)],
        together=[
            (other, names[other]) for other in rows.others_of(number, sheet.together)
        ],
        warnings=rows.bound_together(sheet, names),
    )


@transaction.atomic
def _save(
    night: Night, phone: Phone, sheet: NightSheet, form: EntrantForm, fee: int
) -> None:
    if form.act == "rename":
        _rename(sheet, form)
        # the other door, the standings and the hall show the name
        Night.objects.filter(pk=night.pk).update(version=F("version") + 1)
        return
    circle = locked_circle(night.circle_id)
    persons: list[Player] = []
    for name in form.names() if form.act == "substitute" else ():
        persons.append(player_named(circle, name, persons))
    keys = tuple(player.pk for player in persons)
    append(night, phone, lambda now: form.events(now, keys, fee))


def _rename(sheet: NightSheet, form: EntrantForm) -> None:
    """Of a pair each that was typed."""
    for person, name in zip(
        sheet.badges[form.entrant].people, form.names(), strict=False
    ):
        change_player(Player.objects.get(pk=person), name=name)
