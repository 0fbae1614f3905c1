"""The pages of a new match and a rematch."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.ruleset import Ruleset
from scores.access import grants, rate_limits
from scores.circles import people
from scores.errors import json_refusal
from scores.house_rules import starting_rules
from scores.models import Circle, Match, Role
from scores.new_match import setup
from scores.new_match.forms import SEATS_AT_MOST, SEATS_SHOWN, NewMatchForm, RematchForm
from scores.new_match.preparation import Preparation, preparation
from scores.notation.numbers import parsed_int

PREPARE = "prepare"  # the id of the element that shows the preparation
COLUMNS = ("currency", "place", "note", "played_on", "happened_at")  # fields of the form
NEW = "new"  # in place of a circle's code: create a circle; no code is as short


@require_http_methods(["GET", "POST"])
def new_match(request: HttpRequest) -> HttpResponse:
    """The form. Its small buttons (`do`: up-2, down-1, more, name-Ana, look) only render it again."""
    circles = list(grants.circles_with(request, Role.SCORE)[:20])
    if request.method == "GET":
        return _show(request, circles, _empty_form(circles, request.GET))
    if "do" in request.POST:
        return _render_again(request, circles, _after_button(request.POST, circles))
    form = _bound_form(request.POST, circles)
    if form.is_valid() and _is_gone(circles, form.cleaned_data["circle"]):
        form.add_error(None, _("Ese grupo ya no está en este teléfono. Elige otro."))
    if form.is_valid() and request.wait:
        form.add_error(None, rate_limits.wait_message(request))
    if not form.is_valid() or form.ruleset is None:
        status = 429 if request.wait else 422
        if json_refusal.is_asked(request):
            return json_refusal.answer(status, form.reasons())
        return _show(request, circles, form, status=status)
    match = _start(request, circles, form, form.ruleset)
    return redirect("paper", match.code) if form.cleaned_data["sheet"] else redirect(match)


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Start the rematch. A second tap leads to the match that the first one started."""
    match, form = grants.match_to_score(request, code), RematchForm(request.POST)
    form.full_clean()  # what cannot be read is left out
    return redirect(setup.rematch(match, form.cleaned_data.get("uid"), form.cleaned_data["happened_at"]))


def _start(request: HttpRequest, circles: list[Circle], form: NewMatchForm, ruleset: Ruleset) -> Match:
    with transaction.atomic():
        key = form.cleaned_data["uid"]
        phone = grants.phone_that_writes(request, key)
        if form.cleaned_data["circle"] == NEW:
            circle = people.new_circle(phone, key)
        else:
            circle = people.circle_for_new_match(phone, _chosen(circles, form.cleaned_data["circle"]))
        match = setup.start_match(
            circle,
            key,
            ruleset,
            form.names(),
            dealer=form.first_dealer(),
            direction=form.cleaned_data["deal_direction"],
            rules_name=form.rules_name(),
            **{name: form.cleaned_data[name] for name in COLUMNS},
        )
        _remember_rules(match, form)
        return match


def _remember_rules(match: Match, form: NewMatchForm) -> None:
    """Save the rules under the name that was typed; or put the saved rules that were chosen first."""
    if form.cleaned_data["save_as"]:
        starting_rules.save(match.circle, form.cleaned_data["save_as"], match.rules)
    elif form.offer.saved:
        starting_rules.mark_used(form.offer.saved)


def _chosen(circles: list[Circle], code: str) -> Circle | None:
    """The circle that was chosen, else the one used last; None for a new one or if there is none."""
    if code == NEW:
        return None
    return _named(circles, code) or (circles[0] if circles else None)


def _named(circles: list[Circle], code: str) -> Circle | None:
    """The circle of that code, or the circle into which it was merged."""
    named = Circle.objects.filter(code=code).first() if code.isalnum() else None
    merged = named.after_merges() if named else None
    return next((circle for circle in circles if circle == merged), None)


def _is_gone(circles: list[Circle], code: str) -> bool:
    """Whether the chosen circle can no longer be used; the match must not go to another one."""
    return code not in ("", NEW) and _named(circles, code) is None


