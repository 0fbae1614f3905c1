"""The values that the checker computes with: one close (`Check`), everybody's cards (`Showdown`).

The practice page judges one close. In a match the checker also counts the other players' cards, as played in
turn at one table; the results fill in the form of the hand.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rules.cards.arrange import LaidOff
from rules.cards.hand_cards import HandCards, is_text_of_cards, text_of_cards
from rules.cards.patterns import Meld
from rules.closing.check import check_close, legal_closings
from rules.closing.showdown import (
    CountedCards,
    PlayedShowdown,
    count,
    counts_if_refused,
    play_showdown,
)
from rules.closing.verdict import (
    DEFAULT_SITUATION,
    Situation,
    Verdict,
    counts_whole_hand,
    goes_out,
    open_melds,
    sizes_between_turns,
)
from rules.errors import Illegal
from rules.events import Close, HandScored, Seat
from rules.knobs import WINS, LayOff, Scoring
from rules.packs import Card
from rules.ruleset import Ruleset
from rules.scoring.points import (
    boxes_won,
    counts_wrong_hands,
    kinds_of_close,
    names_melded,
    price,
    wins_match,
)

Cards = tuple[Card, ...]
AT_SHOWDOWN = (LayOff.ANY, LayOff.CLOSER)  # cards are laid off once the hand is over


def hand_sizes(ruleset: Ruleset, players: int) -> tuple[int, ...]:
    """The numbers of cards that a player may close with: as dealt or one more, and more for each buy."""
    sizes = sizes_between_turns(ruleset, players)
    return tuple(cards for size in sizes for cards in (size, size + 1))


def _cards_without(cards: Cards, thrown: Card | None) -> Cards:
    """The cards but one of them, if one is thrown."""
    held = Counter(cards)
    if thrown is not None:
        held[thrown] -= 1
    return tuple(held.elements())


@dataclass(frozen=True)
class Check:
    """One player's cards, judged as a close: in the groups that were claimed, or in the best ones."""

    ruleset: Ruleset
    players: int
    cards: Cards
    groups: tuple[Cards, ...] = ()  # the claimed groups; empty without a claim
    situation: Situation = DEFAULT_SITUATION  # without the number of players
    refusal: str = ""  # why there are no cards: those that were named cannot be there

    @cached_property
    def verdict(self) -> Verdict | None:
        """The verdict of the rules; None while there are too few cards to judge."""
        if len(self.cards) < self.cards_needed:
            return None
        return check_close(
            self.ruleset,
            self.cards,
            self.groups or None,
            self.discard,
            self.full_situation,
        )

    @property
    def full_situation(self) -> Situation:
        return self.situation._replace(players=self.players)

    @property
    def cards_needed(self) -> int:
        """The smallest number of cards, from those there are upwards, with which a close can be judged."""
        if self.situation.goes_down:
            return 1 if self.groups else self.fewest_to_go_down
        if self.situation.table and not self.groups:
            return 1  # of who has laid down melds before
        sizes = hand_sizes(self.ruleset, self.players)
        return next((size for size in sizes if size >= len(self.cards)), sizes[0])

    @property
    def fewest_to_go_down(self) -> int:
        """The cards of the smallest melds that the hand asks for."""
        sets, runs = self.ruleset.contracts[(self.situation.hand or 1) - 1]
        return sets * self.ruleset.set_min + runs * self.ruleset.run_min

    @property
    def discard(self) -> Card | None:
        """The card that is thrown: in a claim of one card too many, the only card in no group."""
        if (
            not self.groups
            or len(self.cards) not in hand_sizes(self.ruleset, self.players)[1::2]
        ):
            return None
        return (
            next(iter(self.unclaimed_cards))
            if self.unclaimed_cards.total() == 1
            else None
        )

    @property
    def unclaimed_cards(self) -> Counter[Card]:
        return Counter(self.cards) - Counter(
            card for group in self.groups for card in group
        )

    @cached_property
    def counts_if_refused(self) -> tuple[int | str, int | str] | None:
        """What the cards count if this close is refused and another player closes: as they lie, and at their
        best. None for a legal close, where nobody's cards count, and for cards that are no hand.
        """
        verdict = self.verdict
        ruleset = self.ruleset
        if (
            verdict is None
            or verdict.legal
            or self.situation.goes_down
            or ruleset.pays_winners_hand
        ):
            return None
        thrown = self.discard or verdict.least_discard
        held = _cards_without(self.cards, thrown)
        if len(held) not in hand_sizes(ruleset, self.players)[::2]:
            return None
        # Of one card too many nobody knows which claimed meld it leaves.
        claimed = self.groups if thrown in (None, self.discard) else ()
        try:
            return counts_if_refused(ruleset, held, claimed, self.players)
        except Illegal:
            return None  # too many ways

    @cached_property
    def legal_closes(self) -> list[Verdict]:
        """Every legal close, best first. Empty in games where every way to go out is worth the same."""
        if self.verdict is None or not self.verdict.is_known or goes_out(self.ruleset):
            return []
        return legal_closings(self.ruleset, self.cards, self.full_situation)


