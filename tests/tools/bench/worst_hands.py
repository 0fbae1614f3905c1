"""Measure the slowest hands: `python -m tests.tools.bench.worst_hands`.

Prints, for each hand of `hands/worst.txt`, the processor time of the question that it is slow to answer, with
empty caches, the least of three times. A line of the file is the game, the number of players, the hand of
Chinaso or "-", the question, and the cards. The hands were found by search (in this file until commit
0b5fccfd): one to three cards of a random hand are changed as long as the answer takes more function calls.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rules.cards import melds
from rules.cards.arrange import arrange
from rules.cards.melds import meld_rules
from rules.closing.check import check_close
from rules.closing.draws import outlook, throws
from rules.closing.situation import Situation
from rules.errors import Illegal
from rules.packs import Card, read_cards
from rules.presets import RULESETS
from rules.ruleset import Ruleset
from scores.table.checker.rum_500 import laid_down

CORPUS = Path(__file__).parent / "hands" / "worst.txt"
TIMES = 3
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


def main() -> None:
    for line in CORPUS.read_text().splitlines():
        asked, cards = read_line(line)
        print(f"{milliseconds(asked, cards):7.1f} ms  {line}", flush=True)


def read_line(line: str) -> tuple[Asked, Cards]:
    game, players, hand, question, *cards = line.split()
    ruleset = RULESETS[game]
    asked = Asked(ruleset, int(players), None if hand == "-" else int(hand), question)
    return asked, list(read_cards(cards, ruleset.pack))


def milliseconds(asked: Asked, cards: Cards) -> float:
    return min(_seconds(asked, cards) for _time in range(TIMES)) * 1000


def _seconds(asked: Asked, cards: Cards) -> float:
    melds._BY_IDENTITY.clear()
    melds._BY_KNOBS.clear()
    before = time.process_time()
    asked.answer(cards)
    return time.process_time() - before


if __name__ == "__main__":
    main()
