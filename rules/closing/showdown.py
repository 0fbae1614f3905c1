"""What the others count when a hand is closed: their cards, after melding and laying off.

They put down their melds and lay off in turn, on what lies there by then. The melds of the table are numbered
in the order in which they were put down, the closer's first. A meld keeps its number while it grows. Source:
docs/rules/RULESETS.md#table-shared.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from rules.cards.arrange import Arrangement, LaidOff, arrange, lay_off_only
from rules.cards.deck import pips_of
from rules.cards.lay_offs import grown
from rules.cards.meld_faults import why_no_meld
from rules.cards.melds import MeldRules, meld_rules
from rules.cards.patterns import Cards, Meld, MeldKind
from rules.closing.check import check_close
from rules.closing.laid_cards import points_of_groups
from rules.closing.verdict import (
    RUN_OF_SEVEN,
    CloseContext,
    Situation,
    TableMeld,
    Verdict,
    beats,
    close_context,
    counts_whole_hand,
    goes_out,
    open_melds,
)
from rules.closing.ways import best_closing, candidates, layouts
from rules.errors import Illegal
from rules.events import Close, HandScored, Seat
from rules.knobs import ChinchonFor, CleanFor, LayOffOrder, Scoring, at_table
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from rules.scoring.points import as_number, price


class Turn(NamedTuple):
    """What one player does at the table in one turn, and the table as it lies afterwards."""

    player: Seat
    melds: tuple[Meld, ...]  # that the player puts down; they come last on the table
    laid_off: tuple[LaidOff, ...]  # `onto` is the number of a meld of the table
    loose: tuple[Card, ...]  # what the player still holds
    table: tuple[TableMeld, ...]


NOBODY: Seat = -1
"""In place of the closer where nobody closed."""


class LayOffRules(NamedTuple):
    """What the play at one table depends on besides the cards."""

    ruleset: Ruleset
    meld_rules: MeldRules
    close: Close | None
    closer: Seat


class CountedCards(NamedTuple):
    """What a player counts, and the arrangement it comes from."""

    points: int | str  # "wins" where a run of seven wins the match, whoever shows it
    arrangement: Arrangement
    # a run of seven that counts for anyone, and is what counts here
    is_chinchon: bool = False

    @property
    def deadwood(self) -> int:
        """The points that go into the hand: without a bonus."""
        return max(0, as_number(self.points))

    @property
    def melded_all(self) -> bool:
        """Whether every card is melded, and costs nothing there."""
        return (
            not self.arrangement.loose
            and not self.arrangement.laid_off
            and not self.deadwood
        )


def count(
    ruleset: Ruleset,
    cards: Cards,
    table: Sequence[Cards] = (),
    close: Close | None = Close.KNOCK,
    players: int | None = None,
) -> CountedCards:
    """The fewest points that another player's `cards` count once somebody closed with `close`.

    `table` holds the melds on which this player may lay off: all of them, or only the closer's where the
    ruleset says so. A joker in a run of the table may stand for several cards, where the written order does
    not say which; then the closer's choice counts: the one that leaves this player the most. Raises Illegal
    `impossible-hand`, and `invalid-meld` for a group that is no meld.
    """
    rules = rules_of_table(ruleset, close, players)
    lying = table if open_melds(ruleset, close).of_closer else ()
    return _costliest(rules, _tables(rules, lying), {0: cards}, {}).counted[0]


def counts_if_refused(
    ruleset: Ruleset, cards: Cards, claimed: Sequence[Cards], players: int | None = None
) -> tuple[int | str, int | str]:
    """What the `cards` of a refused close count if another player closes and takes no lay-offs: with only the
    melds among the groups that were `claimed`, and at their best. Raises Illegal as `count`.
    """
    rules = rules_of_table(ruleset, None, players)
    readings = [rules.meld_rules.readings_in_any_order(group) for group in claimed]
    melds = tuple(read_as[0] for read_as in readings if read_as)
    lying, best = (
        _play_showdown(rules, (), {0: cards}, own).counted[0].points
        for own in ({0: melds} if claimed else {}, {})
    )
    return lying, best


def rules_of_table(
    ruleset: Ruleset,
    close: Close | None,
    players: int | None = None,
    closer: Seat = NOBODY,
) -> LayOffRules:
    """On which melds of the table cards may be laid off after such a close."""
    rules = meld_rules(ruleset, players, ruleset.joker_always_charged)
    return LayOffRules(ruleset, rules, close, closer)


def _counted_cards(
    rules: LayOffRules,
    cards: Cards,
    arrangement: Arrangement,
    claimed: tuple[Meld, ...] | None = None,
) -> CountedCards:
    """What these cards count; a run of seven, where it counts for anyone, if that is better."""
    ruleset = rules.ruleset
    counted = CountedCards(_points(ruleset, cards, arrangement), arrangement)
    is_chinchon = ruleset.scoring is Scoring.COUNT and not ruleset.contracts
    pays_anyone = is_chinchon and ruleset.chinchon_for is ChinchonFor.ANYONE
    if not pays_anyone or not beats(ruleset.chinchon_points, counted.points):
        return counted
    run = _run_of_all(rules.meld_rules, cards, claimed)
    if run is None:
        return counted
    return CountedCards(
        ruleset.chinchon_points, Arrangement(0, (run,), (), ()), is_chinchon=True
    )


def _run_of_all(
    rules: MeldRules, cards: Cards, claimed: tuple[Meld, ...] | None
) -> Meld | None:
    """All of `cards` as one run of seven or more without a joker, as claimed if anything is."""
    if len(cards) < RUN_OF_SEVEN:
        return None
    melds = rules.readings(cards) if claimed is None else claimed
    whole = (meld for meld in melds if len(meld.cards) == len(cards))
    return next((run for run in whole if run.cards == rules.stands_for(run)), None)


def _points(ruleset: Ruleset, cards: Cards, arrangement: Arrangement) -> int:
    points = arrangement.deadwood
    loose = arrangement.loose
    if ruleset.joker_always_charged:
        points += ruleset.joker_points * (cards.count(JOKER) - loose.count(JOKER))
    melded_all = arrangement.melds and not loose and not arrangement.laid_off
    if melded_all and not points and ruleset.clean_for is CleanFor.ANYONE:
        return ruleset.clean_points
    return points


def _readings(rules: LayOffRules, cards: Cards) -> tuple[Meld, ...]:
    if readings := rules.meld_rules.readings(cards):
        return readings
    raise Illegal(
        "invalid-meld",
        melds=((0, why_no_meld(rules.ruleset, cards, rules.meld_rules.players)),),
    )


class PlayedShowdown(NamedTuple):
    """A whole showdown: what everybody adds, and for a screen how it was played."""

    points: dict[Seat, int | str]  # in the order of play
    # by the closer, as it lay before the others' turns
    laid_down: tuple[TableMeld, ...] = ()
    turns: tuple[Turn, ...] = ()  # of the others, in the order in which they were taken
    # of the others: what they count, and all they did with their cards
    counted: dict[Seat, CountedCards] = {}

    def table_after(self, player: Seat | None = None) -> tuple[TableMeld, ...]:
        """The melds after the last turn of `player`, or in the end, in the order of putting down."""
        turns = [turn for turn in self.turns if player in (None, turn.player)]
        return turns[-1].table if turns else self.laid_down


def play_showdown(
    ruleset: Ruleset,
    closer: Seat | None,
    cards: Mapping[Seat, Cards],
    melds: Mapping[Seat, Sequence[Cards]] | None = None,
    close: Close | None = None,
    players: int | None = None,
) -> PlayedShowdown:
    """The showdown after `closer` closed, at a table that all share; nobody lays off if it is None.

    `cards` are in the order of play. The others play from the closer on, by the knobs `lay_off_order` and
    `lay_off_after_full`, each for the fewest points of their own, with the melds that `melds` claims. If the
    closer claims none, several of the best closes (of kind `close`, if given) may allow different lay-offs:
    the one that leaves the others the most counts. Raises Illegal for cards that do not close, and
    `invalid-meld`.

    >>> from rules.packs import Pack, read_cards
    >>> from rules.presets import CHINCHON
    >>> closed = read_cards("1o 2o 3o 4c 4e 4b 2c".split(), Pack.SPANISH_40)
    >>> other = read_cards("4o 5o 10c 11c 12c 7e 7b".split(), Pack.SPANISH_40)
    >>> played = play_showdown(CHINCHON, 0, {0: closed, 1: other})
    >>> played.points  # the other lays off the 4 and 5 of oros
    {0: 2, 1: 14}
    >>> [" ".join(map(str, meld.seats)) for meld in played.table_after()]  # who laid each card
    ['0 0 0 1 1', '0 0 0', '1 1 1']
    """
    claimed = melds or {}
    if ruleset.scoring is Scoring.TABLE:
        hand = points_on_table(ruleset, closer, cards, claimed, players)
        return PlayedShowdown(_points_of_hand(ruleset, cards, hand))
    rules = rules_of_table(ruleset, None, players, NOBODY if closer is None else closer)
    closed = Verdict()
    tables: Iterable[_Table] = [()]
    if closer is not None:
        closed, tables = _way_of_closing(
            rules, cards[closer], claimed.get(closer), close
        )
    rules = rules._replace(close=closed.close)
    seats = list(cards)
    first = 0 if closer is None else seats.index(closer) + 1
    others = {
        seat: cards[seat] for seat in (*seats[first:], *seats[:first]) if seat != closer
    }
    own = {
        seat: tuple(_readings(rules, group)[0] for group in groups)
        for seat, groups in claimed.items()
        if seat in others
    }
    played = _costliest(rules, tables, others, own)
    return played._replace(
        points=_points_of_all(ruleset, closer, cards, closed, played.counted)
    )


def _points_of_all(
    ruleset: Ruleset,
    closer: Seat | None,
    cards: Mapping[Seat, Cards],
    closed: Verdict,
    counted: Mapping[Seat, CountedCards],
) -> dict[Seat, int | str]:
    adds_own = ruleset.scoring is Scoring.COUNT and not ruleset.contracts
    closers = (closed.points if adds_own else closed.deadwood) or 0
    counts = {
        seat: closers if seat == closer else counted[seat].points for seat in cards
    }
    if adds_own:
        return counts
    deadwood = {seat: as_number(points) for seat, points in counts.items()}
    hand = HandScored(deadwood, closer, closed.close, value=closed.value)
    return _points_of_hand(ruleset, cards, hand)


_Table = tuple[Meld, ...]
"""What a closer may leave on the table."""


def _tables(rules: LayOffRules, groups: Iterable[Cards]) -> Iterable[_Table]:
    """Every way in which these groups can lie. Raises Illegal `invalid-meld`."""
    return product(*(_readings(rules, group) for group in groups))


def _costliest(
    rules: LayOffRules,
    tables: Iterable[_Table],
    others: Mapping[Seat, Cards],
    claimed: Mapping[Seat, tuple[Meld, ...]],
) -> PlayedShowdown:
    """The play on one of the closer's tables that leaves the others the most."""
    played = [_play_showdown(rules, table, others, claimed) for table in tables]
    return max(
        played,
        key=lambda play: sum(
            as_number(counted.points) for counted in play.counted.values()
        ),
    )


