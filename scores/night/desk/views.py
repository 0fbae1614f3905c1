"""The page from which a night is run: its clock, calls of tables, its end, and reopening it."""

from contextlib import suppress
from datetime import datetime, timedelta
from math import ceil

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.night import bounds, events
from rules.night.events import At, CutBy, Event
from rules.night.refusals import NightRefusal
from rules.night.stages import EndOfMatch
from rules.numbers import whole_number
from scores.circle.circles.people import GroupFull
from scores.core.access import phone_cookie, share_links
from scores.core.access.phones import phone_in_words
from scores.models import Phone, Role
from scores.night import access, links, refusals
from scores.night.at_table.sitting import come, end_call, sitting_at
from scores.night.desk import cuts
from scores.night.desk.page import Desk, key_of
from scores.night.fields import BoundedField
from scores.night.log import append, sheet_of
from scores.night.models import Night, NightGrant, Plan
from scores.night.seen import NightState, SeenNight
from scores.night.tables import moving
from scores.night.tables.time import MORE

TABLES_HEAR_WITHIN = timedelta(seconds=10)
USUAL_MINUTES = 40


@require_GET
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """The desk, or with `?round=` the tables of an earlier round."""
    return _show(request, access.night_to_help(request, code))


def _show(
    request: HttpRequest, night: Night, minutes: str = "", refusal: str = ""
) -> HttpResponse:
    shown = Desk.of(night, asked=whole_number(request.GET.get("round", "")))
    context = {
        "night": night,
        "desk": shown,
        "minutes": minutes or _usual_minutes(shown.plan),
        "refusal": refusal,
    }
    page = "_desk" if request.htmx else "desk"
    status = 422 if refusal else 200
    return render(request, f"scores/night/desk/{page}.html", context, status=status)


def _usual_minutes(plan: Plan) -> int:
    """A number of hands says nothing about minutes."""
    is_by_clock = plan.match.ends is EndOfMatch.CLOCK
    return (is_by_clock and plan.match.number) or USUAL_MINUTES


@require_POST
@transaction.atomic
def clock(request: HttpRequest, code: str) -> HttpResponse:
    """`do` starts it with so many minutes, gives five more, ends the time (`last`), or takes it off. A
    page of an earlier round changes nothing."""
    night = access.night_to_help(request, code)
    locked = Night.objects.select_for_update(no_key=True).get(pk=night.pk)
    number = whole_number(request.POST.get("round", ""))
    sheet = sheet_of(locked)
    if number != sheet.last_round:
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
    """`by` is how it is decided who of those level at a cut goes on, `through` who does after a playoff."""
    night = access.night_to_organise(request, code)
    by = request.POST.get("by", "")
    if by not in [*CutBy]:
        raise Http404
    key = request.POST.get("cut", "")
    typed = map(whole_number, request.POST.getlist("through"))
    chosen = {entrant for entrant in typed if entrant}
    try:
        cuts.decide(night, phone_cookie.phone_of(request), CutBy(by), key, chosen)
    except cuts.WrongNumber as wrong:
        return _show(request, night, refusal=str(wrong))
    return redirect(night)


@require_POST
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """`do=change` seats those who should play, any other leaves it; nothing where another phone, or another
    result, has changed what is asked."""
    night = access.night_to_organise(request, code)
    phone = phone_cookie.phone_of(request)
    seen = SeenNight.of(night)
    changes = seen.now.changes
    key = key_of(changes)
    if not key or request.POST.get("key") != key:
        return redirect(night)
    try:
        if request.POST.get("do") == "change":
            moving.reseat(night, phone, changes)
        else:
            number = seen.sheet.last_round
            kept = events.SeatsKept(number, changes.out, changes.back)
            append(night, phone, lambda _now: [kept])
    except (NightRefusal, GroupFull) as refused:
        return _show(request, night, refusal=refusals.phrase(refused, seen.names))
    return redirect(night)


@require_POST
def call(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """Somebody goes to the table that called (`come`), or was there (`done`)."""
    night = access.night_to_help(request, code)
    sitting = sitting_at(night, At(number, table))
    if sitting is None:
        raise Http404
    if request.POST.get("do") == "come":
        come(sitting, phone_cookie.phone_of(request))
    else:
        end_call(sitting)
    return redirect(night)


@require_http_methods(["GET", "POST"])
def end(request: HttpRequest, code: str) -> HttpResponse:
    """End the night. A repeated POST redirects."""
    night = access.night_to_organise(request, code)
    if request.method == "GET":
        return _show_end(request, night)
    return _append_and_redirect(request, night, events.Ended())


@require_POST
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Go on with a night that was ended, until the next one of the group begins: then nothing happens."""
    night = access.night_to_organise(request, code)
    if not Desk.of(night).can_reopen:
        return redirect(night)
    return _append_and_redirect(request, night, events.Reopened())


def _append_and_redirect(
    request: HttpRequest, night: Night, event: Event
) -> HttpResponse:
    try:
        append(night, phone_cookie.phone_of(request), lambda _sheet: [event])
    except NightRefusal as refused:
        return _show_end(request, night, refusals.phrase(refused, {}))
    return redirect(night)


def _show_end(request: HttpRequest, night: Night, refusal: str = "") -> HttpResponse:
    seen = SeenNight.of(night)
    is_early = seen.state not in (NightState.LAST, NightState.OVER)
    context = {"seen": seen, "night": night, "refusal": refusal, "is_early": is_early}
    status = 409 if refusal else 200
    return render(request, "scores/night/desk/end.html", context, status=status)


# The help page from which an organiser runs a first night


@require_GET
def organisers(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/night/desk/help.html", {"bounds": bounds})


# Its links, and who has them


@require_http_methods(["GET", "POST"])
def share(request: HttpRequest, code: str) -> HttpResponse:
    """`do` renews a link (`renew help`), or takes the night from a phone (`remove 17`)."""
    night = access.night_to_organise(request, code)
    if request.method == "GET":
        offered = [_link(request, night, role) for role in links.NAMES]
        context = {"night": night, "links": offered}
        return render(request, "scores/night/sharing/share.html", context)
    act, _space, word = request.POST.get("do", "").partition(" ")
    if act == "renew" and word in links.ROLES:
        links.renew(night, links.ROLES[word], request.phone_uid)
    elif act == "remove":
        links.remove(night, whole_number(word) or 0)
    return redirect("night-share", code)


@require_GET
def emergency(request: HttpRequest, code: str) -> HttpResponse:
    """The card with which any phone goes on with the night, to be printed before it begins."""
    night = access.night_to_organise(request, code)
    context = {
        "night": night,
        "link": _link(request, night, Role.OWN),
        "printed_at": timezone.now(),
    }
    return render(request, "scores/night/sharing/emergency.html", context)


class NightLink(share_links.ShownAddress):
    """Its name in an address, its address, and the grants that it gave, with the names of their phones."""

    role: str
    held: list[tuple[NightGrant, str]]


def _link(request: HttpRequest, night: Night, role: Role) -> NightLink:
    held = night.grants.filter(role=role).select_related("phone").order_by("granted_at")
    return {
        "role": links.NAMES[role],
        "held": [(granted, phone_in_words(granted.phone.name)) for granted in held],
        **share_links.shown_address(request, links.link_path(night, role)),
    }
