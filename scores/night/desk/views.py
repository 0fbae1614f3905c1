"""The page from which a night is run: its clock, calls of tables, its end, and reopening it."""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from math import ceil
from random import SystemRandom

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from rules.night import bounds, events
from rules.night.counting import Cut
from rules.night.events import At, CutBy, CutDecided
from rules.night.proposals import open_cuts
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.night.stages import EndOfMatch
from rules.numbers import whole_number
from scores.circle.circles.people import CircleFull
from scores.core.access import phone_cookie
from scores.core.form_pages import require_GET_or_POST
from scores.models import Phone
from scores.night import access, refusals
from scores.night.at_table.sitting import answer_call, end_call, sitting_at
from scores.night.desk.page import Desk
from scores.night.fields import BoundedField
from scores.night.log import append, results_of, sheet_of
from scores.night.models import Night, Plan
from scores.night.seating import changing
from scores.night.seen import SeenNight
from scores.night.tables.time import MORE

TABLES_HEAR_WITHIN = timedelta(seconds=10)
USUAL_MINUTES = 40


@require_GET
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """The desk, or with `?round=` the tables of an earlier round."""
    return _show(request, access.night_to_help(request, code))


def _show(
    request: HttpRequest,
    night: Night,
    minutes: str = "",
    refusal: str = "",
    status: int = 422,
) -> HttpResponse:
    """The page, with that status where something was refused."""
    shown = Desk.of(night, asked=whole_number(request.GET.get("round", "")))
    context = {
        "night": night,
        "desk": shown,
        "minutes": minutes or _usual_minutes(shown.plan),
        "refusal": refusal,
    }
    page = "_desk" if request.htmx else "desk"
    status = status if refusal else 200
    return render(request, f"scores/night/desk/{page}.html", context, status=status)


def _usual_minutes(plan: Plan) -> int:
    """A number of hands says nothing about minutes."""
    is_by_clock = plan.match.ends is EndOfMatch.CLOCK
    return (is_by_clock and plan.match.number) or USUAL_MINUTES


@require_POST
@transaction.atomic
def clock(request: HttpRequest, code: str) -> HttpResponse:
    """`do` starts it with so many minutes, gives five more, ends the time (`last`), or takes it off. A
    page of an earlier round changes nothing, nor does anything before the first."""
    night = access.night_to_help(request, code)
    locked = Night.objects.select_for_update(no_key=True).get(pk=night.pk)
    number = whole_number(request.POST.get("round", ""))
    sheet = sheet_of(locked)
    if not number or number != sheet.last_round:
        return redirect(night)
    do = request.POST.get("do", "")
    typed = request.POST.get("minutes", "")
    minutes = 0
    if do == "start":
        try:
            minutes = BoundedField(*bounds.HANDS_OR_MINUTES).clean(typed)
        except ValidationError as error:
            return _show(request, night, typed, error.messages[0])
    phone = phone_cookie.phone_of(request)
    until = _end_of_clock(locked, do, minutes)
    with suppress(NightRefusal):  # the night is over, or its log is full
        if locked.clock_ends_at and not sheet.clock:  # up to 1.0.1 no log said it
            _set_clock(locked, phone, number, locked.clock_ends_at)
        _set_clock(locked, phone, number, until)
    return redirect(night)


def _set_clock(night: Night, phone: Phone, number: int, until: datetime | None) -> None:
    time = divmod(ceil(until.timestamp()), 60) if until else (0,)
    append(night, phone, lambda _now: [events.ClockSet(number, *time)])


def _end_of_clock(night: Night, do: str, minutes: int) -> datetime | None:
    """The time never ends at once: the tables hear of it before, so that no hand is the last by surprise."""
    now = timezone.now()
    if do == "more":
        return max(now, night.clock_ends_at or now) + MORE
    if do == "last":
        soon = now + TABLES_HEAR_WITHIN
        return min(night.clock_ends_at or soon, soon)
    return now + timedelta(minutes=minutes) if do == "start" else None