def _play_showdown(
    rules: LayOffRules,
    laid_down: tuple[Meld, ...],
    others: Mapping[Seat, Cards],
    claimed: Mapping[Seat, tuple[Meld, ...]],
) -> PlayedShowdown:
    lying = put_down(laid_down, rules.closer)
    playing = {} if counts_whole_hand(rules.ruleset) else others
    turns = play_table(rules, lying, playing, claimed)
    counted = {
        seat: _counted_cards(
            rules, hand, _whole(rules, seat, hand, turns), claimed.get(seat)
        )
        for seat, hand in others.items()
    }
    return PlayedShowdown({}, lying, turns, counted)


def _whole(
    rules: LayOffRules, player: Seat, cards: Cards, turns: Sequence[Turn]
) -> Arrangement:
    """All that a player did with their cards, in one arrangement; without a turn they keep all."""
    own = [turn for turn in turns if turn.player == player]
    if not own:
        return lay_off_only(rules.meld_rules, cards, (), ())
    loose = own[-1].loose
    melds = tuple(meld for turn in own for meld in turn.melds)
    laid_off = tuple(lay_off for turn in own for lay_off in turn.laid_off)
    pips = rules.meld_rules.deck.pips
    return Arrangement(sum(pips[card] for card in loose), melds, laid_off, loose)


