"""The server of the runs: the real views on a database in memory, asked by phones with their own cookies."""

import json
import traceback
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from unittest import mock
from uuid import UUID

from django.conf import settings
from django.core import signals
from django.core.cache import cache
from django.db import close_old_connections, transaction
from django.db.models import F
from django.test import Client, override_settings
from django.test.client import ClientHandler
from django.urls import reverse
from limits import parse

from rules.presets import RULESETS
from scores.core.access import grants, share_links
from scores.core.match_facts import MatchFacts
from scores.core.matches import replay_cache
from scores.core.matches.scoresheet import Sheet
from scores.models import Circle, Entry, Match, Phone, Player, Role
from scores.table.board import html_cache
from scores.table.new_match import setup
from scores.table.offline import without_signal
from scores.table.push import views as push
from tests.scores.support.fuzz.world import COOKIE, same_dice, signed
from tests.scores.support.random_acts import random_act
from tests.support.servers import PLAIN
from tests.tools.simulate import judging

FEW = 0.2  # of the runs have a low limit, and as many a server that cuts each batch
MANY = 1_000_000  # entries of a phone
LIFTED = {kind: parse(f"{MANY}/second") for kind in settings.LIMITS}
LONGEST = 60  # seconds for a batch, however busy this machine is
EVENING = {
    "limit": 60,
    "rebuy_choice": "ask",
}  # of games that have buy-backs: questions within a few hands


class Table:
    """One run at a time: `do` with an operation, which is a method here or a function of judging.py, and its
    payload. Nothing of a run is left in the database.
    """

    def __init__(self):
        self.now = 0
        self.version = 0
        self.phones: list[Phone] = []
        self.clients: list[Client] = []
        # its middleware is built once
        self.handler = ClientHandler(enforce_csrf_checks=True)

    def do(self, asked):
        self.now = asked.get("now", self.now)
        owner = self if hasattr(self, asked["do"]) else judging
        return getattr(owner, asked["do"])(asked)

    @contextmanager
    def run(self, seed):
        """All that follows until its end is one transaction that is rolled back."""
        self.restart({})
        whole = transaction.atomic()
        # transactions that must be the outermost may be inside this one
        whole._from_testcase = True
        with same_dice(seed), whole:
            yield
            transaction.set_rollback(True)

    def set_table(self, asked):
        """A match of one of the games, which each phone may score. The first phone owns it.

        In some runs a phone may write few entries in an hour, or the server takes too long for more than one.
        """
        dice = Random(asked["seed"])
        self.now = asked["now"]
        self.version = 0
        settings.LIMITS["writes"] = parse(
            f"{dice.randint(3, 9) if dice.random() < FEW else MANY}/hour"
        )
        push.LONGEST = 0 if dice.random() < FEW else LONGEST
        ruleset = RULESETS[dice.choice([*RULESETS])]
        if (
            "rebuy_choice" in ruleset.dump()
            and ruleset.rebuys != 0
            and dice.random() < 0.6
        ):
            ruleset = ruleset.with_options(EVENING)
        low, high = ruleset.players
        names = judging.NAMES[: dice.randint(max(low, 2), min(high, 4))]
        self.phones = [
            Phone.objects.create(name=f"De {index}") for index in range(asked["phones"])
        ]
        circle = Circle.objects.create(name="Jueves")
        match = setup.start_match(
            circle, UUID(int=dice.getrandbits(128)), MatchFacts(ruleset), names
        )
        for index, phone in enumerate(self.phones):
            grants.grant(
                phone, match if index > 1 else circle, Role.SCORE if index else Role.OWN
            )
        self.clients = [self._client(phone) for phone in self.phones]
        return {"code": match.code, "game": ruleset.key, "version": "v0"}

    def _client(self, phone):
        client = Client()
        client.handler = self.handler
        client.cookies[COOKIE] = signed(phone.uid.hex)
        return client

    def http(self, asked):
        client = self.clients[asked["phone"]]
        body = asked["body"] or ""
        try:
            answer = client.generic(
                asked["method"], asked["url"], body, headers=asked["headers"]
            )
        except Exception:
            return {
                "status": 500,
                "headers": {},
                "body": "",
                "error": traceback.format_exc(),
            }
        return {
            "status": answer.status_code,
            "headers": dict(answer.headers),
            "body": answer.content.decode() if answer.content else "",
        }

    def plain(self, asked):
        """What a phone without the engine posts as a form."""
        match = Match.objects.filter(code=asked["code"]).first()
        if match is None:
            return {"told": "no match", "key": ""}
        client = self.clients[asked["phone"]]
        sheet = Sheet(match)
        action, fields, more = random_act(Random(asked["dice"]), sheet)
        if settings.CSRF_COOKIE_NAME not in client.cookies:
            client.get(reverse("match", args=[match.code]))
        token = client.cookies[settings.CSRF_COOKIE_NAME].value
        names = {
            "score-hand": [],
            "undo": [],
            "redo": [],
            "answer": [more.get("seat"), more.get("choice")],
        }
        address = reverse(action, args=[match.code, *names[action]])
        answer = client.post(address, {**fields, "csrfmiddlewaretoken": token})
        return {"told": f"{action} {answer.status_code}", "key": fields["client_key"]}

    def rename(self, asked):
        dice = Random(asked["dice"])
        match = Match.objects.filter(code=asked["code"]).first()
        if match is None:
            return "no match"
        player = dice.choice([seat.player for seat in match.read_seats()])
        fresh = dice.choice(("Anabel", "Lucho", "Evita", "Doris"))
        Player.objects.filter(pk=player.pk).update(name=fresh)
        Match.objects.update(version=F("version") + 1)
        return f"{player.name} is {fresh}"

    def restart(self, _asked):
        for cached in (cache, replay_cache.cache, html_cache.cache):
            cached.clear()

    def log(self, asked):
        """What is stored in the end."""
        match = Match.objects.filter(code=asked["code"]).first()
        if match is None:
            return {"entries": None}
        sheet = Sheet(match)
        return {
            "entries": [[row.kind, row.payload, row.client_key] for row in sheet.rows],
            "start": match.players_at_start,
            "prefixes": self._totals_after(sheet, asked["prefixes"]),
        }

    def _totals_after(self, sheet, prefixes):
        """By the length of the log the totals after it, where an entry of that key is the last."""
        keys = [row.client_key for row in sheet.rows]
        ends = [seq for key, seq in prefixes if seq < len(keys) and keys[seq] == key]
        return {seq + 1: judging.totals_of(sheet.until(seq + 1)) for seq in ends}

    def upgrade(self, _asked):
        self.version += 1
        return f"v{self.version}"


