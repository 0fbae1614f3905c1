"""What every file that is brought in has to stand up to, beyond the form of its values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.board import new_board
from rules.corrections import first_refused
from rules.errors import Illegal
from rules.values import BadRecord, a_name, a_text, inside
from scores.names import tidy
from scores.portable import limits
from scores.portable.lines import Played


class RefusedByRules(Exception):
    """An entry, at `place`, that the rules would not have let in; the names are those of the seats."""

    def __init__(self, place: str, refusal: Illegal, names: dict[int, str]) -> None:
        super().__init__(place, refusal)
        self.place = place
        self.refusal = refusal
        self.names = names


def check_rules(match: Played, place: str, names: Sequence[str]) -> None:
    """Raises unless the rules let in every entry when it was its turn. `names` are by seat."""
    try:
        start = new_board(match.ruleset, match.at_start, dealer=match.dealer, direction=match.direction)
    except Illegal as illegal:
        raise BadRecord(inside(place, "ruleset"), str(illegal), "teams") from illegal
    refused = first_refused(start, [row.entry for row in match.rows])
    if refused:
        index, refusal = refused
        raise RefusedByRules(f"{place}.entries[{index}].entry", refusal, dict(enumerate(names)))


def a_tidy(value: Any, place: str, longest: int) -> str:
    """A text as the app's own forms take it: letters that turn the direction of writing are left out."""
    return tidy(a_text(value, place, longest))


def a_tidy_name(value: Any, place: str) -> str:
    name = tidy(a_name(value, place, limits.NAME))
    if not name:
        raise BadRecord(place, "nothing to see", "name")
    return name
