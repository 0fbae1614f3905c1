"""The worst hands for the checker, those of `worst_hands.txt` among them.

A line of it is the game, the number of players, the hand of Chinaso or "-", the question that takes long, and
the cards, after "/" those of the melds on the table. Hands without a table were found by search
(`tests.tools.bench.worst_hands` until commit 0b5fccfd): one to three cards of a random hand are changed as
long as the answer takes more function calls; those with one are the worst of some 900 random ones.
`worst_tables.txt` has the worst tables of Rum 500, the cards before each player between "/", of some 300
hands that `tests/rules/support/naive_laid.py` played for each number of players.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from urllib.parse import urlencode

from rules.packs import JOKER, RANKS, SUITS, Card, Pack
from tests.support.processor_time import slowness
from tests.support.wire import Phone
from tests.tools.attack.measuring import (
    PATIENCE,
    by_name,
    each,
    measured,
    processor_of_user,
)

CPU_S = 0.25  # of one request, on a machine of the usual pace
TRIES = 4  # of one that took longer: other work changes the pace in the meantime
GROWN_MB = 50.0
ALIVE_S = 1.0  # until /healthz answers meanwhile
AT_ONCE = 20
HANDS = Path(__file__).with_name("worst_hands.txt")
TABLES = Path(__file__).with_name("worst_tables.txt")
NAMES = ("Ana", "Luis", "Eva", "Paco", "Inés", "Juan")
HOUSE = {"packs": 3, "jokers": 6, "hand_size": 20, "limit": 100_000}
LOWEST = [
    str(Card(rank, suit))
    for rank, suit in product(RANKS[Pack.SPANISH_40], SUITS[Pack.SPANISH_40])
]


def every_worst_hand(server):
    """One after another; those with a contract also only to lay it down."""
    return _cost_of(server, Phone(server.port), [[path] for path in worst_paths()])


def twenty_of_the_worst_at_once(server):
    """These may be refused."""
    paths = worst_paths()
    starts = range(0, len(paths), AT_ONCE)
    groups = [paths[start : start + AT_ONCE] for start in starts]
    return _cost_of(server, Phone(server.port), groups)


def worst_of_a_match(server):
    """House rules with three packs, six jokers and hands of twenty cards; and tables of Rum 500."""
    phone = Phone(server.port)
    match = phone.start("Ana", "Luis", preset="chinchon", **HOUSE)
    cards = [str(JOKER)] * 6 + [card for card in LOWEST[:5] for _copy in range(3)]
    paths = [f"{match}check/?{_query(at=0, closer=0, c0=cards)}", *_tables(phone)]
    return _cost_of(server, phone, [[path] for path in paths])


def worst_paths():
    paths = []
    for line in HANDS.read_text().splitlines():
        game, players, hand, _question, *cards = line.split()
        held, _, table = " ".join(cards).partition("/")
        asked = {"c": held.split(), "t": table.split()}
        query = _query(rules=game, players=players, hand=hand, **asked)
        paths.append(f"/check/?{query}")
        paths += [f"{paths[-1]}&down=on"] if hand != "-" else []
    return paths


def _tables(phone):
    for line in TABLES.read_text().splitlines():
        before = {f"t{at}": cards.split() for at, cards in enumerate(line.split("/"))}
        rules = {"preset": "rum-500", "places": len(before)}
        match = phone.start(*NAMES[: len(before)], **rules)
        yield f"{match}check/?{_query(at=1, closer=0, **before)}"


def _query(**fields):
    return urlencode(fields, doseq=True)


def _cost_of(server, phone, groups):
    """The most that a request costs of a group that comes all at once, and how long others wait meanwhile."""
    costs = []
    statuses = set()
    for _worker in range(10):  # the first page of each worker costs more
        _status(phone, groups[0][0].partition("?")[0])
    for paths in groups:
        for _try in range(TRIES):
            before = processor_of_user(server)
            with measured(server) as cost, ThreadPoolExecutor(len(paths)) as requests:
                statuses |= set(requests.map(partial(_status, phone), paths))
            used = processor_of_user(server) - before
            cost.cpu_s = used / len(paths) / slowness()
            if cost.cpu_s <= CPU_S:
                break
        costs.append(cost)
    most = each(max, costs)
    failed = sorted(status for status in statuses if not 200 <= status < 500)
    figures = most.figures(cpu_s=CPU_S, grown_mb=GROWN_MB, slowest_s=ALIVE_S)
    return {**figures, "groups": (len(costs), None), "failed": (failed, [])}


def _status(phone, path):
    """The status of the answer; 0 if none comes soon. Other threads ask with this phone too."""
    own = replace(phone, cookies={**phone.cookies}, patience=PATIENCE)
    try:
        return own.get(path).status
    except OSError:
        return 0


ATTACKS = by_name(every_worst_hand, twenty_of_the_worst_at_once, worst_of_a_match)