@dataclass(frozen=True)
class Showdown:
    """Everybody's cards at the end of a hand. `closer` is None if nobody closed."""

    check: Check  # of the closer's cards
    closer: Seat | None
    cards: Mapping[Seat, Cards]
    seats: Sequence[Seat] = ()  # all that play, the closer too
    # how the closer went out, where no cards of the closer are typed
    claimed_close: Close | None = None

    @property
    def ruleset(self) -> Ruleset:
        return self.check.ruleset

    @property
    def players(self) -> int:
        return self.check.players

    @property
    def counts_others(self) -> bool:
        """Whether the other players' cards matter: not where all pay what the winner's cards are worth."""
        return not self.ruleset.pays_winners_hand

    @property
    def close(self) -> Close | None:
        if self.closer is None:
            return None
        if (
            not self.check.cards
            and self.counts_others
            and counts_whole_hand(self.ruleset)
        ):
            return self.claimed_close or kinds_of_close(self.ruleset, self.players)[0]
        verdict = self.check.verdict
        return verdict.close if verdict is not None and verdict.legal else None

    @property
    def play(self) -> PlayedShowdown | None:
        """The turns of all whose cards are there, at the table that they share; None without such a table."""
        return self._counts[0] if self._counts else None

    @property
    def lays_off(self) -> bool:
        """Whether there is a meld, of the closer or of the others, on which cards may be laid off."""
        melds = open_melds(self.ruleset, self.close)
        closers = self.play.laid_down if self.play else ()
        return self.play is not None and (
            melds.of_others or (melds.of_closer and bool(closers))
        )

    @property
    def has_too_many_ways(self) -> bool:
        """Whether some cards have too many ways to count them: only a house's rules deal such."""
        return self._counts is None

    @property
    def counts(self) -> dict[Seat, CountedCards]:
        """What the cards count of those who did not close, as far as all of them are there."""
        return self._counts[1] if self._counts else {}

    @cached_property
    def _counts(self) -> tuple[PlayedShowdown | None, dict[Seat, CountedCards]] | None:
        try:
            play = self._play_table()
            others = [
                seat
                for seat, cards in self.cards.items()
                if seat != self.closer and self.counts_others and self._is_whole(cards)
            ]
            return play, {seat: self._count(seat, play) for seat in others}
        except Illegal as illegal:
            if illegal.code != "too-many-ways":
                raise
            return None

    def _play_table(self) -> PlayedShowdown | None:
        verdict = self.check.verdict
        close = self.close
        if (
            verdict is None
            or close is None
            or self.closer is None
            or self.ruleset.lay_off not in AT_SHOWDOWN
        ):
            return None
        cards = self._cards_at_table(self.closer, verdict.discard)
        claimed = {self.closer: [meld.cards for meld in verdict.melds]}
        others_lay_off = len(cards) > 1 and open_melds(self.ruleset, close).of_closer
        is_claimed = self.check.groups or not others_lay_off
        return play_showdown(
            self.ruleset,
            self.closer,
            cards,
            claimed if is_claimed else None,
            players=self.players,
        )

    def _cards_at_table(self, closer: Seat, discard: Card | None) -> dict[Seat, Cards]:
        """The closer's cards but for the discard, and those of the others that are complete."""
        held = {**self.cards, closer: _cards_without(self.check.cards, discard)}
        return {
            seat: held[seat]
            for seat in self.seats
            if seat == closer or self._is_whole(self.cards.get(seat, ()))
        }

    @property
    def melds(self) -> tuple[Meld, ...]:
        """How the closer's cards lie once the others' are known; empty where nobody lays off on them."""
        if self.play is None or not open_melds(self.ruleset, self.close).of_closer:
            return ()
        return tuple(lying.meld for lying in self.play.laid_down)

    @property
    def seats_in_turn(self) -> list[Seat]:
        """All that play, from the closer on."""
        first = self.seats.index(self.closer) if self.closer in self.seats else 0
        return [*self.seats[first:], *self.seats[:first]]

    def _is_whole(self, cards: Cards) -> bool:
        """Whether these may be all the cards of a player. Where cards are laid off in play, one is enough."""
        sizes = hand_sizes(self.ruleset, self.players)
        dealt = sizes[0] - 1 if counts_wrong_hands(self.ruleset) else sizes[0]
        fewest = 1 if self.ruleset.lay_off is LayOff.IN_PLAY else dealt
        return fewest <= len(cards) <= sizes[-1]

    def is_wrong_hand(self, seat: Seat) -> bool:
        """Whether the cards of a player who did not close are one too many or too few, and are counted."""
        dealt = hand_sizes(self.ruleset, self.players)[0]
        is_wrong = abs(len(self.cards.get(seat, ())) - dealt) == 1
        return is_wrong and seat != self.closer and counts_wrong_hands(self.ruleset)

    def _count(self, seat: Seat, play: PlayedShowdown | None) -> CountedCards:
        if play is not None:
            return play.counted[seat]
        return count(self.ruleset, self.cards[seat], (), self.close, self.players)

    def undercut(self, seat: Seat) -> int | None:
        """The points of `seat` in Gin if it undercuts the knocker; None if it does not."""
        verdict = self.check.verdict
        counted = self.counts.get(seat)
        if self.ruleset.scoring is not Scoring.DIFFERENCE or counted is None:
            return None
        if (
            self.closer is None
            or verdict is None
            or self.close is None
            or verdict.deadwood is None
        ):
            return None
        deadwood = {self.closer: verdict.deadwood, seat: counted.deadwood}
        hand = HandScored(deadwood, self.closer, self.close)
        return (
            price(self.ruleset, hand)[seat]
            if seat in boxes_won(self.ruleset, hand)
            else None
        )


