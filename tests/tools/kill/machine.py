"""One machine: the app on SQLite or with a PostgreSQL server, whose processes are killed."""

import os
import random
import signal
import socket
import tempfile
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from tests.support.servers import UNLIMITED, Served, free_port, serving
from tests.tools.kill.patience import PATIENCE, wait_until
from tests.tools.kill.postgresql import Server
from tests.tools.kill.run import Happening, Run
from tests.tools.kill.scorers import seated, wrong_answers

QUIET = 1.0  # seconds before anything happens


@dataclass
class Site:
    """The served app. After a restart it has the same address."""

    data: Path
    server: Server | None = None
    port: int = field(default_factory=free_port)
    stderr: str = ""
    _app: Served | None = None
    _up: ExitStack = field(default_factory=ExitStack)

    @property
    def variables(self):
        return {**UNLIMITED, "DATABASE_URL": self.server.url if self.server else ""}

    def start(self):
        self._app = self._up.enter_context(
            serving(self.data, port=self.port, **self.variables)
        )

    def stop(self):
        self._up.close()
        self.stderr += self._app.stderr

    # Each restarts what does not restart by itself.

    def kill_worker(self):
        wait_until(lambda: self._app.workers, "the app has a worker")
        os.kill(random.choice(self._app.workers), signal.SIGKILL)

    def kill_master(self, and_workers=False):
        self._app.kill(and_workers)
        wait_until(self._is_gone, "the workers notice that nobody leads them")
        self.stop()
        self.start()

    def kill_backend(self):
        self.server.kill_backend()

    def kill_postmaster(self):
        self.server.kill()
        self.server.start()

    def _is_gone(self):
        with closing(socket.socket()) as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) != 0


BOTH = Happening(
    "master and workers", partial(Site.kill_master, and_workers=True), limit=PATIENCE
)
OF_THE_APP = (
    Happening("worker", Site.kill_worker, limit=PATIENCE),
    Happening("master", Site.kill_master, limit=PATIENCE),
    BOTH,
)
OF_POSTGRESQL = (
    Happening("a backend of PostgreSQL", Site.kill_backend, limit=PATIENCE),
    Happening("postmaster", Site.kill_postmaster, limit=PATIENCE),
)


def kills_in_random_order(number, server):
    """Each kind equally often; the last leaves requests without a response."""
    kinds = (*OF_THE_APP, *(OF_POSTGRESQL if server else ()))
    chosen = list(islice(cycle(kinds), number - 1))
    return [*random.sample(chosen, len(chosen)), BOTH]


def faults(number, server):
    """Kill so many times while phones save."""
    *kills, last = kills_in_random_order(number, server)
    with tempfile.TemporaryDirectory(prefix="reenganche-kill.") as data:
        site = Site(Path(data), server)
        site.start()
        try:
            run = Run(seated(site.port), site)
            run.run(kills, QUIET, last)
            is_stuck = bool(run.faults)
            lines = run.compare(site.data, **site.variables)
            boards = [] if is_stuck else [*_wrong_boards(run.scorers, lines)]
        finally:
            site.stop()
    # SQLite has no process that could be killed, so the database is always there.
    never = ["answered 500"] if server else ["answered 500", "answered 503"]
    return [*run.faults, *boards, *wrong_answers(run.scorers, never, site.stderr)]


def _wrong_boards(scorers, lines):
    """Check that at the end every phone sees every match as it is stored."""
    written = Counter(line.match for line in lines)
    for scorer in scorers:
        for match in scorer.lines:
            shown = scorer.shown(match)
            if shown != written[match]:
                yield f"{match} is shown with {shown} lines, stored with {written[match]}"
