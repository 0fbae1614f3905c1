"""What a page may ask the engine in the phone. An entry point takes and returns what JSON can hold.

A new one is a function of one payload in a module of this package, and a line here. Pages then ask for it
with `call(name, payload)` of static/js/phone/engine.js.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from phone.runtime.cards import check, draws, throws
from phone.runtime.matches import fold, judge_next
from rules.cases.runners import RUNNERS


def check_page(payload: dict[str, Any]) -> dict[str, Any]:
    """The page of the checker, or its verdict (`phone.runtime.checker`)."""
    from phone.runtime import board_calls

    return board_calls.check_page(payload)


def conformance(case: dict[str, Any]) -> dict[str, Any]:
    """The answer to a worked example (docs/rules/FORMAT.md); for the tests."""
    return RUNNERS[case["kind"]](case)


def conflict(payload: dict[str, Any]) -> dict[str, Any]:
    """The page about a line that the server stopped (`phone.runtime.conflict.conflict`)."""
    from phone.runtime import board_calls

    return board_calls.conflict(payload)


def draw(payload: dict[str, Any]) -> dict[str, Any]:
    """The board of a match (`phone.runtime.board.draw`). Its modules are read with the first board."""
    from phone.runtime import board_calls

    return board_calls.draw(payload)


def dropped(payload: dict[str, Any]) -> dict[str, Any]:
    """Which waiting mutations go if one is dropped (`phone.runtime.mutations.keys_dropped_with`)."""
    from phone.runtime import board_calls

    return board_calls.dropped(payload)


def new_match(payload: dict[str, Any]) -> dict[str, Any]:
    """The page of a new match, or the document of the match that starts (`runtime.new_match`)."""
    from phone.runtime import board_calls

    return board_calls.new_match(payload)


def page(payload: dict[str, Any]) -> dict[str, Any]:
    """A page of a match by its address, or what its form writes (`phone.runtime.pages.page`)."""
    from phone.runtime import board_calls

    return board_calls.page(payload)


def post(payload: dict[str, Any]) -> dict[str, Any]:
    """What is written to a match, and the board after it (`phone.runtime.board.post`)."""
    from phone.runtime import board_calls

    return board_calls.post(payload)


def preview(payload: dict[str, Any]) -> dict[str, Any]:
    """The line to read aloud for a hand that is being typed (`phone.runtime.board.preview`)."""
    from phone.runtime import board_calls

    return board_calls.preview(payload)


def rematch(payload: dict[str, Any]) -> dict[str, Any]:
    """The document of a rematch (`phone.runtime.new_match.rematch`)."""
    from phone.runtime import board_calls

    return board_calls.rematch(payload)


ENTRY_POINTS: dict[str, Callable[[Any], Any]] = {
    "check": check,
    "check_page": check_page,
    "conflict": conflict,
    "conformance": conformance,
    "draw": draw,
    "draws": draws,
    "dropped": dropped,
    "throws": throws,
    "fold": fold,
    "judge_next": judge_next,
    "new_match": new_match,
    "page": page,
    "post": post,
    "preview": preview,
    "rematch": rematch,
}
