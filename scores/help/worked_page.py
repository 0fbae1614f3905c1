"""The context of the page that shows one step of a worked match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy

from rules.match.opponents import dealers
from rules.match.steps import Step
from rules.presets import PRESETS
from scores.board import contract_progress, gin_boxes
from scores.board.seat_rows import rows
from scores.hand_entry.form import HandForm
from scores.help.worked_match import WorkedMatch
from scores.house_rules import labels
from scores.matches.scoresheet import Sheet
from scores.recap.money import MatchMoney
from scores.wording.log_lines import aloud, wins

# The illustration of docs/rules/CANON.md#source-002. The other texts have no match with its scores.
OF_THE_TEXT = frozenset({"gin"})

SHOWS = {  # what each match is an example of
    "gin": gettext_lazy(
        "El texto llama USTED y ÉL a los dos: aquí son Ana y Luis. Se ven la diferencia, el gin y la "
        "contra, y al final las casillas y el premio de la partida. El texto no dice quién reparte la "
        "primera mano."
    ),
    "chinchon": gettext_lazy(
        "Quien tiene 100 justos no se pasa (mano 4). Dos que se pasan en la misma mano se reenganchan los "
        "dos en el total más alto de los demás (mano 5). Quien se pasa por segunda vez queda fuera "
        "(mano 6), y cuando solo quedan dos nadie se reengancha (mano 7)."
    ),
    "chinchon-fournier": gettext_lazy(
        "Se juega a 70 y con dos fichas de cada uno en el bote. Con 70 justos ya se está fuera. Cada "
        "reenganche pone otras dos fichas, y uno puede no querer (mano 4). Si solo sigue uno, nadie se "
        "reengancha y ese gana (mano 5)."
    ),
    "chinchon-french": gettext_lazy(
        "Quien llega a 100 se reengancha una vez, en el segundo total más alto (manos 3 y 4). La segunda "
        "vez queda fuera del todo (mano 5)."
    ),
    "chinaso": gettext_lazy(
        "Las siete manos con sus contratos. En la mano 4 hay chinaso y los puntos cuentan doble. Gana "
        "quien menos puntos tiene."
    ),
    "rum-500": gettext_lazy(
        "Dos llegan a 500 en la misma mano y gana quien más tiene. Se juega con dinero: cada dos "
        "jugadores se pagan la diferencia."
    ),
}


def context(match: WorkedMatch, hand: int) -> dict[str, Any]:
    """The board after `hand`, what happened in it, the scoresheet, and the steps before and after."""
    sheet, key = match.sheet_after(hand), match.ruleset.key
    board = sheet.board
    return {
        "key": key,
        "name": labels.name_of(match.ruleset),
        "is_of_the_text": key in OF_THE_TEXT,
        "shows": SHOWS[key],
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
