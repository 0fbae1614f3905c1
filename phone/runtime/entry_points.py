"""What a page may ask the engine in the phone, with `call(name, payload)` of static/js/phone/engine.js.

An entry point takes and returns what JSON can hold. A new one is a function of one payload in a module of
this package, and a line in ENTRY_POINTS. Only a phone has the compiled templates: nothing else can import
this module.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.template import loader
from django.templatetags import static

from phone.runtime import (
    board,
    conflict as conflicts,
    match_document,
    new_match as starts,
    pages,
)
from phone.runtime.compiled_templates import TEMPLATES
from phone.runtime.messages import tagged_value, untagged_value
from rules import cases

loader.TEMPLATES.update(TEMPLATES)

Payload = dict[str, Any]
EntryPoint = Callable[[Payload], Payload]

UNKNOWN: Payload = {"unknown": True}


def answer_by(entry_points: Mapping[str, EntryPoint]) -> Callable[..., str]:
    """What the engine calls for every question, with these entry points."""

    def answer(name: str, text: str, table: str = "") -> str:
        """The answer of the entry point `name` to the payload in `text`, both with their objects tagged.

        `table` has the `matches` of the payload as JSON (stored_matches of summaries.py), nothing tagged.
        """
        payload = untagged_value(json.loads(text))
        if table:
            payload["matches"] = json.loads(table)
        # the static files that the payload has: its own, those of its groups or of its document
        for facts in (payload, payload.get("groups"), payload.get("document")):
            static.FILES.update((facts or {}).get("static", {}))
        return json.dumps(tagged_value(entry_points[name](payload)))

    return answer


@dataclass
class HeldDocument:
    """The match that was given last: its document with what waits written to its log."""

    id: str  # what pages name it by
    document: Payload
    given: Payload  # the document as it was given
    mutations: list[Payload]
    # `stuck` for the first of them that could not be written, or nothing
    stuck: Payload


HELD: list[HeldDocument] = []
"""The match that is held, if there is one."""


def _document_of(payload: Payload) -> HeldDocument | None:
    """What the payload is about: a `document`, with the `mutations` that wait, which is held for later calls.
    They may name it by its `id`. None if it is not held.
    """
    if "document" in payload:
        HELD[:] = [_read(payload)]
    elif not HELD or payload["id"] != HELD[0].id:
        return None
    static.FILES.update(HELD[0].document["static"])
    return HELD[0]


def _read(payload: Payload) -> HeldDocument:
    document = payload["document"]
    waiting = payload.get("mutations", [])
    sheet, stuck = match_document.sheet_with(document, waiting)
    facts = {"stuck": stuck} if stuck else {}
    return HeldDocument(
        payload.get("id", ""),
        match_document.document_of(sheet),
        document,
        [*waiting],
        facts,
    )


def about_match(function: EntryPoint, writes: bool = False) -> EntryPoint:
    """The entry point that calls `function` with the match that is held. What is held has another `id` once
    a function that `writes` has written something.
    """

    def answer(payload: Payload) -> Payload:
        held = _document_of(payload)
        if held is None:
            return UNKNOWN
        page = function({**payload, "document": held.document})
        if writes and page.get("mutation"):
            held.id = f"{held.id} {page['mutation']['key']}"
            held.mutations.append(page["mutation"])
        return page

    return answer


def _draw(payload: Payload) -> Payload:
    """As `board.draw`; with `stuck` if one of the mutations could not be written."""
    return {**board.draw(payload), **HELD[0].stuck}


def _keys_to_drop(payload: Payload) -> Payload:
    """The `keys` of the waiting mutations that go if the one with `key` is dropped."""
    return {
        "keys": match_document.keys_dropped_with(
            HELD[0].given, HELD[0].mutations, payload["key"]
        )
    }


def _check_page(payload: Payload) -> Payload:
    """The checker alone, which needs no document but the addresses of `static` files, or in a match."""
    if "static" not in payload:
        return about_match(pages.checker_page)(payload)
    return pages.checker_page(payload)


ENTRY_POINTS: dict[str, EntryPoint] = {
    "check_page": _check_page,
    "conflict": conflicts.conflict,  # holds nothing: the board may be asked for again
    "conformance": cases.answer,  # a worked example (docs/rules/FORMAT.md), for the tests
    "draw": about_match(_draw),
    "dropped": about_match(_keys_to_drop),
    "five_questions": starts.five_questions,
    "new_match": starts.new_match,
    "page": about_match(pages.page, writes=True),
    "post": about_match(board.post, writes=True),
    "preview": about_match(board.preview),
    "rematch": about_match(starts.rematch),
    "spoken": about_match(board.hear_hand),
}

answer = answer_by(ENTRY_POINTS)
