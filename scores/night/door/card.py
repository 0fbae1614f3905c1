"""The card of one entrant: the name, the wishes for the tables, rest, leaving, paying."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.tournament.night import Night
from rules.tournament.prizes import debts
from rules.tournament.refusals import NightRefusal
from scores.circle.circles.people import change_player, locked_circle, player_named
from scores.core.access import grants
from scores.models import Player
from scores.night import access, people, refusals
from scores.night.door import rows
from scores.night.door.entrant_form import EntrantForm
from scores.night.log import append, night_of
from scores.night.models import Tournament
from scores.night.plan import Plan


@require_http_methods(["GET", "POST"])
def entrant(request: HttpRequest, code: str, number: int) -> HttpResponse:
    tournament = access.night_to_organise(request, code)
    plan = Plan.load(tournament.plan)
    night = night_of(tournament)
    if number not in night.badges:
        raise Http404
    known = people.known(night)
    names = people.names_of(night, known)
    posted = request.POST if request.method == "POST" else None
    form = EntrantForm(posted, night=night, entrant=number, names=names)
    if posted is not None and form.is_valid():
        try:
            _save(request, tournament, night, form, plan.fee)
        except NightRefusal as refused:
            form.add_error(None, refusals.phrase(refused, names))
        else:
            return _saved(tournament, form)
    context = {
        "tournament": tournament,
        "form": form,
        "currency": plan.currency,
        "fee": plan.fee,
        "names": [known.get(person, "") for person in night.badges[number].people],
        "due": debts(night, plan.fee)[number],
        **_context(night, number, names),
    }
    return render(
        request,
        "scores/night/door/entrant.html",
        context,
        status=422 if form.errors else 200,
    )


def _saved(tournament: Tournament, form: EntrantForm) -> HttpResponse:
    if form.act == "remove":
        return redirect("night-check-in", tournament.code)
    return redirect("night-entrant", tournament.code, form.entrant)


def _context(night: Night, number: int, names: dict[int, str]) -> dict[str, Any]:
    return {
        "name": names[number],
        "number": number,
        "badge": night.badges[number],
        "can_remove": not night.rounds,
        "paid": night.paid.get(number, 0),
        "apart": [
            (other, names[other]) for other in rows.others_of(number, night.apart)
        ],
        "together": [
            (other, names[other]) for other in rows.others_of(number, night.together)
        ],
        "warnings": rows.bound_together(night, names),
    }


@transaction.atomic
def _save(
    request: HttpRequest,
    tournament: Tournament,
    night: Night,
    form: EntrantForm,
    fee: int,
) -> None:
    if form.act == "rename":
        _rename(night, form)
        return
    circle = locked_circle(tournament.circle_id)
    persons: list[Player] = []
    for name in form.names() if form.act == "substitute" else ():
        persons.append(player_named(circle, name, persons))
    keys = tuple(player.pk for player in persons)
    append(
        tournament,
        grants.phone_of(request),
        lambda now: form.events(now, keys, fee),
        f"card-{uuid4().hex}",
    )


def _rename(night: Night, form: EntrantForm) -> None:
    """Of a pair each that was typed."""
    for person, name in zip(
        night.badges[form.entrant].people, form.names(), strict=False
    ):
        change_player(Player.objects.get(pk=person), name=name)
