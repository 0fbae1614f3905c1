"""Corrections on a phone: the pages of the server, and the entry that is written in the end."""

from __future__ import annotations

from typing import Any

from django.template import loader

from phone.board import Payload, PostedFields, save, sheet_of, written
from rules.errors import Illegal, Malformed
from scores.corrections.pages import corrected
from scores.hand_entry.line_form import WritingForm
from scores.hand_entry.outcome import Outcome
from scores.matches.scoresheet import Sheet


def correct(payload: Payload) -> Payload:
    """What the page of the line `ref` answers: at first without `fields`, then to those of its forms.

    `{page, blocks, status}` has the template and the HTML of its blocks. Once the correction is saved the
    answer is that of `board.post`. `{"status": 404}` for a line that is not there.
    """
    sheet = sheet_of(payload)
    posted: Any = PostedFields(payload["fields"]) if "fields" in payload else None

    def save_here(sheet: Sheet, form: WritingForm) -> Outcome:
        return save(sheet, form, payload["now"])

    try:
        answer = corrected(sheet, payload["ref"], posted, save_here)
    except (Malformed, Illegal):
        return {"status": 404}
    if isinstance(answer, Sheet):
        return written(payload, sheet, answer)
    context = {**answer.context, "csrf_token": payload["csrf_token"], "key": payload["key"]}
    blocks = loader.render_blocks(answer.template, context)
    return {"page": answer.template, "blocks": blocks, "status": answer.status}
