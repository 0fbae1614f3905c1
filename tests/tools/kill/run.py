"""Save hands while processes are killed, then check the stored matches."""

from __future__ import annotations

import os
import random
import signal
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import cycle, islice
from math import ceil
from pathlib import Path

from tests.support.servers import UNLIMITED, Served, free_port, serving
from tests.tools.kill import verdict
from tests.tools.kill.patience import Stuck, wait_until
from tests.tools.kill.postgresql import Server
from tests.tools.kill.scorers import Scorer, all_counts, counted, playing, seated, wrong_answers

OF_THE_APP = ("worker", "master", "master and workers")
OF_POSTGRESQL = ("a backend of PostgreSQL", "postmaster")
MOMENT = 0.5  # seconds; a process is killed after a random part of them


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
    def variables(self) -> dict[str, str]:
        return {**UNLIMITED, "DATABASE_URL": self.server.url if self.server else ""}

    def start(self) -> None:
        self._app = self._up.enter_context(serving(self.data, port=self.port, **self.variables))

    def stop(self) -> None:
        self._up.close()
        self.stderr += self._app.stderr

    def kill(self, kind: str) -> None:
        """Kill processes, and restart those that do not restart by themselves."""
        {
            "worker": lambda: os.kill(random.choice(self._app.workers), signal.SIGKILL),
            "master": self._kill_master,
            "master and workers": lambda: self._kill_master(and_workers=True),
            "a backend of PostgreSQL": lambda: self.server.kill_backend(),
            "postmaster": self._kill_postmaster,
        }[kind]()

    def _kill_master(self, and_workers: bool = False) -> None:
        self._app.kill(and_workers)
        wait_until(self._is_gone, "the workers notice that nobody leads them")
        self.stop()
        self.start()

    def _kill_postmaster(self) -> None:
        self.server.kill()
        self.server.start()

    def _is_gone(self) -> bool:
        with closing(socket.socket()) as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) != 0


@dataclass
class Outcome:
    kinds: Counter[str]
    seconds: float
    scorers: list[Scorer]
    lines: list[verdict.Line]
    faults: list[str]

    def __str__(self) -> str:
        dealt = [(hand, scorer) for scorer in self.scorers for hand in scorer.hands]
        good = [(hand, scorer) for hand, scorer in dealt if hand.is_acknowledged]
        shared = sum(hand.match in scorer.shared for hand, scorer in good)
        return "\n".join(
            (
                f"{self.kinds.total()} kills in {self.seconds:.0f} s: {counted(self.kinds)}",
                f"  {len(good)} hands acknowledged, {shared} of them where two keep score; "
                f"{len(dealt) - len(good)} never answered",
                f"  {counted(all_counts(self.scorers))}",
                f"  {len(self.lines)} hands found in {len({line.match for line in self.lines})} matches",
            )
        )


def kinds(kills: int, server: Server | None) -> list[str]:
    """The kinds of kills in random order, equally often; the last leave requests without a response."""
    known = (*OF_THE_APP, *(OF_POSTGRESQL if server else ()))
    chosen = list(islice(cycle(known), kills - 1))
    return [*random.sample(chosen, len(chosen)), OF_THE_APP[-1]]


def kill_run(kills: Sequence[str], hands: int, server: Server | None = None) -> Outcome:
    """Save at least `hands` hands, equally many between two kills; then return all faults."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="reenganche-kill.") as data:
        site = Site(Path(data), server)
        site.start()
        try:
            scorers = seated(site.port)
            stuck = _played(site, scorers, kills, ceil(hands / len(kills)))
            seconds = time.monotonic() - started
            lines, reported = verdict.stored(site.data, **site.variables)
            faults = [
                *stuck,
                *verdict.faults((hand for scorer in scorers for hand in scorer.hands), lines),
                *reported,
            ]
            faults += [] if stuck else [*_boards(scorers, lines)]
        finally:
            site.stop()
    # SQLite has no process that could be killed, so the database is always there.
    never = ["answered 500"] if server else ["answered 500", "answered 503"]
    faults += wrong_answers(scorers, never, site.stderr)
    return Outcome(Counter(kills), seconds, scorers, lines, faults)


def _played(site: Site, scorers: list[Scorer], kills: Sequence[str], between: int) -> list[str]:
    """What did not happen in time; empty if everything did."""
    try:
        with playing(scorers) as (phones, over):
            for place, kind in enumerate(kills):
                _wait_for(between, scorers, phones, kills[place - 1] if place else "the start")
                time.sleep(random.uniform(0, MOMENT))
                if place == len(kills) - 1:
                    over.set()
                site.kill(kind)
    except Stuck as stuck:
        return [str(stuck)]
    return []


def _wait_for(hands: int, scorers: list[Scorer], phones: list[Future[None]], after: str) -> None:
    aim = _acknowledged(scorers) + hands

    def is_reached() -> bool:
        for phone in phones:
            if phone.done():
                phone.result()
        return _acknowledged(scorers) >= aim

    wait_until(is_reached, f"{hands} hands are acknowledged after this was killed: {after}")


def _acknowledged(scorers: list[Scorer]) -> int:
    return sum(hand.is_acknowledged for scorer in scorers for hand in scorer.hands)


def _boards(scorers: list[Scorer], lines: list[verdict.Line]) -> Iterator[str]:
    """Check that at the end every phone sees every match as it is stored."""
    written = Counter(line.match for line in lines)
    for scorer in scorers:
        for match in scorer.lines:
            shown = scorer.shown(match)
            if shown != written[match]:
                yield f"{match} is shown with {shown} lines, stored with {written[match]}"
