"""The contexts of the pages of table events, made of a sheet and a form. They read no request: a phone has
these pages too.
"""

from __future__ import annotations

from typing import Any

from rules.events import Finished
from rules.match.corrections import LogLine
from rules.match.play import play
from rules.match.steps import Step
from rules.match.verify import can
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.log_lines import consequences
from scores.table.hand_entry.line_form import PlainForm, WritingForm, new_key
from scores.table.hand_entry.outcome import Outcome
from scores.table.table_events.forms import RulesForm, possible, titled


def list_context(sheet: Sheet) -> dict[str, Any]:
    """The context of the list of events that the rules allow now."""
    things = [(kind, *titled(kind, sheet.board)) for kind in possible(sheet.board)]
    return {"match": sheet.match, "sheet": sheet, "things": things}


def event_context(
    sheet: Sheet,
    kind: str,
    form: WritingForm,
    refused: Outcome | None = None,
    remembered: list[str] | None = None,
) -> dict[str, Any]:
    """The context of the form of one event. `refused` says why nothing was saved, `remembered` are
    suggestions for the name of somebody who joins.
    """
    title, follows = titled(kind, sheet.board)
    return {
        "match": sheet.match,
        "sheet": sheet,
        "kind": kind,
        "title": title,
        "follows": form.follows if isinstance(form, RulesForm) else follows,
        "form": form,
        "key": new_key(),
        "trouble": refused.trouble if refused else None,
        "consequences": _consequences_of_finishing(sheet, form),
        "possible": kind in possible(sheet.board),
        "remembered": remembered or [],
    }


def _consequences_of_finishing(sheet: Sheet, form: WritingForm) -> list[str]:
    """Who would win if the match were finished now; empty for other events."""
    event = form.entry() if isinstance(form, PlainForm) else None
    if not isinstance(event, Finished) or not can(sheet.board, event):
        return []
    step = Step(LogLine((sheet.seq,), event), sheet.board, play(sheet.board, event))
    return consequences(step, sheet.names, sheet.match.currency)
