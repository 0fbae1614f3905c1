"""Measure the checker's page, run by hand: `python -m tests.tools.bench.page [HANDS]` (200).

Requests random hands from a served app, each once. Prints milliseconds from the request to the last byte of
the fragment.
"""

import random
import sys
import time
from http.client import HTTPConnection
from statistics import quantiles
from urllib.parse import urlencode

from rules.cards.melds import meld_rules
from rules.packs import JOKER
from rules.presets import CHINCHON
from tests.support.servers import serving

DECK = meld_rules(CHINCHON).deck.cards
TAP = {"HX-Request": "true", "HX-Target": "judged"}


def main(hands: int = 200) -> None:
    with serving() as app:
        phone = HTTPConnection("127.0.0.1", app.port)
        ask(phone, dealt(random.Random(0), 3, 0))  # fills the caches of the engine
        for cards in (3, 7, 8):
            for jokers in (0, 2):
                dealer = random.Random(cards)
                times = [ask(phone, dealt(dealer, cards, jokers)) for _ in range(hands)]
                cut = quantiles(times, n=20)
                print(f"{cards} cards, {jokers} of them jokers: p50 {cut[9]:.1f} ms, p95 {cut[18]:.1f} ms")


def dealt(dealer, cards, jokers):
    return [*dealer.sample(DECK, cards - jokers), *[JOKER] * jokers]


def ask(phone, cards):
    query = urlencode({"c": [str(card) for card in cards]}, doseq=True)
    start = time.perf_counter()
    phone.request("GET", f"/check/?{query}", headers=TAP)
    answer = phone.getresponse()
    answer.read()
    if answer.status != 200:
        raise RuntimeError(answer.status)
    return 1000 * (time.perf_counter() - start)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
