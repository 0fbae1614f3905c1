"""The context of the page that shows one step of a worked match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from rules.match.opponents import dealers
from rules.match.steps import Step
from rules.presets import PRESETS, Says
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.log_lines import aloud, wins
from scores.group.recap.highlights import MatchMoney
from scores.table.board import contract_progress, gin_boxes
from scores.table.board.seat_rows import rows
from scores.table.hand_entry.form import HandForm
from scores.table.help.worked_match import WorkedMatch


def context(match: WorkedMatch, hand: int) -> dict[str, Any]:
    """The board after `hand`, what happened in it, the scoresheet, and the steps before and after."""
    sheet, key = match.sheet_after(hand), match.ruleset.key
    board = sheet.board
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
        "contract": "" if board.is_over else contract_progress.of_next_hand(board),
        "aloud": _aloud(sheet),
        "wins": wins([sheet.names[seat] for seat in board.winners]) if board.is_over else "",
        "contracts": contract_progress.progress(sheet),
        "boxes": gin_boxes.of_sheet(sheet),
        "cash": MatchMoney.of_sheet(sheet),
    }


def _address(key: str, hand: int) -> str:
    """The address of the step after `hand`."""
    return reverse("help-example-hand", args=[key, hand]) if hand else reverse("help-example", args=[key])


def _aloud(sheet: Sheet) -> list[str]:
    """The sentences about the last hand and about what was answered after it."""
    return [sentence for step in _since_last_hand(sheet.steps) for sentence in aloud(step, sheet.names)]


def _since_last_hand(steps: Sequence[Step]) -> Sequence[Step]:
    hands = [place for place, step in enumerate(steps) if step.is_hand]
    return steps[hands[-1] :] if hands else ()
