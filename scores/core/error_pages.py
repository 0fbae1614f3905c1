"""Answers to failures outside a form: a page that shows again what was typed, or JSON for scripts."""

import logging
import sys
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    DisallowedHost,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.db import InterfaceError, InternalError, OperationalError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    JsonResponse,
    QueryDict,
    UnreadablePostError,
)
from django.http.multipartparser import MultiPartParserError
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from rules.events import Close
from rules.numbers import whole_number
from scores.core.house_rules import labels
from scores.core.notation.shown_names import in_text
from scores.core.notation.words import ALL_MELDED, NOBODY_CLOSED
from scores.core.wording.hand_lines import CLOSE_NAMES
from scores.fields import NOBODY

logger = logging.getLogger(__name__)
_refused: set[str] = set()  # hosts and origins of pages, by this process
MOST_REFUSED = 100  # that are logged
HTML = "text/html"
JSON = "application/json"
UNREADABLE = (
    BadRequest,
    SuspiciousOperation,
    MultiPartParserError,
    UnreadablePostError,
)
# hx-targets that are too small for a whole error page: the line to read aloud, the verdict of the checker
LINES = ("line", "judged")
LABELS = {
    "closer": gettext_lazy("Quién cerró"),
    "opponent": gettext_lazy("Contra quién"),
    "close": gettext_lazy("Cómo"),
    "player": gettext_lazy("¿Quién?"),
    "points": gettext_lazy("Puntos"),
    "name": gettext_lazy("Nombre"),
    "save_as": gettext_lazy("Guardar con nombre"),
    "currency": gettext_lazy("Moneda"),
    **labels.LABELS,
}
SOMETHING_FAILED = gettext_lazy("Algo ha fallado")
TITLES = {
    "not_found": gettext_lazy("Aquí no hay nada"),
    "too_many": gettext_lazy("Un momento"),
    "refused": gettext_lazy("Así no puede ser"),
}
TOO_BIG = "too_big"
REASONS = {
    "not_found": gettext_lazy(
        "Esta página no existe o se borró, o este teléfono no tiene permiso para verla. Pide el enlace "
        "a quien apunta."
    ),
    "cookie": gettext_lazy(
        "Para guardar hace falta que el teléfono acepte las cookies, y esto llegó sin ellas. Permítelas, "
        "vuelve atrás y envíalo otra vez. Si la mesa ya no aparece, pide el enlace a quien apunta."
    ),
    "proxy": gettext_lazy(
        "El sitio no ha reconocido su propia página: algo entre el teléfono y él cambia lo que se envía. No "
        "es cosa de este teléfono. Quien lleva el sitio tiene en su registro qué ajuste falta."
    ),
    "elsewhere": gettext_lazy(
        "Esto no llegó desde una página de este sitio, y no se ha guardado. Ábrelo aquí y envíalo otra vez."
    ),
    "database": gettext_lazy(
        "El sitio no puede leer ni escribir ahora mismo. Nada ha quedado a medias: prueba otra vez "
        "dentro de un momento."
    ),
    "server": gettext_lazy("No es culpa tuya. Prueba otra vez dentro de un momento."),
    TOO_BIG: gettext_lazy("Esto es demasiado grande para enviarlo."),
}
OF_A_SEAT = {  # field names of one seat, such as `deadwood_<seat>`; other fields are chosen or hidden
    "deadwood": "%(value)s",
    "table": gettext_lazy("%(value)s en la mesa"),
    "value": "%(value)s",
    "buys": gettext_lazy("%(value)s compras"),
    "melded": ALL_MELDED,
    "name": "%(value)s",
}


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A GET of what was merged into something else leads there."""
    if isinstance(exception, CodeMoved) and request.method in ("GET", "HEAD"):
        return redirect(exception.address(request))
    return error_page(request, "not_found", 404)


class CodeMoved(Http404):
    """Raised for what this phone finds under another code now."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    def address(self, request: HttpRequest) -> str:
        match = request.resolver_match
        path = reverse(match.view_name, kwargs={**match.kwargs, "code": self.code})
        query = request.META.get("QUERY_STRING", "")
        return f"{path}?{query}" if query else path


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """In plain text: form and host name may be unreadable, and Django's own page would fail again. What is
    too big is said on a page.
    """
    if isinstance(exception, RequestDataTooBig):  # the fields beside a file
        return too_big(request)
    if isinstance(exception, DisallowedHost):
        log_refused_host(request.META.get("HTTP_HOST", ""))
    return HttpResponseBadRequest(
        "Bad Request (400)\n", content_type="text/plain; charset=utf-8"
    )


def log_refused_host(header: str) -> None:
    """A line with the setting that would allow this host."""
    host = split_domain_port(header)[0][:100]
    allowed = ",".join(dict.fromkeys([*settings.ALLOWED_HOSTS, host]))
    if host:
        _log_once(
            host, "Refused the host %r. To allow it: REENGANCHE_HOSTS=%s", allowed
        )


