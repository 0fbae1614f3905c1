"""The check-in, which two phones use at once; and the card of one entrant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.numbers import whole_number
from rules.tournament import events
from rules.tournament.events import Event, entrants_named
from rules.tournament.night import Night
from rules.tournament.play import replay
from rules.tournament.prizes import debts
from rules.tournament.refusals import NightRefusal
from scores.core.access import grants
from scores.core.notation.names import tidy
from scores.fields import NAME_AT_MOST
from scores.group.circles.people import locked_circle, player_named
from scores.models import Player
from scores.night import access, people, refusals
from scores.night.door import rows as door
from scores.night.door.entrant_form import EntrantForm
from scores.night.log import append, events_of, night_of
from scores.night.models import Tournament
from scores.night.plan import Plan
from scores.night.seating import costs

OF_PEOPLE = (
    *(events.KeptApart, events.Left, events.Away, events.Back, events.Paid),
    *(events.Substituted, events.Bound),
)
ACTS = ("here", "paid", "unpaid", "left", "back")


@require_http_methods(["GET", "POST"])
def check_in(request: HttpRequest, code: str) -> HttpResponse:
    """One column of people. A POST writes what a tap says, once, however often it is sent; `since` asks for
    the rows that another phone has changed."""
    tournament = access.night_to_organise(request, code)
    if request.method == "POST":
        return _written(request, tournament)
    since = whole_number(request.GET.get("since", ""))
    if request.htmx and since is not None:
        return _changes(request, tournament, since)
    return _show(request, tournament)


def _written(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    do = request.POST.get("do", "").split()
    if do == ["new"]:
        return _new(request, tournament)
    person = whole_number(do[1]) if len(do) == 2 else None
    if person is None or do[0] not in ACTS:
        return _show(request, tournament, status=422)
    act = do[0]
    if not tournament.circle.players.filter(pk=person).exists():
        raise Http404
    plan, refusal = Plan.load(tournament.plan), ""
    phone = grants.phone_of(request)
    try:
        night = append(tournament, phone, lambda now: made(now, act, (person,), plan.fee), uuid4().hex)
    except NightRefusal as refused:
        night, refusal = night_of(tournament), _phrase(tournament, refused)
    if not request.htmx:
        return _back_to(tournament, person) if not refusal else _show(request, tournament, refusal, 422)
    context = _counted(tournament, night, plan)
    names = people.known(night, tournament.circle.players.filter(pk=person))
    context |= {"row": door.row_of(night, person, names, plan.fee), "refusal": refusal}
    return render(request, "scores/night/door/_tapped.html", context, status=422 if refusal else 200)


def made(night: Night, act: str, persons: tuple[int, ...], fee: int) -> Iterable[Event]:
    """The events of a tap; none if it was written already."""
    entrant = door.entrant_of(night, persons[0])
    if entrant is None:
        return [events.Entered(len(night.badges) + 1, persons)] if act == "here" else []
    badge = night.badges[entrant]
    if act in ("here", "back"):
        return [] if badge.is_here else [events.Back(entrant)]
    if act == "left":
        return [] if badge.has_left else [events.Left(entrant)]
    due = debts(night, fee)[entrant] if act == "paid" else -night.paid.get(entrant, 0)
    is_due = due > 0 if act == "paid" else due < 0
    return [events.Paid(entrant, due)] if is_due else []


def _new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Somebody whose name is typed: who has it in the group, or a new player."""
    typed = [tidy(request.POST.get(field, ""))[:NAME_AT_MOST] for field in ("name", "partner")]
    if not typed[0]:
        return _show(request, tournament, _("Falta el nombre."), 422, typed)
    with transaction.atomic():
        circle = locked_circle(tournament.circle_id)
        players: list[Player] = []
        for name in filter(None, typed):
            players.append(player_named(circle, name, players))
        persons = tuple(player.pk for player in players)
        night = night_of(tournament)
        if door.entrant_of(night, persons[0]):
            refusal = _("%(name)s ya está. Si es otra persona, escribe también su apellido.")
            return _show(request, tournament, refusal % {"name": typed[0]}, 422, typed)
        try:
            append(
                tournament, grants.phone_of(request), lambda now: made(now, "here", persons, 0), uuid4().hex
            )
        except NightRefusal as refused:
            transaction.set_rollback(True)
            return _show(request, tournament, _phrase(tournament, refused), 422, typed)
    return _back_to(tournament, persons[0])


