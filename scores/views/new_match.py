"""Setting up a match."""

from __future__ import annotations

from typing import Any
from uuid import uuid4, uuid5

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from rules.presets import CHINCHON
from scores import access, knobs, people
from scores.forms.new_match import SEATS_AT_MOST, SEATS_SHOWN, NewMatchForm
from scores.models import Circle, Match, Role
from scores.numbers import whole

NEW = "new"  # the circle that is made with the match; no code is as short


@require_http_methods(["GET", "POST"])
def new_match(request: HttpRequest) -> HttpResponse:
    """The form; its small buttons (`do`: up-2, down-1, more, name-Ana, look) only draw it again."""
    circles = list(access.circles_with(request, Role.SCORE)[:20])
    if request.method == "GET":
        return _show(
            request, circles, NewMatchForm(initial={"preset": CHINCHON.key, "dealer": 0, "uid": uuid4()})
        )
    if "do" in request.POST:
        return _show(request, circles, _moved(request.POST))
    form = _bound(request.POST)
    if not form.is_valid():
        return _show(request, circles, form, status=422)
    return redirect(_start(request, circles, form))


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """The same people and rules again. A second tap leads to the rematch that the first one started."""
    return redirect(people.rematch(access.match_to_score(request, code)))


def _start(request: HttpRequest, circles: list[Circle], form: NewMatchForm) -> Match:
    with transaction.atomic():
        key = form.cleaned_data["uid"]
        phone = access.phone_that_writes(request, key)
        if form.cleaned_data["circle"] == NEW:
            circle = people.new_circle(phone, key)
        else:
            circle = people.circle_for(phone, _chosen(circles, form.cleaned_data["circle"]))
        return people.start_match(
            circle,
            uuid5(key, "match"),  # goes into records: it must not give the form's secret away
            form.ruleset,
            form.names(),
            dealer=form.first_dealer(),
            direction=form.cleaned_data["direction"],
        )


def _chosen(circles: list[Circle], code: str) -> Circle | None:
    """The circle that was chosen, by default the last used; None for a new one or if there is none."""
    if code == NEW:
        return None
    return next((circle for circle in circles if circle.code == code), circles[0] if circles else None)


def _bound(data: Any) -> NewMatchForm:
    preset = knobs.offered(data.get("preset", ""))
    places = _places(data)
    named = sum(bool(data.get(f"name_{place}", "").strip()) for place in range(places))
    return NewMatchForm(data, places=places, preset=preset, players=max(2, named))


def _places(data: Any) -> int:
    """How many places the posted form had: it says so itself, within reason."""
    said = whole(data.get("places", ""))
    return SEATS_SHOWN if said is None else min(said, SEATS_AT_MOST)


def _moved(posted: QueryDict) -> NewMatchForm:
    """The form after one of its small buttons, unchecked and with nothing lost."""
    data = posted.copy()
    act, _dash, rest = data.pop("do")[0].partition("-")
    names = [data.get(f"name_{place}", "") for place in range(_places(data))]
    place = whole(rest)
    if act in ("up", "down") and place is not None and place < len(names):
        _swap(data, names, place, place + (-1 if act == "up" else 1))
    elif act == "more":
        names.append("")
    elif act == "name":
        _take(names, rest)
    data["places"] = str(min(len(names), SEATS_AT_MOST))
    for place, name in enumerate(names):
        data[f"name_{place}"] = name
    form = _bound(data)
    form.errors.clear()
    return form


def _swap(data: QueryDict, names: list[str], place: int, other: int) -> None:
    """Two neighbours change places; the dealer stays the same person."""
    other %= len(names)
    names[place], names[other] = names[other], names[place]
    moved = {str(place): str(other), str(other): str(place)}
    data["dealer"] = moved.get(data.get("dealer", ""), data.get("dealer", ""))


def _take(names: list[str], name: str) -> None:
    """A remembered name sits down at the first free place."""
    place = next((place for place, taken in enumerate(names) if not taken.strip()), None)
    if place is None:
        names.append(name)
    else:
        names[place] = name


def _show(request: HttpRequest, circles: list[Circle], form: NewMatchForm, status: int = 200) -> HttpResponse:
    chosen = _chosen(circles, form.data.get("circle", ""))
    names = [form[f"name_{place}"].value() or "" for place in range(form.places)]
    preset = knobs.offered(form["preset"].value() or "")
    taken = [name for name in names if name.strip()]
    context = {
        "form": form,
        "places": [form[f"name_{place}"] for place in range(form.places)],
        "presets": [(key, knobs.PRESET_NAMES[key], knobs.PRESET_NOTES[key]) for key in knobs.OFFERED],
        "preset": preset.key,
        "house_rules": [form[knob] for knob in knobs.LABELS if knob != "stake"],
        "circles": circles,
        "new": NEW,
        "chosen": chosen,
        "remembered": [name for name in people.remembered(chosen) if name not in taken][:12],
        "unusual": knobs.unusual_number(preset, len(taken)) if len(taken) > 1 else "",
        "full": form.places >= SEATS_AT_MOST,
        "turned": bool(form.is_bound and any(form.data.get(knob) for knob in knobs.LABELS)),
    }
    return render(request, "scores/new_match.html", context, status=status)
