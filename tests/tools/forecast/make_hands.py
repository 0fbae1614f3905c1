"""Make `rules/forecast/shipped_hands.py` again: `python -m tests.tools.forecast.make_hands [FILE]`.

Simple players play every hand with real cards: shuffled, dealt, drawn, thrown, closed and counted. Their
skill is drawn for each hand anew. The seed is fixed, so every run writes the same file. `--hands` makes
another number for each game and number of players; a contract has a third as many.
"""

import argparse
from pathlib import Path
from random import Random

from rules.close_kinds import Close
from rules.forecast import shipped_hands
from rules.forecast.hand_pool import renumbered
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
LETTERS = {close: letter for letter, close in shipped_hands.CLOSES.items()}
FILE = Path(shipped_hands.__file__)
BEGINS = "HANDS = {"


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.forecast.make_hands")
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    parser.add_argument("--hands", type=int, default=HANDS)
    chosen = parser.parse_args()
    head, _old = FILE.read_text().split(BEGINS)
    lines = [line for key, ruleset in RULESETS.items() for line in game_lines(key, ruleset, chosen.hands)]
    chosen.file.write_text(f"{head}{BEGINS}\n" + "".join(lines) + "}\n")
    print(f"{chosen.file}: {chosen.file.stat().st_size:,} bytes")


def game_lines(key, ruleset, hands):
    for size in SIZES[key]:
        contracts = len(ruleset.contracts)
        each = hands // 3 if contracts else hands
        texts = [text_of_hands(ruleset, size, number, each) for number in range(max(1, contracts))]
        yield f"    {f'{key} {size}'!r}: (\n".replace("'", '"')
        for text in texts:
            yield from (f'        "{part}"\n' for part in parts_of(text))
            yield '        "\\n"\n'
        yield "    ),\n"


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


def parts_of(text, width=96):
    """The text in pieces that fit in a line."""
    return [text[at : at + width] for at in range(0, len(text), width)]


if __name__ == "__main__":
    main()
