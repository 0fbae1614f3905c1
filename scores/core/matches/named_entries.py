"""Mutations: entries as phones write them, by names that do not move, and back.

Before a phone has a signal again others may have written: an index in the log, or the number of a new seat,
is then another one. So a phone names an entry by its key, and a seat that somebody took later by "@" and the
key of the entry with which they joined. Seats of the start keep their numbers. Only here names become
indices: on the server for its log, in a phone for its own copy. Below: why one cannot be written, in
sentences.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from rules.errors import Illegal
from rules.events import Seat
from rules.match.corrections import Entry, Redone, Undone
from rules.match.log_json import load, payload_with_names
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import same_name
from scores.core.notation.shown_names import marked_name, unmarked_text
from scores.core.wording.log_lines import news_of
from scores.core.wording.refusals import phrase

JOINED = "@"  # before the key of the entry with which somebody joined

Payload = dict[str, Any]


class Misplaced(Exception):
    """What a mutation names is not there as it was.

    `why` is "gone" for an entry or a seat that is not in the log, "stale" for an undo or a redo that would
    move another entry, "renamed" for a seat with another name.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Mutation(NamedTuple):
    """One entry as a phone wrote it."""

    key: str  # the client key of the entry
    at: int  # milliseconds since 1970, by the clock of the phone
    kind: str
    payload: Payload
    names: dict[str, str]  # of every seat that the entry names, as it was shown
    # of an undo or a redo: the key of the entry that it moves
    target: str | None = None

    def dump(self) -> Payload:
        """The mutation as JSON has it."""
        target = {} if self.target is None else {"target": self.target}
        return {
            "key": self.key,
            "at": self.at,
            "entry": [self.kind, self.payload],
            "names": self.names,
            **target,
        }


def mutation_of(value: Payload) -> Mutation:
    """What `dump` gave. For a value that may be anything: `scores.table.push.reading`."""
    kind, payload = value["entry"]
    return Mutation(
        value["key"], value["at"], kind, payload, value["names"], value.get("target")
    )


def mutation_of_entry(
    sheet: Sheet,
    kind: str,
    payload: Payload,
    *,
    key: str,
    at: int = 0,
    joined_as: str = "",
) -> Mutation:
    """The mutation for the entry that follows on `sheet`. `joined_as` is the name of who joins, as typed."""
    if kind == "join":
        position = (
            {} if payload.get("position") is None else {"position": payload["position"]}
        )
        return Mutation(key, at, kind, {"name": joined_as, **position}, {})
    names: dict[str, str] = {}

    def name_of(seat: Any) -> Any:
        name = _name_of_seat(sheet, int(seat))
        names[name] = unmarked_text(sheet.names[int(seat)])
        return seat if name == str(seat) else name

    by_name = payload_with_names(payload, name_of)
    if kind == "amend":

        def key_of(index: int) -> str:
            return key if index == sheet.seq else sheet.rows[index].client_key

        changes = by_name["changes"]
        by_name["changes"] = [_moved(change, "at", "of", key_of) for change in changes]
    return Mutation(key, at, kind, by_name, names, _target(sheet, kind))


def entry_of_mutation(
    sheet: Sheet,
    mutation: Mutation,
    seat: Seat | None = None,
    *,
    is_compared: bool = False,
) -> Entry:
    """The mutation as the entry that follows on `sheet`; who joins takes `seat`.

    Raises Misplaced, and Malformed for what is no entry. An entry that is only to be compared with one that
    was written may name seats by the names that they had then.
    """
    payload = {**mutation.payload, "type": mutation.kind}
    if mutation.kind == "join":
        return load({**payload, "player": seat})
    if mutation.kind in ("undo", "redo"):
        _index_of(sheet, str(mutation.target))
        if mutation.target != _target(sheet, mutation.kind):
            raise Misplaced("stale")
    name_of_seat: dict[Seat, str] = {}

    def seat_of(name: Any) -> Seat:
        seat = seat_named(sheet, str(name))
        if name_of_seat.get(seat, str(name)) != str(name):
            # two names of one seat: the facts of one would be lost
            raise Misplaced("gone")
        name_of_seat[seat] = str(name)
        if not is_compared and not same_name(
            mutation.names.get(str(name), ""), sheet.names[seat]
        ):
            raise Misplaced("renamed")
        return seat

    by_seat = payload_with_names(payload, seat_of)
    if mutation.kind == "amend":
        by_seat["changes"] = [
            _moved(change, "of", "at", lambda key: _index_of(sheet, key, mutation.key))
            for change in by_seat["changes"]
        ]
    return load(by_seat)


