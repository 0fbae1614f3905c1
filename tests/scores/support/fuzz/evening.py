"""The loop of one evening: create the world, send requests, check the invariants after each."""

import logging
import signal
import traceback
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote

from django.conf import settings
from django.core import signals
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection
from django.test import override_settings
from limits import parse

from chinchon_site import polls
from chinchon_site.middleware import in_utf_8
from chinchon_site.polls import Polls
from scores.core.access import rate_limits
from tests.scores.support.fuzz.invariants import Sent, Snapshot, faults
from tests.scores.support.fuzz.mutating import damaged, filled, mutated, without_marks
from tests.scores.support.fuzz.pages import SeenPages, name_of, resolved
from tests.scores.support.fuzz.request import (
    FORM,
    MULTIPART,
    Ask,
    File,
    environ,
    send,
)
from tests.scores.support.fuzz.world import ELSEWHERE, OWNER, WHO, World, phones_in
from tests.support.addresses import OF_A_ROUTE, names, routes
from tests.support.forms import Control, Form, Reader

MENDED_AFTER = 100  # requests
PATIENCE = 60  # seconds until a request counts as hanging
LOOKED_AT = 8  # addresses of each kind
NOWHERE = ""  # the name of unknown addresses
OF_NO_VIEW = (
    "/metrics",
    "/healthz",
    "/readyz",
    "/static/css/app.css",
    "/favicon.ico",
    "/static/../x",
    "/x/",
)
# No form leads there; tests/scores/test_bounds.py walks what a phone pushes.
BY_SCRIPTS = {"push"}
WEIGHTS = {OWNER: 8, "circle score": 3, "match score": 3, "match own": 2, ELSEWHERE: 2}
LIFTED = {kind: parse("1000000/second") for kind in settings.LIMITS}
KINDS = (  # settings that differ between evenings
    {"LIMITS": LIFTED},
    {
        "LIMITS": LIFTED,
        "BEHIND_PROXY": True,
        "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
    },
    {"LIMITS": LIFTED, "METRICS_TOKEN": "m" * 40},
    {},
)


@dataclass
class Fault:
    """A violated invariant, and the request that showed it."""

    description: str
    ask: Ask
    trace: str = ""

    def __str__(self):
        return "\n  ".join(
            filter(None, (self.description, repr(self.ask)[:4000], self.trace))
        )


@contextmanager
def set_up(folder, number=0):
    """The settings of the app for that evening, with logging switched off."""
    logging.disable(logging.CRITICAL)
    before = signal.signal(signal.SIGALRM, _hung)
    rate_limits.read_counts.reset()
    cache.clear()
    polls.cache.clear()
    # the whole evening is one transaction
    signals.request_started.disconnect(close_old_connections)
    signals.request_finished.disconnect(close_old_connections)
    try:
        kind = KINDS[number % len(KINDS)]
        with override_settings(DATA_DIR=folder, ANDROID_APP=("org.x", "1A"), **kind):
            yield
    finally:
        signals.request_started.connect(close_old_connections)
        signals.request_finished.connect(close_old_connections)
        signal.signal(signal.SIGALRM, before)
        logging.disable(logging.NOTSET)


def _hung(*_signal):
    raise TimeoutError(f"no answer after {PATIENCE} seconds")


