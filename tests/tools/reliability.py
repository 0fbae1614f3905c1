"""Is *Who is going to win* right as often as it says: `python -m tests.tools.reliability [--matches N]`.

People play fresh matches with real cards: shuffled, dealt, drawn, thrown, closed and counted. At every second
table they play alike, at the others they differ. Boards are drawn by lot, whatever comes after them. From
each the rest is played RESTS times and compared with what the forecast says of every player.

Prints ten bands: how many chances, what was said, what happened, and the standard error of the difference
(chances of one match count as dependent); then the Brier score of the forecast, of the room that players have
up to the limit, and of the truth. Exits with 1 where a band of LEAST matches and a standard error up to
LARGEST_ERROR is off by more than WITHIN, or the room is nearer to the truth. Equal arguments print the same.
"""

import argparse
import sys
from collections import defaultdict
from functools import lru_cache, partial
from math import sqrt
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from rules.cards.arrange import arrange
from rules.cards.melds import meld_rules
from rules.closing.check import check_close
from rules.closing.showdown import count
from rules.closing.verdict import Situation
from rules.events import BoughtBackIn, Close, Declined, HandScored
from rules.forecast.chances import BUYS_BACK, Table, forecast
from rules.forecast.hand_pool import HandPool, Strengths, results
from rules.forecast.shipped_texts import texts_of
from rules.knobs import at_table
from rules.match.board import new_board, played_by
from rules.match.play import play
from rules.packs import JOKER
from rules.presets import RULESETS
from rules.scoring.points import as_number

JUDGED = 1 / 4  # the chance of each board to be judged
RESTS = 10
WITHIN = 3.0  # points
LEAST = 50  # matches of a band that is judged
LARGEST_ERROR = 1.5  # points, of such a band
RESHUFFLES = 2  # then nobody closes, and the cards are dealt again
arranged = lru_cache(300_000)(arrange)
KINDS = [("chinchon", 2), ("chinchon", 3), ("chinchon", 4)]


class Person(NamedTuple):
    """How somebody plays, both from 0 to 1."""

    skill: float  # how often the best option is noticed
    patience: float  # how often somebody who may close waits for a better close


class Judged(NamedTuple):
    """A chance of a match that was said, what the room says, and which part of the rests was won."""

    match: int
    said: float
    room: float
    happened: float


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.reliability")
    parser.add_argument("--matches", type=int, default=200, help="of each kind")
    parser.add_argument("--seed", default="1")
    chosen = parser.parse_args()
    numbers = range(chosen.matches * len(KINDS))
    with Pool() as workers:
        matches = workers.map(partial(judged_match, chosen.seed), numbers, 4)
    alike = [one for match in matches[::2] for one in match]
    differ = [one for match in matches[1::2] for one in match]
    is_right = [
        print_bands("people alike", alike),
        print_bands("people differ", differ),
        print_bands("all", alike + differ),
    ]
    sys.exit(not all(is_right))


