"""What an organiser prints: who sits where, slips for results on paper, and the cards of the tables; and
the text to read aloud when a round is published."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from rules.night.bounds import TABLES
from rules.numbers import whole_number
from scores.core.access import share_links
from scores.core.form_pages import require_GET_or_POST
from scores.night import access
from scores.night.cards import table_cards
from scores.night.seen import SeenNight

USUAL_TABLES = 10


@require_GET
def page(
    request: HttpRequest, code: str, name: str, *, in_hall: bool = False
) -> HttpResponse:
    """The page of that name, with the last round: who sits where by name and by table, a slip for each table
    that plays on paper and an empty one, the text to read aloud, or what else can be printed."""
    night = access.night_to_organise(request, code)
    context = {"night": night, "seen": SeenNight.of(night, in_hall=in_hall)}
    return render(request, f"scores/night/shown/{name}.html", context)


@require_GET_or_POST
def cards(request: HttpRequest, code: str) -> HttpResponse:
    """The cards of the tables; a POST lays out so many tables. The cards are the same all night."""
    night = access.night_to_organise(request, code)
    if request.method == "POST":
        number = min(whole_number(request.POST.get("tables", "")) or 0, TABLES.high)
        table_cards.of_numbers(night, range(1, number + 1))
        return redirect("night-cards", night.code)
    cards = []
    for table in night.tables.order_by("number"):
        url = share_links.absolute_url(request, table_cards.link_path(table))
        letters = table_cards.letters_of(table)  # typed where there is no camera
        cards.append((table.number, url, share_links.qr_code(url), letters))
    context = {
        "night": night,
        "cards": cards,
        "tables": night.planned.tables or len(cards) or USUAL_TABLES,
        "most": TABLES.high,
        "join": share_links.join_address(request),
    }
    return render(request, "scores/night/shown/table_cards.html", context)
