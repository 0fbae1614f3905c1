"""The functions of `phone.board` on a phone, with compiled templates: only there can it be imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.template import loader
from django.templatetags import static

from phone import board, checker, pages
from phone import new_match as starts
from phone.compiled_templates import TEMPLATES

loader.TEMPLATES.update(TEMPLATES)

Payload = dict[str, Any]


UNKNOWN = {"unknown": True}
_held: list[Payload] = []  # the document that was given last


def draw(payload: Payload) -> Payload:
    prepared = _prepared(payload)
    return board.draw(prepared) if prepared else UNKNOWN


def post(payload: Payload) -> Payload:
    """As `board.post`; the entry is appended to the document that is held here."""
    return _answered(board.post, payload)


def page(payload: Payload) -> Payload:
    """As `pages.page`; an entry is appended likewise."""
    return _answered(pages.page, payload)


def _answered(function: Callable[[Payload], Payload], payload: Payload) -> Payload:
    prepared = _prepared(payload)
    if prepared is None:
        return UNKNOWN
    answer = function(prepared)
    if answer.get("entry"):
        prepared["document"]["entries"].append(answer["entry"])
    return answer


def preview(payload: Payload) -> Payload:
    prepared = _prepared(payload)
    return board.preview(prepared) if prepared else UNKNOWN


def new_match(payload: Payload) -> Payload:
    static.FILES.update(payload["groups"]["static"])
    return starts.new_match(payload)


def rematch(payload: Payload) -> Payload:
    prepared = _prepared(payload)
    return starts.rematch(prepared) if prepared else UNKNOWN


def check_page(payload: Payload) -> Payload:
    """As `checker.page`, or `checker.verdict` with `is_part`. Alone it needs no document, but the addresses
    of the `static` files.
    """
    prepared: Payload | None = payload
    if "static" in payload:
        static.FILES.update(payload["static"])
    else:
        prepared = _prepared(payload)
    if prepared is None:
        return UNKNOWN
    return checker.verdict(prepared) if payload.get("is_part") else checker.page(prepared)


def _prepared(payload: Payload) -> Payload | None:
    """The payload with its document, which is held for later calls: they may name it by `code` and `length`,
    the number of its entries. None if it is not held, or has another number.
    """
    if "document" in payload:
        _held[:] = [payload["document"]]
    if not _held:
        return None
    document = _held[0]
    if "document" not in payload:
        if (document["code"], len(document["entries"])) != (payload["code"], payload["length"]):
            return None
        payload = {**payload, "document": document}
    static.FILES.update(document["static"])
    return payload