class Evening:
    """`faults` has one of each kind, `unreached` the addresses for which every request was refused."""

    def __init__(self, dice):
        self.dice = dice
        self.asked = 0
        self.faults = {}
        self.app = in_utf_8(Polls(get_wsgi_application()))
        self.world = World()
        self.pages_seen = SeenPages()
        self.snapshot = Snapshot()
        self.own = {who: SeenPages() for who in WHO}  # the pages that each phone saw
        self.csrf = dict.fromkeys(WHO, "")
        self.files = deque(maxlen=30)  # that were exported
        self.unreached = set(names()) - BY_SCRIPTS

    def run(self, requests):
        with connection.execute_wrapper(self.snapshot.listen):
            self._look_around()
            while self.asked < requests:
                self._next()
                if self.asked % MENDED_AFTER == 0:
                    self._mend()

    def _mend(self):
        self.world.mend()
        self.snapshot.read()

    # Choosing a request

    def _look_around(self):
        """Let each phone open the home page, and the owner all kinds of pages that lead on from there."""
        for who in WHO:
            self._get(who, "/")
        for address in self.world.rare_pages:
            self._get(OWNER, address)
        looked_at = set()
        before = -1
        while before < len(looked_at):  # pages lead to other pages, in any order
            before = len(looked_at)
            for name in names():
                known = self.own[OWNER].addresses[name]
                fresh = set(list(known)[:LOOKED_AT]) - looked_at
                for address in sorted(fresh):
                    self._get(OWNER, address)
                looked_at |= fresh

    def _next(self):
        """Send a request; most, as the owner, to an address where nobody has succeeded yet."""
        is_new = bool(self.unreached) and self.dice.random() < 0.8
        name = self.dice.choice(sorted(self.unreached) if is_new else self._names())
        who = OWNER if is_new else self._somebody()
        seen = self.own[who] if is_new or self.dice.random() < 0.7 else self.pages_seen
        ask = self._composed(name, who, seen)
        if not is_new and self.dice.random() < 0.6:
            times = self.dice.choice((1, 1, 1, 1, 2, 2, 3, 6))
            ask = mutated(self.dice, ask, self.pages_seen.values, times)
        self.sent(without_marks(ask))

    def _names(self):
        """Every address, those of forms three times: most writes are refused."""
        forms = [name for name, known in self.pages_seen.forms.items() if known]
        return [*names(), *forms, *forms, NOWHERE]

    def _somebody(self):
        return self.dice.choices(WHO, [WEIGHTS.get(who, 1) for who in WHO])[0]

    def _composed(self, name, who, seen):
        """A plausible request: a form or page of the address, mostly one that this phone saw."""
        forms = seen.forms[name] or self.pages_seen.forms[name]
        if self.dice.random() < (0.2 if forms else 0.5):
            return self._visit(who, self._address(name, seen))
        if not forms:
            return self._submitted(who, _bare(self._address(name, seen)))
        form = self.dice.choice(forms)
        if self.dice.random() < 0.8:
            current = [
                other for other in self._get(who, form.page) if name_of(other) == name
            ]
            form = self.dice.choice(current) if current else form
        return self._submitted(who, form)

    def _address(self, name, seen):
        """An address that was seen, or one composed of known parts."""
        if name == NOWHERE:
            return self.dice.choice(OF_NO_VIEW)
        known = seen.addresses[name] or self.pages_seen.addresses[name]
        if known and self.dice.random() < 0.8:
            return self.dice.choice(known)
        return self._made(routes()[name])

    def _made(self, route):
        alike = self.pages_seen.arguments[route.partition("/")[0]]
        near = self.dice.choice(alike or [{}])

        def argument(part):
            others = [each[part[1]] for each in alike if part[1] in each]
            guess = self.dice.choice(others or ("0", "1", "own"))
            return quote(near.get(part[1], guess), safe="")

        return "/" + OF_A_ROUTE.sub(argument, route)

    def _visit(self, who, address):
        path, _mark, query = address.partition("?")
        pairs = tuple(parse_qsl(query, keep_blank_values=True))
        return Ask(who, "GET", path, query=pairs, headers=self._headers(who))

    def _submitted(self, who, form):
        path, _mark, query = form.action.partition("?")
        pairs = self._with_files(filled(self.dice, form), form)
        asked = tuple(parse_qsl(query, keep_blank_values=True))
        if form.method == "GET":
            return Ask(who, "GET", path, query=pairs, headers=self._headers(who))
        own = tuple(
            (key, self.csrf[who] if key == "csrfmiddlewaretoken" else value)
            for key, value in pairs
        )
        kind = (
            MULTIPART if any(isinstance(value, File) for _key, value in own) else FORM
        )
        return Ask(who, "POST", path, asked, own, kind, headers=self._headers(who))

    def _with_files(self, pairs, form):
        asked = [control.name for control in form.controls if control.kind == "file"]
        if not asked or not self.files:
            return pairs
        content = self.dice.choice(self.files)
        if self.dice.random() < 0.6:
            content = damaged(self.dice, content)
        if self.dice.random() < 0.5:
            areas = [
                control.name for control in form.controls if control.kind == "textarea"
            ]
            text = content.decode("utf-8", "replace")
            return tuple(
                (key, text if key in areas else value)
                for key, value in pairs
                if key not in asked
            )
        return tuple(
            (key, File(content) if key in asked else value) for key, value in pairs
        )

    def _headers(self, who):
        cookies = "; ".join(
            f"{key}={value}" for key, value in self.world.jars[who].items()
        )
        headers = [("Cookie", cookies)] if cookies else []
        if self.dice.random() < 0.3:
            target = self.dice.choice(("board", "line", "judged", "prepare", ""))
            headers += [("HX-Request", "true"), ("HX-Target", target)]
        if self.dice.random() < 0.3:
            headers.append(("Accept-Encoding", "gzip"))
        if self.dice.random() < 0.2:
            headers.append(("Accept-Language", "en"))
        return tuple(headers)

    # Sending

    def _get(self, who, address):
        """Reload a page and return its forms."""
        return self.sent(without_marks(self._visit(who, address)))

    def sent(self, ask):
        """Send a request, check the invariants; the forms of the response."""
        sent = self._asked(ask)
        self.asked += 1
        if sent.answer.status < 400:
            self.unreached.discard(sent.view)
        for description in faults(sent):
            self._note(description, ask, sent.answer)
        self._keep_cookies(ask, sent.answer)
        return self._learned(ask, sent.answer)

    def _asked(self, ask):
        self.snapshot.written.clear()
        variables = environ(ask)
        phones = {uid.hex for uid in phones_in(variables.get("HTTP_COOKIE", ""))}
        signal.alarm(PATIENCE)
        answer = send(self.app, variables)
        signal.alarm(0)
        written = set(self.snapshot.written)
        before = self.snapshot.read(written) if written else self.snapshot.rows
        models = {self.snapshot.tables[table]._meta.model_name for table in written}
        return Sent(ask, answer, phones, before, self.snapshot.rows, models)

    def _keep_cookies(self, ask, answer):
        """Store cookies as a browser does, except for strangers and forged cookies."""
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                key, _is, rest = value.strip().partition("=")
                if key == "csrftoken":
                    self.world.jars[ask.who][key] = rest.partition(";")[0]

    def _learned(self, ask, answer):
        if "json" in answer.header("Content-Type") and answer.header(
            "Content-Disposition"
        ):
            self.files.append(answer.plain)
        for seen in (self.own[ask.who], self.pages_seen):
            seen.see(answer.header("Location"))
        if not (answer.is_page and answer.status in (200, 409, 422, 429)):
            return []
        page = Reader(answer.plain.decode(), ask.target)
        self.own[ask.who].learn(page)
        self.pages_seen.learn(page)
        for form in page.forms:
            for control in form.controls:
                if control.name == "csrfmiddlewaretoken":
                    self.csrf[ask.who] = control.value
        return page.forms

    # Faults

    def _note(self, description, ask, answer):
        trace = (
            "".join(traceback.format_exception(answer.failure)[-30:])
            if answer.failure
            else ""
        )
        kind = _kind(description, resolved(ask.path)[0], answer)
        self.faults.setdefault(kind, Fault(description, ask, trace))


def _bare(address):
    """A form without fields, for an address without a known form."""
    return Form(address, address, "POST", [Control("csrfmiddlewaretoken", "hidden")])


def _kind(description, name, answer):
    """The kind of a fault; each kind is reported once."""
    if answer.failure is not None:
        last = traceback.extract_tb(answer.failure.__traceback__)[-1]
        return f"{type(answer.failure).__name__} {last.filename}:{last.lineno}"
    return f"{name}: {' '.join(description.split()[:2])}"
