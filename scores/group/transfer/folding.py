"""Read a file in parts, and judge and fold the matches of each part; nothing is written."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO
from uuid import UUID

from scores.core.matches import log
from scores.group.transfer import limits
from scores.group.transfer.checks import work_of
from scores.group.transfer.lines import FileLine, MatchLine, PersonLine
from scores.group.transfer.match_record import NO_CIRCLE
from scores.group.transfer.reader import BadFile, read


@dataclass
class FoldedPart:
    """Lines that are written in one transaction, and their matches, judged and folded, by uid."""

    lines: list[tuple[int, FileLine]] = field(default_factory=list)  # each with its number in the file
    matches: dict[UUID, log.FoldedMatch] = field(default_factory=dict)
    is_record: bool = False
    has_more: bool = False  # whether the file goes on after it


def folded_parts(file: BinaryIO, known: Container[UUID], bounds: limits.Bounds) -> Iterator[FoldedPart]:
    """The parts of a file that `bounds` allows at once, without the matches in `known`.

    Raises BadFile for a part that cannot be imported.
    """
    persons: dict[UUID, str] = {}
    part, work = FoldedPart(), 0
    for number, line in enumerate(read(file, bounds, known), 1):
        cost = work_of(line)
        work += cost
        if cost and work > bounds.part and part.matches:  # without a match it would come again and again
            part.has_more = True
            yield part
            if bounds.parts == 1:
                return
            part, work = FoldedPart(is_record=part.is_record), cost
        _add(part, number, line, persons)
    yield part


def _add(part: FoldedPart, number: int, line: FileLine, persons: dict[UUID, str]) -> None:
    """Add a line to the part. `persons` are the names read so far, by uid."""
    part.lines.append((number, line))
    if line == NO_CIRCLE:
        part.is_record = True
    elif isinstance(line, PersonLine):
        persons[line.uid] = line.name
    elif isinstance(line, MatchLine):
        names = dict(enumerate(persons[uid] for uid in line.seats))
        part.matches[line.uid] = _folded(part, number, line, names)


def _folded(part: FoldedPart, number: int, line: MatchLine, names: dict[int, str]) -> log.FoldedMatch:
    try:
        return log.fold(line.match, len(line.seats), line.rows)
    except log.Refused as refused:
        place = f"entries[{refused.seq}].entry"
        raise bad_match(part, number, place, "rules", refusal=refused.refusal, names=names) from refused


def bad_match(part: FoldedPart, number: int, place: str, code: str, **details: Any) -> BadFile:
    """A fault inside the match of a line; a record has only its match."""
    if part.is_record:
        return BadFile(1, f"$.{place}", code, **details)
    return BadFile(number, f"$.match.{place}", code, **details)
