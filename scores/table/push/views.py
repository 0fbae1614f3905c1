"""The two addresses of the door: a batch of mutations, and a match that was made on a phone.

Mutations are written one after another, as long as each follows on what its user has seen. Two phones often
type the same hand, so nothing is merged: the first mutation that others have overtaken stops the batch, and
its phone asks.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.errors import Illegal, Malformed
from rules.match.corrections import Entry
from scores.circle.circles import people
from scores.core import database, error_pages, metrics, versions
from scores.core.access import phone_cookie, rate_limits, rights
from scores.core.matches import log
from scores.core.matches.named_entries import (
    Misplaced,
    Mutation,
    entry_of_mutation,
    reasons,
    why_refused,
)
from scores.core.matches.scoresheet import KeyReused, Sheet, Stale, kind_and_payload
from scores.core.notation.names import same_name
from scores.core.notation.shown_names import in_text
from scores.core.wording.log_lines import NEWS, news_of
from scores.models import Circle, LogRow, Match, Phone, Role
from scores.table.board.context import totals
from scores.table.board.document import facts_of_seats, item
from scores.table.new_match import page, setup
from scores.table.new_match.circles import StoredCircles
from scores.table.push import reading
from scores.table.push.reading import Push, Start, moment_of

LONGEST = 0.15  # seconds of processor; a batch that takes longer ends, and the phone sends the rest again


@dataclass
class Stop(Exception):
    """Why a mutation was not written.

    `why`: "same" (another phone wrote the same) or "stale" (others wrote something else), with these entries
    as `since`; with `reasons` "gone", "renamed" and "stale", as `Misplaced` has them, "illegal", "asked"
    (first the question of buying back in) and "full"; "limit" (this phone writes too often).
    """

    why: str
    reasons: Sequence[str] = ()
    since: Sequence[LogRow] = ()


class Batch:
    """The mutations of one push, and what became of them."""

    def __init__(self, sheet: Sheet, push: Push, phone: Phone, left: int) -> None:
        """`left`: how many new entries the phone may write."""
        self.sheet = sheet
        self.phone = phone
        self.left = left
        self.mutations = push.mutations
        last = _row(sheet, push.seen)
        # The index in the log behind what the user has seen; None if that is not there.
        self.seen = 0 if not push.seen else last.seq + 1 if last else None
        self.written: list[tuple[str, int]] = []  # keys and indices in the log
        self.new = 0  # how many of them were not in the log before
        self.stopped: tuple[Mutation, Stop] | None = None

    def write(self) -> None:
        """Write what can be written. The same push again writes nothing and has the same answer."""
        until = time.thread_time() + LONGEST
        for mutation in self.mutations:
            try:
                self.written.append((mutation.key, self._index_of(mutation)))
            except Stop as stop:
                self.stopped = mutation, stop
                break
            if time.thread_time() > until:
                break
        if self.stopped or self.new < len(self.written):
            database.make_certain()  # because of what it reads here the phone forgets its own lines

    def _index_of(self, mutation: Mutation) -> int:
        """The index of the mutation in the log, in which it is then. Raises Stop."""
        row = _row(self.sheet, mutation.key)
        if row and not _is_same_entry(self.sheet, row, mutation):
            raise Stop("stale", since=[row])
        if row:
            return row.seq
        self._verify_seen(mutation)
        try:
            self.sheet = self._append_entry(mutation)
        except (Stale, KeyReused):  # others wrote since the log was read
            self.sheet = self.sheet.read_again()
            return self._index_of(mutation)
        self.new += 1
        return next(
            row.seq for row in self.sheet.rows if row.client_key == mutation.key
        )

    def _verify_seen(self, mutation: Mutation) -> None:
        """Raise Stop if the log has entries of others behind the last one that the user has seen."""
        index = self.written[-1][1] + 1 if self.written else self.seen
        ours = {mutation.key for mutation in self.mutations}
        since = [
            row for row in self.sheet.rows[index or 0 :] if row.client_key not in ours
        ]
        if (
            index is not None
            and len(since) == 1
            and _is_same_entry(self.sheet, since[0], mutation, is_by_other=True)
        ):
            raise Stop("same", since=since)
        if index is None or since:
            raise Stop("stale", since=since)

    def _append_entry(self, mutation: Mutation) -> Sheet:
        if self.new == self.left:
            raise Stop("limit")
        try:
            if mutation.kind == "join":
                return self._join_seat(mutation)
            return self._append(
                self.sheet, entry_of_mutation(self.sheet, mutation), mutation
            )
        except Misplaced as misplaced:
            metrics.refused.labels(misplaced.why).inc()
            raise Stop(
                misplaced.why, reasons(self.sheet, mutation, misplaced.why)
            ) from misplaced
        except Illegal as refusal:
            metrics.refused.labels(refusal.code).inc()
            raise Stop(*why_refused(self.sheet, refusal)) from refusal

    @transaction.atomic
    def _join_seat(self, mutation: Mutation) -> Sheet:
        """The sheet after somebody joined. A joining that is refused leaves no seat."""
        locked = Sheet(people.locked_match(self.sheet.match))
        seat = people.seat_for(locked, mutation.payload["name"]).position
        return self._append(
            self.sheet.read_again(),
            entry_of_mutation(self.sheet, mutation, seat),
            mutation,
        )

    def _append(self, sheet: Sheet, entry: Entry, mutation: Mutation) -> Sheet:
        """Raises Stale if `sheet` is longer than the one by which the mutation was judged."""
        return log.append(
            sheet,
            entry,
            seq=self.sheet.seq,
            client_key=mutation.key,
            phone=self.phone,
            happened_at=moment_of(mutation.at),
        )


def _row(sheet: Sheet, key: str) -> LogRow | None:
    return next((row for row in sheet.rows if row.client_key == key), None)


def _is_same_entry(
    sheet: Sheet, row: LogRow, mutation: Mutation, is_by_other: bool = False
) -> bool:
    """Whether the row says the same; of a joining not the name, unless another wrote the row."""
    if row.kind != mutation.kind:
        return False
    try:
        entry = entry_of_mutation(
            sheet.until(row.seq), mutation, row.payload.get("player"), is_compared=True
        )
    except Misplaced:
        return False
    if kind_and_payload(entry) != (row.kind, row.payload):
        return False
    is_other = is_by_other and row.kind == "join"
    return not is_other or same_name(
        sheet.names[row.payload["player"]], mutation.payload["name"]
    )


# The answer


def answer(batch: Batch, role: Role) -> dict[str, Any]:
    sheet = batch.sheet
    stopped = None
    if batch.stopped:
        mutation, stop = batch.stopped
        stopped = {
            "key": mutation.key,
            "why": stop.why,
            "reasons": [in_text(reason) for reason in stop.reasons],
            "since": _since(sheet, stop.since[-NEWS:]),
        }
    return {
        "written": batch.written,
        "stopped": stopped,
        "entries": [item(row) for row in sheet.rows[batch.seen or 0 :]],
        "version": sheet.match.version,
        "seen": versions.board_etag(sheet.match.version, role),
        **facts_of_seats(sheet.seats),
        "totals": totals(sheet),
    }


def _since(sheet: Sheet, rows: Sequence[LogRow]) -> list[dict[str, object]]:
    """What others wrote, in sentences. `by`: the player that the holder of that phone claims to be."""
    seats = (
        people.seats_by_phone(sheet.match, [row.by_id for row in rows]) if rows else {}
    )
    return [
        {
            "key": row.client_key,
            "kind": row.kind,
            "told": in_text(news_of(sheet.log, row.seq, sheet.names)),
            "by": in_text(sheet.names.get(seats.get(row.by_id or 0, -1), "")),
        }
        for row in rows
    ]


# The addresses

View = Callable[[HttpRequest, str], HttpResponse]


def _refused_if_unreadable(view: View) -> View:
    """Answers for a body that the view cannot read. Then nothing was written."""

    @wraps(view)
    def answering(request: HttpRequest, code: str) -> HttpResponse:
        try:
            return view(request, code)
        except reading.TooMany:
            text = _("Son demasiados apuntes de una vez: como mucho %(most)s.")
            return error_pages.json_refusal(
                413, [text % {"most": reading.MOST_MUTATIONS}]
            )
        except reading.TooLarge:
            return error_pages.too_big(request)
        except Malformed:
            return error_pages.json_refusal(
                400, [_("Lo que ha llegado no se entiende. Recarga la página.")]
            )

    return answering


def _body(request: HttpRequest) -> bytes:
    if request.content_type != error_pages.JSON:
        raise Malformed("a form, which was read already")
    return request.body


@require_POST
@_refused_if_unreadable
def push(request: HttpRequest, code: str) -> HttpResponse:
    """Write a batch of mutations, and answer what the document of the phone lacks."""
    visit = rights.visit_to_score(request, code)
    asked = reading.push_of(_body(request))
    batch = Batch(
        visit.sheet,
        asked,
        phone_cookie.phone_that_writes(request),
        rate_limits.limits_of(request).entries_left,
    )
    batch.write()
    rate_limits.limits_of(request).entries_written = batch.new
    return JsonResponse(answer(batch, visit.role))


@_refused_if_unreadable
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Make the match of these facts, once. The answer may have the code of a rematch that began alike."""
    asked = reading.start_of(_body(request))
    if setup.code_of(asked.key) != code:
        raise Malformed("a code of another key")
    uid = setup.uid_of(asked.key)
    made = Match.objects.filter(code=code, uid=uid).first()
    if made:
        # the answer with its cookie may have got lost
        phone_cookie.phone_that_writes(request, asked.key)
    try:
        match = made or _start_match(request, asked)
    except people.CircleFull:
        return error_pages.json_refusal(422, [str(people.FULL)])
    is_new = not made and match.uid == uid
    return JsonResponse(
        {"code": match.code, "version": match.version}, status=201 if is_new else 200
    )


@transaction.atomic
def _start_match(request: HttpRequest, asked: Start) -> Match:
    previous = (
        rights.visit_to_continue(request, asked.previous).match
        if asked.previous
        else None
    )
    match = setup.start_match(
        previous.circle if previous else _circle(request, asked),
        asked.key,
        asked.facts,
        asked.names,
        uids=asked.uids,
        previous=previous,
        happened_at=asked.happened_at,
    )
    if not previous:  # who may only score that match may change nothing in its group
        setup.remember_rules(match, asked.save_as)
    return match


def _circle(request: HttpRequest, asked: Start) -> Circle:
    """Raises Http404 for a group in which this phone may start no match."""
    circles = StoredCircles(request)
    if (
        asked.circle not in ("", page.NEW)
        and circles.circle_of_code(asked.circle) is None
    ):
        raise Http404
    return setup.circle_to_start_in(request, circles, asked.circle, asked.key)
