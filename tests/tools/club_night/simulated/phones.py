"""The phones of a simulated night: at a table, watching, and how long each answer took."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from math import ceil
from threading import Event
from uuid import uuid4

from tests.support.wire import Answer, Phone

AGAIN = 0.3  # seconds until what got no answer is sent again
PATIENCE = 60.0
WAIT = "wait=20"  # seconds of a poll of an open board


@dataclass
class Times:
    """Seconds by what was done."""

    of: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    @contextmanager
    def taken(self, what: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.of[what].append(time.monotonic() - began)

    def p95(self, what: str) -> float:
        """The longest of a few."""
        times = sorted(self.of[what])
        return times[ceil(0.95 * len(times)) - 1]


@dataclass
class Hand:
    """What a phone sent: who closed clean, and the points of all, by seat."""

    closer: int
    points: tuple[int, ...]

    @classmethod
    def random(cls, rng: random.Random, seats: int) -> Hand:
        """No two equal sums: each seat has points of its own remainder."""
        closer = rng.randrange(seats)
        return cls(
            closer,
            tuple(
                0 if seat == closer else 7 * rng.randint(1, 12) + seat
                for seat in range(seats)
            ),
        )

    def fields(self, seq: int, key: str) -> dict[str, object]:
        points = {
            f"deadwood_{seat}": left
            for seat, left in enumerate(self.points)
            if seat != self.closer
        }
        called = {f"called_{seat}": f"Seat {seat}" for seat in range(len(self.points))}
        how = {"closer": self.closer, "close": "clean", "seq": seq, "client_key": key}
        return {**how, **points, **called}


@dataclass
class TablePhone:
    """The phone that lies at a table all night. `sent` are its acknowledged hands by match."""

    phone: Phone
    times: Times
    sent: dict[str, list[Hand]] = field(default_factory=dict)
    what: str = "save"  # how the time of a save is told
    again: int = 0  # requests without an answer, sent again with the same key

    def save(self, match: str, hand: Hand) -> Answer:
        """Send until it is answered; an answer that says it is saved counts."""
        fields = hand.fields(len(self.sent.get(match, [])), uuid4().hex)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with self.times.taken(self.what):
                    answer = self.phone.post(f"{match}hand/", **fields)
            except (OSError, HTTPException):
                answer = None
            if answer is not None and answer.status < 500:
                break
            assert time.monotonic() < deadline, f"{match}: no answer"
            self.again += 1
            time.sleep(AGAIN)
        if answer.status == 302:
            self.sent.setdefault(match, []).append(hand)
        return answer


@dataclass
class Watcher:
    """A phone that has the board of a table open, whatever is played there."""

    phone: Phone
    place: int
    polls: int = 0
    unanswered: int = 0
    refused: list[int] = field(default_factory=list)

    def watch(self, matches: dict[int, str], over: Event) -> None:
        self.phone.headers["Prefer"] = WAIT
        match = ""
        tag = ""
        while not over.is_set():
            if matches.get(self.place, "") != match:
                match = matches[self.place]
                tag = '"0"'
            if not match:
                time.sleep(AGAIN)
                continue
            try:
                answer = self.phone.get(f"{match}pulse/", seen=tag)
            except (OSError, HTTPException):
                self.unanswered += 1
                time.sleep(AGAIN)
                continue
            self.polls += 1
            tag = answer.tag or tag
            if answer.status not in (200, 304):
                self.refused.append(answer.status)
                time.sleep(AGAIN)