def _points_of_hand(
    ruleset: Ruleset, seats: Iterable[Seat], hand: HandScored
) -> dict[Seat, int | str]:
    points = price(ruleset, hand)
    return {seat: points.get(seat, 0) for seat in seats}


def points_on_table(
    ruleset: Ruleset,
    closer: Seat | None,
    cards: Mapping[Seat, Cards],
    melds: Mapping[Seat, Sequence[Cards]],
    players: int | None = None,
) -> HandScored:
    """The hand as it is written down: for each player the points on the table and those left in hand.

    `melds` are the groups of cards that each laid together, also on melds of others
    (docs/rules/CANON.md#rum-500: "the card stays before, and scores for, the layer"). `cards` may include
    these cards, or be only those left in hand. For a closer who claims nothing, the best melds count. Raises
    Illegal `impossible-hand` and `too-many-ways`.
    """
    rules = meld_rules(ruleset, players)
    if closer is not None and not melds.get(closer):
        going_out = check_close(
            ruleset, cards[closer], situation=Situation(players=players)
        )
        if going_out.legal:
            cards = {**cards, closer: ()}
            melds = {**melds, closer: [meld.cards for meld in going_out.melds]}
    laid = {seat: melds.get(seat, ()) for seat in cards}
    points = iter(
        points_of_groups(rules, [group for groups in laid.values() for group in groups])
    )
    table = {
        seat: sum(next(points) for _group in groups) for seat, groups in laid.items()
    }
    in_hand = {
        seat: rules.pips_of(*rules.deck.to_bits(_in_hand(held, laid[seat])))
        for seat, held in cards.items()
    }
    return HandScored(in_hand, closer, table=table)


