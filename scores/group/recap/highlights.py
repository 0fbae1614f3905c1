"""Highlights of a finished match: number of closes, duration."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _

from rules.close_kinds import Close
from rules.events import HandScored, Seat
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.words import NOBODY_CLOSED
from scores.core.wording.hand_lines import CLOSE_NAMES, nobody_closed, who_closed
from scores.group.recap import duration
from scores.group.recap.duration import MatchDuration

PLAIN = (None, Close.KNOCK, Close.OUT)  # closes that are not worth mentioning


@dataclass(frozen=True)
class CloseCount:
    """How often a player closed, and which closes are worth mentioning: «limpio 2 · chinchón 1»."""

    name: str
    count: int
    how: str


@dataclass(frozen=True)
class Highlights:
    who_closed: str  # heading of `closes`
    closes: list[CloseCount]
    pace: list[str]


def of_sheet(sheet: Sheet) -> Highlights | None:
    """The highlights; None during the match and without a hand."""
    if not sheet.board.is_over or not sheet.hands:
        return None
    return Highlights(
        who_closed=who_closed(sheet.board.ruleset),
        closes=closes(sheet),
        pace=_pace(duration.of_match(sheet)),
    )


def closes(sheet: Sheet) -> list[CloseCount]:
    """Number of closes of each player, highest first; hands that nobody closed come last."""
    counts: dict[Seat | None, Counter[Close | None]] = {seat: Counter() for seat in sheet.board.order}
    for step in sheet.hands:
        if isinstance(step.event, HandScored):
            counts.setdefault(step.event.closer, Counter())[step.event.close] += 1
    order = sorted(counts, key=lambda seat: (seat is None, -counts[seat].total()))
    return [CloseCount(_closer(sheet, seat), counts[seat].total(), _how(counts[seat])) for seat in order]


def _closer(sheet: Sheet, seat: Seat | None) -> str:
    if seat is not None:
        return sheet.names[seat]
    return nobody_closed(sheet.board.ruleset) or str(NOBODY_CLOSED)


def _how(closes: Counter[Close | None]) -> str:
    return " · ".join(
        f"{CLOSE_NAMES[close]} {count}" for close, count in closes.items() if close not in PLAIN
    )


def _pace(measured: MatchDuration | None) -> list[str]:
    if measured is None:
        return []
    facts = {"hand": in_words(measured.hand), "played": in_words(measured.played)}
    lines = [_("%(hand)s por mano; en total, %(played)s.") % facts]
    return [*lines, _("Sin contar pausas de más de una hora.")] if measured.has_breaks else lines


def in_words(time: timedelta) -> str:
    """The time, under ten minutes to the second: «50 s», «1 min 43 s», «12 min», «1 h 20 min»."""
    seconds = round(time.total_seconds())
    if seconds < 600:
        return _minutes_and_seconds(*divmod(seconds, 60))
    hours, minutes = divmod(round(seconds / 60), 60)
    if not hours:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}


def _minutes_and_seconds(minutes: int, seconds: int) -> str:
    if not minutes:
        return _("%(seconds)s s") % {"seconds": seconds}
    if not seconds:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": seconds}
