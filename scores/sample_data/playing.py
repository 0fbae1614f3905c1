"""A simple player: cards are shuffled, dealt, drawn and thrown until somebody may close.

He throws the card whose going leaves him the least, takes the discard where that leaves him less than he
has, and closes as soon as the rules let him. Who is less of a player overlooks things. What is legal, how
it was closed and what the others count is said by `rules` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rules.cards.arrange import each_discard, least_deadwood
from rules.cards.melds import meld_rules
from rules.close_kinds import Close
from rules.closing.check import Verdict, check_close
from rules.closing.showdown import count
from rules.closing.situation import Situation
from rules.events import Event, HandScored, HandVoided, Seat, VoidReason
from rules.knobs import at_table
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset

Skill = float
"""How much of what there is to see somebody sees: from 0 to 1."""

SHUFFLES = 2  # of the discards into a new stock; after that the table deals again
DAWDLES = 0.15  # how often somebody does not close yet, in the hope of closing with nothing left


@dataclass(frozen=True)
class SamplePlayer:
    """Who plays a hand: where he sits, how well he plays, the total he comes with."""

    seat: Seat
    skill: Skill
    total: int = 0


def play_deal(ruleset: Ruleset, table: Sequence[SamplePlayer], players: int, dice: Random) -> Event:
    """What a deal came to for those at `table`, the first of whom leads; cards as for so many `players`."""
    deal = _Deal(ruleset, table, players, dice)
    turn = 0
    while deal.fill_stock():
        who = table[turn % len(table)]
        verdict = deal.turn(who, first_lap=turn < len(table))
        if verdict is not None:
            return deal.scored(who, verdict)
        turn += 1
    return HandVoided(VoidReason.STOCK)


class _Deal:
    """The cards of one deal: what each holds, the stock and the discards."""

    def __init__(self, ruleset: Ruleset, table: Sequence[SamplePlayer], players: int, dice: Random) -> None:
        self.ruleset, self.players, self.dice = ruleset, players, dice
        deck = meld_rules(ruleset, players).deck
        self.pips = deck.pips
        self.stock = [card for card in (*deck.cards, JOKER) for _ in range(deck.copies_in_play(card))]
        dice.shuffle(self.stock)
        size = at_table(ruleset.hand_size, players)
        self.held = {who.seat: [self.stock.pop() for _ in range(size)] for who in table}
        self.discards = [self.stock.pop()]
        self.shuffles = 0

    def fill_stock(self) -> bool:
        """Whether there is a card to draw, the discards being shuffled for it if need be."""
        if not self.stock and self.shuffles < SHUFFLES and len(self.discards) > 1:
            *self.stock, top = self.discards
            self.discards = [top]
            self.dice.shuffle(self.stock)
            self.shuffles += 1
        return bool(self.stock)

    def turn(self, who: SamplePlayer, first_lap: bool) -> Verdict | None:
        """One turn; the close if it ends the hand."""
        drawn = self._drawn(who)
        left, thrown = self._choice(drawn, who.skill)
        if left <= self.ruleset.close_limit:
            situation = Situation(first_lap=first_lap, total=who.total, players=self.players)
            verdict = check_close(self.ruleset, drawn, situation=situation)
            if verdict.legal and not self._dawdles(verdict):
                return verdict
        drawn.remove(thrown)
        self.held[who.seat] = drawn
        self.discards.append(thrown)
        return None

    def scored(self, closer: SamplePlayer, verdict: Verdict) -> HandScored:
        """The hand that `closer` closed, as it is written down."""
        seat = closer.seat
        if self.ruleset.pays_winners_hand:
            return HandScored({}, seat, verdict.close, value=verdict.value)
        counted = {other: self._counted(other, verdict) for other in self.held if other != seat}
        return HandScored({**counted, seat: verdict.deadwood or 0}, seat, verdict.close)

    def _drawn(self, who: SamplePlayer) -> list[Card]:
        """What he holds and one card more: the discard where he sees that it helps, else of the stock."""
        held = self.held[who.seat]
        with_discard = [*held, self.discards[-1]]
        if self.dice.random() < who.skill and self._ranked(with_discard)[0][0] < self._left(held):
            self.discards.pop()
            return with_discard
        return [*held, self.stock.pop()]

    def _choice(self, drawn: list[Card], skill: Skill) -> tuple[int, Card]:
        """What to throw and what that leaves; who does not look closely throws the second best."""
        ranked = self._ranked(drawn)
        return ranked[0 if len(ranked) == 1 or self.dice.random() < skill else 1]

    def _ranked(self, cards: list[Card]) -> list[tuple[int, Card]]:
        """What each card, thrown, leaves: least first, then the dearest card."""
        thrown = [(self._left(kept), card) for card, kept in each_discard(cards)]
        return sorted(thrown, key=lambda one: (one[0], -self.pips[one[1]]))

    def _left(self, cards: list[Card]) -> int:
        return least_deadwood(self.ruleset, cards, self.players)

    def _dawdles(self, verdict: Verdict) -> bool:
        return verdict.close is Close.KNOCK and self.dice.random() < DAWDLES

    def _counted(self, seat: Seat, verdict: Verdict) -> int:
        laid = [meld.cards for meld in verdict.melds]
        counted = count(self.ruleset, self.held[seat], laid, verdict.close, self.players)
        return max(0, counted.points)
