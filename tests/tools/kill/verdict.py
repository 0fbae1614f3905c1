"""Compare the stored hands with those that were sent."""

from collections import defaultdict
from dataclasses import dataclass

from rules.match import log_json
from rules.match.corrections import Amended, Change
from tests.rules.support.table import hand as scored
from tests.support.servers import printed_by

READ = """
import json
from scores.management.commands.check_logs import disagreements
from scores.models import Match
told, lines = [], []
for match in Match.objects.prefetch_related("entries", "results"):
    told += [f"{match.get_absolute_url()}: {one}" for one in disagreements(match)]
    lines += [[match.get_absolute_url(), row.seq, row.client_key, {"type": row.kind, **row.payload}]
              for row in match.entries.all()]
print(json.dumps([lines, told]))
"""


@dataclass(frozen=True)
class Line:
    match: str
    seq: int
    key: str
    entry: dict[str, object]


def stored(data, **variables):
    """All stored lines, and the output of `manage.py check_logs`, which replays every log."""
    lines, reported = printed_by(READ, data, **variables)
    return [Line(*line) for line in lines], reported


def faults(hands, lines):
    """A sentence for each hand that was lost, doubled, changed or invented."""
    found = defaultdict(list)
    for line in lines:
        found[line.key].append(line)
    for hand in hands:
        yield from _fault(
            hand, [line for key in hand.keys for line in found.pop(key, [])]
        )
    for line in (line for left in found.values() for line in left):
        yield f"{line.match} line {line.seq}: nobody sent it"


def _fault(hand, found):
    named = f"{hand.match} {hand.left}"
    if len(found) > 1:
        yield f"{named}: stored {len(found)} times, in lines {[line.seq for line in found]}"
    if hand.is_acknowledged and not found:
        yield f"{named}: acknowledged and not there"
    as_sent = _entry_of(hand)
    for line in found:
        if (line.match, line.entry) != (hand.match, as_sent):
            yield f"{named}: stored as {line.entry} in line {line.seq} of {line.match}"


def _entry_of(hand):
    deadwood = [*hand.left]
    deadwood.insert(hand.closer, 0)
    entry = scored(*deadwood, closer=hand.closer)
    return log_json.dump(Amended((Change(0, entry),)) if hand.is_correction else entry)
