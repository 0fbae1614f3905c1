"""The turns of a showdown in the checker, and where the address says that single cards are laid off."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.cards.arrange import LaidOff
from rules.cards.patterns import Cards, Meld, MeldKind
from rules.closing import showdown
from rules.closing.shared_table import LayOffRules
from rules.errors import Illegal
from rules.events import Seat
from rules.knobs import LayOffOrder
from rules.packs import Card

KEEPS = "keep"


class Placement(NamedTuple):
    """Where a card of a player goes, as the address says: on the meld `onto`, or it stays in hand if None."""

    card: Card
    onto: int | None

    def __str__(self) -> str:
        return f"{self.card}:{KEEPS if self.onto is None else self.onto}"


class TablePlay(NamedTuple):
    """A showdown as it was played, by seat."""

    rules: LayOffRules
    closer: Seat
    showdown: showdown.PlayedShowdown
    placements: Mapping[Seat, tuple[Placement, ...]] = {}
    # why the placements cannot be; then the players do their best
    refused: Illegal | None = None

    @property
    def takes_cards(self) -> bool:
        """Whether there is a meld, of the closer or of the others, on which cards may be laid off."""
        return self.rules.takes_cards(0) or self.rules.takes_cards(
            self.rules.closers_melds
        )

    @property
    def owners(self) -> list[Seat]:
        """Who put down each meld of the table."""
        others = [
            int(turn.player) for turn in self.showdown.turns for _meld in turn.melds
        ]
        return [self.closer] * len(self.showdown.laid_down) + others

    def lay_offs(self) -> list[tuple[Seat, LaidOff]]:
        """Everything that was laid off, in order."""
        return [
            (int(turn.player), laid_off)
            for turn in self.showdown.turns
            for laid_off in turn.laid_off
        ]

    def table_after(self, seat: Seat | None = None) -> list[tuple[Meld, list[Seat]]]:
        """The melds after the last turn of `seat`, or in the end; with who put down each card."""
        lying = [
            (meld, [self.closer] * len(meld.cards)) for meld in self.showdown.laid_down
        ]
        turns = self.showdown.turns
        if seat is not None:
            turns = turns[
                : 1
                + max(at for at, turn in enumerate(turns) if turn.player == str(seat))
            ]
        for turn in turns:
            player = int(turn.player)
            lying += [(meld, [player] * len(meld.cards)) for meld in turn.melds]
            lying = [
                (after, _whose(before, whose, after, player))
                for (before, whose), after in zip(lying, turn.table, strict=True)
            ]
        return lying

    def places_for(self, seat: Seat, card: Card) -> list[int]:
        """The other players' melds that could take that card, when `seat` has a turn."""
        table = self._table_at_turn(seat)
        return [
            onto
            for onto, owner in enumerate(self.owners[: len(table)])
            if owner != seat and self.rules.grown(table, LaidOff(onto, (card,)))
        ]

    def _table_at_turn(self, seat: Seat) -> Sequence[Meld]:
        if self.rules.ruleset.lay_off_order is LayOffOrder.UNTIL_NONE:
            return self.showdown.table
        table = self.showdown.laid_down
        for turn in self.showdown.turns:
            if turn.player == str(seat):
                break
            table = turn.table
        return table


def play(
    rules: LayOffRules,
    closer: Seat,
    cards: Mapping[Seat, Cards],
    melds: Sequence[Sequence[Card]] | None,
    placements: Mapping[Seat, tuple[Placement, ...]],
) -> TablePlay:
    """The turns with the `cards` of the closer and of others, in the order of play. `melds` are the closer's
    if they are claimed. If one of the `placements` cannot be, all are refused.
    """
    claimed = None if melds is None else {str(closer): melds}
    best = _play_turns(rules, closer, cards, claimed, {})
    rules = rules._replace(closers_melds=len(best.laid_down))
    at_table = {
        seat: where
        for seat, where in placements.items()
        if seat in cards and seat != closer and where
    }
    if not at_table:
        return TablePlay(rules, closer, best)
    claimed = {str(closer): [meld.cards for meld in best.laid_down]}
    try:
        return TablePlay(
            rules,
            closer,
            _play_turns(rules, closer, cards, claimed, at_table),
            at_table,
        )
    except Illegal as illegal:
        return TablePlay(rules, closer, best, at_table, illegal)


def _play_turns(
    rules: LayOffRules,
    closer: Seat,
    cards: Mapping[Seat, Cards],
    claimed: Mapping[str, Sequence[Sequence[Card]]] | None,
    placements: Mapping[Seat, tuple[Placement, ...]],
) -> showdown.PlayedShowdown:
    return showdown.play_showdown(
        rules.ruleset,
        str(closer),
        {str(seat): hand for seat, hand in cards.items()},
        claimed,
        players=rules.meld_rules.players,
        laid_off={str(seat): _laid_off(where) for seat, where in placements.items()},
        kept={
            str(seat): tuple(card for card, onto in where if onto is None)
            for seat, where in placements.items()
        },
    )


def _laid_off(placements: Iterable[Placement]) -> list[LaidOff]:
    """Cards for one meld go there together: one may open the place for another."""
    by_meld: dict[int, list[Card]] = {}
    for card, onto in placements:
        if onto is not None:
            by_meld.setdefault(onto, []).append(card)
    return [LaidOff(onto, tuple(cards)) for onto, cards in by_meld.items()]


def _whose(
    before: Meld, whose: Sequence[Seat], after: Meld, player: Seat
) -> list[Seat]:
    """Who put down each card of a meld that `player` may have made longer."""
    if before.kind is MeldKind.RUN:
        length = len(before.cards)
        longer = len(after.cards) - len(before.cards)
        below = next(
            at
            for at in range(longer + 1)
            if after.cards[at : at + length] == before.cards
        )
        return [player] * below + [*whose] + [player] * (longer - below)
    left = list(zip(before.cards, whose, strict=True))
    owners = []
    for card in after.cards:
        lay_there = next((pair for pair in left if pair[0] == card), None)
        if lay_there is not None:
            left.remove(lay_there)
        owners.append(player if lay_there is None else lay_there[1])
    return owners
