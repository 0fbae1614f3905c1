"""The page of the card on a table. Opening it changes nothing; a POST makes the phone that of the table."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scores.core.access import phone_cookie, rate_limits
from scores.night.cards import table_cards
from scores.night.models import NightTable


@require_http_methods(["GET", "POST"])
def card(request: HttpRequest, code: str, number: int, token: str) -> HttpResponse:
    """A phone of this table goes on to its match; between two rounds the page says what comes."""
    table = table_cards.table_of_link(code, number, token)
    if request.method == "POST":
        if rate_limits.wait_to_take_link(request):
            return rate_limits.too_many(request)
        rate_limits.note_hall(request)
        return _scan(request, code, number, token)
    phone = phone_cookie.phone_if_known(request)
    match = table_cards.match_now(table)
    is_taken = phone is not None and table.grants.filter(phone=phone).exists()
    if is_taken and match:
        return redirect(match)
    context = {"table": table, "is_taken": is_taken}
    return render(request, "scores/night/cards/card.html", context)


@transaction.atomic
def _scan(request: HttpRequest, code: str, number: int, token: str) -> HttpResponse:
    table: NightTable = table_cards.table_of_link(code, number, token, to_take=True)
    match = table_cards.scan(table, phone_cookie.phone_that_writes(request))
    return redirect(match or table_cards.link_path(table))
