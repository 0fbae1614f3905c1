"""What the results of now say otherwise than when the last round was seated."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from scores.night.changes import Changes, exchange_of_seats
from scores.night.seen import SeenNight


class Notice(NamedTuple):
    """Who is `back`, and who `out`. `ranks` of those who win a prize by them, then and now, and how many
    `others` changed. With a `key` the organiser leaves the seats as they are, or where some `can_change`
    seats those who should play."""

    changes: Changes
    back: str
    out: str
    ranks: Sequence[tuple[str, int, int]]
    others: int
    key: str
    can_change: bool


def notice_of(seen: SeenNight, started: Collection[int]) -> Notice | None:
    """`started` are the tables of the last round at which nobody moves any more."""
    changes = seen.now.changes
    sheet = seen.sheet
    is_final = sheet.last_round > 0 and sheet.is_final(sheet.last_round)
    prizes = len(seen.plan.prizes) if is_final else 0
    named = [
        (seen.names[change.entrant], change.before, change.now)
        for change in changes.ranks
        if min(change.before, change.now) <= prizes
    ]
    key = key_of(changes)
    notice = Notice(
        changes,
        seen.listed_names(changes.back),
        seen.listed_names(changes.out),
        named,
        len(changes.ranks) - len(named),
        key,
        can_change=bool(changes.out and exchange_of_seats(sheet, changes, started)),
    )
    return notice if key or named else None


def key_of(changes: Changes) -> str:
    """Tells apart what the organiser was asked; empty where they are asked nothing."""
    parts = [*changes.out, 0, *changes.back]
    return "-".join(map(str, parts)) if len(parts) > 1 else ""
