"""Save hands at two app servers while things happen to their cluster, then compare all three machines."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import quantiles

from tests.support.servers import UNLIMITED, Served, serving
from tests.support.wire import Answer
from tests.tools.kill import verdict
from tests.tools.kill.cluster.happenings import HAPPENINGS, Happening
from tests.tools.kill.cluster.machines import SECRET, Machines, NotWhole
from tests.tools.kill.cluster.network import MACHINES, Network, a_network
from tests.tools.kill.cluster.ways import Ways
from tests.tools.kill.scorers import Hand, Scorer, all_counts, counted, playing, seated, wrong_answers

KEYS = {
    "REENGANCHE_SECRET_KEY": "abcdefghij0123456789" * 3,
    "REENGANCHE_LINK_KEY": "zyxwvutsrq9876543210" * 3,
}
QUIET = 6.0  # seconds before anything happens
RECOVERY = 120.0  # seconds until every phone has saved again
PAUSE = 0.1  # seconds between two hands of a phone
SAME_EVERYWHERE = """
SELECT count(*), md5(string_agg(
    concat_ws(':', match_id, seq, client_key, payload::text), ',' ORDER BY match_id, seq
)) FROM scores_entry
"""


@dataclass
class TimedScorer(Scorer):
    """A phone with a clock."""

    saved: list[tuple[float, float]] = field(default_factory=list)  # when sent, when acknowledged

    def _sent(self, hand: Hand) -> Answer | None:
        sent = time.monotonic()
        answer = super()._sent(hand)
        if answer is not None and answer.status in (200, 302):
            self.saved.append((sent, time.monotonic()))
        time.sleep(PAUSE)
        return answer


@dataclass(frozen=True)
class Measured:
    """One happening: the longest time without a save of any phone, and until each had saved again."""

    happening: Happening
    gap: float
    all_phones: float
    answers: Counter[str]

    @property
    def faults(self) -> list[str]:
        limit = self.happening.limit
        if limit is None or self.gap < limit:
            return []
        return [f"{self.happening.name}: {self.gap:.1f} s without a save, more than {limit:.0f}"]

    def __str__(self) -> str:
        limit = f"under {self.happening.limit:.0f}" if self.happening.limit else "no limit"
        return (
            f"{self.happening.name}: {self.gap:.1f} s without a save ({limit}), every phone again after "
            f"{self.all_phones:.1f} s; {counted(self.answers)}"
        )


class ClusterRun:
    def __init__(self, machines: Machines, scorers: list[TimedScorer]) -> None:
        self.machines, self.scorers = machines, scorers
        self.measured: list[Measured] = []

    def run(self, wanted: Sequence[Happening]) -> None:
        with playing(self.scorers):
            time.sleep(QUIET)
            say(f"nothing happens: {latency(self.scorers)}")
            for happening in wanted:
                self._measure(happening)

    def _measure(self, happening: Happening) -> None:
        began, before = time.monotonic(), self._answers()
        happening.do(self.machines)
        while not (times := self._first_saves(began)) and time.monotonic() < began + RECOVERY:
            time.sleep(0.1)
        self.machines.wait_until_whole()
        ended = time.monotonic()
        gap = self._longest_gap(began, ended)
        last = max(times) - began if times else RECOVERY
        measured = Measured(happening, gap, last, self._answers() - before)
        say(str(measured))
        self.measured.append(measured)

    def _first_saves(self, since: float) -> list[float]:
        """When each phone saved what it sent after `since`; empty until all have."""
        first = [
            next((ended for sent, ended in list(scorer.saved) if sent > since), None)
            for scorer in self.scorers
        ]
        return [] if None in first else [ended for ended in first if ended is not None]

    def _longest_gap(self, since: float, until: float) -> float:
        ended = sorted(ended for scorer in self.scorers for _sent, ended in list(scorer.saved))
        before = max((one for one in ended if one <= since), default=since)
        inside = [before, *(one for one in ended if since < one <= until), until]
        return max(later - earlier for earlier, later in pairwise(inside))

    def _answers(self) -> Counter[str]:
        counts = all_counts(self.scorers)
        return Counter({what: times for what, times in counts.items() if "answer" in what})


def latency(scorers: list[TimedScorer]) -> str:
    """How long saves took so far."""
    took = [1000 * (ended - sent) for scorer in scorers for sent, ended in scorer.saved]
    cuts = quantiles(took, n=20)
    load = os.getloadavg()[0]
    return f"{len(took)} saves, p50 {cuts[9]:.0f} ms, p95 {cuts[18]:.0f} ms; load {load:.1f}"


def is_good(wanted: Sequence[Happening], setup: str, ways: Sequence[str]) -> bool:
    """Run the test and print it; False if a hand was lost, doubled or answered wrongly."""
    with ExitStack() as up:
        place = Path(up.enter_context(tempfile.TemporaryDirectory(prefix="reenganche-cluster.")))
        place.chmod(0o755)
        if not os.geteuid():
            shutil.chown(place, "postgres", "postgres")
        network = up.enter_context(a_network())
        wanted = _possible(wanted, network)
        machines = Machines(place, network, setup)
        up.callback(machines.stop)
        started = time.monotonic()
        machines.start()
        say(f"{setup} cluster: whole after {time.monotonic() - started:.0f} s")
        _create_database(machines)
        faults = _cluster_run(machines, Ways(place, network, up), wanted, ways, up)
    for fault in faults[:20]:
        say(f"  *** {fault}")
    lost = sum("acknowledged and not there" in fault for fault in faults)
    failed = f"*** FAILED: {len(faults)} faults, {lost} hands lost ***"
    say(failed if faults else "everything is as it was sent")
    return not faults


def _possible(wanted: Sequence[Happening], network: Network) -> Sequence[Happening]:
    if network.may_cut or not any(happening.needs_namespaces for happening in wanted):
        return wanted
    say("*** SKIPPED: nothing is cut off. Network namespaces cannot be made here. ***")
    return [happening for happening in wanted if not happening.needs_namespaces]


def _create_database(machines: Machines) -> None:
    with machines.connect(machines.leader(), "postgres") as database:
        database.execute(f"CREATE ROLE reenganche LOGIN PASSWORD '{SECRET}'")
        database.execute("CREATE DATABASE reenganche OWNER reenganche")


def _cluster_run(
    machines: Machines, to: Ways, wanted: Sequence[Happening], ways: Sequence[str], up: ExitStack
) -> list[str]:
    apps: list[Served] = []
    with ExitStack() as running:
        for number, way in enumerate(ways):
            data = machines.place / f"app{number}"
            variables = {**KEYS, **UNLIMITED, **to.environment(way)}
            apps.append(running.enter_context(serving(data, **variables)))
            say(f"app server {number + 1}: {way}")
        scorers = _scorers(apps)
        run = ClusterRun(machines, scorers)
        faults = [*_stuck(run, wanted)]
        # Not by haproxy: it ends the sessions of a leader that answers late, as on a machine with much to do.
        faults += [*_stored(machines, scorers, {**KEYS, **UNLIMITED, **to.environment("hosts")})]
    faults += [fault for measured in run.measured for fault in measured.faults]
    stderr = "".join(app.stderr for app in apps)
    return [*faults, *wrong_answers(scorers, ["answered 500"], stderr)]


def _scorers(apps: list[Served]) -> list[TimedScorer]:
    """Two phones at each app server; each two that share a match are at different ones."""
    scorers = [TimedScorer(scorer.phone, scorer.lines, scorer.shared) for scorer in seated(apps[0].port)]
    for number, scorer in enumerate(scorers):
        scorer.phone = scorer.phone.at(apps[number % len(apps)].port)
    return scorers


def _stuck(run: ClusterRun, wanted: Sequence[Happening]) -> Iterator[str]:
    try:
        run.run(wanted)
        run.machines.wait_until_whole()
    except (NotWhole, AssertionError) as stuck:
        yield f"stuck: {stuck}"


def _stored(machines: Machines, scorers: list[TimedScorer], environment: dict[str, str]) -> Iterator[str]:
    lines, reported = verdict.stored(machines.place / "reader", **environment)
    hands = [hand for scorer in scorers for hand in scorer.hands]
    good = sum(hand.is_acknowledged for hand in hands)
    say(f"{good} hands acknowledged, {len(hands) - good} never answered, {len(lines)} found")
    yield from verdict.faults(hands, lines)
    yield from reported
    try:
        machines.wait_until_level()
    except NotWhole as stuck:
        yield f"stuck: {stuck}"
        return
    contents = Counter(_content(machines, machine) for machine in MACHINES)
    say(f"the machines agree: {len(contents) == 1}")
    if len(contents) > 1:
        yield f"the machines disagree: {contents}"


def _content(machines: Machines, machine: int) -> tuple[object, ...]:
    with machines.connect(machine) as database:
        return database.execute(SAME_EVERYWHERE).fetchone()


def chosen(names: Sequence[str], is_short: bool) -> list[Happening]:
    """The happenings of these names, each as often as it is to happen; in the short form once."""
    wanted = [HAPPENINGS[name] for name in names or HAPPENINGS]
    return [one for one in wanted for _time in range(1 if is_short else one.times)]


def say(text: str) -> None:
    print(f"  {text}", flush=True)
