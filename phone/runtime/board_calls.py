"""What pages ask about boards, on a phone, with compiled templates: only there can it be imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.template import loader
from django.templatetags import static

from phone.runtime import board, checker, mutations, pages
from phone.runtime import conflict as conflicts
from phone.runtime import new_match as starts
from phone.runtime.compiled_templates import TEMPLATES

loader.TEMPLATES.update(TEMPLATES)

Payload = dict[str, Any]


UNKNOWN = {"unknown": True}


@dataclass
class Held:
    """The match that was given last: its document with what waits written to its log."""

    id: str  # what pages name it by
    document: Payload
    given: Payload  # the document as it was given
    mutations: list[Payload]
    stuck: Payload  # `stuck` for the first of them that could not be written, or nothing


_held: list[Held] = []


def draw(payload: Payload) -> Payload:
    """As `board.draw`; with `stuck` if one of the mutations could not be written."""
    held = _prepared(payload)
    return {**board.draw(_asked(payload, held)), **held.stuck} if held else UNKNOWN


def post(payload: Payload) -> Payload:
    """As `board.post`; what is held has another `id` then."""
    return _answered(board.post, payload)


def page(payload: Payload) -> Payload:
    """As `pages.page`; what is held has another `id` once something was written."""
    return _answered(pages.page, payload)


def _answered(function: Callable[[Payload], Payload], payload: Payload) -> Payload:
    held = _prepared(payload)
    if held is None:
        return UNKNOWN
    answer = function(_asked(payload, held))
    if answer.get("mutation"):
        held.id = f"{held.id} {answer['mutation']['key']}"
        held.mutations.append(answer["mutation"])
    return answer


def preview(payload: Payload) -> Payload:
    held = _prepared(payload)
    return board.preview(_asked(payload, held)) if held else UNKNOWN


def dropped(payload: Payload) -> Payload:
    """The `keys` of the waiting mutations that go if the one with `key` is dropped."""
    held = _prepared(payload)
    if held is None:
        return UNKNOWN
    return {"keys": mutations.keys_dropped_with(held.given, held.mutations, payload["key"])}


def conflict(payload: Payload) -> Payload:
    """As `conflict.conflict`. It holds nothing: the board may be asked for again at once."""
    static.FILES.update(payload["document"]["static"])
    return conflicts.conflict(payload)


def new_match(payload: Payload) -> Payload:
    static.FILES.update(payload["groups"]["static"])
    return starts.new_match(payload)


def rematch(payload: Payload) -> Payload:
    held = _prepared(payload)
    return starts.rematch(_asked(payload, held)) if held else UNKNOWN


def check_page(payload: Payload) -> Payload:
    """As `checker.page`, or `checker.verdict` with `is_part`. Alone it needs no document, but the addresses
    of the `static` files.
    """
    if "static" in payload:
        static.FILES.update(payload["static"])
    else:
        held = _prepared(payload)
        if held is None:
            return UNKNOWN
        payload = _asked(payload, held)
    return checker.verdict(payload) if payload.get("is_part") else checker.page(payload)


def _asked(payload: Payload, held: Held) -> Payload:
    return {**payload, "document": held.document}


def _prepared(payload: Payload) -> Held | None:
    """What the payload is about: a `document`, with the `mutations` that wait, which is held for later calls.
    They may name it by its `id`. None if it is not held.
    """
    if "document" in payload:
        _held[:] = [_read(payload)]
    elif not _held or payload["id"] != _held[0].id:
        return None
    static.FILES.update(_held[0].document["static"])
    return _held[0]


def _read(payload: Payload) -> Held:
    document, waiting = payload["document"], payload.get("mutations", [])
    sheet, stuck = mutations.sheet_with(document, waiting)
    written = mutations.document_of(sheet)
    facts = {"stuck": stuck.dump()} if stuck else {}
    return Held(payload.get("id", ""), written, document, [*waiting], facts)
