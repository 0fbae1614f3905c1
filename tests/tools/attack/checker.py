"""The worst hands for the checker: many jokers and equal cards, whose melds can be laid out in most ways."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from urllib.parse import urlencode

from rules.packs import JOKER, RANKS, SUITS, Card, Pack
from tests.support.servers import Served
from tests.support.wire import Phone
from tests.tools.attack.measuring import Measured, answer_to, measured

CPU_S = 0.25  # of one request
GROWN_MB = 50.0
ALIVE_S = 1.0  # until /healthz answers meanwhile
AT_ONCE = 20

HOUSE = {"packs": 3, "jokers": 6, "hand_size": 20, "limit": 100_000}


def lowest(pack: Pack, copies: int, count: int) -> list[str]:
    """That many of the lowest cards of as many packs."""
    cards = (Card(rank, suit) for rank in RANKS[pack] for suit in SUITS[pack] for _copy in range(copies))
    return [str(card) for card in islice(cards, count)]


def practice(cards: Iterable[str], **asked: object) -> str:
    return f"/check/?{urlencode({**asked, 'c': list(cards)}, doseq=True)}"


JOKERS = [str(JOKER)] * 6
ACES_OF_CHINASO = practice([*JOKERS, *lowest(Pack.FRENCH_52, 3, 11)], rules="chinaso", players=2, hand=1)
MORE_ACES = practice([*JOKERS, *lowest(Pack.FRENCH_52, 3, 12)], rules="chinaso", players=2, hand=4)
LOW_RUM_500 = practice(lowest(Pack.FRENCH_52, 2, 30), rules="rum-500", players=8)
GOING_DOWN = "&down=on"  # only to lay the contract down, and to keep cards
RUN = [f"{rank}h" for rank in "23456789TJQK"]
RUNS = [
    f"{rank}{suit}" for suit, ranks in (("s", "TTJQ"), ("h", "ATJJQK"), ("d", "99TJQQK")) for rank in ranks
]
LACKING = practice([*RUN, "5s", *JOKERS[:4]], rules="chinaso", players=4, hand=7)
THROWING = practice([*RUNS, JOKERS[0]], rules="chinaso", players=4, hand=2)
IN_A_HOUSE = [*JOKERS, *lowest(Pack.SPANISH_40, 3, 15)]
WORST = (ACES_OF_CHINASO + GOING_DOWN, MORE_ACES, MORE_ACES + GOING_DOWN, LOW_RUM_500, THROWING)


def three_packs_of_a_house_in_a_match(server: Served) -> Measured:
    """House rules with three packs, six jokers and hands of twenty cards."""
    phone = Phone(server.port)
    match = phone.start("Ana", "Luis", preset="chinchon", **HOUSE)
    path = f"{match}check/?{urlencode({'at': 0, 'closer': 0, 'c0': IN_A_HOUSE}, doseq=True)}"
    return _judged(server, path, phone=phone)


def _judged(server: Served, *paths: str, phone: Phone | None = None) -> Measured:
    """What these requests, all at once, cost each, and how long others wait meanwhile."""
    cookie = {"Cookie": phone.cookie} if phone else {}
    light = paths[0].partition("?")[0]
    for _worker in range(2 * len(WORST)):  # the first page of each worker costs more
        answer_to(server.port, light, cookie)
    with measured(server) as cost, ThreadPoolExecutor(len(paths)) as requests:
        statuses = list(requests.map(lambda path: _status(server.port, path, cookie), paths))
    cpu_s, is_answered = cost.cpu_s / len(paths), all(200 <= status < 500 for status in statuses)
    is_held = cpu_s <= CPU_S and cost.grown_mb <= GROWN_MB and cost.slowest_s <= ALIVE_S and is_answered
    bound = f"{CPU_S} s and {GROWN_MB:.0f} MB each, others within {ALIVE_S} s"
    figures = {**cost.facts(), "cpu_s": round(cpu_s, 3)}
    return {"held": is_held, "bound": bound, "status": sorted(set(statuses)), **figures}


def _status(port: int, path: str, cookie: dict[str, str]) -> int:
    """The status of the answer; 0 if none comes in PATIENCE seconds."""
    try:
        return answer_to(port, path, cookie)[0]
    except OSError:
        return 0


REQUESTS = {  # all at once
    "six_jokers_and_eleven_aces_of_chinaso": [ACES_OF_CHINASO],
    "thirty_low_cards_of_rum_500": [LOW_RUM_500],
    "draws_of_a_long_run_of_chinaso": [LACKING],  # before the draw, with four jokers
    "throws_of_three_long_runs_of_chinaso": [THROWING],  # after it; nearly all throws keep something open
    "twenty_of_the_worst_at_once": (WORST * AT_ONCE)[:AT_ONCE],  # these may be refused
}
ATTACKS = {
    name: lambda server, paths=paths: _judged(server, *paths)  # /healthz answers meanwhile
    for name, paths in REQUESTS.items()
}
