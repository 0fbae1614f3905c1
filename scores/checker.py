"""The checker: cards in the address, the verdict out. Nothing of it is stored.

Alone it judges one close (practice). In a match it also counts the others on what lies on the table, and
what comes out fills the form of the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rules.arrange import Arrangement
from rules.cards import Card, Deck, read_card
from rules.closes import Close
from rules.closing import Closing, Verdict, cards_that_close, check_close, may_lay_off, ways_to_close
from rules.counting import count, tables
from rules.errors import Illegal
from rules.events import Seat
from rules.ruleset import CleanFor, LayOff, Ruleset, at_table

Cards = tuple[Card, ...]
CARDS_AT_MOST = 60  # in one address; far more than a hand has


@dataclass(frozen=True)
class Check:
    """One person's cards judged as a close: as claimed, or in the best way."""

    ruleset: Ruleset
    players: int
    cards: Cards
    groups: tuple[Cards, ...] = ()  # the claim; empty where nothing is claimed
    first_lap: bool = False
    total: int = 0

    @cached_property
    def verdict(self) -> Verdict | None:
        """None while there are too few cards to judge."""
        if len(self.cards) < self.hand_size:
            return None
        return check_close(
            self.ruleset,
            self.cards,
            self.groups or None,
            self.discard,
            self.first_lap,
            self.total,
            self.players,
        )

    @property
    def hand_size(self) -> int:
        return at_table(self.ruleset.hand_size, self.players)

    @property
    def discard(self) -> Card | None:
        """In a claim with one card more than the hand, the only card in no group is thrown."""
        if not self.groups or len(self.cards) != self.hand_size + 1:
            return None
        rest = Counter(self.cards) - Counter(card for group in self.groups for card in group)
        return next(iter(rest)) if rest.total() == 1 else None

    @cached_property
    def ways(self) -> list[Closing]:
        """Every legal close, best first."""
        if self.verdict is None:
            return []
        return ways_to_close(self.ruleset, self.cards, None, self.first_lap, self.total, self.players)

    @cached_property
    def would_close(self) -> list[Card]:
        """Which single cards would make a hand close that does not."""
        if len(self.cards) != self.hand_size or self.verdict is None or self.verdict.legal:
            return []
        found = cards_that_close(self.ruleset, self.cards, self.first_lap, self.total, self.players)
        return [card for card, _closing in found]


@dataclass(frozen=True)
class Counted:
    """One of the others: what is melded, laid off and loose, and the points that go into the hand."""

    arrangement: Arrangement
    deadwood: int  # what is written down
    melded_all: bool


@dataclass(frozen=True)
class Showdown:
    """Everybody's cards after a close. `cards` by seat; `closer` is None where nobody closed."""

    ruleset: Ruleset
    players: int
    closer: Seat | None
    cards: Mapping[Seat, Cards]
    groups: tuple[Cards, ...] = ()
    first_lap: bool = False
    total: int = 0
    others: Sequence[Seat] = field(default=())

    @cached_property
    def check(self) -> Check:
        """The closer's close."""
        cards = self.cards.get(self.closer, ()) if self.closer is not None else ()
        return Check(self.ruleset, self.players, cards, self.groups, self.first_lap, self.total)

    @property
    def close(self) -> Close | None:
        verdict = self.check.verdict
        return verdict.close if verdict is not None and verdict.legal else None

    @cached_property
    def table(self) -> list[Cards]:
        """The closer's melds, on which the others lay off where the rules allow it."""
        verdict = self.check.verdict
        if verdict is None or not verdict.legal or not may_lay_off(self.ruleset, verdict.close):
            return []
        shown = [tuple(meld.cards) for meld in verdict.melds]
        if self.groups:
            return shown
        cards = list(self.check.cards)
        if verdict.discard is not None:
            cards.remove(verdict.discard)
        return max([shown, *self._other_tables(cards)], key=self._left_by)

    def _other_tables(self, cards: list[Card]) -> list[list[Cards]]:
        """The closer's melds may lie in more ways than one: that which leaves the others most is meant."""
        found = tables(self.ruleset, cards, self.players)
        return [[tuple(group) for group in table] for table in found]

    def _left_by(self, table: list[Cards]) -> int:
        """What the others count in all, as far as their cards are known."""
        size = self.check.hand_size
        known = [
            cards
            for seat, cards in self.cards.items()
            if seat != self.closer and size <= len(cards) <= size + 1
        ]
        return sum(count(self.ruleset, one, table, self.close, self.players).points for one in known)

    def shown_by(self, seat: Seat) -> list[Cards]:
        """The melds of the other players, which lie on the table too where the rules say so."""
        if not self.table or self.ruleset.lay_off is not LayOff.ANY:
            return []
        others = (other for other in self.others if other not in (seat, self.closer))
        return [meld.cards for other in others for meld in self._alone(other).melds]

    def _alone(self, seat: Seat) -> Arrangement:
        """A seat's own best arrangement on the closer's melds, of no more cards than one may hold."""
        cards = self.cards.get(seat, ())[: self.check.hand_size + 1]
        return count(self.ruleset, cards, self.table, self.close, self.players).arrangement

    def counted(self, seat: Seat) -> Counted | None:
        """What a seat counts; None until its cards are all there."""
        cards = self.cards.get(seat, ())
        if not self.check.hand_size <= len(cards) <= self.check.hand_size + 1:
            return None
        table = [*self.table, *self.shown_by(seat)]
        found = count(self.ruleset, cards, table, self.close, self.players)
        arrangement = found.arrangement
        melded_all = not arrangement.loose and not arrangement.laid_off
        return Counted(arrangement, max(0, found.points), melded_all)

    def asks_melded(self) -> bool:
        return self.ruleset.clean_for is CleanFor.ANYONE and self.ruleset.lay_off is not LayOff.NONE


def read(texts: Sequence[str], ruleset: Ruleset, players: int) -> Cards:
    """The cards of an address, in the deck's order. Raises Illegal `impossible-hand`."""
    cards = [read_card(text, ruleset.pack) for text in texts[:CARDS_AT_MOST]]
    deck = Deck(ruleset, players)
    deck.hold(cards)
    return tuple(deck.sorted(cards))


def read_groups(texts: Sequence[str], cards: Cards, ruleset: Ruleset) -> tuple[Cards, ...]:
    """The claim of an address: "7o:1" puts the seven of oros into group 1. Cards not held are passed over."""
    left = Counter(cards)
    groups: dict[str, list[Card]] = {}
    for text in texts[:CARDS_AT_MOST]:
        code, _colon, group = text.partition(":")
        if group not in ("1", "2", "3", "4"):
            continue
        try:
            card = read_card(code, ruleset.pack)
        except Illegal:
            continue
        if left[card]:
            left[card] -= 1
            groups.setdefault(group, []).append(card)
    return tuple(tuple(groups[group]) for group in sorted(groups))
