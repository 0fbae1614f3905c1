"""The board of a match, drawn and written to by a phone: with the modules and templates of the server.

Each function takes and returns what JSON can hold. See docs/design/phone.md.
"""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string

from phone.runtime.match_document import (
    OWN,
    SCORE,
    DocumentEntry,
    DocumentMatch,
    Payload,
    written_facts,
)
from rules.match.corrections import Redone, Undone
from scores.core.matches.scoresheet import Sheet, sheet_with_entry
from scores.core.template_context import context_of
from scores.table.board.context import (
    PhoneFacts,
    board_context,
    totals,
    typed_line,
)
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.spoken import spoken_answer
from scores.table.hand_entry.writing import (
    ANSWERS,
    Outcome,
    PlainForm,
    WritingForm,
    hand_without_form,
    outcome_of,
    reasons,
)

BOARD = "scores/board/_board.html"
TITLE = "scores/board/_title.html"
PREVIEW = "scores/hand_entry/_preview_line.html"


class PostedFields:
    """The fields of a form in the order in which a browser sends them; of equal names the last one counts."""

    def __init__(self, pairs: Sequence[Sequence[str]]) -> None:
        self.values: dict[str, list[str]] = {}
        for name, value in pairs:
            self.values[name] = [*self.values.get(name, []), value]

    def get(self, name: str, default: Any = None) -> Any:
        values = self.getlist(name)
        return values[-1] if values else default

    def getlist(self, name: str) -> list[str]:
        return self.values.get(name, [])

    def lists(self) -> list[tuple[str, list[str]]]:
        return list(self.values.items())

    def items(self) -> list[tuple[str, str]]:
        return [(name, values[-1]) for name, values in self.lists()]

    def __getitem__(self, name: str) -> str:
        return self.values[name][-1]

    def __contains__(self, name: object) -> bool:
        return name in self.values


def draw(payload: Payload) -> Payload:
    """The board of `document`. `csrf_token` and `key` are those that its forms get."""
    sheet = sheet_of(payload)
    return _drawn(payload, sheet, HandForm(sheet=sheet))


def post(payload: Payload) -> Payload:
    """What the server would do with the `fields` of `action`: score-hand, undo, redo, or answer with `seat`
    and `choice`; `now` is the phone's clock in milliseconds.

    With status 200 `mutation` is what was written, `told` says it in a sentence; for a hand `points` are
    those that the rows show, by seat, and `hand` is its number. None of them for a repeated form. Otherwise
    `errors` are the sentences why nothing was written. The board is drawn too; with `is_brief` only its
    totals, which takes a fifth of the time.
    """
    sheet = sheet_of(payload)
    form = _sent_form(payload, sheet)
    outcome = save(sheet, form, payload["now"])
    if outcome.is_written:
        return answer_after_writing(payload, sheet, outcome.sheet)
    is_hand = isinstance(form, HandForm)
    is_same = outcome.trouble is not None and outcome.trouble.is_same
    message = (
        hand_without_form(sheet, form) if is_hand else " ".join(form.non_field_errors())
    )
    shown = form if is_hand and not is_same else HandForm(sheet=sheet)
    drawn = _drawn(payload, sheet, shown, outcome, "" if is_same else message)
    return {**drawn, "errors": reasons(outcome, form, message)}


def preview(payload: Payload) -> Payload:
    """The line to read aloud for the hand that is being typed in `fields`. With `now`, and if the hand can be
    saved as it is, also what a brief answer to it would have.
    """
    sheet = sheet_of(payload)
    form = HandForm(PostedFields(payload["fields"]), sheet=sheet)
    line = typed_line(sheet, form)
    context = {"form": form, **context_of(line)}
    answer = {
        "html": str(render_to_string(PREVIEW, context)),
        "sentences": line.so_far,
    }
    if "now" not in payload:
        return answer
    after = save(
        sheet, HandForm(PostedFields(payload["fields"]), sheet=sheet), payload["now"]
    )
    if not after.is_written:
        return answer
    return {**answer, "seq": after.sheet.seq, **_facts_written(sheet, after.sheet)}


def hear_hand(payload: Payload) -> Payload:
    """What was said in the `texts` of a recogniser, for a form that has these `fields`."""
    fields = PostedFields(payload["fields"])
    return spoken_answer(sheet_of(payload), fields, payload["texts"])


def _sent_form(payload: Payload, sheet: Sheet) -> Any:
    fields = PostedFields(payload["fields"])
    action = payload["action"]
    if action == "score-hand":
        return HandForm(fields, sheet=sheet)
    if action == "answer":
        return PlainForm(
            fields, sheet=sheet, entry=ANSWERS[payload["choice"]](payload["seat"])
        )
    return PlainForm(
        fields, sheet=sheet, entry=Undone() if action == "undo" else Redone()
    )


def save(sheet: Sheet, form: WritingForm, now: int, joined_as: str = "") -> Outcome:
    """As the server's `save`, for a log that only this phone reads. `joined_as` is the name of who joins."""

    def make_row(kind: str, payload: Payload) -> Any:
        return DocumentEntry(
            sheet.seq, kind, payload, now, form.cleaned_data["client_key"], joined_as
        )

    def write() -> Sheet:
        sent = form.cleaned_data
        return sheet_with_entry(
            sheet, form.entry(), sent["seq"], sent["client_key"], make_row
        )

    return outcome_of(sheet, form, write)


def answer_after_writing(payload: Payload, before: Sheet, sheet: Sheet) -> Payload:
    """The answer after something was written, which is appended to the entries of the document."""
    if sheet is not before:
        row: Any = sheet.rows[-1]
        payload["document"]["entries"].append(row.dump())
    return {
        **_drawn(payload, sheet, HandForm(sheet=sheet)),
        **_facts_written(before, sheet),
    }


def _facts_written(before: Sheet, sheet: Sheet) -> Payload:
    facts = {} if sheet is before else written_facts(before, sheet)
    return {"totals": totals(sheet), **facts}


def sheet_of(payload: Payload) -> Sheet:
    match: Any = DocumentMatch(payload["document"])
    return Sheet(match, shows_photos=True)


def _drawn(
    payload: Payload,
    sheet: Sheet,
    form: HandForm,
    outcome: Outcome | None = None,
    message: str = "",
) -> Payload:
    status = outcome.status if outcome else 200
    if payload.get("is_brief"):
        return {"totals": totals(sheet), "seq": sheet.seq, "status": status}
    facts = phone_facts(payload, sheet)
    context = board_context(
        sheet, form, facts, outcome.trouble if outcome else None, message
    )
    return {
        "html": str(render_to_string(BOARD, context)),
        "title": str(render_to_string(TITLE, context)),
        "seq": sheet.seq,
        "status": status,
    }


def phone_facts(payload: Payload, sheet: Sheet) -> PhoneFacts:
    """What a board shows besides its match, by the document and the secrets of the payload."""
    document = payload["document"]
    match = sheet.match
    return PhoneFacts(
        may_score=match.role >= SCORE,
        may_own=match.role >= OWN,
        is_unsent=document.get("is_unsent", False),
        # A page may leave the links out: they are more than half of a document.
        links=None if sheet.hands else document.get("links"),
        rematch=match.rematch if sheet.board.is_over else None,
        poll_ms=document["poll_ms"],
        etag=document["seen"],
        csrf_token=payload["csrf_token"],
        key=payload["key"],
    )
