"""What an organiser prints: who sits where, slips for results on paper, and the cards of the tables."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from rules.night.bounds import TABLES
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.numbers import whole_number
from scores.core.access import share_links
from scores.night import access, people, words
from scores.night.cards import places
from scores.night.log import now_of, sheet_of
from scores.night.models import Night

USUAL_TABLES = 10
FEW_NAMES = 26  # of which a sheet is filled in letters of 28 points
HANDS_OF_SLIP = 8
SEATS_OF_SLIP = 5


class TableCard(NamedTuple):
    """The card of a table; `letters` are typed where there is no camera."""

    number: int
    url: str
    qr: str
    letters: str


@require_GET
def lists(request: HttpRequest, code: str) -> HttpResponse:
    """The last round twice: by name, for people look for themselves, and by table."""
    night = access.night_to_organise(request, code)
    sheet = now_of(night).sheet
    names = people.names_of(sheet, people.with_initials(people.person_names(sheet)))
    context = {
        "night": night,
        "round_name": words.name_of_last_round(sheet),
        "printed_at": timezone.now(),
    }
    if sheet.rounds:
        made = sheet.rounds[-1]
        by_name = people.seated_by_name(made, names)
        context |= {
            "by_name": by_name,
            "by_table": people.listed_tables(made.tables, names),
            "is_few": len(by_name) <= FEW_NAMES,
        }
    return render(request, "scores/night/shown/lists.html", context)


@require_GET
def print_page(request: HttpRequest, code: str) -> HttpResponse:
    """Everything that can be printed, or taken to a spreadsheet."""
    night = access.night_to_organise(request, code)
    context = {"night": night, "round": len(now_of(night).sheet.rounds)}
    return render(request, "scores/night/shown/print.html", context)


@require_GET
def slips(request: HttpRequest, code: str) -> HttpResponse:
    """A slip for each table of the last round, for one that plays on paper, and an empty one."""
    night = access.night_to_organise(request, code)
    sheet = now_of(night).sheet
    names = people.names_of(sheet)
    tables = sorted(sheet.rounds[-1].tables) if sheet.rounds else []
    filled = [
        (table.number, [names[entrant] for entrant in table.seats]) for table in tables
    ]
    context = {
        "night": night,
        "round_name": words.round_name(sheet, sheet.last_round or 1),
        "slips": [*filled, (None, [""] * SEATS_OF_SLIP)],
        "hands": range(1, HANDS_OF_SLIP + 1),
        "high_wins": bool(sheet.stages) and sheet.last_stage.match.ruleset.high_wins,
    }
    return render(request, "scores/night/shown/slips.html", context)


@require_http_methods(["GET", "POST"])
def place_cards(request: HttpRequest, code: str) -> HttpResponse:
    """The cards of the tables; a POST lays out so many tables. The cards are the same all night."""
    night = access.night_to_organise(request, code)
    if request.method == "POST":
        number = min(whole_number(request.POST.get("tables", "")) or 0, TABLES.high)
        places.of_numbers(night, range(1, number + 1))
        return redirect("night-cards", night.code)
    cards = _cards(request, night)
    context = {
        "night": night,
        "cards": cards,
        "tables": night.planned.tables or len(cards) or USUAL_TABLES,
        "most": TABLES.high,
        "join": share_links.join_address(request),
    }
    return render(request, "scores/night/shown/place_cards.html", context)


def _cards(request: HttpRequest, night: Night) -> list[TableCard]:
    cards = []
    for place in night.places.order_by("number"):
        place.night = night
        url = share_links.absolute_url(request, places.link_path(place))
        letters = places.letters_of(place)
        cards.append(TableCard(place.number, url, share_links.qr_code(url), letters))
    return cards


# The text to read aloud when a round is published, table by table


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
