"""The checker: cards in the address, the verdict out. Nothing of it is stored.

Alone it judges one close (practice). In a match it also counts the others on what lies on the table, and
what comes out fills the form of the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rules.cards.arrange import Arrangement
from rules.cards.deck import Deck
from rules.cards.meld import Meld
from rules.cards.melds import meld_rules
from rules.close_kinds import Close
from rules.closing.check import Verdict, cards_that_close, check_close, legal_closings, may_lay_off
from rules.closing.showdown import count, tables
from rules.closing.situation import Closing, Situation, goes_out
from rules.errors import Illegal
from rules.events import HandScored, Seat
from rules.knobs import CleanFor, LayOff, Scoring, at_table
from rules.packs import Card, read_card
from rules.ruleset import Ruleset
from rules.scoring.points import boxes_won, price

Cards = tuple[Card, ...]
CARDS_AT_MOST = 60  # in one address; far more than a hand has
GROUPS = "123456"  # of a claim


def cards_held(ruleset: Ruleset, players: int) -> tuple[int, ...]:
    """How many cards a hand may have when it closes: as dealt or one more, after every buy three more."""
    dealt = at_table(ruleset.hand_size, players)
    sizes = (dealt + 3 * bought for bought in range(ruleset.buys + 1))
    return tuple(held for size in sizes for held in (size, size + 1))


@dataclass(frozen=True)
class Check:
    """One person's cards judged as a close: as claimed, or in the best way."""

    ruleset: Ruleset
    players: int
    cards: Cards
    groups: tuple[Cards, ...] = ()  # the claim; empty where nothing is claimed
    first_lap: bool = False
    total: int = 0
    hand: int | None = None  # of Chinaso: which hand it is, and so which contract
    others_down: int = 0  # of Chinaso: how many have laid theirs down
    goes_down: bool = False  # of Chinaso: the cards are only what is laid down

    @cached_property
    def verdict(self) -> Verdict | None:
        """None while there are too few cards to judge."""
        if len(self.cards) < self.needed:
            return None
        return check_close(
            self.ruleset,
            self.cards,
            self.groups or None,
            self.discard,
            self.situation,
        )

    @property
    def situation(self) -> Situation:
        return Situation(
            first_lap=self.first_lap,
            total=self.total,
            players=self.players,
            hand=self.hand,
            others_down=self.others_down,
            goes_down=self.goes_down,
        )

    @property
    def most(self) -> int:
        """How many cards one may hold at most."""
        return cards_held(self.ruleset, self.players)[-1]

    @property
    def needed(self) -> int:
        """The next number of cards at which they are judged: this one, where they are."""
        if self.goes_down:
            return 1 if self.groups else self._fewest_to_go_down()
        sizes = cards_held(self.ruleset, self.players)
        return next((size for size in sizes if size >= len(self.cards)), sizes[0])

    def _fewest_to_go_down(self) -> int:
        sets, runs = self.ruleset.contracts[(self.hand or 1) - 1]
        return sets * self.ruleset.set_min + runs * self.ruleset.run_min

    @property
    def discard(self) -> Card | None:
        """In a claim with one card more than the hand, the only card in no group is thrown."""
        if not self.groups or len(self.cards) not in cards_held(self.ruleset, self.players)[1::2]:
            return None
        rest = Counter(self.cards) - Counter(card for group in self.groups for card in group)
        return next(iter(rest)) if rest.total() == 1 else None

    @cached_property
    def ways(self) -> list[Closing]:
        """Every legal close, best first; one alone where all ways to go out are worth the same."""
        if self.verdict is None or goes_out(self.ruleset):
            return []
        return legal_closings(self.ruleset, self.cards, situation=self.situation)

    @cached_property
    def would_close(self) -> list[Card]:
        """Which single cards would make a hand close that does not."""
        awaits_one = len(self.cards) in cards_held(self.ruleset, self.players)[::2]
        if not awaits_one or self.goes_down or self.verdict is None or self.verdict.legal:
            return []
        return [card for card, _closing in cards_that_close(self.ruleset, self.cards, self.situation)]


@dataclass(frozen=True)
class Counted:
    """One of the others: what is melded, laid off and loose, and the points that go into the hand."""

    arrangement: Arrangement
    deadwood: int  # what is written down
    melded_all: bool


