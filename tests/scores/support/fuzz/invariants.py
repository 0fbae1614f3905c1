"""The invariants that hold after any request, checked on database rows without code of the app."""

import hmac
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.conf import settings

from scores.management.commands.check_logs import disagreements
from scores.models import Match
from tests.scores.support.fuzz.mutating import MARK
from tests.scores.support.fuzz.pages import resolved
from tests.scores.support.fuzz.request import Answer, Ask

WATCH = 1
SCORE = 2
OWN = 3
READING = re.compile(
    r"\s*(SELECT|SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT|SHOW|PRAGMA|EXPLAIN|SET)\b",
    re.I,
)
WRITING = re.compile(
    r'\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"(\w+)"', re.I
)
OF_OWNERS = {
    "own_generation",
    "score_generation",
    "watch_generation",
    "archived_at",
    "deleted_at",
}
SHOWN = (200, 201, 204, 206, 302, 303, 304)
# computed when a page needs them
DERIVED = ("rating", "records", "rounddraft")

Row = dict[str, Any]
Rows = dict[Any, Row]
"""By their primary key."""


class Snapshot:
    """A copy of every row of every table; tables that a request wrote to are read again."""

    def __init__(self):
        self.tables = {
            model._meta.db_table: model
            for model in apps.get_app_config("scores").get_models()
        }
        self.rows = {}
        self.written = set()
        self.read()

    def read(self, tables=None):
        """Read the changed tables again; returns their old rows."""
        before = dict(self.rows)
        for table in self.tables if tables is None else tables:
            meta = self.tables[table]._meta
            found = self.tables[table]._base_manager.values()
            self.rows[meta.model_name] = {row[meta.pk.attname]: row for row in found}
        return before

    def listen(self, execute, sql, params, many, context):
        """For connection.execute_wrapper: collects the tables that are written to.

        An unknown statement may have written to any table.
        """
        found = WRITING.match(sql)
        if found and found[1] in self.tables:
            self.written.add(found[1])
        elif not found and not READING.match(sql):
            self.written.update(self.tables)
        return execute(sql, params, many, context)


class Rights:
    """The rights of some phones together, by the stored grants."""

    def __init__(self, rows, phones):
        self.rows = rows
        self.phones = {
            pk for pk, row in rows["phone"].items() if row["uid"].hex in phones
        }
        self.grants = [
            row for row in rows["grant"].values() if row["phone_id"] in self.phones
        ]
        merges = rows["merge"].values()
        self.into = {
            row["emptied_id"]: row["kept_id"]
            for row in merges
            if row["undone_at"] is None
        }

    def in_circle(self, pk):
        """The role in the circle, or in the circle that it was merged into."""
        circles = {pk}
        while (pk := self.into.get(pk)) is not None:
            circles.add(pk)
        return max(
            (
                row["role"]
                for row in self.grants
                if row["circle_id"] in circles - {None}
            ),
            default=0,
        )

    def in_match(self, pk):
        held = [
            row["role"]
            for row in self.grants
            if pk is not None and row["match_id"] == pk
        ]
        match = self.rows["match"].get(pk)
        return max([0, *held, self.in_circle(match["circle_id"]) if match else 0])

    def at_night(self, pk):
        """The role by a link of the night; who owns its circle organises it."""
        held = [
            row["role"]
            for row in self.rows["nightgrant"].values()
            if row["night_id"] == pk and row["phone_id"] in self.phones
        ]
        in_circle = self.in_circle(self.rows["night"][pk]["circle_id"])
        return max([0, *held, in_circle if in_circle == OWN else 0])

    def at_nights_of(self, circle):
        nights = self.rows["night"].items()
        held = [self.at_night(pk) for pk, row in nights if row["circle_id"] == circle]
        return max([0, *held])

    def at_table_of(self, match):
        """The role at the night at one of whose tables the match is played."""
        tables = {
            row["table_id"]
            for row in self.rows["sitting"].values()
            if row["match_id"] == match
        }
        return max([0, *(self.at_night(self._night_of(table)) for table in tables)])

    def has_card_of(self, table):
        held = self.rows["tablegrant"].values()
        return any(
            row["table_id"] == table and row["phone_id"] in self.phones for row in held
        )

    def _night_of(self, table):
        return self.rows["nighttable"][table]["night_id"]

    def near(self, pk):
        """The highest role in the circle or in any of its matches or nights."""
        here = {
            key for key, match in self.rows["match"].items() if match["circle_id"] == pk
        }
        return max(
            [
                self.in_circle(pk),
                self.at_nights_of(pk),
                *(row["role"] for row in self.grants if row["match_id"] in here),
            ]
        )

    def knows(self, code):
        """Whether these phones may see the match or circle with this code; None if there is none."""
        of = {"match": self.in_match, "circle": self.in_circle}
        found = [
            of[kind](pk)
            for kind in of
            for pk, row in self.rows[kind].items()
            if row["code"] == code
        ]
        return any(found) if found else None

    def sees(self, kind, text):
        """Whether the mark is in a row that these phones may see."""
        table, column, circle = SEEN[kind]
        rows = [row for row in self.rows[table].values() if text in row[column]]
        if kind == "m":
            return any(self.in_match(row["id"]) for row in rows)
        return any(
            self.near(row[circle]) or self.near(self.into.get(row[circle]))
            for row in rows
        )


