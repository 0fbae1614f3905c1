"""The checker on a phone: the page of the server, alone and in a match. Nothing is stored.

`payload` has `fields`, pairs of name and value as the form of the page has them, `path` and `site`, the path
and the origin of the page, and in a match its `document`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.template import loader

from phone.runtime.board import Payload, PostedFields, sheet_of
from scores.table.checker.match_page import match_context
from scores.table.checker.practice_page import practice_context

PAGE, VERDICT = "scores/checker/check.html", "scores/checker/_verdict.html"


class QueryFields(PostedFields):
    """The fields of an address."""

    def __getitem__(self, name: str) -> str:
        values: list[str] = self.getlist(name)
        return values[-1]

    def lists(self) -> list[tuple[str, list[str]]]:
        """Each name once, with all its values."""
        names: list[str] = []
        for pair in self.pairs:
            if pair[0] not in names:
                names.append(pair[0])
        return [(name, self.getlist(name)) for name in names]

    def items(self) -> list[tuple[str, str]]:
        """Each name once, with its last value."""
        return [(name, values[-1]) for name, values in self.lists()]


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
    fields: Any = QueryFields(payload["fields"])
    request = {"path": payload["path"], "htmx": is_part}
    site: str = payload["site"]

    def absolute(path: str) -> str:
        return site + path

    if "document" in payload:
        return {**match_context(sheet_of(payload), fields, absolute), "request": request}
    preview = {"url": absolute(_address(payload["path"], payload["fields"]))}
    return {**practice_context(fields), "preview": preview, "request": request}


def _address(path: str, fields: Sequence[Sequence[str]]) -> str:
    return f"{path}?{urlencode([(name, value) for name, value in fields])}" if fields else path
