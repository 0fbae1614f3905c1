"""The page from which a night is run: its clock, calls of tables, its end, and reopening it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.night import events
from rules.night.events import At, Event
from rules.night.refusals import NightRefusal
from rules.night.sheet import NightSheet
from rules.numbers import whole_number
from scores.core.access import grants
from scores.night import access, refusals
from scores.night.at_table import calls
from scores.night.at_table.sitting import sitting_at
from scores.night.desk.page import can_reopen, desk_of
from scores.night.desk.state import NightState, facts_of
from scores.night.log import append
from scores.night.models import Night
from scores.night.plan import Plan

MOST_MINUTES = 600
MORE_MINUTES = 5
USUAL_MINUTES = 40


@require_GET
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """The desk, or with `?round=` the tables of an earlier round."""
    night = access.night_to_help(request, code)
    shown = desk_of(night, whole_number(request.GET.get("round", "")))
    context = {
        "night": night,
        "desk": shown,
        "usual_minutes": _usual_minutes(shown.facts.plan),
    }
    page = (
        "scores/night/desk/_desk.html"
        if request.htmx
        else "scores/night/desk/desk.html"
    )
    return render(request, page, context)


def _usual_minutes(plan: Plan) -> int:
    """A number of hands says nothing about minutes."""
    match = plan.stages[0].match
    return match.number or USUAL_MINUTES if match.ends == "clock" else USUAL_MINUTES


@require_POST
def clock(request: HttpRequest, code: str) -> HttpResponse:
    """`do` starts it with so many minutes, gives five more, ends the time now (`last`), or takes it off."""
    night = access.night_to_help(request, code)
    ends_at = _end_of_clock(
        night, request.POST.get("do", ""), request.POST.get("minutes", "")
    )
    Night.objects.filter(pk=night.pk).update(
        clock_ends_at=ends_at, version=F("version") + 1
    )
    return redirect(night)


def _end_of_clock(night: Night, do: str, typed: str) -> datetime | None:
    now = timezone.now()
    if do == "last":
        return now
    if do == "more":
        return max(now, night.clock_ends_at or now) + timedelta(minutes=MORE_MINUTES)
    minutes = whole_number(typed) or 0
    return (
        now + timedelta(minutes=min(minutes, MOST_MINUTES))
        if do == "start" and minutes
        else None
    )


@require_POST
def call(request: HttpRequest, code: str, number: int, place: int) -> HttpResponse:
    """Somebody goes to the table that called (`come`), or was there (`done`)."""
    night = access.night_to_help(request, code)
    sitting = sitting_at(night, At(number, place))
    if sitting is None:
        raise Http404
    if request.POST.get("do") == "come":
        calls.come(sitting, grants.phone_of(request))
    else:
        calls.end(sitting)
    return redirect(night)


@require_http_methods(["GET", "POST"])
def end(request: HttpRequest, code: str) -> HttpResponse:
    """End the night. A repeated POST redirects."""
    night = access.night_to_organise(request, code)
    refusal = ""
    if request.method == "POST":
        try:
            append(
                night,
                grants.phone_of(request),
                _end_events,
                f"ended-{night.version}",
            )
        except NightRefusal as refused:
            refusal = refusals.phrase(refused, {})
        else:
            Night.objects.filter(pk=night.pk, finished_at=None).update(
                finished_at=timezone.now()
            )
            return redirect(night)
    facts = facts_of(night)
    is_early = facts.state not in (NightState.LAST, NightState.OVER)
    context = {"facts": facts, "night": night, "refusal": refusal, "is_early": is_early}
    status = 409 if refusal else 200
    return render(request, "scores/night/desk/end.html", context, status=status)


def _end_events(sheet: NightSheet) -> list[Event]:
    return [] if sheet.is_over else [events.Ended()]


@require_POST
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Go on with a night that was ended, until the next one of the group begins: then nothing happens."""
    night = access.night_to_organise(request, code)
    if not can_reopen(night):
        return redirect(night)
    append(
        night,
        grants.phone_of(request),
        _reopen_events,
        f"reopened-{night.version}",
    )
    Night.objects.filter(pk=night.pk).update(finished_at=None)
    return redirect(night)


def _reopen_events(sheet: NightSheet) -> list[Event]:
    return [events.Reopened()] if sheet.is_over else []
