"""The links of a night and the cards of its tables: who has them, and taking them; and who says "that is me".

Opening a link or a card changes nothing; a POST takes what it gives.
"""

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from rules.numbers import whole_number
from scores.circle.circles.forms import name_phone
from scores.core.access import phone_cookie, rate_limits, share_links
from scores.core.access.phones import phone_in_words
from scores.core.form_pages import require_GET_or_POST
from scores.models import Role
from scores.night import access, links
from scores.night.cards import table_cards
from scores.night.log import sheet_of
from scores.night.models import Night


@require_GET_or_POST
def share(request: HttpRequest, code: str) -> HttpResponse:
    """`do` renews a link (`renew help`), or takes the night from a phone (`remove 17`)."""
    night = access.night_to_organise(request, code)
    if request.method == "GET":
        offered = [_link(request, night, role) for role in links.NAMES]
        context = {"night": night, "links": offered}
        return render(request, "scores/night/sharing/share.html", context)
    act, _space, word = request.POST.get("do", "").partition(" ")
    if act == "renew" and word in links.ROLES:
        links.renew(night, links.ROLES[word], request.phone_uid)
    elif act == "remove":
        links.remove(night, whole_number(word) or 0)
    return redirect("night-share", code)


@require_GET
def emergency(request: HttpRequest, code: str) -> HttpResponse:
    """The card with which any phone goes on with the night, to be printed before it begins."""
    night = access.night_to_organise(request, code)
    path = links.link_path(night, Role.OWN)
    context = {"night": night, "link": share_links.shown_address(request, path)}
    return render(request, "scores/night/sharing/emergency.html", context)


def _link(request: HttpRequest, night: Night, role: Role) -> dict[str, object]:
    """Its name in an address, its address, and the grants that it gave, with the names of their phones."""
    held = night.grants.filter(role=role).select_related("phone").order_by("granted_at")
    return {
        "role": links.NAMES[role],
        "held": [(granted, phone_in_words(granted.phone.name)) for granted in held],
        **share_links.shown_address(request, links.link_path(night, role)),
    }


# Taking one


@require_GET_or_POST
def link(request: HttpRequest, code: str, role: str, token: str) -> HttpResponse:
    """Opening it changes nothing; a POST gives the phone the role, and the typed name if it has none."""
    night = links.night_of_link(code, role, token)
    if request.method == "GET":
        phone = phone_cookie.phone_if_known(request)
        context = {
            "night": night,
            "role": role,
            "asks_name": night.role > Role.WATCH and not (phone and phone.name),
        }
        return render(request, "scores/night/sharing/link.html", context)
    if rate_limits.wait_to_take_link(request):
        return rate_limits.too_many(request)
    with transaction.atomic():
        night = links.night_of_link(code, role, token, to_take=True)
        phone = phone_cookie.phone_that_writes(request)
        links.take(night, phone, night.role)
        name_phone(phone, request.POST)
    return redirect(
        "night-standings" if night.role is Role.WATCH else "night-desk", code
    )


@require_POST
def me(request: HttpRequest, code: str) -> HttpResponse:
    """The phone is that of this entrant; without one it is nobody's any more."""
    night = access.night_to_watch(request, code)
    entrant = whole_number(request.POST.get("entrant", ""))
    if entrant is not None and entrant not in sheet_of(night).badges:
        raise Http404
    links.hold(night, phone_cookie.phone_of(request), entrant)
    return redirect("night-standings", code)


@require_GET_or_POST
def card(request: HttpRequest, code: str, number: int, token: str) -> HttpResponse:
    """A phone of this table goes on to its match; between two rounds the page says what comes."""
    table = table_cards.table_of_link(code, number, token)
    if request.method == "POST":
        if rate_limits.wait_to_take_link(request):
            return rate_limits.too_many(request)
        rate_limits.note_hall(request)
        with transaction.atomic():
            table = table_cards.table_of_link(code, number, token, to_take=True)
            match = table_cards.scan(table, phone_cookie.phone_that_writes(request))
        return redirect(match or table_cards.link_path(table))
    match = table_cards.match_now(table)
    is_taken = table.grants.filter(phone__uid=request.phone_uid).exists()
    if is_taken and match:
        return redirect(match)
    context = {"table": table, "is_taken": is_taken}
    return render(request, "scores/night/cards/card.html", context)
