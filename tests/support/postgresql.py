"""PostgreSQL servers of a test: a frozen server, questions to it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg

from tests.support.processor_time import with_children
from tests.tools.kill.postgresql import Server


def asked(server: Server, query: str) -> list[tuple[object, ...]]:
    """The answer of the server to a question that waits for no replica."""
    with psycopg.connect(server.url, autocommit=True, options="-c synchronous_commit=local") as database:
        answer = database.execute(query)
        return answer.fetchall() if answer.description else []


@contextmanager
def frozen(server: Server) -> Iterator[None]:
    """No process of the server does anything, and its connections stay open."""
    pids = with_children(server.process.pid)
    for pid in pids:
        _signal(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            _signal(pid, signal.SIGCONT)


def _signal(pid: int, number: signal.Signals) -> None:
    """Send the signal, unless the process has ended: a running server reaps its processes at any time."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)
