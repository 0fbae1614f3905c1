"""Trace a saved hand and a board through the code: `python -m tests.tools.trace_post [HANDS]` (20).

Plays HANDS hands in a new database, so that every cache is filled. Then it traces one POST of a hand (as htmx
sends it), one push of a hand (as a phone with the engine sends it) and one GET of the board, by a phone that
is older than a day. Prints for each: the files of this repository with a called function, the changes of file
(calls into another file than the call before), calls, created scoresheets, queries, and processor
milliseconds of the same request without tracing (the median of ROUNDS). `--files` also prints the calls in
each file.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any
from uuid import uuid4

from tests.support.servers import PLAIN

ROOT = Path(__file__).resolve().parent.parent.parent
OUTSIDE = (str(ROOT / "tests"), str(ROOT / ".venv"))
ROUNDS = 40
START = {"preset": "chinchon", "dealer": 0, "places": 4, "limit": 100_000}
NAMES = ("Ana", "Luis", "Eva", "Paco")


class Trace:
    """The calls of functions of this repository while it is entered."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.changes = self.sheets = 0
        self._last = ""

    def __enter__(self) -> Trace:
        sys.setprofile(self._heard)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.setprofile(None)

    def _heard(self, frame: FrameType, event: str, _argument: Any) -> None:
        file = frame.f_code.co_filename
        if event != "call" or not file.startswith(str(ROOT)) or file.startswith(OUTSIDE):
            return
        self.calls[file] += 1
        self.changes += file != self._last
        self.sheets += frame.f_code.co_qualname == "Sheet.__init__"
        self._last = file


class Table:
    """A phone with a match; requests run in this process."""

    def __init__(self) -> None:
        from django.test import Client

        self.phone, self.hands = Client(SERVER_NAME="localhost"), 0
        seated = {f"name_{place}": name for place, name in enumerate(NAMES)}
        self.match = self.phone.post("/new/", {"uid": uuid4(), **START, **seated}).headers["Location"]

    def save(self) -> None:
        points = {f"deadwood_{seat}": points for seat, points in enumerate((20, 12, 5), 1)}
        self.seen = uuid4().hex
        hand = {"closer": 0, "close": "clean", "seq": self.hands, "client_key": self.seen, **points}
        answer = self.phone.post(f"{self.match}hand/", hand, headers={"HX-Request": "true"})
        assert answer.status_code == 200, answer.content
        self.hands += 1

    def push(self) -> None:
        left = {str(seat): points for seat, points in enumerate((0, 20, 12, 5))}
        hand = ["hand", {"closer": 0, "close": "clean", "deadwood": left}]
        names = {str(seat): name for seat, name in enumerate(NAMES)}
        mutation = {"key": uuid4().hex, "at": int(time.time() * 1000), "entry": hand, "names": names}
        body = {"seen": self.seen, "mutations": [mutation]}
        answer = self.phone.post(f"{self.match}push/", body, content_type="application/json")
        assert answer.json()["stopped"] is None, answer.content
        self.seen, self.hands = mutation["key"], self.hands + 1

    def board(self) -> None:
        assert self.phone.get(self.match).status_code == 200


def main() -> None:
    options = {argument for argument in sys.argv[1:] if argument.startswith("--")}
    hands = int(next((argument for argument in sys.argv[1:] if argument.isdigit()), "20"))
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"REENGANCHE_DATA": data, "DJANGO_SETTINGS_MODULE": "chinchon_site.settings"}
        os.environ["REENGANCHE_LIMIT_WRITES"] = "1000000/minute"
        table = sat_down(hands)
        for name, act in (("save", table.save), ("push", table.push), ("board", table.board)):
            measure(name, act, options)


def sat_down(hands: int) -> Table:
    """A table after that many hands, in a new database."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    settings.STORAGES = {**settings.STORAGES, "staticfiles": PLAIN}
    django.setup()
    from django.utils import timezone

    from scores.core.access.rate_limits import YOUNG
    from scores.models import Phone

    call_command("migrate", verbosity=0)
    table = Table()
    Phone.objects.update(created_at=timezone.now() - 2 * YOUNG)  # a young one asks for more
    for _hand in range(hands):
        table.save()
        table.board()
    return table


def measure(name: str, act: Callable[[], None], options: set[str]) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries, Trace() as trace:
        act()
    print(
        f"{name}: {len(trace.calls)} files, {trace.changes} changes of file, {trace.calls.total()} calls, ",
        end="",
    )
    print(f"{trace.sheets} scoresheets, {len(queries)} queries, {processor(act):.2f} ms of processor")
    if "--files" in options:
        for file, calls in trace.calls.most_common():
            print(f"  {calls:5} {Path(file).relative_to(ROOT)}")


def processor(act: Callable[[], None]) -> float:
    """Processor milliseconds of one request; the median of many."""
    took = []
    for _round in range(ROUNDS):
        started = time.process_time()
        act()
        took.append(1000 * (time.process_time() - started))
    return median(took)


if __name__ == "__main__":
    main()
