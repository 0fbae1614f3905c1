"""What an organiser prints: who sits where by name and by table, and the cards of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from rules.numbers import whole_number
from rules.tournament.bounds import TABLES
from rules.tournament.night import Night
from rules.tournament.seating.values import Entrant
from scores.core.access import share_links
from scores.core.notation.names import alphabetical, joined
from scores.night import access, people
from scores.night.cards import card_letters, places
from scores.night.models import Tournament
from scores.night.now import now_of
from scores.night.plan import Plan

USUAL_TABLES = 10


class Seated(NamedTuple):
    """Somebody, and the number of his table; none where he rests."""

    name: str
    table: int | None


@require_GET
def lists(request: HttpRequest, code: str) -> HttpResponse:
    """The last round twice: by name, for people look for themselves, and by table."""
    tournament = access.night_to_organise(request, code)
    night = now_of(tournament).night
    names = people.names_of(night, people.with_initials(people.known(night)))
    context = {"tournament": tournament, "round": len(night.rounds)}
    if night.rounds:
        context |= {"by_name": _by_name(night, names), "by_table": _by_table(night, names)}
    return render(request, "scores/night/shown/lists.html", context)


@require_http_methods(["GET", "POST"])
def cards(request: HttpRequest, code: str) -> HttpResponse:
    """The cards of the tables; a POST lays out so many tables. The cards are the same all night."""
    tournament = access.night_to_organise(request, code)
    if request.method == "POST":
        number = min(whole_number(request.POST.get("tables", "")) or 0, TABLES.high)
        places.of_numbers(tournament, range(1, number + 1))
        return redirect("night-cards", tournament.code)
    context: dict[str, Any] = {"tournament": tournament, "cards": _cards(request, tournament)}
    context["tables"] = Plan.load(tournament.plan).tables or len(context["cards"]) or USUAL_TABLES
    context |= {"most": TABLES.high, "join": share_links.join_address(request)}
    return render(request, "scores/night/shown/place_cards.html", context)


def _by_name(night: Night, names: Mapping[Entrant, str]) -> list[Seated]:
    made = night.rounds[-1]
    seated = [Seated(names[name], table.number) for table in made.tables for name in table.seats]
    seated += [Seated(names[name], None) for name in made.resting]
    return sorted(seated, key=lambda one: alphabetical(one.name))


def _by_table(night: Night, names: Mapping[Entrant, str]) -> list[tuple[int, str]]:
    tables = sorted(night.rounds[-1].tables)
    return [(table.number, joined([names[name] for name in table.seats])) for table in tables]


def _cards(request: HttpRequest, tournament: Tournament) -> list[dict[str, Any]]:
    found = []
    for place in tournament.places.order_by("number"):
        place.tournament = tournament
        url = share_links.absolute_url(request, places.link_path(place))
        halves = card_letters.shown(place)
        found.append({"number": place.number, "url": url, "qr": share_links.qr_code(url), "halves": halves})
    return found
