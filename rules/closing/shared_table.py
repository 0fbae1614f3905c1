"""The table after a close: the others put down their melds and lay off, in turn, on what lies there by then.

The melds of the table are numbered in the order in which they were put down, the closer's first. A meld keeps
its number while it grows. Source: docs/rules/RULESETS.md#table-shared.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.cards.arrange import Arrangement, LaidOff, arrange_by, lay_off_only
from rules.cards.lay_offs import grown
from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, MeldKind
from rules.closing.situation import TableMeld, open_melds
from rules.events import Close, Seat
from rules.knobs import LayOffOrder
from rules.packs import Card
from rules.ruleset import Ruleset


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
            return arrange_by(self._rules, cards, table, needs_meld)
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
