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

    def takes_cards(self, meld: TableMeld) -> bool:
        """Whether the others may lay off on this meld: docs/rules/RULESETS.md#lay_off_after_full."""
        melds = open_melds(self.ruleset, self.close)
        return melds.of_closer if meld.owner == self.closer else melds.of_others


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
        self.rules = rules
        self.melds = list(laid_down)
        self.turns: list[Turn] = []
        self._claimed = claimed
        self._hands: dict[Seat, Cards] = dict(others)
        self._has_melded: set[Seat] = set()

    def take_turn(self, player: Seat, lays_off: bool) -> bool:
        """Let the player take a turn; return whether they did anything. A first turn is always listed."""
        arranged = self._best_arrangement(player)
        if arranged.melds:
            self.melds += put_down(arranged.melds, player)
            self._has_melded.add(player)
            gone = [card for meld in arranged.melds for card in meld.cards]
            self._hands[player] = _without(self._hands[player], gone)
        laid_off = self._lay_off(player, arranged.laid_off) if lays_off else ()
        did = bool(arranged.melds or laid_off)
        if did or all(turn.player != player for turn in self.turns):
            loose = tuple(self.rules.meld_rules.deck.sorted(self._hands[player]))
            self.turns.append(
                Turn(player, arranged.melds, laid_off, loose, tuple(self.melds))
            )
        return did

    def _best_arrangement(self, player: Seat) -> Arrangement:
        """The best that the player can do on the table as it lies."""
        cards = self._hands[player]
        rules = self.rules.meld_rules
        onto = [
            number
            for number, lying in enumerate(self.melds)
            if self.rules.takes_cards(lying)
        ]
        table = [self.melds[number].meld for number in onto]
        claimed = self._claimed.get(player)
        needs_meld = (
            self.rules.ruleset.lay_off_needs_meld and player not in self._has_melded
        )
        if claimed is None:
            arranged = arrange_by(rules, cards, table, needs_meld)
        else:
            new = () if player in self._has_melded else claimed
            arranged = lay_off_only(
                rules, cards, new, table if new or not needs_meld else ()
            )
        laid_off = tuple(
            LaidOff(onto[number], laid) for number, laid in arranged.laid_off
        )
        return arranged._replace(laid_off=laid_off)

    def _lay_off(
        self, player: Seat, laid_off: Sequence[LaidOff]
    ) -> tuple[LaidOff, ...]:
        """Lay off what fits: of two for one place, only the first."""
        done = []
        for lay_off in laid_off:
            lying = self.melds[lay_off.onto]
            longer = grown(self.rules.meld_rules, lying.meld, lay_off.cards)
            if longer is None:
                continue
            seats = _seats_after(lying, longer, player)
            self.melds[lay_off.onto] = TableMeld(longer, seats, lying.owner)
            self._hands[player] = _without(self._hands[player], lay_off.cards)
            done.append(lay_off)
        return tuple(done)


def _seats_after(before: TableMeld, longer: Meld, player: Seat) -> tuple[Seat, ...]:
    """Who laid each card of a meld that `player` has made longer."""
    meld, seats, _owner = before
    if meld.kind is MeldKind.RUN:
        below = (player,) * (meld.start - longer.start)
        above = (player,) * (len(longer.cards) - len(below) - len(seats))
        return (*below, *seats, *above)
    left = list(zip(meld.cards, seats, strict=True))
    whose = []
    for card in longer.cards:
        lying = next((pair for pair in left if pair[0] == card), None)
        if lying is not None:
            left.remove(lying)
        whose.append(player if lying is None else lying[1])
    return tuple(whose)


def _without(cards: Sequence[Card], gone: Sequence[Card]) -> Cards:
    """`cards` without those that are `gone`, as far as they were there."""
    return tuple((Counter(cards) - Counter(gone)).elements())
