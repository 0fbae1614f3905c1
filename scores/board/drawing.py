"""Draws the board of a match: everything that its templates show."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scores import versions
from scores.board import contract_progress, drawn_cache, gin_boxes
from scores.board.drawn_cache import Drawn
from scores.board.seat_rows import rows
from scores.hand_entry.form import HandForm, chips
from scores.hand_entry.save import Outcome
from scores.house_rules import labels
from scores.matches.replay_cache import loaded
from scores.matches.scoresheet import Sheet
from scores.models import Role
from scores.recap import chart, highlights
from scores.recap.money import MatchMoney
from scores.recap.views import preview
from scores.sharing import share_links
from scores.wording.log_lines import aloud, aloud_so_far, happened, wins

BOARD, BIG = "scores/board/_board.html", "scores/big_board/_big_board.html"


def board(request: HttpRequest, sheet: Sheet, template: str = BOARD, since: int | None = None) -> Drawn:
    """The board with nothing typed. `since`: the line from which on it tells what was written."""
    key = drawn_cache.board_key(request, sheet.match, template, since)
    drawn = drawn_cache.cache.get(key)
    if drawn is None:
        rows = [] if since is None else sheet.rows[since:]
        written = " · ".join(happened(loaded(row), sheet.names) for row in rows)
        drawn = draw(request, sheet, template, since=written)
        drawn_cache.cache.put(key, drawn, drawn.size)
    return drawn


def draw(
    request: HttpRequest,
    sheet: Sheet,
    template: str = BOARD,
    *,
    form: HandForm | None = None,
    refused: Outcome | None = None,
    message: str = "",
    since: str = "",
) -> Drawn:
    """The board with the numbers typed in `form`, and why nothing was written."""
    context = _context(request, sheet, form or HandForm(sheet=sheet))
    context |= {"trouble": refused.trouble if refused else None, "message": message, "since": since}
    return Drawn(
        render_to_string(template, context),
        render_to_string("scores/board/_title.html", context),
        preview(request, sheet) if sheet.board.is_over else None,
    )


def so_far(sheet: Sheet, form: HandForm) -> list[str]:
    """The line to read aloud for a hand that is not saved yet."""
    if not form.data.get("closer"):
        return []
    return aloud_so_far(sheet.board, form.entry(), sheet.names, sheet.match.currency)


def _context(request: HttpRequest, sheet: Sheet, form: HandForm) -> dict[str, Any]:
    board, match, names = sheet.board, sheet.match, sheet.names
    return {
        "match": match,
        "sheet": sheet,
        "board": board,
        "form": form,
        "rows": rows(sheet, form, board),
        "chips": chips(board),
        "contract": "" if board.is_over else contract_progress.of_next_hand(board),
        "csrf_token": drawn_cache.CSRF_TOKEN,
        "key": drawn_cache.FORM_KEY,
        "may_score": match.role >= Role.SCORE,
        "may_own": match.role >= Role.OWN,
        "aloud": aloud(sheet.last_step, names, match.currency) if sheet.last_step else [],
        "so_far": so_far(sheet, form),
        "answers": [("yes", _("Sí, se reengancha")), ("no", _("No"))],
        "asked": [{"seat": seat, "name": names[seat]} for seat in board.seats_asked],
        "wins": wins([names[seat] for seat in board.winners]) if board.is_over else "",
        "links": share_links.of_match(request, match) if not sheet.hands else None,
        "rematch": match.rematches.not_deleted().first() if board.is_over else None,
        "poll_ms": settings.POLL_MS,
        "seen": versions.board_etag(match.version, match.role),
        "post_to": "",
        **_below_board(sheet),
    }


def _below_board(sheet: Sheet) -> dict[str, Any]:
    """What the board shows below the players."""
    ruleset, players = sheet.board.next_ruleset, len(sheet.board.order)
    return {
        "cash": MatchMoney.of_sheet(sheet),
        "boxes": gin_boxes.of_sheet(sheet),
        "contracts": contract_progress.progress(sheet),
        "turned": labels.turned(ruleset, players),
        "ruleset_name": labels.name_of(ruleset),
        "unusual": "" if sheet.seq else labels.unusual_number(ruleset, players),
        "highlights": highlights.of_sheet(sheet),
        "chart": chart.chart_html(sheet),
    }
