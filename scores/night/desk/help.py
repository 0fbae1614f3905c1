"""The help page from which an organiser runs a first night."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.tournament.stages import MOST_ENTRANTS, MOST_EVENTS, MOST_OF_STAGE, MOST_ROUNDS, MOST_TABLES

LIMITS = {
    "entrants": MOST_ENTRANTS,
    "tables": MOST_TABLES,
    "of_stage": MOST_OF_STAGE,
    "rounds": MOST_ROUNDS,
    "events": MOST_EVENTS,
}


@require_GET
def organisers(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/night/desk/help.html", LIMITS)
