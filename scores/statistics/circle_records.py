"""The records of a circle: the most that ever was, when it was first, and whose it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Aggregate, Count, Max, Min, Q
from django.utils.translation import gettext_lazy, ngettext

from scores.house_rules import labels
from scores.models import Circle, Match, Player, Records, Result
from scores.notation.numbers import plus, signed
from scores.statistics import ratings
from scores.statistics.persons import ALL_SEATS, OLDEST_FIRST, counted_results

STREAK = "streak"  # the one record that takes many matches
Say = Callable[[int], str]
StoredRecord = tuple[int, int, int]
"""The value, the result that had it first, and how many have it."""


def _times(number: int) -> str:
    return str(number)


def _hands(number: int) -> str:
    return ngettext("%(hands)s mano", "%(hands)s manos", number) % {"hands": number}


@dataclass(frozen=True)
class RecordKind:
    """A column of `Result`, or of its match, and which end of it is a record."""

    label: Any
    column: str
    extreme: type[Aggregate] = Max
    say: Say = _times
    only_won: bool = False
    of_one_game: bool = False  # points of different games are not compared
    of_match: bool = False  # it belongs to the table, to nobody alone
    other_end: str = ""  # the record of the other extreme: where both are one, this is none

    @property
    def of_all(self) -> Q:
        return Q(won=True) if self.only_won else Q()


RECORD_KINDS = {
    "longest": RecordKind(gettext_lazy("La partida más larga"), "match__hands", say=_hands, of_match=True),
    "shortest": RecordKind(
        gettext_lazy("La partida más corta"), "match__hands", Min, _hands, of_match=True, other_end="longest"
    ),
    "most": RecordKind(gettext_lazy("Más puntos en una mano"), "most", say=plus, of_one_game=True),
    "fewest": RecordKind(gettext_lazy("Menos puntos en una mano"), "fewest", Min, plus, of_one_game=True),
    "highest": RecordKind(
        gettext_lazy("Ganar con más puntos"), "total", say=signed, only_won=True, of_one_game=True
    ),
    "lowest": RecordKind(
        gettext_lazy("Ganar con menos puntos"),
        "total",
        Min,
        signed,
        only_won=True,
        of_one_game=True,
        other_end="highest",
    ),
    "buy_backs": RecordKind(gettext_lazy("Más reenganches y ganar"), "buy_backs", only_won=True),
    "closes": RecordKind(gettext_lazy("Más cierres en una partida"), "closes"),
    "clean": RecordKind(gettext_lazy("Más cierres limpios en una partida"), "clean"),
    "chinchones": RecordKind(gettext_lazy("Más chinchones en una partida"), "chinchones"),
    STREAK: RecordKind(gettext_lazy("Más partidas ganadas seguidas"), "won"),
    "joker_runs": RecordKind(gettext_lazy("Más escaleras con comodín en una partida"), "joker_runs"),
}


@dataclass(frozen=True)
class CircleRecord:
    label: str
    value: str
    match: Match
    holders: list[Player]
    again: int = 0  # how often it was equalled since

    @property
    def variant(self) -> str:
        return labels.variant_of(self.match)


def records(circle: Circle, game: str) -> list[CircleRecord]:
    """The records in one game; without one, those that can be compared between games.

    Looking through all results takes long: what was found is kept until `ratings.invalidate`.
    """
    kept = Records.objects.filter(circle=circle, game=game).first() or _found(circle, game)
    results = counted_results(circle).select_related("match", "seat__player").prefetch_related(ALL_SEATS)
    held = [(kind, *kept.held[name]) for name, kind in RECORD_KINDS.items() if name in kept.held]
    found = results.in_bulk([pk for _kind, _value, pk, _times in held])
    # One that is not found is being taken back at this moment.
    return [_record(kind, value, found[pk], times) for kind, value, pk, times in held if pk in found]


def _found(circle: Circle, game: str) -> Records:
    ratings.bring_up_to_date(circle, game)  # before the lock, which it would hold for long
    with transaction.atomic():
        ratings.lock(circle.pk)
        held = {**_extremes(circle, game), **_streak(circle, game)}
        return Records.objects.update_or_create(circle=circle, game=game, defaults={"held": held})[0]


def _extremes(circle: Circle, game: str) -> dict[str, StoredRecord]:
    kinds = {
        name: kind for name, kind in RECORD_KINDS.items() if name != STREAK and (game or not kind.of_one_game)
    }
    found = counted_results(circle, game)
    values = found.aggregate(
        **{name: kind.extreme(kind.column, filter=kind.of_all) for name, kind in kinds.items()}
    )
    held = {name: kind for name, kind in kinds.items() if _is_one(kind, values[name], values)}
    firsts = found.aggregate(**_firsts(held, values)) if held else {}
    return {name: (values[name], firsts[f"{name}_first"], firsts[f"{name}_times"]) for name in held}


def _is_one(kind: RecordKind, value: int | None, values: Mapping[str, int | None]) -> bool:
    """Nobody is named for having none of something."""
    if value is None or value == values.get(kind.other_end):
        return False
    return value != 0 or kind.of_one_game


def _firsts(kinds: Mapping[str, RecordKind], extremes: Mapping[str, int]) -> dict[str, Aggregate]:
    """For each record the result that was written first, and how many there are."""
    asked: dict[str, Aggregate] = {}
    for name, kind in kinds.items():
        such = kind.of_all & Q(**{kind.column: extremes[name]})
        asked[f"{name}_first"] = Min("pk", filter=such)
        asked[f"{name}_times"] = Count(
            "match" if kind.of_match else "pk", filter=such, distinct=kind.of_match
        )
    return asked


def _record(kind: RecordKind, value: int, result: Result, times: int) -> CircleRecord:
    table = [one.seat.player for one in result.match.results.all()]
    holders = table if kind.of_match else [result.seat.player]
    return CircleRecord(str(kind.label), kind.say(value), result.match, holders, times - 1)


def _streak(circle: Circle, game: str) -> dict[str, StoredRecord]:
    """The longest row of wins, by the match that made it so long; nothing while nobody won two."""
    rated = ratings.latest_ratings(circle, game).values()
    longest = max((one.longest for one in rated), default=0)
    if longest < 2:
        return {}
    who = [one.player_id for one in rated if one.longest == longest]
    own = counted_results(circle, game).filter(seat__player__in=who).order_by(*OLDEST_FIRST)
    pk = _reached(own.values_list("seat__player", "won", "pk"), longest)
    return {STREAK: (longest, pk, len(who))}


def _reached(rows: Iterable[tuple[int, bool, int]], longest: int) -> int:
    """The result with which somebody won so many in a row first."""
    now: dict[int, int] = {}
    for player, won, pk in rows:
        now[player] = now.get(player, 0) + 1 if won else 0
        if now[player] == longest:
            return pk
    raise ValueError("nobody won so many in a row")
