"""The door, which two phones use at once: search, and the people who are here."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from rules.night.counting import latecomers_lives
from rules.night.presets import Format
from rules.night.refusals import NightRefusal
from rules.numbers import whole_number
from scores.core.access import phone_cookie
from scores.core.form_pages import posted_data, require_GET_or_POST
from scores.core.notation.names import alphabetical, joined_names, name_key, same_name
from scores.fields import NAME_AT_MOST
from scores.night import access, people, refusals
from scores.night.door import acts, rows
from scores.night.door.names import (
    is_too_long,
    keys_of,
    read_entrant,
    read_list,
    search,
)
from scores.night.fields import act_and_number
from scores.night.log import Now, now_of, sheet_of
from scores.night.models import Night
from scores.night.seen import SeenNight


class SearchResult(NamedTuple):
    """Who has the letters that were typed: their keys, their names, and whether they are here; and what was
    typed as the name of somebody new."""

    hits: Sequence[tuple[int, str, bool]] = ()
    new: str = ""


NOTHING_TYPED = SearchResult()


@require_GET_or_POST
def check_in(request: HttpRequest, code: str) -> HttpResponse:
    """A POST writes what a tap says, once, however often it is sent. For htmx `q` gives who has these
    letters, and `since` the people if another phone has changed them."""
    night = access.night_to_help(request, code)
    typed = request.POST.get("q", request.GET.get("q", ""))
    # who has no script sees first whom Enter would take
    is_look = act_and_number(request)[0] == "first" and not request.htmx
    if request.method == "POST" and not is_look:
        return _write_act(request, night, typed)
    since = whole_number(request.GET.get("since", ""))
    if request.htmx and since is not None:
        if night.version <= since:
            return HttpResponse(status=204)
        return _show(request, night)
    found = _search_result(night, typed)
    if not request.htmx:
        return _show(request, night, found)
    context = {"found": found, "door": {"sheet": sheet_of(night)}}
    return render(request, "scores/night/door/_found.html", context)


def _search_result(night: Night, typed: str) -> SearchResult:
    known = people.names_in_circle(night) if typed else {}
    keys = keys_of(known)
    names = read_entrant(typed, keys)
    if not names:
        return NOTHING_TYPED
    badges = sheet_of(night).badges.values()
    here = {person for badge in badges if badge.is_here for person in badge.people}
    hits = [(person, known[person], person in here) for person in search(typed, known)]
    # the whole name of somebody stands above
    is_known = len(names) == 1 and name_key(names[0]) in keys
    return SearchResult(hits, "" if is_known else " + ".join(names))


def _write_act(request: HttpRequest, night: Night, typed: str) -> HttpResponse:
    """`new` writes down who is typed, `first` whom Enter takes; others name the person: `here 17`."""
    act, person = act_and_number(request)
    if act in acts.OF_MONEY and not night.is_organised_here:
        raise Http404
    if act == "first":
        person = _first(night, typed)
        act = "here" if person else "new"
    if act != "new" and not (person and act in acts.ACTS):
        return _show(request, night, status=422)
    phone = phone_cookie.phone_of(request)
    try:
        if act == "new":
            came = acts.enter_by_name(night, phone, _typed_names(night, typed))
        else:
            came = acts.tap(night, phone, act, person)
    except ValidationError as wrong:
        return _show(request, night, refusal=wrong.message)
    except NightRefusal as refused:
        names = people.names_of(sheet_of(night))
        return _show(request, night, refusal=refusals.phrase(refused, names))
    if request.htmx:
        return _show(request, night, came=came)
    return redirect(f"{reverse('night-check-in', args=[night.code])}#row-{came}")


def _typed_names(night: Night, typed: str) -> tuple[str, ...]:
    """The names that were typed for one person or two. Raises ValidationError."""
    names = read_entrant(typed, keys_of(people.names_in_circle(night)))
    if not names:
        raise ValidationError(_("Falta el nombre."))
    if is_too_long(names):
        text = _("Un nombre tiene como mucho %(most)s letras.")
        raise ValidationError(text % {"most": NAME_AT_MOST})
    return names


def _first(night: Night, typed: str) -> int:
    """Whom Enter takes: the first who is not here; 0 for the whole name of somebody who is."""
    for person, name, is_here in _search_result(night, typed).hits:
        if not is_here:
            return person
        if same_name(name, typed):
            return 0
    return 0


def _show(
    request: HttpRequest,
    night: Night,
    found: SearchResult = NOTHING_TYPED,
    *,
    refusal: str = "",
    came: int = 0,
    status: int = 200,
) -> HttpResponse:
    """The page; for htmx its people, after a POST with what stands below the field. `came` is the person whom
    "Deshacer" takes out again."""
    page = "check_in"
    if request.htmx:
        page = "_tapped" if request.method == "POST" else "_people"
    if request.method == "POST":
        night.refresh_from_db(fields=["version"])
    usual = people.suggested_players(night)
    # nothing else at the door depends on results
    has_lives = night.planned.format is Format.LIVES
    now = now_of(night) if has_lives else Now(sheet_of(night), {})
    door = SeenNight.of(night, usual, now=now)
    sheet = door.sheet
    chips = [
        (door.known[player.pk], player.pk)
        for player in usual
        if sheet.entrant_of(player.pk) is None
    ]
    context = {
        "night": night,
        "door": door,
        "rows": rows.rows_by_state(door),
        "notes": {who: " · ".join(rows.notes_of(door, who)) for who in door.names},
        "debtors": sum(door.debts[who] > 0 for who in sheet.here),
        "chips": sorted(chips, key=lambda chip: alphabetical(chip[0])),
        "found": found,
        "refusal": refusal,
        "came": door.names.get(sheet.entrant_of(came) or 0),
        "undo": came,
        "typed": request.POST.get("q", request.GET.get("q", "")),
        "bound": rows.bound_together(sheet),
        "late_lives": latecomers_lives(sheet, now.results),
        "name_at_most": 4 * NAME_AT_MOST,  # longer ones are told
    }
    return render(
        request,
        f"scores/night/door/{page}.html",
        context,
        status=422 if refusal else status,
    )


# A list of names that is pasted: first what would be written, then that


LETTERS_OF_LIST = 8_000


class ListForm(forms.Form):
    """`alike_N` says whether the N-th who is new is the person whose name is like it."""

    uid = forms.UUIDField(widget=forms.HiddenInput)  # a second tap writes nothing
    names = forms.CharField(max_length=LETTERS_OF_LIST, strip=False)
    are_here = forms.BooleanField(required=False)


@require_GET_or_POST
def pasted_list(request: HttpRequest, code: str) -> HttpResponse:
    """With `look` it says only what would be written."""
    night = access.night_to_help(request, code)
    form = ListForm(posted_data(request), initial={"uid": uuid4()})
    group = people.names_in_circle(night)
    sheet = sheet_of(night)
    in_night = {person for badge in sheet.badges.values() for person in badge.people}
    listed = read_list(request.POST.get("names", "")[:LETTERS_OF_LIST], group, in_night)
    meant = {each.line for each in listed.new if f"alike_{each.line}" in request.POST}
    act = request.POST.get("do")
    refusal = ""
    if act == "write" and form.is_valid() and (listed.entrants or listed.present):
        chosen = [
            replace(each, people=(each.alike,))
            if each.alike and each.line in meant
            else each
            for each in listed.entrants
        ]
        try:
            acts.enter_list(
                night,
                phone_cookie.phone_of(request),
                chosen,
                form.cleaned_data["uid"].hex,
                are_here=form.cleaned_data["are_here"],
            )
        except NightRefusal as refused:
            refusal = refusals.phrase(refused, people.names_of(sheet))
        else:
            return redirect("night-check-in", night.code)
    known_names = sorted((each.text for each in listed.known), key=alphabetical)
    context = {
        "night": night,
        "form": form,
        "listed": listed,
        "group": group,
        "known": joined_names(known_names),
        "meant": meant,
        "refusal": refusal,
    }
    status = 422 if form.is_bound and act != "look" else 200
    return render(request, "scores/night/door/list.html", context, status=status)