# Seats


def _name_of_seat(sheet: Sheet, seat: Seat) -> str:
    for row in reversed(sheet.rows) if seat >= sheet.match.players_at_start else ():
        if row.kind == "join" and row.payload["player"] == seat:
            return f"{JOINED}{row.client_key}"
    return str(seat)


def seat_named(sheet: Sheet, name: str) -> Seat:
    """The seat with that name in a mutation. Raises Misplaced if there is none."""
    for row in sheet.rows if name.startswith(JOINED) else ():
        if row.kind == "join" and name == f"{JOINED}{row.client_key}":
            seat: Seat = row.payload["player"]
            return seat
    for seat in sheet.names:
        if name == str(seat):
            return seat
    raise Misplaced("gone")


# Entries


def _moved(
    change: Payload, old: str, new: str, other_name: Callable[[Any], Any]
) -> Payload:
    """The change of a correction with its entry by the other name, and under `new` instead of `old`."""
    rest = {name: value for name, value in change.items() if name != old}
    if isinstance(change[old], (int, str)):
        return {new: other_name(change[old]), **rest}
    amend, number = change[old]  # of the correction `amend`, which may be this one
    return {new: [other_name(amend), number], **rest}


def _index_of(sheet: Sheet, key: str, own: str = "") -> int:
    """`own` is the key of the entry that follows."""
    if key == own:
        return sheet.seq
    for index, row in enumerate(sheet.rows):
        if row.client_key == key:
            return index
    raise Misplaced("gone")


def _target(sheet: Sheet, kind: str) -> str | None:
    """The key of the entry that an undo or a redo would move now."""
    indices = {"undo": sheet.undo_target, "redo": sheet.redo_target}
    index = indices.get(kind)
    return None if index is None else sheet.rows[index].client_key


# all others are "illegal"
WHY = {
    "answer-pending": "asked",
    "log-full": "full",
    "table-full": "full",
}


def reasons(sheet: Sheet, mutation: Mutation, why: str) -> list[str]:
    """The sentences for `why` of `Misplaced`."""
    if why == "renamed":  # of each such seat; another may be gone besides
        sentence = _("Se apuntó para %(old)s, y en su sitio está ahora %(new)s.")
        sentences: list[str] = []
        for name, old in mutation.names.items():
            with suppress(Misplaced):
                new = sheet.names[seat_named(sheet, name)]
                if not same_name(old, new):
                    sentences.append(sentence % {"old": marked_name(old), "new": new})
        return sentences
    if why == "stale":
        return [
            no_longer_last(sheet, Undone() if mutation.kind == "undo" else Redone())
        ]
    return [_("Depende de un apunte que ya no está en la partida.")]


def why_refused(sheet: Sheet, refusal: Illegal) -> tuple[str, list[str]]:
    """Why the rules refuse it, in a word and in a sentence."""
    if refusal.code == "bad-rules":
        return "illegal", [labels.why_refused(refusal.details["knob"])]
    return WHY.get(refusal.code, "illegal"), [phrase(refusal, sheet.names)]


def no_longer_last(sheet: Sheet, entry: Entry) -> str:
    """What the undo or redo would move now."""
    if sheet.target_of(entry) is None:
        return _("No se ha hecho nada, porque ya no es lo último.")
    news_now = news_of([*sheet.log, entry], sheet.seq, sheet.names)
    return _(
        "No se ha hecho nada, porque ya no es lo último. Ahora sería: %(sentence)s"
    ) % {"sentence": news_now}
