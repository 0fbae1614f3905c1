"""Make `rules/forecast/shipped_hands.json` again: `python -m tests.tools.forecast.make_hands [FILE]`.

Simple players play every hand with real cards: shuffled, dealt, drawn, thrown, closed and counted. Their
skill is drawn for each hand anew. The seed is fixed, so the same code writes the same file. `--hands` makes
another number for each game and number of players; a contract has a third as many.
"""

import argparse
import json
from pathlib import Path
from random import Random

from rules.events import Close
from rules.forecast.hand_pool import CLOSES, FILE, renumbered
from rules.presets import RULESETS
from tests.tools.forecast.playing import any_skill, one_hand

SEED = 20
HANDS = 150  # for each game and number of players
SIZES = {
    "chinchon": (2, 3, 4),
    "chinchon-fournier": (2, 3, 4, 6, 8),
    "chinchon-french": (2, 3, 4),
    "gin": (2,),
    "rummy": (2, 3, 4, 6),
    "queen-city": (2, 3, 4, 6),
    "double-rum": (2, 4, 6),
    "rum-500": (2, 3, 4, 6, 8),
    "rum-500-pairs": (4,),
    "chinaso": (2, 3, 4, 6),
}
LETTERS = {close: letter for letter, close in CLOSES.items()}


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.forecast.make_hands")
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    parser.add_argument("--hands", type=int, default=HANDS)
    chosen = parser.parse_args()
    games = {key: texts_of_game(ruleset, chosen.hands) for key, ruleset in RULESETS.items()}
    chosen.file.write_text(json.dumps(games, indent=0) + "\n")
    print(f"{chosen.file}: {chosen.file.stat().st_size:,} bytes")


def texts_of_game(ruleset, hands):
    """By number of players, a text of hands for each contract."""
    contracts = len(ruleset.contracts)
    each = hands // 3 if contracts else hands
    return {
        size: [text_of_hands(ruleset, size, number, each) for number in range(max(1, contracts))]
        for size in SIZES[ruleset.key]
    }


def text_of_hands(ruleset, size, number, hands):
    dice = Random(f"{SEED} {ruleset.key} {size} {number}")
    return " ".join(
        text_of(one_hand(ruleset, {seat: any_skill(dice) for seat in range(size)}, size, dice, number), size)
        for _ in range(hands)
    )


def text_of(hand, size):
    """`K4,20,31`: the close, then the deadwood of each, the closer first; with a table `O0:35,12:20`."""
    hand = renumbered(hand, range(size))
    letter = LETTERS[hand.close or Close.OUT]
    if hand.value is not None:
        return f"{letter}{hand.value}"
    left = [str(hand.deadwood.get(seat, 0)) for seat in range(size)]
    if hand.table:
        left = [f"{points}:{hand.table[seat]}" for seat, points in enumerate(left)]
    return letter + ",".join(left)


if __name__ == "__main__":
    main()
