"""The worst hands for the checker: those of `tests.tools.bench.worst_hands`, and one of a house's rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from urllib.parse import urlencode

from rules.packs import JOKER, RANKS, SUITS, Card, Pack
from tests.support.servers import Served
from tests.support.wire import Phone
from tests.tools.attack.measuring import (
    Cost,
    Measured,
    answer_to,
    each,
    measured,
    processor_of_user,
)
from tests.tools.bench.worst_hands import CORPUS

CPU_S = 0.25  # of one request
GROWN_MB = 50.0
ALIVE_S = 1.0  # until /healthz answers meanwhile
AT_ONCE = 20
HOUSE = {"packs": 3, "jokers": 6, "hand_size": 20, "limit": 100_000}
LOWEST = (
    str(Card(rank, suit))
    for rank in RANKS[Pack.SPANISH_40]
    for suit in SUITS[Pack.SPANISH_40]
)
IN_A_HOUSE = [
    *[str(JOKER)] * 6,
    *(card for card in islice(LOWEST, 5) for _copy in range(3)),
]


def every_worst_hand(server: Served) -> Measured:
    """One after another; those with a contract also only to lay it down."""
    return _judged(server, [[path] for path in worst_paths()])


def twenty_of_the_worst_at_once(server: Served) -> Measured:
    """These may be refused."""
    paths = worst_paths()
    return _judged(
        server,
        [paths[start : start + AT_ONCE] for start in range(0, len(paths), AT_ONCE)],
    )


def three_packs_of_a_house_in_a_match(server: Served) -> Measured:
    """House rules with three packs, six jokers and hands of twenty cards."""
    phone = Phone(server.port)
    match = phone.start("Ana", "Luis", preset="chinchon", **HOUSE)
    path = f"{match}check/?{urlencode({'at': 0, 'closer': 0, 'c0': IN_A_HOUSE}, doseq=True)}"
    return _judged(server, [[path]], phone.cookie)


def worst_paths() -> list[str]:
    paths = []
    for line in CORPUS.read_text().splitlines():
        game, players, hand, _question, *cards = line.split()
        asked = {"rules": game, "players": players, "hand": hand, "c": cards}
        paths.append(f"/check/?{urlencode(asked, doseq=True)}")
        paths += [f"{paths[-1]}&down=on"] if hand != "-" else []
    return paths


def _judged(
    server: Served, groups: Iterable[Sequence[str]], cookie: str = ""
) -> Measured:
    """The most that a request costs of a group that comes all at once, and how long others wait meanwhile."""
    costs: list[Cost] = []
    statuses: set[int] = set()
    for paths in groups:
        for _worker in range(
            0 if costs else 10
        ):  # the first page of each worker costs more
            answer_to(server.port, paths[0].partition("?")[0], {"Cookie": cookie})
        before = processor_of_user(server)
        with measured(server) as cost, ThreadPoolExecutor(len(paths)) as requests:
            statuses |= set(
                requests.map(lambda path: _status(server.port, path, cookie), paths)
            )
        cost.cpu_s = (processor_of_user(server) - before) / len(paths)
        costs.append(cost)
    most = each(max, costs)
    is_answered = all(200 <= status < 500 for status in statuses)
    is_held = (
        most.cpu_s <= CPU_S
        and most.grown_mb <= GROWN_MB
        and most.slowest_s <= ALIVE_S
        and is_answered
    )
    bound = f"{CPU_S} s and {GROWN_MB:.0f} MB each, others within {ALIVE_S} s"
    figures = {**most.facts(), "groups": len(costs)}
    return {"held": is_held, "bound": bound, "status": sorted(statuses), **figures}


def _status(port: int, path: str, cookie: str) -> int:
    """The status of the answer; 0 if none comes in PATIENCE seconds."""
    try:
        return answer_to(port, path, {"Cookie": cookie})[0]
    except OSError:
        return 0


ATTACKS = {
    attack.__name__: attack
    for attack in (
        every_worst_hand,
        twenty_of_the_worst_at_once,
        three_packs_of_a_house_in_a_match,
    )
}
