"""Measure the slowest hands: `python -m tests.tools.bench.worst_hands [--search SECONDS]`.

Prints, for each hand of `hands/worst.txt`, the processor time of the question that it is slow to answer, with
empty caches, the least of three times. A line of the file is the game, the number of players, the hand of
Chinaso or "-", the question, and the cards. The hands were found by search: from random hands with few ranks,
many jokers and equal cards, one to three cards are changed as long as the answer takes more function calls.

With `--search` it looks for worse ones, for so many seconds in each game, and prints the worst that it finds.
Calls are counted there and not time, so that a busy machine finds the same.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rules.cards import melds
from rules.cards.arrange import arrange
from rules.cards.deck import Deck
from rules.cards.melds import meld_rules
from rules.closing.check import check_close
from rules.closing.draws import outlook, throws
from rules.closing.situation import Situation
from rules.errors import Illegal
from rules.packs import JOKER, Card, read_cards
from rules.presets import CHINASO, CHINCHON, DOUBLE_RUM, FOURNIER, FRENCH, GIN, RULESETS, RUM_500, RUMMY
from rules.ruleset import Ruleset
from scores.table.checker.query import CARDS_LAID_AT_MOST
from scores.table.checker.rum_500 import laid_down

CORPUS = Path(__file__).parent / "hands" / "worst.txt"
TIMES = 3
TRIES = 60  # changes that make nothing worse, before the search begins with another hand
Cards = list[Card]


class Asked(NamedTuple):
    """A game at a table, and a question about a hand."""

    ruleset: Ruleset
    players: int
    hand: int | None
    question: str

    def answer(self, cards: Cards) -> object:
        """The answer, or the refusal of a hand with too many ways, which takes longest."""
        try:
            return QUESTIONS[self.question](self, cards)
        except Illegal as refusal:
            return refusal

    @property
    def situation(self) -> Situation:
        return Situation(players=self.players, hand=self.hand)


QUESTIONS: dict[str, Callable[[Asked, Cards], object]] = {
    "close": lambda asked, cards: check_close(asked.ruleset, cards, situation=asked.situation),
    "draws": lambda asked, cards: outlook(asked.ruleset, cards, (), asked.situation),
    "throws": lambda asked, cards: throws(asked.ruleset, cards, (), asked.situation),
    "count": lambda asked, cards: arrange(asked.ruleset, cards, players=asked.players),
    "table": lambda asked, cards: laid_down(meld_rules(asked.ruleset, asked.players), cards),
}
SEARCHED = [
    *((Asked(CHINASO, 4, hand, "close"), size) for hand in (1, 2, 4, 7) for size in (12, 18)),
    *((Asked(CHINASO, 4, hand, "draws"), size) for hand in (2, 7) for size in (11, 17)),
    *((Asked(CHINASO, 4, hand, "throws"), size) for hand in (2, 7) for size in (12, 18)),
    (Asked(CHINASO, 4, 7, "count"), 18),
    (Asked(RUM_500, 8, None, "table"), CARDS_LAID_AT_MOST),
    *(
        (Asked(ruleset, players, None, question), size - (question == "draws"))
        for ruleset, players, size in (
            (DOUBLE_RUM, 4, 11),
            (RUM_500, 8, 8),
            (RUMMY, 2, 11),
            (GIN, 2, 11),
            (CHINCHON, 4, 8),
            (FRENCH, 4, 8),
            (FOURNIER, 8, 8),
        )
        for question in ("close", "draws", "throws")
    ),
]


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.worst_hands")
    parser.add_argument("--search", type=float, metavar="SECONDS", help="look for worse hands")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.search:
        for asked, size in SEARCHED:
            print(as_line(asked, worst(asked, size, chosen.search, random.Random(chosen.seed))), flush=True)
        return
    for line in CORPUS.read_text().splitlines():
        asked, cards = read_line(line)
        print(f"{milliseconds(asked, cards):7.1f} ms  {line}", flush=True)


def read_line(line: str) -> tuple[Asked, Cards]:
    game, players, hand, question, *cards = line.split()
    ruleset = RULESETS[game]
    asked = Asked(ruleset, int(players), None if hand == "-" else int(hand), question)
    return asked, list(read_cards(cards, ruleset.pack))


def as_line(asked: Asked, cards: Cards) -> str:
    hand = "-" if asked.hand is None else asked.hand
    in_order = Deck(asked.ruleset, asked.players).sorted(cards)
    return " ".join(map(str, (asked.ruleset.key, asked.players, hand, asked.question, *in_order)))


def milliseconds(asked: Asked, cards: Cards) -> float:
    return min(_seconds(asked, cards) for _time in range(TIMES)) * 1000


def _seconds(asked: Asked, cards: Cards) -> float:
    _empty_caches()
    before = time.process_time()
    asked.answer(cards)
    return time.process_time() - before


def _calls(asked: Asked, cards: Cards) -> int:
    """How many functions are called for the answer."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    _empty_caches()
    sys.setprofile(count)
    try:
        asked.answer(cards)
    finally:
        sys.setprofile(None)
    return calls


def _empty_caches() -> None:
    melds._BY_IDENTITY.clear()
    melds._BY_KNOBS.clear()


def worst(asked: Asked, size: int, seconds: float, chance: random.Random) -> Cards:
    """The hand of `size` cards with the most calls that is found in so many seconds."""
    deck = Deck(asked.ruleset, asked.players)
    found: list[tuple[int, Cards]] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        cards = _few_ranks(deck, size, chance)
        calls, failed = _calls(asked, cards), 0
        while failed < TRIES and time.monotonic() < end:
            other = _changed(deck, cards, chance)
            more = _calls(asked, other)
            failed += 1
            if more > calls:
                cards, calls, failed = other, more, 0
        found.append((calls, cards))
    return max(found, key=lambda one: one[0])[1]


def _few_ranks(deck: Deck, size: int, chance: random.Random) -> Cards:
    """A random hand with some jokers, and cards of some adjacent ranks and suits, equal ones too."""
    width, suits = chance.randint(1, 8), chance.randint(1, 4)
    first = chance.randrange(len(deck.ranks) - width + 1)
    ranks = deck.ranks[first : first + width]
    near = [
        card
        for card in deck.cards
        if card.rank in ranks and card.suit in deck.suits[:suits]
        for _copy in range(chance.randint(1, deck.packs))
    ]
    chance.shuffle(near)
    jokers = [JOKER] * chance.randint(0, deck.jokers)
    return _filled(deck, (jokers + near)[:size], size, chance)


def _changed(deck: Deck, cards: Cards, chance: random.Random) -> Cards:
    """The hand with one to three other cards."""
    kept = list(cards)
    for _card in range(chance.randint(1, 3)):
        kept.pop(chance.randrange(len(kept)))
    return _filled(deck, kept, len(cards), chance)


def _filled(deck: Deck, cards: Cards, size: int, chance: random.Random) -> Cards:
    stock = [card for card in (*deck.cards, JOKER) for _copy in range(deck.copies_in_play(card))]
    for card in cards:
        stock.remove(card)
    return cards + chance.sample(stock, size - len(cards))


if __name__ == "__main__":
    main()
