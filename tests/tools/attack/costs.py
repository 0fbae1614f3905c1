"""Attacks with long logs, files and slow readers: what one request of a stranger costs, and who waits."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count, cycle, islice
from math import inf
from uuid import uuid4

from rules.night.bounds import EVENTS
from tests.support.circle_file import (
    BEGAN,
    circle_file,
    match_with,
    persons_named,
)
from tests.support.servers import ALONE, UNLIMITED, printed_by, serving
from tests.support.wire import Phone
from tests.tools.attack import crowd
from tests.tools.attack.measuring import (
    by_name,
    each,
    measured,
    processor,
    processor_of_user,
    resident,
    seconds_to_answer,
)

CPU_S = 0.25  # of one request
GROWN_MB = 50.0
WAIT_S = 1.0  # for somebody else's hand
OPEN = {"key": "chinchon", "limit": 100_000}
# The largest log that a match can have
LONGEST = 700
SEATS = 4
PAGES = (
    "",
    "log/",
    "log/?page=10",
    "big/",
    "tell/",
    "record.json",
    "sheet.csv",
    "correct/0/",
    "picture.png",
)
DRAFT = "/seat/"  # how the address of a draft ends
STOPPED_S = 0.3  # that others wait for one page
ROUNDS = 3  # a busy machine can take twice as much processor for the same
SHOWN = 10  # photos, the most expensive ones
AT_ONCE = 32
# Of exports
READERS = 8
WATCHED_SECONDS = 12
MOUTHFUL = 2048  # bytes that a slow client takes
PAUSE = 0.1  # seconds until it takes more
MOST_MB = 400  # of both workers together
CPU_OF_EXPORT_S = 1.0
PAGES_OF_OTHERS = ("/new/", "/healthz", "/history/")
SHAPES = """
from tests.support.worst_photos import print_shapes
print_shapes()
"""
STORE = """
from tests.support.worst_content import print_world
print_world()
"""


def writes_to_the_longest_match(server):
    """One hand more is refused; an undo, a redo and a correction of the first hand are saved."""
    phone, match = _with_longest_match(server)
    more = phone.save(match, LONGEST, *[5] * (SEATS - 1)).status
    acts = {
        "undo": partial(_write, phone, f"{match}undo/", LONGEST),
        "redo": partial(_write, phone, f"{match}redo/", LONGEST + 1),
        "correction": partial(_correct, phone, match, LONGEST + 2),
    }
    costs = {f"cpu_s {name}": (_cost(server, act), CPU_S) for name, act in acts.items()}
    return {"is saved": (more != 422, False), **costs}


def pushes_to_the_longest_match(server):
    """A hundred corrections of the first hand in one batch, sent until all are written; then all again."""
    phone, match = _with_longest_match(server)
    document = json.loads(phone.get(f"{match}document/").text)
    hand = _hand(SEATS, 7)
    seen = document["entries"][-1][3]
    first = document["entries"][0][3]
    names = {str(seat): name for seat, name in document["names"]}
    amend = ["amend", {"changes": [{"of": first, "entry": hand}]}]
    batch = [
        {"key": uuid4().hex, "at": 0, "entry": amend, "names": names}
        for _time in range(100)
    ]
    answers = []

    def push():
        answers.append(json.loads(phone.push(match, seen, *batch).text))

    large = partial(phone.push, match, seen, *batch[:99], ["x"] * 40_000)
    acts = {"first": push, "second": push, "of 250 kB": large}
    costs = {f"cpu_s {name}": (_cost(server, act), CPU_S) for name, act in acts.items()}
    written = {"written": (len(answers[0]["written"]), None)}
    return {
        "is stopped": (answers[0]["stopped"] is not None, False),
        **costs,
        **written,
    }


# Every address


def every_address(server):
    """With the most that can be stored: 2,000 matches and 300 players in a group, the fullest matches, and a
    club night of 160 people at 40 tables that plays its twelfth round.
    Prints a table of the least that was measured in ROUNDS rounds.
    """
    world = printed_by(STORE, server.data)
    paths = [path for _name, path in world["addresses"]]
    rounds = [
        _costs(server, paths, Phone(0, world["cookies"])) for _round in range(ROUNDS)
    ]
    costs = {path: each(min, [costs[path] for costs in rounds]) for path in paths}
    for path in sorted(costs, key=lambda path: -costs[path].cpu_s):
        print(
            "  ",
            *(
                f"{key} {value:<5.2f}"
                for key, (value, _) in costs[path].figures().items()
            ),
            path,
        )
    most = each(max, costs.values())
    figures = most.figures(cpu_s=CPU_S, grown_mb=GROWN_MB, slowest_s=STOPPED_S)
    return {"addresses": (len(paths), None), **figures}


def _costs(server, paths, phone):
    """What each costs the only worker of an app that answered in English before: no Spanish is cached.
    A draft of a round would be remembered, so of pages with one only the first is asked for before.
    """
    with serving(server.data, **ALONE) as app:
        phone = phone.at(app.port)
        costs = {}
        drafts = [path for path in paths if path.endswith(DRAFT)]
        english, spanish = (
            replace(phone, headers={"Accept-Language": language})
            for language in ("en", "es")
        )
        for path in paths:
            if path not in drafts[1:]:
                english.get(path)
        for path in paths:
            before = processor_of_user(app)
            with measured(app) as cost:
                spanish.get(path)
            costs[path] = replace(cost, cpu_s=processor_of_user(app) - before)
        return costs


# Photos


def photos(server):
    """Every shape that could be expensive to decode, as large as may be sent; then the most expensive one
    AT_ONCE times together, while others ask for a page."""
    shapes = printed_by(SHAPES, server.data)
    with serving(server.data, **ALONE, **UNLIMITED) as app:
        phone = Phone(app.port)
        address = _address_of_a_photo(phone)
        costs = {
            name: _cost(app, partial(phone.post, address, photo=photo))
            for name, photo in shapes.items()
        }
        worst, *_others = shown = sorted(costs, key=lambda name: -costs[name])[:SHOWN]
        with measured(app, "/new/") as beside, ThreadPoolExecutor(AT_ONCE) as many:
            for _phone in range(AT_ONCE):
                many.submit(phone.post, address, photo=shapes[worst])
    for name in shown:
        print("  ", f"cpu_s {costs[name]:<5}", name)
    alone = {"shapes": (len(costs), None), "cpu_s alone": (costs[worst], CPU_S)}
    return {**alone, **beside.figures(slowest_s=WAIT_S)}


def _address_of_a_photo(phone):
    """Of a player in a group that the phone owns."""
    phone.start("Ana", "Luis")
    group = phone.group
    person = re.search(rf"{group}people/[0-9a-f-]{{36}}/", phone.get(group).text)[0]
    return f"{person}photo/"


# Importing


def _imported(make, server):
    """Import the file as a stranger, part by part, while somebody else saves hands."""
    content = make()
    _warm(server)
    phone = Phone(server.port)
    phone.get("/import/")
    costs = []
    answers = []
    with measured(server, wait=_saving(server)) as cost:
        upload = partial(phone.upload, "/import/", content)
        costs.append(_cost(server, lambda: answers.append(upload())))
        while "kept" in (fields := answers[-1].hidden):
            to = re.search(r'action="(/c/[a-z0-9]+/import/)"', answers[-1].text)
            send = partial(phone.post, to[1] if to else "/import/", **fields)
            costs.append(_cost(server, lambda send=send: answers.append(send())))
    cost.cpu_s = max(costs)
    figures = cost.figures(cpu_s=CPU_S, grown_mb=GROWN_MB, slowest_s=WAIT_S)
    return {"requests": (len(costs), None), **figures}


def a_file(seats, hands, matches=1):
    """The file of a circle with matches of so many seats and hands."""
    persons = persons_named(f"P{number}" for number in range(seats))
    log = [_hand(seats, number) for number in range(hands)]
    played = [match_with(persons, OPEN, log) for _match in range(matches)]
    return circle_file(persons, played).encode()


def a_night(events):
    """The file of a circle with a night: an entrant who pays so often."""
    persons = persons_named(["x"])
    time = BEGAN.isoformat()
    log = [["entered", {"entrant": 1, "people": [persons[0]["uid"]]}, time]]
    log += [["paid", {"entrant": 1, "amount": 1}, time]] * events
    night = {
        "uid": str(uuid4()),
        "name": "x",
        "created_at": time,
        "plan": {"stages": [{}]},
        "entries": log,
        "matches": [],
    }
    return circle_file(persons, nights=[night]).encode()


def _hand(seats, number):
    left = {str(seat): (number + seat) % 20 for seat in range(1, seats)}
    return {"type": "hand", "closer": 0, "close": "clean", "deadwood": left}


def _with_longest_match(server):
    """A phone that owns a match with the longest log, and the address of the match."""
    _warm(server)
    phone = Phone(server.port)
    phone.get("/import/")
    page = phone.upload("/import/", a_file(SEATS, LONGEST))
    group = phone.post("/import/", **page.hidden).location
    if not group:  # the match was too much for the first part
        raise RuntimeError("the longest match was not imported at once")
    return phone, re.search(r'href="(/m/[a-z0-9]+/)"', phone.get(group).text)[1]


def _warm(server):
    """Let every worker load once what its first answers need, so that the answers after them are measured."""
    phone = Phone(server.port)
    match = phone.start("Ana", "Luis")
    for seq in range(0, 16, 2):
        phone.save(match, seq, 5)
        _write(phone, f"{match}undo/", seq + 1)
        for page in PAGES:
            phone.get(match + page)
        phone.upload("/import/", a_file(2, 1))


# Exporting


def eight_slow_readers_of_a_large_group(server):
    """Eight clients that take 20 kB in a second, each of an export of the largest group."""
    world = printed_by(STORE, server.data)
    phone = Phone(server.port, world["cookies"])
    page = next(path for _name, path in world["addresses"] if path.endswith("/export/"))
    parts = re.findall(r'href="(\?[^"]+)"', phone.get(page).text)
    for shown in PAGES_OF_OTHERS * 4:
        seconds_to_answer(server.port, shown)
    wires = []
    try:
        with measured(server, *PAGES_OF_OTHERS) as cost:
            rest = f" HTTP/1.1\r\nHost: localhost\r\nCookie: {phone.cookie}\r\n\r\n"
            for part in islice(cycle(parts), READERS):
                asked = f"GET {page}{part}{rest}".encode()
                wires.append(crowd.opened(server.port, asked))
            largest = _read_slowly(server, wires)
    finally:
        for wire in wires:
            wire.close()
    cost.cpu_s /= READERS
    figures = cost.figures(cpu_s=CPU_OF_EXPORT_S, slowest_s=WAIT_S)
    return {**figures, "largest_mb": (largest, MOST_MB)}


def _read_slowly(server, wires):
    """Read all of them, a mouthful at a time; the most megabytes that the workers hold meanwhile."""
    largest = 0.0
    until = time.monotonic() + WATCHED_SECONDS
    for wire in wires:
        wire.setblocking(False)
    while time.monotonic() < until:
        for wire in wires:
            with suppress(OSError):
                wire.recv(MOUTHFUL)
        largest = max(largest, resident(server))
        time.sleep(PAUSE)
    return largest


# Writing


def _write(phone, address, seq):
    phone.post(address, seq=seq, client_key=uuid4().hex)


def _correct(phone, match, seq):
    entry = _hand(SEATS, 7)
    changes = json.dumps([{"at": 0, "entry": entry}])
    phone.post(
        f"{match}correct/0/",
        act="save",
        changes=changes,
        seq=seq,
        client_key=uuid4().hex,
    )


def _saving(server):
    """Somebody at another table, who saves two hands a second: how long the next one takes."""
    phone = Phone(server.port)
    match = phone.start("Ana", "Luis")
    numbers = count()

    def save():
        time.sleep(0.5)
        begun = time.monotonic()
        is_saved = phone.save(match, next(numbers), 5).status == 302
        return time.monotonic() - begun if is_saved else inf

    return save


# Measuring


def _cost(server, act):
    """Seconds of processor that the workers use for it; what others ask for meanwhile is included."""
    before = processor(server)
    act()
    return round(processor(server) - before, 2)


FILES = {
    "file_of_99_seats": partial(a_file, 99, 1500, matches=4),  # 5 MB
    # 1.1 MB without a hand
    "file_of_200_matches_of_99_seats": partial(a_file, 99, 0, matches=200),
    # after the end
    "file_of_blank_lines": lambda: a_file(2, 0, matches=0) + b"\n" * 3_500_000,
    "file_of_a_night_with_the_longest_log": partial(a_night, EVENTS.high - 1),
    "longest_match_in_a_file": partial(a_file, SEATS, LONGEST),
    # all 3,000 hands come in
    "long_file_in_parts": partial(a_file, 4, 15, matches=200),
}
ATTACKS = {
    **{name: partial(_imported, make) for name, make in FILES.items()},
    **by_name(
        writes_to_the_longest_match,
        pushes_to_the_longest_match,
        photos,
        every_address,
        eight_slow_readers_of_a_large_group,
    ),
}
