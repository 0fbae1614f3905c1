"""The league of a group: its last nights of that format, of which the best ones of each person count."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.night.league import league
from rules.numbers import whole_number
from scores.core.access import grants
from scores.models import Player
from scores.night.now import now_of
from scores.night.people import evenings_of_league, persons_now, told_apart
from scores.night.shown.standings import in_decimals

BEST = (3, 5, 8)  # evenings that can count, besides all


@require_GET
def page(request: HttpRequest, code: str) -> HttpResponse:
    """With `?best=` only so many evenings of each count."""
    circle = grants.circle_to_watch(request, code)
    nights = evenings_of_league(circle)
    asked = whole_number(request.GET.get("best", ""))
    best = asked if asked in BEST else None
    evenings = [(now.sheet, now.results) for now in map(now_of, nights)]
    lines = league(evenings, best, persons_now(circle))
    names = told_apart(Player.objects.filter(pk__in=[line.person for line in lines]))
    rows = [
        {
            "place": line.place,
            "name": names.get(line.person, "?"),
            "points": in_decimals(line.points),
            "evenings": " · ".join(map(in_decimals, line.evenings)),
        }
        for line in lines
    ]
    ways = [number for number in BEST if number < len(nights)]
    context = {
        "circle": circle,
        "rows": rows,
        "count": len(nights),
        "best": best,
        "ways": ways,
    }
    return render(request, "scores/night/shown/league.html", context)