@require_POST
def cut(request: HttpRequest, code: str) -> HttpResponse:
    """`by` is how it is decided who of those level at a cut goes on, `through` who does after a playoff;
    `cut` is what the page asked, which may not be the next decision. What was decided stands: a second tap,
    also on another phone, changes nothing."""
    night = access.night_to_organise(request, code)
    if request.POST.get("by") not in [*CutBy]:
        raise Http404
    by = CutBy(request.POST["by"])
    chosen = {*map(whole_number, request.POST.getlist("through"))}
    asked = request.POST.get("cut")

    def decisions(sheet: NightSheet) -> list[CutDecided]:
        cuts = open_cuts(night.planned.stages, sheet, results_of(night, sheet))
        return [
            CutDecided(each.at, each.level, _through(by, each, chosen), by)
            for each in cuts
            if asked == each.key
        ]

    try:
        with suppress(NightRefusal):  # decided on another phone: the desk shows how
            append(night, phone_cookie.phone_of(request), decisions)
    except ValidationError as wrong:
        return _show(request, night, refusal=wrong.message)
    return redirect(night)


def _through(
    by: CutBy, cut: Cut, chosen: Collection[int | None]
) -> tuple[Entrant, ...]:
    """Who of the level ones goes on. Raises ValidationError for a playoff in which so many were chosen for
    another number of seats."""
    level = cut.level
    seats = cut.seats
    if by is CutBy.SEATS:
        return level
    if by is CutBy.LOT:
        return tuple(sorted(SystemRandom().sample(level, seats)))
    through = tuple(entrant for entrant in level if entrant in chosen)
    if len(through) != seats:
        text = ngettext(
            "Pasa %(seats)s, y has tocado %(chosen)s.",
            "Pasan %(seats)s, y has tocado %(chosen)s.",
            seats,
        )
        raise ValidationError(text % {"seats": seats, "chosen": len(through)})
    return through


@require_POST
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """`do=change` seats those who should play, any other leaves it; nothing where another phone, or another
    result, has changed what is asked."""
    night = access.night_to_organise(request, code)
    phone = phone_cookie.phone_of(request)
    seen = SeenNight.of(night)
    changes = seen.now.changes
    if not changes.key or request.POST.get("key") != changes.key:
        return redirect(night)
    try:
        if request.POST.get("do") == "change":
            changing.reseat(night, phone, changes)
        else:
            number = seen.sheet.last_round
            kept = events.SeatsKept(number, changes.out, changes.back)
            append(night, phone, lambda _now: [kept])
    except (NightRefusal, CircleFull) as refused:
        return _show(request, night, refusal=refusals.phrase(refused, seen.names))
    return redirect(night)


@require_POST
def call(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """Somebody goes to the table that called (`come`), or was there (`done`)."""
    night = access.night_to_help(request, code)
    sitting = sitting_at(night, At(number, table))
    if request.POST.get("do") == "come":
        answer_call(sitting, phone_cookie.phone_of(request))
    else:
        end_call(sitting)
    return redirect(night)


@require_GET_or_POST
def end(request: HttpRequest, code: str) -> HttpResponse:
    """End the night. A repeated POST redirects."""
    night = access.night_to_organise(request, code)
    if request.method == "POST":
        with suppress(NightRefusal):  # it was deleted meanwhile
            append(night, phone_cookie.phone_of(request), lambda _now: [events.Ended()])
        return redirect(night)
    context = {"seen": SeenNight.of(night), "night": night}
    return render(request, "scores/night/desk/end.html", context)


@require_POST
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Go on with a night that was ended, until the next one of the group begins: then nothing happens."""
    night = access.night_to_organise(request, code)
    phone = phone_cookie.phone_of(request)
    try:
        if Desk.of(night).can_reopen:
            append(night, phone, lambda _now: [events.Reopened()])
    except NightRefusal as refused:
        return _show(request, night, refusal=refusals.phrase(refused, {}), status=409)
    return redirect(night)


# The help page from which an organiser runs a first night


@require_GET
def organisers(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/night/desk/help.html", {"bounds": bounds})
