"""What must hold whatever was sent: told by the rows of the database, not by the code that is tested."""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection

from scores.matches.audit import disagreements
from scores.models import Match
from tests.tools.fuzz.asking import Answer, Ask
from tests.tools.fuzz.mutating import MARK
from tests.tools.fuzz.pages import resolved

WATCH, SCORE, OWN = 1, 2, 3
READING = re.compile(r"\s*(SELECT|SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT|SHOW|PRAGMA|EXPLAIN|SET)\b", re.I)
WRITING = re.compile(r'\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"(\w+)"', re.I)
OF_OWNERS = {"own_generation", "score_generation", "watch_generation", "archived_at", "deleted_at"}
SHOWN = (200, 201, 204, 206, 302, 303, 304)
DERIVED = ("rating", "records")  # worked out when somebody looks

Row = dict[str, Any]
Rows = dict[Any, Row]
"""By their primary key."""


class Books:
    """Every row of every table; those that a request wrote to are read again after it."""

    def __init__(self) -> None:
        models = list(apps.get_app_config("scores").get_models())
        self.tables = {model._meta.db_table: model._meta.model_name for model in models}
        self.keys = {model._meta.db_table: model._meta.pk.column for model in models}
        self.rows: dict[str, Rows] = {}
        self.written: set[str] = set()
        self.read()

    def read(self, tables: Iterable[str] | None = None) -> dict[str, Rows]:
        """The rows as they were until now; from now on they are those of the database."""
        before = dict(self.rows)
        for table in self.tables if tables is None else tables:
            with connection.cursor() as cursor:
                cursor.execute(f'SELECT * FROM "{table}"')
                columns = [column[0] for column in cursor.description]
                found = (dict(zip(columns, row, strict=True)) for row in cursor.fetchall())
                self.rows[self.tables[table]] = {row[self.keys[table]]: row for row in found}
        return before

    def listen(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """For connection.execute_wrapper: which tables are written to. What is neither known to read nor to
        write may have written to any."""
        found = WRITING.match(sql)
        if found and found[1] in self.tables:
            self.written.add(found[1])
        elif not found and not READING.match(sql):
            self.written.update(self.tables)
        return execute(sql, params, many, context)


class Rights:
    """What some phones together may do, by the grants in the books."""

    def __init__(self, rows: dict[str, Rows], phones: set[str]) -> None:
        self.rows = rows
        self.phones = {pk for pk, row in rows["phone"].items() if _hex(row["uid"]) in phones}
        self.grants = [row for row in rows["grant"].values() if row["phone_id"] in self.phones]
        merges = (row for row in rows["merge"].values() if row["undone_at"] is None)
        self.into = {row["emptied_id"]: row["kept_id"] for row in merges}

    def in_circle(self, pk: int | None) -> int:
        """In the circle, or in the one that it is part of."""
        circles = {pk}
        while (pk := self.into.get(pk)) is not None:
            circles.add(pk)
        return max((row["role"] for row in self.grants if row["circle_id"] in circles - {None}), default=0)

    def in_match(self, pk: int | None) -> int:
        match = self.rows["match"].get(pk)
        held = max(
            (row["role"] for row in self.grants if pk is not None and row["match_id"] == pk), default=0
        )
        return max(held, self.in_circle(match["circle_id"])) if match else held

    def near(self, pk: int | None) -> int:
        """In the circle or in any match of it."""
        matches = self.rows["match"]
        of_matches = [
            row["role"]
            for row in self.grants
            if row["match_id"] in matches and matches[row["match_id"]]["circle_id"] == pk
        ]
        return max([self.in_circle(pk), *of_matches])

    def sees(self, kind: str, text: str) -> bool:
        """Whether the mark stands in a row of which they may know."""
        table, column, circle = SEEN[kind]
        rows = [row for row in self.rows[table].values() if text in row[column]]
        if kind == "m":
            return any(self.in_match(row["id"]) for row in rows)
        return any(self.near(row[circle]) or self.near(self.into.get(row[circle])) for row in rows)


SEEN = {
    "m": ("match", "note", "circle_id"),
    "c": ("circle", "name", "id"),
    "p": ("player", "name", "circle_id"),
    "h": ("houserules", "name", "circle_id"),
}


@dataclass(frozen=True)
class Sent:
    """A request with its answer, and what it changed."""

    ask: Ask
    answer: Answer
    phones: set[str]  # that its cookies name
    before: dict[str, Rows]
    after: dict[str, Rows]
    written: set[str]

    @property
    def view(self) -> str:
        return resolved(self.ask.path)[0]

    @property
    def code(self) -> str:
        return resolved(self.ask.path)[1].get("code", "")

    @property
    def token(self) -> str:
        return resolved(self.ask.path)[1].get("token", "")


def faults(sent: Sent) -> Iterator[str]:
    """All that is wrong with an answer and with what was written, a line each."""
    yield from _broken(sent.answer)
    here, then = Rights(sent.before, sent.phones), Rights(sent.after, sent.phones)
    yield from _told_too_much(sent, here, then)
    yield from _written_too_much(sent, here, then)
    yield from _broken_logs(sent)


def _broken_logs(sent: Sent) -> Iterator[str]:
    """What `manage.py check_logs` would say of the matches that were written to."""
    written = {pk for change in _changes(sent) for pk in change.matches}
    for match in Match.objects.filter(pk__in=written).prefetch_related("entries", "results"):
        yield from (f"log broken: {match.code}: {told}" for told in disagreements(match))


def _broken(answer: Answer) -> Iterator[str]:
    if answer.status >= 500 or answer.status < 200:
        yield f"answered {answer.status}"
    elif answer.failure is not None:
        yield f"answered {answer.status}, and failed: {answer.failure!r}"
    for name, value in answer.headers:
        if not (value.isprintable() or "\t" in value) or not _is_latin(value):
            yield f"no header: {name}: {value!r}"


def _is_latin(text: str) -> bool:
    try:
        return text.encode("latin-1") is not None
    except UnicodeEncodeError:
        return False


# What may be read


def _told_too_much(sent: Sent, here: Rights, then: Rights) -> Iterator[str]:
    is_offered = sent.view == "link" and _is_token(sent)
    if is_offered:
        return
    for kind, mark in sorted({(mark[1], mark[0]) for mark in MARK.finditer(sent.answer.text)}):
        if not here.sees(kind, mark) and not then.sees(kind, mark):
            yield f"told {mark}"
    if sent.answer.status in SHOWN and _is_of_others(sent, here, then):
        yield f"answered {sent.answer.status} about {sent.code}, of which the phone may know nothing"


def _is_of_others(sent: Sent, here: Rights, then: Rights) -> bool:
    """Whether the address names a match or circle that is there, but not for these phones."""
    if sent.view == "link" or not _is_there(sent.before, sent.code):
        return False
    return not _may(here, sent.code) and not _may(then, sent.code)


def _is_there(rows: dict[str, Rows], code: str) -> bool:
    return any(row["code"] == code for table in ("match", "circle") for row in rows[table].values())


def _may(rights: Rights, code: str) -> bool:
    matches = [pk for pk, row in rights.rows["match"].items() if row["code"] == code]
    circles = [pk for pk, row in rights.rows["circle"].items() if row["code"] == code]
    return any(map(rights.in_match, matches)) or any(map(rights.in_circle, circles))


def _is_token(sent: Sent) -> bool:
    """Whether the address of a link holds the token of something that is there."""
    return sent.token in tokens(sent.before)


def tokens(rows: dict[str, Rows]) -> set[str]:
    """Of every link in force, worked out here once more."""
    return {
        token(kind, row["code"], role, row[f"{role.lower()}_generation"])
        for kind in ("circle", "match")
        for row in rows[kind].values()
        for role in ("OWN", "SCORE", "WATCH")
    }


def token(kind: str, code: str, role: str, generation: int) -> str:
    message = f"{kind}:{code}:{role}:{generation}".encode()
    digest = hmac.new(settings.LINK_KEY.encode(), message, "sha256").digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


# What may be written


def _written_too_much(sent: Sent, here: Rights, then: Rights) -> Iterator[str]:
    for one in _changes(sent):
        if not _is_allowed(one, sent, here, then):
            yield f"wrote {one.table} {one.pk}: {one.told}"


def _changes(sent: Sent) -> Iterator[Change]:
    """Every row that is new, gone or another."""
    for table in sorted(sent.written):
        before, after = sent.before[table], sent.after[table]
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
    def columns(self) -> set[str]:
        if self.before is None or self.after is None:
            return set()
        return {key for key, value in self.before.items() if self.after[key] != value}

    @property
    def versions(self) -> list[Row]:
        return [row for row in (self.before, self.after) if row is not None]

    @property
    def matches(self) -> set[int]:
        """Whose log or results may have changed by it."""
        key = {"match": "id", "entry": "match_id", "result": "match_id", "seat": "match_id"}.get(self.table)
        return {row[key] for row in self.versions} if key else set()

    @property
    def told(self) -> str:
        if self.before is None or self.after is None:
            return f"{'added' if self.after else 'removed'} {self.versions[0]}"
        return str({key: (self.before[key], self.after[key]) for key in self.columns})


def _is_allowed(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    if one.table == "phone" and one.columns == {"seen_on"}:
        return one.before is not None and one.before["id"] in here.phones
    if sent.ask.method != "POST" and one.table not in DERIVED:
        return False
    return ALLOWED[one.table](one, sent, here, then)


def _phone(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Its own name; and where an owner takes the name of a person away, those that say it."""
    if one.before is None:
        return True
    is_own = one.before["id"] in here.phones
    is_erased = sent.view == "person-erase" and one.after is not None and one.after["name"] == ""
    return one.columns <= {"name"} and one.after is not None and (is_own or is_erased)


def _grant(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Owners give and take; a link gives to who takes it; who makes something has it."""
    if sent.view == "link" and _is_token(sent):
        row = one.after
        new = sent.after["phone"].keys() - sent.before["phone"].keys()
        return row is not None and row["phone_id"] in here.phones | new
    return all(_owns(row, sent, here) for row in one.versions)


def _owns(row: Row, sent: Sent, here: Rights) -> bool:
    circle, match = row["circle_id"], row["match_id"]
    if circle is not None:
        return circle not in sent.before["circle"] or here.in_circle(circle) >= OWN
    return match not in sent.before["match"] or here.in_match(match) >= OWN


def _circle(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    return one.before is None or (one.after is not None and here.in_circle(one.before["id"]) >= OWN)


def _match(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    if one.before is None:
        return one.after is not None and _may_add(one.after["circle_id"], sent, here)
    if one.after is None:
        return False
    if "circle_id" in one.columns:
        return all(here.in_circle(row["circle_id"]) >= OWN for row in one.versions)
    least = OWN if one.columns & OF_OWNERS else SCORE
    return here.in_match(one.before["id"]) >= least


def _may_add(circle: int, sent: Sent, here: Rights) -> bool:
    """A match or a person: whoever may score there, or in a match of it, or has just made the circle."""
    return circle not in sent.before["circle"] or here.near(circle) >= SCORE


def _of_match(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    match = one.versions[0]["match_id"]
    return match not in sent.before["match"] or here.in_match(match) >= SCORE


def _entry(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Lines are only added, in the name of who sent them."""
    if one.before is not None or one.after is None:
        return False
    return one.after["by_id"] in here.phones | then.phones | {None} and _of_match(one, sent, here, then)


def _seat(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    if one.columns:
        circles = [sent.before["player"].get(row["player_id"], {}).get("circle_id") for row in one.versions]
        return all(here.in_circle(circle) >= OWN for circle in circles if circle is not None)
    return one.after is not None and _of_match(one, sent, here, then)


def _player(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    if one.before is None:
        return one.after is not None and _may_add(one.after["circle_id"], sent, here)
    return one.after is not None and all(here.in_circle(row["circle_id"]) >= OWN for row in one.versions)


def _rules(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    circles = [row["circle_id"] for row in one.versions]
    return all(circle not in sent.before["circle"] or here.in_circle(circle) >= SCORE for circle in circles)


def _merged(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    things = sent.before["player" if one.table == "playermerge" else "circle"]
    for row in one.versions:
        for pk in (row["kept_id"], row["emptied_id"]):
            thing = things.get(pk)
            circle = thing and (thing["circle_id"] if one.table == "playermerge" else pk)
            if circle is not None and here.in_circle(circle) < OWN:
                return False
    return True


def _derived(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Worked out when somebody looks, forgotten when somebody writes."""
    circle = one.versions[0]["circle_id"]
    least = WATCH if one.after is not None else SCORE
    return circle not in sent.before["circle"] or max(here.near(circle), then.near(circle)) >= least


def _kept_file(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Kept for who sent it. The oldest make room, whose they may be."""
    return one.after is None or one.after["phone_id"] in here.phones | then.phones | {None}


def _count(one: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Of what is sent everything may count."""
    return True


def _hex(uid: Any) -> str:
    return str(uid).replace("-", "")


ALLOWED = {
    "phone": _phone,
    "grant": _grant,
    "circle": _circle,
    "match": _match,
    "seat": _seat,
    "entry": _entry,
    "result": _of_match,
    "rating": _derived,
    "records": _derived,
    "houserules": _rules,
    "player": _player,
    "merge": _merged,
    "playermerge": _merged,
    "keptfile": _kept_file,
    "limitcount": _count,
}
