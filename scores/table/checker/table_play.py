"""The turns of a showdown in the checker: each player does the best, in turn."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.cards.arrange import LaidOff
from rules.cards.patterns import Cards, Meld, MeldKind
from rules.closing import showdown
from rules.closing.shared_table import LayOffRules
from rules.events import Seat
from rules.packs import Card


class TablePlay(NamedTuple):
    """A showdown as it was played, by seat."""

    rules: LayOffRules
    closer: Seat
    showdown: showdown.PlayedShowdown

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


def play(
    rules: LayOffRules,
    closer: Seat,
    cards: Mapping[Seat, Cards],
    melds: Sequence[Sequence[Card]] | None,
) -> TablePlay:
    """The turns with the `cards` of the closer and of others, in the order of play. `melds` are the closer's
    if they are claimed.
    """
    played = showdown.play_showdown(
        rules.ruleset,
        str(closer),
        {str(seat): hand for seat, hand in cards.items()},
        None if melds is None else {str(closer): melds},
        players=rules.meld_rules.players,
    )
    rules = rules._replace(closers_melds=len(played.laid_down))
    return TablePlay(rules, closer, played)


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
