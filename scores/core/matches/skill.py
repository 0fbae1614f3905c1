"""The skill of players: a Bradley-Terry model for tables of any size, that of openskill.

A match counts as a duel between each two sides, equal ranks as a draw. (A Plackett-Luce model can give two
who share a win less than the third.) A player's state is a `Skill`, or on the server a stored `Rating`.
"""

from collections.abc import Iterable, MutableMapping, Sequence
from math import exp, sqrt
from typing import Any, TypeAlias

State: TypeAlias = Any
Result: TypeAlias = Any

MU = 25.0  # mean skill of a new player
SIGMA = MU / 3  # its standard deviation
BETA = SIGMA / 2
KAPPA = 0.0001
TAU = MU / 300
START = 400  # shown rating of a new player; average well-known players come near 1000
# shown points per point of skill, so that ratings look like chess ratings
SPREAD = 24
# matches; with fewer a rating is provisional, and has no position
PROVISIONAL_BELOW = 5


class Skill:
    """A new player."""

    def __init__(self, summed: Iterable[str]) -> None:
        self.mu = MU
        self.sigma = SIGMA
        self.sums = dict.fromkeys(summed, 0)
        self.matches = 0
        self.streak = 0
        self.longest = 0  # streak


def displayed_rating(state: State) -> int:
    """The rating as a number for people: low while it is uncertain."""
    return round(SPREAD * (state.mu - 3 * state.sigma) + START)


def is_provisional(state: State) -> bool:
    return state.matches < PROVISIONAL_BELOW


def rate_match(
    states: MutableMapping[Any, State],
    table: Iterable[tuple[Any, int, Result]],
    sides: Sequence[Sequence[int]],
    summed: Sequence[str],
) -> None:
    """Change the states of the players of a match, and add who is new, with sums of what is `summed`. The
    table has player, seat and result; `sides` are the seats of partners, none where every seat is a side.
    """
    side_of = {seat: index for index, seats in enumerate(sides) for seat in seats}
    teams: dict[int, list[State]] = {}
    ranks: dict[int, int] = {}
    for player, seat, result in table:
        if player not in states:
            states[player] = Skill(summed)
        state = states[player]
        _count(state, result)
        side = side_of.get(seat, len(sides) + seat)
        ranks.setdefault(side, result.place)
        teams.setdefault(side, []).append(state)
    if len(teams) > 1:
        _change_skills([*teams.values()], [*ranks.values()])


def _count(state: State, result: Result) -> None:
    state.matches += 1
    state.sums = {
        name: before + getattr(result, name) for name, before in state.sums.items()
    }
    state.streak = state.streak + 1 if result.won else 0
    state.longest = max(state.longest, state.streak)


def _change_skills(teams: Sequence[Sequence[State]], ranks: Sequence[int]) -> None:
    """Each team with its rank."""
    for team in teams:
        for player in team:
            player.sigma = sqrt(player.sigma**2 + TAU**2)
    means = [sum([player.mu for player in team]) for team in teams]
    squares = [sum([player.sigma**2 for player in team]) for team in teams]
    for number, team in enumerate(teams):
        square = squares[number]
        omega = 0.0
        delta = 0.0
        for other in range(len(teams)):
            if other == number:
                continue
            spread = sqrt(square + squares[other] + 2 * BETA**2)
            expected = 1 / (1 + exp((means[other] - means[number]) / spread))
            is_drawn = ranks[number] == ranks[other]
            gained = 0.5 if is_drawn else float(ranks[number] < ranks[other])
            omega += square / spread * (gained - expected)
            gamma = sqrt(square) / spread
            delta += gamma * square / spread**2 * expected * (1 - expected)
        for player in team:
            share = player.sigma**2 / square
            player.mu += share * omega
            player.sigma *= sqrt(max(1 - share * delta, KAPPA))
