"""The text to read aloud when a round is published, table by table."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.tournament.night import Night
from rules.tournament.seating.values import Entrant
from scores.core.notation.names import joined
from scores.night import access, people
from scores.night.log import night_of


@require_GET
def aloud(request: HttpRequest, code: str) -> HttpResponse:
    tournament = access.night_to_organise(request, code)
    night = night_of(tournament)
    names = people.names_of(night, people.known(night))
    context = {
        "tournament": tournament,
        "round": len(night.rounds),
        "sentences": sentences(night, names),
    }
    return render(request, "scores/night/shown/aloud.html", context)


def sentences(night: Night, names: Mapping[Entrant, str]) -> list[str]:
    """One for each table of the last round, by its number, and one for who rests."""
    if not night.rounds:
        return []
    made = night.rounds[-1]
    said = [
        _("Mesa %(table)s: %(names)s.")
        % {
            "table": table.number,
            "names": joined([names[name] for name in table.seats]),
        }
        for table in sorted(made.tables)
    ]
    resting = joined([names[name] for name in made.resting])
    return [*said, _("Descansan: %(names)s.") % {"names": resting}] if resting else said
