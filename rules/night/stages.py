"""The parts of a night, one after another: what is played in each, by whom, and for how long.

`Stage` declares each knob once, with its default, its type and what it means. A night of every format is one
stage, or one and its final (`rules.night.presets`).
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple

from rules.errors import Illegal
from rules.kinds import Choice, Flag, Kind, Whole, an_object
from rules.night.bounds import HANDS_OR_MINUTES, LIVES, ROUNDS_OF_STAGE, SEATS
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Sizes
from rules.numbers import Bound
from rules.ruleset import Ruleset


class Plays(StrEnum):
    """What is played. The comment says what the number of the stage counts."""

    ROUNDS = "rounds"  # rounds, which everybody plays
    LIVES = "lives"  # lives of each: all but the first of a table lose one, and who has none is out
    KNOCKOUT = "knockout"  # how many of each table go on; the others are out
    # seats for the best of the stage before, who begin again from nothing
    FINAL = "final"


class EndOfMatch(StrEnum):
    LIMIT = "limit"  # as its rules say
    HANDS = "hands"  # after so many
    CLOCK = "clock"  # with the hand that is played when so many minutes are over


NUMBERS: dict[Plays, Bound] = {
    Plays.ROUNDS: ROUNDS_OF_STAGE,
    Plays.LIVES: LIVES,
    Plays.KNOCKOUT: Bound(1, SEATS.high - 1),
    Plays.FINAL: Bound(2, SEATS.high),
}
"""The least and the most of the number of a stage."""


class MatchOf(NamedTuple):
    """What is played at a table, and by how many."""

    ruleset: Ruleset = Ruleset()
    ends: EndOfMatch = EndOfMatch.LIMIT
    number: int | None = None  # of hands, or minutes
    sizes: Sizes = Sizes()


class Loaded(Kind):
    """A ruleset or a stage: what loads and dumps itself."""

    def __init__(self, made: Any) -> None:
        self.made = made

    def read(self, value: Any) -> Any:
        return self.made.load(value)

    def write(self, value: Any) -> Any:
        return value.dump()


class Parts(Kind):
    """Several values with a name each."""

    def __init__(self, made: Any, **types: Kind) -> None:
        self.made = made
        self.types = types

    def read(self, value: Any) -> Any:
        parts = an_object(value).items()
        return self.made(**{name: self.types[name].read(part) for name, part in parts})

    def write(self, value: Any) -> dict[str, object]:
        return {
            name: kind.write(getattr(value, name)) for name, kind in self.types.items()
        }


def knob(kind: Kind, default: Any = MISSING) -> Any:
    """A field whose JSON form is of that type."""
    return field(default=default, metadata={"type": kind})


_SIZE = Whole(2, SEATS.high)


@dataclass(frozen=True)
class Stage:
    plays: Plays = knob(Choice(Plays), Plays.ROUNDS)
    number: int = knob(Whole(1, SEATS.high), 4)
    """Of what, `plays` says."""
    is_near: bool = knob(Flag(), False)
    """Whether those sit together who are near in the standings (Swiss)."""
    match: MatchOf = knob(
        Parts(
            MatchOf,
            ruleset=Loaded(Ruleset),
            ends=Choice(EndOfMatch),
            number=Whole(*HANDS_OR_MINUTES, None),
            sizes=Parts(Sizes, least=_SIZE, best=_SIZE, most=_SIZE),
        ),
        MatchOf(),
    )

    @property
    def left(self) -> int:
        """Lives and knockouts are over when so many are left: one table."""
        return self.match.sizes.best

    @property
    def has_known_rounds(self) -> bool:
        return self.plays in (Plays.ROUNDS, Plays.FINAL)

    @property
    def rounds(self) -> int:
        """The number of rounds of a stage that has `has_known_rounds`."""
        return self.number if self.plays is Plays.ROUNDS else 1

    def with_knobs(self, options: dict[str, Any]) -> Stage:
        """The stage with other values, in their JSON form. Raises NightRefusal `bad-stage` for a value that
        is none of its knob, or that contradicts another."""
        stage = replace(self, **read_knobs(options))
        name = _contradicted_knob(stage)
        if name:
            raise NightRefusal("bad-stage", knob=name, value=stage.dump()[name])
        return stage

    def dump(self) -> dict[str, Any]:
        """Every knob in its JSON form."""
        return {name: kind.write(getattr(self, name)) for name, kind in KNOBS.items()}

    @classmethod
    def load(cls, stored: dict[str, Any]) -> Stage:
        return cls().with_knobs(stored)


KNOBS: dict[str, Kind] = {each.name: each.metadata["type"] for each in fields(Stage)}
"""The type of every knob by its name."""


def read_knobs(options: dict[str, Any]) -> dict[str, Any]:
    """The values of these knobs, from their JSON form. Raises NightRefusal `bad-stage`."""
    values = {}
    for name, value in options.items():
        try:
            values[name] = KNOBS[name].read(value)
        except (KeyError, ValueError, TypeError, Illegal) as error:
            raise NightRefusal("bad-stage", knob=name, value=value) from error
    return values


def _contradicted_knob(stage: Stage) -> str:
    """The first knob whose value contradicts others, or itself; empty if none does."""
    match = stage.match
    least, best, most = match.sizes
    if not NUMBERS[stage.plays].holds(stage.number):
        return "number"
    if stage.plays is Plays.KNOCKOUT and stage.number >= least:
        return "number"  # nobody would leave the smallest table
    needs_number = match.ends is not EndOfMatch.LIMIT
    if not least <= best <= most or needs_number == (match.number is None):
        return "match"
    return ""
