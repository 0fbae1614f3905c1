"""Worked matches, which the help pages play again hand by hand: the example of a text, or one of ours.

Each file in `worked_matches/` holds the facts of one match, in the form of a match case
(docs/rules/FORMAT.md#matches). The rules compute the boards. Nothing of a worked match is in the database.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from rules.events import HandScored, Seat
from rules.match.board import new_board
from rules.presets import RULESETS
from rules.records.seat_names import renamed
from rules.ruleset import Ruleset
from scores.core.matches.replay_cache import Stored
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import PlayerFace
from scores.models import Match

FOLDER = Path(__file__).with_name("worked_matches")
WORKED = frozenset(file.stem for file in FOLDER.glob("*.json"))  # keys of the presets that have one


@dataclass(frozen=True)
class WorkedMatch:
    """The rules, the players and the log of a worked match."""

    ruleset: Ruleset
    names: dict[Seat, str]
    log: list[Stored]

    @property
    def hands(self) -> int:
        return len(self._hand_places)

    @cached_property
    def scored_hands(self) -> list[HandScored]:
        events = [step.event for step in self.sheet_after(self.hands).hands]
        return [event for event in events if isinstance(event, HandScored)]

    def sheet_after(self, hand: int) -> Sheet:
        """The scoresheet before hand `hand` + 1, with the answers to the buy-back question; 0: before all."""
        sheet = Sheet(Match(code=f"worked-{self.ruleset.key}"))
        sheet.names, sheet.stored = self.names, self.log[: self._end_of(hand)]
        sheet.faces = dict.fromkeys(self.names, PlayerFace())
        sheet.start = new_board(self.ruleset, len(self.names))
        return sheet

    def _end_of(self, hand: int) -> int:
        """The number of entries before the hand that follows `hand`."""
        return self._hand_places[hand] if hand < self.hands else len(self.log)

    @property
    def _hand_places(self) -> list[int]:
        return [place for place, (kind, _payload) in enumerate(self.log) if kind == "hand"]


@cache
def worked_match(key: str) -> WorkedMatch:
    """The worked match of a preset that has one."""
    facts = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))
    names = facts["players"]
    entries = [renamed(entry, lambda name, _place: names.index(name)) for entry in facts["log"]]
    return WorkedMatch(
        ruleset=RULESETS[facts["ruleset"]].turned(facts["options"]),
        names=dict(enumerate(names)),
        log=[(entry.pop("type"), entry) for entry in entries],
    )
