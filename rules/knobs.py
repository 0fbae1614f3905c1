"""The values that the knobs of a ruleset can have. `Ruleset` puts them together."""

from __future__ import annotations

from enum import StrEnum

Steps = int | tuple[tuple[int, int], ...]
Contract = tuple[int, int]
"""How many sets and how many runs a player needs to go down."""


class Ace(StrEnum):
    LOW = "low"
    HIGH = "high"
    BOTH = "both"  # either end of a run, never 2-A-K
    AROUND = "around"  # 2-A-K too


class FigurePoints(StrEnum):
    TEN = "ten"  # 10-10-10
    POSITION = "position"  # place in the pack's order: 8-9-10 of 40 cards, 10-11-12 of 48
    INDEX = "index"  # 10-11-12


class LayOff(StrEnum):
    ANY = "any"  # on every meld on the table
    CLOSER = "closer"  # on the closer's melds only
    IN_PLAY = "in-play"  # during the hand, so nothing is laid off when it is counted
    NONE = "none"


class CleanFor(StrEnum):
    CLOSER = "closer"
    ANYONE = "anyone"  # everybody who melded everything


class LayOffOrder(StrEnum):
    TURN = "turn"  # each player once, on what lies on the table by then
    UNTIL_NONE = "until-none"  # all show their melds, then add in turn, round after round


class AfterFull(StrEnum):
    """Where the others lay off when the closer melded everything."""

    NONE = "none"
    OTHERS = "others"  # on all melds but the closer's


class ChinchonFor(StrEnum):
    CLOSER = "closer"
    ANYONE = "anyone"  # whoever shows a pure run of seven


class TurnDirection(StrEnum):
    ANTICLOCKWISE = "anticlockwise"
    CLOCKWISE = "clockwise"


class SitOut(StrEnum):
    """Who rests for a hand where one player more came than can play."""

    NOBODY = "nobody"
    WINNER = "winner"
    LOSER = "loser"
    DEALER = "dealer"


class Doubles(StrEnum):
    NEVER = "never"
    RUMMY = "rummy"  # going out in one turn
    CHINASO = "chinaso"  # melding out in the required sets while nobody is down


class Scoring(StrEnum):
    """What a hand adds. The lowest total wins with COUNT, the highest with the others."""

    COUNT = "count"  # everybody adds his own points
    DIFFERENCE = "difference"  # Gin: one player scores the difference, and a bonus
    COLLECT = "collect"  # the Rummies: the winner collects what the others pay, a ledger that sums to zero
    TABLE = "table"  # Rum 500: the cards on the table less those in hand


class Ends(StrEnum):
    LAST_STANDING = "last-standing"
    TARGET = "target"
    HANDS = "hands"
    OPEN = "open"  # a ledger, ended by hand


class OutAt(StrEnum):
    OVER = "over"  # a total of `limit` is safe
    REACH = "reach"  # a total of `limit` is out


class RebuyChoice(StrEnum):
    AUTOMATIC = "automatic"
    ASK = "ask"


class RebuyPoints(StrEnum):
    HIGHEST = "highest"
    PLUS_ONE = "plus-one"


class Settlement(StrEnum):
    PAIRWISE = "pairwise"
    WINNER_ONLY = "winner-only"


class PaysHandOf(StrEnum):
    WINNER = "winner"
    OWN = "own"


WINS = "wins"  # the value of `chinchon_points` where a pure run of seven wins the match


def at_table(steps: Steps, players: int) -> int:
    """The value of a knob stored as steps for that many players."""
    if isinstance(steps, int):
        return steps
    for upto, number in steps:
        if players <= upto:
            return number
    return steps[-1][1]