def _log_once(refused: str, line: str, *values: str) -> None:
    """A warning about what was refused. Once for each, and of at most MOST_REFUSED: anybody can send any."""
    if refused not in _refused and len(_refused) < MOST_REFUSED:
        _refused.add(refused)
        logger.warning(line, refused, *values)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The CSRF cookie or its token is missing: the browser refuses cookies or has deleted them. Or the page
    of the form is not known as ours: it is not, or a proxy hides or changes the address of one that is.
    """
    page = reverse("import")
    if request.path == page and "shared" in request.GET:
        return redirect(f"{page}?shared")  # of the share sheet, with no service worker
    if not reason.startswith(("Origin", "Referer")):
        return error_page(request, "cookie", 403)
    origin = _origin_of_page(request)
    _log_refused_page(origin)
    host = split_domain_port(request.get_host())[0]
    site = request.headers.get("Sec-Fetch-Site", "")  # over HTTPS browsers say it
    host_of_page = split_domain_port(origin.partition("://")[2])[0]
    is_ours = site == "same-origin" if site else not origin or host_of_page == host
    return error_page(request, "proxy" if is_ours else "elsewhere", 403)


def _origin_of_page(request: HttpRequest) -> str:
    """Scheme, host and port of the page that sent a form; empty if the browser was told to hide them."""
    try:
        page = urlsplit(
            request.headers.get("Origin") or request.headers.get("Referer", "")
        )
    except ValueError:
        return ""
    return f"{page.scheme}://{page.netloc}" if page.netloc else ""


def _log_refused_page(origin: str) -> None:
    """A line with the setting that would allow forms of such pages, or with what hides their address."""
    if not origin:
        _log_once(
            "no-referrer",
            "Refused a form whose page hides its address. A proxy must not answer with "
            "Referrer-Policy: %s (docs/DEPLOY.md#a-proxy-in-front)",
        )
        return
    allowed = ",".join(dict.fromkeys([*settings.CSRF_TRUSTED_ORIGINS, origin]))
    _log_once(
        origin,
        "Refused a form of the page at %r. If that is this site: REENGANCHE_CSRF_ORIGINS=%s, or "
        "REENGANCHE_BEHIND_PROXY=1 behind a proxy that speaks HTTPS (docs/DEPLOY.md#a-proxy-in-front)",
        allowed,
    )


def too_big(request: HttpRequest) -> HttpResponse:
    """The body was too large and was not read."""
    return error_page(request, TOO_BIG, 413)


def server_error(request: HttpRequest) -> HttpResponse:
    """A bug (500), or the database is unreachable, full or read-only (503)."""
    is_database = isinstance(
        sys.exception(), OperationalError | InterfaceError | InternalError
    )
    return (
        error_page(request, "database", 503)
        if is_database
        else error_page(request, "server", 500)
    )


def error_page(
    request: HttpRequest, kind: str, status: int, why: str = ""
) -> HttpResponse:
    """The page of that kind; `why` is for kinds without a reason of their own."""
    why = why or str(REASONS[kind])
    typed = [] if kind == TOO_BIG else _typed_fields(request)
    title = _("No se ha guardado") if typed else str(TITLES.get(kind, SOMETHING_FAILED))
    if wants_json(request):
        return json_refusal(status, [title, why])
    # The middleware that sets `htmx` may not have run.
    template = "scores/errors/error.html"
    if getattr(request, "htmx", False):
        is_line = request.htmx.target in LINES
        name = "_line_error" if is_line else "_error"
        template = f"scores/errors/{name}.html"
    return render(
        request, template, {"title": title, "why": why, "typed": typed}, status=status
    )


def _typed_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields that the user typed, as label and text. The form sends the names as `called_<seat>`."""
    if request.method != "POST":
        return []
    try:
        posted = request.POST
    # the body was not parsed before, for example because the address is unknown
    except UNREADABLE:
        return []
    return [
        said
        for key, text in posted.items()
        if text and (said := _label_and_text(key, text, posted))
    ]


def _label_and_text(key: str, value: str, posted: QueryDict) -> tuple[str, str] | None:
    """None for what nobody types."""
    if key in ("closer", "opponent", "player"):
        named = (
            str(NOBODY_CLOSED)
            if value == NOBODY
            else posted.get(f"called_{value}", value)
        )
        return str(LABELS[key]), named
    if key == "close":
        close, _dash, size = (
            value.partition("-") if value.startswith("knock") else (value, "", "")
        )
        named = (
            str(CLOSE_NAMES.get(Close(close), close)) if close in set(Close) else close
        )
        return str(LABELS[key]), f"{named} ({size})" if size else named
    if key in labels.LABELS:
        return labels.label(key), labels.value_in_words(key, value)
    if key in LABELS:
        return str(LABELS[key]), value
    field, _dash, seat = key.rpartition("_")
    index = whole_number(seat)
    if field not in OF_A_SEAT or index is None:
        return None
    number = _("Jugador %(number)s") % {"number": index + 1}
    return posted.get(f"called_{seat}") or number, str(
        OF_A_SEAT[field] % {"value": value}
    )


def wants_json(request: HttpRequest) -> bool:
    """Whether the request is JSON, or prefers JSON to HTML."""
    return (
        request.content_type == JSON or request.get_preferred_type([HTML, JSON]) == JSON
    )


def json_refusal(
    status: int, reasons: Iterable[str], line: int | None = None
) -> JsonResponse:
    """The response: `reasons` are sentences to show, `line` the next entry number if it is known."""
    shown = [in_text(reason) for reason in dict.fromkeys(reasons)]
    return JsonResponse({"reasons": shown, "line": line}, status=status)
