"""One table of a round, for the organiser: its result without a phone, a correction, a match to attach."""

from collections.abc import Callable

from django import forms
from django.db import transaction
from django.db.models import Q
from django.forms.boundfield import BoundField
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_GET

from rules.night import events
from rules.night.bounds import LETTERS, RESULTS
from rules.night.events import At, TableResult
from rules.night.refusals import NightRefusal
from rules.night.seats import ranks_by
from scores.circle.circles.people import CircleFull
from scores.core.access import grants, phone_cookie, rights
from scores.core.form_pages import require_GET_or_POST
from scores.core.matches.scoresheet import Sheet
from scores.core.merges import locked_circle
from scores.fields import TidyField
from scores.models import Match, Phone, Role, Way
from scores.night import access, refusals
from scores.night.at_table.sitting import sitting_at, store_report
from scores.night.at_table.table import SeenTable, table_at
from scores.night.cards import table_cards
from scores.night.fields import BoundedField, act_and_number
from scores.night.history.lines import OF_TABLES, newest_line
from scores.night.log import append, sitting_of
from scores.night.models import Night, Sitting
from scores.night.seating import changing
from scores.night.seating.matches import become_table, dissolve
from scores.night.seen import SeenNight
from scores.night.tables import time

OFFERED = 5  # matches to attach
FOR_ORGANISERS = ("break", "allow", "renew", "attach")


class ReportForm(forms.Form):
    """One number of each: the total, from which the ranks follow, or the rank. Numbers that could be both
    are the same ranks where the lowest total wins; where the highest does, `these` says which they are."""

    reason = TidyField(
        required=False, max_length=LETTERS.high, label=gettext_lazy("Por qué")
    )
    these = forms.ChoiceField(required=False, choices=[("places", ""), ("totals", "")])
    is_unclear = False

    def __init__(self, posted: QueryDict | None, table: SeenTable) -> None:
        super().__init__(posted)
        seen = table.seen
        stage = seen.sheet.stage_of(table.at.round).stage
        self.at = table.at
        self.high_wins = stage.match.ruleset.high_wins
        self.numbers = {entrant: f"number_{entrant}" for entrant in table.entrants}
        before = table.report and table.report.result
        entered = before and (
            before.totals if len(before.totals) == len(self.numbers) else before.places
        )
        for entrant, key in self.numbers.items():
            number = BoundedField(*RESULTS, label=seen.names[entrant])
            number.initial = entered and entered.get(entrant)
            self.fields[key] = number

    def clean(self) -> None:
        super().clean()
        if self.errors:
            return
        data = self.cleaned_data
        typed = {entrant: data[key] for entrant, key in self.numbers.items()}
        numbers = typed.values()
        could_be_ranks = min(numbers) == 1 and max(numbers) <= len(numbers)
        self.is_unclear = could_be_ranks and self.high_wins and not data["these"]
        if self.is_unclear:
            error = _("¿Son puestos o totales? Aquí gana el total más alto.")
            self.add_error(None, error)
        are_ranks = could_be_ranks and data["these"] != "totals"
        sign = -1 if self.high_wins and not are_ranks else 1
        ranks = ranks_by({who: sign * number for who, number in typed.items()})
        result = TableResult(ranks, {} if are_ranks else typed)
        self.report = events.Reported(self.at, result, data["reason"])

    def rows(self) -> list[BoundField]:
        return [self[key] for key in self.numbers.values()]


