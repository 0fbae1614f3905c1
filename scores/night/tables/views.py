"""One table of a round, for the organiser: its result without a phone, a correction, a match to attach."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django import forms
from django.db import transaction
from django.forms.boundfield import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from rules.night import events
from rules.night.bounds import LETTERS, RESULTS
from rules.night.events import At, TableResult
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.seats import ranks_by
from scores.circle.circles.people import GroupFull
from scores.core.access import grants, phone_cookie, rights
from scores.core.matches.scoresheet import Sheet
from scores.core.merges import locked_circle
from scores.fields import TidyField
from scores.models import Match, Phone, Role, Way
from scores.night import access, refusals
from scores.night.at_table.sitting import read_report, sitting_at, store_report
from scores.night.at_table.table import SeenTable, table_at
from scores.night.cards import table_cards
from scores.night.fields import BoundedField
from scores.night.history.lines import OF_TABLES, newest_line
from scores.night.log import append, sitting_of
from scores.night.models import Night, Sitting
from scores.night.seating.matches import become_table, dissolve
from scores.night.seen import SeenNight
from scores.night.tables import moving, time

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

    def __init__(
        self,
        *args: Any,
        names: dict[Entrant, str],
        high_wins: bool,
        before: TableResult | None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.high_wins = high_wins
        self.numbers = {entrant: f"number_{entrant}" for entrant in names}
        entered = before and (
            before.totals if before.totals.keys() == names.keys() else before.places
        )
        for entrant, key in self.numbers.items():
            number = BoundedField(*RESULTS, label=names[entrant])
            number.initial = entered and entered.get(entrant)
            self.fields[key] = number

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        if self.errors or not self.high_wins or data["these"]:
            return
        self.is_unclear = self._could_be_ranks()
        if self.is_unclear:
            self.add_error(
                None, _("¿Son puestos o totales? Aquí gana el total más alto.")
            )

    def result(self) -> TableResult:
        typed = self._typed()
        are_ranks = self.cleaned_data["these"] != "totals" and self._could_be_ranks()
        sign = -1 if self.high_wins and not are_ranks else 1
        ranks = ranks_by({entrant: sign * each for entrant, each in typed.items()})
        return TableResult(ranks, {} if are_ranks else typed)

    def _typed(self) -> dict[Entrant, int]:
        return {
            entrant: self.cleaned_data[key] for entrant, key in self.numbers.items()
        }

    def _could_be_ranks(self) -> bool:
        typed = self._typed().values()
        return min(typed) == 1 and max(typed) <= len(typed)

    def rows(self) -> list[BoundField]:
        return [self[key] for key in self.numbers.values()]


@require_http_methods(["GET", "POST"])
def table(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """GET shows the table; POST reports its result (`report`), withdraws that, ends the match, lets the table
    correct, attaches a match."""
    night = access.night_to_help(request, code)
    seen = SeenNight.of(night)
    at = At(number, table)
    do = request.POST.get("do", "")
    if not seen.sheet.seats_at(at):
        if do == "break":  # a second tap
            return redirect(night)
        raise Http404
    if do in FOR_ORGANISERS and not night.is_organised_here:
        raise Http404
    here = table_at(seen, at)
    report = seen.sheet.reported.get(at)
    form = ReportForm(
        request.POST if do == "report" else None,
        names={entrant: seen.names[entrant] for entrant in here.entrants},
        high_wins=seen.sheet.stage_of(number).stage.match.ruleset.high_wins,
        before=report.result if report else None,
    )
    refusal = ""
    if request.method == "POST":
        phone = phone_cookie.phone_of(request)
        tap = Tap(here, phone, form, request.POST.get("match", ""))
        try:
            if _done(tap, do):
                return redirect(night if do == "break" else request.path)
        except (NightRefusal, GroupFull) as refused:
            refusal = refusals.phrase(refused, seen.names)
    is_organiser = night.is_organised_here
    context = {
        "night": night,
        "at": at,
        "table": here,
        "letters": table_cards.letters_of(here.sitting.table) if is_organiser else "",
        "attachable": _attachable(night, here.sitting) if is_organiser else [],
        "last": newest_line(seen, OF_TABLES, at),
        "form": form,
        "refusal": refusal,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "scores/night/tables/table.html", context, status=status)


class Tap(NamedTuple):
    """What was tapped on the page of a table, and by whom."""

    here: SeenTable
    phone: Phone
    form: ReportForm
    match: str  # the code of one to attach

    @property
    def night(self) -> Night:
        return self.here.seen.night

    def append(self, event: events.Event) -> None:
        append(self.night, self.phone, lambda _sheet: [event])


def _report(tap: Tap) -> bool:
    if not tap.form.is_valid():
        return False
    reason = tap.form.cleaned_data["reason"]
    tap.append(events.Reported(tap.here.at, tap.form.result(), reason))
    return True


def _end(tap: Tap) -> bool:
    """A second tap finds the match over."""
    match = tap.here.sitting.match
    return match.finished_at is not None or time.end_match(match, tap.phone)


def _allow(tap: Tap) -> None:
    """The phones of the table keep score again in its match of an earlier round."""
    for granted in tap.here.sitting.table.grants.select_related("phone"):
        grants.grant(granted.phone, tap.here.sitting.match, Role.SCORE, Way.OWNER)


@transaction.atomic
def _attach(tap: Tap) -> bool:
    """The match takes the place of the empty one that publishing began, which goes to the bin. Both are
    locked, so that neither gets a hand or another table meanwhile. A second tap finds it there."""
    at = tap.here.at
    if tap.here.sitting.match.code == tap.match:
        return True
    match = _chosen_match(tap, tap.here.sitting)
    if match is None:
        return False
    pks = (match.pk, tap.here.sitting.match_id)
    list(Match.objects.locked().filter(pk__in=pks).order_by("pk"))
    sitting = sitting_at(tap.night, at)
    if sitting is None or sitting.match_id != tap.here.sitting.match_id:
        return False
    if _chosen_match(tap, sitting) is None:
        return False
    circle = locked_circle(match.circle_id)  # matches first, then circle, then night
    dissolve(circle, [sitting.match])
    attached = events.Attached(at, match.pk)
    step = append(tap.night, tap.phone, lambda _night: [attached])
    sitting_of(step.after, sitting.table, at.round, match=match).save()
    become_table(circle, [match.pk], at.table)
    return True


def _chosen_match(tap: Tap, sitting: Sitting) -> Match | None:
    candidates = _attachable(tap.night, sitting)
    return next((match for match in candidates if match.code == tap.match), None)


ACTS: dict[str, Callable[[Tap], bool | None]] = {
    "report": _report,
    "withdraw": lambda tap: tap.append(events.ReportWithdrawn(tap.here.at)),
    "break": lambda tap: moving.move(tap.night, tap.phone, tap.here.at, None),
}
ACTS_OF_MATCH: dict[str, Callable[[Tap], bool | None]] = {
    "end": _end,
    "more": lambda tap: time.give_minutes(tap.here.sitting),
    "allow": _allow,
    "renew": lambda tap: table_cards.renew(tap.here.sitting.table),
    "attach": _attach,
}
"""What each button does; False where it cannot be done. Each raises NightRefusal."""


def _done(tap: Tap, do: str) -> bool:
    """Whether the POST said something that could be done. Raises NightRefusal."""
    if do in ACTS:
        return ACTS[do](tap) is not False
    has_match = tap.here.sitting.pk is not None
    if do in ACTS_OF_MATCH:
        return has_match and ACTS_OF_MATCH[do](tap) is not False
    reported = read_report(do)
    if reported is None:
        return False
    if reported.is_missing:
        moving.move(tap.night, tap.phone, tap.here.at, reported.entrant)
    elif has_match:
        store_report(tap.here.sitting.match, reported.entrant, is_missing=False)
    return reported.is_missing or has_match


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
    of_night = Match.objects.not_deleted().filter(sitting__table__night=night)
    match = get_object_or_404(
        of_night, sitting__round=number, sitting__table__number=table
    )
    if rights.role_in(request, match):
        return redirect(match)
    sheet = Sheet(match)
    at = At(number, table)
    context = {"night": night, "at": at, "sheet": sheet, "board": sheet.board}
    return render(request, "scores/night/tables/board.html", context)
