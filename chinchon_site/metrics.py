"""Prometheus metrics of requests and errors; the page that shows them and those of `scores.core.metrics`."""

import hmac
import os
import sys
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.core.signals import got_request_exception
from django.db import Error
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector

from scores.core.metrics import registry

PATH = "/metrics"
BUCKETS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

requests = Counter(
    "reenganche_requests", "Requests answered", ["view", "method", "status"], registry=registry
)
seconds = Histogram(
    "reenganche_request_seconds", "Until the answer is ready", ["view"], buckets=BUCKETS, registry=registry
)
database_errors = Counter(
    "reenganche_database_errors", "Requests that failed in the database", ["error"], registry=registry
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
        if request.path_info == PATH and _has_token(request):
            return HttpResponse(generate_latest(_registry()), CONTENT_TYPE_LATEST)
        started = time.perf_counter()
        response = self.get_response(request)
        method = request.method if request.method in self.METHODS else "other"
        count(_view(request), method, response.status_code, time.perf_counter() - started)
        return response


def count(view: str, method: str, status: int, took: float) -> None:
    """Count a request that took so many seconds."""
    requests.labels(view, method, status).inc()
    seconds.labels(view).observe(took)


def _has_token(request: HttpRequest) -> bool:
    header = request.headers.get("Authorization", "").encode()
    return hmac.compare_digest(header, f"Bearer {settings.METRICS_TOKEN}".encode())


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
