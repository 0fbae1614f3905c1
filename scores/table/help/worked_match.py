"""Worked matches, which the help pages play again hand by hand: the example of a text, or one of ours.

Each file in `worked_matches/` holds the facts of one match, in the form of a match case
(docs/rules/FORMAT.md#matches). The rules compute the boards. Nothing of a worked match is in the database.
"""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from django.urls import reverse

from rules.events import HandScored, Seat
from rules.match.board import new_board
from rules.match.opponents import dealers
from rules.presets import PRESETS, RULESETS, Says
from rules.records.seat_names import renamed
from rules.ruleset import Ruleset
from scores.core.house_rules import labels
from scores.core.matches.replay_cache import Stored
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import PlayerFace
from scores.core.wording.log_lines import aloud, wins
from scores.group.recap.highlights import MatchMoney
from scores.models import Match
from scores.table.board.context import rows
from scores.table.board.sheet_page import contract_rows, gin_boxes, next_contract
from scores.table.hand_entry.form import HandForm

FOLDER = Path(__file__).with_name("worked_matches")
WORKED = frozenset(file.stem for file in FOLDER.glob("*.json"))  # keys of the presets that have one


@dataclass(frozen=True)
class WorkedMatch:
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
        end = self._hand_places[hand] if hand < self.hands else len(self.log)
        sheet.names, sheet.stored = self.names, self.log[:end]
        sheet.faces = dict.fromkeys(self.names, PlayerFace())
        sheet.start = new_board(self.ruleset, len(self.names))
        return sheet

    @property
    def _hand_places(self) -> list[int]:
        return [place for place, (kind, _payload) in enumerate(self.log) if kind == "hand"]


@cache
def worked_match(key: str) -> WorkedMatch:
    facts = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))
    names = facts["players"]
    entries = [renamed(entry, lambda name, _place: names.index(name)) for entry in facts["log"]]
    return WorkedMatch(
        ruleset=RULESETS[facts["ruleset"]].turned(facts["options"]),
        names=dict(enumerate(names)),
        log=[(entry.pop("type"), entry) for entry in entries],
    )


# The page of one step


def worked_page(match: WorkedMatch, hand: int) -> dict[str, Any]:
    """The board after `hand`, what happened in it, the scoresheet, and the steps before and after."""
    sheet, key = match.sheet_after(hand), match.ruleset.key
    board = sheet.board
    hands = [place for place, step in enumerate(sheet.steps) if step.is_hand]
    newest = sheet.steps[hands[-1] :] if hands else []  # the last hand, and what was answered after it
    return {
        "key": key,
        "name": labels.name_of(match.ruleset),
        "is_of_the_text": Says.WORKED_MATCH in PRESETS[key].says,
        "shows": f"scores/help/worked_matches/{key}.html",
        "source": labels.in_language(PRESETS[key].source),
        "turned": labels.turned(match.ruleset, len(match.names)),
        "match": sheet.match,
        "sheet": sheet,
        "board": board,
        "may_score": False,
        "hand": hand,
        "hands": match.hands,
        "previous": _address(key, hand - 1) if hand else "",
        "next": _address(key, hand + 1) if hand < match.hands else "",
        "first": _address(key, 0),
        "rows": rows(sheet, HandForm(sheet=sheet), board),
        "dealers": dealers(board),
        "contract": "" if board.is_over else next_contract(board),
        "aloud": [sentence for step in newest for sentence in aloud(step, sheet.names)],
        "wins": wins([sheet.names[seat] for seat in board.winners]) if board.is_over else "",
        "contracts": contract_rows(sheet),
        "boxes": gin_boxes(sheet),
        "cash": MatchMoney.of_sheet(sheet),
    }


def _address(key: str, hand: int) -> str:
    return reverse("help-example-hand", args=[key, hand]) if hand else reverse("help-example", args=[key])
