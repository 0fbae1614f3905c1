"""Measure the engine, run by hand: `python -m tests.tools.bench.engine [--peers DIR]`.

Each line is measured in a process of its own, with different hands, each computed once. The caches of the
engine stay from hand to hand, and the time to build them counts. Prints hands per second for the least
deadwood and for the public call with its melds written out, and milliseconds for the calls behind a page and
for `import rules`.

With `--peers` the same hands of gin are given to OpenSpiel and RLCard too, in an environment created in DIR
(outside the repository, because it is large; an existing one is used again). Every program computes the same
hands several times, and the best processor time counts. All programs must give the same results.
"""

import argparse
import json
import random
import subprocess
import sys
import time
import venv
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from rules.cards.arrange import arrange, least_deadwood
from rules.cards.melds import meld_rules
from rules.closing.check import check_close
from rules.closing.showdown import play_showdown
from rules.closing.situation import Situation
from rules.packs import JOKER
from rules.presets import CHINASO, CHINCHON, DOUBLE_RUM, GIN, RUM_500
from tests.rules.support.hands import melds_in
from tests.tools.history.playing import late_hands

HANDS = 200_000
GIN_HANDS = 20_000
TIMES = 5
MOST_LATE = 2_000  # hands of played deals
PEERS = ("open_spiel==2.0.2", "rlcard==1.2.0")
DECK = meld_rules(CHINCHON).deck.cards
FRENCH = meld_rules(GIN).deck.cards


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.engine")
    parser.add_argument("--peers", type=Path, help="where OpenSpiel and RLCard are, or are to be installed")
    parser.add_argument("--hands", type=int, default=HANDS, help="a hundredth of it for calls behind a page")
    parser.add_argument("--only-peers", action="store_true", help="leave out what no peer can do")
    chosen = parser.parse_args()
    if not chosen.only_peers:
        own_lines(chosen.hands)
    if chosen.peers:
        against_peers(chosen.peers)


