"""An evening: a world of its own, and as many requests as are wanted, each followed by what must hold."""

from __future__ import annotations

import logging
import signal
import sys
import time
import traceback
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote

from django.conf import settings
from django.core import signals
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection
from django.test import override_settings
from limits import parse

from chinchon_site.charsets import in_utf_8
from chinchon_site.polls import Polls
from scores.access import rate_limits
from tests.support.addresses import names, patterns
from tests.tools.fuzz import files
from tests.tools.fuzz.asking import FORM, MULTIPART, Answer, Ask, File, Pair, bytes_of, environ, send
from tests.tools.fuzz.holding import Books, Sent, faults
from tests.tools.fuzz.mutating import filled, mutated, without_marks
from tests.tools.fuzz.pages import Atlas, Field, Form, Page, resolved
from tests.tools.fuzz.world import ELSEWHERE, OWNER, WHO, World, phones_in

MENDED_AFTER = 100  # requests
PATIENCE = 60  # seconds until a request counts as hung
TRIES = 150  # to make a request that fails smaller
PATIENT = 30  # times
LOOKED_AT = 8  # addresses of a kind
NOWHERE = ""  # the name of addresses that are none
OF_NO_VIEW = ("/metrics", "/healthz", "/readyz", "/static/css/app.css", "/favicon.ico", "/static/../x", "/x/")
WEIGHTS = {OWNER: 8, "circle score": 3, "match score": 3, "match own": 2, ELSEWHERE: 2}
LIFTED = {kind: parse("1000000/second") for kind in settings.LIMITS}
KINDS: tuple[dict[str, Any], ...] = (  # what differs from evening to evening
    {"LIMITS": LIFTED},
    {"LIMITS": LIFTED, "BEHIND_PROXY": True, "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https")},
    {"LIMITS": LIFTED, "METRICS_TOKEN": "m" * 40},
    {},
)


@dataclass
class Fault:
    """What does not hold, the request that showed it, and what of that is enough to show it."""

    told: str
    ask: Ask
    smallest: Ask
    trace: str = ""

    def __str__(self) -> str:
        parts = (self.told, repr(self.ask)[:4000], f"smallest: {self.smallest!r}"[:4000], self.trace)
        return "\n  ".join(part for part in parts if part)


