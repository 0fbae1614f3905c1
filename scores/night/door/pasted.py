"""A list of names that is pasted at the door: first what would be written, then that."""

from __future__ import annotations

from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.night.refusals import NightRefusal
from scores.core.access import grants
from scores.core.notation.names import alphabetical, joined_names
from scores.night import access, people, refusals
from scores.night.door import acts
from scores.night.door.names import read_list
from scores.night.log import sheet_of

LETTERS_OF_LIST = 8_000


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
    """With `look` it says only what would be written."""
    night = access.night_to_help(request, code)
    posted = request.POST if request.method == "POST" else None
    form = ListForm(posted, initial={"uid": uuid4()})
    known = people.names_in_group(night)
    sheet = sheet_of(night)
    in_night = {person for badge in sheet.badges.values() for person in badge.people}
    listed = read_list(request.POST.get("names", "")[:LETTERS_OF_LIST], known, in_night)
    alike = {each.line for each in listed.new if f"alike_{each.line}" in request.POST}
    act = request.POST.get("do")
    refusal = ""
    if act == "write" and form.is_valid() and (listed.entrants or listed.present):
        chosen = [
            acts.chosen_entrant(each, is_alike=each.line in alike)
            for each in listed.entrants
        ]
        key = form.cleaned_data["uid"].hex
        are_here = form.cleaned_data["are_here"]
        try:
            acts.enter_list(
                night, grants.phone_of(request), chosen, key, are_here=are_here
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
        "known": joined_names(known_names),
        "new": [
            (each.line, each.text, known.get(each.alike or 0, ""), each.line in alike)
            for each in listed.new
        ],
        "are_here": request.POST.get("are_here") == "1",
        "refusal": refusal,
    }
    is_refused = posted is not None and act != "look"
    status = 422 if is_refused else 200
    return render(request, "scores/night/door/list.html", context, status=status)
