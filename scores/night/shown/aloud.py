"""The text to read aloud when a round is published, table by table."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.night.events import NightSheet
from rules.night.seating.values import Entrant
from scores.night import access, people, words
from scores.night.log import sheet_of


@require_GET
def aloud(request: HttpRequest, code: str) -> HttpResponse:
    night = access.night_to_organise(request, code)
    sheet = sheet_of(night)
    names = people.names_of(sheet)
    context = {
        "night": night,
        "round_name": words.name_of_last_round(sheet),
        "sentences": sentences(sheet, names),
    }
    return render(request, "scores/night/shown/aloud.html", context)


def sentences(sheet: NightSheet, names: Mapping[Entrant, str]) -> list[str]:
    """One for each table of the last round, by its number, and one for who rests."""
    if not sheet.rounds:
        return []
    made = sheet.rounds[-1]
    table_sentences = [
        _("Mesa %(table)s: %(names)s.") % {"table": number, "names": seated}
        for number, seated in people.listed_tables(made.tables, names)
    ]
    if not made.resting:
        return table_sentences
    return [*table_sentences, words.resting_in_words(made.resting, names)]
