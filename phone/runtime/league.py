"""The league of a phone without a server: the ratings of its matches, and their table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phone.runtime.summaries import StoredMatch
from rules.lookup import Lookup
from scores.circle.statistics.standings import (
    RATING,
    LeagueTable,
    ranked_player,
    with_positions,
)
from scores.core.matches.skill import Skill, displayed_rating, rate_match


def league(
    matches: Sequence[StoredMatch], players: Sequence[tuple[str, Any]]
) -> LeagueTable:
    """The table of finished matches, the oldest first, for players with the keys of their names, by the
    alphabet.
    """
    last = matches[-1].facts["played_on"]
    before = [match for match in matches if match.facts["played_on"] < last]
    rated: Lookup[str, Skill] = {}
    rate(before, rated)
    earlier: Lookup[str, int] = {key: displayed_rating(rated[key]) for key in rated}
    rate(matches[len(before) :], rated)
    rows = [
        ranked_player(player, rated[key], earlier.get(key))
        for key, player in players
        if key in rated
    ]
    return LeagueTable(RATING, with_positions(rows, RATING))


def rate(matches: Sequence[StoredMatch], players: Lookup[str, Skill]) -> None:
    """Change the skills of players, by the keys of their names, by further matches; who is new is added."""
    for match in matches:
        table = [
            (match.players[result.seat], result.seat, result)
            for result in match.results
        ]
        rate_match(players, table, match.facts["sides"], ("won",))
