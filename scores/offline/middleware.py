"""What lets a phone go on without a signal: which version of the app answers, and what the phone may keep."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse

OURS = "X-Reenganche"  # the version of the app; between us and a phone there may be somebody else who answers
KEEP = "X-Keep"  # whose page it is and in which language; only pages with it are kept
NOBODY = "nobody"  # for a stranger: nothing is kept any more
# Pages that are read, by the names of their addresses.
KEPT = frozenset(
    {
        *("home", "no-signal", "check", "help", "help-game", "help-of-match"),
        *("match", "big", "log", "tell", "matches"),
        *("circle", "circle-matches", "league", "records", "person", "against"),
    }
)
SHOWN = ("static", "templates")


@cache
def version() -> str:
    """Names what browsers are shown: other files, another name."""
    return version_of(*(settings.BASE_DIR / folder for folder in SHOWN))


def version_of(*folders: Path) -> str:
    """Changes with the name or the content of any file in the folders."""
    digest = sha256()
    for file in sorted(file for folder in folders for file in folder.rglob("*") if file.is_file()):
        digest.update(str(file.name).encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


def context(request: HttpRequest) -> dict[str, str]:
    """For templates: a page knows of which version it is."""
    return {"version": version()}


class OfflineMiddleware:
    """Every answer says that it is ours; a page that a phone may keep says for whom it was drawn."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response[OURS] = version()
        if _may_be_kept(request, response):
            response[KEEP] = _whose(request)
        return response


def _may_be_kept(request: HttpRequest, response: HttpResponse) -> bool:
    """A whole page, as it is without anything that was typed or tapped."""
    is_plain = request.method == "GET" and not request.META.get("QUERY_STRING")
    found = request.resolver_match
    return is_plain and response.status_code == 200 and found is not None and found.url_name in KEPT


def _whose(request: HttpRequest) -> str:
    """Tells phones and languages apart without naming a phone: one browser may be another one tomorrow."""
    if request.phone_uid is None:
        return NOBODY
    return f"{sha256(request.phone_uid.bytes).hexdigest()[:12]}.{request.LANGUAGE_CODE}"
