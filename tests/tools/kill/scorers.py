"""Those who keep score while things are killed: they save hands as fast as they are answered."""

from __future__ import annotations

import random
import re
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPException
from threading import Event

from tests.support.wire import Answer, Phone

NAMES = ("Ana", "Luis", "Eva", "Paco")
FIRST, LATER = 3, 15  # seconds that the app's own page, and what waits on the phone, give an answer
AGAIN = 0.2  # seconds until what has no answer is sent again: a phone with its page open takes up to ten
NEXT_LINE = re.compile(r'data-key="\w+:(\d+)"')
NEXT_KEY = re.compile(r'name="client_key" value="(\w+)"')
SCORE_LINK = re.compile(r"/l/match/\w+/score/[\w-]+/")
SAME = "Esta mano ya estaba apuntada"


@dataclass
class Hand:
    """One that was dealt once: no other has the same numbers."""

    match: str
    left: tuple[int, int, int]  # what the others had when the first of the table closed clean
    keys: list[str]  # under which it was sent: another one after each conflict
    is_acknowledged: bool = False


def a_hand(match: str, number: int) -> Hand:
    left = (1 + number % 40, 1 + number // 40 % 40, 1 + number // 1600)
    return Hand(match, left, [uuid.uuid4().hex])


@dataclass
class Scorer:
    """A person with a phone, and the matches that he keeps score of: the next line of each."""

    phone: Phone
    lines: dict[str, int]
    shared: set[str]  # of these, those in which somebody else writes too
    hands: list[Hand] = field(default_factory=list)
    told: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def play(self, numbers: Iterator[int], over: Event) -> None:
        """Once it is over, what has no answer is not sent again."""
        while not over.is_set():
            hand = a_hand(random.choice([*self.lines]), next(numbers))
            self.hands.append(hand)
            self._save(hand, over)

    def shown(self, match: str) -> int | None:
        """How many lines the board says that the match has."""
        return _next_line(self.phone.get(match))

    def _save(self, hand: Hand, over: Event) -> None:
        self.phone.patience = FIRST
        while not self._is_settled(hand, answer := self._sent(hand)) and not over.is_set():
            self.told["sent again" if _is_later(answer) else "saved anew"] += 1

    def _is_settled(self, hand: Hand, answer: Answer | None) -> bool:
        """Whether it is not sent again, and if it is, under which key and as which line."""
        if _is_later(answer):
            time.sleep(AGAIN)
            self.phone.patience = LATER
            return False
        self.lines[hand.match] = _next_line(answer) or self.lines[hand.match] + 1
        hand.is_acknowledged = answer.status in (200, 302)
        if hand.is_acknowledged:
            return True
        if answer.status != 409 or hand.match not in self.shared or SAME in answer.text:
            self.faults.append(f"{hand.match} {hand.left}: refused with {answer.status}, though in order")
            return True
        # Somebody else came first, with another hand.
        hand.keys.append(NEXT_KEY.search(answer.text)[1])
        return False

    def _sent(self, hand: Hand) -> Answer | None:
        """The whole answer; None if there was none, or a part."""
        how = {"key": hand.keys[-1], "htmx": random.random() < 0.5}
        try:
            answer = self.phone.save(hand.match, self.lines[hand.match], *hand.left, **how)
        except (OSError, HTTPException):
            self.told["no answer"] += 1
            return None
        self.told[f"answered {answer.status}"] += 1
        return answer


def _is_later(answer: Answer | None) -> bool:
    """Away, ailing or asked too often."""
    return answer is None or answer.status == 429 or answer.status >= 500


def _next_line(answer: Answer) -> int | None:
    """As the board says that came with the answer, if one did."""
    found = NEXT_LINE.search(answer.text)
    return int(found[1]) if found else None


def seated(port: int, tables: int = 2) -> list[Scorer]:
    """Two for each of the tables, where both write, and each has a match of his own besides."""
    return [scorer for _table in range(tables) for scorer in _pair(port)]


def _pair(port: int) -> list[Scorer]:
    one, other = Phone(port), Phone(port)
    together, *own = one.start(*NAMES), one.start(*NAMES), other.start(*NAMES)
    link = SCORE_LINK.search(one.get(f"{together}share/").text)[0]
    assert other.post(link, name="Eva").status == 302
    return [
        Scorer(phone, {together: 0, match: 0}, {together})
        for phone, match in zip((one, other), own, strict=True)
    ]