# The hand that everybody's cards tell: what the checker brings over to the form of the hand


def counted_hand(showdown: Showdown) -> HandScored:
    """The hand as far as the cards tell it, so that it adds what they count.

    A chinchón that counts for anyone is the close of the player who shows it, whoever closed
    (docs/rules/FORMAT.md#chinchon-of-others), unless others would lose points by that.
    """
    hand = _as_it_was_closed(showdown)
    counts = showdown.counts
    shown = [
        seat
        for seat in showdown.seats_in_turn
        if seat in counts and counts[seat].is_chinchon
    ]
    hands = [
        hand,
        *(replace(hand, closer=seat, close=Close.CHINCHON) for seat in shown),
    ]
    return next(
        (candidate for candidate in hands if not points_left_out(showdown, candidate)),
        hand,
    )


def points_left_out(
    showdown: Showdown, hand: HandScored
) -> dict[Seat, tuple[int | str, int]]:
    """The seats to which `hand` adds other points than their cards count: those points, and what it adds.
    Empty in games in which a player does not add the points of their own cards.
    """
    ruleset = showdown.ruleset
    verdict = showdown.check.verdict
    if ruleset.scoring is not Scoring.COUNT or ruleset.contracts:
        return {}
    points = {seat: counted.points for seat, counted in showdown.counts.items()}
    if (
        showdown.closer is not None
        and verdict is not None
        and verdict.points is not None
    ):
        points[showdown.closer] = verdict.points
    if (
        hand.closer is not None
        and wins_match(ruleset, hand)
        and points.get(hand.closer) == WINS
    ):
        return {}
    added = price(ruleset, hand)
    differs = {seat: (theirs, added.get(seat, 0)) for seat, theirs in points.items()}
    return {seat: pair for seat, pair in differs.items() if pair[0] != pair[1]}


