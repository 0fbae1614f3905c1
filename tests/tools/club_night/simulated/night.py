"""One night of 96 people against a served app, with everything that goes wrong in a hall."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from html import unescape
from pathlib import Path
from threading import Event, Thread

from tests.support.servers import UNLIMITED, Served, free_port, serving
from tests.support.wire import Answer, Phone
from tests.tools.club_night.simulated.phones import Hand, TablePhone, Times, Watcher
from tests.tools.club_night.simulated.stored import Stored

PEOPLE = 93
LATE = 3
TABLES = 24
ROUNDS = 5
HANDS = 3
WATCHING = 120
GONE = {2: 3, 3: 2}  # how many leave after these rounds
SILENT = 7  # the table without a signal
# Rounds
SILENT_IN = 3
KILLED_IN = 3
CORRECTED = 2
# Seconds; the first requests to an app that starts again also load it.
LIMITS = {
    "check-in": None,
    "draft": None,
    "publish": 2.0,
    "save": 1.0,
    "save, app killed": None,
}
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
CARD = re.compile(
    r'class="letters">.*?<b>(\w{3} \w{3})</b>.*?(/l/place/\w+/(\d+)/[\w-]+/card/)', re.S
)


def hidden(page: Answer) -> dict[str, str]:
    """The fields that a form of the page sends along."""
    fields = {name: unescape(value) for name, value in HIDDEN.findall(page.text)}
    return {
        name: fields[name]
        for name in fields
        if name not in ("csrfmiddlewaretoken", "next")
    }


class SimulatedNight:
    """`faults` is what is wrong after `play`, `times` how long everything took."""

    def __init__(self, seed: int, data: Path, database: str = "") -> None:
        self.rng = random.Random(seed)
        self.data = data
        self.database = database
        self.variables = {**UNLIMITED, "DATABASE_URL": database}
        self.port = free_port()
        self.times = Times()
        self.faults = list[str]()
        self.phones: dict[int, TablePhone] = {}
        self.matches: dict[tuple[int, int], str] = {}  # by round and table
        self.seats: dict[str, int] = {}
        self.now: dict[int, str] = {}  # the match of each table
        self.watchers: list[Watcher] = []
        self.gone: set[int] = set()

    def play(self) -> None:
        with ExitStack() as self._up:
            self.app = self._started()
            self._open()
            with self._watched():
                for number in range(1, ROUNDS + 1):
                    self._publish(number)
                    self._play_round(number)
                    self._between(number)
            self._compare()

    def _started(self) -> Served:
        return self._up.enter_context(
            serving(self.data, port=self.port, **self.variables)
        )

    def _expect(self, answer: Answer, status: int, what: str) -> Answer:
        assert answer.status == status, (
            f"{what}: {answer.status}\n{' '.join(re.sub('<[^>]*>', ' ', answer.text).split())[:1500]}"
        )
        return answer

    # The organiser

    def _open(self) -> None:
        self.organiser = Phone(self.port)
        self.organiser.start("Ana", "Luis")
        self.circle = re.search(r"/c/\w+/", self.organiser.get("/").text)[0]
        form = f"{self.circle}nights/new/"
        fields = hidden(self.organiser.get(form))
        fields |= {
            "preset": "everybody-plays",
            "expected": PEOPLE + LATE,
            "tables": TABLES,
            "rounds": ROUNDS,
        }
        fields |= {"game": "chinchon", "ends": "hands", "number": HANDS}
        desk = self._expect(self.organiser.post(form, **fields), 302, "set up").location
        self.night = desk.removesuffix("organise/")
        doors = [self.organiser, self.organiser.invites(self.circle, "own")]
        names = [f"P{number:03}" for number in range(1, PEOPLE + 1)]
        with ThreadPoolExecutor(2) as both:
            list(
                both.map(lambda at: self._come(doors[at % 2], names[at]), range(PEOPLE))
            )

    def _come(self, door: Phone, name: str) -> None:
        with self.times.taken("check-in"):
            answer = door.post(f"{self.night}door/", do="new", q=name)
        self._expect(answer, 302, f"{name} comes")

    def _publish(self, number: int) -> None:
        page = f"{self.night}seat/"
        with self.times.taken("draft"):
            draft = self._expect(self.organiser.get(page), 200, "draft")
        fields = hidden(draft) | {"do": "publish anyway"}
        with self.times.taken("publish"):
            answer = self.organiser.post(page, **fields)
        self._expect(answer, 302, f"round {number} is published")
        for table, (match, seats) in self._tables(number).items():
            self.matches[number, table] = match
            self.seats[match] = seats
        self.now |= {
            table: match for (of, table), match in self.matches.items() if of == number
        }
        if number == 1:
            self._hand_out()

    def _tables(self, number: int) -> dict[int, tuple[str, int]]:
        """The address and the seats of the match of each table, from its page."""
        found = {}
        for table in range(1, TABLES + 1):
            page = f"{self.night}rounds/{number}/{table}/"
            answer = self.organiser.get(page)
            if answer.status == 200:
                match = self.organiser.get(f"{page}board/").location
                found[table] = match, len(re.findall(r'name="place_\d+"', answer.text))
        return found

    def _hand_out(self) -> None:
        """A new phone for each table scans its card, every second one types the letters; all keep score."""
        page = self._expect(self.organiser.get(f"{self.night}cards/"), 200, "the cards")
        cards = {
            int(table): (path, letters)
            for letters, path, table in CARD.findall(page.text)
        }
        for table, match in self.now.items():
            phone = Phone(self.port)
            path, letters = cards[table]
            if table % 2:
                led = self._expect(
                    phone.post("/join/", code=letters), 302, f"letters of table {table}"
                )
                assert led.location == path
            answer = self._expect(phone.post(path), 302, f"the card of table {table}")
            assert answer.location == match
            self.phones[table] = TablePhone(phone, self.times)

    # A round

    def _play_round(self, number: int) -> None:
        playing = {
            table: match for (of, table), match in self.matches.items() if of == number
        }
        if number == SILENT_IN:
            playing.pop(SILENT)
        for turn in range(HANDS):
            hands = {match: self._hand(match) for match in playing.values()}
            is_killed = (number, turn) == (KILLED_IN, 1)
            for table in playing:
                self.phones[table].what = "save, app killed" if is_killed else "save"
            with ThreadPoolExecutor(len(playing)) as threads:
                saves = [
                    threads.submit(self.phones[table].save, match, hands[match])
                    for table, match in playing.items()
                ]
                if is_killed:
                    self._kill()
            wrong = [
                save.result().status for save in saves if save.result().status != 302
            ]
            self.faults += [
                f"round {number}, hand {turn}: refused with {status}"
                for status in wrong
            ]

    def _hand(self, match: str) -> Hand:
        return Hand.random(self.rng, self.seats[match])

    def _kill(self) -> None:
        self.app.kill(and_workers=True)
        self.app.process.wait()
        self.app = self._started()

    def _between(self, number: int) -> None:
        if number == 1:
            for late in range(LATE):
                self._come(self.organiser, f"Late{late}")
        for _one in range(GONE.get(number, 0)):
            self._leave()
        if number == CORRECTED + 1:
            self._correct(self.matches[CORRECTED, self.rng.randint(1, 3)])
        if number == SILENT_IN + 1:
            self._hear_again(self.matches[SILENT_IN, SILENT])

    def _leave(self) -> None:
        entrant = self.rng.choice(
            [one for one in range(1, PEOPLE + 1) if one not in self.gone]
        )
        self.gone.add(entrant)
        answer = self.organiser.post(f"{self.night}door/{entrant}/", do="left")
        self._expect(answer, 302, f"{entrant} leaves")

    def _correct(self, match: str) -> None:
        """The organiser corrects the first hand of a table of an earlier round."""
        page = f"{match}correct/0/"
        fields = hidden(self.organiser.get(page))
        hand = self._hand(match)
        changed = {
            **fields,
            **hand.fields(int(fields["seq"]), fields["client_key"]),
            "act": "replace",
        }
        looked = self._expect(
            self.organiser.post(page, **changed), 200, "what a correction changes"
        )
        answer = self.organiser.post(page, **hidden(looked), act="save")
        self._expect(answer, 302, f"{match} is corrected")
        self._sent_by(match)[0] = hand

    def _sent_by(self, match: str) -> list[Hand]:
        return next(
            phone.sent[match] for phone in self.phones.values() if match in phone.sent
        )

    def _hear_again(self, match: str) -> None:
        """The table without a signal sends its round after the next one, once the organiser allows it."""
        phone = self.phones[SILENT]
        refused = phone.save(match, self._hand(match))
        if refused.status == 302:
            self.faults.append(
                "a table wrote in its last match without being allowed to"
            )
        page = f"{self.night}rounds/{SILENT_IN}/{SILENT}/"
        self._expect(self.organiser.post(page, do="allow"), 302, "allowed to correct")
        for _hand in range(HANDS):
            self._expect(
                phone.save(match, self._hand(match)),
                302,
                "a hand of the table without a signal",
            )

    # Who watches

    @contextmanager
    def _watched(self) -> Iterator[None]:
        guest = self.organiser.invites(self.circle, "watch")
        over = Event()
        self.watchers = [
            Watcher(Phone(self.port, dict(guest.cookies)), 1 + number % TABLES)
            for number in range(WATCHING)
        ]
        threads = [
            Thread(target=one.watch, args=(self.now, over), daemon=True)
            for one in self.watchers
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            over.set()
        for thread in threads:
            thread.join(30)
        refused = [status for one in self.watchers for status in one.refused]
        if refused:
            self.faults.append(
                f"{len(refused)} polls refused, the first with {refused[0]}"
            )

    # What is stored

    def _compare(self) -> None:
        sent = {
            match: hands
            for phone in self.phones.values()
            for match, hands in phone.sent.items()
        }
        at_of = {match: at for at, match in self.matches.items()}
        self.faults += Stored.of(self.data, **self.variables).faults(sent, at_of)

    def told(self) -> Iterator[str]:
        for what, limit in LIMITS.items():
            times = self.times.of[what]
            p95 = self.times.p95(what)
            half = sorted(times)[len(times) // 2]
            longest = max(times)
            yield f"{what}: {len(times)}, p50 {half:.2f} s, p95 {p95:.2f} s, longest {longest:.2f} s"
            if limit and p95 > limit:
                self.faults.append(f"{what}: p95 {p95:.2f} s, more than {limit} s")
        again = sum(phone.again for phone in self.phones.values())
        polls, lost = (
            sum(getattr(one, name) for one in self.watchers)
            for name in ("polls", "unanswered")
        )
        yield f"{again} saves sent again, {polls} polls answered, {lost} not"
