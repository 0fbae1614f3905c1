"""Measure what a hand lacks: `python -m tests.tools.bench.draws [--hands N] [--seed S]`.

Prints, for each game, the processor time in ms of the two questions: which cards would close (`draws`), and
what each throw keeps open (`throws`). The hands are N random ones of a random number of players, every second
one with cards of few ranks, in which more melds are possible; and the worst of `hands/worst.txt` with empty
caches. Exits with 1 where the 95th percentile is above the bound of the game.
"""

import argparse
import random
import sys
import time

from rules.cards.deck import Deck
from rules.closing.draws import outlook, throws
from rules.closing.situation import Situation
from rules.knobs import at_table
from rules.packs import JOKER
from rules.presets import RULESETS
from tests.tools.bench.worst_hands import CORPUS, milliseconds, read_line

BOUND_MS = 300
BOUNDS_MS = {"chinchon": 50, "gin": 50}
QUESTIONS = {"draws": outlook, "throws": throws}


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.draws")
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    worst = worst_known()
    is_held = True
    print(f"{'game':18} {'question':8} {'median':>7} {'p95':>7} {'slowest':>8} {'worst known':>12}")
    for key, ruleset in RULESETS.items():
        for question in QUESTIONS:
            chance = random.Random(chosen.seed)
            times = sorted(measured(ruleset, question, chance) for _hand in range(chosen.hands))
            median, p95 = times[len(times) // 2], times[len(times) * 95 // 100]
            is_held = is_held and p95 <= BOUNDS_MS.get(key, BOUND_MS)
            known = worst.get((key, question), 0)
            print(
                f"{key:18} {question:8} {median:7.1f} {p95:7.1f} {times[-1]:8.1f} {known:12.1f}", flush=True
            )
    sys.exit(0 if is_held else 1)


def measured(ruleset, question, chance):
    """The milliseconds of one random hand."""
    players = chance.randint(*ruleset.players)
    hand = chance.randint(1, len(ruleset.contracts)) if ruleset.contracts else None
    cards = dealt(ruleset, players, chance)[question == "draws" :]
    before = time.process_time()
    QUESTIONS[question](ruleset, cards, (), Situation(players=players, hand=hand))
    return (time.process_time() - before) * 1000


def dealt(ruleset, players, chance):
    """One card more than a hand; every second time most cards are of four to eight ranks."""
    deck = Deck(ruleset, players)
    few = chance.sample(deck.ranks, chance.randint(4, 8) if chance.random() < 0.5 else len(deck.ranks))
    stock = [card for card in deck.cards for _copy in range(deck.packs)] + [JOKER] * deck.jokers
    near = [card for card in stock if card == JOKER or card.rank in few or chance.random() < 0.2]
    return chance.sample(near, at_table(ruleset.hand_size, players) + 1)


def worst_known():
    """By game and question the milliseconds of the slowest hand of the corpus."""
    worst = {}
    for line in CORPUS.read_text().splitlines():
        asked, cards = read_line(line)
        if asked.question in QUESTIONS:
            place = asked.ruleset.key, asked.question
            worst[place] = max(worst.get(place, 0), milliseconds(asked, cards))
    return worst


if __name__ == "__main__":
    main()
