"""PostgreSQL servers of a test: a replica, a frozen server, questions to them."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.support.processor_time import with_children
from tests.support.servers import ALONE, Served, serving
from tests.support.wire import Phone
from tests.tools.kill.postgresql import Server, a_server


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


@contextmanager
def with_replica(place: Path) -> Iterator[tuple[Served, Server, Server]]:
    """An app with its primary and its replica."""
    with a_server() as primary:
        with serving(place, **ALONE, DATABASE_URL=primary.url):
            pass
        with a_server(primary) as standby:
            urls = {"DATABASE_URL": primary.url, "REENGANCHE_REPLICA_URL": standby.url}
            with serving(place, **ALONE, **urls) as app:
                yield app, primary, standby


def seated(app: Served) -> tuple[Phone, Phone, str]:
    """Who keeps score, who watches, and their match, with one hand."""
    scorer = Phone(app.port)
    match = scorer.start("Ana", "Luis")
    watcher = scorer.invites_a_watcher(match)
    assert scorer.save(match, 0, 12).status == 302
    return scorer, watcher, match


def number(tag: str) -> int:
    return int(re.search(r"\d+", tag)[0])


def has_caught_up(primary: Server, standby: Server) -> bool:
    [(position,)] = asked(primary, "SELECT pg_current_wal_lsn()::text")
    return asked(standby, f"SELECT pg_last_wal_replay_lsn() >= '{position}'") == [(True,)]


def is_used(app: Served, primary: Server, standby: Server, watcher: Phone, match: str) -> bool:
    """Whether polls of the watcher reach the replica: its sessions of the app run statements."""
    polls = "query LIKE '%scores_match.version%' AND pid <> pg_backend_pid()"
    newest = f"SELECT max(query_start) FROM pg_stat_activity WHERE {polls}"
    before = asked(standby, newest)
    tag = watcher.get(f"{match}pulse/").tag
    watcher.get(f"{match}pulse/", tag)
    return asked(standby, newest) != before
