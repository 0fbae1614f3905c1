"""Around the views, outermost first: charsets, HEAD, health, headers, language, sizes, cookies, writes."""

import hmac
import os
import re
import sys
import time
from collections.abc import Callable, Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.core.signals import got_request_exception
from django.db import DatabaseError, Error, OperationalError, connection
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation.trans_real import parse_accept_lang_header
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector

from chinchon_site.database.stalls import READS, RequestKind, stalls
from chinchon_site.logs import PROBES, READY
from scores.core import database, error_pages, time_zones
from scores.core.languages import locale_of
from scores.core.metrics import registry
from scores.management.upgrade import is_up_to_date

# Unlisted features keep the browser's default, which allows our pages what their scripts use: to copy links,
# to keep the screen on, to share.
PERMISSIONS = (
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), "
    "microphone=(), midi=(), payment=(), usb=()"
)
# The pages with the form of a hand, which may be said: a board, and what stands for it without a signal.
SPOKEN = ("match", "no-signal")
# Not stricter: the CSRF check over HTTPS needs the referrer of our own pages.
OF_A_DOCUMENT = {
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
}
# the service worker of a phone keeps its copies itself
FOR_NOBODY = "private, no-store"
NOT_UTF_8 = re.compile(r"charset(?!\s*=\s*\"?utf-?8\"?\s*(;|$))", re.IGNORECASE)


def in_utf_8(app: WSGIApplication) -> WSGIApplication:
    """Answer 400 to a Content-Type with another charset; no browser sends one from our pages. Some of
    Python's codecs are not text encodings, and Django fails on them before any middleware runs."""

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if NOT_UTF_8.search(environ.get("CONTENT_TYPE", "")):
            start("400 Bad Request", [("Content-Length", "0")])
            return [b""]
        return app(environ, start)

    return answer


class HeadMiddleware(MiddlewareMixin):
    """HEAD is answered as GET is, at every address (RFC 9110, 9.3.2): only logs and metrics see HEAD."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        method = request.method
        request.method = "GET" if method == "HEAD" else method
        response = self.get_response(request)
        request.method = method
        if "GET" in response.headers.get("Allow", "").split(", "):
            response["Allow"] += ", HEAD"
        return response


class HealthMiddleware(MiddlewareMixin):
    """Answers health checks before all other middleware. Probes use plain HTTP and any address of the
    machine, so redirects to HTTPS and host checks must not apply."""

    is_migrated = False

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.path_info not in PROBES:
            return None
        reason = self._reason_not_ready() if request.path_info == READY else ""
        headers = {"Cache-Control": "no-store"}
        return HttpResponse(
            f"{reason or 'ok'}\n",
            "text/plain; charset=utf-8",
            status=503 if reason else 200,
            headers=headers,
        )

    def _reason_not_ready(self) -> str:
        """Why the app is not ready, or nothing. Not in the database's words, which name users and hosts."""
        try:
            if database.is_read_only(connection):
                return "the database is read-only"
            if database.has_no_room(connection):
                return "the disk is full"
            # Checked until it is true once: migrations of a running app are not undone.
            self.is_migrated = self.is_migrated or is_up_to_date()
            if database.writes_hang():
                return "the database waits for its replica"
            database.make_certain()  # where it hangs, `chinchon_site.database.stalls` answers
        except DatabaseError:
            return "the database does not answer"
        return "" if self.is_migrated else "migrations are missing"


class HeadersMiddleware(MiddlewareMixin):
    """What other sites get to know, permissions that pages never ask for, noindex, and who may keep a copy.
    Static files, which WhiteNoise serves further out, carry none of these headers."""

    def process_response(
        self, request: HttpRequest, response: HttpResponse
    ) -> HttpResponse:
        # They are for documents: a part of a page is under those of its page, and no robot asks for it.
        is_part = bool(request.headers.get("HX-Request"))
        response._csp_exempt = is_part
        if not is_part:
            view = request.resolver_match
            if view and view.url_name in SPOKEN:
                hears = PERMISSIONS.replace("microphone=()", "microphone=(self)")
                response.headers.setdefault("Permissions-Policy", hears)
            for header, value in OF_A_DOCUMENT.items():
                response.headers.setdefault(header, value)
            if request.path_info != "/":  # home
                response.headers.setdefault("X-Robots-Tag", "noindex")
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Cache-Control", FOR_NOBODY)
        # The phone, the language and the CSRF token are in cookies: hardly anything is the same without them.
        patch_vary_headers(response, ["Cookie"])
        _leave_out_known_csrf_cookie(request, response)
        return response


