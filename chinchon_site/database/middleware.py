"""While saves hang, no further one is sent to the database."""

from __future__ import annotations

from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse

from chinchon_site.database.requests import READS
from chinchon_site.database.stalls import RequestKind, stalls
from scores.core import replication


class HangingWritesMiddleware:
    """Answers 503 to a write while an earlier one, which was given up, still waits in the database.

    There it keeps its session. Without this, retries would use up the sessions, and boards with them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        given_up = stalls.given_up_at[RequestKind.WRITE]
        if request.method in READS or given_up < 0:
            return
        if replication.writes_hang():
            raise OperationalError("writes wait for the replica")
        if stalls.given_up_at[RequestKind.WRITE] == given_up:
            stalls.given_up_at[RequestKind.WRITE] = -1.0
