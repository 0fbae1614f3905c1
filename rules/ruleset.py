"""A house's rules as one value.

`Ruleset` has one field for each knob of docs/rules/RULESETS.md, under the same name. A variant is a preset
with some knobs turned (`turned`); nothing subclasses it. What depends on the number of players is stored as
steps, `((2, 10), (4, 7))`: up to two players 10, up to four (and more, when it is the last step) 7.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from rules.errors import Illegal
from rules.knobs import (
    WINS,
    Ace,
    AfterFull,
    ChinchonFor,
    CleanFor,
    Contract,
    Doubles,
    Ends,
    FigurePoints,
    LayOff,
    LayOffOrder,
    OutAt,
    PaysHandOf,
    RebuyChoice,
    RebuyPoints,
    Scoring,
    Settlement,
    SitOut,
    Steps,
    TurnDirection,
)
from rules.lookup import Lookup
from rules.packs import HIGHEST_RANK, Pack
from rules.ruleset_validation import refuse_contradictions

Reader = Callable[[Any], Any]
"""Makes the value of a knob from its JSON form; raises ValueError for anything else."""


def _whole(low: int, high: int) -> Reader:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return value

    return read


def _or_none(reader: Reader) -> Reader:
    return lambda value: None if value is None else reader(value)


def _one_of(kind: type[StrEnum]) -> Reader:
    return lambda value: kind(value)


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("true or false")
    return value


def _wins_or(reader: Reader) -> Reader:
    return lambda value: WINS if value == WINS else reader(value)


def _pair(reader: Reader) -> Reader:
    def read(value: Any) -> tuple[Any, Any]:
        first, second = value
        return reader(first), reader(second)

    return read


def _steps(reader: Reader) -> Reader:
    def read(value: Any) -> Steps:
        if type(value) is int:
            number: int = reader(value)
            return number
        steps = tuple((_whole(1, 99)(upto), reader(number)) for upto, number in value)
        if not steps or list(steps) != sorted(dict(steps).items()):
            raise ValueError("steps with rising numbers of players")
        return steps

    return read


def _int_or(if_int: Reader, otherwise: Reader) -> Reader:
    return lambda value: if_int(value) if type(value) is int else otherwise(value)


def _contracts(value: Any) -> tuple[Contract, ...]:
    if type(value) not in (list, tuple):
        raise ValueError("a list of contracts")
    return tuple(_pair(_whole(0, 9))(contract) for contract in value)


def _rank_points(value: Any) -> tuple[tuple[int, int], ...]:
    """The pairs of rank and points, by rank; an object with the ranks as keys is read too."""
    if isinstance(value, dict):
        value = [(int(rank), points) for rank, points in value.items()]
    if type(value) not in (list, tuple):
        raise ValueError("a list of ranks with their points")
    chart = [(_whole(1, HIGHEST_RANK)(rank), _POINTS(points)) for rank, points in value]
    if len(dict(chart)) < len(chart):
        raise ValueError("each rank once")
    return tuple(sorted(chart))


def _cards(value: Any) -> tuple[str, ...]:
    if type(value) not in (list, tuple) or not all(type(card) is str for card in value):
        raise ValueError("a list of cards")
    return tuple(card.lower() for card in value)


def _knob(default: Any, reader: Reader) -> Any:
    return field(default=default, metadata={"reader": reader})


_POINTS = _whole(-1000, 1000)
_COUNT = _whole(0, 99)
_MONEY = _whole(0, 1_000_000_000)

AMOUNTS = ("stake", "rebuy_stake", "per_point", "buy_fee", "hand_fee", "game_fee")
"""The knobs that are an amount of money."""


@dataclass(frozen=True)
class Ruleset:
    """Every house number and every choice of one table; the defaults are those of `chinchon`.

    Money is in whole units (`cents`), points and totals in points.
    """

    key: str = "chinchon"  # the preset it comes from

    # The cards
    pack: Pack = _knob(Pack.SPANISH_40, _one_of(Pack))
    packs: Steps = _knob(1, _steps(_whole(1, 3)))
    jokers: Steps = _knob(2, _steps(_COUNT))  # in the whole stock
    wild_cards: tuple[str, ...] = _knob((), _cards)  # natural cards that are wild: ("1o",)
    players: tuple[int, int] = _knob((2, 4), _pair(_whole(2, 99)))  # outside it: a warning, no refusal
    hand_size: Steps = _knob(7, _steps(_whole(1, 20)))  # cards held between turns
    ace: Ace = _knob(Ace.LOW, _one_of(Ace))
    figures: FigurePoints = _knob(FigurePoints.TEN, _one_of(FigurePoints))
    ace_points: int | tuple[int, int] = _knob(1, _int_or(_POINTS, _pair(_POINTS)))  # `points_of_ace`
    joker_points: int = _knob(25, _whole(0, 1000))  # left in hand
    rank_points: tuple[tuple[int, int], ...] = _knob((), _rank_points)  # ((2, 5), (3, 5)): a chart of its own
    set_min: int = _knob(3, _whole(2, 20))
    run_min: int = _knob(3, _whole(2, 20))
    min_naturals: int = _knob(2, _COUNT)  # in every meld
    adjacent_jokers: bool = _knob(True, _flag)  # may stand side by side in a run
    contracts: tuple[Contract, ...] = _knob((), _contracts)  # what hand 1, 2, … asks for to go down
    buys: int = _knob(0, _COUNT)  # times one player may buy a discard in a hand

    # Closing
    close_limit: int = _knob(4, _whole(0, 1000))  # most points left loose
    close_cards: int | None = _knob(1, _or_none(_COUNT))  # most loose cards, None: any
    close_first_lap: bool = _knob(False, _flag)
    close_may_bust: bool = _knob(False, _flag)  # may keep a card that takes the closer past the limit
    lay_off: LayOff = _knob(LayOff.ANY, _one_of(LayOff))
    clean_points: int = _knob(-10, _POINTS)
    clean_for: CleanFor = _knob(CleanFor.CLOSER, _one_of(CleanFor))
    chinchon_points: int | str = _knob(WINS, _wins_or(_POINTS))  # a pure run of seven
    joker_run_points: tuple[int, int] = _knob((-50, -25), _pair(_POINTS))  # with one joker, with two
    doubles: Doubles = _knob(Doubles.NEVER, _one_of(Doubles))
    final_discard: bool = _knob(True, _flag)  # going out needs a last discard

    # What the texts leave open
    claim_upgrades: bool = _knob(False, _flag)
    set_duplicates: bool = _knob(True, _flag)  # equal cards of two packs may share a set
    lay_off_needs_meld: bool = _knob(False, _flag)
    lay_off_order: LayOffOrder = _knob(LayOffOrder.UNTIL_NONE, _one_of(LayOffOrder))
    lay_off_after_full: AfterFull = _knob(AfterFull.NONE, _one_of(AfterFull))
    chinchon_for: ChinchonFor = _knob(ChinchonFor.CLOSER, _one_of(ChinchonFor))
    joker_always_charged: bool = _knob(False, _flag)
    false_close_points: int = _knob(0, _POINTS)
    joker_moves: bool = _knob(True, _flag)
    pays_hand_of: PaysHandOf = _knob(PaysHandOf.WINNER, _one_of(PaysHandOf))
    doubles_fees: bool = _knob(False, _flag)
    min_table_turns: int = _knob(1, _whole(1, 9))
    direction: TurnDirection = _knob(
        TurnDirection.ANTICLOCKWISE, _one_of(TurnDirection)
    )  # of the deal and the play
    sit_out: SitOut = _knob(SitOut.NOBODY, _one_of(SitOut))  # with one player more than can play

    # The match
    scoring: Scoring = _knob(Scoring.COUNT, _one_of(Scoring))
    team_size: int = _knob(1, _whole(1, 4))  # 2: partners, who are one side with one total
    ends: Ends = _knob(Ends.LAST_STANDING, _one_of(Ends))
    limit: int | None = _knob(100, _or_none(_whole(1, 100_000)))  # a total, or a number of hands
    out_at: OutAt = _knob(OutAt.OVER, _one_of(OutAt))
    rebuys: int | None = _knob(1, _or_none(_COUNT))  # for one player; None: as many as they can pay for
    rebuy_choice: RebuyChoice = _knob(RebuyChoice.AUTOMATIC, _one_of(RebuyChoice))
    rebuy_needs: int = _knob(2, _whole(1, 99))  # who must go on without the one who buys back
    rebuy_points: RebuyPoints = _knob(RebuyPoints.HIGHEST, _one_of(RebuyPoints))
    cents: bool = _knob(False, _flag)  # the unit of every amount is the hundredth of the currency
    stake: int = _knob(0, _MONEY)
    rebuy_stake: int | None = _knob(0, _or_none(_MONEY))  # None: the stake again
    per_point: int = _knob(0, _MONEY)  # for each point of difference, or that the winner collects
    buy_fee: int = _knob(0, _MONEY)  # for each buy, to the winner of the hand
    hand_fee: int = _knob(0, _MONEY)  # from each of the others to the winner of the hand
    game_fee: int = _knob(0, _MONEY)  # from each of the others to the winner of the match
    undercut: int = _knob(25, _POINTS)
    box: int = _knob(25, _POINTS)
    game_bonus: int = _knob(100, _POINTS)
    shutout: bool = _knob(False, _flag)
    big_gin: int | None = _knob(None, _or_none(_POINTS))  # for eleven cards melded; None: there is none
    settlement: Settlement = _knob(Settlement.PAIRWISE, _one_of(Settlement))

    def turned(self, options: dict[str, Any]) -> Ruleset:
        """These rules with the knobs of `options` (JSON values by name) turned.

        Raises Illegal `bad-rules`, naming the knob, for an unknown knob, a value it cannot have or a
        combination that contradicts itself.
        """
        knobs = {knob: _read(knob, value) for knob, value in options.items()}
        ruleset = replace(self, **knobs)
        refuse_contradictions(ruleset)
        return ruleset

    def in_cents(self) -> Ruleset:
        """The same rules with every amount in cents; unchanged where nothing is played for.

        Raises Illegal `bad-rules`, naming the knob, if an amount is too large.
        """
        if self.cents or not self.plays_for_money:
            return self
        return self.turned({"cents": True, **self.amounts_in_cents()})

    def in_whole_units(self) -> Ruleset:
        """The same rules with every amount in whole units of the currency.

        Raises Illegal `bad-rules`, naming the knob, for an amount with cents.
        """
        if not self.cents:
            return self
        amounts = self.amounts_in_cents()
        for knob, cents in amounts.items():
            if cents is not None and cents % 100:
                raise Illegal("bad-rules", knob=knob, value=cents)
        units = {knob: None if cents is None else cents // 100 for knob, cents in amounts.items()}
        return self.turned({"cents": False, **units})

    def amounts_in_cents(self) -> dict[str, int | None]:
        """Every amount by its knob, in hundredths of the currency."""
        units = {knob: getattr(self, knob) for knob in AMOUNTS}
        return {knob: None if unit is None else unit * self.cents_per_unit for knob, unit in units.items()}

    def dump(self) -> dict[str, Any]:
        """The JSON form: every knob by name; `load(dump())` has the same `repr`."""
        return {knob.name: _plain(getattr(self, knob.name)) for knob in fields(self)}

    @classmethod
    def load(cls, stored: dict[str, Any]) -> Ruleset:
        """The ruleset `dump` wrote; a knob it does not name has its default. Raises Illegal `bad-rules`.

        Combinations are not checked here but in `turned`, so that old rulesets load.
        """
        options = dict(stored)
        key = options.pop("key", cls.key)
        if type(key) is not str:
            raise Illegal("bad-rules", knob="key", value=key)
        return replace(cls(key=key), **{knob: _read(knob, value) for knob, value in options.items()})

    @cached_property
    def high_wins(self) -> bool:
        """Whether the highest total wins the match."""
        return self.scoring is not Scoring.COUNT

    @cached_property
    def points_of_ace(self) -> int:
        """An ace left in hand: `ace_points`, or its second number where the ace need not be low."""
        if isinstance(self.ace_points, int):
            return self.ace_points
        return self.ace_points[0 if self.ace is Ace.LOW else 1]

    @cached_property
    def pays_winners_hand(self) -> bool:
        """Whether the others pay the value of the winner's hand, as in Queen City Rum, where nothing is laid
        down earlier; in the other Rummies each pays what is left in his own hand."""
        return (
            self.scoring is Scoring.COLLECT
            and self.lay_off is LayOff.NONE
            and self.pays_hand_of is PaysHandOf.WINNER
        )

    @cached_property
    def cents_per_unit(self) -> int:
        """What an amount is multiplied by to be in hundredths of the currency."""
        return 1 if self.cents else 100

    @cached_property
    def plays_for_money(self) -> bool:
        return any(getattr(self, knob) for knob in AMOUNTS)

    @cached_property
    def fees_doubled(self) -> tuple[str, ...]:
        """The fees of the hand that a chinaso doubles; where there are none, it doubles the points."""
        if self.doubles is not Doubles.CHINASO:
            return ()
        buys = self.buy_fee if self.doubles_fees else 0
        return tuple(knob for knob, fee in (("hand_fee", self.hand_fee), ("buy_fee", buys)) if fee)

    @cached_property
    def has_pot(self) -> bool:
        """Whether a stake belongs to the game, as in Fournier: a table agrees on it before the first hand."""
        return self.rebuy_stake is None

    def gin_games(self, players: int) -> int:
        """How many games of two are played at a time in Gin of more than two; 0 where all play one game."""
        if self.scoring is not Scoring.DIFFERENCE or players < 3:
            return 0
        if self.team_size > 1:
            return players // 2
        return 1 if players == 3 and self.sit_out is not SitOut.NOBODY else 0

    def players_of_a_game(self, players: int) -> int:
        """How many of so many players are dealt from the same cards: in Gin of more than two, two."""
        return 2 if self.gin_games(players) else players

    def reaches_limit(self, total: int) -> bool:
        """Whether `total` is past the limit, as `out_at` says. Never, if the limit is a number of hands."""
        if self.limit is None or self.ends is Ends.HANDS:
            return False
        return total > self.limit if self.out_at is OutAt.OVER else total >= self.limit

    def is_past(self, total: int) -> bool:
        """Whether `total` is bust: past the limit of a match that the last player standing wins."""
        return self.ends is Ends.LAST_STANDING and self.reaches_limit(total)

    def points_to_bust(self, total: int) -> int | None:
        """How many points more make `total` bust; None where nobody goes bust."""
        if self.limit is None or self.ends is not Ends.LAST_STANDING:
            return None
        return self.limit + (self.out_at is OutAt.OVER) - total

    def highest_safe(self, total: int) -> int:
        """`total` if it is not bust, otherwise the highest total that is not."""
        if self.limit is None or not self.is_past(total):
            return total
        return self.limit if self.out_at is OutAt.OVER else self.limit - 1

    def price_of_rebuy(self) -> int:
        return self.stake if self.rebuy_stake is None else self.rebuy_stake

    def price_of_rebuy_in_cents(self) -> int:
        """The same in hundredths of the currency."""
        return self.price_of_rebuy() * self.cents_per_unit


_READERS: Lookup[str, Reader] = {
    knob.name: knob.metadata["reader"] for knob in fields(Ruleset) if "reader" in knob.metadata
}


def _read(knob: str, value: Any) -> Any:
    reader = _READERS.get(knob)
    if reader is None:
        raise Illegal("bad-rules", knob=knob, value=value)
    try:
        return reader(value)
    except (ValueError, TypeError) as error:
        raise Illegal("bad-rules", knob=knob, value=value) from error


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, StrEnum) else value
