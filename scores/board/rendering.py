"""Render the board of a match as HTML: the context of its templates, and the cache of rendered boards."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from rules.match.corrections import moved
from rules.match.opponents import dealers
from scores import versions
from scores.board import contract_progress, gin_boxes, html_cache
from scores.board.html_cache import RenderedBoard
from scores.board.seat_rows import rows
from scores.hand_entry.form import HandForm, chips
from scores.hand_entry.save import Outcome
from scores.house_rules import labels
from scores.matches.scoresheet import Sheet
from scores.models import Match, Role
from scores.recap import chart, highlights
from scores.recap.money import MatchMoney
from scores.recap.views import preview
from scores.sharing import share_links
from scores.wording.log_lines import aloud, aloud_so_far, consequences, wins
from scores.wording.news import news, news_of

BOARD, BIG = "scores/board/_board.html", "scores/big_board/_big_board.html"


def cached_board(request: HttpRequest, sheet: Sheet, template: str = BOARD) -> RenderedBoard:
    """The board without typed numbers, from the cache if it is there."""
    key = html_cache.board_key(request, sheet.match, template, _rematch_code(sheet.match))
    board = html_cache.cache.get(key)
    if board is None:
        board = render_board(request, sheet, template)
        html_cache.cache.put(key, board, board.size)
    return board


def written_since(sheet: Sheet, line: int | None) -> str:
    """What was written from that line on, in words; empty without a line."""
    return "" if line is None else " · ".join(news(sheet.log, range(line, sheet.seq), sheet.names))


def render_board(
    request: HttpRequest,
    sheet: Sheet,
    template: str = BOARD,
    *,
    form: HandForm | None = None,
    refused: Outcome | None = None,
    message: str = "",
) -> RenderedBoard:
    """The board with the numbers typed in `form`. `refused` and `message` say why nothing was saved."""
    context = _context(request, sheet, form or HandForm(sheet=sheet))
    context |= {"trouble": refused.trouble if refused else None, "message": message}
    return RenderedBoard(
        render_to_string(template, context),
        render_to_string("scores/board/_title.html", context),
        preview(request, sheet) if sheet.board.is_over else None,
    )


def _rematch_code(match: Match) -> str:
    """The code of the rematch that a board shows. An import links a rematch without a new version."""
    rematch = match.rematches.not_deleted().first() if match.finished_at else None
    return rematch.code if rematch else ""


def so_far(sheet: Sheet, form: HandForm) -> list[str]:
    """The sentences to read aloud for a hand that is not saved yet; empty until a closer is chosen."""
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
        "dealers": dealers(board),
        "contract": "" if board.is_over else contract_progress.of_next_hand(board),
        "csrf_token": html_cache.CSRF_TOKEN,
        "key": html_cache.FORM_KEY,
        "since": html_cache.SINCE,
        "may_score": match.role >= Role.SCORE,
        "may_own": match.role >= Role.OWN,
        "aloud": _aloud(sheet),
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


def _aloud(sheet: Sheet) -> list[str]:
    """The sentences to read aloud: what the newest entry did, and what follows from it.

    After an undo or a correction the last line is no news; what follows from it is said only while somebody
    is asked or the match is over.
    """
    step, newest, currency = sheet.last_step, sheet.seq - 1, sheet.match.currency
    if step and step.line.ref == newest:
        return aloud(step, sheet.names, currency)
    if not sheet.log:
        return []
    is_redone = step and step.line.ref == moved(sheet.log).get(newest)
    follows = is_redone or sheet.board.seats_asked or sheet.board.is_over
    said = news_of(sheet.log, newest, sheet.names)
    return [said, *(consequences(step, sheet.names, currency) if step and follows else [])]


def _below_board(sheet: Sheet) -> dict[str, Any]:
    """The context of the part below the players."""
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