def _in_hand(cards: Cards, melds: Sequence[Cards]) -> Cards:
    """`cards` without those laid down, if they were given with them."""
    laid = Counter(card for group in melds for card in group)
    given = Counter(cards)
    return list((given - laid).elements()) if laid <= given else cards


def _way_of_closing(
    rules: LayOffRules,
    cards: Cards,
    melds: Sequence[Cards] | None,
    close: Close | None,
) -> tuple[Verdict, Iterable[_Table]]:
    """How the closer's cards close. Raises Illegal where they do not, or not with this `close`."""
    ruleset = rules.ruleset
    situation = Situation(players=rules.meld_rules.players)
    verdict = check_close(ruleset, cards, melds, situation=situation)
    if goes_out(ruleset):
        return _gone_out(rules, cards, verdict, close), [()]
    if not verdict.legal:
        raise Illegal(verdict.code or "", **verdict.details)
    if melds is None:
        return _best_close(close_context(ruleset, situation, cards), close)
    laid = [meld.cards for meld in verdict.melds] if ruleset.claim_upgrades else melds
    return verdict, _tables(rules, laid)


def _best_close(
    context: CloseContext, close: Close | None
) -> tuple[Verdict, Iterable[_Table]]:
    """The best close of the cards, of kind `close` if given, with every table that it may leave."""
    ways = [
        way
        for way in candidates(context)
        if way.code is None and close in (None, way.close)
    ]
    best = best_closing(context, ways)
    if best is None:
        raise Illegal("bad-close", close=close)
    return best, dict.fromkeys(
        layout
        for way in ways
        if (way.points, way.close) == (best.points, best.close)
        for layout in layouts(context.meld_rules, way.packing[3])
    )


def _gone_out(
    rules: LayOffRules, cards: Cards, verdict: Verdict, close: Close | None
) -> Verdict:
    """How somebody went out; with fewer cards than a hand, after melds in earlier turns, it is `out`."""
    if close not in (None, Close.OUT, Close.RUMMY, Close.CHINASO):
        raise Illegal("bad-close", close=close)
    if verdict.legal:
        return verdict._replace(close=close or verdict.close)
    hand_size = at_table(rules.ruleset.hand_size, rules.meld_rules.players)
    if close is None and len(cards) >= hand_size:
        raise Illegal(verdict.code or "", **verdict.details)
    value = sum(pips_of(rules.ruleset, card) for card in cards)
    return Verdict(close=close or Close.OUT, value=value)


# The table, on which the others play in turn


def put_down(melds: Sequence[Meld], player: Seat) -> tuple[TableMeld, ...]:
    """These melds as they lie once `player` has put them down."""
    return tuple(TableMeld(meld, (player,) * len(meld.cards), player) for meld in melds)


