"""The help page from which an organiser runs a first night."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.night.bounds import ENTRANTS, EVENTS, ROUNDS, ROUNDS_OF_STAGE, TABLES

LIMITS = {
    "entrants": ENTRANTS.high,
    "tables": TABLES.high,
    "of_stage": ROUNDS_OF_STAGE.high,
    "rounds": ROUNDS.high,
    "events": EVENTS.high,
}


@require_GET
def organisers(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/night/desk/help.html", LIMITS)
