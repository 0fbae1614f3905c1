"""Bring a database of an older version up to date: its tables, and results that were not stored then.

`serve` fills in results while the app runs already: one match at a time, in a short transaction of its own,
with pauses. A process that was ended loses nothing: the next one goes on with the matches that still lack
something. A log that cannot be replayed is tried once."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from django.conf import settings
from django.core.files import locks
from django.core.management import call_command
from django.db import DatabaseError, InterfaceError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.models import QuerySet

from scores.core import database, folders
from scores.core.matches import ratings, results
from scores.core.matches.scoresheet import Sheet
from scores.management import PROGRAM
from scores.models import Circle, Match

# Locks: any numbers that all machines share
UPGRADING = 0x5EE6A
FILLING = 0x5EE6B
BATCH = 200  # rows in memory
TRY_AGAIN = 5  # seconds until the lock of another process is tried again, or a database that is away
SHARE = 0.5  # of the time that is spent working
# The database is away or takes no writes, the directory of the lock neither
UNAVAILABLE = (*database.NOT_WRITABLE, InterfaceError, OSError)


def is_up_to_date() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def use_direct_address() -> None:
    """Let this process reach the database by REENGANCHE_DIRECT_URL, if it is set: without a pooler, which
    gives each transaction another session and loses the lock below."""
    if settings.DIRECT_DATABASE:
        del connections["default"]
        connections.settings["default"] |= settings.DIRECT_DATABASE


def bring_up_to_date() -> None:
    """Apply missing migrations and fill in results that an older version did not store. Progress is printed:
    it may take minutes."""
    migrate()
    if results.incomplete_matches().exists():
        call_command("rebuild_results", missing=True)


def migrate() -> None:
    """Apply missing migrations. Of machines that start together only one does the work."""
    is_shared = connection.vendor == "postgresql"
    with _lock(UPGRADING, "pg_advisory_lock") if is_shared else nullcontext():
        if not is_up_to_date():
            call_command("migrate", verbosity=0, interactive=False)
    # staged files of 0.4.0
    shutil.rmtree(settings.DATA_DIR / "brought", ignore_errors=True)


def by_key(rows: QuerySet[Any]) -> Iterator[Any]:
    """The rows in the order of their keys, read in batches: only one is in memory, and rows that were changed
    meanwhile are read in their new state."""
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk")[:BATCH]):
        yield from batch
        last = batch[-1].pk


def with_progress(rows: QuerySet[Any], write: Callable[[str], object]) -> Iterator[Any]:
    """The same; `write` gets a line after each batch."""
    total = rows.count()
    for number, row in enumerate(by_key(rows), 1):
        yield row
        if number % BATCH == 0 or number == total:
            write(f"  {number} of {total}")


@contextmanager
def going_on_after_damage(
    match: Match, warn: Callable[[str], object]
) -> Iterator[None]:
    """A log that is damaged must not stop the others: `warn` gets a sentence, and the results stay."""
    try:
        yield
    except DatabaseError:
        raise
    except Exception as error:
        results.give_up(match.pk)
        warn(
            f"The results of match {match.pk} stay as they are, see check_logs: {error!r}"
        )


def start_filling_in() -> None:
    """Start a process that fills in what is missing, if anything is. It ends with the process that starts it.
    A session of its own, so that Ctrl-C in a terminal ends only the app."""
    if results.incomplete_matches().exists():
        command = [sys.executable, "-m", PROGRAM, "rebuild_results", "--behind"]
        subprocess.Popen(  # noqa: S603 -- ours
            [*command, str(os.getpid())],
            cwd=folders.PACKAGES,
            env={**os.environ, "REENGANCHE_DATA": str(settings.DATA_DIR)},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )


def fill_in(parent: int, warn: Callable[[str], object]) -> None:
    """Fill in everything, as long as `parent` runs. `warn` gets a sentence for each match that cannot be."""
    while os.getppid() == parent:
        try:
            with _one_process_at_a_time() as is_mine:
                if is_mine:
                    _fill_in_all(parent, warn)
                    return
        except UNAVAILABLE:  # with the connection a lock is lost too
            connection.close()
        time.sleep(TRY_AGAIN)


def _fill_in_all(parent: int, warn: Callable[[str], object]) -> None:
    for match in by_key(results.incomplete_matches().only("pk")):
        if os.getppid() != parent:
            return
        begun = time.monotonic()
        with going_on_after_damage(match, warn):
            _fill_in(match.pk)
        time.sleep((time.monotonic() - begun) * (1 - SHARE) / SHARE)
    rate_all()


def rate_all() -> None:
    """Bring the ratings of every circle up to date."""
    for circle in by_key(Circle.objects.current()):
        ratings.bring_up_to_date(circle)


def _fill_in(pk: int) -> None:
    """Replay the log before the transaction, in which only the lines since then are replayed."""
    read = Match.objects.filter(pk=pk).first()
    if read is None:  # purged meanwhile
        return
    _ = Sheet(read).board
    with database.derived_rows_transaction():
        match = Match.objects.locked().filter(pk=pk).first()
        if match is not None:
            results.fill_in(Sheet(match))


@contextmanager
def _one_process_at_a_time() -> Iterator[bool]:
    """Whether no other process fills in, on all machines with this database."""
    if connection.vendor == "postgresql":
        with _lock(FILLING, "pg_try_advisory_lock") as is_mine:
            yield is_mine
        return
    with open(settings.DATA_DIR / "filling.lock", "wb") as file:
        yield locks.lock(file, locks.LOCK_EX | locks.LOCK_NB)


@contextmanager
def _lock(number: int, function: str) -> Iterator[bool]:
    """The answer of that function of PostgreSQL for the lock with this number."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [number])
        [answer] = cursor.fetchone()
        yield answer
        cursor.execute("SELECT pg_advisory_unlock(%s)", [number])