def _leave_out_known_csrf_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Django sends it again with every page, 170 bytes, to renew it. It lasts a year: it is renewed when
    another cookie comes along, which that of a phone does once a day."""
    sent = parse_cookie(request.META.get("HTTP_COOKIE", ""))
    cookie = response.cookies.get(settings.CSRF_COOKIE_NAME)
    if cookie and len(response.cookies) == 1 and sent.get(cookie.key) == cookie.value:
        del response.cookies[cookie.key]


class ReaderLocaleMiddleware(LocaleMiddleware):
    """As Django's, with `language_of`: the country decides about words and dates. Times are those of the
    site until a page of a night says them by the clock of its group. The phone says which zone it is in."""

    def process_request(self, request: HttpRequest) -> None:
        timezone.deactivate()
        time_zones.zone_of_cookie.set(request.COOKIES.get(time_zones.COOKIE, ""))
        translation.activate(language_of(request))
        request.LANGUAGE_CODE = translation.get_language()


def language_of(request: HttpRequest) -> str:
    """One of LOCALES. The cookie says only the language; the browser says the country."""
    accepted = parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    return locale_of(
        translation.get_language_from_request(request),
        (code for code, _quality in accepted),
    )


MOST_DIGITS = 12  # of a length; no body comes near it


class SizeMiddleware(MiddlewareMixin):
    """Refuses a body that is too large before reading it. Django limits form fields, but not files. A request
    without a length has no body for Django."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        is_with_files = request.content_type == "multipart/form-data"
        allowed = (
            settings.MAX_BODY if is_with_files else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        )
        length = request.META.get("CONTENT_LENGTH", "")
        is_number = length.isascii() and length.isdigit()
        is_too_big = is_number and (len(length) > MOST_DIGITS or int(length) > allowed)
        return error_pages.too_big(request) if is_too_big else None


class HangingWritesMiddleware(MiddlewareMixin):
    """Answers 503 to a write while an earlier one, which was given up, still waits in the database. There it
    keeps its session. Without this, retries would use up the sessions, and boards with them."""

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> None:
        given_up = stalls.given_up_at[RequestKind.WRITE]
        if request.method in READS or given_up < 0:
            return
        if database.writes_hang():
            raise OperationalError("writes wait for the replica")
        if stalls.given_up_at[RequestKind.WRITE] == given_up:
            stalls.given_up_at[RequestKind.WRITE] = -1.0


METRICS_PATH = "/metrics"
BUCKETS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

requests = Counter(
    "reenganche_requests",
    "Requests answered",
    ["view", "method", "status"],
    registry=registry,
)
seconds = Histogram(
    "reenganche_request_seconds",
    "Until the answer is ready",
    ["view"],
    buckets=BUCKETS,
    registry=registry,
)
database_errors = Counter(
    "reenganche_database_errors",
    "Requests that failed in the database",
    ["error"],
    registry=registry,
)


class MetricsMiddleware:
    """Counts every request; shows the metrics to clients with the token."""

    # Clients can invent methods: all others share one label.
    METHODS = frozenset(("GET", "HEAD", "POST", "PUT"))

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == METRICS_PATH:
            header = request.headers.get("Authorization", "").encode()
            if hmac.compare_digest(header, f"Bearer {settings.METRICS_TOKEN}".encode()):
                return HttpResponse(generate_latest(_registry()), CONTENT_TYPE_LATEST)
        started = time.perf_counter()
        response = self.get_response(request)
        method = request.method if request.method in self.METHODS else "other"
        count(
            _view(request), response.status_code, time.perf_counter() - started, method
        )
        return response


def count(view: str, status: int, took: float, method: str = "GET") -> None:
    """Count a request that took so many seconds."""
    if settings.METRICS_TOKEN:
        requests.labels(view, method, status).inc()
        seconds.labels(view).observe(took)


def _registry() -> CollectorRegistry:
    """The metrics of all gunicorn workers if they share a directory, else of this process."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return registry
    combined = CollectorRegistry()
    MultiProcessCollector(combined)
    return combined


def _view(request: HttpRequest) -> str:
    """The URL name; "static" or "none" for a request answered before it was resolved."""
    if request.resolver_match:
        return request.resolver_match.view_name
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"


@receiver(got_request_exception)
def _count_database_error(**signal: object) -> None:
    error = sys.exception()
    if isinstance(error, Error):
        database_errors.labels(type(error).__name__).inc()
