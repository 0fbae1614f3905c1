"""The records of a circle, each with the match that first reached it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Aggregate, CharField, Count, Max, Min, Q, Value
from django.db.models.functions import Cast, Concat, LPad
from django.utils.translation import gettext_lazy, ngettext

from scores.circle.statistics.persons import (
    ALL_SEATS,
    OLDEST_FIRST,
    counted_results,
)
from scores.core import database
from scores.core.house_rules import labels
from scores.core.matches import ratings
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import chance, plus, signed
from scores.models import Circle, Match, Records, Result

STREAK = "streak"  # the only record over several matches
ON_FRONT = ("longest", "buy_backs", "clean", STREAK)  # on the page of the group
ALL = Q()
WON = Q(won=True)
# sorts results: the day of the match, then the key
OLDEST = Concat(
    Cast("match__played_on", CharField()),
    Value(" "),
    LPad(Cast("pk", CharField()), 19, Value("0")),
)
StoredRecord = tuple[int, int, int]
"""The value, the key of the first result that has it, and how many results have it."""


def _hands(number: int) -> str:
    return ngettext("%(hands)s mano", "%(hands)s manos", number) % {"hands": number}


@dataclass(frozen=True)
class RecordKind:
    """A column of `Result` or of its match, and whether its maximum or minimum is a record."""

    label: Any
    column: str
    extreme: type[Aggregate] = Max
    text: Callable[[int], str] = str
    condition: Q = ALL
    # only within one game: points of different games are not comparable
    of_one_game: bool = False
    of_match: bool = False  # belongs to all players of the match
    names_others: bool = False  # is told with those whom the holder beat
    other: str = ""  # key of the opposite record; if both have the same value, this one is left out


RECORD_KINDS = {
    "longest": RecordKind(
        gettext_lazy("La partida más larga"), "match__hands", text=_hands, of_match=True
    ),
    "shortest": RecordKind(
        gettext_lazy("La partida más corta"),
        "match__hands",
        Min,
        _hands,
        of_match=True,
        other="longest",
    ),
    "most": RecordKind(
        gettext_lazy("Más puntos en una mano"), "most", text=plus, of_one_game=True
    ),
    "fewest": RecordKind(
        gettext_lazy("Menos puntos en una mano"), "fewest", Min, plus, of_one_game=True
    ),
    "highest": RecordKind(
        gettext_lazy("Ganar con más puntos"),
        "total",
        Max,
        signed,
        WON,
        of_one_game=True,
    ),
    "lowest": RecordKind(
        gettext_lazy("Ganar con menos puntos"),
        "total",
        Min,
        signed,
        WON,
        of_one_game=True,
        other="highest",
    ),
    "buy_backs": RecordKind(
        gettext_lazy("Ganó con más reenganches"), "buy_backs", condition=WON
    ),
    "comeback": RecordKind(
        gettext_lazy("La mayor remontada: ganar después de tener solo"),
        "lowest_chance",
        Min,
        lambda thousandths: chance(thousandths / 1000),
        condition=WON,
        names_others=True,
    ),
    "closes": RecordKind(gettext_lazy("Más cierres en una partida"), "closes"),
    "clean": RecordKind(
        gettext_lazy("Más cierres con todo ligado en una partida"), "clean"
    ),
    "chinchones": RecordKind(
        gettext_lazy("Más chinchones en una partida"), "chinchones"
    ),
    STREAK: RecordKind(gettext_lazy("Más partidas ganadas seguidas"), "won"),
    "joker_runs": RecordKind(
        gettext_lazy("Más escaleras con comodín en una partida"), "joker_runs"
    ),
}


@dataclass(frozen=True)
class Record:
    """A record of a circle, in words."""

    name: str  # its key in RECORD_KINDS
    label: str
    value: str
    match: Match  # that first reached it
    variant: str
    holders: str
    again: int  # how often the value was reached again
    beaten: str  # the others at the table, where the record names them


def records(circle: Circle, game: str) -> list[Record]:
    """The records in one game; without a game those that are comparable between games. Computing them scans
    all results, so they are cached until `ratings.invalidate`."""
    cached = Records.objects.filter(circle=circle, game=game).first() or _compute(
        circle, game
    )
    results = (
        counted_results(circle)
        .select_related("match", "seat__player")
        .prefetch_related(ALL_SEATS)
    )
    held = [(name, *cached.held[name]) for name in RECORD_KINDS if name in cached.held]
    by_pk = results.in_bulk([pk for _name, _value, pk, _times in held])
    # A result can be missing while its match is being corrected.
    return [
        _record(name, value, by_pk[pk], times)
        for name, value, pk, times in held
        if pk in by_pk
    ]


def _compute(circle: Circle, game: str) -> Records:
    ratings.bring_up_to_date(circle, game)  # before the lock: it can take long
    try:
        with database.derived_rows_transaction():
            ratings.lock(circle.pk)
            return Records.objects.update_or_create(
                circle=circle, game=game, defaults={"held": _held(circle, game)}
            )[0]
    except database.NOT_WRITABLE:
        return Records(circle=circle, game=game, held=_held(circle, game))


def _held(circle: Circle, game: str) -> dict[str, StoredRecord]:
    return _extremes(circle, game) | _streak(circle, game)


def _extremes(circle: Circle, game: str) -> dict[str, StoredRecord]:
    results = counted_results(circle, game).filter(match__hands__gt=0)
    left_out = (
        {STREAK, "most", "fewest"}
        if results.filter(Result.LACKS_POINTS).exists()
        else {STREAK}
    )
    kinds = {
        name: kind
        for name, kind in RECORD_KINDS.items()
        if name not in left_out and (game or not kind.of_one_game)
    }
    values = results.aggregate(
        **{
            name: kind.extreme(kind.column, filter=kind.condition)
            for name, kind in kinds.items()
        }
    )
    reached = {
        name: kind
        for name, kind in kinds.items()
        if values[name] not in (None, values.get(kind.other))
        and (values[name] or kind.of_one_game)
    }  # a count of 0 is no record
    firsts = results.annotate(oldest=OLDEST).aggregate(**_firsts(reached, values))
    return {
        name: (
            values[name],
            int(firsts[f"{name}_first"].rpartition(" ")[2]),
            firsts[f"{name}_times"],
        )
        for name in reached
    }


def _firsts(
    kinds: Mapping[str, RecordKind], extremes: Mapping[str, int]
) -> dict[str, Aggregate]:
    """Aggregates: for each record `OLDEST` of the first result, and the number of results."""
    aggregates: dict[str, Aggregate] = {}
    for name, kind in kinds.items():
        condition = kind.condition & Q(**{kind.column: extremes[name]})
        aggregates[f"{name}_first"] = Min("oldest", filter=condition)
        aggregates[f"{name}_times"] = Count(
            "match" if kind.of_match else "pk", filter=condition, distinct=kind.of_match
        )
    return aggregates


def _record(name: str, value: int, result: Result, times: int) -> Record:
    kind = RECORD_KINDS[name]
    table = result.match.results.all()
    beaten = [other for other in table if kind.names_others and not other.won]
    return Record(
        name=name,
        label=str(kind.label),
        value=kind.text(value),
        match=result.match,
        variant=labels.variant_of(result.match),
        holders=_names(table if kind.of_match else [result]),
        again=times - 1,
        beaten=_names(beaten),
    )


def _names(results: Iterable[Result]) -> str:
    return joined_names([result.seat.player.display_name for result in results])


def _streak(circle: Circle, game: str) -> dict[str, StoredRecord]:
    """The longest run of wins, with the result that completed it; empty if nobody won two in a row."""
    rated = ratings.latest_ratings(circle, game).values()
    longest = max((rating.longest for rating in rated), default=0)
    if longest < 2:
        return {}
    holders = [rating.player_id for rating in rated if rating.longest == longest]
    own = Result.objects.filter(
        match__in=ratings.contests(circle, game), seat__player__in=holders
    ).order_by(*OLDEST_FIRST)
    streaks: Counter[int] = Counter()
    for player, won, pk in own.values_list("seat__player", "won", "pk"):
        streaks[player] = streaks[player] + 1 if won else 0
        if streaks[player] == longest:
            return {STREAK: (longest, pk, len(holders))}
    raise ValueError("nobody won so many in a row")