def own_lines(number):
    print(f"import rules: {import_milliseconds():.1f} ms", flush=True)
    screens = max(1, number // 100)
    lines = [
        *(
            (speed, hands, number, question)
            for hands in ("seven", "jokers", "late")
            for question in ("deadwood", "melds")
        ),
        *((lay_offs, screens, melds) for melds in (0, 2, 8)),
        *((closes, screens, size) for size in (7, 8)),
        *((showdowns, screens, order) for order in ("turn", "until-none")),
        *(
            (goes_out, screens, *what)
            for what in ((CHINASO, 12, 2), (CHINASO, 12, 6), (DOUBLE_RUM, 11, 2), (RUM_500, 14, 0))
        ),
    ]
    for measure, *what in lines:
        with get_context("spawn").Pool(1) as fresh:
            print(fresh.apply(measure, what), flush=True)


def import_milliseconds():
    """The best time of several new interpreters, minus that of an interpreter without imports."""
    return 1000 * (fresh_interpreter("import rules") - fresh_interpreter("pass"))


def fresh_interpreter(program):
    times = []
    for _ in range(3 * TIMES):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def against_peers(place):
    python = peers_python(place)
    for kind, hands in (("late", late_gin_hands()), ("random", random_gin_hands())):
        asked = subprocess.run(
            [python, Path(__file__).with_name("peers.py")],
            input=json.dumps(hands),
            capture_output=True,
            text=True,
            check=True,
        )
        peers = json.loads(asked.stdout)
        with get_context("spawn").Pool(1) as fresh:
            own, deadwood = fresh.apply(gin_speeds, (hands,))
        wrong = {name: deadwood != theirs for name, theirs in peers["deadwood"].items()}
        print(
            f"gin, {len(hands):,} {kind} hands of ten; least deadwood",
            "DIFFERS" if any(wrong.values()) else "agrees",
        )
        for name, speed in (own | peers["per_second"]).items():
            ratios = ", ".join(f"{one / speed:.2f} by {asked}" for asked, one in own.items())
            print(f"  {name:32}{speed:11,.0f} hands/s; ours: {ratios}", flush=True)


def peers_python(place):
    """The interpreter of the environment with OpenSpiel and RLCard."""
    python = place / "bin" / "python"
    if not python.exists():
        venv.create(place, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
    return python


def gin_speeds(hands):
    """Hands per second of both calls, and the least deadwood of every hand."""
    cards = [tuple(FRENCH[card] for card in hand) for hand in hands]
    speeds = {}
    for question in (least_deadwood, arrange):
        times = []
        for _ in range(TIMES):
            start = time.process_time()
            for hand in cards:
                question(GIN, hand)
            times.append(time.process_time() - start)
        speeds[question.__name__] = len(cards) / min(times)
    return speeds, [least_deadwood(GIN, hand) for hand in cards]


def late_gin_hands():
    return [list(map(FRENCH.index, hand)) for hand in late_hands(GIN, 2, MOST_LATE)]


def random_gin_hands():
    dealer = random.Random(10)
    return [dealer.sample(range(52), 10) for _ in range(GIN_HANDS)]


def goes_out(number, ruleset, size, jokers):
    """Near cards, which can be laid down in many ways."""
    dealer = random.Random(size)
    contracts = len(ruleset.contracts)
    hands = [close_together(dealer, ruleset, size, jokers) for _ in range(number)]
    times = percentiles(
        lambda cards: check_close(ruleset, cards, situation=random_hand(dealer, contracts)), hands
    )
    return f"check_close, {ruleset.key}, {size} cards, {jokers} of them jokers: {times}"


def random_hand(dealer, contracts):
    return Situation(hand=dealer.randint(1, contracts) if contracts else None)


def close_together(dealer, ruleset, size, jokers):
    deck = meld_rules(ruleset).deck
    first, ranks = dealer.randint(1, 9), dealer.randint(4, 7)
    near = [card for card in deck.cards if first <= card.rank < first + ranks] * deck.packs
    return (*dealer.sample(near, size - jokers), *[JOKER] * jokers)


def speed(kind, number, asked):
    hands = HANDS_OF[kind](number)
    question = {"deadwood": least_deadwood, "melds": arrange}[asked]
    start = time.perf_counter()
    for hand in hands:
        question(CHINCHON, hand)
    seconds = time.perf_counter() - start
    return f"{kind:8}{question.__name__:16}{len(hands):9,} hands {len(hands) / seconds:11,.0f} hands/s"


def lay_offs(number, melds):
    dealer = random.Random(melds)
    asked = [(hand, melds_on_table(dealer, melds)) for hand in dealt(5, 2, number)]
    times = percentiles(lambda one: arrange(CHINCHON, *one), asked)
    return f"arrange, 5 + 2 jokers, {melds} melds on the table: {times}"


def closes(number, size):
    dealer = random.Random(size)
    hands = [(*dealer.sample(DECK, size - 2), JOKER, JOKER) for _ in range(number)]
    times = percentiles(lambda hand: check_close(CHINCHON, hand), hands)
    return f"check_close, {size} cards, 2 of them jokers: {times}"


def showdowns(number, order):
    dealer = random.Random(8)
    house = {"packs": 2, "jokers": 4, "close_cards": None, "close_limit": 1000, "lay_off_order": order}
    ruleset = CHINCHON.turned(house)
    deals = [eight_hands(dealer) for _ in range(number)]
    times = percentiles(lambda hands: play_showdown(ruleset, "0", hands, players=8), deals)
    return f"play_showdown, {order}, 8 players, 2 packs, 4 jokers: {times}"


def eight_hands(dealer):
    """Seven cards for each of eight; those of the closer are of one suit or rank, with up to two jokers."""
    stock = [*DECK, *DECK]
    dealer.shuffle(stock)
    jokers = dealer.choice([0, 1, 2])
    near = [card for card in stock if card.suit == stock[0].suit or card.rank == stock[0].rank][: 7 - jokers]
    for card in near:
        stock.remove(card)
    stock += [JOKER] * (4 - jokers)
    dealer.shuffle(stock)
    return {"0": (*near, *[JOKER] * jokers)} | {str(at): stock[7 * at : 7 * at + 7] for at in range(1, 8)}


def dealt(naturals, jokers, number):
    """That many different random hands."""
    dealer = random.Random(naturals)
    hands = {}
    while len(hands) < number:
        held = tuple(dealer.sample(DECK, naturals))
        hands.setdefault(frozenset(held), held)
    return [held + (JOKER,) * jokers for held in hands.values()]


HANDS_OF = {
    "seven": partial(dealt, 7, 0),
    "jokers": partial(dealt, 5, 2),  # some of the 658,008 hands of five cards and both jokers
    "late": lambda number: late_hands(CHINCHON, 4, min(number, MOST_LATE)),
}


def melds_on_table(dealer, number):
    """Melds of random cards; together they may need more than one pack."""
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
