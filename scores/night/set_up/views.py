"""The nights of a group and of all groups, and setting one up: in a group, or an open night, which gets a
group of its own."""

from dataclasses import dataclass
from uuid import uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from rules.night.presets import Format
from rules.night.refusals import NightRefusal
from rules.night.stages import EndOfMatch
from scores.circle.circles import people
from scores.core.access import grants
from scores.core.matches.dates import evening
from scores.core.notation.shown_names import marked_name
from scores.models import Circle, Role
from scores.night import access
from scores.night.log import sheet_of
from scores.night.models import Night
from scores.night.refusals import phrase
from scores.night.set_up.changing import PlanForm, save
from scores.night.set_up.forms import USUAL_EXPECTED, NightForm
from scores.table.new_match.forms import offers, preselected_offer
from scores.table.new_match.setup import usual_currency

LISTED = 50  # nights on the page of all groups


@dataclass(frozen=True)
class ListedNight:
    """A night in a list: the address of its desk, or of its standings for who only watches it."""

    url: str
    name: str
    note: str


@require_GET
def nights(request: HttpRequest, code: str) -> HttpResponse:
    circle = grants.circle_to_watch(request, code)
    is_owner = circle.role >= Role.OWN
    every = list(circle.nights.filter(deleted_at=None))
    context = {
        "circle": circle,
        "nights": [_line(night, has_desk=is_owner) for night in every],
        "is_owner": is_owner,
        "has_league": any(night.plan.get("preset") == Format.LEAGUE for night in every),
    }
    return render(request, "scores/night/set_up/nights.html", context)


@require_GET
def all_nights(request: HttpRequest) -> HttpResponse:
    """The nights that this phone organises or watches, and the groups in which it can set one up. Who has a
    night by a link alone does not read the name of its group."""
    groups = grants.roles_in_circles(request)
    every = access.nights_with(request, Role.WATCH).select_related("circle")[:LISTED]
    helped = set(access.nights_with(request, Role.SCORE).values_list("pk", flat=True))
    context = {
        "nights": [
            _line(
                night,
                has_desk=night.pk in helped,
                group=night.circle if night.circle_id in groups else None,
            )
            for night in every
        ],
        "owned": grants.circles_with(request, Role.OWN),
    }
    return render(request, "scores/night/set_up/all_nights.html", context)


def _line(night: Night, *, has_desk: bool, group: Circle | None = None) -> ListedNight:
    page = "night-desk" if has_desk else "night-standings"
    notes = [
        marked_name(group.name) if group and group.name != night.name else "",
        night.start_in_words or date_format(night.day, "DATE_FORMAT"),
        _("terminada") if night.finished_at else "",
    ]
    return ListedNight(
        url=reverse(page, args=[night.code]),
        name=night.name,
        note=" · ".join(filter(None, notes)),
    )


@require_http_methods(["GET", "POST"])
def set_up(request: HttpRequest, code: str = "") -> HttpResponse:
    """The form of a night, open without the code of a group; with `do` it only tells what it would be."""
    circle = grants.circle_to_own(request, code) if code else None
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
    form = NightForm(
        request.POST if request.method == "POST" else start, offered=offered
    )
    if form.is_valid() and not _is_look(request):
        return redirect(_open(request, circle, form))
    return _show(request, form, circle)


@transaction.atomic
def _open(request: HttpRequest, circle: Circle | None, form: NightForm) -> Night:
    """The night; sent twice it is the same one. The group of an open night has its name."""
    uid = form.cleaned_data["uid"]
    name = form.cleaned_data["name"]
    group = circle or people.new_circle(grants.phone_that_writes(request, uid), uid)
    starts = form.start()
    name = name or _("Noche del %(day)s") % {
        "day": date_format(starts["starts_on"] or evening(group), "j.n.Y")
    }
    given = {"circle": group, "name": name, "plan": form.plan().dump(), **starts}
    night, is_new = group.nights.get_or_create(uid=uid, defaults=given)
    if is_new and not circle:
        group.name = name
        group.save(update_fields=["name"])
    return night


@require_http_methods(["GET", "POST"])
def change_plan(request: HttpRequest, code: str) -> HttpResponse:
    """The same form for a night that is set up; with `do` it only tells what it would be."""
    night = access.night_to_organise(request, code)
    circle = night.circle
    last = circle.matches.not_deleted().first()
    form = PlanForm(
        request.POST if request.method == "POST" else None,
        night=night,
        sheet=sheet_of(night),
        offered=offers(circle.house_rules.all(), last),
    )
    if form.is_valid() and not _is_look(request):
        try:
            save(night, grants.phone_of(request), form)
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
