"""Which function runs a case of which kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.cases import card_cases, match_cases

Case = dict[str, Any]

RUNNERS: dict[str, Callable[[Case], dict[str, Any]]] = {
    "match": match_cases.run,
    **dict.fromkeys(("meld", "close", "count", "showdown", "draws"), card_cases.run),
}
