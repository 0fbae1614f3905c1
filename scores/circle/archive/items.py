"""A match as an item of a list. A phone makes the same items, from what it has stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.events import Seat
from rules.match.board import Side
from scores.circle.archive.story import story_of
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import signed
from scores.core.wording.log_lines import won


@dataclass(frozen=True)
class MatchItem:
    """What lists show of a match."""

    match: Any
    variant: str
    players: str
    won: str  # «Ganó Ana», or empty
    scores: list[tuple[str, str]]  # each side and its total, partners together
    standing: str
    is_over: bool
    may_rematch: bool  # the phone may keep score and no rematch was started
    story: str  # how it was won, in a line
    is_abandoned: bool
    feed: str  # the link to watch, where other programs are named


def match_item(
    match: Any,
    names: Mapping[Seat, str],
    results: Mapping[Seat, Any],
    *,
    variant: str,
    sides: Sequence[Side],
    is_over: bool,
    is_old: bool,
    may_rematch: bool,
    feed: str = "",
) -> MatchItem:
    """The item of a match; `results` by seats, the best rank first, without a seat whose joining was undone.
    `variant` is the name of its rules, `sides` are those that partners are on. `is_old` says that nothing was
    written for ABANDONED_AFTER.
    """
    played = results or names  # before the first entry no match has results
    scores = _scores(sides, names, results)
    return MatchItem(
        match=match,
        variant=variant,
        players=", ".join([name for seat, name in names.items() if seat in played]),
        won=won([names[seat] for seat, result in results.items() if result.won]),
        scores=scores,
        standing=" · ".join([f"{name} {total}" for name, total in scores]),
        is_over=is_over,
        may_rematch=may_rematch,
        story=story_of([*results.values()]) if is_over else "",
        is_abandoned=is_old and not is_over,
        feed=feed,
    )


def _scores(
    sides: Sequence[Side], names: Mapping[Seat, str], results: Mapping[Seat, Any]
) -> list[tuple[str, str]]:
    side_of = {seat: side for side in sides for seat in side}
    scores: dict[Side, tuple[str, str]] = {}
    for seat, result in results.items():
        side = side_of.get(seat, (seat,))
        called = joined_names([names[partner] for partner in side])
        scores[side] = called, signed(result.total)
    return list(scores.values())
