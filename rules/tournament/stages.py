"""The nine knobs of a stage: who plays, how they are seated, what a table counts.

`Stage` declares each once, with its default, its type and what it means. An evening is a list of stages; the
five usual ones are in `rules.tournament.presets`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple

from rules.errors import Illegal
from rules.knobs import Amount, Choice, KnobType, Whole
from rules.ruleset import Ruleset
from rules.tournament.bounds import ENTRANTS, ROUNDS, TABLES
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.values import Sizes


class Who(StrEnum):
    EVERYBODY = "everybody"
    BEST = "best"
    BEST_OF_TABLE = "best-of-table"  # also from one round to the next: the others of the table are out
    BEST_OF_GROUP = "best-of-group"
    BEST_OF_FIRST_GROUP = "best-of-first-group"
    OTHERS = "others"  # who does not play the stage begun just before; this one is played beside it


class By(StrEnum):
    STANDING = "standing"
    LOT = "lot"


class Seats(StrEnum):
    MIXED = "mixed"  # fewest repeated meetings
    NEAR = "near"  # also near in the standings (Swiss)
    LOT = "lot"


class Until(StrEnum):
    ROUNDS = "rounds"  # so many are played
    LEFT = "left"  # so many entrants are left


class LostBy(StrEnum):
    LAST = "last"
    LOWER_HALF = "lower-half"
    ALL_BUT_FIRST = "all-but-first"


class Points(StrEnum):
    EQUAL_STEPS = "equal-steps"  # 12 to the first, 0 to the last, whatever the size of the table
    FIRST = "first"  # one to the first
    MATCH = "match"  # the total of the match; where the lowest wins, its negative
    MONEY = "money"


class Carries(StrEnum):
    EVERYTHING = "everything"
    NOTHING = "nothing"


class Tie(StrEnum):
    WON = "won"  # more tables won
    AHEAD = "ahead"  # ahead more often at the tables that the tied ones shared
    MET = "met"  # the mean of the points of those met; no sum, because tables differ in size
    A_HAND = "a-hand"  # a better total a hand
    LOT = "lot"  # the lot of the stage; such a place is shared


class EndOfMatch(StrEnum):
    LIMIT = "limit"  # as its rules say
    HANDS = "hands"
    CLOCK = "clock"  # after so many minutes


class Enters(NamedTuple):
    who: Who = Who.EVERYBODY
    number: int | None = None


class Groups(NamedTuple):
    number: int = 1
    by: By = By.STANDING


class Lasts(NamedTuple):
    until: Until = Until.ROUNDS
    number: int = 4


class Lives(NamedTuple):
    """`given` 0: none. One may be bought back until the round `bought_until`, at a price."""

    given: int = 0
    lost_by: LostBy = LostBy.ALL_BUT_FIRST
    bought_until: int = 0
    price: int = 0


class MatchOf(NamedTuple):
    ruleset: Ruleset = Ruleset()
    ends: EndOfMatch = EndOfMatch.LIMIT
    number: int | None = None  # of hands, or minutes
    sizes: Sizes = Sizes()


class Rules(KnobType):
    """A ruleset in its JSON form."""

    def read(self, value: Any) -> Ruleset:
        if isinstance(value, Ruleset):
            return value
        try:
            return Ruleset.load(value)
        except Illegal as refused:
            raise ValueError("no ruleset") from refused


class Parts(KnobType):
    """Several values with a name each."""

    def __init__(self, made: Any, **types: KnobType) -> None:
        self.made, self.types = made, types

    def read(self, value: Any) -> Any:
        given = value._asdict() if isinstance(value, self.made) else value
        if not isinstance(given, dict) or not given.keys() <= self.types.keys():
            raise ValueError("an object with some of " + ", ".join(self.types))
        return self.made(**{name: self.types[name].read(part) for name, part in given.items()})


class Ordered(KnobType):
    """Members of an enum, each at most once."""

    def __init__(self, members: type[StrEnum]) -> None:
        self.member = Choice(members)

    def read(self, value: Any) -> tuple[StrEnum, ...]:
        if type(value) not in (list, tuple) or len(set(value)) < len(value):
            raise ValueError("a list without repetitions")
        return tuple(self.member.read(part) for part in value)


def _knob(default: Any, kind: KnobType) -> Any:
    return field(default=default, metadata={"type": kind})


_SIZE = Whole(2, 12)
_ENTRANTS = Whole(*ENTRANTS)
_ROUNDS = Whole(0, ROUNDS.high)


@dataclass(frozen=True)
class Stage:
    enters: Enters = _knob(Enters(), Parts(Enters, who=Choice(Who), number=Whole(*ENTRANTS, None)))
    """Who plays it, of those of the stage before."""
    groups: Groups = _knob(Groups(), Parts(Groups, number=Whole(*TABLES), by=Choice(By)))
    """The groups that play among themselves, drawn when it begins."""
    seats: Seats = _knob(Seats.MIXED, Choice(Seats))
    """Who meets whom."""
    lasts: Lasts = _knob(Lasts(), Parts(Lasts, until=Choice(Until), number=_ENTRANTS))
    """When it is over."""
    lives: Lives = _knob(
        Lives(),
        Parts(Lives, given=Whole(0, 9), lost_by=Choice(LostBy), bought_until=_ROUNDS, price=Amount()),
    )
    """Who has none left is out."""
    points: Points = _knob(Points.EQUAL_STEPS, Choice(Points))
    """What a table counts. Who rests gets the mean of his round."""
    carries: Carries = _knob(Carries.EVERYTHING, Choice(Carries))
    """What counts of the stage before."""
    ties: tuple[Tie, ...] = _knob(tuple(Tie), Ordered(Tie))
    """What decides between equal points, in this order."""
    match: MatchOf = _knob(
        MatchOf(),
        Parts(
            MatchOf,
            ruleset=Rules(),
            ends=Choice(EndOfMatch),
            number=Whole(1, 600, None),
            sizes=Parts(Sizes, least=_SIZE, best=_SIZE, most=_SIZE),
        ),
    )
    """What is played at a table, and by how many."""

    def turned(self, options: dict[str, Any]) -> Stage:
        """The stage with other values. Raises NightRefusal `bad-stage` for a value that is none of its knob,
        or that contradicts another."""
        turned = replace(self, **{name: _read(name, value) for name, value in options.items()})
        for knob, is_contradicted in _contradictions(turned):
            if is_contradicted:
                raise NightRefusal("bad-stage", knob=knob, value=turned.dump()[knob])
        return turned

    def dump(self) -> dict[str, Any]:
        """Every knob in its JSON form."""
        return {name: _plain(getattr(self, name)) for name in KNOBS}

    @classmethod
    def load(cls, stored: dict[str, Any]) -> Stage:
        return cls().turned(stored)


class WholeStage(KnobType):
    """A stage in its JSON form."""

    def read(self, value: Any) -> Stage:
        return Stage.load(value)


KNOBS: dict[str, KnobType] = {declared.name: declared.metadata["type"] for declared in fields(Stage)}
"""The type of every knob by its name."""


def _read(name: str, value: Any) -> Any:
    if name not in KNOBS:
        raise NightRefusal("bad-stage", knob=name, value=value)
    try:
        return KNOBS[name].read(value)
    except (ValueError, TypeError) as error:
        raise NightRefusal("bad-stage", knob=name, value=value) from error


def _contradictions(stage: Stage) -> Iterator[tuple[str, bool]]:
    """Each knob that is named in the refusal, and whether it contradicts others or itself."""
    who, best = stage.enters
    least, usual, most = stage.match.sizes
    is_knockout = who is Who.BEST_OF_TABLE
    yield "enters", (who in (Who.EVERYBODY, Who.OTHERS)) != (best is None)
    yield "enters", is_knockout and (best or 0) >= least  # nobody would leave the smallest table
    yield "lasts", stage.lasts.until is Until.LEFT and not stage.lives.given and not is_knockout
    yield "lasts", stage.lasts.until is Until.ROUNDS and stage.lasts.number > _ROUNDS.high
    yield "lives", stage.lives.given > 0 and is_knockout
    yield "lives", stage.lives.bought_until > 0 and not stage.lives.given
    yield "points", stage.points is Points.MONEY and not stage.match.ruleset.plays_for_money
    yield "match", not least <= usual <= most
    yield "match", (stage.match.ends is EndOfMatch.LIMIT) != (stage.match.number is None)


def _plain(value: Any) -> Any:
    if isinstance(value, Ruleset):
        return value.dump()
    if hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, StrEnum) else value
