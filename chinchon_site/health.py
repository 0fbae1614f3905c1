"""Health checks: /healthz (the process answers) and /readyz (the database is ready too)."""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

from chinchon_site.logs import ALIVE, READY
from scores.core import replication
from scores.core.errors.read_only_file import is_read_only
from scores.management.upgrade import is_up_to_date


class HealthMiddleware:
    """Answers health checks before all other middleware.

    Probes use plain HTTP and any address of the machine, so redirects to HTTPS and host checks must not
    apply.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.is_migrated = False

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == ALIVE:
            return _plain_text("ok", 200)
        if request.path_info == READY:
            reason = self._reason_not_ready()
            return _plain_text(reason or "ok", 503 if reason else 200)
        return self.get_response(request)

    def _reason_not_ready(self) -> str:
        """Why the app is not ready; empty if it is. Without the database's own message, which names users
        and hosts."""
        try:
            if is_read_only(connection):
                return "the database is read-only"
            # Checked until it is true once: migrations of a running app are not undone.
            self.is_migrated = self.is_migrated or is_up_to_date()
            if replication.writes_hang():
                return "the database waits for its replica"
            replication.make_certain()  # where it hangs, `chinchon_site.database.requests` answers
        except DatabaseError:
            return "the database does not answer"
        return "" if self.is_migrated else "migrations are missing"


def _plain_text(text: str, status: int) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", "text/plain; charset=utf-8", status=status, headers=headers)
