"""What probes ask: /healthz, does the process answer; /readyz, may it be given work."""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

from chinchon_site.logs import ALIVE, READY
from scores.management.upgrade import is_up_to_date


class HealthMiddleware:
    """Answers probes before anything else is asked of a request.

    They come by plain HTTP to whatever address the machine has, so neither HTTPS nor the host's name counts.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.is_migrated = False

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == ALIVE:
            return _told("ok", 200)
        if request.path_info == READY:
            reason = self._what_is_missing()
            return _told(reason or "ok", 503 if reason else 200)
        return self.get_response(request)

    def _what_is_missing(self) -> str:
        """Why no work may be given; never what the database itself said, which names users and hosts."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            # Asked until it is so: the tables of a served database do not go away.
            self.is_migrated = self.is_migrated or is_up_to_date()
        except DatabaseError:
            return "the database does not answer"
        return "" if self.is_migrated else "migrations are missing"


def _told(text: str, status: int) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", "text/plain; charset=utf-8", status=status, headers=headers)
