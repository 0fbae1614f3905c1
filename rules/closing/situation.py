"""When a close is judged, and what comes out: the words that `knock`, `go_out` and `check` share."""

from __future__ import annotations

from typing import NamedTuple

from rules.cards.meld import Meld
from rules.cards.meld_search import Packing
from rules.cards.melds import MeldRules
from rules.close_kinds import Close
from rules.knobs import Contract, Scoring
from rules.packs import Card
from rules.ruleset import Ruleset

CODES = (
    *("too-many-loose", "over-close-limit", "first-lap", "closer-would-bust", "must-meld-all"),
    *("contract-mismatch", "sequence-not-broken", "final-discard-required", "last-card-discarded"),
    "bad-close",  # going out in one turn where the house does not allow it
)
"""Why a close is refused, in the order in which it is checked (docs/rules/FORMAT.md#close-codes)."""


class Moment(NamedTuple):
    """When a close is judged: by whose rules, and how the closer stands."""

    ruleset: Ruleset
    rules: MeldRules
    hand_size: int
    first_lap: bool
    total: int  # the closer's, before the hand
    contracts: tuple[Contract, ...] = ()  # of which one has to be laid down; none where the game has none
    others_down: int = 0  # how many have laid down their contract
    goes_down: bool = False  # the cards are only the sets being laid down


class Closing(NamedTuple):
    """One legal way to close."""

    points: int | str
    close: Close
    deadwood: int
    melds: tuple[Meld, ...]
    loose: tuple[Card, ...]
    discard: Card | None = None


class Attempt(NamedTuple):
    """A way to lay down cards, judged but not yet written out."""

    code: str | None
    points: int | str
    close: Close
    deadwood: int
    loose: int
    way: Packing
    discard: Card | None
    value: int = 0  # of what is laid down, where more of it is better


def goes_out(ruleset: Ruleset) -> bool:
    """Whether one ends a hand by getting rid of all cards: in the Rummies, Rum 500 and Chinaso."""
    return ruleset.scoring in (Scoring.COLLECT, Scoring.TABLE) or bool(ruleset.contracts)
