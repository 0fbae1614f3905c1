"""Phones that save hands without pause while processes are killed."""

import random
import re
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import count
from threading import Event

from rules.match.log_json import MOST_LINES
from tests.support.wire import Phone

NAMES = ("Ana", "Luis", "Eva", "Paco")
# Seconds to wait for a response
FIRST = 3  # to a hand sent by the page
LATER = 15  # to one sent by the queue
AGAIN = 0.2  # seconds until a hand without a response is sent again; an open page waits up to ten
NEXT_LINE = re.compile(r'data-key="\w+:(\d+)"')
NEXT_KEY = re.compile(r'name="client_key" value="(\w+)"')
# entries; nobody begins a hand in a match that may be full before it is saved
FULL = MOST_LINES - 10
# matches of two phones: in a quarter of an hour one or two would become full
SHARED = 3
# the last line of a traceback
RAISED = re.compile(r"^[\w.]+(?:Error|Exception): .*$", re.MULTILINE)
SHOWN = 3  # exceptions
SAME = "Esta mano ya estaba apuntada"


@dataclass
class Hand:
    """A hand that a phone sent; `closer` closed clean."""

    match: str
    left: tuple[int, ...]  # points of the others
    keys: list[str]  # client keys: a new one after each conflict
    is_acknowledged: bool = False
    closer: int = 0
    is_correction: bool = False  # of the first hand


def a_hand(match, number):
    """With numbers that no other hand has."""
    left = (1 + number % 40, 1 + number // 40 % 40, 1 + number // 1600)
    return Hand(match, left, [uuid.uuid4().hex])


@dataclass
class Scorer:
    """A phone, and the next entry number of each match that it writes."""

    phone: Phone
    lines: dict[str, int]
    shared: set[str]  # matches in which another phone writes too
    hands: list[Hand] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    # when sent, when acknowledged
    saved: list[tuple[float, float]] = field(default_factory=list)
    pause: float = 0.0  # seconds after each answer

    def play(self, numbers, over):
        """Save hands until the end; then hands without a response are not sent again."""
        while not over.is_set():
            has_room = [match for match, line in self.lines.items() if line < FULL]
            hand = a_hand(random.choice(has_room), next(numbers))
            self.hands.append(hand)
            self._save(hand, over)

    def shown(self, match):
        """The number of entries by the board of the match."""
        return _next_line(self.phone.get(match))

    def _save(self, hand, over):
        self.phone.patience = FIRST
        while (
            not self._is_settled(hand, answer := self._sent(hand)) and not over.is_set()
        ):
            self.counts["sent again" if _is_later(answer) else "saved anew"] += 1

    def _is_settled(self, hand, answer):
        """Whether the hand need not be sent again; else its key and entry number are updated."""
        if _is_later(answer):
            time.sleep(AGAIN)
            self.phone.patience = LATER
            return False
        self.lines[hand.match] = _next_line(answer) or self.lines[hand.match] + 1
        hand.is_acknowledged = answer.status in (200, 302)
        if hand.is_acknowledged:
            return True
        if answer.status != 409 or hand.match not in self.shared or SAME in answer.text:
            self.faults.append(
                f"{hand.match} {hand.left}: refused with {answer.status}, though in order"
            )
            return True
        # Another phone saved another hand first.
        hand.keys.append(NEXT_KEY.search(answer.text)[1])
        return False

    def _sent(self, hand):
        """The whole response; None if it was missing or incomplete."""
        how = {"key": hand.keys[-1], "htmx": random.random() < 0.5}
        sent = time.monotonic()
        try:
            answer = self.phone.save(
                hand.match, self.lines[hand.match], *hand.left, **how
            )
        except (OSError, HTTPException):
            self.counts["no answer"] += 1
            return None
        self.counts[f"answered {answer.status}"] += 1
        if answer.status in (200, 302):
            self.saved.append((sent, time.monotonic()))
        time.sleep(self.pause)
        return answer


def _is_later(answer):
    """Whether to try again later: no response, a server error, or too many requests."""
    return answer is None or answer.status == 429 or answer.status >= 500


def _next_line(answer):
    """The next entry number by the board in the response, if it has one."""
    found = NEXT_LINE.search(answer.text)
    return int(found[1]) if found else None


def all_counts(scorers):
    return sum((scorer.counts for scorer in scorers), Counter())


def counted(counter):
    return ", ".join(f"{name} {times}" for name, times in sorted(counter.items()))


def wrong_answers(scorers, never, stderr):
    """Responses that no phone should get, whatever is killed, and the exceptions in the logs of the apps."""
    for scorer in scorers:
        yield from scorer.faults
    counts = all_counts(scorers)
    if any(counts[answer] for answer in never):
        why = Counter(RAISED.findall(stderr)).most_common(SHOWN)
        yield f"{counted(Counter({answer: counts[answer] for answer in never}))}: {why}"


def seated(port):
    """Two phones at each table: they share matches, and each also has a match of its own."""
    return [*_pair(port), *_pair(port)]


def _pair(port):
    one = Phone(port)
    other = Phone(port)
    together = [one.start(*NAMES) for _match in range(SHARED)]
    for match in together:
        assert other.post(one.link(match, "score")).status == 302
    return [
        Scorer(phone, dict.fromkeys([*together, phone.start(*NAMES)], 0), set(together))
        for phone in (one, other)
    ]


@contextmanager
def playing(scorers):
    """Inside the block all phones save hands, until the event is set."""
    numbers = count()
    over = Event()
    with ThreadPoolExecutor(len(scorers)) as threads:
        phones = [threads.submit(scorer.play, numbers, over) for scorer in scorers]
        try:
            yield over
        finally:
            over.set()
    for phone in phones:
        phone.result()
