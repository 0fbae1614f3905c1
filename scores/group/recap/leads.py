"""Who led after each hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.events import Seat
from scores.core.matches.scoresheet import Sheet

Leaders = tuple[Seat, ...]


def after_each_hand(sheet: Sheet) -> list[Leaders]:
    """The leaders after every hand; after the last hand of a finished match, the winners."""
    led = [step.after.ahead for step in sheet.hands]
    if sheet.board.is_over and led:
        led[-1] = sheet.board.winners
    return led


def changes(led: Sequence[Leaders]) -> int:
    """How often the lead changed."""
    ahead = [leaders for leaders in led if leaders]
    return sum(before != after for before, after in pairwise(ahead))
