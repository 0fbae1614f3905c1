"""A simple player: cards are shuffled, dealt, drawn and discarded until somebody may close.

The player discards the card that leaves the least deadwood, takes the discard if that helps, and closes as
soon as the rules allow. Less skilled players overlook cards. Legality, kind of close and counting come from
`rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from rules.cards.arrange import least_deadwood
from rules.cards.melds import meld_rules
from rules.closing.check import Verdict, check_close
from rules.closing.showdown import as_number, count
from rules.closing.situation import Situation
from rules.events import Close, Event, HandScored, HandVoided, Seat, VoidReason
from rules.knobs import at_table
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset

Option = TypeVar("Option")
Skill = float
"""The probability of noticing the best option: from 0 to 1."""

SHUFFLES = 2  # reshuffles of the discard pile; after that the deal is void
DAWDLES = 0.15  # probability of waiting for a clean close


@dataclass(frozen=True)
class SamplePlayer:
    """A player of a hand."""

    seat: Seat
    skill: Skill


def play_deal(ruleset: Ruleset, table: Sequence[SamplePlayer], players: int, dice: Random) -> Event:
    """The event that a deal ends with. The first of `table` leads; the pack is the one for so many
    `players`."""
    return _CloseDeal(ruleset, [who.seat for who in table], players, dice).played(table)


class Deal:
    """The cards of one deal: those of each player by seat, stock and discard pile."""

    def __init__(self, ruleset: Ruleset, seats: Iterable[Seat], players: int, dice: Random) -> None:
        """`seats` of those who play, the first leads; the pack is the one for so many `players`."""
        self.ruleset, self.players, self.dice = ruleset, players, dice
        self.rules = meld_rules(ruleset, players)
        deck = self.rules.deck
        self.pips = deck.pips
        self.stock = [card for card in (*deck.cards, JOKER) for _ in range(deck.copies_in_play(card))]
        dice.shuffle(self.stock)
        size = at_table(ruleset.hand_size, players)
        self.cards = {seat: [self.stock.pop() for _ in range(size)] for seat in seats}
        self.discards = [self.stock.pop()]
        self.shuffles = 0

    def fill_stock(self, least: int = 1) -> bool:
        """Whether so many cards can be drawn; reshuffles the discard pile if there are fewer."""
        if len(self.stock) < least and self.shuffles < SHUFFLES and len(self.discards) > 1:
            *rest, top = self.discards
            self.discards = [top]
            self.dice.shuffle(rest)
            self.stock = rest + self.stock
            self.shuffles += 1
        return len(self.stock) >= least

    def noticed(self, ranked: Sequence[Option], skill: Skill) -> Option:
        """The first; the second for who does not notice it."""
        return ranked[0 if len(ranked) == 1 or self.dice.random() < skill else 1]

    def throw(self, seat: Seat, card: Card) -> None:
        self.cards[seat].remove(card)
        self.discards.append(card)


class _CloseDeal(Deal):
    """A hand of a game in which players close."""

    def played(self, table: Sequence[SamplePlayer]) -> Event:
        """The event that it ends with."""
        turn = 0
        while self.fill_stock():
            who = table[turn % len(table)]
            verdict = self.turn(who, first_lap=turn < len(table))
            if verdict is not None:
                return self.scored(who, verdict)
            turn += 1
        return HandVoided(VoidReason.STOCK)

    def turn(self, who: SamplePlayer, first_lap: bool) -> Verdict | None:
        """Play one turn; the verdict if it ends the hand."""
        drawn = self._drawn(who)
        left, thrown = self.noticed(self._ranked(drawn), who.skill)
        if left <= self.ruleset.close_limit:
            situation = Situation(first_lap=first_lap, total=0, players=self.players)
            verdict = check_close(self.ruleset, drawn, situation=situation)
            if verdict.legal and not self._dawdles(verdict):
                return verdict
        self.cards[who.seat] = drawn
        self.throw(who.seat, thrown)
        return None

    def scored(self, closer: SamplePlayer, verdict: Verdict) -> HandScored:
        """The hand closed by `closer`, as an entry."""
        seat = closer.seat
        if self.ruleset.pays_winners_hand:
            return HandScored({}, seat, verdict.close, value=verdict.value)
        counted = {other: self._counted(other, verdict) for other in self.cards if other != seat}
        return HandScored({**counted, seat: verdict.deadwood or 0}, seat, verdict.close)

    def _drawn(self, who: SamplePlayer) -> list[Card]:
        """The player's cards and one more: the discard if the player notices that it helps, else from the
        stock."""
        cards = self.cards[who.seat]
        with_discard = [*cards, self.discards[-1]]
        if self.dice.random() < who.skill and self._ranked(with_discard)[0][0] < self._left(cards):
            self.discards.pop()
            return with_discard
        return [*cards, self.stock.pop()]

    def _ranked(self, cards: list[Card]) -> list[tuple[int, Card]]:
        """Remaining deadwood of each possible discard, least first, then the highest pips."""
        thrown = []
        for card in dict.fromkeys(cards):
            rest = list(cards)
            rest.remove(card)
            thrown.append((self._left(rest), card))
        return sorted(thrown, key=lambda option: (option[0], -self.pips[option[1]]))

    def _left(self, cards: list[Card]) -> int:
        return least_deadwood(self.ruleset, cards, self.players)

    def _dawdles(self, verdict: Verdict) -> bool:
        return verdict.close is Close.KNOCK and self.dice.random() < DAWDLES

    def _counted(self, seat: Seat, verdict: Verdict) -> int:
        melds = [meld.cards for meld in verdict.melds]
        counted = count(self.ruleset, self.cards[seat], melds, verdict.close, self.players)
        return max(0, as_number(counted.points))
