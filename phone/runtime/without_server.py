"""What a phone runs where there is no server: it keeps all matches itself, and draws the pages about them."""

from __future__ import annotations

from django.template import loader

from phone.runtime.entry_points import (
    ENTRY_POINTS,
    HELD,
    EntryPoint,
    about_match,
    with_files,
)
from phone.runtime.history import history
from phone.runtime.match_document import Payload
from phone.runtime.summaries import stored_matches, summary
from phone.runtime.template_runtime import EVERYWHERE

HOME = "scores/pages/home.html"
GOING_ON_LISTED = 20
FINISHED_LISTED = 5

EVERYWHERE["without_server"] = True


def with_row(function: EntryPoint) -> EntryPoint:
    """The entry point, whose answer has also the `row` of the log that was written: it is written at once."""

    def called(payload: Payload) -> Payload:
        answer = function(payload)
        if not answer.get("mutation"):
            return answer
        return {**answer, "row": HELD[0].document["entries"][-1]}

    return called


def home(payload: Payload) -> Payload:
    """`{blocks}` of the first page, about `matches`: summaries of those that it may show, as JSON, the one
    written last first.
    """
    items = [match.item() for match in stored_matches(payload["matches"])]
    going_on = [item for item in items if not item.is_over][:GOING_ON_LISTED]
    context = {
        "is_empty": not items,
        "now": going_on[:1],
        "going_on": going_on[1:],
        "finished": [item for item in items if item.is_over][:FINISHED_LISTED],
    }
    return {"blocks": loader.render_blocks(HOME, context)}


ENTRY_POINTS.update(
    {
        "history": with_files(history, "groups"),
        "home": with_files(home, "groups"),
        "page": with_row(ENTRY_POINTS["page"]),
        "post": with_row(ENTRY_POINTS["post"]),
        "summary": about_match(summary),
    }
)
