"""A house's rules as one value.

`Ruleset` declares every knob once, with its default, its type and what it means. What reads it, the forms,
the tables of docs/rules/RULESETS.md and the random tests follow the declaration. A variant is a preset with
some knobs turned (`with_options`); nothing subclasses it. What depends on the number of players is stored
as steps, `((2, 10), (4, 7))`: up to two players 10, up to four (and more, when it is the last step) 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

from rules.errors import Illegal
from rules.kinds import FLAG, Choice, Kind, Whole, plain
from rules.knobs import (
    ANY_COUNT,
    COUNT,
    KEY,
    POINTS,
    WINS,
    WINS_OR_POINTS,
    Ace,
    AfterFull,
    Amount,
    ByPlayers,
    Cards,
    ChinchonFor,
    CleanFor,
    Contract,
    Contracts,
    DealScores,
    Doubles,
    Ends,
    FigurePoints,
    KnobGroup,
    LayOff,
    LayOffOrder,
    OneOrTwo,
    OutAt,
    Pair,
    PaysHandOf,
    RankPoints,
    RebuyChoice,
    RebuyPoints,
    Scoring,
    Settlement,
    SitOut,
    Steps,
    TurnDirection,
    refuse_contradictions,
)
from rules.packs import Pack


class Knob(NamedTuple):
    """What `Ruleset` declares of one knob besides its default and its meaning."""

    name: str
    group: KnobGroup
    type: Kind
    usual: tuple[
        Any, ...
    ] = ()  # the values to choose from; empty where any is as usual
    is_fixed: bool = False  # it cannot change once the match has begun
    is_asked: bool = True  # a table is asked for it


def _knob(default: Any, kind: Kind, **facts: Any) -> Any:
    """A field of Ruleset; `facts` are others of its Knob."""
    return field(default=default, metadata={"type": kind, **facts})


@dataclass(frozen=True)
class Ruleset:
    """Every house number and every choice of one table; the defaults are those of `chinchon`.

    Money is in whole units (`cents`), points and totals in points.
    """

    key: str = "chinchon"
    """The preset it comes from."""

    # The cards
    pack: Pack = _knob(Pack.SPANISH_40, Choice(Pack))
    """The pack of cards."""
    packs: Steps = _knob(1, ByPlayers(1, 3))
    """How many packs are shuffled together; [more](#too-few-cards) where these are too few."""
    jokers: Steps = _knob(2, ByPlayers(0, 99))
    """How many jokers are in the whole stock."""
    wild_cards: tuple[str, ...] = _knob((), Cards())
    """Natural cards that stand for any card."""
    players: tuple[int, int] = _knob((2, 4), Pair(2, 99))
    """The fewest and the most players; with another number there is a [warning](#warnings), no refusal."""
    hand_size: Steps = _knob(7, ByPlayers(1, 20))
    """Cards that a player holds between turns."""
    ace: Ace = _knob(Ace.LOW, Choice(Ace))
    """The place of the ace in a run."""
    figures: FigurePoints = _knob(FigurePoints.TEN, Choice(FigurePoints))
    """Points of the three figures."""
    ace_points: int | tuple[int, int] = _knob(1, OneOrTwo(-1000, 1000))
    """Points of an ace left in hand; of two numbers the first where `ace` is `low`, the second otherwise."""
    joker_points: int = _knob(25, Whole(0, 1000))
    """Points of a joker left in hand; a wild natural card left in hand costs the same."""
    rank_points: tuple[tuple[int, int], ...] = _knob((), RankPoints())
    """Points of single ranks: a table's own chart. A rank that is not in it has the points that `ace_points`,
    `figures` and its number give."""
    set_min: int = _knob(3, Whole(2, 20))
    """Fewest cards of a set."""
    run_min: int = _knob(3, Whole(2, 20))
    """Fewest cards of a run."""
    min_naturals: int = _knob(2, COUNT)
    """Natural cards that every meld must hold; a meld of jokers alone is never legal."""
    adjacent_jokers: bool = _knob(True, FLAG)
    """Jokers may stand side by side in a run."""
    contracts: tuple[Contract, ...] = _knob((), Contracts())
    """What hand 1, 2, … asks for to go down (Chinaso); empty in the other games."""
    buys: int = _knob(0, COUNT)
    """How often one player may buy a discard in a hand."""

    # Closing
    close_limit: int = _knob(4, Whole(0, 1000))
    """Most points that the closer may keep loose."""
    close_cards: int | None = _knob(1, ANY_COUNT, usual=(0, 1, 2, 3, None))
    """Most cards that the closer may keep loose; `null` for any number."""
    close_first_lap: bool = _knob(False, FLAG)
    """A player may close in the first lap."""
    close_may_bust: bool = _knob(False, FLAG)
    """The closer may keep a card that takes them past the limit. No difference where nobody busts."""
    lay_off: LayOff = _knob(LayOff.ANY, Choice(LayOff))
    """Where the others may lay off; after a close with every card melded see `lay_off_after_full`."""
    clean_points: int = _knob(-10, POINTS)
    """Closing with every card melded; in Gin the bonus of gin."""
    clean_for: CleanFor = _knob(CleanFor.CLOSER, Choice(CleanFor))
    """Who gets `clean_points`."""
    chinchon_points: int | str = _knob(
        WINS,
        WINS_OR_POINTS,
        usual=(WINS, -100, -50, -25, -20, -10, 0),
    )
    """Closing with a run of seven without a joker, in the kinds of Chinchón; `"wins"` wins the match."""
    joker_run_points: tuple[int, int] = _knob((-50, -25), Pair(-1000, 1000))
    """Closing with a run of seven with one joker, with two, in the kinds of Chinchón."""
    doubles: Doubles = _knob(Doubles.NEVER, Choice(Doubles))
    """What doubles the others' points; a chinaso the fees of the hand instead, where the table has one that
    it doubles: `hand_fee`, and `buy_fee` with `doubles_fees`."""
    final_discard: bool = _knob(True, FLAG)
    """Going out needs a last discard; in Chinaso the last card may not be discarded."""

    # What the texts leave open
    claim_upgrades: bool = _knob(False, FLAG)
    """A claim is scored as the better reading of the same cards. If not, as claimed, and the better reading
    is pointed out."""
    set_duplicates: bool = _knob(True, FLAG)
    """Equal cards of two packs may share a set."""
    lay_off_needs_meld: bool = _knob(False, FLAG)
    """A player needs an own meld to lay off."""
    lay_off_order: LayOffOrder = _knob(LayOffOrder.UNTIL_NONE, Choice(LayOffOrder))
    """The order of the [showdown](#table-shared). With `turn` the melds of the closer and of those before
    lie there, with what was added."""
    lay_off_after_full: AfterFull = _knob(AfterFull.NONE, Choice(AfterFull))
    """Where the others lay off when the closer melded every card. In Gin always nowhere."""
    knock_at_zero: bool = _knob(False, FLAG)
    """A closer with cards loose may count 0, without `clean_points`: where the closer lays off too, or only a
    hand that is melded at one time has the prize. If not, 0 is a close with every card melded."""
    chinchon_for: ChinchonFor = _knob(ChinchonFor.CLOSER, Choice(ChinchonFor))
    """Who gets `chinchon_points` for a run of seven without a joker."""
    joker_always_charged: bool = _knob(False, FLAG)
    """A joker in another player's hand costs `joker_points` even inside a meld."""
    false_close_points: int = _knob(0, POINTS)
    """Charged to a player who closed wrongly."""
    joker_moves: bool = _knob(True, FLAG)
    """A joker inside a run on the table may move to either end and make room for the card of its place."""
    pays_hand_of: PaysHandOf = _knob(PaysHandOf.WINNER, Choice(PaysHandOf))
    """Where the winner collects and `lay_off` is `none` (Queen City): whose hand the others pay."""
    doubles_fees: bool = _knob(False, FLAG)
    """A chinaso doubles the fees of the buys too, and then not the points."""
    min_table_turns: int = _knob(1, Whole(1, 9))
    """Going out needs melds in so many turns; more than 1 forbids Rummy in one turn."""
    direction: TurnDirection = _knob(TurnDirection.ANTICLOCKWISE, Choice(TurnDirection))
    """Which way the deal and the play go round; the app shows it."""
    sit_out: SitOut = _knob(SitOut.NOBODY, Choice(SitOut))
    """With one player more than can play, who rests for the next hand (Gin with three); the app shows it."""

    # The match
    scoring: Scoring = _knob(Scoring.COUNT, Choice(Scoring), is_fixed=True)
    """What a hand adds. The lowest total wins in `count`, the highest in the others."""
    team_size: int = _knob(1, Whole(1, 4), is_fixed=True)
    """More than 1: players who face each other are one side with one total; in Gin always two sides."""
    deal_scores: DealScores = _knob(DealScores.FULL, Choice(DealScores))
    """Gin in pairs: what the hands of one deal add. By net the totals show the net so far while hands of the
    deal are missing."""
    ends: Ends = _knob(Ends.LAST_STANDING, Choice(Ends))
    """How the match ends."""
    limit: int | None = _knob(100, Whole(1, 100_000, None))
    """Where the match ends: a total, or a number of hands; `null` for no limit."""
    out_at: OutAt = _knob(OutAt.OVER, Choice(OutAt))
    """How the limit is read. No difference where there is no limit of points."""
    rebuys: int | None = _knob(1, ANY_COUNT, usual=(0, 1, 2, 3, 4, 5, None))
    """How often one player may buy back in; `null` for as many as they pay for."""
    rebuy_choice: RebuyChoice = _knob(RebuyChoice.AUTOMATIC, Choice(RebuyChoice))
    """Whether the player is asked."""
    rebuy_needs: int = _knob(2, Whole(1, 99))
    """Players who must go on without the one who buys back."""
    rebuy_points: RebuyPoints = _knob(RebuyPoints.HIGHEST, Choice(RebuyPoints))
    """The total on coming back."""
    undercut: int = _knob(25, POINTS)
    """Gin: the bonus of an undercut."""
    box: int = _knob(25, POINTS)
    """Gin: the value of each hand won."""
    game_bonus: int = _knob(100, POINTS)
    """Gin: the bonus of the match."""
    shutout: bool = _knob(False, FLAG)
    """Gin: the points count twice if the other player won no hand."""
    big_gin: int | None = _knob(
        None, Whole(-1000, 1000, None), usual=(None, 25, 31, 50, 100)
    )
    """Gin: the bonus of eleven cards melded; `null` where there is none."""

    # Money
    cents: bool = _knob(False, FLAG, is_asked=False)
    """Every amount of money is in hundredths of the currency; the app sets it for a match with a currency."""
    stake: int = _knob(0, Amount())
    """What each player puts into the pot."""
    rebuy_stake: int | None = _knob(0, Amount(None))
    """What a buy-back puts into the pot; `null` for the stake again."""
    per_point: int = _knob(0, Amount())
    """Paid for each point: hand by hand in a ledger, in the others on the final totals."""
    buy_fee: int = _knob(0, Amount())
    """For each buy, to the winner of the hand."""
    hand_fee: int = _knob(0, Amount())
    """From each of the others to the winner of the hand."""
    game_fee: int = _knob(0, Amount())
    """From each of the others to the winner of the match."""
    settlement: Settlement = _knob(Settlement.PAIRWISE, Choice(Settlement))
    """Who pays whom for the differences of the final totals (Rum 500)."""

    def with_options(self, options: dict[str, Any]) -> Ruleset:
        """These rules with the knobs of `options` (JSON values by name) turned. Raises Illegal `bad-rules`,
        naming the knob, for an unknown knob, a value it cannot have or a combination that contradicts itself.

        >>> from rules.presets import CHINCHON
        >>> CHINCHON.limit, CHINCHON.with_options({"limit": 70}).limit
        (100, 70)
        """
        ruleset = self._with_knobs(options)
        refuse_contradictions(ruleset)
        return ruleset

    def _with_knobs(self, options: dict[str, Any]) -> Ruleset:
        knobs = {knob: _read(knob, value) for knob, value in options.items()}
        return replace(self, **knobs)

    def in_cents(self) -> Ruleset:
        """The same rules with every amount in cents; unchanged where nothing is played for. Raises Illegal
        `bad-rules`, naming the knob, if an amount is too large.
        """
        if self.cents or not self.plays_for_money:
            return self
        return self.with_options({"cents": True, **self.amounts_in_cents()})

    def in_whole_units(self) -> Ruleset:
        """The same rules with every amount in whole units of the currency. Raises Illegal `bad-rules`, naming
        the knob, for an amount with cents.
        """
        if not self.cents:
            return self
        options: dict[str, Any] = {"cents": False}
        for knob, cents in self.amounts_in_cents().items():
            if cents is not None and cents % 100:
                raise Illegal("bad-rules", knob=knob, value=cents)
            options[knob] = None if cents is None else cents // 100
        return self.with_options(options)

    def amounts_in_cents(self) -> dict[str, int | None]:
        """Every amount by its knob, in hundredths of the currency."""
        units = {knob: getattr(self, knob) for knob in AMOUNTS}
        return {
            knob: None if unit is None else unit * self.cents_per_unit
            for knob, unit in units.items()
        }

    def dump(self) -> dict[str, Any]:
        """The JSON form: every knob by name; `load(dump())` has the same `repr`."""
        return {knob.name: plain(getattr(self, knob.name)) for knob in fields(self)}

    @classmethod
    def load(cls, stored: dict[str, Any]) -> Ruleset:
        """The ruleset `dump` wrote; a knob it does not name has its default. Raises Illegal `bad-rules`.
        Combinations are not checked here but in `with_options`, so that old rulesets load.
        """
        options = dict(stored)
        key = options.pop("key", cls.key)
        if type(key) is not str or not KEY.holds(len(key)):
            raise Illegal("bad-rules", knob="key", value=key)
        return cls(key=key)._with_knobs(options)

    @cached_property
    def high_wins(self) -> bool:
        """Whether the highest total wins the match."""
        return self.scoring is not Scoring.COUNT

    @cached_property
    def limit_of_points(self) -> int | None:
        """The limit as a total; None where there is none, or it is a number of hands."""
        is_of_points = self.ends in (Ends.LAST_STANDING, Ends.TARGET)
        return self.limit if is_of_points else None

    @cached_property
    def past_limit(self) -> int | None:
        """The lowest total that is past the limit, as `out_at` says; None where it is no total."""
        limit = self.limit_of_points
        return limit if limit is None or self.out_at is OutAt.REACH else limit + 1

    @cached_property
    def newcomers_start_at_zero(self) -> bool:
        """Whether who joins late starts at 0: in a ledger, or where the highest total leads."""
        return self.high_wins or self.ends is Ends.OPEN

    @cached_property
    def points_of_ace(self) -> int:
        """An ace left in hand: `ace_points`, or its second number where the ace need not be low."""
        if isinstance(self.ace_points, int):
            return self.ace_points
        return self.ace_points[0 if self.ace is Ace.LOW else 1]

    @cached_property
    def pays_winners_hand(self) -> bool:
        """Whether the others pay the value of the winner's hand, as in Queen City Rum, where nothing is laid
        down earlier; in the other Rummies each pays what is left in their own hand."""
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
        return tuple(
            knob
            for knob, fee in (("hand_fee", self.hand_fee), ("buy_fee", buys))
            if fee
        )

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
        return self.past_limit is not None and total >= self.past_limit

    def is_past(self, total: int) -> bool:
        """Whether `total` is bust: past the limit of a match that the last player standing wins."""
        return self.ends is Ends.LAST_STANDING and self.reaches_limit(total)

    def highest_safe(self, total: int) -> int:
        """`total` if it is not bust, otherwise the highest total that is not."""
        if self.past_limit is None or not self.is_past(total):
            return total
        return self.past_limit - 1

    def price_of_rebuy(self) -> int:
        return self.stake if self.rebuy_stake is None else self.rebuy_stake


_FIRST_OF_GROUP = {
    "close_limit": KnobGroup.CLOSING,
    "claim_upgrades": KnobGroup.OPEN,
    "scoring": KnobGroup.MATCH,
    "cents": KnobGroup.MONEY,
}


def _knobs() -> Iterator[Knob]:
    group = KnobGroup.CARDS
    for declared in fields(Ruleset):
        if declared.metadata:
            group = _FIRST_OF_GROUP.get(declared.name, group)
            yield Knob(name=declared.name, group=group, **declared.metadata)


KNOBS = {knob.name: knob for knob in _knobs()}
"""Every knob by its name, in the order of `Ruleset`."""

AMOUNTS = tuple([name for name, knob in KNOBS.items() if isinstance(knob.type, Amount)])
"""The knobs that are an amount of money."""
FIXED = tuple([name for name, knob in KNOBS.items() if knob.is_fixed])
"""The knobs that cannot change once the match has begun."""


def _read(name: str, value: Any) -> Any:
    knob = KNOBS.get(name)
    if knob is None:
        raise Illegal("bad-rules", knob=name, value=value)
    try:
        return knob.type.read(value)
    except ValueError as error:
        raise Illegal("bad-rules", knob=name, value=value) from error
