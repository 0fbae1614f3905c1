"""The invariants that hold after any request, checked on database rows without code of the app."""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.conf import settings

from scores.management.commands.check_logs import disagreements
from scores.models import Match
from tests.tools.fuzz.mutating import MARK
from tests.tools.fuzz.pages import resolved
from tests.tools.fuzz.request import Answer, Ask

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
DERIVED = ("rating", "records")  # computed when a page needs them

Row = dict[str, Any]
Rows = dict[Any, Row]
"""By their primary key."""


class Snapshot:
    """A copy of every row of every table; tables that a request wrote to are read again."""

    def __init__(self) -> None:
        self.tables = {
            model._meta.db_table: model
            for model in apps.get_app_config("scores").get_models()
        }
        self.rows: dict[str, Rows] = {}
        self.written: set[str] = set()
        self.read()

    def read(self, tables: Iterable[str] | None = None) -> dict[str, Rows]:
        """Read the changed tables again; returns their old rows."""
        before = dict(self.rows)
        for table in self.tables if tables is None else tables:
            meta = self.tables[table]._meta
            found = self.tables[table]._base_manager.values()
            self.rows[meta.model_name] = {row[meta.pk.attname]: row for row in found}
        return before

    def listen(
        self, execute: Any, sql: str, params: Any, many: bool, context: Any
    ) -> Any:
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

    def __init__(self, rows: dict[str, Rows], phones: set[str]) -> None:
        self.rows = rows
        self.phones = {
            pk for pk, row in rows["phone"].items() if _hex(row["uid"]) in phones
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

    def in_circle(self, pk: int | None) -> int:
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

    def in_match(self, pk: int | None) -> int:
        held = [
            row["role"]
            for row in self.grants
            if pk is not None and row["match_id"] == pk
        ]
        match = self.rows["match"].get(pk)
        return max([0, *held, self.in_circle(match["circle_id"]) if match else 0])

    def at_night(self, pk: int) -> int:
        """The role by a link of the night; who owns its circle organises it."""
        held = [
            row["role"]
            for row in self.rows["nightgrant"].values()
            if row["night_id"] == pk and row["phone_id"] in self.phones
        ]
        in_circle = self.in_circle(self.rows["night"][pk]["circle_id"])
        return max([0, *held, in_circle if in_circle == OWN else 0])

    def at_nights_of(self, circle: int | None) -> int:
        nights = self.rows["night"].items()
        held = [self.at_night(pk) for pk, row in nights if row["circle_id"] == circle]
        return max([0, *held])

    def at_table_of(self, match: int | None) -> int:
        """The role at the night at one of whose tables the match is played."""
        places = {
            row["place_id"]
            for row in self.rows["sitting"].values()
            if row["match_id"] == match
        }
        return max([0, *(self.at_night(self._night_of(place)) for place in places)])

    def _night_of(self, place: int) -> int:
        return self.rows["place"][place]["night_id"]

    def near(self, pk: int | None) -> int:
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

    def knows(self, code: str) -> bool | None:
        """Whether these phones may see the match or circle with this code; None if there is none."""
        of = {"match": self.in_match, "circle": self.in_circle}
        found = [
            of[kind](pk)
            for kind in of
            for pk, row in self.rows[kind].items()
            if row["code"] == code
        ]
        return any(found) if found else None

    def sees(self, kind: str, text: str) -> bool:
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
    def view(self) -> str:
        return resolved(self.ask.path)[0]

    def part(self, name: str) -> str:
        """A part of the address, such as the code of a match."""
        return resolved(self.ask.path)[1].get(name, "")


def faults(sent: Sent) -> Iterator[str]:
    """A line for each fault of a response and of the written rows."""
    yield from _broken(sent.answer)
    here = Rights(sent.before, sent.phones)
    then = Rights(sent.after, sent.phones)
    yield from _leaked(sent, here, then)
    yield from _written_too_much(sent, here, then)
    yield from _broken_logs(sent)


def _broken_logs(sent: Sent) -> Iterator[str]:
    """The faults that `manage.py check_logs` finds in the matches that were written to."""
    written = {pk for change in _changes(sent) for pk in change.matches}
    for match in Match.objects.filter(pk__in=written).prefetch_related(
        "entries", "results"
    ):
        yield from (
            f"log broken: {match.code}: {fault}" for fault in disagreements(match)
        )


def _broken(answer: Answer) -> Iterator[str]:
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


def _leaked(sent: Sent, here: Rights, then: Rights) -> Iterator[str]:
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


def _is_token(sent: Sent) -> bool:
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


def _written_too_much(sent: Sent, here: Rights, then: Rights) -> Iterator[str]:
    for change in _changes(sent):
        if not _is_allowed(change, sent, here, then):
            yield f"wrote {change.table} {change.pk}: {change.description}"


def _changes(sent: Sent) -> Iterator[Change]:
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
    def columns(self) -> set[str]:
        if self.before is None or self.after is None:
            return set()
        return {key for key, value in self.before.items() if self.after[key] != value}

    @property
    def versions(self) -> list[Row]:
        return [row for row in (self.before, self.after) if row is not None]

    @property
    def matches(self) -> set[int]:
        """The matches whose log or results may have changed."""
        key = {
            "match": "id",
            "entry": "match_id",
            "result": "match_id",
            "seat": "match_id",
        }.get(self.table)
        return {row[key] for row in self.versions} if key else set()

    @property
    def description(self) -> str:
        if self.before is None or self.after is None:
            return f"{'added' if self.after else 'removed'} {self.versions[0]}"
        return str({key: (self.before[key], self.after[key]) for key in self.columns})


def _is_allowed(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    if change.table == "phone" and change.columns == {"seen_on"}:
        return change.before is not None and change.before["id"] in here.phones
    if change.table == "result" and change.columns == {"lowest_chance"}:
        return _comeback(change, here)
    if sent.ask.method not in ("POST", "PUT") and change.table not in DERIVED:
        return False
    return ALLOWED[change.table](change, sent, here, then)


def _phone(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """A phone may change its own name, and get another uid where it forgets itself; erasing a name may change
    phones with that name."""
    if change.before is None:
        return True
    is_own = change.before["id"] in here.phones
    is_erased = (
        sent.view == "person-erase"
        and change.after is not None
        and change.after["name"] == ""
    )
    columns = {"name", "uid"} if sent.view == "forget" else {"name"}
    return (
        change.columns <= columns and change.after is not None and (is_own or is_erased)
    )


def _grant(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Owners add and remove grants, a link adds one to the phone that accepts it, and creators get one."""
    if sent.view == "link" and _is_token(sent):
        row = change.after
        new = sent.after["phone"].keys() - sent.before["phone"].keys()
        return row is not None and row["phone_id"] in here.phones | new
    if sent.view == "forget":
        return (
            change.after is None
            and change.before is not None
            and change.before["phone_id"] in here.phones
        )
    return all(
        _may(OWN, row["circle_id"], row["match_id"], sent, here)
        for row in change.versions
    )


def _may(
    least: int, circle: int | None, match: int | None, sent: Sent, here: Rights
) -> bool:
    """Whether the phones have that role in the circle, or in the match; with what is new they may do all."""
    if circle is not None:
        return circle not in sent.before["circle"] or here.in_circle(circle) >= least
    is_new = match not in sent.before["match"]
    return is_new or max(here.in_match(match), here.at_table_of(match)) >= least


def _circle(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    return change.before is None or (
        change.after is not None and here.in_circle(change.before["id"]) >= OWN
    )


def _match(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    if change.before is None:
        return change.after is not None and _may_add(
            change.after["circle_id"], sent, here
        )
    if change.after is None:
        return False
    if "circle_id" in change.columns:
        return all(here.in_circle(row["circle_id"]) >= OWN for row in change.versions)
    least = OWN if change.columns & OF_OWNERS else SCORE
    return _may(least, None, change.before["id"], sent, here)


def _may_add(circle: int, sent: Sent, here: Rights) -> bool:
    """Whether matches and players may be added: by phones that may score there or created the circle."""
    return circle not in sent.before["circle"] or here.near(circle) >= SCORE


def _of_match(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    return _may(SCORE, None, change.versions[0]["match_id"], sent, here)


def _comeback(change: Change, here: Rights) -> bool:
    """How nearly a winner was beaten is stored by whoever first reads how it went."""
    row = change.before
    return (
        row is not None
        and row["lowest_chance"] is None
        and here.in_match(row["match_id"]) >= WATCH
    )


def _entry(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Entries are only added, with the phone that sent them."""
    if change.before is not None or change.after is None:
        return False
    return change.after["by_id"] in here.phones | then.phones | {None} and _of_match(
        change, sent, here, then
    )


def _seat(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    if change.columns:
        circles = {_circle_of_player(row, sent) for row in change.versions} - {None}
        return all(here.in_circle(circle) >= OWN for circle in circles)
    return change.after is not None and _of_match(change, sent, here, then)


def _circle_of_player(row: Row, sent: Sent) -> int | None:
    return sent.before["player"].get(row["player_id"], {}).get("circle_id")


def _player(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Owners change players, also those of a night; whoever may keep score gives them faces."""
    if change.before is None:
        return change.after is not None and _may_add(
            change.after["circle_id"], sent, here
        )
    is_face = change.columns <= {"emoji", "chosen_colour"}
    least = SCORE if is_face and sent.view == "person-face" else OWN
    return change.after is not None and all(
        max(here.in_circle(row["circle_id"]), here.at_nights_of(row["circle_id"]))
        >= least
        for row in change.versions
    )


def _rules(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    return all(
        _may(SCORE, row["circle_id"], None, sent, here) for row in change.versions
    )


def _merged(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    things = sent.before["player" if change.table == "playermerge" else "circle"]
    for row in change.versions:
        for pk in (row["kept_id"], row["emptied_id"]):
            thing = things.get(pk)
            circle = thing and (
                thing["circle_id"] if change.table == "playermerge" else pk
            )
            if circle is not None and here.in_circle(circle) < OWN:
                return False
    return True


def _derived(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Derived rows are added by reads and deleted by writes."""
    circle = change.versions[0]["circle_id"]
    least = WATCH if change.after is not None else SCORE
    return (
        circle not in sent.before["circle"]
        or max(here.near(circle), then.near(circle)) >= least
    )


def _kept_file(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """A staged file belongs to its sender. The oldest files of any phone may be deleted."""
    return change.after is None or change.after[
        "phone_id"
    ] in here.phones | then.phones | {None}


def _claim(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """A phone claims and takes back for itself; an owner takes back for others, and merges persons."""
    said = {(row["phone_id"], row["at"]) for row in sent.before["claim"].values()}
    new = (
        sent.after["phone"].keys() - sent.before["phone"].keys()
    )  # a stranger who takes a link and claims a player
    for row in change.versions:
        is_own = row["phone_id"] in here.phones | then.phones | new
        is_copied = (
            row["phone_id"],
            row["at"],
        ) in said  # to the person into whom the claimed one was merged
        is_owners = change.after is None or is_copied
        if not is_own and not (is_owners and _owns_player(row, sent, here)):
            return False
    return True


def _owns_player(row: Row, sent: Sent, here: Rights) -> bool:
    """Whether the phone owns the circle of the player, or a match in which the player sits."""
    seats = [
        seat
        for seat in sent.before["seat"].values()
        if seat["player_id"] == row["player_id"]
    ]
    held = [here.in_match(seat["match_id"]) for seat in seats]
    return max([here.in_circle(_circle_of_player(row, sent)), *held]) >= OWN


def _hex(uid: Any) -> str:
    return str(uid).replace("-", "")


def _of_phone(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """The ways back of a phone are its own; who uses one is the only other that changes it."""
    return sent.view in RECOVERS or _is_own(change, here, then)


def _is_own(change: Change, here: Rights, then: Rights) -> bool:
    return all(row["phone_id"] in here.phones | then.phones for row in change.versions)


def _of_night(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """Who owns the circle organises its nights, others by a link; a card gives its table to the phone that
    scans it, and who sends a phone away from a match takes its table."""
    if change.table == "placegrant" and sent.view in ("place-link", *RECOVERS):
        return change.before is None
    if change.table == "placegrant" and sent.view == "forget":
        return change.after is None and _is_own(change, here, then)
    if change.table in ("place", "placegrant") and sent.view in (
        "match-phone",
        "match-revoke",
    ):
        match = next(
            pk
            for pk, row in sent.before["match"].items()
            if row["code"] == sent.part("code")
        )
        return here.in_match(match) >= OWN
    nights = {**sent.before["night"], **sent.after["night"]}
    places = {**sent.before["place"], **sent.after["place"]}
    for row in change.versions:
        place = places.get(row.get("place_id"), row)
        night = row if change.table == "night" else nights[place["night_id"]]
        if _at_night(night, sent, here) < _least_at_night(change):
            return False
    return True


def _at_night(night: Row, sent: Sent, here: Rights) -> int:
    is_new = night["id"] not in sent.before["night"]
    in_circle = here.in_circle(night["circle_id"])
    return in_circle if is_new else max(in_circle, here.at_night(night["id"]))


def _least_at_night(change: Change) -> int:
    """Who helps writes to the log, sets the clock and answers calls."""
    if change.table == "nightentry":
        return SCORE
    columns = {
        "night": {"version", "clock_ends_at"},
        "sitting": {"called_at", "coming", "missing"},
    }.get(change.table, set())
    return SCORE if change.columns and change.columns <= columns else OWN


def _watching(change: Change, sent: Sent, here: Rights, then: Rights) -> bool:
    """A phone takes the link, or says who it is; who organises takes the right from all."""
    return _of_phone(change, sent, here, then) or _of_night(change, sent, here, then)


RECOVERS = ("recover", "recover-passkey")
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
    "playerphoto": _seat,
    "merge": _merged,
    "playermerge": _merged,
    "keptfile": _kept_file,
    "claim": _claim,
    "typedcode": lambda change, sent, here, then: all(  # by who has what its link gives
        here.in_match(row["match_id"]) >= row["role"] for row in change.versions
    ),
    "paperkey": _of_phone,
    "passkey": _of_phone,
    **dict.fromkeys(
        ("night", "nightentry", "place", "sitting", "placegrant"), _of_night
    ),
    "nightgrant": _watching,
    "rightsline": lambda change, sent, here, then: change.before is None,
    "limitcount": lambda change, sent, here, then: True,
}
