"""What happens in a club night. The log holds facts; standings, lives and ranks are computed.

Entrants and rounds are numbered from 1, tables as the cards that stand on them. The result of a table is no
event: it is read from its match, so that a corrected hand corrects the standings by itself.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar, dataclass_transform

from rules.night.seating.values import Broken, Entrant, Round, SeatedTable
from rules.night.stages import Stage


class At(NamedTuple):
    """A table in a round."""

    round: int
    table: int


@dataclass(frozen=True)
class TableResult:
    """What a table came to: ranks from 1 (equal ones are shared), stored as `places`, totals, money, how many
    hands."""

    places: dict[Entrant, int]
    totals: dict[Entrant, int] = field(default_factory=dict)
    money: dict[Entrant, int] = field(default_factory=dict)
    hands: int = 0


KINDS: dict[type[Any], str] = {}
"""The name of each kind of entry in the log, which is never another one: old rows must always be readable."""

Entries = TypeVar("Entries")


@dataclass_transform(frozen_default=True)
def stored_as(kind: str) -> Callable[[type[Entries]], type[Entries]]:
    """Make a frozen dataclass of a class of entries, which the log stores by that name."""

    def registered(entries: type[Entries]) -> type[Entries]:
        KINDS[entries] = kind
        return dataclass(frozen=True)(entries)

    return registered


@stored_as("entered")
class Entered:
    """`people` are one or two, by the numbers that the group gives them."""

    entrant: Entrant
    people: tuple[int, ...]


@stored_as("left")
class Left:
    entrant: Entrant


@stored_as("away")
class Away:
    """Asked to rest: no bye, until `Back`."""

    entrant: Entrant


@stored_as("back")
class Back:
    """Plays again after `Away` or `Left`."""

    entrant: Entrant


@stored_as("substituted")
class Substituted:
    """The entrant goes on under the same number and points with other people."""

    entrant: Entrant
    people: tuple[int, ...]


@stored_as("bound")
class TablesLimited:
    """From now on the entrant reaches only these tables; empty: every one."""

    entrant: Entrant
    only: tuple[int, ...] = ()


@stored_as("removed")
class Removed:
    """Entered by mistake: the night never knew them. Only before the first round."""

    entrant: Entrant


@stored_as("kept_apart")
class KeptApart:
    first: Entrant
    other: Entrant


@stored_as("kept_together")
class KeptTogether:
    """Two who sit at one table, as far as it can be."""

    first: Entrant
    other: Entrant


@stored_as("wish_dropped")
class WishDropped:
    """Two who are neither kept apart nor together any more."""

    first: Entrant
    other: Entrant


@stored_as("stage")
class StageBegun:
    """`entrants` are who plays it: a result corrected later moves nobody."""

    stage: Stage
    entrants: tuple[Entrant, ...]
    seed: int = 0


@stored_as("stage_changed")
class StageChanged:
    """What is played from the next round on."""

    options: dict[str, Any]  # keys of the JSON form of a stage


class CutBy(StrEnum):
    PLAYOFF = "playoff"
    SEATS = "seats"  # more of them: all who are level go on
    LOT = "lot"  # in front of everybody


@stored_as("cut")
class CutDecided:
    """Of those who were `level` at a cut, `through` go on. Table 0 is the cut before a final."""

    at: At
    level: tuple[Entrant, ...]
    through: tuple[Entrant, ...]
    by: CutBy


@stored_as("seated")
class Seated:
    """A round that was published, with all that explains it: the same seed and steps give these tables, and
    `standings` are those that it was made from, with the ranks of everybody in `places` (none up to 1.0.0).
    `waiting` are those who could have played it and play from the next one on."""

    round: int
    tables: tuple[SeatedTable, ...]
    resting: tuple[Entrant, ...] = ()
    broken: tuple[Broken, ...] = ()
    seed: int = 0
    steps: int = 0
    standings: tuple[Entrant, ...] = ()
    places: tuple[int, ...] = ()
    waiting: tuple[Entrant, ...] = ()

    @property
    def made(self) -> Round:
        return Round(self.tables, self.resting)


@stored_as("moved")
class Moved:
    """Changed by hand before the first hand: these tables as they sit now; one without seats is broken up.
    Those who are `out` do not play the round any more."""

    round: int
    tables: tuple[SeatedTable, ...]
    out: tuple[Entrant, ...] = ()


@stored_as("seats_kept")
class SeatsKept:
    """After a correction these are `out` by the results and play the round, or should play it and do not
    (`back`): the organiser leaves it so."""

    round: int
    out: tuple[Entrant, ...]
    back: tuple[Entrant, ...]


@stored_as("clock")
class ClockSet:
    """The time of the round ends in that minute since 1970, at that second; with minute 0 it has no clock."""

    round: int
    minute: int
    second: int = 0

    @property
    def until(self) -> int:
        """In seconds since 1970: more than a file has for one number."""
        return 60 * self.minute + self.second


@stored_as("reported")
class Reported:
    """The result of a table without a phone, or against what the phone says."""

    at: At
    result: TableResult
    reason: str = ""


@stored_as("report_withdrawn")
class ReportWithdrawn:
    """What the phone of the table says counts again."""

    at: At


@stored_as("attached")
class Attached:
    """A match that began without a signal was that table's."""

    at: At
    match: int


@stored_as("paid")
class Paid:
    entrant: Entrant
    amount: int


@stored_as("prize")
class PrizeGiven:
    entrant: Entrant
    amount: int


@stored_as("ended")
class Ended:
    """The night is over."""


@stored_as("reopened")
class Reopened:
    """It is not over, after all."""


@stored_as("taken_back")
class TakenBack:
    """The entry of that number in the log, from 0, counts no more. Nobody takes back a `TakenBack`."""

    entry: int


Event = (
    Entered
    | Left
    | Away
    | Back
    | Substituted
    | Removed
    | TablesLimited
    | KeptApart
    | KeptTogether
    | WishDropped
    | StageBegun
    | StageChanged
    | CutDecided
    | Seated
    | Moved
    | SeatsKept
    | ClockSet
    | Reported
    | ReportWithdrawn
    | Attached
    | Paid
    | PrizeGiven
    | Ended
    | Reopened
    | TakenBack
)


def entrants_named(event: Event) -> tuple[Entrant, ...]:
    """Every entrant in the event who must be in the night already, with repetitions."""
    if isinstance(event, Entered):
        return ()
    facts = vars(event)
    named = [facts[name] for name in ("entrant", "first", "other") if name in facts]
    for name in ("entrants", "level", "resting", "out", "back"):
        named += facts.get(name, ())
    for table in facts.get("tables", ()):
        named += table.seats
    return tuple(named)
