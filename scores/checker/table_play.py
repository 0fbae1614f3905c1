"""The turns of a showdown in the checker, and what the address says of single cards that are laid off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.cards.arrange import LaidOff
from rules.cards.meld import Meld, MeldKind
from rules.closing import showdown
from rules.closing.shared_table import LayOffRules
from rules.errors import Illegal
from rules.events import Seat
from rules.knobs import LayOffOrder
from rules.packs import Card, Pack, read_card

Cards = tuple[Card, ...]
KEEPS = "keep"
SAID_AT_MOST = 60  # cards of one player


class Said(NamedTuple):
    """Where a player laid off a card, as somebody said; a meld of None: nowhere."""

    card: Card
    onto: int | None

    def __str__(self) -> str:
        return f"{self.card}:{KEEPS if self.onto is None else self.onto}"


def read_said(texts: Sequence[str], cards: Cards, pack: Pack) -> tuple[Said, ...]:
    """What an address says of `cards`: "4o:1" is laid off on meld 1, "4o:keep" stays. The rest is ignored."""
    left = Counter(cards)
    said = []
    for text in texts[:SAID_AT_MOST]:
        one = _read_one(text, pack)
        if one is not None and left[one.card]:
            left[one.card] -= 1
            said.append(one)
    return tuple(said)


def _read_one(text: str, pack: Pack) -> Said | None:
    code, _colon, place = text.partition(":")
    is_number = place.isascii() and place.isdigit() and len(place) < 3
    if place != KEEPS and not is_number:
        return None
    try:
        return Said(read_card(code, pack), int(place) if is_number else None)
    except Illegal:
        return None


class TablePlay(NamedTuple):
    """A showdown as it was played, by seat."""

    rules: LayOffRules
    closer: Seat
    showdown: showdown.PlayedShowdown
    said: Mapping[Seat, tuple[Said, ...]] = {}
    refused: Illegal | None = None  # why what was said cannot be; then the players do their best

    @property
    def takes_cards(self) -> bool:
        """Whether there is a meld, of the closer or of the others, on which cards may be laid off."""
        return self.rules.takes_cards(0) or self.rules.takes_cards(self.rules.closers_melds)

    @property
    def owners(self) -> list[Seat]:
        """Who put down each meld of the table."""
        others = [int(turn.player) for turn in self.showdown.turns for _meld in turn.melds]
        return [self.closer] * len(self.showdown.laid_down) + others

    def lay_offs(self) -> list[tuple[Seat, LaidOff]]:
        """Everything that was laid off, in order."""
        return [(int(turn.player), one) for turn in self.showdown.turns for one in turn.laid_off]

    def table_after(self, seat: Seat | None = None) -> list[tuple[Meld, list[Seat]]]:
        """The melds after the last turn of `seat`, or in the end; with who put down each card."""
        lying = [(meld, [self.closer] * len(meld.cards)) for meld in self.showdown.laid_down]
        turns = self.showdown.turns
        if seat is not None:
            turns = turns[: 1 + max(at for at, turn in enumerate(turns) if turn.player == str(seat))]
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
    said: Mapping[Seat, tuple[Said, ...]],
) -> TablePlay:
    """The turns with the `cards` of the closer and of others, in the order of play.

    `melds` are the closer's if he claimed them. What cannot be as it was said is refused as a whole.
    """
    by_name = {str(seat): held for seat, held in cards.items()}
    claimed = None if melds is None else {str(closer): melds}
    ruleset, players = rules.ruleset, rules.meld_rules.players
    proposed = showdown.play_showdown(ruleset, str(closer), by_name, claimed, players=players)
    rules = rules._replace(closers_melds=len(proposed.laid_down))
    at_table = {seat: places for seat, places in said.items() if seat in cards and seat != closer and places}
    if not at_table:
        return TablePlay(rules, closer, proposed)
    try:
        played = showdown.play_showdown(
            ruleset,
            str(closer),
            by_name,
            {str(closer): [meld.cards for meld in proposed.laid_down]},
            players=players,
            laid_off={str(seat): _laid_off(places) for seat, places in at_table.items()},
            kept={str(seat): _kept(places) for seat, places in at_table.items()},
        )
    except Illegal as illegal:
        return TablePlay(rules, closer, proposed, at_table, illegal)
    return TablePlay(rules, closer, played, at_table)


def _laid_off(said: Iterable[Said]) -> list[LaidOff]:
    """Cards for one meld go there together: one may open the place for another."""
    by_meld: dict[int, list[Card]] = {}
    for one in said:
        if one.onto is not None:
            by_meld.setdefault(one.onto, []).append(one.card)
    return [LaidOff(onto, tuple(cards)) for onto, cards in by_meld.items()]


def _kept(said: Iterable[Said]) -> Cards:
    return tuple(one.card for one in said if one.onto is None)


def _whose(before: Meld, whose: Sequence[Seat], after: Meld, player: Seat) -> list[Seat]:
    """Who put down each card of a meld that `player` may have made longer."""
    if before.kind is MeldKind.RUN:
        below = _cards_below(before, after)
        return [player] * below + [*whose] + [player] * (len(after.cards) - len(whose) - below)
    left = list(zip(before.cards, whose, strict=True))
    owners = []
    for card in after.cards:
        lay_there = next((one for one in left if one[0] == card), None)
        if lay_there is not None:
            left.remove(lay_there)
        owners.append(player if lay_there is None else lay_there[1])
    return owners


def _cards_below(before: Meld, after: Meld) -> int:
    """How many cards were added at the lower end of a run."""
    length = len(before.cards)
    places = range(len(after.cards) - length + 1)
    return next(below for below in places if after.cards[below : below + length] == before.cards)
