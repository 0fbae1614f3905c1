"""What the results of now say otherwise than when the last round was seated."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from scores.night.changes import Changes, reseated
from scores.night.seen import SeenNight


@dataclass(frozen=True)
class Notice:
    """`places` of those who win a prize by them, then and now, and how many `others` changed. With a `key`
    the organiser leaves the seats as they are, or where some `can_change` seats those who should play."""

    sentences: Sequence[str]
    places: Sequence[tuple[str, int, int]]
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
        for change in changes.places
        if min(change.before, change.now) <= prizes
    ]
    notice = Notice(
        sentences=[*_sentences(seen, changes)],
        places=named,
        others=len(changes.places) - len(named),
        key=key_of(changes),
        can_change=bool(changes.out and reseated(sheet, changes, started)),
    )
    return notice if notice.sentences or named else None


def _sentences(seen: SeenNight, changes: Changes) -> Iterator[str]:
    if changes.back:
        text = (
            ngettext(
                "Vuelve a tener vida: %(names)s. Entra en la ronda siguiente si está.",
                "Vuelven a tener vida: %(names)s. Entran en la ronda siguiente si están.",
                len(changes.back),
            )
            if changes.may_return
            else ngettext(
                "Tendría que jugar esta ronda y no tiene mesa: %(names)s.",
                "Tendrían que jugar esta ronda y no tienen mesa: %(names)s.",
                len(changes.back),
            )
        )
        yield text % {"names": seen.listed(changes.back)}
    if changes.out:
        text = ngettext(
            "Juega esta ronda, y con los resultados de ahora estaría fuera: %(names)s.",
            "Juegan esta ronda, y con los resultados de ahora estarían fuera: %(names)s.",
            len(changes.out),
        )
        yield text % {"names": seen.listed(changes.out)}


def key_of(changes: Changes) -> str:
    """Tells apart what the organiser was asked; empty where they are asked nothing."""
    parts = [*changes.out, 0, *changes.back]
    return "-".join(map(str, parts)) if len(parts) > 1 else ""
