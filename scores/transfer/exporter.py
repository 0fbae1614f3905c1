"""Export: a circle as the lines of a file, a match as a record, and its scoresheet as CSV."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Count, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Length
from django.utils.translation import gettext as _

from rules.events import HandScored
from scores.circle.accounts.log import facts_of
from scores.core.csv_files import CellValue, csv_text
from scores.core.match_facts import TEXTS
from scores.core.matches.log import WrittenEntry
from scores.core.matches.replay_cache import entry_of
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import unmarked_text
from scores.core.wording.hand_lines import CLOSE_NAMES
from scores.core.wording.log_lines import consequences, sentence_of_entry
from scores.models import (
    Circle,
    Entry,
    Match,
    Player,
    PlayerMerge,
    PlayerPhoto,
    Seat,
)
from scores.transfer import limits, lines, nights as night_lines
from scores.transfer.lines import AccountLine, FileLine, MatchLine, PersonLine
from scores.transfer.match_record import record_text
from scores.transfer.tables import object_of

BATCH = 100  # keys in one query

# Bytes of a line of the file, with room; of an entry without payload and key
MATCH_BYTES = 800 + 4 * sum(fact.longest for fact in TEXTS)
ENTRY_BYTES = 190
PERSON_BYTES = 250
RULES_BYTES = 2_500
ACCOUNT_BYTES = 190  # of a line, without its payments
PAYMENT_BYTES = 110
PART_BYTES = limits.UPLOADED * 9 // 10
# Of the lines of matches that are read together; in memory ten times as much
READ_BYTES = limits.MEGABYTE // 2


def record_of(sheet: Sheet, *, is_anonymous: bool = False) -> str:
    """The match as everybody who may see it knows it: without phones and the server's times. If it is
    anonymous, people are called «Player 1» and so on; nothing else differs.
    """
    # Not sheet.names, which numbers namesakes.
    names = [
        f"Player {number}" if is_anonymous else unmarked_text(seat.player.display_name)
        for number, seat in enumerate(sheet.seats, 1)
    ]
    rows = zip(sheet.rows, sheet.log, strict=True)
    clocks = (
        {"entry": entry, "at": None, "happened_at": row.happened_at}
        for row, entry in rows
    )
    return record_text(sheet.match, names, clocks)


Photos = Mapping[int, bytes]
"""Photos by the keys of their players."""
NO_PHOTOS: Photos = {}


def photos_of(circle: Circle) -> Photos:
    """The photos of a circle, for a file that takes them along: the first ones, up to limits.PHOTOS."""
    photos: dict[int, bytes] = {}
    room = limits.PHOTOS
    rows = PlayerPhoto.objects.filter(player__circle=circle).order_by("player")
    for row in rows.iterator(BATCH):
        image = bytes(row.image)
        room -= len(image)
        if room < 0:
            break
        photos[row.pk] = image
    return photos


class MeasuredMatch(NamedTuple):
    pk: int
    code: str
    played_on: date
    size: int  # bytes of its line: rather too many than too few


class Part:
    """Matches of a circle, oldest first, that are exported as one file."""

    def __init__(self, matches: Sequence[MeasuredMatch]) -> None:
        self.matches = matches
        # What `part` in an address says: the first and the last match
        self.name = f"{matches[0].code}-{matches[-1].code}" if matches else ""
        self.pks = [match.pk for match in matches]
        self.days = sorted({match.played_on for match in matches})
        self.size = sum(match.size for match in matches)


def parts(circle: Circle, photos: Photos = NO_PHOTOS) -> list[Part]:
    """The files that pages export a circle as, so small that a page imports each again; most often one."""
    others = (
        PERSON_BYTES * circle.players.count() + RULES_BYTES * circle.house_rules.count()
    ) + sum(len(image) * 4 // 3 for image in photos.values())
    facts = facts_of(circle)
    payments = sum(len(fact.payments) for fact in facts)
    others += ACCOUNT_BYTES * len(facts) + PAYMENT_BYTES * payments
    return list(_cut(_measured_matches(circle), PART_BYTES - others)) or [Part([])]


def _cut(matches: Iterable[MeasuredMatch], size: int) -> Iterator[Part]:
    """The matches in parts of at most that many bytes; a match that is larger is a part."""
    part: list[MeasuredMatch] = []
    room = size
    for match in matches:
        if part and match.size > room:
            yield Part(part)
            part = []
            room = size
        part.append(match)
        room -= match.size
    if part:
        yield Part(part)


def part_named(parts: Sequence[Part], name: str) -> Part | None:
    """The matches from the first to the last that `name` says, which need not be a part any more: a page
    shows the parts as they were. None if one of the two is gone, or for more than fits into a file."""
    matches = [match for part in parts for match in part.matches]
    codes = [match.code for match in matches]
    first, _dash, last = name.partition("-")
    if first not in codes or last not in codes:
        return None
    named = Part(matches[codes.index(first) : codes.index(last) + 1])
    return named if named.matches and named.size <= limits.UPLOADED else None


def _measured_matches(circle: Circle) -> Iterator[MeasuredMatch]:
    text = Length(Cast("payload", TextField())) + Length("client_key")
    entries = Entry.objects.filter(
        match__circle=circle, match__deleted_at=None
    ).order_by()
    counted = entries.values("match").annotate(lines=Count("pk"), letters=Sum(text))
    sizes = {
        row["match"]: ENTRY_BYTES * row["lines"] + row["letters"] for row in counted
    }
    rules = Length(Cast("ruleset", TextField()))
    of_nights = night_lines.bytes_of(circle)
    for pk, code, played_on, letters in _in_order(circle).values_list(
        "pk", "code", "played_on", rules
    ):
        size = MATCH_BYTES + letters + sizes.get(pk, 0) + of_nights.get(pk, 0)
        yield MeasuredMatch(pk, code, played_on, size)


def circle_text(
    circle: Circle, part: Part | None = None, photos: Photos = NO_PHOTOS
) -> Iterator[str]:
    """The file of a circle, line by line, without deleted matches; with `part` only its matches."""
    return (lines.line_text(line) for line in circle_lines(circle, part, photos))


def circle_lines(
    circle: Circle, part: Part | None = None, photos: Photos = NO_PHOTOS
) -> Iterator[FileLine]:
    """The lines of a circle, read in batches so that it need not fit into memory. A row that changes
    meanwhile is exported as it was before or after. A player comes before the first match with their seat."""
    part = part or Part(list(_measured_matches(circle)))
    exported = set[int]()
    seated = set[int]()
    matches = 0
    house_rules = list(circle.house_rules.order_by("used_at", "pk"))
    yield lines.CircleLine(
        **{
            key.name: getattr(circle, key.name)
            for key in object_of(lines.CircleLine).keys
        }
    )
    yield from _persons(circle.players.order_by("pk"), exported, photos)
    yield from (
        lines.HouseRulesLine(rules.name, rules.used_at, rules.rules)
        for rules in house_rules
    )
    for line in _match_lines(circle, part):
        players = [seat.player for seat in line.match.seats.all()]
        yield from _persons(players, exported)
        yield line
        matches += 1
        seated.update(player.pk for player in players)
    for merge in _merges(circle):
        if merge.emptied_id in seated:
            continue  # merged during the export: the file has two players
        yield from _persons((merge.kept, merge.emptied), exported)
        seats = sorted(_positions(merge.seats, {*part.pks}))
        yield lines.PlayerMergeLine(
            merge.kept.uid, merge.emptied.uid, merge.at, tuple(seats)
        )
    written = night_lines.lines_of(circle, {*part.pks})
    nights = list(written) if settings.CLUB_NIGHTS else []
    yield from nights
    account = list(_account_lines(circle))
    yield from account
    yield lines.EndLine(
        len(exported),
        len(house_rules),
        matches,
        len(nights) or None,
        len(account) or None,
    )


def _account_lines(circle: Circle) -> Iterator[AccountLine]:
    """The lines of the account in their order, of persons as they are now."""
    facts = facts_of(circle)
    uids = dict(circle.players.values_list("pk", "uid")) if facts else {}
    for fact in facts:
        payments = tuple(paid.with_persons(uids.__getitem__) for paid in fact.payments)
        yield AccountLine(
            UUID(fact.key),
            fact.at,
            payments,
            date.fromisoformat(fact.day) if fact.day else None,
            fact.is_zero,
            UUID(fact.undoes) if fact.undoes else None,
        )


def _merges(circle: Circle) -> QuerySet[PlayerMerge]:
    """The merges in the order in which they happened: who was kept by one can be emptied by a later one."""
    merges = PlayerMerge.objects.filter(
        kept__circle=circle, emptied__circle=circle, undone_at=None
    )
    return merges.select_related("kept", "emptied").order_by("at", "emptied__uid")


def _persons(
    players: Iterable[Player], exported: set[int], photos: Photos = NO_PHOTOS
) -> Iterator[PersonLine]:
    """The players that are not exported yet."""
    for player in players:
        if player.pk not in exported:
            exported.add(player.pk)
            names = [
                key.name for key in object_of(PersonLine).keys if key.name != "photo"
            ]
            facts = {name: getattr(player, name) for name in names}
            yield PersonLine(**facts, photo=photos.get(player.pk))


def _in_order(circle: Circle) -> QuerySet[Match]:
    """The matches outside the bin, oldest first; the order does not depend on the database."""
    return circle.matches.not_deleted().order_by("created_at", "uid")


def _match_lines(circle: Circle, part: Part) -> Iterator[MatchLine]:
    """The lines of these matches that are still there, in this order, with their logs."""
    matches = (
        _in_order(circle).select_related("previous").prefetch_related("seats__player")
    )
    for batch in _cut(part.matches, READ_BYTES):
        there = matches.in_bulk(batch.pks)
        logs = _logs(batch.pks)
        for match in filter(None, map(there.get, batch.pks)):
            previous = match.previous
            is_here = (
                previous
                and previous.circle_id == match.circle_id
                and not previous.deleted_at
            )
            seats = tuple(seat.player.uid for seat in match.seats.all())
            yield MatchLine(
                match, seats, tuple(logs[match.pk]), previous.uid if is_here else None
            )


def _logs(pks: Sequence[int]) -> defaultdict[int, list[WrittenEntry]]:
    """The entries by match, without a model for each, which takes as long as all the rest."""
    logs: defaultdict[int, list[WrittenEntry]] = defaultdict(list)
    columns = ("match", "kind", "payload", "uid", "client_key", "at", "happened_at")
    entries = Entry.objects.filter(match__in=pks).order_by("seq").values_list(*columns)
    for match, kind, payload, *written in entries:
        logs[match].append(WrittenEntry(entry_of((kind, payload)), *written))
    return logs


def _positions(
    pks: Sequence[int], matches: Container[int]
) -> Iterator[tuple[UUID, int]]:
    """Match uid and position of those seats whose match is exported, read in batches."""
    for start in range(0, len(pks), BATCH):
        seats = Seat.objects.filter(pk__in=pks[start : start + BATCH])
        for match, uid, position in seats.values_list(
            "match", "match__uid", "position"
        ):
            if match in matches:
                yield uid, position


# The scoresheet as CSV


def sheet_csv(sheet: Sheet) -> str:
    """A row for every entry in force: what each seat got and its total. Hands have their number."""
    names = [sheet.names[seat] for seat in sheet.board.order]
    points = [
        heading
        for name in names
        for heading in (name, _("%(name)s: total") % {"name": name})
    ]
    headings = [_("Mano"), _("Quién cerró"), _("Cómo"), *points, _("Qué pasó")]
    return csv_text([headings, *_csv_rows(sheet)])


def _csv_rows(sheet: Sheet) -> Iterator[list[CellValue]]:
    """A row for each line: the points and the total of each seat; empty before the player joined."""
    for step in sheet.steps:
        points: list[CellValue] = []
        for seat in sheet.board.order:
            is_there = seat in step.after.standings
            total = step.after.total(seat) if is_there else None
            points += [step.points(seat), total]
        # Consequences (bust, buy-back, win); of an entry that is no hand also what it is.
        line = [] if step.is_hand else [sentence_of_entry(step.event, sheet.names)]
        remarks = " · ".join([*line, *consequences(step, sheet.names)])
        closed: list[CellValue] = [None] * 3
        if isinstance(event := step.event, HandScored):
            closer = None if event.closer is None else sheet.names[event.closer]
            closed = [
                step.hand_number,
                closer,
                event.close and str(CLOSE_NAMES[event.close]),
            ]
        yield [*closed, *points, remarks]