@contextmanager
def prepared(table):
    """The settings of all runs; the clock of the server is that of the scheduler."""

    def now():
        return datetime.fromtimestamp(table.now / 1000, UTC)

    signals.request_started.disconnect(close_old_connections)
    signals.request_finished.disconnect(close_old_connections)

    def version():
        return f"v{table.version}"

    changed = override_settings(
        LIMITS=LIFTED, STORAGES={**settings.STORAGES, "staticfiles": PLAIN}
    )
    with (
        mock.patch.object(push, "LONGEST", LONGEST),
        mock.patch.object(
            share_links, "_qr", "<svg>{}</svg>".format
        ),  # a tenth of the time
        mock.patch("django.utils.timezone.now", now),
        mock.patch.object(Entry._meta.get_field("at"), "_get_default", now),
        mock.patch.object(without_signal, "version", version),
        changed,
    ):
        yield


def answers(table, lines, say):
    """Answer questions, a line each; yield reports. A run is between `begin` and `end`."""
    for text in lines:
        asked = json.loads(text)
        if asked["do"] == "report":
            yield asked
        elif asked["do"] == "begin":
            with table.run(asked["seed"]):
                say(json.dumps(table.set_table(asked)))
                yield from answers(table, lines, say)
            say("null")
        elif asked["do"] == "end":
            return
        else:
            say(json.dumps(_done(table, asked)))


def _done(table, asked):
    try:
        return table.do(asked)
    except Exception:  # of the engine: the run has failed
        return {"crashed": traceback.format_exc()}
