"""Save hands while things happen, measure how long no phone could save, and compare what is stored."""

import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import quantiles
from typing import Any

from tests.tools.kill import verdict
from tests.tools.kill.patience import Stuck
from tests.tools.kill.scorers import Scorer, all_counts, counted, playing

RECOVERY = 120.0  # seconds until every phone has saved again
MOMENT = 0.5  # seconds; a thing happens after a random part of them
SHOWN = 20  # faults


@dataclass(frozen=True)
class Happening:
    """`do` breaks something of what it is given and puts it right; phones save meanwhile."""

    name: str
    do: Callable[[Any], None]
    times: int = 1
    limit: float | None = None  # seconds without a save; None: as long as it lasts
    needs_namespaces: bool = False


@dataclass
class Run:
    """What happens to `what` while the phones save."""

    scorers: Sequence[Scorer]
    what: Any
    wait_until_whole: Callable[[], None] = lambda: None
    faults: list[str] = field(default_factory=list)

    def run(self, wanted, quiet, last=None):
        """First nothing, for `quiet` seconds. What gets no answer when `last` happens is not sent again."""
        try:
            with playing(self.scorers) as over:
                time.sleep(quiet)
                say(f"nothing happens: {latency(self.scorers)}")
                for happening in wanted:
                    self._measure(happening)
                time.sleep(random.uniform(0, MOMENT))
                over.set()
                if last:
                    last.do(self.what)
            self.wait_until_whole()
        except (Stuck, AssertionError) as stuck:
            self.faults.append(f"stuck: {stuck}")

    def _measure(self, happening):
        time.sleep(random.uniform(0, MOMENT))
        began = time.monotonic()
        before = all_counts(self.scorers)
        happening.do(self.what)
        while (
            not (times := self._first_saves(began))
            and time.monotonic() < began + RECOVERY
        ):
            time.sleep(0.05)
        self.wait_until_whole()
        ended = time.monotonic()
        last = max(times) - began if times else RECOVERY
        answers = counted(all_counts(self.scorers) - before)
        gap = self._longest_gap(began, ended)
        told = f"{happening.name}: {gap:.1f} s without a save (limit {happening.limit})"
        say(f"{told}, every phone again after {last:.1f} s; {answers}")
        if happening.limit is not None and gap >= happening.limit:
            self.faults.append(told)

    def _first_saves(self, since):
        """When each phone saved what it sent after `since`; empty until all have."""
        first = [
            next((ended for sent, ended in list(scorer.saved) if sent > since), None)
            for scorer in self.scorers
        ]
        return [] if None in first else [ended for ended in first if ended is not None]

    def _longest_gap(self, since, until):
        ended = sorted(
            ended for scorer in self.scorers for _sent, ended in list(scorer.saved)
        )
        before = max((one for one in ended if one <= since), default=since)
        inside = [before, *(one for one in ended if since < one <= until), until]
        return max(later - earlier for earlier, later in pairwise(inside))

    def compare(self, data, **variables):
        """Note what is wrong with the stored lines, and return them."""
        lines, reported = verdict.stored(data, **variables)
        hands = [hand for scorer in self.scorers for hand in scorer.hands]
        good = sum(hand.is_acknowledged for hand in hands)
        say(f"{good} hands acknowledged, {len(hands) - good} never, {len(lines)} found")
        self.faults += [*verdict.faults(hands, lines), *reported]
        return lines


def latency(scorers):
    """How long saves took so far."""
    took = [1000 * (ended - sent) for scorer in scorers for sent, ended in scorer.saved]
    cuts = quantiles(took, n=20)
    load = os.getloadavg()[0]
    return f"{len(took)} saves, p50 {cuts[9]:.0f} ms, p95 {cuts[18]:.0f} ms; load {load:.1f}"


def is_good(faults):
    """Print the faults, or that there is none."""
    for fault in faults[:SHOWN]:
        say(f"*** {fault}")
    lost = sum("acknowledged and not there" in fault for fault in faults)
    failed = f"*** FAILED: {len(faults)} faults, {lost} hands lost ***"
    say(failed if faults else "everything is as it was sent")
    return not faults


def say(text):
    print(f"  {text}", flush=True)
