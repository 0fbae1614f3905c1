"""The nights of a group and of all groups; setting one up, in a group or with a group of its own; changing
its plan; deleting it."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from rules.night.events import StageChanged
from rules.night.presets import Format
from rules.night.refusals import NightRefusal
from rules.night.seats import people_at
from rules.night.sheet import NightSheet
from rules.night.stages import EndOfMatch
from scores.circle.archive import lifecycle
from scores.circle.circles import people
from scores.core.access import phone_cookie, rights
from scores.core.form_pages import posted_data, require_GET_or_POST
from scores.core.matches.dates import evening, zone_of
from scores.models import BIN_PERIOD, Circle, Match, Phone, Role
from scores.night import access
from scores.night.fields import typed_money
from scores.night.log import append, save_plan, sheet_of
from scores.night.models import Night, Plan
from scores.night.refusals import phrase
from scores.night.set_up.forms import USUAL_EXPECTED, NightForm
from scores.table.new_match.circles import usual_currency
from scores.table.new_match.forms import Offer, offers, preselected_offer

LISTED = 50  # nights on the page of all groups


@require_GET
def nights(request: HttpRequest, code: str) -> HttpResponse:
    circle = rights.circle_to_watch(request, code)
    is_owner = circle.role >= Role.OWN
    every = list(circle.nights.filter(deleted_at=None).by_day(zone_of(circle)))
    context = {
        "circle": circle,
        "nights": every,
        "is_owner": is_owner,
        "has_league": any(night.plan.get("preset") == Format.LEAGUE for night in every),
    }
    return render(request, "scores/night/set_up/nights.html", context)


@require_GET
def all_nights(request: HttpRequest) -> HttpResponse:
    """The nights that this phone organises or watches, and the groups in which it can set one up. Who has a
    night by a link alone does not read the name of its group."""
    every = access.nights_with(request, Role.WATCH).select_related("circle").by_day()
    helped = access.nights_with(request, Role.SCORE).values_list("pk", flat=True)
    context = {
        "nights": every[:LISTED],
        "helped": {*helped},
        "groups": rights.roles_in_circles(request),
        "owned": rights.circles_with(request, Role.OWN),
    }
    return render(request, "scores/night/set_up/all_nights.html", context)


@require_GET_or_POST
def set_up(request: HttpRequest, code: str = "") -> HttpResponse:
    """The form of a night, open without the code of a group; with `do` it only tells what it would be."""
    circle = rights.circle_to_own(request, code) if code else None
    last = circle.matches.not_deleted().first() if circle else None
    offered = offers(circle.house_rules.all() if circle else (), last)
    start = {
        "uid": uuid4(),
        "preset": Format.EVERYBODY,
        "expected": USUAL_EXPECTED,
        "ends": EndOfMatch.LIMIT,
        "game": preselected_offer(offered, last).key,
        "currency": usual_currency(request),
        "by_share": "1",
    }
    form = NightForm(posted_data(request), start, offered=offered, circle=circle)
    if form.is_valid() and not _is_look(request):
        return redirect(_open(request, circle, form))
    return _show(request, form, circle)


@transaction.atomic
def _open(request: HttpRequest, circle: Circle | None, form: NightForm) -> Night:
    """The night; sent twice it is the same one. The group of an open night has its name."""
    uid = form.cleaned_data["uid"]
    name = form.cleaned_data["name"]
    group = circle or people.new_circle(
        phone_cookie.phone_that_writes(request, uid), uid
    )
    form.set_zone(group)
    starts = form.start()
    name = name or _("Noche del %(day)s") % {
        "day": date_format(starts["starts_on"] or evening(group), "j.n.Y")
    }
    given = {"name": name, "plan": form.plan.dump(), **starts}
    night, is_new = group.nights.get_or_create(uid=uid, defaults=given)
    if is_new and not circle:
        group.name = name
        group.save(update_fields=["name"])
    return night


@require_GET_or_POST
def change_plan(request: HttpRequest, code: str) -> HttpResponse:
    """The same form for a night that is set up; with `do` it only tells what it would be."""
    night = access.night_to_organise(request, code)
    circle = night.circle
    plan = night.planned
    sheet = sheet_of(night)
    last = circle.matches.not_deleted().first()
    offered = _with_planned(offers(circle.house_rules.all(), last), plan)
    form = NightForm(
        posted_data(request) or None,  # a POST without a field keeps what is shown
        _shown(night, sheet, offered),
        offered=offered,
        circle=circle,
        before=plan,
        sheet=sheet,
    )
    if form.is_valid() and not _is_look(request):
        try:
            save(night, phone_cookie.phone_of(request), form)
        except NightRefusal as refused:
            form.add_error(None, phrase(refused, {}))
        else:
            return redirect(night)
    return _show(request, form, circle, night)


def _is_look(request: HttpRequest) -> bool:
    """Whether the form is only looked at."""
    return request.method == "GET" or "do" in request.POST


def _show(
    request: HttpRequest,
    form: NightForm,
    circle: Circle | None,
    night: Night | None = None,
) -> HttpResponse:
    is_look = _is_look(request)
    context = {"circle": circle, "night": night, "form": form, "is_look": is_look}
    status = 422 if form.errors and not is_look else 200
    return render(request, "scores/night/set_up/set_up.html", context, status=status)


# Changing the plan: all of it until a round is published, then what has not begun


AS_PLANNED = "as-planned"  # the key of a game that the group offers no more


@transaction.atomic
def save(night: Night, phone: Phone, form: NightForm) -> None:
    """Raises NightRefusal."""
    plan = form.plan
    form.set_zone(night.circle)
    append(night, phone, partial(_changes_of_stage, plan))
    name = form.cleaned_data["name"] or night.name
    save_plan(night, lambda _before: plan, name=name, **form.start())


def _changes_of_stage(plan: Plan, sheet: NightSheet) -> list[StageChanged]:
    """What differs in the stage that is played."""
    if not sheet.stages:
        return []
    before = sheet.last_stage.dump()
    after = plan.stages[len(sheet.stages) - 1].dump()
    options = {knob: value for knob, value in after.items() if value != before[knob]}
    return [StageChanged(options)] if options else []


def _with_planned(offered: Sequence[Offer], plan: Plan) -> list[Offer]:
    ruleset = plan.match.ruleset
    if any(offer.ruleset == ruleset for offer in offered):
        return [*offered]
    return [Offer(AS_PLANNED, _("El de esta noche"), "", ruleset), *offered]


def _shown(
    night: Night, sheet: NightSheet, offered: Sequence[Offer]
) -> dict[str, object]:
    plan = night.planned
    match = plan.match
    return {
        "uid": uuid4(),
        "name": night.name,
        "starts_on": night.starts_on,
        "starts_at": night.starts_at,
        "preset": plan.format,
        "rounds": plan.number,
        "has_final": plan.final is not None,
        "game": next(offer.key for offer in offered if offer.ruleset == match.ruleset),
        "ends": match.ends,
        "number": match.number,
        "expected": max(2, len(sheet.badges) or plan.expected),
        "tables": plan.tables,
        "currency": plan.currency,
        **match.sizes._asdict(),
        **typed_money(plan),
    }


# Deleting a night with its matches into the bin, and bringing it back


@require_GET_or_POST
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """A repeated POST redirects to the bin."""
    if request.method == "POST" and access.deleted_night(request, code):
        return redirect("trash")
    night = access.night_to_delete(request, code)
    if request.method == "POST":
        _move(night, timezone.now())
        return redirect("trash")
    sheet = sheet_of(night)
    context = {
        "night": night,
        "people": people_at(sheet.badges, sheet.badges),
        "rounds": sheet.last_round,
        "days": BIN_PERIOD.days,
    }
    return render(request, "scores/night/set_up/delete.html", context)


@require_POST
def restore(request: HttpRequest, code: str) -> HttpResponse:
    """With the matches that went to the bin with it. A repeated POST redirects to the night."""
    night = access.deleted_night(request, code)
    if night is None:
        return redirect(access.night_to_organise(request, code))
    _move(night, None)
    return redirect(night)


@transaction.atomic
def _move(night: Night, deleted_at: datetime | None) -> None:
    """Into the bin at that moment, or with None back, with the matches that are where the night is."""
    of_night = Match.objects.filter(sitting__table__night=night)
    matches = of_night.filter(deleted_at=night.deleted_at)
    lifecycle.delete_all(matches, night.circle, deleted_at)
    nights = Night.objects.filter(pk=night.pk, deleted_at=night.deleted_at)
    nights.update(deleted_at=deleted_at)
