"""Export: a circle as the lines of a file, and a match as a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from rules.records.model import Record, RecordedEntry
from scores.matches.log import WrittenEntry
from scores.matches.replay_cache import loaded
from scores.matches.scoresheet import Sheet
from scores.models import Circle, Match, Player, PlayerMerge, Seat
from scores.transfer.lines import (
    CircleLine,
    EndLine,
    FileLine,
    HouseRulesLine,
    MatchLine,
    PersonLine,
    PlayerMergeLine,
    line_text,
)

BATCH = 100  # matches read at once


def record_of(sheet: Sheet) -> Record:
    """The match as everybody who may see it knows it: without phones and the server's times."""
    match = sheet.match
    # Not sheet.names, which numbers namesakes.
    names = tuple(seat.player.display_name for seat in sheet.seats)
    rows = zip(sheet.rows, sheet.log, strict=True)
    return Record(
        ruleset=match.rules,
        players=names[: match.players_at_start],
        joined=names[match.players_at_start :],
        dealer=match.first_dealer,
        direction=match.direction,
        played_on=match.played_on,
        entries=tuple(RecordedEntry(entry, happened_at=row.happened_at) for row, entry in rows),
        uid=match.uid,
        rules_name=match.rules_name,
        currency=match.currency,
    )


def circle_text(circle: Circle) -> Iterator[str]:
    """The file of a circle, line by line, without deleted matches."""
    return (line_text(line) for line in circle_lines(circle))


def circle_lines(circle: Circle) -> Iterator[FileLine]:
    """The lines of a circle, read in batches so that it need not fit into memory.

    A row that changes meanwhile is exported as it was before or after. A player comes before the first match
    with a seat of that player.
    """
    exported: set[int] = set()
    seated: set[int] = set()
    house_rules = list(circle.house_rules.order_by("used_at", "pk"))
    matches = 0
    yield CircleLine(circle.name, circle.time_zone)
    yield from _persons(circle.players.order_by("pk"), exported)
    yield from (HouseRulesLine(rules.name, rules.rules, rules.used_at) for rules in house_rules)
    for match in _matches(circle):
        seats = match.seats.all()
        yield from _persons((seat.player for seat in seats), exported)
        yield _match_line(match, seats)
        matches += 1
        seated.update(seat.player_id for seat in seats)
    for merge in _merges(circle):
        if merge.emptied_id in seated:
            continue  # merged during the export: the file has two players
        yield from _persons((merge.kept, merge.emptied), exported)
        yield _merge_line(merge, circle)
    yield EndLine(len(exported), len(house_rules), matches)


def _person(player: Player) -> PersonLine:
    face = {"emoji": player.emoji, "chosen_colour": player.chosen_colour}
    return PersonLine(player.uid, player.name, player.colour, player.erased_at, **face)


def _persons(players: Iterable[Player], exported: set[int]) -> Iterator[PersonLine]:
    """The players that are not exported yet."""
    for player in players:
        if player.pk not in exported:
            exported.add(player.pk)
            yield _person(player)


def _matches(circle: Circle) -> Iterator[Match]:
    """The matches outside the bin, oldest first; the order does not depend on the database."""
    matches = Match.objects.not_deleted().filter(circle=circle)
    pks = list(matches.order_by("created_at", "uid").values_list("pk", flat=True))
    for start in range(0, len(pks), BATCH):
        part = pks[start : start + BATCH]
        batch = matches.select_related("previous").prefetch_related("seats__player", "entries").in_bulk(part)
        yield from (batch[pk] for pk in part if pk in batch)


def _match_line(match: Match, seats: Iterable[Seat]) -> MatchLine:
    previous = match.previous
    is_exported = (
        previous is not None and previous.circle_id == match.circle_id and previous.deleted_at is None
    )
    return MatchLine(
        uid=match.uid,
        created_at=match.created_at,
        played_on=match.played_on,
        ruleset=match.rules,
        seats=tuple(seat.player.uid for seat in seats),
        at_start=match.players_at_start,
        dealer=match.first_dealer,
        direction=match.direction,
        rows=tuple(
            WrittenEntry(loaded(row), row.uid, row.client_key, row.at, row.happened_at)
            for row in match.entries.all()
        ),
        rules_name=match.rules_name,
        currency=match.currency,
        place=match.place,
        note=match.note,
        archived_at=match.archived_at,
        previous=previous.uid if is_exported and previous else None,
    )


def _merges(circle: Circle) -> Iterable[PlayerMerge]:
    """In the order in which they happened: a player kept by one merge can be emptied by a later one."""
    merges = PlayerMerge.objects.filter(kept__circle=circle, emptied__circle=circle, undone_at=None)
    return merges.select_related("kept", "emptied").order_by("at", "emptied__uid")


def _merge_line(merge: PlayerMerge, circle: Circle) -> PlayerMergeLine:
    seats = sorted(seat for part in _batches(merge.seats) for seat in _positions(part, circle))
    return PlayerMergeLine(merge.kept.uid, merge.emptied.uid, merge.at, tuple(seats))


def _positions(pks: Sequence[int], circle: Circle) -> Iterable[tuple[UUID, int]]:
    """Match uid and position of those seats whose match is exported."""
    seats = Seat.objects.filter(pk__in=pks, match__in=Match.objects.not_deleted().filter(circle=circle))
    return seats.values_list("match__uid", "position")


def _batches(pks: Sequence[int]) -> Iterator[Sequence[int]]:
    """The keys in batches, because a database limits the parameters of a query."""
    return (pks[start : start + BATCH] for start in range(0, len(pks), BATCH))
