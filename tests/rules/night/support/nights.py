"""A random night: its log, and the results of its tables."""

import random
from contextlib import suppress

from rules.night import events
from rules.night.events import At, CutBy, TableResult
from rules.night.play import NightReplay
from rules.night.presets import Format
from rules.night.proposals import (
    entrants_of,
    next_round,
    next_stage,
    open_cuts,
    stage_is_over,
)
from rules.night.refusals import NightRefusal
from rules.night.stages import MatchOf
from tests.rules.night.support.logs import stages_of

STEPS = 300


def result(rng, seats):
    """Equal totals, and so shared ranks, are frequent. Some tables are on paper."""
    totals = {name: rng.choice([0, 12, 40, 99]) for name in seats}
    ranks = {
        name: 1 + sum(other < totals[name] for other in totals.values())
        for name in seats
    }
    if rng.random() < 0.2:
        return TableResult(ranks)
    return TableResult(ranks, totals, hands=rng.randint(1, 8))


class RandomNight:
    """`before_last` is the night with its results when the last round was seated; `open_cuts` are such nights
    in which the organiser had to decide."""

    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.played = NightReplay()
        self.log = []
        self.results = {}
        self.before_last = None
        self.open_cuts = []
        self.tables = rng.choice([None, None, 1, 3])  # in the room; some rest
        for number in range(1, rng.randint(4, 15)):
            self.add(events.Entered(number, (number,)))
        if rng.random() < 0.3:
            self.add(events.Away(rng.choice(list(self.sheet.badges))))  # expected
        final = rng.choice([None, 2, 3, 4])
        self.stages = stages_of(
            rng.choice(list(Format)), MatchOf(), rng.randint(1, 3), final
        )
        if rng.random() < 0.3:
            self.add(events.KeptApart(1, 2))
        if rng.random() < 0.3:
            self.add(events.KeptTogether(2, 3))
        self.play()

    @property
    def sheet(self):
        return self.played.sheet

    def add(self, event):
        self.played.write(event)
        self.log.append(event)

    def take_back(self):
        """Something lately said, but no round: what its tables came to would be lost."""
        entry = self.rng.choice(self.played.in_force[-8:])
        if not isinstance(self.log[entry], events.Seated):
            with suppress(NightRefusal):
                self.add(events.TakenBack(entry))

    def play(self):
        for _ in range(16):
            self.decide()
            if not self.begin_stage() or not self.play_round():
                return
            if not self.sheet.is_over and self.rng.random() < 0.2:
                self.add(events.ClockSet(self.sheet.last_round, len(self.log)))

    def begin_stage(self):
        """Whether something is left to play."""
        stage = next_stage(self.stages, self.sheet, self.results)
        if stage is not None:
            entrants = entrants_of(self.sheet, self.results, stage)
            self.add(events.StageBegun(stage, entrants, len(self.sheet.stages)))
        return not stage_is_over(self.sheet, self.results)

    def decide(self):
        """What the organiser decides at cuts, until none is open."""
        while cuts := open_cuts(self.stages, self.sheet, self.results):
            cut = cuts[0]
            self.open_cuts.append((self.sheet, dict(self.results)))
            by = self.rng.choice(list(CutBy))
            some = self.rng.sample(list(cut.level), cut.seats)
            through = cut.level if by is CutBy.SEATS else tuple(sorted(some))
            try:
                self.add(events.CutDecided(cut.at, cut.level, through, by))
            except NightRefusal:
                return

    def play_round(self):
        """Whether there were enough for a round."""
        try:
            seated = next_round(
                self.sheet,
                self.results,
                tables=self.tables,
                seed=len(self.log),
                steps=STEPS,
            )
            before = self.sheet
            self.add(seated)
            if self.rng.random() < 0.1:
                self.add(events.TakenBack(len(self.log) - 1))
                self.add(seated)
            self.before_last = before, dict(self.results)
        except NightRefusal:
            return False
        for table in seated.tables:
            at = At(seated.round, table.number)
            if self.rng.random() < 0.9:
                self.results[at] = result(self.rng, table.seats)
            if self.rng.random() < 0.1:
                self.add(events.Reported(at, result(self.rng, table.seats)))
                if self.rng.random() < 0.3:
                    self.add(events.ReportWithdrawn(at))
        self.come_and_go()
        self.correct()
        if self.rng.random() < 0.3:
            self.take_back()
        return True

    def come_and_go(self):
        rng = self.rng
        entrant = self.rng.choice(list(self.sheet.badges))
        number = len(self.sheet.badges) + 1
        for event in (
            events.Entered(number, (number,)),
            rng.choice([events.Left, events.Away, events.Back])(entrant),
        ):
            if rng.random() < 0.3:
                try:
                    self.add(event)
                except NightRefusal:
                    continue

    def correct(self):
        """An old table comes to something else."""
        if self.results and self.rng.random() < 0.4:
            at = self.rng.choice(list(self.results))
            self.results[at] = result(self.rng, list(self.results[at].places))
