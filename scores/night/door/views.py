"""The door, which two phones use at once: search, people who are here, a list that is pasted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.night.refusals import NightRefusal
from rules.night.sheet import NightSheet
from rules.numbers import whole_number
from scores.core.access import grants
from scores.core.notation.names import alphabetical, joined_names, same_name
from scores.fields import NAME_AT_MOST
from scores.night import access, people, refusals
from scores.night.door import acts, rows
from scores.night.door.names import PastedList, read_entrant, read_list, search
from scores.night.log import sheet_of
from scores.night.models import Night
from scores.night.plan import Plan

LETTERS_OF_LIST = 8_000


@dataclass(frozen=True)
class Hit:
    """Somebody of the group whose name has the letters."""

    person: int
    name: str
    is_here: bool


@dataclass(frozen=True)
class Found:
    """What stands below the field: who has these letters, and the name as that of somebody new; or what was
    done, with the person whom "Deshacer" takes out again."""

    hits: tuple[Hit, ...] = ()
    new: str = ""
    done: str = ""
    undo: int = 0
    refusal: str = ""


@require_http_methods(["GET", "POST"])
def check_in(request: HttpRequest, code: str) -> HttpResponse:
    """A POST writes what a tap says, once, however often it is sent. For htmx `q` gives who has these
    letters, and `since` the people if another phone has changed them."""
    night = access.night_to_help(request, code)
    if request.method == "POST":
        return _write_act(request, night)
    typed = request.GET.get("q", "")
    since = whole_number(request.GET.get("since", ""))
    if request.htmx and since is not None:
        if night.version <= since:
            return HttpResponse(status=204)
        return _show(request, night, page="_people")
    page = "_found" if request.htmx else "check_in"
    return _show(request, night, _found(night, typed), page=page)


def _found(night: Night, typed: str) -> Found:
    names = read_entrant(typed)
    if not names:
        return Found()
    known = people.of_group(night)
    sheet = sheet_of(night)
    here = {
        person
        for badge in sheet.badges.values()
        if badge.is_here
        for person in badge.people
    }
    hits = [
        Hit(person, known[person], person in here) for person in search(typed, known)
    ]
    return Found(tuple(hits), _new_name(names, known))


def _new_name(names: tuple[str, ...], known: Mapping[int, str]) -> str:
    """Empty for the whole name of somebody, who stands above."""
    is_known = len(names) == 1 and any(
        same_name(names[0], name) for name in known.values()
    )
    return "" if is_known else " + ".join(names)


def _write_act(request: HttpRequest, night: Night) -> HttpResponse:
    act, _space, number = request.POST.get("do", "").partition(" ")
    if act in acts.OF_MONEY and not night.is_organised_here:
        raise Http404
    typed = request.POST.get("q", "")
    found = _found(night, typed) if act == "first" else Found()
    if (
        act == "first" and not request.htmx
    ):  # who has no script sees first whom Enter would take
        return _show(request, night, found)
    if hit := next(
        (hit for hit in found.hits if not hit.is_here or same_name(hit.name, typed)),
        None,
    ):
        if hit.is_here:
            return _show(request, night, Found(refusal=_is_here(hit.name)), 422)
        return _tap_act(request, night, "here", hit.person)
    if act in ("first", "new"):
        return _new(request, night, read_entrant(typed))
    person = whole_number(number)
    if person is None or act not in acts.ACTS:
        return _show(request, night, status=422)
    if not night.circle.players.filter(pk=person).exists():
        raise Http404
    return _tap_act(request, night, act, person)


def _tap_act(request: HttpRequest, night: Night, act: str, person: int) -> HttpResponse:
    try:
        sheet = acts.tap(night, grants.phone_of(request), act, (person,))
    except NightRefusal as refused:
        return _show(request, night, Found(refusal=_phrase(night, refused)), 422)
    return _done(request, night, sheet, person if act == "here" else 0)


def _new(request: HttpRequest, night: Night, names: tuple[str, ...]) -> HttpResponse:
    if not names:
        return _show(request, night, Found(refusal=_("Falta el nombre.")), 422)
    try:
        person = acts.enter_by_name(night, grants.phone_of(request), names)[0]
    except NightRefusal as refused:
        is_twice = refused.code == "is-here"
        refusal = _is_here(joined_names(names)) if is_twice else _phrase(night, refused)
        return _show(request, night, Found(refusal=refusal), 422)
    return _done(request, night, sheet_of(night), person)


def _is_here(name: str) -> str:
    return _("%(name)s ya está. Si es otra persona, escribe también su apellido.") % {
        "name": name
    }


def _done(
    request: HttpRequest, night: Night, sheet: NightSheet, person: int
) -> HttpResponse:
    """`person` came, or nobody."""
    if not request.htmx:
        return redirect(f"{reverse('night-check-in', args=[night.code])}#row-{person}")
    if not person:
        return _show(request, night)
    entrant = rows.entrant_of(sheet, person)
    name = people.name_of(sheet.badges[entrant], people.known(sheet)) if entrant else ""
    done = _("%(name)s, aquí. Ya sois %(count)s.") % {
        "name": name,
        "count": len(sheet.here),
    }
    return _show(request, night, Found(done=done, undo=person))


def _phrase(night: Night, refused: NightRefusal) -> str:
    sheet = sheet_of(night)
    return refusals.phrase(refused, people.names_of(sheet, people.known(sheet)))


def _show(
    request: HttpRequest,
    night: Night,
    found: Found | None = None,
    status: int = 200,
    page: str = "",
) -> HttpResponse:
    """The page; for htmx after a POST its people, and what stands below the field."""
    page = page or ("_tapped" if request.htmx else "check_in")
    typed = request.POST.get("q", request.GET.get("q", ""))
    context: dict[str, Any] = {
        "night": night,
        "found": found or Found(),
        "typed": typed,
    }
    if page == "_found":
        context["door"] = {"is_open": rows.is_open(sheet_of(night))}
        return render(request, "scores/night/door/_found.html", context, status=status)
    if request.method == "POST":
        night.refresh_from_db(fields=["version"])
    sheet = sheet_of(night)
    plan = Plan.load(night.plan)
    usual = people.suggested_players(night)
    known = people.known(sheet, usual)
    match = (sheet.stages[-1].stage if sheet.stages else plan.stages[0]).match
    context |= {
        "door": rows.door_of(
            sheet, known, [player.pk for player in usual], plan.fee, match, plan.tables
        ),
        "version": night.version,
        "fee": plan.fee if night.is_organised_here else 0,
        "currency": plan.currency,
        "name_at_most": 2 * NAME_AT_MOST,
    }
    return render(request, f"scores/night/door/{page}.html", context, status=status)


class ListForm(forms.Form):
    """`alike_N` says whether the N-th who is new is the person whose name is like it."""

    uid = forms.UUIDField(widget=forms.HiddenInput)  # a second tap writes nothing
    names = forms.CharField(max_length=LETTERS_OF_LIST, strip=False)
    are_here = forms.TypedChoiceField(
        choices=[("", ""), ("1", "")],
        coerce=bool,
        required=False,
        empty_value=False,
    )


@require_http_methods(["GET", "POST"])
def pasted_list(request: HttpRequest, code: str) -> HttpResponse:
    """A list of names: with `look` only what would be written."""
    night = access.night_to_help(request, code)
    form = ListForm(
        request.POST if request.method == "POST" else None, initial={"uid": uuid4()}
    )
    known = people.of_group(night)
    sheet = sheet_of(night)
    in_night = {person for badge in sheet.badges.values() for person in badge.people}
    listed = read_list(request.POST.get("names", "")[:LETTERS_OF_LIST], known, in_night)
    refusal = ""
    if (
        form.is_valid()
        and (listed.entrants or listed.present)
        and request.POST.get("do") == "write"
    ):
        chosen = [
            acts.chosen_entrant(each, is_alike=f"alike_{each.line}" in request.POST)
            for each in listed.entrants
        ]
        key = form.cleaned_data["uid"].hex
        try:
            acts.enter_list(
                night,
                grants.phone_of(request),
                chosen,
                key,
                are_here=form.cleaned_data["are_here"],
            )
        except NightRefusal as refused:
            refusal = _phrase(night, refused)
        else:
            return redirect("night-check-in", night.code)
    context = {
        "night": night,
        "form": form,
        "listed": listed,
        "known": _known_names(listed),
        "new": [
            (
                each.line,
                each.text,
                known.get(each.alike or 0, ""),
                f"alike_{each.line}" in request.POST,
            )
            for each in listed.entrants
            if not each.is_known
        ],
        "are_here": request.POST.get("are_here") == "1",
        "refusal": refusal,
    }
    is_refused = request.method == "POST" and request.POST.get("do") != "look"
    return render(
        request,
        "scores/night/door/list.html",
        context,
        status=422 if is_refused else 200,
    )


def _known_names(listed: PastedList) -> str:
    return joined_names(sorted((each.text for each in listed.known), key=alphabetical))
