"""How good the forecast is: `python -m tests.tools.forecast --matches N --seed S`.

For every kind of game it plays N matches with real cards, in groups of 20 matches. A group has players of
different skill, and a match knows only the matches of its group before it, as at a real table. No match was
used for anything else: not for the shipped hands, not to choose a number of the model. Before some hands,
drawn at random, the forecast is compared with who won. Prints the Brier score (0 is perfect) and
the log loss of the model, of the model without the players' strength, of "the leader wins" and of "all
equal"; then ten bins: forecasts, per cent said, per cent happened, and the standard error of that. The same
arguments print the same numbers, except for the milliseconds.
"""

import argparse
import math
import time
from collections import defaultdict
from multiprocessing import Pool
from random import Random

from rules.forecast.chances import Table, forecast
from rules.forecast.hand_pool import SHRINK, HandPool, Strengths, renumbered, results
from rules.match.board import played_by, with_usual_sides
from rules.presets import RULESETS
from tests.tools.forecast.playing import any_skill, one_match

MATCHES_OF_GROUP = 20
JUDGED = 1 / 3
"""The chance of each board to be judged.

It must not depend on how the match went on. With a fixed number of boards for each match, those of short
matches are judged more often; whoever leads a match that ends soon wins more often than its board can tell.
"""
POOL_MATCHES = 40  # the newest matches of a group that count, as in the app

HOUSE = {"limit": 101, "stake": 100, "rebuy_stake": None, "rebuys": 2, "rebuy_choice": "ask"}
KINDS = {
    "chinchon, 4": (RULESETS["chinchon"], 4),
    "chinchon, 3": (RULESETS["chinchon"], 3),
    "chinchon, 2": (RULESETS["chinchon"], 2),
    "chinchon to 300, 4": (RULESETS["chinchon"].turned({"limit": 300}), 4),
    "chinchon to 101 for money, 4": (RULESETS["chinchon"].turned(HOUSE), 4),
    "chinchon-fournier, 5": (RULESETS["chinchon-fournier"], 5),
    "chinchon-french, 4": (RULESETS["chinchon-french"], 4),
    "gin, 2": (RULESETS["gin"], 2),
    "gin with three": (RULESETS["gin"], 3),
    "gin in pairs, 4": (with_usual_sides(RULESETS["gin"], 4), 4),
    "rummy, 4": (RULESETS["rummy"], 4),
    "queen-city, 3": (RULESETS["queen-city"], 3),
    "double-rum, 4": (RULESETS["double-rum"], 4),
    "rum-500, 3": (RULESETS["rum-500"], 3),
    "rum-500-pairs, 4": (RULESETS["rum-500-pairs"], 4),
    "chinaso, 4": (RULESETS["chinaso"], 4),
}
WAYS = ("model", "without strength", "the leader wins", "all equal")

LEAST = 0.01  # the log loss of a forecast counts from here, otherwise one "the leader wins" costs infinity
BINS = 10


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.forecast")
    parser.add_argument("--matches", type=int, default=200, help="of each kind of game")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", default="", help="kinds whose name begins so")
    parser.add_argument("--shrink", type=float, default=SHRINK, help="another shrinkage of the strengths")
    chosen = parser.parse_args()
    everything = Calibration()
    for kind in (kind for kind in KINDS if kind.startswith(chosen.only)):
        everything.merge(judged(kind, chosen.matches, chosen.seed, chosen.shrink))
    print_bins("all kinds", everything)


