"""Compute hands of gin with OpenSpiel and RLCard: run by `tests.tools.bench.engine` in its own environment.

Reads hands of card ids (suit × 13 + rank) as JSON. Prints as JSON for each program the least deadwood of
every hand, and hands per second by the best processor time of several runs.
"""

import json
import sys
import time

import pyspiel
from rlcard.games.gin_rummy.utils import melding, utils

TIMES = 5


def main():
    hands = json.load(sys.stdin)
    spiel = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)  # ranks, suits, cards in hand
    cards = [[utils.card_from_card_id(card) for card in hand] for hand in hands]
    print(
        json.dumps(
            {
                "deadwood": {
                    "OpenSpiel": [spiel.min_deadwood(hand) for hand in hands],
                    "RLCard": list(map(rlcard_deadwood, cards)),
                },
                "per_second": {
                    "OpenSpiel min_deadwood": per_second(spiel.min_deadwood, hands),
                    "OpenSpiel best_meld_group": per_second(spiel.best_meld_group, hands),
                    "RLCard get_best_meld_clusters": per_second(melding.get_best_meld_clusters, cards),
                },
            }
        )
    )


def rlcard_deadwood(hand):
    clusters = melding.get_best_meld_clusters(hand)
    return utils.get_deadwood_count(hand, clusters[0] if clusters else [])


def per_second(question, hands):
    best = None
    for _ in range(TIMES):
        start = time.process_time()
        for hand in hands:
            question(hand)
        seconds = time.process_time() - start
        best = seconds if best is None else min(best, seconds)
    return len(hands) / best


if __name__ == "__main__":
    main()
