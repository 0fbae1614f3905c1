"""Make the shipped hands again of the games in which players close: `python -m tests.tools.deal_hands`.

People of any skill and patience play DEALT hands for each game and number of players, as in
`tests.tools.reliability`. Of these, ordered by their points, every twentieth is kept; the first of them is
the one with which the kept hands have most nearly the mean and the deviation of all.
"""

import json
from itertools import chain
from multiprocessing import Pool
from random import Random
from statistics import mean, pstdev

from rules.forecast.hand_pool import CLOSES, renumbered_hand
from rules.forecast.shipped_texts import FILE
from rules.match.board import new_board
from rules.presets import RULESETS
from rules.scoring.points import price
from tests.tools.reliability import dealt_hand, new_person

DEALT = 3000
KEPT = 150
PARTS = 10
SIZES = {
    "chinchon": (2, 3, 4),
    "chinchon-fournier": (2, 3, 4, 6, 8),
    "chinchon-french": (2, 3, 4),
    "gin": (2,),
}
LETTERS = {close: letter for letter, close in CLOSES.items()}


def main():
    games = json.loads(FILE.read_text(encoding="utf-8"))
    with Pool() as workers:
        for key, sizes in SIZES.items():
            for size in sizes:
                parts = [(key, size, part) for part in range(PARTS)]
                dealt = chain.from_iterable(workers.map(dealt_hands, parts))
                games[key][str(size)] = [kept([*dealt], f"{key} {size}")]
    FILE.write_text(json.dumps(games, indent=0) + "\n", encoding="utf-8")


def dealt_hands(part):
    """The points of each hand, and its text: the close, then the deadwood of each, the closer first."""
    key, size, number = part
    ruleset = RULESETS[key]
    dice = Random(f"31 {key} {size} {number}")
    hands = []
    for _ in range(DEALT // PARTS):
        board = new_board(ruleset, size, dealer=dice.randrange(size))
        people = [new_person(dice) for _ in range(size)]
        hand = renumbered_hand(dealt_hand(board, people, dice), range(size))
        points = [*price(ruleset, hand, range(size)).values()]
        left = [str(hand.deadwood[seat]) for seat in range(size)]
        hands.append((points, LETTERS[hand.close] + ",".join(left)))
    return hands


def kept(dealt, seed):
    by_points = sorted(dealt, key=lambda hand: (sum(hand[0]), hand[0]))
    step = DEALT // KEPT
    spread = spread_of(dealt)

    def distance(start):
        return abs(spread_of(by_points[start::step]) - spread)

    chosen = by_points[min(range(step), key=distance) :: step]
    Random(seed).shuffle(chosen)
    return " ".join(text for _points, text in chosen)


def spread_of(hands):
    """Of the mean and the deviation of what a hand adds, as one number."""
    points = [one for points, _text in hands for one in points]
    return complex(mean(points), pstdev(points))


if __name__ == "__main__":
    main()
