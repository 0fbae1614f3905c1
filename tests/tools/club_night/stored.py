"""What the app has stored at the end of a night, against what its phones sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.night.events import At, TableResult
from rules.night.play import replay
from rules.night.stored.log_json import event_of
from tests.rules.night.support import naive
from tests.support.servers import printed_by
from tests.tools.club_night.night import Hand

CLEAN = -10  # points of who closes clean
DUMP = """
import json
from rules.night.standings import standings
from scores.night.log import sheet_of, results_of
from scores.night.models import Sitting, Night
night = Night.objects.get()
sheet = sheet_of(night)
lines = standings(sheet, results_of(night, sheet))
print(json.dumps({
    "log": list(night.entries.values_list("kind", "payload")),
    "hands": [
        [sitting.round, sitting.table.number, sitting.match.entries.filter(kind="hand").count()]
        for sitting in Sitting.objects.select_related("match", "table")
    ],
    "lines": [
        [line.entrant, line.rank, str(line.points), line.lives, line.out_in] for line in lines
    ],
}))
"""


@dataclass
class Stored:
    """The log of the night; round, table and number of hands of each match; its last standings."""

    log: list[tuple[str, dict[str, Any]]]
    hands: list[tuple[int, int, int]]
    lines: list[list[Any]]

    @classmethod
    def of(cls, data: Path, **variables: str) -> Stored:
        return cls(**printed_by(DUMP, data, **variables))

    def faults(self, sent: Mapping[tuple[int, int], list[Hand]]) -> Iterator[str]:
        """`sent` are the hands that the phones were told are saved, as they count now."""
        stored = {(number, table): hands for number, table, hands in self.hands}
        for at in sorted({*stored, *sent}):
            told = len(sent.get(at, []))
            found = stored.get(at, 0)
            if told != found:
                yield f"round {at[0]}, table {at[1]}: {told} hands acknowledged, {found} stored"
        replayed = replay(event_of(kind, payload) for kind, payload in self.log)
        if replayed.refusal:
            yield f"the log is not legal: {replayed.refusal}"
        night = replayed.sheet
        results = {
            At(*at): _result(night.seats_at(At(*at)), hands)
            for at, hands in sent.items()
        }
        counted = [
            [*line[:2], str(line[2]), *line[3:]]
            for line in naive.standings(night, results, 0)
        ]
        for ours, theirs in zip(counted, self.lines, strict=True):
            if ours != theirs:
                yield f"counted {ours}, told {theirs}"


def _result(seats: tuple[int, ...], hands: list[Hand]) -> TableResult:
    """Who has fewest points is first."""
    totals: Counter[int] = Counter()
    for hand in hands:
        for seat, name in enumerate(seats):
            totals[name] += CLEAN if seat == hand.closer else hand.points[seat]
    ranks = {
        name: 1 + sum(totals[other] < totals[name] for other in seats) for name in seats
    }
    return TableResult(ranks, dict(totals), hands=len(hands))
