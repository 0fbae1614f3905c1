"""Response headers for offline use: the version of the app, and which pages a browser may cache for whom."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scores.table.offline.without_signal import KEPT, KEPT_FOR_ALL

VERSION_HEADER = "X-Reenganche"  # scripts ignore responses without it, such as the login page of a hotel
CACHE_HEADER = "X-Keep"  # phone and language of a page; the service worker caches only pages with it
NOBODY = "nobody"  # a browser without a phone: only pages that are about nobody may be cached for it
SHOWN = ("locale", "phone", "rules", "scores", "static", "templates")  # what browsers are shown or run


@cache
def version() -> str:
    """The version of the app: a hash of all static files, templates and what is translated for phones."""
    return version_of(*(settings.BASE_DIR / folder for folder in SHOWN))


def version_of(*folders: Path) -> str:
    """A hash of the names and contents of all files in the folders."""
    digest = sha256()
    files = (file for folder in folders for file in folder.rglob("*"))
    for file in sorted(file for file in files if file.is_file() and file.suffix != ".pyc"):
        digest.update(str(file.name).encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


def context(request: HttpRequest) -> dict[str, str]:
    return {"version": version()}


class OfflineMiddleware:
    """Sets VERSION_HEADER on every response, and CACHE_HEADER on pages that a browser may cache."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response[VERSION_HEADER] = version()
        is_plain = request.method == "GET" and not request.META.get("QUERY_STRING")
        view = request.resolver_match
        if not is_plain or response.status_code != 200 or view is None:
            return response  # a request that was refused early has no phone
        if view.url_name in (KEPT if request.phone_uid else KEPT_FOR_ALL):
            # After a change of the phone or of the language the cached pages are deleted.
            phone = sha256(request.phone_uid.bytes).hexdigest()[:12] if request.phone_uid else NOBODY
            response[CACHE_HEADER] = f"{phone}.{request.LANGUAGE_CODE}"
        return response