@dataclass
class Report:
    """What was answered, and what was wrong with it."""

    answered: Counter[tuple[str, int]] = field(default_factory=Counter)
    faults: dict[str, Fault] = field(default_factory=dict)  # one of a kind
    slowest: Counter[str] = field(default_factory=Counter)  # milliseconds
    asked: int = 0
    writes: int = 0

    def unreached(self) -> list[str]:
        """The addresses at which nobody got what he asked for."""
        reached = {name for name, status in self.answered if status < 400}
        return sorted(set(names()) - reached)

    def table(self) -> str:
        rows = [f"{'address':24}{'2xx':>8}{'3xx':>8}{'4xx':>8}{'5xx':>8}"]
        for name in sorted({name for name, _status in self.answered}):
            counts = [self._count(name, hundred) for hundred in (2, 3, 4, 5)]
            rows.append(f"{name or '(none)':24}" + "".join(f"{count:8}" for count in counts))
        return "\n".join(rows)

    def _count(self, name: str, hundred: int) -> int:
        return sum(
            times for (one, status), times in self.answered.items() if (one, status // 100) == (name, hundred)
        )


@contextmanager
def set_up(place: Path, number: int = 0) -> Iterator[None]:
    """The app as it is for the evening of that number; nothing is logged."""
    logging.disable(logging.CRITICAL)
    before = signal.signal(signal.SIGALRM, _hung)
    rate_limits.link_limiter.storage.reset()
    cache.clear()
    signals.request_started.disconnect(close_old_connections)  # a test is in one transaction
    signals.request_finished.disconnect(close_old_connections)
    try:
        with override_settings(DATA_DIR=place, **KINDS[number % len(KINDS)]):
            yield
    finally:
        signals.request_started.connect(close_old_connections)
        signals.request_finished.connect(close_old_connections)
        signal.signal(signal.SIGALRM, before)
        logging.disable(logging.NOTSET)


def _hung(*_signal: object) -> None:
    raise TimeoutError(f"no answer after {PATIENCE} seconds")


class Evening:
    def __init__(self, dice: Random, report: Report, number: int = 0) -> None:
        self.dice, self.report, self.number = dice, report, number
        self.app = in_utf_8(Polls(get_wsgi_application()))
        self.world, self.atlas, self.books = World(), Atlas(), Books()
        self.own = {who: Atlas() for who in WHO}  # what each phone saw itself
        self.csrf = dict.fromkeys(WHO, "")
        self.files: deque[bytes] = deque(maxlen=30)  # that were taken away
        self.turns: list[str] = []
        self.unreached = set(names())

    def run(self, requests: int) -> None:
        with connection.execute_wrapper(self.books.listen):
            last = self.report.asked + requests
            self._look_around()
            while self.report.asked < last:
                self._some(min(last, self.report.asked + MENDED_AFTER))
                self._mend()
            for name in self.report.unreached():
                self._insist(name)

    def _mend(self) -> None:
        self.world.mend()
        self.books.read()

    # Who asks what

    def _look_around(self) -> None:
        """What each phone is shown first; an owner looks at everything, some of each kind."""
        for who in WHO:
            self._get(who, "/")
        looked_at: set[str] = set()
        before = -1
        while before < len(looked_at):  # a page leads to others, in whatever order the addresses stand
            before = len(looked_at)
            for name in names():
                fresh = set(list(self.own[OWNER].addresses[name])[:LOOKED_AT]) - looked_at
                for address in sorted(fresh):
                    self._get(OWNER, address)
                looked_at |= fresh

    def _some(self, last: int) -> None:
        while self.report.asked < last:
            self._next()

    def _next(self) -> None:
        """One address after the other, in an order of its own each time; where nobody got anything yet its
        owner goes first."""
        if not self.turns:
            forms = [name for name, known in self.atlas.forms.items() if known]
            self.turns = [*names(), *forms, *forms, NOWHERE]  # most writes are refused
            self.dice.shuffle(self.turns)
        name = self.turns.pop()
        is_new = name in self.unreached and self.dice.random() < 0.8
        who = OWNER if is_new else self._somebody()
        seen = self.own[who] if is_new or self.dice.random() < 0.7 else self.atlas
        ask = self._composed(name, who, seen)
        if not is_new and self.dice.random() < 0.6:
            times = self.dice.choice((1, 1, 1, 1, 2, 2, 3, 6))
            ask = mutated(self.dice, self._with_bent_json(ask), self.atlas.values, times)
        answer, _forms = self.sent(without_marks(ask))
        if answer.status < 400:
            self.unreached.discard(name)

    def _somebody(self) -> str:
        return self.dice.choices(WHO, [WEIGHTS.get(who, 1) for who in WHO])[0]

    def _with_bent_json(self, ask: Ask) -> Ask:
        """Some fields hold JSON: it is bent as files are."""
        pairs = [
            (key, files.mutated(self.dice, bytes_of(value)).decode("utf-8", "replace"))
            if isinstance(value, str) and value[:1] in ("[", "{") and self.dice.random() < 0.5
            else (key, value)
            for key, value in ask.fields
        ]
        return replace(ask, fields=tuple(pairs))

    def _insist(self, name: str) -> None:
        """Its owner asks until he gets something."""
        for _time in range(PATIENT):
            answer, _forms = self.sent(without_marks(self._composed(name, OWNER, self.own[OWNER])))
            if answer.status < 400:
                return
            self._mend()

    def _composed(self, name: str, who: str, seen: Atlas) -> Ask:
        """What somebody might ask of that address: its form, as it is drawn now or was before, or its page;
        mostly one that this phone was shown itself."""
        forms = seen.forms[name] or self.atlas.forms[name]
        if self.dice.random() < (0.2 if forms else 0.5):
            return self._visit(who, self._address(name, seen))
        if not forms:
            return self._submitted(who, _bare(self._address(name, seen)))
        form = self.dice.choice(forms)
        if self.dice.random() < 0.8:
            drawn = [one for one in self._get(who, form.page) if one.leads_to == name]
            form = self.dice.choice(drawn) if drawn else form
        return self._submitted(who, form)

    def _address(self, name: str, seen: Atlas) -> str:
        """One that was seen, or one made of what is known to stand in addresses."""
        if name == NOWHERE:
            return self.dice.choice(OF_NO_VIEW)
        known = seen.addresses[name] or self.atlas.addresses[name]
        if known and self.dice.random() < 0.8:
            return self.dice.choice(known)
        return self._made(dict(patterns())[name])

    def _made(self, route: str) -> str:
        parts = route.split("<")
        path = "/" + parts[0]
        for part in parts[1:]:
            converter, rest = part.split(">", 1)
            words = self.atlas.words[converter.rpartition(":")[2]]
            word = self.dice.choice(words) if words else self.dice.choice(("0", "1", "own"))
            path += quote(word, safe="") + rest
        return path

    def _visit(self, who: str, address: str) -> Ask:
        path, _mark, query = address.partition("?")
        pairs = tuple(parse_qsl(query, keep_blank_values=True))
        return Ask(who, "GET", path, query=pairs, headers=self._headers(who))

    def _submitted(self, who: str, form: Form) -> Ask:
        path, _mark, query = form.action.partition("?")
        pairs = self._with_files(filled(self.dice, form), form)
        asked = tuple(parse_qsl(query, keep_blank_values=True))
        if form.method == "GET":
            return Ask(who, "GET", path, query=pairs, headers=self._headers(who))
        own = tuple((key, self.csrf[who] if key == "csrfmiddlewaretoken" else value) for key, value in pairs)
        kind = MULTIPART if any(isinstance(value, File) for _key, value in own) else FORM
        return Ask(who, "POST", path, asked, own, kind, headers=self._headers(who))

    def _with_files(self, pairs: tuple[Pair, ...], form: Form) -> tuple[Pair, ...]:
        asked = [one.name for one in form.fields if one.kind == "file"]
        if not asked or not self.files:
            return pairs
        content = self.dice.choice(self.files)
        if self.dice.random() < 0.6:
            content = files.mutated(self.dice, content)
        if self.dice.random() < 0.5:
            areas = [one.name for one in form.fields if one.kind == "textarea"]
            told = content.decode("utf-8", "surrogateescape").encode("utf-8", "replace").decode()
            return tuple((key, told if key in areas else value) for key, value in pairs if key not in asked)
        return tuple((key, File(content) if key in asked else value) for key, value in pairs)

    def _headers(self, who: str) -> tuple[tuple[str, str], ...]:
        cookies = "; ".join(f"{key}={value}" for key, value in self.world.jars[who].items())
        headers = [("Cookie", cookies)] if cookies else []
        if self.dice.random() < 0.3:
            target = self.dice.choice(("board", "line", "judged", "prepare", ""))
            headers += [("HX-Request", "true"), ("HX-Target", target)]
        if self.dice.random() < 0.3:
            headers.append(("Accept-Encoding", "gzip"))
        if self.dice.random() < 0.2:
            headers.append(("Accept-Language", "en"))
        return tuple(headers)

    # Asking

    def _get(self, who: str, address: str) -> list[Form]:
        """The forms of a page, as it is now."""
        return self.sent(without_marks(self._visit(who, address)))[1]

    def sent(self, ask: Ask) -> tuple[Answer, list[Form]]:
        """The answer, once it was judged, and the forms on it."""
        started = time.perf_counter()
        one = self._asked(ask)
        name = one.view
        took = int((time.perf_counter() - started) * 1000)
        self.report.asked += 1
        self.report.answered[name, one.answer.status] += 1
        self.report.slowest[name] = max(self.report.slowest[name], took)
        self.report.writes += bool(one.written)
        for told in faults(one):
            self._note(told, ask, one.answer)
        self._keep_cookies(ask, one.answer)
        return one.answer, self._learned(ask, one.answer)

    def _asked(self, ask: Ask) -> Sent:
        self.books.written.clear()
        told = environ(ask)
        phones = {uid.hex for uid in phones_in(told.get("HTTP_COOKIE", ""))}
        signal.alarm(PATIENCE)
        answer = send(self.app, told)
        signal.alarm(0)
        written = set(self.books.written)
        before = self.books.read(written) if written else self.books.rows
        models = {self.books.tables[table] for table in written}
        return Sent(ask, answer, phones, before, self.books.rows, models)

    def _keep_cookies(self, ask: Ask, answer: Answer) -> None:
        """A browser would; but who is a stranger or forged his cookie stays what he is."""
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                key, _is, rest = value.strip().partition("=")
                if key == "csrftoken":
                    self.world.jars[ask.who][key] = rest.partition(";")[0]

    def _learned(self, ask: Ask, answer: Answer) -> list[Form]:
        if "json" in answer.header("Content-Type") and answer.header("Content-Disposition"):
            self.files.append(answer.plain)
        if not (answer.is_page and answer.status in (200, 409, 422, 429)):
            return []
        page = Page(ask.target, answer.plain.decode())
        self.own[ask.who].learn(page)
        self.atlas.learn(page)
        for form in page.forms:
            for one in form.fields:
                if one.name == "csrfmiddlewaretoken":
                    self.csrf[ask.who] = one.value
        return page.forms

    # What is wrong

    def _note(self, told: str, ask: Ask, answer: Answer) -> None:
        trace = "".join(traceback.format_exception(answer.failure)[-30:]) if answer.failure else ""
        kind = _kind(told, resolved(ask.path)[0], answer)
        if kind not in self.report.faults:
            told = f"{told} (evening {self.number})"
            fault = self.report.faults[kind] = Fault(told, ask, ask, trace)
            fault.smallest = self._smaller(ask, kind)
            print(fault, file=sys.stderr, flush=True)

    def _smaller(self, ask: Ask, kind: str) -> Ask:
        """The same request without whatever it fails without."""
        tries, is_smaller = 0, True
        while is_smaller and tries < TRIES:
            is_smaller = False
            for fewer in ask.fewer():
                tries += 1
                if tries < TRIES and self._fails_so(fewer, kind):
                    ask, is_smaller = fewer, True
                    break
        return ask

    def _fails_so(self, ask: Ask, kind: str) -> bool:
        one = self._asked(ask)
        return any(_kind(told, resolved(ask.path)[0], one.answer) == kind for told in faults(one))


def _bare(address: str) -> Form:
    """Of what nobody has seen a form of."""
    return Form(address, address, "POST", [Field("csrfmiddlewaretoken", "hidden")])


def _kind(told: str, name: str, answer: Answer) -> str:
    """Faults of one kind are told once."""
    if answer.failure is not None:
        last = traceback.extract_tb(answer.failure.__traceback__)[-1]
        return f"{type(answer.failure).__name__} {last.filename}:{last.lineno}"
    return f"{name}: {' '.join(told.split()[:2])}"
