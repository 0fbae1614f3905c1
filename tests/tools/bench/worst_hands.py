"""Measure the slowest hands: `python -m tests.tools.bench.worst_hands`.

Prints, for each hand of `hands/worst.txt`, the processor time of the question that it is slow to answer, with
empty caches, the least of three times. A line of the file is the game, the number of players, the hand of
Chinaso or "-", the question, and the cards. The hands were found by search (in this file until commit
0b5fccfd): one to three cards of a random hand are changed as long as the answer takes more function calls.
The tables of Rum 500 (`hands/tables.txt`, the cards before each player between "/") are the worst of some 300
hands that `tests/rules/support/naive_laid.py` played for each number of players.
"""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rules.cards import melds
from rules.cards.arrange import arrange
from rules.cards.melds import meld_rules
from rules.closing.check import check_close
from rules.closing.draws import outlook, throws
from rules.closing.laid_cards import lay_down_best, read_table
from rules.closing.situation import Situation
from rules.errors import Illegal
from rules.packs import Card, read_cards
from rules.presets import RULESETS, RUM_500
from rules.ruleset import Ruleset

CORPUS = Path(__file__).parent / "hands" / "worst.txt"
TABLES = Path(__file__).parent / "hands" / "tables.txt"
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
    "close": lambda asked, cards: check_close(
        asked.ruleset, cards, situation=asked.situation
    ),
    "draws": lambda asked, cards: outlook(asked.ruleset, cards, (), asked.situation),
    "throws": lambda asked, cards: throws(asked.ruleset, cards, (), asked.situation),
    "count": lambda asked, cards: arrange(asked.ruleset, cards, players=asked.players),
    "worth": lambda asked, cards: lay_down_best(
        meld_rules(asked.ruleset, asked.players), cards
    ),
}


def main() -> None:
    for line in CORPUS.read_text().splitlines():
        asked, cards = read_line(line)
        print(
            f"{milliseconds(partial(asked.answer, cards)):7.1f} ms  {line}", flush=True
        )
    for line in TABLES.read_text().splitlines():
        print(
            f"{milliseconds(partial(answer_table, line)):7.1f} ms  {line}", flush=True
        )


def read_line(line: str) -> tuple[Asked, Cards]:
    game, players, hand, question, *cards = line.split()
    ruleset = RULESETS[game]
    asked = Asked(ruleset, int(players), None if hand == "-" else int(hand), question)
    return asked, list(read_cards(cards, ruleset.pack))


def answer_table(line: str) -> object:
    """What lies on that table of Rum 500, or the refusal of one with too many ways."""
    before = [read_cards(cards.split(), RUM_500.pack) for cards in line.split("/")]
    try:
        return read_table(meld_rules(RUM_500, len(before)), dict(enumerate(before)))
    except Illegal as refusal:
        return refusal


def milliseconds(answer: Callable[[], object]) -> float:
    return min(_seconds(answer) for _time in range(TIMES)) * 1000


def _seconds(answer: Callable[[], object]) -> float:
    melds._BY_IDENTITY.clear()
    melds._BY_KNOBS.clear()
    before = time.process_time()
    answer()
    return time.process_time() - before


if __name__ == "__main__":
    main()
