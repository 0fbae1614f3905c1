"""How fast the engine is, by hand: `python -m tests.bench.engine`.

Distinct hands, each asked once, each line measured in a process of its own. Nothing is kept from
one hand to the next but the engine's own tables, and making those is in the time. Prints hands per second for
the least deadwood and for the public call with its melds written out, and milliseconds for the calls behind a
screen.
"""

import random
import time
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from rules.arrange import arrange, least_deadwood
from rules.cards import JOKER
from rules.closing import check_close
from rules.melds import meld_rules, melds_in
from rules.presets import CHINCHON

HANDS = 200_000
SCREENS = 2_000
LATE = Path(__file__).parent / "hands" / "es7late.txt"
DECK = meld_rules(CHINCHON).deck.cards


def main():
    lines = [
        *(
            (speed, hands, question)
            for hands in ("seven", "jokers", "late")
            for question in ("deadwood", "melds")
        ),
        *((lay_offs, melds) for melds in (0, 2, 8)),
        *((closes, size) for size in (7, 8)),
    ]
    for measure, *what in lines:
        with get_context("spawn").Pool(1) as fresh:
            print(fresh.apply(measure, what), flush=True)


def speed(kind, asked):
    hands = {"seven": dealt_seven, "jokers": dealt_with_jokers, "late": late_hands}[kind]()
    question = {"deadwood": least_deadwood, "melds": arrange}[asked]
    start = time.perf_counter()
    for hand in hands:
        question(CHINCHON, hand)
    seconds = time.perf_counter() - start
    return f"{kind:8}{question.__name__:16}{len(hands):9,} hands {len(hands) / seconds:11,.0f} hands/s"


def lay_offs(melds):
    dealer = random.Random(melds)
    asked = [(hand, melds_on_table(dealer, melds)) for hand in dealt_with_jokers(SCREENS)]
    times = percentiles(lambda one: arrange(CHINCHON, *one), asked)
    return f"arrange, 5 + 2 jokers, {melds} melds on the table: {times}"


def closes(size):
    dealer = random.Random(size)
    hands = [(*dealer.sample(DECK, size - 2), JOKER, JOKER) for _ in range(SCREENS)]
    times = percentiles(lambda hand: check_close(CHINCHON, hand), hands)
    return f"check_close, {size} cards, 2 of them jokers: {times}"


def dealt_seven():
    return dealt(7, 0, HANDS)


def dealt_with_jokers(number=HANDS):
    """Of the 658,008 hands of five cards and both jokers."""
    return dealt(5, 2, number)


def late_hands():
    """Hands from the end of played deals; a card is suit × ranks + rank."""
    return [tuple(DECK[int(card)] for card in line.split()) for line in LATE.read_text().splitlines()]


def dealt(naturals, jokers, number):
    """So many different hands, in the order in which they were dealt."""
    dealer = random.Random(naturals)
    hands = {}
    while len(hands) < number:
        held = tuple(dealer.sample(DECK, naturals))
        hands.setdefault(frozenset(held), held)
    return [held + (JOKER,) * jokers for held in hands.values()]


def melds_on_table(dealer, number):
    """Melds as they come up in dealt cards; whether one pack could hold them all does not matter here."""
    deals = (dealer.sample(DECK, 12) for _ in iter(int, 1))
    melds = (dealer.choice(found) for found in (melds_in(CHINCHON, deal) for deal in deals) if found)
    return list(islice(melds, number))


def percentiles(question, asked):
    times = []
    for one in asked:
        start = time.perf_counter()
        question(one)
        times.append(1000 * (time.perf_counter() - start))
    times.sort()
    middle, most, worst = times[len(times) // 2], times[len(times) * 95 // 100], times[-1]
    return f"median {middle:.2f} ms, p95 {most:.2f} ms, worst {worst:.2f} ms"


if __name__ == "__main__":
    main()
