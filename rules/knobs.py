"""The values that the knobs of a ruleset can have, and which of them no table could play with. `Ruleset` puts
them together.

The comment beside a value says in docs/rules/RULESETS.md what it means.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from rules.errors import Illegal
from rules.kinds import ByKey, InKey, Kind, Listed, Row, Text, Whole, bad_value
from rules.numbers import Bound
from rules.packs import HIGHEST_RANK, RANKS, SUITS, pack_size, read_card

if TYPE_CHECKING:
    from rules.ruleset import Ruleset

Steps = int | tuple[tuple[int, int], ...]
Contract = tuple[int, int]
"""How many sets and how many runs a player needs to go down."""


class KnobGroup(StrEnum):
    CARDS = "cards"
    CLOSING = "closing"
    OPEN = "open"  # what the texts leave open: the default is ours
    MATCH = "match"
    MONEY = "money"


class Ace(StrEnum):
    LOW = "low"
    HIGH = "high"
    BOTH = "both"  # at either end of a run, but not 2-A-K
    AROUND = "around"  # 2-A-K too


class FigurePoints(StrEnum):
    TEN = "ten"  # 10-10-10
    POSITION = "position"  # the place in the pack's order, 8-9-10 with 40 cards and 10-11-12 with 48
    INDEX = "index"  # 10-11-12


class LayOff(StrEnum):
    ANY = "any"  # on every meld on the table
    CLOSER = "closer"  # on the closer's melds
    IN_PLAY = "in-play"  # during the hand, so nothing is laid off when it is counted
    NONE = "none"


class CleanFor(StrEnum):
    CLOSER = "closer"
    ANYONE = "anyone"  # who melded every card


class LayOffOrder(StrEnum):
    TURN = "turn"  # each after the closer, once, puts down their melds and adds to what lies there by then
    UNTIL_NONE = "until-none"  # all show their melds, then add in turn, round after round, until nobody can


class AfterFull(StrEnum):
    NONE = "none"  # nowhere
    OTHERS = "others"  # on all melds but the closer's


class ChinchonFor(StrEnum):
    CLOSER = "closer"
    ANYONE = "anyone"  # who shows one


class TurnDirection(StrEnum):
    ANTICLOCKWISE = "anticlockwise"
    CLOCKWISE = "clockwise"


class SitOut(StrEnum):
    NOBODY = "nobody"
    WINNER = "winner"
    LOSER = "loser"
    DEALER = "dealer"


class Doubles(StrEnum):
    NEVER = "never"
    RUMMY = "rummy"  # going out in one turn
    CHINASO = "chinaso"  # going out in the required sets while nobody is down


class Scoring(StrEnum):
    COUNT = "count"  # each player adds the points of their own cards
    DIFFERENCE = "difference"  # Gin: one player scores the difference, and a bonus
    COLLECT = "collect"  # the winner collects what others pay: a ledger of sum zero
    TABLE = "table"  # Rum 500: the cards on the table less those in hand


class DealScores(StrEnum):
    FULL = "full"  # each side adds all that it wins
    NET = "net"  # the side that won more adds the difference, and one box


class Ends(StrEnum):
    LAST_STANDING = "last-standing"
    TARGET = "target"
    HANDS = "hands"  # after so many
    OPEN = "open"  # a ledger, ended by hand


class OutAt(StrEnum):
    OVER = "over"  # a total of `limit` is safe
    REACH = "reach"  # it is out


class RebuyChoice(StrEnum):
    AUTOMATIC = "automatic"
    ASK = "ask"


class RebuyPoints(StrEnum):
    HIGHEST = "highest"  # that of those who did not bust
    PLUS_ONE = "plus-one"  # one more, but never past the limit


class Settlement(StrEnum):
    PAIRWISE = "pairwise"
    WINNER_ONLY = "winner-only"


class PaysHandOf(StrEnum):
    WINNER = "winner"
    OWN = "own"  # each player pays all cards in their hand, melded or not


WINS = "wins"  # the value of `chinchon_points` where a pure run of seven wins the match


def at_table(steps: Steps, players: int) -> int:
    """The value of a knob stored as steps for that many players.

    >>> steps = ((2, 10), (4, 7))  # 10 for two players, 7 for more
    >>> [at_table(steps, players) for players in (2, 3, 6)]
    [10, 7, 7]
    """
    if isinstance(steps, int):
        return steps
    for upto, number in steps:
        if players <= upto:
            return number
    return steps[-1][1]


class Amount(Whole):
    """An amount of money."""

    def __init__(self, *otherwise: None) -> None:
        super().__init__(0, 1_000_000_000, *otherwise)


class ByPlayers(Whole):
    """A whole number, or steps by the number of players (docs/rules/RULESETS.md#steps)."""

    def read(self, value: Any) -> Steps:
        if type(value) is int:
            number: int = Whole.read(self, value)
            return number
        step = Row(tuple, _PLAYERS, Whole(self.low, self.high))
        steps = Listed(step, STEPS).read(value)
        if list(steps) != sorted(dict(steps).items()):
            raise bad_value("no steps with rising numbers of players", value, "list")
        return steps


class Pair(Whole):
    """Two whole numbers."""

    def read(self, value: Any) -> Any:
        number = Whole(self.low, self.high)
        return Row(tuple, number, number).read(value)


class OneOrTwo(Pair):
    """A whole number, or two."""

    def read(self, value: Any) -> Any:
        return Whole.read(self, value) if type(value) is int else Pair.read(self, value)


class RankPoints(Kind):
    """Pairs of rank and points, by rank; an object with the ranks as keys is read too."""

    def read(self, value: Any) -> tuple[tuple[int, int], ...]:
        if isinstance(value, dict):
            chart = ByKey(InKey(1, HIGHEST_RANK), POINTS, _RANKS).read(value)
            return tuple(sorted(chart.items()))
        pairs = Listed(Row(tuple, _RANK, POINTS), _RANKS).read(value)
        if len(dict(pairs)) < len(pairs):
            raise bad_value("not each rank once", value, "twice")
        return tuple(sorted(pairs))


class Contracts(Listed):
    """How many sets and runs each hand asks for."""

    def __init__(self) -> None:
        super().__init__(_MELDS, CONTRACTS)


class Cards(Listed):
    """Cards as they are written: `1o`."""

    def __init__(self) -> None:
        super().__init__(Text(CARD), CARDS)

    def read(self, value: Any) -> tuple[str, ...]:
        return tuple([card.lower() for card in Listed.read(self, value)])


CARD = Bound(1, 4)  # letters of a card
CARDS = Bound(0, 100)  # that stand for any card
STEPS = Bound(1, 99)  # of a knob that depends on the number of players
CONTRACTS = Bound(0, 50)  # of one match; Chinaso has seven
KEY = Bound(0, 40)  # letters of the key of a ruleset, as its column has room for


POINTS = Whole(-1000, 1000)
COUNT = Whole(0, 99)
ANY_COUNT = Whole(0, 99, None)
WINS_OR_POINTS = Whole(-1000, 1000, WINS)
_PLAYERS = Whole(1, 99)
_MELDS = Pair(0, 9)
_RANK = Whole(1, HIGHEST_RANK)
_RANKS = Bound(0, HIGHEST_RANK)


# Contradictions


def refuse_contradictions(ruleset: Ruleset) -> None:
    """Raise Illegal `bad-rules`, with the knob and its value, where two knobs cannot both hold."""
    for contradictions in (_in_the_cards, _in_the_match, _in_the_contracts):
        for knob, is_contradicted in contradictions(ruleset):
            if is_contradicted:
                raise Illegal("bad-rules", knob=knob, value=ruleset.dump()[knob])


def _in_the_cards(ruleset: Ruleset) -> Iterator[tuple[str, bool]]:
    """Each knob that is named in the refusal, and whether it contradicts others."""
    fewest, most = ruleset.players
    ranks = len(RANKS[ruleset.pack])
    copies = ruleset.packs
    most_copies = (
        copies if isinstance(copies, int) else max(number for _, number in copies)
    )
    longest_set = len(SUITS[ruleset.pack]) * most_copies
    stock = pack_size(ruleset.pack) * at_table(copies, fewest) + at_table(
        ruleset.jokers, fewest
    )
    wild = ruleset.wild_cards
    yield "limit", ruleset.ends is not Ends.OPEN and ruleset.limit is None
    yield "players", fewest > most
    yield "set_min", ruleset.set_min > longest_set
    yield "run_min", ruleset.run_min > ranks
    # no meld is possible at all
    yield (
        "min_naturals",
        ruleset.min_naturals > max(longest_set, ranks),
    )
    yield (
        "wild_cards",
        len(set(wild)) < len(wild)
        or not all(_is_of_pack(ruleset, card) for card in wild),
    )
    # Even the fewest players need more cards than the stock has, one turned up included.
    yield "hand_size", fewest * at_table(ruleset.hand_size, fewest) >= stock


def _is_of_pack(ruleset: Ruleset, name: str) -> bool:
    try:
        card = read_card(name, ruleset.pack)
    except Illegal:
        return False
    return card.suit in SUITS[ruleset.pack] and card.rank in RANKS[ruleset.pack]


def _in_the_match(ruleset: Ruleset) -> Iterator[tuple[str, bool]]:
    busts = ruleset.ends is Ends.LAST_STANDING
    # reaching the limit would both lead and be bust
    yield (
        "ends",
        busts and ruleset.high_wins,
    )
    # Partners share a total, so they cannot be out, or buy back in, separately.
    yield "team_size", busts and ruleset.team_size > 1
    # Totals of players who are out or bought back in do not say what they owe; the pot does.
    yield "per_point", busts and ruleset.per_point > 0


def _in_the_contracts(ruleset: Ruleset) -> Iterator[tuple[str, bool]]:
    contracts = ruleset.contracts
    has_hands_without = ruleset.ends is not Ends.HANDS or (ruleset.limit or 0) > len(
        contracts
    )
    yield "contracts", bool(contracts) and has_hands_without
    yield "contracts", (0, 0) in contracts
    # Where a hand is laid down only as a whole, it cannot take two turns.
    is_laid_at_once = (
        ruleset.scoring is Scoring.COLLECT and ruleset.lay_off is LayOff.NONE
    )
    yield "min_table_turns", is_laid_at_once and ruleset.min_table_turns > 1
