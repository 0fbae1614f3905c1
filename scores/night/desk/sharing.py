"""The links of a night, who came by them, and the card for emergencies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from rules.numbers import whole_number
from scores.core.access import share_links
from scores.core.access.phones import phone_in_words
from scores.models import Role
from scores.night import access, links
from scores.night.models import Night, NightGrant


@dataclass(frozen=True)
class Holder:
    """A phone that came by a link; `is_this` is the one that asks."""

    pk: int
    name: str
    is_this: bool


@dataclass(frozen=True)
class OfferedLink:
    """`role` is its name in an address. Of who watches only the number is told."""

    role: str
    url: str
    qr: str
    holders: Sequence[Holder] = ()
    watching: int = 0


@require_http_methods(["GET", "POST"])
def share(request: HttpRequest, code: str) -> HttpResponse:
    """`do` renews a link (`renew help`), or takes the night from a phone (`remove 17`)."""
    night = access.night_to_organise(request, code)
    if request.method == "GET":
        context = {"night": night, "links": _links_of(request, night)}
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
    context = {
        "night": night,
        "link": _link(request, night, Role.OWN),
        "printed_at": timezone.now(),
    }
    return render(request, "scores/night/sharing/emergency.html", context)


def _links_of(request: HttpRequest, night: Night) -> list[OfferedLink]:
    held = list(night.grants.filter(role__gt=Role.NONE).select_related("phone"))
    return [
        _link(request, night, role, [each for each in held if each.role == role])
        for role in links.NAMES
    ]


def _link(
    request: HttpRequest, night: Night, role: Role, held: Sequence[NightGrant] = ()
) -> OfferedLink:
    url = share_links.absolute_url(request, links.link_path(night, role))
    qr = share_links.qr_code(url)
    if role is Role.WATCH:
        return OfferedLink(links.NAMES[role], url, qr, watching=len(held))
    holders = [
        Holder(
            granted.pk,
            phone_in_words(granted.phone.name),
            granted.phone.uid == request.phone_uid,
        )
        for granted in sorted(held, key=lambda each: each.granted_at)
    ]
    return OfferedLink(links.NAMES[role], url, qr, holders)
