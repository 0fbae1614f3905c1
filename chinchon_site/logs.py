"""Logging as text or JSON, without the tokens of share links."""

import logging
import re
import time
from contextvars import ContextVar
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from pythonjsonlogger.json import JsonFormatter

# The probes; the settings cannot import chinchon_site.middleware
ALIVE = "/healthz"
READY = "/readyz"
PROBES = (ALIVE, READY)
KINDS = ("text", "json")
SLASH = "(?:/|%(?:25)*2f)"  # however often it was encoded
PART = rf"(?:(?!{SLASH})\S)+"
# It begins with one slash: with all of a row, a path of slashes alone would take a quarter of a second.
LINK = re.compile(rf"({SLASH}l(?:{SLASH}+{PART}){{3}}{SLASH}+){PART}", re.IGNORECASE)
# Elsewhere, for what only resembles a link: as many letters as a token has, and not a word of code.
LONG = re.compile(r"(?:%[0-9a-f]{2}|[a-z0-9_-]){22,}", re.IGNORECASE)
WORDS = re.compile(r"[a-z0-9_-]+|[A-Z0-9_-]+|(?:[A-Z]+[a-z]+)+")
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
REQUEST_FIELDS = ("method", "path", "view", "status", "ms")
JSON_FIELDS = (
    "time",
    "level",
    "logger",
    "message",
    "request_id",
    *REQUEST_FIELDS,
    "exception",
)

requests = logging.getLogger("chinchon_site.requests")
_request_id: ContextVar[str] = ContextVar("request_id", default="")


def without_tokens(text: str) -> str:
    """The text without the tokens of share links, also of links that are written so that they do not work."""
    cut = LINK.sub(r"\1…", text)
    return LONG.sub(lambda run: run[0] if WORDS.fullmatch(run[0]) else "…", cut)


def logging_as(kind: str) -> dict[str, Any]:
    """The `dictConfig` of logging for Django and gunicorn."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {"()": "chinchon_site.logs.TextLines"},
            "json": {"()": "chinchon_site.logs.JsonLines"},
        },
        "filters": {"without_tokens": {"()": "chinchon_site.logs.WithoutTokens"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "filters": ["without_tokens"],
                "formatter": kind,
            }
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "django": {"level": "INFO"},
            # Its warnings contain unknown addresses, and an address can be a share link.
            "django.request": {"level": "ERROR"},
            # `scores.core.error_pages.log_refused_host` says what to do.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # These loggers have handlers of their own; that of runserver would log every address.
            "django.server": {"handlers": ["stderr"], "propagate": False},
            "gunicorn.error": {
                "handlers": ["stderr"],
                "propagate": False,
                "level": "WARNING",
            },
            # rights, and totals that a phone and the server count differently
            "scores": {"level": "INFO"},
            # One line per request, only for machines.
            requests.name: {"level": "INFO" if kind == "json" else "WARNING"},
        },
    }


class WithoutTokens(logging.Filter):
    """Removes the token of share links from every message."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = without_tokens(record.getMessage())
        record.args = ()
        return True


class TextLines(logging.Formatter):
    """The message, and the exception if there is one."""

    def formatException(self, ei: Any) -> str:
        return without_tokens(super().formatException(ei))


class JsonLines(TextLines, JsonFormatter):
    """One JSON object per line, with the id of the request. Only the fields of JSON_FIELDS: other attributes
    of a record may hold the token of a link."""

    def __init__(self) -> None:
        names = {"levelname": "level", "name": "logger", "exc_info": "exception"}
        fields = ["levelname", "name", "message"]
        super().__init__(
            fields, rename_fields=names, timestamp="time", json_ensure_ascii=False
        )

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        data = {
            **log_data,
            "time": log_data["time"].isoformat(timespec="milliseconds"),
            "level": log_data["level"].lower(),
            "request_id": _request_id.get() or None,
        }
        return {name: data[name] for name in JSON_FIELDS if data.get(name) is not None}


class RequestMiddleware(MiddlewareMixin):
    """Gives each request an id, for the response and for every line logged meanwhile."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        # Without a proxy any client could write into the log.
        asked = (
            request.META.get("HTTP_X_REQUEST_ID", "") if settings.BEHIND_PROXY else ""
        )
        request.id = asked if WELL_FORMED.fullmatch(asked) else uuid4().hex
        token = _request_id.set(request.id)
        try:
            response = self.get_response(request)
            # There are many of these, and nobody reports one: polls without news, static files, probes.
            is_poll = response.status_code == 304
            is_probe = request.path_info in PROBES
            if not is_poll and not request.path_info.startswith(settings.STATIC_URL):
                response["X-Request-ID"] = request.id
            is_routine = is_poll or (is_probe and response.status_code == 200)
            if requests.isEnabledFor(logging.INFO) and not is_routine:
                _log(request, response, time.perf_counter() - started)
        finally:
            _request_id.reset(token)
        return response


def _log(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    path = without_tokens(request.path_info)
    fields = {
        "method": request.method,
        "path": path,
        "view": request.resolver_match.view_name if request.resolver_match else None,
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
    }
    requests.info("%s %s %s", request.method, path, response.status_code, extra=fields)
