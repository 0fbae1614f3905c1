"""What an organiser prints: who sits where, slips for results on paper, and the cards of the tables."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from rules.night.bounds import TABLES
from rules.numbers import whole_number
from scores.core.access import share_links
from scores.core.form_pages import require_GET_or_POST
from scores.night import access
from scores.night.cards import table_cards
from scores.night.log import now_of
from scores.night.models import NightTable
from scores.night.seen import SeenNight

USUAL_TABLES = 10
FEW_NAMES = 26  # of which a sheet is filled in letters of 28 points
HANDS_OF_SLIP = 8
SEATS_OF_SLIP = 5


@require_GET
def lists(request: HttpRequest, code: str) -> HttpResponse:
    """The last round twice: by name, for people look for themselves, and by table."""
    seen = SeenNight.of(access.night_to_organise(request, code), in_hall=True)
    context = {
        "night": seen.night,
        "seen": seen,
        "is_few": len(seen.seated_by_name) <= FEW_NAMES,
    }
    return render(request, "scores/night/shown/lists.html", context)


@require_GET
def print_page(request: HttpRequest, code: str) -> HttpResponse:
    """Everything that can be printed, or taken to a spreadsheet."""
    night = access.night_to_organise(request, code)
    context = {"night": night, "round": now_of(night).sheet.last_round}
    return render(request, "scores/night/shown/print.html", context)


@require_GET
def slips(request: HttpRequest, code: str) -> HttpResponse:
    """A slip for each table of the last round, for one that plays on paper, and an empty one."""
    seen = SeenNight.of(access.night_to_organise(request, code))
    filled = [
        (table.number, [seen.names[entrant] for entrant in table.seats])
        for table in seen.seated_tables
    ]
    context = {
        "night": seen.night,
        "round_name": seen.round_name,
        "slips": [*filled, (None, [""] * SEATS_OF_SLIP)],
        "hands": range(1, HANDS_OF_SLIP + 1),
        "high_wins": seen.match.ruleset.high_wins,
    }
    return render(request, "scores/night/shown/slips.html", context)


@require_GET_or_POST
def cards(request: HttpRequest, code: str) -> HttpResponse:
    """The cards of the tables; a POST lays out so many tables. The cards are the same all night."""
    night = access.night_to_organise(request, code)
    if request.method == "POST":
        number = min(whole_number(request.POST.get("tables", "")) or 0, TABLES.high)
        table_cards.of_numbers(night, range(1, number + 1))
        return redirect("night-cards", night.code)
    cards = [_card(request, table) for table in night.tables.order_by("number")]
    context = {
        "night": night,
        "cards": cards,
        "tables": night.planned.tables or len(cards) or USUAL_TABLES,
        "most": TABLES.high,
        "join": share_links.join_address(request),
    }
    return render(request, "scores/night/shown/table_cards.html", context)


def _card(request: HttpRequest, table: NightTable) -> tuple[int, str, str, str]:
    """The number, URL and QR code of a table; its letters are typed where there is no camera."""
    url = share_links.absolute_url(request, table_cards.link_path(table))
    qr = share_links.qr_code(url)
    return table.number, url, qr, table_cards.letters_of(table)


@require_GET
def aloud(request: HttpRequest, code: str) -> HttpResponse:
    """The text to read aloud when a round is published, table by table."""
    seen = SeenNight.of(access.night_to_organise(request, code))
    context = {"night": seen.night, "seen": seen}
    return render(request, "scores/night/shown/aloud.html", context)
