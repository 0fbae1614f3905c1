"""Share links for a page: URL, QR code and the preview that a chat shows."""

from functools import lru_cache

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from scores.core.access import grants
from scores.models import Circle, Match, Role

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
QR_CACHE_SIZE = 250  # QR codes of about 6 kB

Preview = dict[str, str]
"""The link preview (Open Graph) that a chat shows for a page: `_preview.html`."""


def of_match(request: HttpRequest, match: Match) -> list[dict[str, str]]:
    """The links that the board offers: never a higher role than this phone has."""
    links = [shared(request, match, role) for role in (Role.SCORE, Role.WATCH) if match.role >= role]
    owns_circle = match.role >= Role.OWN and match.circle_role >= Role.OWN  # not every owner of the match
    return [*links, shared(request, match.circle, Role.OWN)] if owns_circle else links


def watch_url(request: HttpRequest, match: Match) -> str:
    """The link by which others may watch; empty if this phone may not watch itself."""
    if match.role < Role.WATCH:
        return ""
    return absolute_url(request, grants.link_path(match, Role.WATCH))


def shared(request: HttpRequest, target: Circle | Match, role: Role) -> dict[str, str]:
    """The kind of the target, the role («own», «score», «watch»), the URL, and the QR code as inline SVG."""
    url = absolute_url(request, grants.link_path(target, role))
    return {"kind": grants.kind_of(target), "role": role.name.lower(), "url": url, "qr": _qr(url)}


@lru_cache(maxsize=QR_CACHE_SIZE)
def _qr(url: str) -> str:
    """The QR code as inline SVG. Cached: creating it takes as long as the rest of a board before hand 1."""
    qr = segno.make(url, error="m", micro=False)
    svg: str = qr.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None)
    return svg


def absolute_url(request: HttpRequest, path: str) -> str:
    """An absolute URL that other phones can open: not `localhost`, if REENGANCHE_LAN_URL is set."""
    host, _port = split_domain_port(request.get_host())
    if settings.LAN_URL and host in LOOPBACK:
        return settings.LAN_URL.rstrip("/") + path
    return request.build_absolute_uri(path)


def url_for_terminal(path: str) -> str:
    """The absolute URL if REENGANCHE_LAN_URL is set, else only the path. For output of commands."""
    return settings.LAN_URL.rstrip("/") + path


def preview(request: HttpRequest, title: str, description: str, page: str, image: str) -> Preview:
    """With absolute URLs: chats fetch the image on their own."""
    urls = {"url": absolute_url(request, page), "image": absolute_url(request, image)}
    return {"title": title, "description": description, **urls}