def _as_it_was_closed(showdown: Showdown) -> HandScored:
    ruleset = showdown.ruleset
    counts = showdown.counts
    closer = showdown.closer
    deadwood = {seat: counted.deadwood for seat, counted in counts.items()}
    value = None
    verdict = showdown.check.verdict
    if (
        closer is not None
        and verdict is not None
        and verdict.legal
        and verdict.deadwood is not None
    ):
        deadwood[closer] = verdict.deadwood
        value = verdict.value
    melded = [seat for seat, counted in counts.items() if counted.melded_all]
    bought = {
        seat: _bought(showdown, seat, len(cards))
        for seat, cards in showdown.cards.items()
    }
    return HandScored(
        deadwood,
        closer,
        showdown.close,
        tuple(melded) if names_melded(ruleset) else (),
        value=value if ruleset.pays_winners_hand else None,
        buys={seat: times for seat, times in bought.items() if times is not None},
        cards=_cards_as_they_lay(showdown),
    )


def _cards_as_they_lay(showdown: Showdown) -> dict[Seat, str]:
    """The cards of each seat of whom the hand has a number, as the log has them."""
    held = showdown.cards
    texts = {}
    for seat, counted in showdown.counts.items():
        arrangement = counted.arrangement
        texts[seat] = _text_of(held[seat], arrangement.melds, arrangement.laid_off)
    verdict = showdown.check.verdict
    if showdown.closer is not None and verdict is not None and verdict.legal:
        melds = showdown.melds or verdict.melds
        cards = _cards_without(held[showdown.closer], verdict.discard)
        texts[showdown.closer] = _text_of(cards, melds, verdict.laid_off)
    return {seat: text for seat, text in texts.items() if is_text_of_cards(text)}


def _text_of(cards: Cards, melds: Sequence[Meld], laid_off: Sequence[LaidOff]) -> str:
    groups = [*[meld.cards for meld in melds], *[laid.cards for laid in laid_off]]
    left = Counter(cards)
    for group in groups:
        left -= Counter(group)
    return text_of_cards(HandCards(tuple(groups), tuple(left.elements())))


def _bought(showdown: Showdown, seat: Seat, cards: int) -> int | None:
    """Chinaso: how often the seat bought, if its number of cards says so; a closer has just drawn. Of the
    others nobody is down if it is a chinaso; else a number that may also be left of more cards says nothing.
    Source: docs/rules/CANON.md#chinaso, 'you can count the number of cards in their hand'.
    """
    check = showdown.check
    ruleset = check.ruleset
    sizes = sizes_between_turns(ruleset, check.players)
    has_drawn = seat == showdown.closer
    laid_down = 0
    if has_drawn:
        verdict = check.verdict
        if verdict is None or not verdict.legal or check.situation.goes_down:
            return None
    elif ruleset.contracts and showdown.close is not Close.CHINASO:
        laid_down = check.fewest_to_go_down
    if not ruleset.buys or (laid_down and cards <= sizes[-1] - laid_down):
        return None
    numbers = enumerate(sizes)
    return next((n for n, size in numbers if cards in (size, size + has_drawn)), None)
