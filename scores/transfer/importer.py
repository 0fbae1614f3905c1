"""A file brought into a circle: first only looked at, then written, all or nothing, and nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, BinaryIO
from uuid import UUID

from django.db import transaction

from rules.events import HandScored
from rules.match.corrections import effective
from rules.ruleset import Ruleset
from scores.circles import people
from scores.matches import log
from scores.models import Circle, HouseRules, Match, Player, PlayerMerge, Seat
from scores.notation import names as notation_names
from scores.statistics import ratings
from scores.transfer import limits
from scores.transfer.checks import first_board
from scores.transfer.exporter import BATCH
from scores.transfer.lines import CircleLine, FileLine, HouseRulesLine, MatchLine, PersonLine, PlayerMergeLine
from scores.transfer.match_record import NO_CIRCLE
from scores.transfer.reader import BadFile, read

SamePersons = Mapping[UUID, Player]
"""Persons of a file, by uid, who are somebody of the circle under another uid."""


@dataclass
class ImportSummary:
    """What a file would add to a circle, or has added."""

    head: CircleLine = NO_CIRCLE
    persons: list[PersonLine] = field(default_factory=list)  # whom the circle does not know by uid
    known: list[PersonLine] = field(default_factory=list)
    house_rules: int = 0
    matches: int = 0
    hands: int = 0
    here: int = 0  # matches that the circle has already
    deleted: int = 0  # of these, those that were deleted there

    @property
    def is_record(self) -> bool:
        return self.head == NO_CIRCLE

    def adds_something(self, same: SamePersons) -> bool:
        """Whether anything is new if so many persons are somebody here; a record is its match alone."""
        newcomers = [person for person in self.persons if person.uid not in same]
        return bool(self.matches or (not self.is_record and (newcomers or self.house_rules)))


def preview(file: BinaryIO, circle: Circle | None, bounds: limits.Bounds = limits.OPERATOR) -> ImportSummary:
    """What the file would add; writes nothing. Raises BadFile."""
    here = _Existing.of(circle)
    found = ImportSummary()
    names: dict[UUID, str] = {}
    for number, line in enumerate(read(file, bounds), 1):
        if isinstance(line, PersonLine):
            names[line.uid] = line.name
        elif isinstance(line, MatchLine):
            _verify(line, number, found, names)
        _count(found, line, here)
    return found


def _verify(played: MatchLine, number: int, found: ImportSummary, names: Mapping[UUID, str]) -> None:
    try:
        log.verify(first_board(played), played.rows)
    except log.Refused as refused:
        raise _refused(refused, number, found, [names[uid] for uid in played.seats]) from refused


def _refused(refused: log.Refused, number: int, found: ImportSummary, names: Sequence[str]) -> BadFile:
    place = f"entries[{refused.seq}].entry"
    return _bad(number, found, place, "rules", refusal=refused.refusal, names=dict(enumerate(names)))


def _bad(number: int, found: ImportSummary, place: str, code: str, **told: Any) -> BadFile:
    """What is wrong inside the match of a line; a record is nothing but its match."""
    if found.is_record:
        return BadFile(1, f"$.{place}", code, **told)
    return BadFile(number, f"$.match.{place}", code, **told)


def guess_same_persons(here: Iterable[Player], persons: Iterable[PersonLine]) -> dict[UUID, Player]:
    """For persons of a file somebody of the same name, which is what people would say first."""
    free: dict[str, list[Player]] = {}
    for player in here:
        free.setdefault(notation_names.name_key(player.name), []).append(player)
    free.pop("", None)  # two without a name have nothing in common
    same: dict[UUID, Player] = {}
    for person in persons:
        alike = free.get(notation_names.name_key(person.name))
        if alike:
            same[person.uid] = alike.pop(0)
    return same


@transaction.atomic
def import_into(
    file: BinaryIO,
    circle: Circle,
    same: SamePersons,
    bounds: limits.Bounds = limits.OPERATOR,
    tell: Callable[[int], None] = lambda matches: None,
) -> ImportSummary:
    """Write all that the circle does not have yet. Raises BadFile; then nothing is written.

    `tell` hears how many matches were read.
    """
    circle = people.locked_circle(circle.pk)
    bringing = _Importer(circle, same)
    for number, line in enumerate(read(file, bounds), 1):
        bringing.write(line, number)
        _count(bringing.found, line, bringing.here)
        if isinstance(line, MatchLine):
            tell(bringing.found.matches + bringing.found.here)
    bringing.end()
    return bringing.found


@transaction.atomic
def import_as_circle(
    file: BinaryIO,
    circle: Circle,
    bounds: limits.Bounds = limits.OPERATOR,
    tell: Callable[[int], None] = lambda matches: None,
) -> ImportSummary:
    """The same into a circle that is made for it: unless it has a name, the file says what it is called.

    Raises BadFile.
    """
    found = import_into(file, circle, {}, bounds, tell)
    if not found.is_record and not circle.name:
        circle.name, circle.time_zone = found.head.name, found.head.time_zone
        circle.save(update_fields=["name", "time_zone"])
    return found


@dataclass
class _Existing:
    """What the circle has already, by uid."""

    persons: dict[UUID, Player]
    matches: dict[UUID, bool]  # whether it was deleted
    house_rules: set[tuple[str, Ruleset]]

    @classmethod
    def of(cls, circle: Circle | None) -> _Existing:
        if circle is None:
            return cls({}, {}, set())
        matches = circle.matches.values_list("uid", "deleted_at")
        return cls(
            persons={player.uid: player for player in circle.players.all()},
            matches={uid: deleted_at is not None for uid, deleted_at in matches.iterator()},
            house_rules={(rules.name, rules.rules) for rules in circle.house_rules.all()},
        )

    def has(self, house: HouseRulesLine) -> bool:
        return (house.name, house.ruleset) in self.house_rules


def _count(found: ImportSummary, line: FileLine, here: _Existing) -> None:
    if isinstance(line, CircleLine):
        found.head = line
    elif isinstance(line, PersonLine):
        (found.known if line.uid in here.persons else found.persons).append(line)
    elif isinstance(line, HouseRulesLine):
        found.house_rules += not here.has(line)
    elif isinstance(line, MatchLine) and line.uid in here.matches:
        found.here += 1
        found.deleted += here.matches[line.uid]
    elif isinstance(line, MatchLine):
        found.matches += 1
        found.hands += sum(isinstance(event, HandScored) for event in effective([r.entry for r in line.rows]))


class _Importer:
    """One file on its way into one circle."""

    def __init__(self, circle: Circle, same: SamePersons) -> None:
        self.circle = circle
        self.same = same
        self.here = _Existing.of(circle)
        self.found = ImportSummary()
        self.who = _now(circle)
        self.made: set[UUID] = set()  # persons
        self.brought: dict[UUID, int] = {}  # matches, with their pks
        self.previous: dict[UUID, UUID] = {}
        self.evenings: set[date] = set()  # of matches that are over

    def write(self, line: FileLine, number: int) -> None:
        if isinstance(line, PersonLine):
            self._person(line)
        elif isinstance(line, HouseRulesLine):
            self._house(line)
        elif isinstance(line, MatchLine) and line.uid not in self.here.matches:
            self._played(line, number)
        elif isinstance(line, PlayerMergeLine):
            self._one_person(line)

    def end(self) -> None:
        """What could not be said before every match was there."""
        pks = dict(self.circle.matches.values_list("uid", "pk")) if self.previous else {}
        linked = [
            Match(pk=self.brought[uid], previous_id=pks[previous])
            for uid, previous in self.previous.items()
            if previous in pks
        ]
        Match.objects.bulk_update(linked, ["previous"], batch_size=BATCH)
        if self.evenings:
            ratings.invalidate(self.circle.pk, min(self.evenings))

    def _person(self, person: PersonLine) -> None:
        if person.uid in self.who:
            return
        if person.uid in self.same:
            self.who[person.uid] = self.same[person.uid]
            return
        fields = {"uid": person.uid, "name": person.name, "colour": person.colour}
        self.who[person.uid] = Player.objects.create(circle=self.circle, erased_at=person.erased_at, **fields)
        self.made.add(person.uid)

    def _house(self, house: HouseRulesLine) -> None:
        if not self.here.has(house):
            fields = {"name": house.name, "ruleset": house.ruleset.dump(), "used_at": house.used_at}
            HouseRules.objects.create(circle=self.circle, **fields)

    def _played(self, played: MatchLine, number: int) -> None:
        match = Match.objects.create(
            circle=self.circle,
            uid=played.uid,
            ruleset=played.ruleset.dump(),
            rules_name=played.rules_name,
            currency=played.currency,
            first_dealer=played.dealer,
            direction=played.direction,
            players_at_start=played.at_start,
            played_on=played.played_on,
            place=played.place,
            note=played.note,
            created_at=played.created_at,
            written_at=played.created_at,
            archived_at=played.archived_at,
        )
        seats = self._seated(match, played, number)
        try:
            log.bring_in(match, seats, played.rows)
        except log.Refused as refused:
            raise _refused(refused, number, self.found, [seat.player.name for seat in seats]) from refused
        self.brought[played.uid] = match.pk
        if match.finished_at:
            self.evenings.add(match.played_on)
        if played.previous:
            self.previous[played.uid] = played.previous

    def _seated(self, match: Match, played: MatchLine, number: int) -> list[Seat]:
        players = [self.who[uid] for uid in played.seats]
        for position, player in enumerate(players):
            if player in players[:position]:  # two of the file who are one here
                place = "players" if self.found.is_record else "seats"
                raise _bad(number, self.found, f"{place}[{position}]", "one-person")
        seats = (Seat(match=match, position=seat, player=player) for seat, player in enumerate(players))
        return Seat.objects.bulk_create(seats)

    def _one_person(self, merge: PlayerMergeLine) -> None:
        """Only of somebody who came with this file: those who were here stay who they are."""
        kept, emptied = self.who[merge.kept], self.who[merge.emptied]
        if merge.emptied in self.made and kept != emptied:
            seats = sorted(self._pks(merge))
            PlayerMerge.objects.create(kept=kept, emptied=emptied, at=merge.at, seats=seats)

    def _pks(self, merge: PlayerMergeLine) -> Iterator[int]:
        """Of the seats that came with this file."""
        places = [(self.brought[uid], position) for uid, position in merge.seats if uid in self.brought]
        for start in range(0, len(places), BATCH):
            part = set(places[start : start + BATCH])
            seats = Seat.objects.filter(match__in={match for match, _ in part})
            found = seats.values_list("match", "position", "pk")
            yield from (pk for match, position, pk in found if (match, position) in part)


def _now(circle: Circle) -> dict[UUID, Player]:
    """Who everybody of the circle is now, by uid: whoever was merged into another is that one."""
    merges = PlayerMerge.objects.filter(emptied__circle=circle, undone_at=None).select_related("kept")
    kept = {merge.emptied_id: merge.kept for merge in merges}
    now = {}
    for player in circle.players.all():
        uid = player.uid
        while player.pk in kept:
            player = kept[player.pk]
        now[uid] = player
    return now
