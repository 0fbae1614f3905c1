"""The context of a board's templates, made of a sheet and a form. It reads no request and no database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules.close_kinds import Close
from rules.events import HandScored
from rules.match.corrections import moved
from rules.match.opponents import dealers
from rules.match.settlement import has_money
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.log_lines import aloud, aloud_so_far, consequences, news_of, wins
from scores.group.recap.highlights import MatchMoney, how_won
from scores.table.board.seat_rows import rows
from scores.table.board.sheet_page import next_contract
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.questions import chips, chips_html, keypad_html
from scores.table.hand_entry.writing import Trouble


@dataclass(frozen=True)
class BoardFacts:
    """What a board shows besides its match: the rights of the phone, links, and the values of one request."""

    may_score: bool
    csrf_token: str
    key: str  # of the forms
    may_own: bool = False
    is_unsent: bool = False  # a match that the server does not know yet
    links: Any = None  # before the first hand: those by which others may join
    rematch: Any = None  # a match, or None
    poll_ms: int = 0
    seen: str = ""  # the ETag of the board
    since: str = ""  # the attribute `data-since`, or nothing


def board_context(
    sheet: Sheet, form: HandForm, facts: BoardFacts, trouble: Trouble | None = None, message: str = ""
) -> dict[str, Any]:
    """The context of `_board.html`. `trouble` and `message` say why nothing was saved."""
    board, match, names = sheet.board, sheet.match, sheet.names
    return {
        "match": match,
        "sheet": sheet,
        "board": board,
        "form": form,
        "rows": rows(sheet, form, board),
        "keypad": keypad_html(_("Guardar")),
        "chips": chips_html(tuple(chips(board)), form.chosen["close"]),
        "dealers": dealers(board),
        "contract": next_contract(board) if board.next_ruleset.contracts and not board.is_over else "",
        "csrf_token": facts.csrf_token,
        "key": facts.key,
        "since": facts.since,
        "may_score": facts.may_score,
        "may_own": facts.may_own,
        "aloud": _aloud(sheet),
        "so_far": so_far(sheet, form),
        "answers": [("yes", _("Sí, se reengancha")), ("no", _("No"))],
        "asked": [{"seat": seat, "name": names[seat]} for seat in board.seats_asked],
        "price": board.ruleset.price_of_rebuy_in_cents(),
        "wins": wins([names[seat] for seat in board.winners]) if board.is_over else "",
        "how_won": how_won(sheet) if board.is_over else "",
        "chinchon": _chinchon(sheet),
        "is_unsent": facts.is_unsent,
        "links": None if sheet.hands else facts.links,
        "rematch": facts.rematch if board.is_over else None,
        "poll_ms": facts.poll_ms,
        "seen": facts.seen,
        "post_to": "",
        "trouble": trouble,
        "message": message,
        "cash": MatchMoney.of_sheet(sheet) if has_money(board) else None,
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
    news = news_of(sheet.log, newest, sheet.names)
    return [news, *(consequences(step, sheet.names, currency) if step and follows else [])]


def _chinchon(sheet: Sheet) -> str:
    """«¡Chinchón de Ana!» if the newest entry is a hand that was closed so; else empty."""
    step = sheet.last_step
    if step is None or step.line.ref != sheet.seq - 1 or not isinstance(step.event, HandScored):
        return ""
    closer = step.event.closer
    if closer is None or step.event.close is not Close.CHINCHON:
        return ""
    return _("¡Chinchón de %(name)s!") % {"name": sheet.names[closer]}


def so_far(sheet: Sheet, form: HandForm) -> list[str]:
    """The sentences to read aloud for a hand that is not saved yet; empty until a closer is chosen."""
    if not form.data.get("closer"):
        return []
    return aloud_so_far(sheet.board, form.entry(), sheet.names, sheet.match.currency)


def preview_context(sheet: Sheet, form: HandForm) -> Mapping[str, Any]:
    """The context of `_preview_line.html`: the line to read aloud for a hand that is being typed."""
    form.is_valid()
    return {"sheet": sheet, "form": form, "sentences": so_far(sheet, form)}