def play_table(
    rules: LayOffRules,
    laid_down: Sequence[TableMeld],
    others: Mapping[Seat, Cards],
    claimed: Mapping[Seat, tuple[Meld, ...]],
) -> tuple[Turn, ...]:
    """The turns of the `others`, in the order of play, on the melds that the closer laid down.

    Each plays to be left with the fewest points; a player in `claimed` melds exactly what is claimed.
    With `until-none` each has a turn for showing melds, and then turns for laying off, as long as anybody
    can; such a turn is left out where the player does nothing.
    """
    table = _SharedTable(rules, laid_down, others, claimed)
    is_one_round = rules.ruleset.lay_off_order is LayOffOrder.TURN
    for player in others:
        table.take_turn(player, lays_off=is_one_round)
    while not is_one_round and sum(
        table.take_turn(player, lays_off=True) for player in others
    ):
        pass  # another round
    return tuple(table.turns)


class _SharedTable:
    def __init__(
        self,
        rules: LayOffRules,
        laid_down: Sequence[TableMeld],
        others: Mapping[Seat, Cards],
        claimed: Mapping[Seat, tuple[Meld, ...]],
    ) -> None:
        self._rules = rules.meld_rules
        self._needs_meld = rules.ruleset.lay_off_needs_meld
        self._melds = list(laid_down)
        # the melds on which the others may lay off: docs/rules/RULESETS.md#lay_off_after_full
        takes_cards = open_melds(rules.ruleset, rules.close)
        closers = len(laid_down)
        self._first = 0 if takes_cards.of_closer else closers
        self._end = None if takes_cards.of_others else closers
        self.turns: list[Turn] = []
        self._claimed = claimed
        self._hands = dict(others)
        self._has_melded: set[Seat] = set()

    def take_turn(self, player: Seat, lays_off: bool) -> bool:
        """Let the player take a turn; return whether they did anything. A first turn is always listed."""
        arranged = self._best_arrangement(player)
        if arranged.melds:
            self._melds += put_down(arranged.melds, player)
            self._has_melded.add(player)
            gone = [card for meld in arranged.melds for card in meld.cards]
            self._hands[player] = _without(self._hands[player], gone)
        laid_off = self._lay_off(player, arranged.laid_off) if lays_off else ()
        did = bool(arranged.melds or laid_off)
        if did or all(turn.player != player for turn in self.turns):
            loose = tuple(self._rules.deck.sorted(self._hands[player]))
            self.turns.append(
                Turn(player, arranged.melds, laid_off, loose, tuple(self._melds))
            )
        return did

    def _best_arrangement(self, player: Seat) -> Arrangement:
        """The best that the player can do on the table as it lies."""
        cards = self._hands[player]
        table = [lying.meld for lying in self._melds[self._first : self._end]]
        claimed = self._claimed.get(player)
        has_melded = player in self._has_melded
        needs_meld = self._needs_meld and not has_melded
        if claimed is None:
            return arrange(self._rules, cards, table, needs_meld)
        new = () if has_melded else claimed
        onto = () if needs_meld and not new else table
        return lay_off_only(self._rules, cards, new, onto)

    def _lay_off(
        self, player: Seat, laid_off: Sequence[LaidOff]
    ) -> tuple[LaidOff, ...]:
        """Lay off what fits."""
        done = []
        for among_open, cards in laid_off:
            onto = self._first + among_open
            lying = self._melds[onto]
            longer = grown(self._rules, lying.meld, cards)
            if longer is not None:
                seats = _seats_after(lying, longer, player)
                self._melds[onto] = TableMeld(longer, seats, lying.owner)
                self._hands[player] = _without(self._hands[player], cards)
                done.append(LaidOff(onto, cards))
        return tuple(done)


def _seats_after(before: TableMeld, longer: Meld, player: Seat) -> tuple[Seat, ...]:
    """Who laid each card of a meld that `player` has made longer."""
    meld, seats, _owner = before
    if meld.kind is MeldKind.RUN:
        below = (player,) * (meld.start - longer.start)
        above = (player,) * (len(longer.cards) - len(below) - len(seats))
        return (*below, *seats, *above)
    left: dict[Card, list[Seat]] = {}
    for card, seat in zip(meld.cards, seats, strict=True):
        left.setdefault(card, []).append(seat)
    return tuple((left.get(card) or [player]).pop(0) for card in longer.cards)


def _without(cards: Sequence[Card], gone: Sequence[Card]) -> Cards:
    """`cards` without those that are `gone`, as far as they were there."""
    return tuple((Counter(cards) - Counter(gone)).elements())
