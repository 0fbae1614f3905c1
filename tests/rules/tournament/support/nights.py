"""A random night: its log, and the results of its tables."""

import random

from rules.tournament import events
from rules.tournament.events import At, TableResult
from rules.tournament.night import Night
from rules.tournament.play import play
from rules.tournament.presets import PRESETS
from rules.tournament.proposals import beginning, groups_entering, next_round, stage_is_over
from rules.tournament.refusals import NightRefusal
from rules.tournament.stages import Carries, LostBy, Points, Seats, Stage, Tie, Who

STEPS = 300


def result(rng, seats, *, most_hands=8):
    """Equal totals, and so shared places, are frequent."""
    totals = {name: rng.choice([0, 12, 40, 99]) for name in seats}
    places = {name: 1 + sum(other < totals[name] for other in totals.values()) for name in seats}
    return TableResult(places, totals, hands=rng.randint(1, most_hands))


class RandomNight:
    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.night, self.log, self.results = Night(), [], {}
        for number in range(1, rng.randint(4, 15)):
            self.add(events.Entered(number, (number,)))
        self.stages = []
        for stage in rng.choice(list(PRESETS.values())):
            self.stages.append(self.stage(stage))
            if stage.enters.who is not Who.EVERYBODY and rng.random() < 0.5:
                self.stages.append(self.beside())
        if rng.random() < 0.3:
            self.add(events.KeptApart(1, 2))
        self.play()

    def add(self, event):
        self.night = play(self.night, event)
        self.log.append(event)

    def beside(self):
        """For those whom the stage before leaves out: a round less or more than it, perhaps with lives."""
        lasts = {"until": "rounds", "number": self.rng.randint(1, 3)}
        options = {"enters": {"who": "others"}, "lasts": lasts, "carries": self.rng.choice(list(Carries))}
        given = self.rng.choice([0, 0, 2])
        return self.stage(Stage().turned({**options, "lives": {"given": given}}))

    def stage(self, stage):
        """A stage of a preset with some knobs turned."""
        rng = self.rng
        ties = rng.sample(list(Tie), rng.randint(0, len(Tie)))
        turned = {"ties": ties, "points": rng.choice([*Points][:3]), "seats": rng.choice(list(Seats))}
        if stage.lives.given:
            turned["lives"] = {
                **stage.dump()["lives"],
                "given": rng.randint(1, 3),
                "lost_by": rng.choice(list(LostBy)),
                "bought_until": 2,
            }
        return stage.turned(turned)

    def play(self):
        while len(self.night.stages) < len(self.stages):
            for stage in beginning(self.stages, self.night):
                seed = len(self.night.stages)
                groups = groups_entering(self.night, self.results, stage, seed)
                self.add(events.StageBegun(stage, groups, seed))
            for _ in range(6):
                if stage_is_over(self.night, self.results) or not self.play_round():
                    break

    def play_round(self):
        """Whether there were enough for a round."""
        try:
            seated = next_round(self.night, self.results, seed=len(self.log), steps=STEPS)
        except NightRefusal:
            return False
        if not seated.tables:
            return False
        self.add(seated)
        for table in seated.tables:
            at = At(seated.round, table.number)
            if self.rng.random() < 0.9:
                self.results[at] = result(self.rng, table.seats)
            if self.rng.random() < 0.1:
                self.add(events.Reported(at, result(self.rng, table.seats)))
        self.come_and_go()
        self.correct()
        return True

    def come_and_go(self):
        rng, entrant = self.rng, self.rng.choice(list(self.night.badges))
        number = len(self.night.badges) + 1
        for event in (
            events.Entered(number, (number,)),
            rng.choice([events.Left, events.Away, events.Back, *[events.LifeBought] * 3])(entrant),
        ):
            if rng.random() < 0.3:
                try:
                    self.add(event)
                except NightRefusal:
                    continue

    def correct(self):
        """An old table comes to something else."""
        if self.results and self.rng.random() < 0.2:
            at = self.rng.choice(list(self.results))
            self.results[at] = result(self.rng, list(self.results[at].places))
