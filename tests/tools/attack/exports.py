"""Exports of a large group: what each costs, and who waits while slow clients take eight of them."""

import re
import socket
import tempfile
import time
from contextlib import suppress
from itertools import cycle, islice

from tests.support.servers import Served, manage
from tests.support.wire import Phone
from tests.tools.attack import crowd
from tests.tools.attack.costs import LONGEST, SEATS, a_file
from tests.tools.attack.measuring import (
    Figures,
    by_name,
    measured,
    resident,
    seconds_to_answer,
)

# 4 files of 40 matches of the longest log: 28 MB
FILES = 4
MATCHES = 40
READERS = 8
WATCHED_SECONDS = 12
MOUTHFUL = 2048  # bytes that a slow client takes
PAUSE = 0.1  # seconds until it takes more
WAIT_S = 1.0  # for a page of others
MOST_MB = 400  # of both workers together
CPU_S = 1.0  # of one answer
PAGES = ("/new/", "/healthz", "/history/")


def eight_slow_readers_of_a_large_group(server: Served) -> Figures:
    """Eight clients that take 20 kB in a second, each of an export of a group of 28 MB."""
    phone, address = _with_large_group(server)
    addresses = islice(cycle(_addresses(phone, address)), READERS)
    for page in PAGES * 4:
        seconds_to_answer(server.port, page)
    wires: list[socket.socket] = []
    try:
        with measured(server, *PAGES) as cost:
            rest = f" HTTP/1.1\r\nHost: localhost\r\nCookie: {phone.cookie}\r\n\r\n"
            wires += [
                crowd.opened(server.port, f"GET {path}{rest}".encode())
                for path in addresses
            ]
            largest = _read_slowly(server, wires)
    finally:
        for wire in wires:
            wire.close()
    cost.cpu_s /= READERS
    figures = cost.figures(cpu_s=CPU_S, slowest_s=WAIT_S)
    return {**figures, "largest_mb": (largest, MOST_MB)}


def _with_large_group(server: Served) -> tuple[Phone, str]:
    """A phone that owns a group of 28 MB, and the address of the group."""
    where = ["--new"]
    for _number in range(FILES):
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
            file.write(a_file(SEATS, LONGEST, MATCHES))
            file.flush()
            imported = manage(server.data, "import_circle", file.name, *where).stdout
        if made := re.search(r"The circle is (\w+)", imported):
            where = ["--circle", made[1]]
            link = re.search(r"/l/circle/\S+", imported)[0]
    phone = Phone(server.port)
    return phone, phone.post(link).location


def _addresses(phone: Phone, group: str) -> list[str]:
    """Of the files of the group: its parts, if there is more than one."""
    page = f"{group}export/"
    found = re.findall(r'href="(\?[^"]+)"', phone.get(page).text)
    return [page + query.replace("&amp;", "&") for query in found] or [page]


def _read_slowly(server: Served, wires: list[socket.socket]) -> float:
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


ATTACKS = by_name(eight_slow_readers_of_a_large_group)
