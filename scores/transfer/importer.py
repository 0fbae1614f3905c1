"""Import a file into a circle: preview it, then write everything or nothing, and nothing twice."""

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
"""Persons of a file by uid, each with the player of the circle that it is under another uid."""


@dataclass
class ImportSummary:
    """What a file would add to a circle, or has added."""

    head: CircleLine = NO_CIRCLE
    persons: list[PersonLine] = field(default_factory=list)  # without those whose uid the circle has
    known: list[PersonLine] = field(default_factory=list)
    house_rules: int = 0
    matches: int = 0
    hands: int = 0
    existing: int = 0  # matches that the circle has already
    deleted: int = 0  # those of them that are in the bin

    @property
    def is_record(self) -> bool:
        return self.head == NO_CIRCLE

    def adds_something(self, same: SamePersons) -> bool:
        """Whether anything is new, given which persons are players here. Persons of a single record do not
        count."""
        newcomers = [person for person in self.persons if person.uid not in same]
        return bool(self.matches or (not self.is_record and (newcomers or self.house_rules)))


def preview(file: BinaryIO, circle: Circle | None, bounds: limits.Bounds = limits.OPERATOR) -> ImportSummary:
    """What the file would add; writes nothing. Raises BadFile."""
    existing = _Existing.of(circle)
    summary = ImportSummary()
    names: dict[UUID, str] = {}
    for number, line in enumerate(read(file, bounds), 1):
        if isinstance(line, PersonLine):
            names[line.uid] = line.name
        elif isinstance(line, MatchLine):
            _verify(line, number, summary, names)
        _count(summary, line, existing)
    return summary


def _verify(played: MatchLine, number: int, summary: ImportSummary, names: Mapping[UUID, str]) -> None:
    try:
        log.verify(first_board(played), played.rows)
    except log.Refused as refused:
        raise _refused_entry(refused, number, summary, [names[uid] for uid in played.seats]) from refused


def _refused_entry(
    refused: log.Refused, number: int, summary: ImportSummary, names: Sequence[str]
) -> BadFile:
    place = f"entries[{refused.seq}].entry"
    return _bad_match(number, summary, place, "rules", refusal=refused.refusal, names=dict(enumerate(names)))


def _bad_match(number: int, summary: ImportSummary, place: str, code: str, **details: Any) -> BadFile:
    """A fault inside the match of a line; a record has only its match."""
    if summary.is_record:
        return BadFile(1, f"$.{place}", code, **details)
    return BadFile(number, f"$.match.{place}", code, **details)


def guess_same_persons(here: Iterable[Player], persons: Iterable[PersonLine]) -> dict[UUID, Player]:
    """Persons of a file with the player of the same name."""
    free: dict[str, list[Player]] = {}
    for player in here:
        free.setdefault(notation_names.name_key(player.name), []).append(player)
    free.pop("", None)  # no name is no namesake
    same: dict[UUID, Player] = {}
    for person in persons:
        namesakes = free.get(notation_names.name_key(person.name))
        if namesakes:
            same[person.uid] = namesakes.pop(0)
    return same


@transaction.atomic
def import_into(
    file: BinaryIO,
    circle: Circle,
    same: SamePersons,
    bounds: limits.Bounds = limits.OPERATOR,
    progress: Callable[[int], None] = lambda matches: None,
) -> ImportSummary:
    """Write everything that the circle does not have. Raises BadFile; then nothing is written.

    `progress` is called with the number of matches read so far.
    """
    circle = people.locked_circle(circle.pk)
    importing = _Importer(circle, same)
    for number, line in enumerate(read(file, bounds), 1):
        importing.write(line, number)
        _count(importing.summary, line, importing.existing)
        if isinstance(line, MatchLine):
            progress(importing.summary.matches + importing.summary.existing)
    importing.end()
    return importing.summary


@transaction.atomic
def import_as_circle(
    file: BinaryIO,
    circle: Circle,
    bounds: limits.Bounds = limits.OPERATOR,
    progress: Callable[[int], None] = lambda matches: None,
) -> ImportSummary:
    """Import into a new circle: unless it has a name, it takes name and time zone from the file.

    Raises BadFile.
    """
    summary = import_into(file, circle, {}, bounds, progress)
    if not summary.is_record and not circle.name:
        circle.name, circle.time_zone = summary.head.name, summary.head.time_zone
        circle.save(update_fields=["name", "time_zone"])
    return summary


@dataclass
class _Existing:
    """What the circle has already, by uid."""

    persons: dict[UUID, Player]
    matches: dict[UUID, bool]  # whether it is in the bin
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


