"""What a page may ask the engine in the phone. An entry point takes and returns what JSON can hold.

A new one is a function of one payload in a module of this package, and a line here. Pages then ask for it
with `call(name, payload)` of static/js/phone/engine.js.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from phone.cards import check, draws, throws
from phone.matches import fold, judge_next
from rules.cases.runners import RUNNERS


def conformance(case: dict[str, Any]) -> dict[str, Any]:
    """The answer to a worked example (docs/rules/FORMAT.md); for the tests."""
    return RUNNERS[case["kind"]](case)


ENTRY_POINTS: dict[str, Callable[[Any], Any]] = {
    "check": check,
    "conformance": conformance,
    "draws": draws,
    "throws": throws,
    "fold": fold,
    "judge_next": judge_next,
}