def judged(kind, matches, seed, shrink):
    """Play the groups of one kind, print its scores and its bins; return the bins."""
    groups = range(0, matches, MATCHES_OF_GROUP)
    scores, bins, seconds = {way: Score() for way in WAYS}, Calibration(), []
    with Pool() as workers:
        sizes = [min(MATCHES_OF_GROUP, matches - first) for first in groups]
        tasks = [
            (kind, f"{seed} {kind} {first}", size, shrink) for first, size in zip(groups, sizes, strict=True)
        ]
        for forecasts in (match for group in workers.imap(_group_of, tasks) for match in group):
            bins.add_match([(said["model"], won) for said, won, _used in forecasts])
            seconds += [used for _said, _won, used in forecasts]
            for said, won, _used in forecasts:
                for way, score in scores.items():
                    score.add(said[way], won)
    seconds.sort()
    p95 = 1000 * seconds[len(seconds) * 95 // 100]
    print(f"\n{kind}: {matches} matches, {len(seconds)} forecasts; p95 {p95:.0f} ms of processor")
    for way, score in scores.items():
        print(f"  {way:18}{score}")
    print_bins(kind, bins)
    return bins


def _group_of(task):
    return group_of(*task)


def print_bins(name, bins):
    print(f"  {name}: said against happened, in per cent")
    for place, count, said, happened, error in bins.lines():
        note = "" if count < 200 or abs(said - happened) <= 4 else "  <- more than 4 points"
        numbers = f"{count:7} {said:6.1f} {happened:6.1f} ±{error:.1f}"
        print(f"   {place * 10:3}-{place * 10 + 10:3} {numbers}{note}", flush=True)


def group_of(kind, seed, matches, shrink):
    """The forecasts of a group's matches: what each way said, what happened, and the processor time."""
    ruleset, players = KINDS[kind]
    dice = Random(f"forecast {seed}")
    skills = {seat: any_skill(dice) for seat in range(players)}
    known = Known(ruleset, shrink)
    return [match_of(ruleset, skills, dice, known) for _ in range(matches)]


class Known:
    """What a group knows of itself before a match."""

    def __init__(self, ruleset, shrink):
        self.ruleset, self.shrink = ruleset, shrink
        self.matches = []  # of each: what was learned from its hands

    @property
    def hands(self):
        return [hand for match in self.matches[-POOL_MATCHES:] for hand in match]

    def pool(self):
        return HandPool(self.ruleset, [own for own, _result in self.hands])

    def strengths(self, so_far):
        """From the matches before, and the hands of this one."""
        strengths = Strengths(self.shrink)
        for _own, result in [*self.hands, *so_far]:
            strengths.add(result)
        return strengths


def match_of(ruleset, skills, dice, known):
    boards, hands, end = one_match(ruleset, skills, dice)
    learned = [learned_of(board, hand) for board, hand in zip(boards, hands, strict=True)]
    pool = known.pool()
    won_sides = {end.side_of(seat) for seat in end.winners}
    won = {side: (side in won_sides) / len(won_sides) for side in end.sides}
    forecasts = []
    for number in judged_boards(len(boards), dice):
        board, strengths = boards[number], known.strengths(learned[:number])
        table = Table(pool, {seat: strengths.weight(seat) for seat in board.order})
        began = time.process_time()
        model = forecast(board, table).chances
        used = time.process_time() - began
        said = {
            "model": by_side(board, model),
            "without strength": by_side(board, forecast(board, Table(pool)).chances),
            "the leader wins": leader_wins(board),
            "all equal": all_equal(board),
        }
        forecasts.append((said, won, used))
    known.matches.append(learned)
    return forecasts


def judged_boards(number, dice):
    """Which of so many boards are judged: each with the same chance."""
    return [board for board in range(number) if dice.random() < JUDGED]


def by_side(board, chance):
    return {side: chance[side[0]] for side in board.sides}


def learned_of(board, hand):
    seats = played_by(board, hand)
    return (len(seats), renumbered(hand, seats)), results(board.next_ruleset, hand, seats)


# How far forecasts were from what happened


class Score:
    """The mean Brier score and log loss of one way to forecast.

    The Brier score sums the squares over the sides of a match, so it goes from 0 to 2.
    """

    def __init__(self):
        self.forecasts, self.brier, self.log = 0, 0.0, 0.0

    def add(self, said, won):
        """`said`: the chance of each side; `won`: the part of the win that each had."""
        self.forecasts += 1
        self.brier += sum((said[side] - won[side]) ** 2 for side in won)
        self.log -= sum(part * math.log(max(LEAST, said[side])) for side, part in won.items() if part)

    def __str__(self):
        return f"{self.brier / self.forecasts:7.4f} {self.log / self.forecasts:7.4f}"


class Calibration:
    """Ten bins: what was said on average, and how often it happened.

    The forecasts of one match come true or not together, so the standard error counts matches, not forecasts.
    """

    def __init__(self):
        self.bins = defaultdict(lambda: [0, 0.0, 0.0, 0.0])

    def add_match(self, forecasts):
        """`forecasts` of one match: what was said of each side, and what happened."""
        missed = defaultdict(float)
        for said, won in forecasts:
            for side, chance in said.items():
                place = min(BINS - 1, int(chance * BINS))
                line = self.bins[place]
                line[:3] = line[0] + 1, line[1] + chance, line[2] + won[side]
                missed[place] += won[side] - chance
        for place, amount in missed.items():
            self.bins[place][3] += amount**2

    def merge(self, other):
        for place, line in other.bins.items():
            self.bins[place] = [one + more for one, more in zip(self.bins[place], line, strict=True)]

    def lines(self):
        """(bin, forecasts, said, happened, its standard error), the last three in per cent."""
        return [
            (place, count, 100 * said / count, 100 * happened / count, 100 * math.sqrt(squares) / count)
            for place, (count, said, happened, squares) in sorted(self.bins.items())
        ]


def leader_wins(board):
    """All of the chance for whoever leads, in equal parts where several do."""
    leading = {board.side_of(seat) for seat in board.leaders}
    return {side: (side in leading) / len(leading) for side in board.sides}


def all_equal(board):
    """The same chance for each side that can still win."""
    alive = {board.side_of(seat) for seat in (*board.seats_in, *board.seats_asked)}
    return {side: (side in alive) / len(alive) for side in board.sides}


if __name__ == "__main__":
    main()
