"""The page from which a night is run, its clock and its end."""

from datetime import timedelta

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.numbers import whole_number
from rules.tournament import events
from rules.tournament.refusals import NightRefusal
from scores.core.access import grants
from scores.night import access, refusals
from scores.night.desk import page as desk_page
from scores.night.log import append
from scores.night.models import Tournament

MOST_MINUTES = 600


@require_GET
def desk(request: HttpRequest, code: str) -> HttpResponse:
    tournament = access.night_to_organise(request, code)
    page = "scores/night/desk/_now.html" if request.htmx else "scores/night/desk/desk.html"
    return render(request, page, desk_page.context(tournament))


@require_POST
def clock(request: HttpRequest, code: str) -> HttpResponse:
    """Start the clock with so many minutes, or stop it without any."""
    tournament = access.night_to_organise(request, code)
    minutes = whole_number(request.POST.get("minutes", "")) or 0
    ends = timezone.now() + timedelta(minutes=min(minutes, MOST_MINUTES)) if minutes else None
    Tournament.objects.filter(pk=tournament.pk).update(clock_ends_at=ends, version=F("version") + 1)
    return redirect(tournament)


@require_http_methods(["GET", "POST"])
def end(request: HttpRequest, code: str) -> HttpResponse:
    """End the night. A repeated POST redirects."""
    tournament = access.night_to_organise(request, code)
    refusal = ""
    if request.method == "POST":
        phone = grants.phone_of(request)
        try:
            append(tournament, phone, lambda night: [] if night.is_over else [events.Ended()], "ended")
        except NightRefusal as refused:
            refusal = refusals.phrase(refused, {})
        else:
            Tournament.objects.filter(pk=tournament.pk, finished_at=None).update(finished_at=timezone.now())
            return redirect(tournament)
    context = {"tournament": tournament, "refusal": refusal, **desk_page.context(tournament)}
    return render(request, "scores/night/desk/end.html", context, status=409 if refusal else 200)