def _empty_form(circles: list[Circle], asked: QueryDict) -> NewMatchForm:
    """The form for the circle in the address; `sheet` there means a match that was played on paper."""
    circle = _chosen(circles, asked.get("circle", ""))
    last = starting_rules.last_match(circle)
    offered = starting_rules.offers(circle, last)
    offer = starting_rules.preselected(offered, last)
    initial = {"preset": offer.key, "dealer": 0, "uid": uuid4(), "currency": last.currency if last else ""}
    initial |= {"circle": asked.get("circle", ""), "sheet": "on" if "sheet" in asked else ""}
    players = _players(offer.ruleset, 0)
    return NewMatchForm(offer=offer, offered=offered, players=players, initial=initial)


def _bound_form(data: QueryDict, circles: list[Circle]) -> NewMatchForm:
    circle = _chosen(circles, data.get("circle", ""))
    key = data.get("preset", "")
    last = starting_rules.last_match(circle, key)
    offered = starting_rules.offers(circle, last)
    offer = starting_rules.chosen(offered, key) or starting_rules.preselected(offered, last)
    places = _places(data)
    named = sum(bool(data.get(f"name_{place}", "").strip()) for place in range(places))
    players = _players(offer.ruleset, named)
    return NewMatchForm(data, offer=offer, offered=offered, places=places, players=players)


def _players(ruleset: Ruleset, named: int) -> int:
    """How many will play: those named; the usual number while there are no names."""
    low, high = ruleset.players
    return named if named > 1 else min(max(low, SEATS_SHOWN), high)


def _places(data: Any) -> int:
    """The number of places in the posted form, limited to SEATS_AT_MOST."""
    places = parsed_int(data.get("places", ""))
    return SEATS_SHOWN if places is None else min(places, SEATS_AT_MOST)


def _after_button(posted: QueryDict, circles: list[Circle]) -> NewMatchForm:
    """The form after one of its small buttons, with all values and without errors."""
    data = posted.copy()
    act, _dash, rest = data.pop("do")[0].partition("-")
    names = [data.get(f"name_{place}", "") for place in range(_places(data))]
    place = parsed_int(rest)
    if act in ("up", "down") and place is not None and place < len(names):
        _swap(data, names, place, place + (-1 if act == "up" else 1))
    elif act == "more":
        names.append("")
    elif act == "name":
        _seat_name(names, rest)
    data["places"] = str(min(len(names), SEATS_AT_MOST))
    for place, name in enumerate(names):
        data[f"name_{place}"] = name
    form = _bound_form(data, circles)
    data["preset"] = form.offer.key  # another circle may not have the rules that were chosen
    form.errors.clear()
    form.shown = rest if act == "look" else ""
    return form


def _swap(data: QueryDict, names: list[str], place: int, other: int) -> None:
    """Swap two neighbours; the dealer stays the same person."""
    other %= len(names)
    names[place], names[other] = names[other], names[place]
    moved = {str(place): str(other), str(other): str(place)}
    data["dealer"] = moved.get(data.get("dealer", ""), data.get("dealer", ""))


def _seat_name(names: list[str], name: str) -> None:
    """Put a suggested name at the first free place."""
    place = next((place for place, typed in enumerate(names) if not typed.strip()), None)
    if place is None:
        names.append(name)
    else:
        names[place] = name


def _render_again(request: HttpRequest, circles: list[Circle], form: NewMatchForm) -> HttpResponse:
    """The whole form; only the preparation if htmx asks for that, as it does while names are typed."""
    if request.htmx.target != PREPARE:
        return _show(request, circles, form)
    names = [name for place in range(form.places) if (name := form.data.get(f"name_{place}", "").strip())]
    return render(
        request,
        "scores/new_match/_preparation.html",
        {"form": form, "preparation": _preparation(form, names)},
    )


def _show(request: HttpRequest, circles: list[Circle], form: NewMatchForm, status: int = 200) -> HttpResponse:
    chosen = _chosen(circles, form["circle"].value() or "")
    places = [form[f"name_{place}"] for place in range(form.places)]
    taken = [name for place in places if (name := (place.value() or "").strip())]
    context = {
        "form": form,
        "places": places,
        "offers": form.offered,
        "circles": circles,
        "new": NEW,
        "chosen": chosen,
        "remembered": [name for name in people.recent_names(chosen) if name not in taken][:12],
        "full": form.places >= SEATS_AT_MOST,
        "preparation": _preparation(form, taken),
    }
    return render(request, "scores/new_match/new_match.html", context, status=status)


def _preparation(form: NewMatchForm, names: list[str]) -> Preparation:
    is_named = len(names) > 1
    return preparation(form.ruleset or form.preset, names if is_named else [""] * form.players, is_named)
