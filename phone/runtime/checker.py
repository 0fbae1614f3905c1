"""The checker on a phone: the page of the server, alone and in a match. Nothing is stored.

`payload` has `fields`, pairs of name and value as the form of the page has them, `path` and `site`, the path
and the origin of the page, and in a match its `document`.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.template import loader

from phone.runtime.board import Payload, PostedFields, sheet_of
from scores.table.checker.match_page import match_context
from scores.table.checker.practice_page import practice_context

PAGE, VERDICT = "scores/checker/check.html", "scores/checker/_verdict.html"


def page(payload: Payload) -> Payload:
    """`{blocks}`: the HTML of the blocks of the page. With `is_part` `{html}`: what the server answers
    to htmx while cards are tapped. In a match with the number of `hand`.
    """
    is_part = payload.get("is_part", False)
    context = _context(payload, is_part)
    hand = context["sheet"].board.hands + 1 if "sheet" in context else None
    if is_part:
        return {"html": str(loader.render_to_string(VERDICT, context)), "hand": hand}
    return {"blocks": loader.render_blocks(PAGE, context), "hand": hand}


def _context(payload: Payload, is_part: bool) -> dict[str, Any]:
    fields: Any = PostedFields(payload["fields"])
    request = {"path": payload["path"], "htmx": is_part}
    site: str = payload["site"]

    def absolute(path: str) -> str:
        return site + path

    if "document" in payload:
        return {**match_context(sheet_of(payload), fields, absolute), "request": request}
    query = urlencode([(name, value) for name, value in payload["fields"]])
    preview = {"url": absolute(f"{payload['path']}?{query}" if query else payload["path"])}
    return {**practice_context(fields), "preview": preview, "request": request}
