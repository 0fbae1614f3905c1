"""A meld as it lies on the table. `melds` says which cards make one."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from rules.packs import Card

Cards = Sequence[Card]


class MeldKind(StrEnum):
    SET = "set"
    RUN = "run"


class Meld(NamedTuple):
    """Cards that belong together, as they lie on the table."""

    kind: MeldKind
    cards: tuple[Card, ...]  # a run rising, each joker in its place; a set suit by suit, jokers last
    suit: int = -1  # of a run: the index of its suit in the deck
    start: int = -1  # of a run: its first place on the track of `MeldRules`