@require_GET_or_POST
def table(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """GET shows the table; POST reports its result (`report`), withdraws that, ends the match, lets the table
    correct, attaches a match."""
    night = access.night_to_help(request, code)
    seen = SeenNight.of(night)
    at = At(number, table)
    act, _entrant = act_and_number(request)
    if not seen.sheet.seats_at(at):
        if act == "break":  # a second tap
            return redirect(night)
        raise Http404
    if act in FOR_ORGANISERS and not night.is_organised_here:
        raise Http404
    here = table_at(seen, at)
    form = ReportForm(request.POST if act == "report" else None, here)
    refusal = ""
    if request.method == "POST":
        try:
            if _done(request, here, form):
                return redirect(night if act == "break" else request.path)
        except (NightRefusal, CircleFull) as refused:
            refusal = refusals.phrase(refused, seen.names)
    context = {
        "night": night,
        "at": at,
        "table": here,
        "letters": table_cards.letters_of(here.sitting.table),
        "attachable": night.is_organised_here and _attachable(night, here.sitting),
        "last": newest_line(seen, OF_TABLES, at),
        "form": form,
        "refusal": refusal,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "scores/night/tables/table.html", context, status=status)


def _done(request: HttpRequest, here: SeenTable, form: ReportForm) -> bool:
    """Whether the POST said something that could be done. Raises NightRefusal."""
    act, entrant = act_and_number(request)
    night = here.seen.night
    phone = phone_cookie.phone_of(request)
    sitting = here.sitting

    def say(event: events.Event) -> bool:
        append(night, phone, lambda _now: [event])
        return True

    acts: dict[str, Callable[[], object]] = {
        "report": lambda: form.is_valid() and say(form.report),
        "withdraw": lambda: say(events.ReportWithdrawn(here.at)),
        "break": lambda: changing.move(night, phone, here.at, None),
        "missing": lambda: changing.move(night, phone, here.at, entrant),
    }
    if sitting.pk is not None:
        acts |= {
            "end": lambda: _end(sitting.match, phone),
            "more": lambda: time.give_minutes(sitting),
            "here": lambda: store_report(sitting.match, entrant, is_missing=False),
            "allow": lambda: _allow(sitting),
            "renew": lambda: table_cards.renew(sitting.table),
            "attach": lambda: attach(here, phone, request.POST.get("match", "")),
        }
    return act in acts and acts[act]() is not False


def _end(match: Match, phone: Phone) -> bool:
    """A second tap finds the match over."""
    return match.finished_at is not None or time.end_match(match, phone)


def _allow(sitting: Sitting) -> None:
    """The phones of the table keep score again in its match of an earlier round."""
    for granted in sitting.table.grants.select_related("phone"):
        grants.grant(granted.phone, sitting.match, Role.SCORE, Way.OWNER)


@transaction.atomic
def attach(here: SeenTable, phone: Phone, code: str) -> bool:
    """The match of that code takes the place of the empty one that publishing began, which goes to the bin.
    Both are locked, so that neither gets a hand or another table meanwhile. A second tap finds it there."""
    night = here.seen.night
    empty = here.match
    if empty.code == code:
        return True
    of_group = Q(circle=night.circle, code=code)
    list(Match.objects.locked().filter(of_group | Q(pk=empty.pk)).order_by("pk"))
    sitting = sitting_at(night, here.at)
    if sitting.match != empty:
        return False
    offered = {match.code: match for match in _attachable(night, sitting)}
    if code not in offered:
        return False
    match = offered[code]
    circle = locked_circle(match.circle_id)  # matches first, then circle, then night
    dissolve(circle, [empty])
    attached = events.Attached(here.at, match.pk)
    step = append(night, phone, lambda _now: [attached])
    sitting_of(step.after, sitting.table, here.at.round, match=match).save()
    become_table(circle, [match.pk], here.at.table)
    return True


def _attachable(night: Night, sitting: Sitting) -> list[Match]:
    """Matches of the same people that began after the night was set up and belong to no table."""
    if sitting.pk is None or sitting.match.hands:
        return []
    people_there = set(sitting.match.seats.values_list("player", flat=True))
    later = night.circle.matches.not_deleted().filter(
        sitting=None,
        created_at__gte=night.created_at,
        seats__player__in=people_there,
    )
    later_matches = later.distinct().prefetch_related("seats")[: OFFERED * 4]
    return [
        candidate
        for candidate in later_matches
        if {seat.player_id for seat in candidate.seats.all()} == people_there
    ][:OFFERED]


@require_GET
def board(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """Only to read: the match is one of the group. Who has a right to it is led to its board."""
    night = access.night_to_help(request, code)
    at = At(number, table)
    sitting = sitting_at(night, at)
    if sitting.match.deleted_at:
        raise Http404
    if rights.role_in(request, sitting.match):
        return redirect(sitting.match)
    sheet = Sheet(sitting.match)
    context = {"night": night, "at": at, "sheet": sheet, "board": sheet.board}
    return render(request, "scores/night/tables/board.html", context)
