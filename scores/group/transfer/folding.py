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
from scores.group.transfer.reader import BadFile, read


@dataclass
class FoldedPart:
    """Lines that are written in one transaction, and their matches, judged and folded, by uid."""

    lines: list[FileLine] = field(default_factory=list)
    matches: dict[UUID, log.FoldedMatch] = field(default_factory=dict)
    has_more: bool = False  # whether the file goes on after it


def folded_parts(file: BinaryIO, known: Container[UUID], bounds: limits.Bounds) -> Iterator[FoldedPart]:
    """The parts of a file that `bounds` allows at once, without the matches in `known`.

    Raises BadFile for a part that cannot be imported.
    """
    persons: dict[UUID, str] = {}
    part, work = FoldedPart(), 0
    for line in read(file, bounds, known):
        cost = work_of(line)
        work += cost
        if cost and work > bounds.part and part.matches:  # without a match it would come again and again
            part.has_more = True
            yield part
            if bounds.parts == 1:
                return
            part, work = FoldedPart(), cost
        _add(part, line, persons)
    yield part


def _add(part: FoldedPart, line: FileLine, persons: dict[UUID, str]) -> None:
    """Add a line to the part. `persons` are the names read so far, by uid."""
    part.lines.append(line)
    if isinstance(line, PersonLine):
        persons[line.uid] = line.name
    elif isinstance(line, MatchLine):
        try:
            part.matches[line.uid] = log.fold(line.match, len(line.seats), line.rows)
        except log.Refused as refused:
            place, names = f"entries[{refused.seq}].entry", [persons[uid] for uid in line.seats]
            more = {"refusal": refused.refusal, "names": dict(enumerate(names))}
            raise bad_match(line, place, "rules", **more) from refused


def bad_match(line: MatchLine, place: str, code: str, **details: Any) -> BadFile:
    """A fault inside a match."""
    return BadFile(line.number, f"{line.place}.{place}", code, **details)