def _count(summary: ImportSummary, line: FileLine, existing: _Existing) -> None:
    if isinstance(line, CircleLine):
        summary.head = line
    elif isinstance(line, PersonLine):
        (summary.known if line.uid in existing.persons else summary.persons).append(line)
    elif isinstance(line, HouseRulesLine):
        summary.house_rules += not existing.has(line)
    elif isinstance(line, MatchLine) and line.uid in existing.matches:
        summary.existing += 1
        summary.deleted += existing.matches[line.uid]
    elif isinstance(line, MatchLine):
        summary.matches += 1
        summary.hands += sum(
            isinstance(event, HandScored) for event in effective([r.entry for r in line.rows])
        )


class _Importer:
    """Writes one file into one circle."""

    def __init__(self, circle: Circle, same: SamePersons) -> None:
        self.circle = circle
        self.same = same
        self.existing = _Existing.of(circle)
        self.summary = ImportSummary()
        self.players = _current_players(circle)
        self.created: set[UUID] = set()  # uids of created players
        self.imported: dict[UUID, int] = {}  # keys of imported matches by uid
        self.previous: dict[UUID, UUID] = {}
        self.dates: set[date] = set()  # dates of finished matches

    def write(self, line: FileLine, number: int) -> None:
        if isinstance(line, PersonLine):
            self._write_person(line)
        elif isinstance(line, HouseRulesLine):
            self._write_house_rules(line)
        elif isinstance(line, MatchLine) and line.uid not in self.existing.matches:
            self._write_match(line, number)
        elif isinstance(line, PlayerMergeLine):
            self._write_player_merge(line)

    def end(self) -> None:
        """Write what needs all matches: links between rematches; invalidate ratings."""
        pks = dict(self.circle.matches.values_list("uid", "pk")) if self.previous else {}
        linked = [
            Match(pk=self.imported[uid], previous_id=pks[previous])
            for uid, previous in self.previous.items()
            if previous in pks
        ]
        Match.objects.bulk_update(linked, ["previous"], batch_size=BATCH)
        if self.dates:
            ratings.invalidate(self.circle.pk, min(self.dates))

    def _write_person(self, person: PersonLine) -> None:
        if person.uid in self.players:
            return
        if person.uid in self.same:
            self.players[person.uid] = self.same[person.uid]
            return
        fields = {"uid": person.uid, "name": person.name, "colour": person.colour}
        self.players[person.uid] = Player.objects.create(
            circle=self.circle, erased_at=person.erased_at, **fields
        )
        self.created.add(person.uid)

    def _write_house_rules(self, house: HouseRulesLine) -> None:
        if not self.existing.has(house):
            fields = {"name": house.name, "ruleset": house.ruleset.dump(), "used_at": house.used_at}
            HouseRules.objects.create(circle=self.circle, **fields)

    def _write_match(self, played: MatchLine, number: int) -> None:
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
        seats = self._write_seats(match, played, number)
        try:
            log.import_log(match, seats, played.rows)
        except log.Refused as refused:
            raise _refused_entry(
                refused, number, self.summary, [seat.player.name for seat in seats]
            ) from refused
        self.imported[played.uid] = match.pk
        if match.finished_at:
            self.dates.add(match.played_on)
        if played.previous:
            self.previous[played.uid] = played.previous

    def _write_seats(self, match: Match, played: MatchLine, number: int) -> list[Seat]:
        players = [self.players[uid] for uid in played.seats]
        for position, player in enumerate(players):
            if player in players[:position]:  # two persons of the file that are the same player here
                place = "players" if self.summary.is_record else "seats"
                raise _bad_match(number, self.summary, f"{place}[{position}]", "one-person")
        seats = (Seat(match=match, position=seat, player=player) for seat, player in enumerate(players))
        return Seat.objects.bulk_create(seats)

    def _write_player_merge(self, merge: PlayerMergeLine) -> None:
        """Only for players created from this file: existing players are not merged."""
        target, emptied = self.players[merge.kept], self.players[merge.emptied]
        if merge.emptied in self.created and target != emptied:
            seats = sorted(self._seat_keys(merge))
            PlayerMerge.objects.create(kept=target, emptied=emptied, at=merge.at, seats=seats)

    def _seat_keys(self, merge: PlayerMergeLine) -> Iterator[int]:
        """Keys of the seats that came with this file."""
        places = [(self.imported[uid], position) for uid, position in merge.seats if uid in self.imported]
        for start in range(0, len(places), BATCH):
            part = set(places[start : start + BATCH])
            seats = Seat.objects.filter(match__in={match for match, _ in part})
            rows = seats.values_list("match", "position", "pk")
            yield from (pk for match, position, pk in rows if (match, position) in part)


def _current_players(circle: Circle) -> dict[UUID, Player]:
    """The players of the circle by uid; a merged one is the player it was merged into."""
    merges = PlayerMerge.objects.filter(emptied__circle=circle, undone_at=None).select_related("kept")
    targets = {merge.emptied_id: merge.kept for merge in merges}
    players = {}
    for player in circle.players.all():
        uid = player.uid
        while player.pk in targets:
            player = targets[player.pk]
        players[uid] = player
    return players
