"""Import a file into a circle: preview it, stage it, then write it in parts, and nothing twice.

A part is read, judged and folded before the transaction that writes it, so other writers wait only for the
inserts. It is written as a whole or not at all."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import BytesIO
from itertools import islice
from typing import BinaryIO
from uuid import UUID

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from rules.errors import BadRecord
from rules.ruleset import Ruleset
from scores.circle.accounts import log as account_log
from scores.circle.accounts.account import Fact, news
from scores.circle.circles import people
from scores.circle.circles.photos import digest_of
from scores.core.matches import log, ratings
from scores.core.merges import locked_circle, merge_targets
from scores.models import (
    Circle,
    HouseRules,
    KeptFile,
    Match,
    Phone,
    Player,
    PlayerMerge,
    PlayerPhoto,
    Seat,
)
from scores.transfer import limits, lines, nights as night_lines
from scores.transfer.exporter import BATCH
from scores.transfer.lines import MatchLine, PersonLine
from scores.transfer.match_record import NO_CIRCLE
from scores.transfer.reader import BadFile, FoldedPart, bad_match, folded_parts

SamePersons = Mapping[UUID, Player]
"""Persons of a file by uid, each with the player of the circle that it is under another uid."""


@dataclass
class ImportSummary:
    """What a file would add to a circle, or has added."""

    head: lines.CircleLine = NO_CIRCLE
    # without those whose uid the circle has
    persons: list[PersonLine] = field(default_factory=list)
    known: list[PersonLine] = field(default_factory=list)
    house_rules: int = 0
    matches: int = 0
    hands: int = 0
    nights: int = 0
    account: int = 0  # lines of the account
    existing: int = 0  # matches that the circle has already
    deleted: int = 0  # those of them that are in the bin
    has_more: bool = False  # whether the file has more than this part

    @property
    def is_record(self) -> bool:
        return self.head == NO_CIRCLE

    def adds_something(self, same: SamePersons) -> bool:
        """Whether anything is new, given who is a player here. Persons of a single record do not count."""
        newcomers = [person for person in self.persons if person.uid not in same]
        nights = settings.CLUB_NIGHTS and self.nights
        if self.matches or nights or self.account or self.has_more:
            return True
        return bool(not self.is_record and (newcomers or self.house_rules))


def preview(
    file: BinaryIO,
    circle: Circle | None,
    bounds: limits.Bounds = limits.OPERATOR,
    parts: int | None = None,
) -> ImportSummary:
    """What the file would add, or its first parts; writes nothing. Raises BadFile."""
    existing = Existing.of(circle)
    summary = ImportSummary()
    for part in islice(folded_parts(file, existing.matches, bounds), parts):
        _count(summary, part, existing)
    return summary


def guess_same_persons(
    here: Iterable[Player], persons: Iterable[PersonLine]
) -> dict[UUID, Player]:
    return {person.uid: player for person, player in people.namesakes(here, persons)}


def import_into(
    file: BinaryIO,
    circle: Circle,
    same: SamePersons,
    progress: Callable[[int], None] = lambda matches: None,
) -> ImportSummary:
    """Write what the circle does not have, each part in a transaction of its own. Raises BadFile; then
    nothing of that part is written. `progress` is called after each part with the number of matches read."""
    importing = Importer(circle, same)
    existing = Existing.of(circle)
    for part in folded_parts(file, existing.matches, limits.OPERATOR):
        summary = importing.write(part)
        progress(summary.matches + summary.existing)
    return importing.summary


def name_circle(circle: Circle, summary: ImportSummary) -> None:
    """Give a circle without a name what the first line of the file says of its circle."""
    if not summary.is_record and not circle.name:
        facts = vars(summary.head)
        for field, value in facts.items():
            setattr(circle, field, value)
        circle.save(update_fields=facts)


@dataclass
class Existing:
    """What the circle has already, by uid."""

    persons: set[UUID]
    matches: dict[UUID, bool]  # whether it is in the bin
    house_rules: set[tuple[str, Ruleset]]
    nights: set[UUID]
    account: set[UUID]

    @classmethod
    def of(cls, circle: Circle | None) -> Existing:
        if circle is None:
            return cls(set(), {}, set(), set(), set())
        matches = circle.matches.values_list("uid", "deleted_at")
        return cls(
            set(circle.players.values_list("uid", flat=True)),
            {uid: deleted_at is not None for uid, deleted_at in matches.iterator()},
            {(rules.name, rules.rules) for rules in circle.house_rules.all()},
            set(circle.nights.values_list("uid", flat=True)),
            set(circle.account_entries.values_list("uid", flat=True)),
        )

    def has(self, house: lines.HouseRulesLine) -> bool:
        return (house.name, house.ruleset) in self.house_rules


def _count(summary: ImportSummary, part: FoldedPart, existing: Existing) -> None:
    summary.has_more = part.has_more
    for line in part.lines:
        if isinstance(line, lines.CircleLine):
            summary.head = line
        elif isinstance(line, PersonLine):
            (summary.known if line.uid in existing.persons else summary.persons).append(
                line
            )
        elif isinstance(line, lines.HouseRulesLine):
            summary.house_rules += not existing.has(line)
        elif (
            isinstance(line, (MatchLine, lines.KnownMatchLine))
            and line.uid in existing.matches
        ):
            summary.existing += 1
            summary.deleted += existing.matches[line.uid]
        elif isinstance(line, MatchLine):
            summary.matches += 1
            summary.hands += part.matches[line.uid].match.hands
    nights = {line.uid for line in part.lines if isinstance(line, lines.NightLine)}
    summary.nights += len(nights - existing.nights)
    paid = {line.uid for line in part.lines if isinstance(line, lines.AccountLine)}
    summary.account += len(paid - existing.account)


@dataclass
class Importer:
    """Writes the parts of one file into one circle."""

    circle: Circle
    same: SamePersons
    summary: ImportSummary = field(default_factory=ImportSummary)
    players: dict[UUID, Player] = field(default_factory=dict)
    created: set[UUID] = field(default_factory=set)  # uids of created players
    # of matches whose previous one did not come yet
    previous: dict[UUID, UUID] = field(default_factory=dict)

    @transaction.atomic
    def write(self, part: FoldedPart) -> ImportSummary:
        """Write what the circle does not have; what was written so far. Raises BadFile; then nothing is."""
        self.circle = locked_circle(self.circle.pk)
        existing = Existing.of(self.circle)
        _count(self.summary, part, existing)
        self._write_persons(line for line in part.lines if isinstance(line, PersonLine))
        HouseRules.objects.bulk_create(
            HouseRules(
                circle=self.circle,
                name=line.name,
                ruleset=line.ruleset.dump(),
                used_at=line.used_at,
            )
            for line in part.lines
            if isinstance(line, lines.HouseRulesLine) and not existing.has(line)
        )
        self._write_matches(part, existing)
        self._link_rematches()
        self._write_account(
            [line for line in part.lines if isinstance(line, lines.AccountLine)]
        )
        for line in part.lines:
            if isinstance(line, lines.PlayerMergeLine):
                self._write_player_merge(line)
            elif isinstance(line, lines.NightLine) and settings.CLUB_NIGHTS:
                self._write_night(line)
        return self.summary

    def _write_account(self, entries: Sequence[lines.AccountLine]) -> None:
        """What the log of the circle does not have."""
        facts = [
            Fact(
                str(line.uid),
                [
                    paid.with_persons(lambda uid: self.players[uid].pk)
                    for paid in line.payments
                ],
                line.day.isoformat() if line.day else "",
                line.is_zero,
                str(line.undoes or ""),
                line.at,
            )
            for line in entries
        ]
        if facts:
            account_log.add(self.circle, news(account_log.facts_of(self.circle), facts))

    def _write_night(self, night: lines.NightLine) -> None:
        try:
            night_lines.write(self.circle, night, self.players)
        except BadRecord as bad:
            raise BadFile(night.number, bad.path, bad.code) from bad

    def _write_persons(self, persons: Iterable[PersonLine]) -> None:
        # The players of the circle by uid; a merged one is the player it was merged into
        by_pk = self.circle.players.in_bulk()
        targets = merge_targets(self.circle)
        self.players |= {
            row.uid: by_pk[targets.get(row.pk, row.pk)] for row in by_pk.values()
        }
        new = {}
        images = {}
        for person in persons:
            if person.uid in self.same:
                self.players.setdefault(person.uid, self.same[person.uid])
            elif person.uid not in self.players:
                facts = dict(vars(person))
                if image := facts.pop("photo"):
                    facts["photo_digest"] = digest_of(image)
                    images[person.uid] = image
                new[person.uid] = Player(circle=self.circle, **facts)
        Player.objects.bulk_create(new.values())
        PlayerPhoto.objects.bulk_create(
            PlayerPhoto(player=new[uid], image=image) for uid, image in images.items()
        )
        self.players |= new
        self.created |= new.keys()

    def _write_matches(self, part: FoldedPart, existing: Existing) -> None:
        new = []
        for line in part.lines:
            if isinstance(line, MatchLine) and line.uid not in existing.matches:
                self._seat(part.matches[line.uid], line)
                new.append(part.matches[line.uid])
                if line.previous:
                    self.previous[line.uid] = line.previous
            elif (
                isinstance(line, lines.KnownMatchLine)
                and line.previous
                and line.previous in part.matches
            ):
                # of an earlier part, a rematch of one in this part
                self.previous[line.uid] = line.previous
        log.import_matches(new)
        back = self.circle.players.filter(is_gone=True).exclude(seats=None)
        back.update(is_gone=False)
        finished = [row.match.played_on for row in new if row.match.finished_at]
        if finished:
            ratings.invalidate(self.circle.pk, min(finished))

    def _seat(self, folded: log.FoldedMatch, line: MatchLine) -> None:
        folded.match.circle = self.circle
        players = [self.players[uid] for uid in line.seats]
        for seat, player in zip(folded.seats, players, strict=True):
            # two persons of the file that are the same player here
            if player in players[: seat.position]:
                seats = "players" if line.path == "$" else "seats"
                raise bad_match(line, f"{seats}[{seat.position}]", "one-person")
            seat.player = player

    def _link_rematches(self) -> None:
        """Link the matches to those that they are a rematch of, as far as these are here."""
        wanted = {*self.previous, *self.previous.values()}
        here = (
            self.circle.matches.filter(uid__in=wanted)
            if len(wanted) <= BATCH
            else self.circle.matches
        )
        pks = dict(here.values_list("uid", "pk")) if wanted else {}
        found_matches = {
            uid: previous for uid, previous in self.previous.items() if previous in pks
        }
        linked = [
            Match(pk=pks[uid], previous_id=pks[previous])
            for uid, previous in found_matches.items()
        ]
        Match.objects.bulk_update(linked, ["previous"], batch_size=BATCH)
        for uid in found_matches:
            del self.previous[uid]

    def _write_player_merge(self, merge: lines.PlayerMergeLine) -> None:
        """Only for players who came with this file, also in an earlier part of it."""
        target = self.players[merge.kept]
        emptied = self.players[merge.emptied]
        if target == emptied:
            # Add the seats, if the merge came with another file of the same circle
            merges = PlayerMerge.objects.filter(
                emptied__circle=self.circle, emptied__uid=merge.emptied
            )
            for known in merges.filter(at=merge.at, undone_at=None):
                known.seats = sorted({*known.seats, *self._seat_keys(merge, target)})
                known.save(update_fields=["seats"])
        elif merge.emptied in self.created or not (
            emptied.seats.exists()
            or emptied.merges.exists()
            or emptied.mergers.exists()
        ):
            seats = sorted(self._seat_keys(merge, target))
            PlayerMerge.objects.create(
                kept=target, emptied=emptied, at=merge.at, seats=seats
            )

    def _seat_keys(self, merge: lines.PlayerMergeLine, target: Player) -> Iterator[int]:
        """Keys of the seats that came with this file."""
        for start in range(0, len(merge.seats), BATCH):
            part = set(merge.seats[start : start + BATCH])
            matches = self.circle.matches.filter(
                uid__in={uid for uid, _position in part}
            )
            seats = Seat.objects.filter(match__in=matches, player=target)
            rows = seats.values_list("match__uid", "position", "pk")
            yield from (pk for uid, position, pk in rows if (uid, position) in part)


# Staged files

STAGED_FOR = timedelta(hours=1)
# Over these limits the oldest files are deleted.
FILES_PER_PHONE = 3  # files
FILES_OF_STRANGERS = 10  # files of all browsers without a phone together
TOTAL_BYTES = 64 * limits.MEGABYTE  # compressed


class UploadLimit(FileUploadHandler):
    """Discard a file above limits.UPLOADED and set `request.is_too_long`."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > limits.UPLOADED:
            self.request.is_too_long = True
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The next handler provides the file."""


def stage(file: BinaryIO, phone: Phone | None) -> UUID:
    """Store the file and return its token, which cannot be guessed."""
    file.seek(0)
    packed = gzip.compress(file.read(), compresslevel=1)
    delete_expired()
    most = FILES_OF_STRANGERS if phone is None else FILES_PER_PHONE
    newest_first = KeptFile.objects.order_by("-kept_at")
    _delete(newest_first.filter(phone=phone).values_list("uid", flat=True)[most - 1 :])
    room = TOTAL_BYTES - len(packed)
    too_many = []
    for uid, size in newest_first.values_list("uid", "size"):
        room -= size
        if room < 0:
            too_many.append(uid)
    _delete(too_many)
    return KeptFile.objects.create(phone=phone, size=len(packed), packed=packed).uid


def staged_file(token: str, phone: Phone | None) -> BinaryIO | None:
    """The file that this phone, or a browser without one, staged under the token; None if that was too long
    ago, or never."""
    whose = Q(phone=phone) | Q(phone=None)
    with suppress(ValueError, KeptFile.DoesNotExist):
        row = KeptFile.objects.get(whose, uid=UUID(token), kept_at__gt=_expiry())
        return BytesIO(gzip.decompress(row.packed))
    return None


def delete_expired() -> None:
    KeptFile.objects.filter(kept_at__lte=_expiry()).delete()


def _delete(uids: Iterable[UUID]) -> None:
    KeptFile.objects.filter(uid__in=list(uids)).delete()


def _expiry() -> datetime:
    return timezone.now() - STAGED_FOR
