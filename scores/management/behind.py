"""Fill in results that an older version did not store, while the app runs already.

One match at a time, in a short transaction of its own, with pauses. A process that was ended loses nothing:
the next one goes on with the matches that still lack something. A log that cannot be replayed is tried once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.files import locks
from django.db import DatabaseError, InterfaceError, connection

from scores.core import replication
from scores.core.matches import ratings, results
from scores.core.matches.scoresheet import Sheet
from scores.management.batches import batches
from scores.models import Circle, Match

FILLING = 0x5EE6B  # any number that all machines share
TRY_AGAIN = 5  # seconds until the lock of another process is tried again, or a database that is away
SHARE = 0.5  # of the time that is spent working
# The database is away or takes no writes, the directory of the lock neither
UNAVAILABLE = (*replication.NOT_WRITABLE, InterfaceError, OSError)


def start() -> None:
    """Start a process that fills in what is missing, if anything is. It ends with the process that starts it.

    A session of its own, so that Ctrl-C in a terminal ends only the app.
    """
    if results.incomplete().exists():
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "rebuild_results", "--behind"]
        command.append(str(os.getpid()))
        subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 -- ours


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
    for batch in batches(results.incomplete().only("pk")):
        for match in batch:
            if os.getppid() != parent:
                return
            begun = time.monotonic()
            try:
                _fill_in(match.pk)
            except DatabaseError:
                raise
            except Exception as error:  # a log that is damaged must not stop the others
                results.give_up(match.pk)
                warn(f"The results of match {match.pk} are not filled in, see check_logs: {error!r}")
            time.sleep((time.monotonic() - begun) * (1 - SHARE) / SHARE)
    for circle in Circle.objects.in_use().order_by("pk").iterator():
        ratings.bring_up_to_date(circle)


def _fill_in(pk: int) -> None:
    """Replay the log before the transaction, in which only the lines since then are replayed."""
    read = Match.objects.filter(pk=pk).first()
    if read is None:  # purged meanwhile
        return
    _ = Sheet(read).board
    with replication.derived():
        match = Match.objects.locked().filter(pk=pk).first()
        if match is not None:
            results.fill_in(Sheet(match))


@contextmanager
def _one_process_at_a_time() -> Iterator[bool]:
    """Whether no other process fills in, on all machines with this database."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [FILLING])
            [is_mine] = cursor.fetchone()
            yield is_mine
            cursor.execute("SELECT pg_advisory_unlock(%s)", [FILLING])
        return
    with open(settings.DATA_DIR / "filling.lock", "w") as file:
        yield locks.lock(file, locks.LOCK_EX | locks.LOCK_NB)
