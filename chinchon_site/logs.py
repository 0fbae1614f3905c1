"""What the log says, to people or machines, and what it must not say: the tokens of links."""

import json
import logging
import re
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse

ALIVE, READY = "/healthz", "/readyz"  # of chinchon_site.health, which settings cannot read yet
KINDS = ("text", "json")
TOKEN = re.compile(r"(/l/[^/\s]+/[^/\s]+/[^/\s]+/)[^/\s]+")
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
SAID_OF_A_REQUEST = ("method", "path", "view", "status", "ms")

requests = logging.getLogger("chinchon_site.requests")
_request_id: ContextVar[str] = ContextVar("request_id", default="")


def logging_as(kind: str) -> dict[str, Any]:
    """The configuration of Python's logging, for Django and for gunicorn alike."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"text": {"format": "%(message)s"}, "json": {"()": "chinchon_site.logs.Json"}},
        "filters": {"without_tokens": {"()": "chinchon_site.logs.WithoutTokens"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "filters": ["without_tokens"], "formatter": kind}
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "django": {"level": "INFO"},
            # Below ERROR it names every address not found, and some addresses are links that give rights.
            "django.request": {"level": "ERROR"},
            # Anybody may ask for any host, as often as he likes: it is answered 400.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # These have handlers of their own: runserver's names every address.
            "django.server": {"handlers": ["stderr"], "propagate": False},
            "gunicorn.error": {"handlers": ["stderr"], "propagate": False, "level": "WARNING"},
            # A line for each request is for machines to read.
            requests.name: {"level": "INFO" if kind == "json" else "WARNING"},
        },
    }


class WithoutTokens(logging.Filter):
    """Takes the token out of every address of a link, whoever logs it."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        record.msg, record.args = TOKEN.sub(r"\1…", said), ()
        return True


class Json(logging.Formatter):
    """One line, one object: when, how grave, by whom, what, and of which request."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if _request_id.get():
            told["request_id"] = _request_id.get()
        told |= {
            name: value for name in SAID_OF_A_REQUEST if (value := getattr(record, name, None)) is not None
        }
        if record.exc_info:
            told["exception"] = TOKEN.sub(r"\1…", self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False, default=str)


class RequestMiddleware:
    """Gives each request a name, which the answer carries and every line logged meanwhile."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        request.id = _named_by_proxy(request) or uuid4().hex
        token = _request_id.set(request.id)
        try:
            response = self.get_response(request)
            if response.status_code != 304:  # a poll without news is as short as can be
                response["X-Request-ID"] = request.id
            if requests.isEnabledFor(logging.INFO) and not _is_routine(request, response):
                _log(request, response, time.perf_counter() - started)
        finally:
            _request_id.reset(token)
        return response


def _named_by_proxy(request: HttpRequest) -> str:
    """The proxy's name for the request, if it is one; without a proxy anybody could write into our log."""
    said = request.META.get("HTTP_X_REQUEST_ID", "") if settings.BEHIND_PROXY else ""
    return said if WELL_FORMED.fullmatch(said) else ""


def _is_routine(request: HttpRequest, response: HttpResponse) -> bool:
    """Probes that found all well and polls without news: of an evening nearly every request is one."""
    is_probe = request.path_info in (ALIVE, READY) and response.status_code == 200
    return is_probe or response.status_code == 304


def _log(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    path = TOKEN.sub(r"\1…", request.path_info)
    told = {
        "method": request.method,
        "path": path,
        "view": request.resolver_match.view_name if request.resolver_match else None,
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
    }
    requests.info("%s %s %s", request.method, path, response.status_code, extra=told)
