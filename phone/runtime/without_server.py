"""What a phone runs where there is no server: it keeps all matches itself, and draws the pages about them."""

from __future__ import annotations

from django.template import loader

from phone.runtime.entry_points import (
    ENTRY_POINTS,
    HELD,
    EntryPoint,
    about_match,
    answer_by,
)
from phone.runtime.hand_over import file_facts, file_match, received, shared, unread
from phone.runtime.history import history
from phone.runtime.match_document import Payload
from phone.runtime.match_views import big, chances, demo, result
from phone.runtime.summaries import stored_matches, summary
from scores.core.match_facts import TEXT_KEYS
from scores.core.own_files import CIRCLE, ENDINGS, SHARED

HOME = "scores/pages/home.html"
COPY = "scores/without_server/copy.html"
GOING_ON_LISTED = 20
FINISHED_LISTED = 5
MANY = 10  # finished matches without a copy, of which the first page reminds
FEW = 3  # the same where the browser may delete them


def with_row(function: EntryPoint) -> EntryPoint:
    """The entry point, whose answer has also the `row` of the log that was written: it is written at once."""

    def called(payload: Payload) -> Payload:
        answer = function(payload)
        if not answer.get("mutation"):
            return answer
        return {**answer, "row": HELD[0].document["entries"][-1]}

    return called


def home(payload: Payload) -> Payload:
    """`{blocks}` of the first page, about `matches`, as in `stored_matches`: those that it may show, the one
    written last first. `uncopied` are the finished matches that no copy has;
    `is_lasting` says whether the browser has promised to keep what is stored, and
    `broken` is how many matches cannot be read.
    """
    items = [match.item() for match in stored_matches(payload)]
    unfinished = [item for item in items if not item.is_over]
    going_on = [item for item in unfinished if not item.is_abandoned][:GOING_ON_LISTED]
    uncopied = payload["uncopied"]
    context = {
        "is_empty": not items,
        "uncopied": uncopied
        if uncopied >= (MANY if payload["is_lasting"] else FEW)
        else 0,
        "broken": payload["broken"],
        "now": going_on[:1],
        "going_on": going_on[1:],
        "finished": [item for item in items if item.is_over][:FINISHED_LISTED],
    }
    return {"blocks": loader.render_blocks(HOME, context)}


def copy(payload: Payload) -> Payload:
    """`{blocks}` of the page on which all matches go into a file, and come from one.

    `file` is one that was chosen, or None: its `name`, whether it `has_next` behind it, and that it
    `is_large` or `is_unreadable`, or the number of the `line` at fault, or how many matches of it are
    `fresh`, `here` and `unread`, with the `names` of who plays, and whether it `has_more_names`; `paid` are
    the lines of its account. So many were just `brought`, or `paid`; none could, as the phone `is_full`. The
    page `is_shared` if a file should have come from the share sheet.
    """
    types = {
        "saved": (CIRCLE, ENDINGS[CIRCLE]),
        "shared": (SHARED, ENDINGS[SHARED]),
        "texts": TEXT_KEYS,
    }
    return {"blocks": loader.render_blocks(COPY, {**payload, **types})}


answer = answer_by(
    {
        **ENTRY_POINTS,
        "big": about_match(big),
        "chances": about_match(chances),
        "demo": demo,
        "file_facts": file_facts,
        "file_match": file_match,
        "copy": copy,
        "history": history,
        "home": home,
        "page": with_row(ENTRY_POINTS["page"]),
        "post": with_row(ENTRY_POINTS["post"]),
        "received": received,
        "result": about_match(result),
        "shared": about_match(shared),
        "summary": about_match(summary),
        "unread": unread,
    }
)
