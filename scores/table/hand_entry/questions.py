"""The questions of a game about a hand: who closed, how, and which numbers of which seats."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext_lazy

from rules.close_kinds import Close
from rules.knobs import Scoring
from rules.ruleset import Ruleset
from rules.scoring.points import dearest_hand, dearest_of_winner, hands_grow, kinds_of_close
from scores.core.notation.words import NOBODY_CLOSED, STOCK_RAN_OUT


class Whose(StrEnum):
    """The seats that have a number. With OTHERS the closer has one too where loose points are typed."""

    OTHERS = "others"
    CLOSER = "closer"
    ALL = "all"


@dataclass(frozen=True)
class Number:
    """A number that is typed for a seat. `kind` is the name of the field of `HandScored`."""

    kind: str
    whose: Whose
    label: Any  # for screen readers
    caption: Any = ""  # if a row has two numbers


@dataclass(frozen=True)
class Words:
    """The texts of the questions, for closing or for going out."""

    who: Any
    other: Any
    nobody: Any
    how: Any
    only_one: Any


CLOSES = Words(
    who=gettext_lazy("¿Quién cerró? Toca su nombre."),
    other=gettext_lazy("Otro cerró"),
    nobody=NOBODY_CLOSED,
    how=gettext_lazy("¿Cómo cerró? Elige una opción."),
    only_one=gettext_lazy("Solo puede cerrar uno."),
)
GOES_OUT = Words(
    who=gettext_lazy("¿Quién se quedó sin cartas? Toca su nombre."),
    other=gettext_lazy("Otro salió"),
    nobody=STOCK_RAN_OUT,
    how=gettext_lazy("¿Cómo salió? Elige una opción."),
    only_one=gettext_lazy("Solo puede salir uno."),
)

LEFT = Number("deadwood", Whose.OTHERS, gettext_lazy("Puntos de %(name)s"))
WORTH = Number("value", Whose.CLOSER, gettext_lazy("Lo que vale la mano de %(name)s"))
ON_TABLE = Number("table", Whose.ALL, gettext_lazy("%(name)s: puntos en la mesa"), gettext_lazy("mesa"))
IN_HAND = Number("deadwood", Whose.OTHERS, gettext_lazy("%(name)s: puntos en la mano"), gettext_lazy("mano"))


@dataclass(frozen=True)
class Asks:
    """The questions about a hand under some rules."""

    words: Words
    numbers: tuple[Number, ...]
    how: bool  # whether the way of closing is asked; if not, it is `way`
    way: Close | None
    nobody: bool  # whether a hand that nobody closed counts
    void: bool  # whether such a hand is dealt again
    most: int | None  # the largest possible number; None: no limit
    buys: int = 0  # how often one player may buy; 0: no buying


@lru_cache(maxsize=64)
def asks(ruleset: Ruleset, players: int) -> Asks:
    """The questions under this ruleset. Rum 500 has no kinds of close, so it does not ask for one."""
    closes, has_kinds = kinds_of_close(ruleset, players), ruleset.scoring is not Scoring.TABLE
    goes_out = Close.OUT in closes or Close.RUMMY in closes
    return Asks(
        words=GOES_OUT if goes_out else CLOSES,
        numbers=_numbers(ruleset),
        how=has_kinds and len(closes) > 1,
        way=closes[0] if has_kinds and len(closes) == 1 else None,
        nobody=not has_kinds or (ruleset.scoring is Scoring.COUNT and not goes_out),
        void=ruleset.scoring in (Scoring.DIFFERENCE, Scoring.COLLECT),
        most=_most(ruleset, players),
        buys=ruleset.buys,
    )


def _numbers(ruleset: Ruleset) -> tuple[Number, ...]:
    if ruleset.scoring is Scoring.TABLE:
        return (ON_TABLE, IN_HAND)
    return (WORTH,) if ruleset.pays_winners_hand else (LEFT,)


def _most(ruleset: Ruleset, players: int) -> int | None:
    if hands_grow(ruleset):
        return None
    return (dearest_of_winner if ruleset.pays_winners_hand else dearest_hand)(ruleset, players)
