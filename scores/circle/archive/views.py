"""Pages of matches, all or those of one circle, with search; and pages that change a match as a whole."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from scores.circle.archive import lifecycle, listing
from scores.circle.archive.search import SearchFields, rules_of
from scores.core.access import rights
from scores.core.form_pages import form_page, posted_data, require_GET_or_POST
from scores.core.house_rules import labels
from scores.core.list_pages import page_of_list
from scores.core.match_facts import DETAILS
from scores.core.matches.dates import verify_played
from scores.core.notation.names import folded_text
from scores.fields import DayField, text_fields
from scores.models import (
    BIN_PERIOD,
    HouseRules,
    Match,
    Matches,
    Player,
    Role,
    Seat,
    by_name,
)

STATES = {
    "": gettext_lazy("sin las archivadas"),
    "going-on": gettext_lazy("En juego"),
    "finished": gettext_lazy("Terminadas"),
    "abandoned": gettext_lazy("A medias"),
    "archived": gettext_lazy("Archivadas"),
}


def search_matches(
    matches: Matches, persons: Sequence[Player], wanted: Mapping[str, Any]
) -> Matches:
    """The matching ones of `matches`, newest first, by the cleaned data of the search. Names of players are
    folded here, because players can be renamed; other texts are in `sought`."""
    game, is_named = rules_of(wanted["rules"])
    lookups = {
        "rules_name" if is_named else "game": game,
        "played_on__gte": wanted["since"],
        "played_on__lte": wanted["until"],
    }
    matching = _of_state(matches, wanted["state"]).filter(
        **{lookup: value for lookup, value in lookups.items() if value}
    )
    if wanted["who"]:
        matching = matching.filter(_played_by([wanted["who"]]))
    for word in folded_text(wanted["q"]).split():
        matching = matching.filter(_contains(word, persons))
    return matching.order_by("-played_on", "-pk")


def _of_state(matches: Matches, state: str) -> Matches:
    if state == "archived":
        return matches.filter(archived_at__isnull=False)
    listed = matches.unarchived()
    return {
        "": listed,
        "going-on": listed.going_on(),
        "finished": listed.finished(),
        "abandoned": listed.abandoned(),
    }[state]


def _contains(word: str, persons: Sequence[Player]) -> Q:
    """Condition: a folded word occurs in the venue, the note, the name of the rules or of a player."""
    variants = [
        key for key, name in labels.game_names().items() if word in folded_text(name)
    ]
    namesakes = [
        person for person in persons if word in folded_text(person.display_name)
    ]
    in_text = Q(sought__contains=word) | Q(rules_name="", game__in=variants)
    return in_text | Q(_played_by(namesakes))


def _played_by(persons: Sequence[Any]) -> Exists:
    """These players, or their keys."""
    return Exists(Seat.objects.filter(match=OuterRef("pk"), player__in=persons))


class DetailsForm(forms.Form):
    played_on = DayField(
        label=gettext_lazy("Fecha"),
        error_messages={"required": gettext_lazy("Falta la fecha.")},
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        texts = text_fields(DETAILS)
        super().__init__(*args, initial=forms.model_to_dict(match), **kwargs)
        self.fields |= texts
        self.order_fields(texts)
        self.match = match

    def clean_played_on(self) -> date:
        day: date = self.cleaned_data["played_on"]
        if day != self.match.played_on:
            verify_played(self.match.circle, day)
        return day


class DeleteForm(forms.Form):
    """Asks for a word to be typed, so that no match is deleted by an accidental tap."""

    word = forms.CharField(
        required=False,
        max_length=40,
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    @property
    def asked(self) -> str:
        return _("borrar")

    def clean_word(self) -> str:
        typed: str = self.cleaned_data["word"]
        if folded_text(typed.strip()) != folded_text(self.asked):
            raise forms.ValidationError(_("Escribe «%(word)s».") % {"word": self.asked})
        return typed


PAGE = 30

# Lists


@require_GET
def matches(request: HttpRequest, code: str = "") -> HttpResponse:
    """One page of the matches of a circle, or of all; with `files` in the address also the files of each
    match; 422 without matches for an invalid search."""
    circle = rights.circle_to_watch(request, code) if code else None
    if circle:
        found = circle.matches.not_deleted()
        persons = circle.people
        house_rules = circle.house_rules.all()
    else:
        found = rights.matches_to_watch(request)
        persons = by_name(rights.persons_to_watch(request))
        circles = rights.circles_with(request, Role.WATCH).values("pk")
        house_rules = HouseRules.objects.filter(circle__in=circles)
    form = SearchFields(request.GET)
    form.offer(
        [(str(each.pk), each.display_name) for each in persons if each.name],
        [rules.name for rules in house_rules],
        STATES,
    )
    context: dict[str, Any] = {
        "circle": circle,
        "may_score": circle is None or circle.role >= Role.SCORE,
    }
    if form.is_valid():
        rows = search_matches(found.opened(), persons, form.cleaned_data)
        keys, pages = page_of_list(
            rows.values_list("pk", flat=True), request.GET.get("page", ""), PAGE
        )
        items = listing.match_items(request, keys, with_feeds="files" in request.GET)
        context |= {**pages, "matches": items}
    return form_page(request, "scores/archive/matches.html", form, **context)


# One match


@require_GET_or_POST
def details(request: HttpRequest, code: str) -> HttpResponse:
    match = rights.visit_to_score(request, code).match
    form = DetailsForm(posted_data(request), match=match)
    if not form.is_valid():
        return form_page(request, "scores/archive/details.html", form, match=match)
    lifecycle.describe(match, **form.cleaned_data)
    return _redirect_to_details(match)


@require_POST
def archive(request: HttpRequest, code: str, *, undo: bool = False) -> HttpResponse:
    match = rights.visit_to_own(request, code).match
    lifecycle.archive(match, undo=undo)
    return _redirect_to_details(match)


def _redirect_to_details(match: Match) -> HttpResponse:
    """The card below the scoresheet that shows the change."""
    return redirect(f"{reverse('scoresheet', args=[match.code])}#kept")


@require_GET_or_POST
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for a word and move the match to the bin. A repeated POST redirects to the bin."""
    form = DeleteForm(posted_data(request))
    if form.is_valid() and _deleted_match(request, code):
        return redirect("trash")
    match = rights.visit_to_own(request, code).match
    if not form.is_valid():
        (item,) = listing.match_items(request, [match.pk])
        context = {"match": match, "item": item, "days": BIN_PERIOD.days}
        return form_page(request, "scores/archive/delete.html", form, **context)
    lifecycle.delete(match)
    return redirect("trash")


@require_GET
def trash(request: HttpRequest) -> HttpResponse:
    """The deleted matches and nights that this phone may restore."""
    deleted = list(
        rights.deleted_to_own(request)
        .order_by("-deleted_at")
        .values_list("pk", "deleted_at")
    )
    expiries = {pk: at + BIN_PERIOD for pk, at in deleted}
    items = listing.match_items(request, list(expiries))
    context = {
        "deleted": list(zip(items, expiries.values(), strict=True)),
        "nights": [
            (night, night.deleted_at + BIN_PERIOD)
            for night in rights.deleted_nights_to_own(request)
        ],
        "days": BIN_PERIOD.days,
    }
    return render(request, "scores/archive/trash.html", context)


@require_POST
def restore(request: HttpRequest, code: str) -> HttpResponse:
    """A repeated POST redirects to the restored match."""
    deleted = _deleted_match(request, code)
    if deleted is None:
        return redirect(rights.visit_to_own(request, code).match)
    lifecycle.delete(deleted, undo=True)
    return redirect(deleted)


def _deleted_match(request: HttpRequest, code: str) -> Match | None:
    return rights.deleted_to_own(request).filter(code=code).first()
