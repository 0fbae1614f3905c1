"""Django's backend for PostgreSQL, with limits for waiting: `stalls.py`."""

import time
from types import SimpleNamespace
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg.abc import RV, PQGen

from chinchon_site.database import stalls

TICK = 0.1  # seconds


class LimitedConnection(psycopg.Connection[Any]):
    """A connection that a request gives up when the server does not answer."""

    opened_at = 0.0

    def wait(
        self, gen: PQGen[RV], interval: float = TICK, timeout: float | None = None
    ) -> RV:
        try:
            return super().wait(stalls.limited(gen), interval, timeout)
        except stalls.Stalled as stalled:
            self.close()  # without a cancel
            raise psycopg.OperationalError(str(stalled)) from stalled


class DatabaseWrapper(base.DatabaseWrapper):
    Database = SimpleNamespace(
        **{**vars(psycopg), "connect": LimitedConnection.connect}
    )

    def get_new_connection(self, conn_params: dict[str, Any]) -> LimitedConnection:
        try:
            with stalls.connecting():
                connection = super().get_new_connection(conn_params)
        except stalls.Stalled as stalled:
            raise psycopg.OperationalError(str(stalled)) from stalled
        connection.opened_at = time.monotonic()
        return connection