def judged_match(seed, number):
    key, players = KINDS[number // 2 % len(KINDS)]
    dice = Random(f"{seed} {number}")
    anybody = [new_person(dice) for _ in range(players)]
    people = anybody if number % 2 else anybody[:1] * players
    pool = HandPool(RULESETS[key], texts_of(key))
    strengths = Strengths()
    judged = []
    for board, hand in played_match(key, people, dice):
        if dice.random() < JUDGED:
            known = {seat: strengths.known(seat) for seat in board.order}
            said = forecast(board, Table(pool, known)).chances
            won = parts_won(board, people, dice)
            able = (*board.seats_in, *board.seats_asked)
            limit = board.ruleset.limit or 0
            room = {seat: max(1, limit - board.total(seat)) for seat in able}
            for seat in able:
                part = room[seat] / sum(room.values())
                judged.append(Judged(number, said[seat], part, won[seat]))
        strengths.add(results(board.next_ruleset, hand, played_by(board, hand)))
    return judged


def parts_won(board, people, dice):
    """Of RESTS rests."""
    won = dict.fromkeys(board.order, 0.0)
    for _ in range(RESTS):
        end = board
        while not end.is_over:
            end = played_on(end, dealt_hand(end, people, dice), dice)
        for seat in end.winners:
            won[seat] += 1 / len(end.winners) / RESTS
    return won


def print_bands(kind, judged):
    """Whether all of it is as it should be."""
    print(f"\n{kind}: {len(judged)} chances")
    is_right = True
    for band in range(10):
        inside = [one for one in judged if min(9, int(one.said * 10)) == band]
        if not inside:
            continue
        said = 100 * sum(one.said for one in inside) / len(inside)
        happened = 100 * sum(one.happened for one in inside) / len(inside)
        off = happened - said
        of_match = defaultdict(float)
        for one in inside:
            of_match[one.match] += 100 * (one.happened - one.said) - off
        error = sqrt(sum(rest**2 for rest in of_match.values())) / len(inside)
        is_judged = len(of_match) >= LEAST and error <= LARGEST_ERROR
        is_off = is_judged and abs(off) > WITHIN
        is_right = is_right and not is_off
        print(
            f"  {10 * band:3}% {len(inside):5} said {said:5.1f} happened {happened:5.1f}"
            f" {off:+5.1f} ± {error:.1f}{' <- off' * is_off}"
        )
    forecasts = brier((one.said, one.happened) for one in judged)
    room = brier((one.room, one.happened) for one in judged)
    best = sum(one.happened * (1 - one.happened) for one in judged)
    best *= RESTS / (RESTS - 1) / max(1, len(judged))
    print(f"  Brier {forecasts:.4f}, of the room {room:.4f}, of the truth {best:.4f}")
    return is_right and forecasts <= room


def brier(pairs):
    """Of a match that is played once: the mean square of what was said less what came."""
    squares = [(said - won) ** 2 + won * (1 - won) for said, won in pairs]
    return sum(squares) / max(1, len(squares))


# Matches and hands


def new_person(dice):
    return Person(dice.uniform(0.4, 0.95), dice.uniform(0, 0.5))


def played_match(key, people, dice):
    """Each hand and the board before it."""
    board = new_board(RULESETS[key], len(people), dealer=dice.randrange(len(people)))
    hands = []
    while not board.is_over:
        hands.append((board, dealt_hand(board, people, dice)))
        board = played_on(*hands[-1], dice)
    return hands


def played_on(board, hand, dice):
    board = play(board, hand)
    while board.seats_asked:
        answer = BoughtBackIn if dice.random() < BUYS_BACK else Declined
        board = play(board, answer(board.seats_asked[0]))
    return board


def dealt_hand(board, people, dice):
    while True:
        hand = _Deal(board, people, dice).play()
        if hand:
            return hand


class _Deal:
    """The cards of one deal, and the people who play it."""

    def __init__(self, board, people, dice):
        self.board = board
        self.people = people
        self.dice = dice
        self.ruleset = board.next_ruleset
        self.players = len(board.order)
        self.rules = meld_rules(self.ruleset, self.players)
        deck = self.rules.deck
        self.pips = deck.pips
        self.stock = list(deck.cards) * deck.packs + [JOKER] * deck.jokers
        dice.shuffle(self.stock)
        size = at_table(self.ruleset.hand_size, self.players)
        lead = board.seats_playing.index(board.lead)
        seats = (*board.seats_playing[lead:], *board.seats_playing[:lead])
        self.cards = {seat: [self.stock.pop() for _ in range(size)] for seat in seats}
        self.discards = [self.stock.pop()]

    def play(self):
        """The hand; None where nobody closes."""
        is_first_lap = True
        for _ in range(RESHUFFLES + 1):
            while len(self.stock) >= len(self.cards):
                for seat in self.cards:
                    verdict = self._turn(seat, is_first_lap)
                    if verdict:
                        return self._scored(seat, verdict)
                is_first_lap = False
            *older, top = self.discards
            self.dice.shuffle(older)
            self.stock = older + self.stock
            self.discards = [top]
        return None

    def _turn(self, seat, is_first_lap):
        """The verdict, if the player closes."""
        skill, patience = self.people[seat]
        cards = self.cards[seat]
        with_top = [*cards, self.discards[-1]]
        takes_top = self.dice.random() < skill and (
            next(self._throws(with_top))[0] < self._left(cards)
        )
        cards.append(self.discards.pop() if takes_top else self.stock.pop())
        throws = self._throws(cards)
        left, *_, thrown = next(throws)
        if self.dice.random() >= skill:
            left, *_, thrown = next(throws)
        if left <= self.ruleset.close_limit:
            situation = Situation(is_first_lap, self.board.total(seat), self.players)
            verdict = check_close(self.ruleset, cards, situation=situation)
            waits = verdict.deadwood and self.dice.random() < patience
            if verdict.legal and not waits:
                return verdict
        cards.remove(thrown)
        self.discards.append(thrown)
        return None

    def _throws(self, cards):
        """What each throw leaves, the best first; of equal ones a card that goes with few others."""
        options = []
        for card in dict.fromkeys(cards):
            rest = list(cards)
            rest.remove(card)
            goes_with = sum(
                JOKER in (card, other)
                or card.rank == other.rank
                or (card.suit == other.suit and abs(card.rank - other.rank) <= 2)
                for other in rest
            )
            options.append((self._left(rest), goes_with, -self.pips[card], card))
        return iter(sorted(options, key=lambda option: option[:3]))

    def _left(self, cards):
        """The least deadwood."""
        return arranged(self.rules, tuple(self.rules.deck.sorted(cards))).deadwood

    def _scored(self, closer, verdict):
        table = [meld.cards for meld in verdict.melds]
        left = {closer: verdict.deadwood or 0}
        for seat in set(self.cards) - {closer}:
            counted = count(
                self.ruleset, self.cards[seat], table, verdict.close, self.players
            )
            left[seat] = max(0, as_number(counted.points))
        return HandScored(left, closer, verdict.close or Close.KNOCK)


if __name__ == "__main__":
    main()