SEEN = {
    "m": ("match", "note", "circle_id"),
    "c": ("circle", "name", "id"),
    "p": ("player", "name", "circle_id"),
    "h": ("houserules", "name", "circle_id"),
}


@dataclass(frozen=True)
class Sent:
    """A request with its response and the rows that it changed."""

    ask: Ask
    answer: Answer
    phones: set[str]  # the phones of its cookies
    before: dict[str, Rows]
    after: dict[str, Rows]
    written: set[str]

    @property
    def view(self):
        return resolved(self.ask.path)[0]

    def part(self, name):
        """A part of the address, such as the code of a match."""
        return resolved(self.ask.path)[1].get(name, "")


def faults(sent):
    """A line for each fault of a response and of the written rows."""
    yield from _broken(sent.answer)
    here = Rights(sent.before, sent.phones)
    then = Rights(sent.after, sent.phones)
    yield from _leaked(sent, here, then)
    yield from _written_too_much(sent, here, then)
    yield from _broken_logs(sent)


def _broken_logs(sent):
    """The faults that `manage.py check_logs` finds in the matches that were written to."""
    written = {pk for change in _changes(sent) for pk in change.matches}
    for match in Match.objects.filter(pk__in=written).prefetch_related(
        "entries", "results"
    ):
        yield from (
            f"log broken: {match.code}: {fault}" for fault in disagreements(match)
        )


def _broken(answer):
    if answer.status >= 500 or answer.status < 200:
        yield f"answered {answer.status}"
    elif answer.failure is not None:
        yield f"answered {answer.status}, and failed: {answer.failure!r}"
    for name, value in answer.headers:
        if not (value.isprintable() or "\t" in value) or any(
            letter > "\xff" for letter in value
        ):
            yield f"no header: {name}: {value!r}"


# Reading


def _leaked(sent, here, then):
    if sent.view.startswith("link") and _is_token(sent):
        return
    for kind, mark in sorted(
        {(mark[1], mark[0]) for mark in MARK.finditer(sent.answer.text)}
    ):
        if not here.sees(kind, mark) and not then.sees(kind, mark):
            yield f"told {mark}"
    code = sent.part("code")
    known = (here.knows(code), then.knows(code))
    if (
        sent.answer.status in SHOWN
        and not sent.view.startswith("link")
        and known[0] is not None
        and True not in known
    ):
        yield f"answered {sent.answer.status} about {code}, of which the phone may know nothing"


def _is_token(sent):
    """Whether the address has the token of a link in force, computed here independently."""
    named = [
        f"{kind}:{row['code']}:{role}:{row[f'{role.lower()}_generation']}".encode()
        for kind in ("circle", "match")
        for row in sent.before[kind].values()
        for role in ("OWN", "SCORE", "WATCH")
    ]
    digests = (
        hmac.new(settings.LINK_KEY.encode(), name, "sha256").digest() for name in named
    )
    tokens = {urlsafe_b64encode(digest[:16]).decode().rstrip("=") for digest in digests}
    return sent.part("token") in tokens


# Writing


def _written_too_much(sent, here, then):
    for change in _changes(sent):
        if not _is_allowed(change, sent, here, then):
            yield f"wrote {change.table} {change.pk}: {change.description}"


def _changes(sent):
    """Every row that was added, deleted or changed."""
    for table in sorted(sent.written):
        before = sent.before[table]
        after = sent.after[table]
        for pk in sorted(before.keys() | after.keys()):
            if before.get(pk) != after.get(pk):
                yield Change(table, pk, before.get(pk), after.get(pk))


