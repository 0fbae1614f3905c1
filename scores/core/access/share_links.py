"""Share links for a page: URL, QR code, the preview that a chat shows, and codes that lead to them."""

from datetime import timedelta
from functools import lru_cache
from math import ceil
from typing import NamedTuple, TypedDict

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils import timezone

from scores.core.access import grants, letters
from scores.core.access.rights import Visit
from scores.models import Circle, Match, Phone, Role, TypedCode

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
QR_CACHE_SIZE = 250  # QR codes of about 6 kB

Preview = dict[str, str]
"""The link preview (Open Graph) that a chat shows for a page: `_preview.html`."""


class Address(TypedDict):
    """A URL, and its QR code as inline SVG."""

    url: str
    qr: str


class ShownAddress(Address):
    """Where this machine has several addresses, the others too: the first may not be that of the Wi-Fi."""

    others: list[Address]


class ShareLink(ShownAddress):
    """The kind of the target, the role («own», «score», «watch»), and its address as phones read it."""

    kind: str
    role: str


def links_of_board(request: HttpRequest, visit: Visit) -> list[ShareLink]:
    """The links for the others at the table: never a higher role than this phone has."""
    return [
        share_link(request, visit.match, role)
        for role in (Role.SCORE, Role.WATCH)
        if visit.role >= role
    ]


def links_of_match(request: HttpRequest, visit: Visit) -> list[ShareLink]:
    """Those links, and that by which an owner takes the circle to another phone."""
    links = links_of_board(request, visit)
    if visit.circle_role >= Role.OWN:  # not every owner of the match
        links.append(share_link(request, visit.match.circle, Role.OWN))
    return links


def share_link(request: HttpRequest, target: Circle | Match, role: Role) -> ShareLink:
    return {
        "kind": grants.kind_of(target),
        "role": role.name.lower(),
        **shown_address(request, grants.link_path(target, role)),
    }


def shown_address(request: HttpRequest, path: str) -> ShownAddress:
    url, *others = absolute_urls(request, path)
    return {
        "url": url,
        "qr": _qr(url),
        "others": [{"url": other, "qr": _qr(other)} for other in others],
    }


def qr_code(url: str) -> str:
    """The QR code as inline SVG."""
    qr = segno.make(url, error="l", micro=False)  # on a screen; with more where it fits
    svg: str = qr.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None)
    return svg


# Creating one takes as long as the rest of a board before hand 1.
_qr = lru_cache(maxsize=QR_CACHE_SIZE)(qr_code)


def absolute_urls(request: HttpRequest, path: str) -> list[str]:
    """Absolute URLs that other phones can open, the likeliest first: not `localhost`, if REENGANCHE_LAN_URL
    is set.
    """
    host, _port = split_domain_port(request.get_host())
    if settings.LAN_URLS and host in LOOPBACK:
        return [url.rstrip("/") + path for url in settings.LAN_URLS]
    return [request.build_absolute_uri(path)]


def absolute_url(request: HttpRequest, path: str) -> str:
    """The likeliest of them."""
    return absolute_urls(request, path)[0]


def join_address(request: HttpRequest) -> str:
    """Where a code of six letters is typed, as somebody types it."""
    return absolute_url(request, reverse("join")).partition("://")[2]


def url_for_terminal(path: str) -> str:
    """The absolute URL if REENGANCHE_LAN_URL is set, else only the path. For output of commands."""
    return "".join(settings.LAN_URLS[:1]).rstrip("/") + path


def preview(
    request: HttpRequest, title: str, description: str, page: str, image: str
) -> Preview:
    """With absolute URLs: chats fetch the image on their own."""
    urls = {"url": absolute_url(request, page), "image": absolute_url(request, image)}
    return {"title": title, "description": description, **urls}


# Codes of six letters: each is good for `LIFETIME`, once for each phone, and ends with its link

LIFETIME = timedelta(minutes=10)
# an owner's link gives too much for a code that may be overheard
CODE_ROLES = (Role.WATCH, Role.SCORE)


class ShownCode(NamedTuple):
    halves: str
    minutes: int  # that it is good for


def codes_of_match(match: Match, most: Role) -> dict[str, ShownCode]:
    """The codes that work now, by the role of their link, up to the role `most`: the letters, and minutes. No
    time of day: the reader may be in another zone."""
    now = timezone.now()
    shown = {}
    for row in match.typed_codes.filter(expires_at__gt=now, role__lte=most):
        if row.generation == _generation(match, row.role):
            minutes = ceil((row.expires_at - now) / timedelta(minutes=1))
            role = Role(row.role).name.lower()
            shown[role] = ShownCode(letters.in_halves(row.nonce), minutes)
    return shown


def give_code(match: Match, role: Role, *, extends: bool) -> None:
    """Make a code for that link; one that still works stays, with `extends` for `LIFETIME` again."""
    until = timezone.now() + LIFETIME
    generation = _generation(match, role)
    working = match.typed_codes.filter(
        role=role, generation=generation, expires_at__gt=timezone.now()
    )
    if working.update(expires_at=until) if extends else working.exists():
        return

    def write() -> None:
        fresh = {"generation": generation, "expires_at": until, **letters.new_letters()}
        row, _created = match.typed_codes.update_or_create(role=role, defaults=fresh)
        row.used_by.clear()

    letters.write_until_unique(write)


def find_code(digest: str) -> TypedCode | None:
    """The code with these letters, with its match; None if none works with them now. The answer is the same
    for a wrong and for an expired code."""
    rows = TypedCode.objects.select_related("match").filter(
        digest=digest, expires_at__gt=timezone.now(), match__deleted_at=None
    )
    row = rows.first()
    return row if row and row.generation == _generation(row.match, row.role) else None


def use_code(match: Match, role: Role, phone: Phone) -> None:
    """The phone has what this link gives: the code that leads to it works for that phone no more."""
    for code in match.typed_codes.filter(role=role, expires_at__gt=timezone.now()):
        code.used_by.add(phone)


def _generation(match: Match, role: int) -> int:
    generation: int = getattr(match, grants.GENERATIONS[Role(role)])
    return generation
