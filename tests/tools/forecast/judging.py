"""How far forecasts were from what happened: Brier score, log loss, calibration."""

import math
from collections import defaultdict

LEAST = 0.01  # the log loss of a forecast counts from here, otherwise one "the leader wins" costs infinity
BINS = 10


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
