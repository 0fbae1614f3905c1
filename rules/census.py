"""How many hands have each least deadwood: `python -m rules.census RULESET --cards N --jokers J`.

Every hand of N natural cards of the ruleset's pack and J jokers, nothing laid off. Hands that differ only by
renaming the suits are arranged once. The counts are to this engine what perft is to a chess engine.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import factorial, prod

from rules.cards.meld_search import best_packing
from rules.cards.melds import meld_rules
from rules.cards.patterns import pips_in
from rules.presets import RULESETS
from rules.ruleset import Ruleset

Suits = tuple[int, ...]  # for each suit its ranks, one bit each


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m rules.census", description=__doc__)
    parser.add_argument("ruleset", choices=sorted(RULESETS))
    parser.add_argument(
        "--cards", type=int, required=True, help="natural cards in every hand"
    )
    parser.add_argument("--jokers", type=int, default=0, help="jokers in every hand")
    chosen = parser.parse_args()
    counts = census(RULESETS[chosen.ruleset], chosen.cards, chosen.jokers)
    print(json.dumps({"hands": sum(counts.values()), "histogram": counts}))


def census(ruleset: Ruleset, cards: int, jokers: int = 0) -> dict[int, int]:
    """For each least deadwood, the number of hands of so many natural cards and jokers that have it."""
    if ruleset.wild_cards:
        raise ValueError(
            "where cards of one suit are wild, the suits cannot be renamed"
        )
    rules = meld_rules(ruleset)
    width = len(rules.deck.ranks)
    suits = len(rules.deck.suits)
    counts: Counter[int] = Counter()
    for by_suit, hands in classes(width, suits, cards):
        bits = 0
        for ranks in by_suit:
            bits = bits << width | ranks
        patterns = rules.patterns(bits, jokers)
        _, _, worth, _ = best_packing(rules.deck, patterns, bits, jokers, len)
        counts[rules.pips_of(bits, jokers) - pips_in(worth)] += hands
    return {deadwood: counts[deadwood] for deadwood in sorted(counts)}


def classes(width: int, suits: int, cards: int) -> Iterator[tuple[Suits, int]]:
    """Every hand of so many `cards` up to renaming suits, and the number of hands that it stands for."""
    ranks = [
        [bits for bits in range(1 << width) if bits.bit_count() == length]
        for length in range(width + 1)
    ]
    for lengths in combinations_with_replacement(range(width, -1, -1), suits):
        if sum(lengths) != cards:
            continue
        groups = [
            _alike(ranks[length], number) for length, number in Counter(lengths).items()
        ]
        for parts in product(*groups):
            by_suit: Suits = ()
            namings = factorial(suits)
            for suits_of_one_length, same in parts:
                by_suit += suits_of_one_length
                namings //= same
            yield by_suit, namings


def _alike(ranks: list[int], number: int) -> list[tuple[Suits, int]]:
    """Every choice of `ranks` for each of `number` suits, and how many renamings leave it the same."""
    return [
        (suits, prod(map(factorial, Counter(suits).values())))
        for suits in combinations_with_replacement(ranks, number)
    ]


if __name__ == "__main__":
    main()