@dataclass(frozen=True)
class Showdown:
    """Everybody's cards after a close. `closer` is None where nobody closed."""

    check: Check  # the closer's close
    closer: Seat | None
    cards: Mapping[Seat, Cards]
    others: Sequence[Seat] = field(default=())  # the seats that play, the closer's among them
    called: Close | None = None  # how he is said to have gone out who has no cards to show

    @property
    def ruleset(self) -> Ruleset:
        return self.check.ruleset

    @property
    def players(self) -> int:
        return self.check.players

    @property
    def counts_others(self) -> bool:
        """Whether anybody else's cards matter: not where all pay what the winner's hand is worth."""
        return not self.ruleset.pays_winners_hand

    @property
    def close(self) -> Close | None:
        if self.closer is None:
            return None
        if not self.check.cards and self.ruleset.lay_off is LayOff.IN_PLAY:
            return self.called or Close.OUT
        verdict = self.check.verdict
        return verdict.close if verdict is not None and verdict.legal else None

    @cached_property
    def table(self) -> list[Cards]:
        """The closer's melds, on which the others lay off where the rules allow it."""
        verdict = self.check.verdict
        if verdict is None or not verdict.legal or not may_lay_off(self.ruleset, verdict.close):
            return []
        shown = [tuple(meld.cards) for meld in verdict.melds]
        if self.check.groups:
            return shown
        cards = list(self.check.cards)
        if verdict.discard is not None:
            cards.remove(verdict.discard)
        return max([shown, *self._other_tables(cards)], key=self._left_by)

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The same as melds: how the closer's cards lie once the others are known."""
        rules = meld_rules(self.ruleset, self.players)
        return tuple(rules.readings(cards)[0] for cards in self.table)

    def _other_tables(self, cards: list[Card]) -> list[list[Cards]]:
        """The closer's melds may lie in more ways than one: that which leaves the others most is meant."""
        found = tables(self.ruleset, cards, self.players)
        return [[tuple(group) for group in table] for table in found]

    def _left_by(self, table: list[Cards]) -> int:
        """What the others count in all, as far as their cards are known."""
        known = [cards for seat, cards in self.cards.items() if seat != self.closer and self._is_whole(cards)]
        return sum(count(self.ruleset, one, table, self.close, self.players).points for one in known)

    def _is_whole(self, cards: Cards) -> bool:
        """Whether these can be all that somebody is left with: any where one plays off cards all along."""
        sizes = cards_held(self.ruleset, self.players)
        fewest = 1 if self.ruleset.lay_off is LayOff.IN_PLAY else sizes[0]
        return fewest <= len(cards) <= sizes[-1]

    def shown_by(self, seat: Seat) -> list[Cards]:
        """The melds of the other players, which lie on the table too where the rules say so."""
        if not self.table or self.ruleset.lay_off is not LayOff.ANY:
            return []
        others = (other for other in self.others if other not in (seat, self.closer))
        return [meld.cards for other in others for meld in self._alone(other).melds]

    def _alone(self, seat: Seat) -> Arrangement:
        """A seat's own best arrangement on the closer's melds, of no more cards than one may hold."""
        cards = self.cards.get(seat, ())[: self.check.most]
        return count(self.ruleset, cards, self.table, self.close, self.players).arrangement

    def counted(self, seat: Seat) -> Counted | None:
        """What a seat counts; None until its cards are all there."""
        cards = self.cards.get(seat, ())
        if not self.counts_others or not self._is_whole(cards):
            return None
        table = [*self.table, *self.shown_by(seat)]
        found = count(self.ruleset, cards, table, self.close, self.players)
        arrangement = found.arrangement
        melded_all = not arrangement.loose and not arrangement.laid_off
        return Counted(arrangement, max(0, found.points), melded_all)

    def undercut(self, seat: Seat) -> int | None:
        """What `seat` scores for counting no more than the one who knocked in Gin; None where it does not."""
        verdict, counted = self.check.verdict, self.counted(seat)
        if self.ruleset.scoring is not Scoring.DIFFERENCE or self.closer is None or counted is None:
            return None
        if verdict is None or self.close is None or verdict.deadwood is None:
            return None
        deadwood = {self.closer: verdict.deadwood, seat: counted.deadwood}
        hand = HandScored(deadwood, self.closer, self.close)
        return price(self.ruleset, hand)[seat] if seat in boxes_won(self.ruleset, hand) else None

    def asks_melded(self) -> bool:
        return self.ruleset.clean_for is CleanFor.ANYONE and self.ruleset.lay_off is not LayOff.NONE


def read(texts: Sequence[str], ruleset: Ruleset, players: int) -> Cards:
    """The cards of an address, in the deck's order. Raises Illegal `impossible-hand`."""
    cards = [read_card(text, ruleset.pack) for text in texts[:CARDS_AT_MOST]]
    deck = Deck(ruleset, players)
    deck.to_bits(cards)
    return tuple(deck.sorted(cards))


def read_groups(texts: Sequence[str], cards: Cards, ruleset: Ruleset) -> tuple[Cards, ...]:
    """The claim of an address: "7o:1" puts the seven of oros into group 1. Cards not held are passed over."""
    left = Counter(cards)
    groups: dict[str, list[Card]] = {}
    for text in texts[:CARDS_AT_MOST]:
        code, _colon, group = text.partition(":")
        if not group or group not in GROUPS:
            continue
        try:
            card = read_card(code, ruleset.pack)
        except Illegal:
            continue
        if left[card]:
            left[card] -= 1
            groups.setdefault(group, []).append(card)
    return tuple(tuple(groups[group]) for group in sorted(groups))
