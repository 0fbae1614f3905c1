"""The people who play together most often in a circle."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from scores.core.house_rules import labels
from scores.core.notation.names import disambiguated, joined
from scores.models import Circle, Match, Player, Seat

MATCHES_READ = 20


@dataclass(frozen=True)
class UsualTable:
    """Who plays together most often, and the last match that they played."""

    circle: Circle
    match: Match
    players: list[Player]  # by their places in that match

    @property
    def names(self) -> str:
        return joined(disambiguated([player.name for player in self.players]))

    @property
    def variant(self) -> str:
        return labels.variant_of(self.match)


def usual_table(circle: Circle | None) -> UsualTable | None:
    """The usual table by the last MATCHES_READ matches with a hand; None without any.

    Of two groups of people who met as often, that which met last. Nobody whose name was erased.
    Three queries.
    """
    if circle is None:
        return None
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    played = circle.matches.not_deleted().filter(hands__gt=0).order_by("-played_on", "-created_at", "-pk")
    by_people: dict[frozenset[Player], list[UsualTable]] = {}
    for match in played.prefetch_related(seats, "results")[:MATCHES_READ]:
        players = _players(match)
        if all(player.name for player in players):
            by_people.setdefault(frozenset(players), []).append(UsualTable(circle, match, players))
    return max(by_people.values(), key=len)[0] if by_people else None


def _players(match: Match) -> list[Player]:
    """Those at the table: a seat whose joining was undone has no result."""
    at_table = {result.seat_id for result in match.results.all()}
    return [seat.player for seat in match.seats.all() if seat.pk in at_table]
