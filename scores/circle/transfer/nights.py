"""The club nights of a group in its file: their log. How they are stored is registered by `scores.night`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from rules.errors import Malformed
from rules.night.events import Event
from rules.night.play import replay
from rules.night.stored.log_json import event_of
from rules.night.stored.nights_of_1_0 import Row, entries_of_today
from rules.validators import BadRecord, Document
from scores.circle.transfer.lines import NightLine
from scores.models import Circle, Player


@dataclass(frozen=True)
class Store:
    """`lines_of` gets the keys of the matches that are exported. `bytes_of` says how many bytes the nights of
    the group add to which match. `plan_of` raises ValueError for a plan that is none. `write` adds a night
    or tables of one that is here already; it raises BadRecord if with its people here the log cannot be."""

    lines_of: Callable[[Circle, Container[int]], Iterator[NightLine]]
    bytes_of: Callable[[Circle], Mapping[int, int]]
    plan_of: Callable[[Document], Document]
    write: Callable[[Circle, NightLine, Mapping[UUID, Player]], None]


stores: list[Store] = []
"""One, as soon as the app has started."""


def verify(
    line: NightLine, place: str, persons: Container[UUID], matches: Container[UUID]
) -> None:
    """Raise BadRecord for people and matches that no earlier line has, and for a log that cannot be."""
    numbers: dict[Any, int] = {}

    def number_of_code(known: Container[UUID], code: str) -> Callable[[Any, str], int]:
        def number(value: Any, where: str) -> int:
            uid = UUID(value) if isinstance(value, str) and len(value) == 36 else None
            if uid not in known:
                raise BadRecord(where, "is in no line before", code)
            return numbers.setdefault(uid, len(numbers) + 1)

        return number

    try:
        stores[0].plan_of(line.plan)
    except ValueError as error:
        raise BadRecord(f"{place}.plan", str(error), "night") from error
    verify_legal(
        events_of(
            line,
            place,
            number_of_code(persons, "seat"),
            number_of_code(matches, "match"),
        ),
        place,
    )
    for index, table in enumerate(line.matches):
        if table.match not in matches:
            raise BadRecord(
                f"{place}.matches[{index}][2]", "is in no line before", "match"
            )


def verify_legal(log: list[Event], place: str) -> None:
    outcome = replay(log)
    if outcome.refusal:
        where = f"{place}.entries[{outcome.accepted}]"
        raise BadRecord(where, outcome.refusal.code, "night") from outcome.refusal


Number = Callable[[Any, str], int]
"""The key of what a file names by its uid; the second argument is the place in the file."""


def events_of(
    line: NightLine, place: str, person: Number, match: Number
) -> list[Event]:
    """The log, with keys in place of uids. Raises BadRecord for what is no event."""
    log = []
    rows = [(kind, payload) for kind, payload, _at in line.entries]
    for index, (kind, payload) in _rows_of_today(rows, place):
        where = f"{place}.entries[{index}][1]"
        facts = dict(payload)
        if isinstance(people := facts.get("people"), list):
            facts["people"] = [
                person(uid, f"{where}.people[{turn}]")
                for turn, uid in enumerate(people)
            ]
        if kind == ATTACHED:
            uid = facts.get("match")
            facts["match"] = -index - 1 if uid is None else match(uid, f"{where}.match")
        try:
            log.append(event_of(kind, facts))
        except Malformed as error:
            raise BadRecord(where, str(error), "entry") from error
    return log


def _rows_of_today(rows: list[Row], place: str) -> list[tuple[int, Row]]:
    """The entries in the form of today; a file of 1.0.0 has nine knobs a stage."""
    try:
        return entries_of_today(rows)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(f"{place}.entries", str(error), "entry") from error


ATTACHED = "attached"  # names a match; null if that is gone for good
