"""A meld as it lies on the table. Which cards make one is in `melds`."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from rules.packs import Card


class Kind(StrEnum):
    SET = "set"
    RUN = "run"


class Meld(NamedTuple):
    """Cards that belong together, as they lie on the table."""

    kind: Kind
    cards: tuple[Card, ...]  # a run rising, each joker in its place; a set suit by suit, jokers last
    suit: int = -1  # of a run: which of the deck's suits
    start: int = -1  # of a run: its first place on the track of `MeldRules`
