"""Deleting a night with its matches into the bin, and bringing it back."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from rules.night.seats import people_at
from scores.circle.archive import lifecycle
from scores.models import BIN_PERIOD, Match, Matches
from scores.night import access
from scores.night.log import sheet_of
from scores.night.models import Night


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """A repeated POST redirects to the bin."""
    if request.method == "POST" and access.deleted_night(request, code):
        return redirect("trash")
    night = access.night_to_delete(request, code)
    if request.method == "POST":
        _delete(night)
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
    _restore(night)
    return redirect(night)


@transaction.atomic
def _delete(night: Night) -> None:
    at = timezone.now()
    lifecycle.delete_all(_matches(night).not_deleted(), night.circle, at)
    Night.objects.filter(pk=night.pk, deleted_at=None).update(deleted_at=at)


@transaction.atomic
def _restore(night: Night) -> None:
    deleted = _matches(night).filter(deleted_at=night.deleted_at)
    lifecycle.delete_all(deleted, night.circle, None)
    Night.objects.filter(pk=night.pk).update(deleted_at=None)


def _matches(night: Night) -> Matches:
    return Match.objects.filter(sitting__table__night=night)
