"""What is below the fold of a board, as a page of its own: the scoresheet, the chart, the money, the rules.

A board loads it when it is seen. Its context is made without a request, so that a phone can make it too.
"""

from __future__ import annotations

from typing import Any

from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.group.recap import chart
from scores.group.recap.highlights import MatchMoney, highlights_of
from scores.table.board import contract_progress, gin_boxes


def sheet_context(sheet: Sheet, *, may_score: bool, may_own: bool, is_unsent: bool = False) -> dict[str, Any]:
    """The context of `sheet.html`. `is_unsent`: the server does not know the match yet."""
    ruleset, players = sheet.board.next_ruleset, len(sheet.board.order)
    return {
        "match": sheet.match,
        "sheet": sheet,
        "board": sheet.board,
        "may_score": may_score,
        "may_own": may_own,
        "is_unsent": is_unsent,
        "cash": MatchMoney.of_sheet(sheet),
        "boxes": gin_boxes.of_sheet(sheet),
        "contracts": contract_progress.progress(sheet),
        "turned": labels.turned(ruleset, players),
        "ruleset_name": labels.name_of(ruleset),
        "warnings": _warnings(sheet),
        "highlights": highlights_of(sheet),
        "chart": chart.chart_html(sheet),
    }


def _warnings(sheet: Sheet) -> list[str]:
    """About the number of players: before the first line whether it is unusual, and whether cards lack."""
    ruleset, players = sheet.board.next_ruleset, len(sheet.board.order)
    unusual = "" if sheet.seq else labels.unusual_number(ruleset, players)
    too_few = "" if sheet.board.is_over else labels.too_few_cards(ruleset, players)
    return [warning for warning in (unusual, too_few) if warning]
