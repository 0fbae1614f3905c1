"""The sheet of a table for whoever runs the night."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET

from rules.night.events import At
from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.models import Match
from scores.night import access


@require_GET
def board(request: HttpRequest, code: str, number: int, place: int) -> HttpResponse:
    """Only to read: the match is one of the group. Who has a right to it is led to its board."""
    night = access.night_to_help(request, code)
    of_night = Match.objects.not_deleted().filter(sitting__place__night=night)
    match = get_object_or_404(
        of_night, sitting__round=number, sitting__place__number=place
    )
    if grants.role_in(request, match):
        return redirect(match)
    sheet = Sheet(match)
    at = At(number, place)
    context = {"night": night, "at": at, "sheet": sheet, "board": sheet.board}
    return render(request, "scores/night/tables/board.html", context)