def _back_to(tournament: Tournament, person: int) -> HttpResponse:
    return redirect(f"{reverse('night-check-in', args=[tournament.code])}#comer-{person}")


def _phrase(tournament: Tournament, refused: NightRefusal) -> str:
    night = night_of(tournament)
    return refusals.phrase(refused, people.names_of(night, people.known(night)))


def _show(
    request: HttpRequest,
    tournament: Tournament,
    refusal: str = "",
    status: int = 200,
    typed: Iterable[str] = ("", ""),
) -> HttpResponse:
    log = events_of(tournament)
    night, plan = replay(log).night, Plan.load(tournament.plan)
    rows = door.rows(night, people.known(night, people.suggested(tournament)), plan.fee)
    name, partner = typed
    context = {
        **_counted(tournament, night, plan),
        "rows": rows,
        "all_are_in": all(row.state != door.State.ABSENT for row in rows),
        "letters": list(dict.fromkeys(row.letter for row in rows)),
        "seq": len(log),
        "refusal": refusal,
        "typed": name,
        "typed_partner": partner,
    }
    return render(request, "scores/night/door/check_in.html", context, status=status)


def _counted(tournament: Tournament, night: Night, plan: Plan) -> dict[str, Any]:
    match = (night.stages[-1].stage if night.stages else plan.stages[0]).match
    names = people.names_of(night, people.known(night)) if any(b.only for b in night.badges.values()) else {}
    return {
        "tournament": tournament,
        "counter": door.counter(night, match, plan.tables),
        "bound": costs.bound_together(night, names),
        "next_round": len(night.rounds) + 1,
        "can_seat": len(night.here) >= match.sizes.least,
    }


def _changes(request: HttpRequest, tournament: Tournament, since: int) -> HttpResponse:
    log = events_of(tournament)
    if len(log) <= since:
        return HttpResponse(status=204)
    night, plan = replay(log).night, Plan.load(tournament.plan)
    touched = [entrant for event in log[since:] for entrant in _touched(event)]
    names = people.known(night)
    rows = [
        door.row_of(night, night.badges[entrant].people[0], names, plan.fee)
        for entrant in dict.fromkeys(touched)
    ]
    context = {**_counted(tournament, night, plan), "rows": rows, "seq": len(log)}
    return render(request, "scores/night/door/_changed_rows.html", context)


def _touched(event: Event) -> tuple[int, ...]:
    if isinstance(event, events.Entered):
        return (event.entrant,)
    return entrants_named(event) if isinstance(event, OF_PEOPLE) else ()


@require_http_methods(["GET", "POST"])
def entrant(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The card of one entrant: leaves, rests, is back, is substituted, kept apart, bound to tables."""
    tournament = access.night_to_organise(request, code)
    night = night_of(tournament)
    if number not in night.badges:
        raise Http404
    names = people.names_of(night, people.known(night))
    form = EntrantForm(
        request.POST if request.method == "POST" else None, night=night, entrant=number, names=names
    )
    if request.method == "POST" and form.is_valid():
        try:
            _save(request, tournament, form)
        except NightRefusal as refused:
            form.add_error(None, refusals.phrase(refused, names))
        else:
            return redirect("night-entrant", tournament.code, number)
    context = {
        "tournament": tournament,
        "form": form,
        "currency": Plan.load(tournament.plan).currency,
        **_entrant_context(night, number, names),
    }
    return render(request, "scores/night/door/entrant.html", context, status=422 if form.errors else 200)


def _entrant_context(night: Night, number: int, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "name": names[number],
        "number": number,
        "badge": night.badges[number],
        "paid": night.paid.get(number, 0),
        "apart": [
            names[one if other == number else other]
            for one, other in sorted(night.apart)
            if number in (one, other)
        ],
        "bound": costs.bound_together(night, names),
    }


@transaction.atomic
def _save(request: HttpRequest, tournament: Tournament, form: EntrantForm) -> None:
    circle = locked_circle(tournament.circle_id)
    persons: list[Player] = []
    for name in form.new_people():
        persons.append(player_named(circle, name, persons))
    keys = tuple(player.pk for player in persons)
    append(tournament, grants.phone_of(request), lambda night: form.events(night, keys), uuid4().hex)