@dataclass(frozen=True)
class Change:
    table: str
    pk: Any
    before: Row | None
    after: Row | None

    @property
    def columns(self):
        if self.before is None or self.after is None:
            return set()
        return {key for key, value in self.before.items() if self.after[key] != value}

    @property
    def versions(self):
        return [row for row in (self.before, self.after) if row is not None]

    @property
    def matches(self):
        """The matches whose log or results may have changed."""
        key = {
            "match": "id",
            "entry": "match_id",
            "result": "match_id",
            "seat": "match_id",
        }.get(self.table)
        return {row[key] for row in self.versions} if key else set()

    @property
    def description(self):
        if self.before is None or self.after is None:
            return f"{'added' if self.after else 'removed'} {self.versions[0]}"
        return str({key: (self.before[key], self.after[key]) for key in self.columns})


def _is_allowed(change, sent, here, then):
    """Whether the phones may change such a row where it belongs, or by the token of a link.

    Which address asks for which role is proven by tests/scores/test_urls.py.
    """
    if change.table in FREE:
        return True
    if change.table == "entry" and change.before is not None:
        return False
    is_read = sent.ask.method not in ("POST", "PUT")
    if is_read and change.table not in DERIVED and change.columns not in BY_READING:
        return False
    if sent.view in BY_TOKEN or (sent.view.startswith("link") and _is_token(sent)):
        return True
    new = sent.after["phone"].keys() - sent.before["phone"].keys()
    phones = here.phones | then.phones | new
    rights = (here, then) if change.table in DERIVED else (here,)
    least = LEAST.get(change.table, WATCH if is_read else SCORE)
    if change.columns & OF_OWNERS:
        least = OWN
    return all(
        _is_own(change, row, phones) or _has_role(change, row, least, sent, rights)
        for row in change.versions
    )


def _has_role(change, row, least, sent, rights):
    """Whether the phones have such a role at all that the row belongs to."""
    roles = [
        max(_role_at(kind, pk, sent, one) for one in rights)
        for kind, pk in _guards(change, row)
    ]
    return bool(roles) and min(roles) >= least


def _is_own(change, row, phones):
    """Whether the row is one of these phones, or theirs. A right is theirs to give up, not to take."""
    whose = row["id"] if change.table == "phone" else row.get("phone_id")
    is_right = change.table in ("grant", "placegrant")
    return whose in phones and (not is_right or change.after is None)


def _guards(change, row):
    """What decides who may change the row: itself, or what its columns name."""
    if change.table in GUARDS:
        yield change.table, row["id"]
    if change.columns and change.columns <= BY_TABLE:
        yield "match", row["match_id"]
        return
    for column in apps.get_model("scores", change.table)._meta.concrete_fields:
        kind = column.is_relation and column.related_model._meta.model_name
        if kind in GUARDS and row[column.attname] is not None:
            yield kind, row[column.attname]


def _role_at(kind, pk, sent, rights):
    """The role at a thing; OWN at what the request has made or removed."""
    row = sent.before[kind].get(pk)
    if row is None:
        return OWN
    if kind == "player":
        return rights.near(row["circle_id"])
    if kind == "nighttable":
        return max(rights.at_night(row["night_id"]), SCORE * rights.has_card_of(pk))
    if kind == "match":
        return max(rights.in_match(pk), rights.at_table_of(pk))
    return (
        rights.near(pk)
        if kind == "circle"
        else max(rights.at_night(pk), rights.in_circle(row["circle_id"]))
    )


GUARDS = ("circle", "match", "night", "nighttable", "player")
# What who scores the match says of its table at a night.
BY_TABLE = {"missing", "called_at", "coming_id"}
# Of files that nobody agreed to the oldest make room, whoever sent them.
FREE = ("keptfile", "limitcount", "rightsline")
BY_TOKEN = ("table-link", "recover", "recover-passkey", "person-erase")
# What may be written when a page is read: when a phone was seen, and how nearly a winner was beaten.
BY_READING = ({"seen_on"}, {"lowest_chance"})
# Of a row of any other table: SCORE.
LEAST = {
    **dict.fromkeys(("rating", "records", "typedcode"), WATCH),
    **dict.fromkeys(("circle", "grant", "merge", "playermerge"), OWN),
}
