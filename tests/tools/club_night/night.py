"""One night of 96 people against a served app, with what goes wrong in a hall."""

from __future__ import annotations

import random
import re
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle
from statistics import quantiles
from threading import Event, Thread
from uuid import uuid4

from tests.support.wire import Phone, hand_fields
from tests.tools.kill.scorers import Hand

PEOPLE = 93
LATE = 3
TABLES = 24
ROUNDS = 5
HANDS = 3
WATCHING = 120  # phones, five at each table
GONE = {2: 3, 3: 2}  # how many leave after these rounds
SILENT = 7  # the table without a signal
SILENT_IN = 3  # that round
CORRECTED = 2  # a result of that round, after the next one
LIMITS = {"publish": 2.0, "save": 1.0}  # seconds
SET_UP = {
    "preset": "everybody-plays",
    "expected": PEOPLE + LATE,
    "tables": TABLES,
    "rounds": ROUNDS,
    "game": "chinchon",
    "ends": "hands",
    "number": HANDS,
}
CARD = re.compile(r"(/l/place/\w+/(\d+)/[\w-]+/card/)")


At = tuple[int, int]  # round and table


class SimulatedNight:
    """`faults` is what is wrong after `play`, `sent` the acknowledged hands."""

    def __init__(self, seed, port):
        self.rng = random.Random(seed)
        self.organiser = Phone(port)
        self.phones = {table: Phone(port) for table in range(1, TABLES + 1)}
        self.matches: dict[At, str] = {}
        self.now: dict[int, str] = {}  # the match of each table
        self.seats: dict[At, int] = {}
        self.sent: list[Hand] = []
        self.lines: Counter[str] = Counter()  # of each match
        self.present = list(range(1, PEOPLE + 1))
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.faults: list[str] = []

    def play(self):
        self._open()
        with self._watched():
            for number in range(1, ROUNDS + 1):
                self._publish(number)
                if number == 1:
                    self._hand_out()
                self._play_round(number)
                self._between(number)

    # The organiser

    def _open(self):
        self.organiser.start("Ana", "Luis")
        self.circle = self.organiser.group
        form = f"{self.circle}nights/new/"
        fields = self.organiser.get(form).hidden | SET_UP
        desk = expect(302, "set up", self.organiser.post(form, **fields)).location
        self.night = desk.removesuffix("organise/")
        doors = [self.organiser, self.organiser.invites(self.circle, "own")]
        names = [f"P{number:03}" for number in self.present]
        with ThreadPoolExecutor(2) as both:
            list(both.map(self._come, cycle(doors), names))

    def _come(self, door, name):
        with self._timed("check-in"):
            answer = door.post(f"{self.night}door/", do="new", q=name)
        expect(302, f"{name} comes", answer)

    def _publish(self, number):
        page = f"{self.night}seat/"
        with self._timed("draft"):
            draft = expect(200, "draft", self.organiser.get(page))
        fields = draft.hidden | {"do": "publish anyway"}
        with self._timed("publish"):
            answer = self.organiser.post(page, **fields)
        expect(302, f"round {number} is published", answer)
        for table in self.phones:
            of_table = f"{self.night}rounds/{number}/{table}/"
            answer = self.organiser.get(of_table)
            if answer.status == 200:
                match = self.organiser.get(f"{of_table}board/").location
                seats = len(re.findall(r'name="number_\d+"', answer.text))
                self.now[table] = self.matches[number, table] = match
                self.seats[number, table] = seats

    def _hand_out(self):
        """A phone for each table scans its card, and keeps score."""
        page = expect(200, "the cards", self.organiser.get(f"{self.night}cards/"))
        cards = {int(table): path for path, table in CARD.findall(page.text)}
        for table, match in self.now.items():
            scanned = self.phones[table].post(cards[table])
            expect(302, f"the card of table {table}", scanned)
            assert scanned.location == match

    # A round

    def _play_round(self, number):
        """Every table saves at once."""
        silent = (SILENT_IN, SILENT)
        playing = [at for at in self.matches if at[0] == number and at != silent]
        for turn in range(HANDS):
            hands = [*map(self._hand, playing)]
            with ThreadPoolExecutor(len(playing)) as threads:
                answers = list(threads.map(self._save, playing, hands))
            self.faults += [
                f"round {number}, hand {turn}: refused with {answer.status}"
                for answer in answers
                if answer.status != 302
            ]

    def _hand(self, at):
        closer = self.rng.randrange(self.seats[at])
        left = [self.rng.randint(1, 90) for _other in range(self.seats[at] - 1)]
        return Hand(self.matches[at], tuple(left), [uuid4().hex], True, closer)

    def _save(self, at, hand):
        _round, table = at
        sent = {"closer": hand.closer, "key": hand.keys[0]}
        line = self.lines[hand.match]
        with self._timed("save"):
            answer = self.phones[table].save(hand.match, line, *hand.left, **sent)
        if answer.status == 302:
            self._note(hand)
        return answer

    def _note(self, hand):
        self.sent.append(hand)
        self.lines[hand.match] += 1

    def _between(self, number):
        if number == 1:
            for late in range(LATE):
                self._come(self.organiser, f"Late{late}")
        for _one in range(GONE.get(number, 0)):
            self._leave()
        if number == CORRECTED + 1:
            self._correct((CORRECTED, self.rng.randint(1, 3)))
        if number == SILENT_IN + 1:
            self._hear_again((SILENT_IN, SILENT))

    def _leave(self):
        entrant = self.present.pop(self.rng.randrange(len(self.present)))
        answer = self.organiser.post(f"{self.night}door/{entrant}/", do="left")
        expect(302, f"{entrant} leaves", answer)

    def _correct(self, at):
        """The organiser corrects the first hand of a table of an earlier round."""
        page = f"{self.matches[at]}correct/0/"
        hand = self._hand(at)
        fields = self.organiser.get(page).hidden | hand_fields(hand.closer, *hand.left)
        answer = self.organiser.post(page, **fields | {"act": "replace"})
        looked = expect(200, "what a correction changes", answer)
        sent = {"act": "save", "client_key": hand.keys[0]}
        answer = self.organiser.post(page, **looked.hidden | sent)
        expect(302, f"{at} is corrected", answer)
        self._note(replace(hand, is_correction=True))

    def _hear_again(self, at):
        """The table without a signal sends its round after the next one, once the organiser allows it."""
        if self._save(at, self._hand(at)).status == 302:
            self.faults.append("a table wrote in its last match without being allowed")
        page = f"{self.night}rounds/{SILENT_IN}/{SILENT}/"
        allowed = self.organiser.post(page, do="allow")
        expect(302, "allowed to correct", allowed)
        for _hand in range(HANDS):
            expect(302, "a late hand", self._save(at, self._hand(at)))

    # Who watches

    @contextmanager
    def _watched(self):
        guest = self.organiser.invites(self.circle, "watch")
        guest.headers["Prefer"] = "wait=20"
        is_over = Event()
        threads = [
            Thread(target=self._watch, args=(guest, 1 + number % TABLES, is_over))
            for number in range(WATCHING)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            is_over.set()
            for thread in threads:
                thread.join()

    def _watch(self, phone, table, is_over):
        """Have the board of a table open, whatever is played there."""
        match = ""
        tag = ""
        while not is_over.is_set():
            if self.now.get(table, "") != match:
                match = self.now[table]
                tag = '"0"'
            if not match:
                time.sleep(1)
                continue
            answer = phone.get(f"{match}pulse/", seen=tag)
            tag = answer.tag or tag
            if answer.status not in (200, 304):
                self.faults.append(f"a poll of table {table}: {answer.status}")

    # Times

    @contextmanager
    def _timed(self, what):
        began = time.monotonic()
        yield
        self.seconds[what].append(time.monotonic() - began)

    def _p95(self, what):
        return quantiles(self.seconds[what], n=20, method="inclusive")[18]

    def times(self):
        for what, seconds in self.seconds.items():
            p95 = f"p95 {self._p95(what):.2f} s, longest {max(seconds):.2f} s"
            yield f"{what}: {len(seconds)}, {p95}"

    def late(self):
        for what, limit in LIMITS.items():
            if self._p95(what) > limit:
                yield f"{what}: p95 {self._p95(what):.2f} s, more than {limit} s"


def expect(status, what, answer):
    """The answer, which has that status."""
    text = " ".join(re.sub("<[^>]*>", " ", answer.text).split())
    assert answer.status == status, f"{what}: {answer.status}\n{text[:1500]}"
    return answer
