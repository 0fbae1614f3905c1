"""What the results of now say otherwise than when the last round was seated."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from scores.night.changes import Changes, RankChange, exchange_of_seats
from scores.night.seen import SeenNight


class Notice(NamedTuple):
    """`ranks` are those of who wins a prize by them, then or now; `others` how many more changed. With a
    `key` the organiser leaves the seats as they are, or where some `can_change` seats those who should play.
    """

    changes: Changes
    ranks: Sequence[RankChange]
    others: int
    key: str
    can_change: bool


def notice_of(seen: SeenNight, started: Collection[int]) -> Notice | None:
    """`started` are the tables of the last round at which nobody moves any more."""
    changes = seen.now.changes
    sheet = seen.sheet
    is_final = sheet.last_round > 0 and sheet.is_final(sheet.last_round)
    prizes = len(seen.plan.prizes) if is_final else 0
    ranks = [
        change for change in changes.ranks if min(change.before, change.now) <= prizes
    ]
    key = key_of(changes)
    notice = Notice(
        changes,
        ranks,
        len(changes.ranks) - len(ranks),
        key,
        can_change=bool(changes.out and exchange_of_seats(sheet, changes, started)),
    )
    return notice if key or ranks else None


def key_of(changes: Changes) -> str:
    """Tells apart what the organiser was asked; empty where they are asked nothing."""
    parts = [*changes.out, 0, *changes.back]
    return "-".join(map(str, parts)) if len(parts) > 1 else ""
