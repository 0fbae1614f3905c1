"""The league of a phone without a server: the ratings that openskill's Bradley-Terry gives, and its rows.

`scores.core.matches.ratings` says what a match counts as; a test compares the table with that of the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from phone.runtime.summaries import StoredMatch
from rules.events import Seat
from rules.lookup import Lookup
from scores.core.matches.seat_results import SeatResult

# The model's defaults; START, SPREAD and PROVISIONAL_BELOW are those of the server's ratings
MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
KAPPA = 0.0001
TAU = MU / 300
START = 400
SPREAD = 24
PROVISIONAL_BELOW = 5
SHORTEST_BAR = 20  # percent, of the last in the table


class RatedPlayer:
    """The skill of a player, and the matches so far."""

    def __init__(self) -> None:
        self.mu = MU
        self.sigma = SIGMA
        self.matches = 0
        self.wins = 0
        self.streak = 0
        self.longest = 0  # streak

    def add(self, won: bool) -> None:
        """Count a match that is over."""
        self.matches += 1
        self.wins += won
        self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)

    @property
    def is_provisional(self) -> bool:
        return self.matches < PROVISIONAL_BELOW

    @property
    def rating(self) -> int:
        """As people see it."""
        return round(SPREAD * (self.mu - 3 * self.sigma) + START)


class LeagueLine:
    """A row of the table, as `_league_rows.html` needs it."""

    position: int | None = None  # equal players share it
    bar = 0  # percent

    def __init__(self, player: object, rated: RatedPlayer, earlier: int | None) -> None:
        self.player = player
        self.rating = rated.rating
        self.matches = rated.matches
        self.wins = rated.wins
        self.change = None if earlier is None else rated.rating - earlier
        self.missing = max(0, PROVISIONAL_BELOW - rated.matches)


class PhoneLeague:
    """The table of finished matches, the oldest first, for players with the keys of their names, by the
    alphabet. Those with few matches come last, without a position, unless nobody has many.
    """

    enough = PROVISIONAL_BELOW
    is_by_rating = True

    def __init__(
        self, matches: Sequence[StoredMatch], players: Sequence[tuple[str, object]]
    ) -> None:
        last = matches[-1].facts["played_on"]
        before = [match for match in matches if match.facts["played_on"] < last]
        rated: Lookup[str, RatedPlayer] = {}
        rate(before, rated)
        earlier: Lookup[str, int] = {
            key: rated[key].rating for key, _player in players if key in rated
        }
        rate(matches[len(before) :], rated)
        lines = [
            LeagueLine(player, rated[key], earlier.get(key))
            for key, player in players
            if key in rated
        ]
        lines = sorted(lines, key=lambda line: -line.rating)
        ranked = [line for line in lines if not line.missing] or lines
        _set_positions(ranked)
        rows = [*ranked, *[line for line in lines if line not in ranked]]
        self.lines = [(line, str(line.rating)) for line in rows]


def _set_positions(lines: Sequence[LeagueLine]) -> None:
    ratings = [line.rating for line in lines]
    low = min(ratings)
    span = max(ratings) - low
    for line in lines:
        line.position = 1 + ratings.index(line.rating)
        more = (100 - SHORTEST_BAR) * (line.rating - low) / span if span else 80
        line.bar = SHORTEST_BAR + round(more)


def rate(matches: Sequence[StoredMatch], players: Lookup[str, RatedPlayer]) -> None:
    """Change the skills of players, by the keys of their names, by further matches; who is new is added."""
    for match in matches:
        for result in match.results:
            key = match.players[result.seat]
            if key not in players:
                players[key] = RatedPlayer()
            players[key].add(result.won)
        sides = _sides(match)
        if len(sides) > 1:
            teams = [
                [players[match.players[result.seat]] for result in side]
                for side in sides
            ]
            _rate_match(teams, [side[0].place for side in sides])


def _sides(match: StoredMatch) -> list[list[SeatResult]]:
    side_of: dict[Seat, int] = {
        seat: place for place, side in enumerate(match.facts["sides"]) for seat in side
    }
    alone = len(match.facts["sides"])  # without partners every seat is a side
    sides: dict[int, list[SeatResult]] = {}
    for result in match.results:
        side = side_of.get(result.seat, alone + result.seat)
        sides.setdefault(side, []).append(result)
    return [*sides.values()]


def _rate_match(teams: Sequence[Sequence[RatedPlayer]], places: Sequence[int]) -> None:
    """Change the skills by one match, with the place of each team."""
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
            gained = _score(places[number], places[other])
            omega += square / spread * (gained - expected)
            gamma = sqrt(square) / spread
            delta += gamma * square / spread**2 * expected * (1 - expected)
        for player in team:
            share = player.sigma**2 / square
            player.mu += share * omega
            player.sigma *= sqrt(max(1 - share * delta, KAPPA))


def _score(place: int, other: int) -> float:
    if place == other:
        return 0.5
    return 1.0 if place < other else 0.0
