"""The board of a match, and writing down its hands."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from rules.events import BoughtBackIn, Declined
from rules.match.corrections import Entry, Redone, Undone
from scores import versions
from scores.access import grants
from scores.board import contract_progress, gin_boxes
from scores.board.seat_rows import rows
from scores.errors import json_refusal
from scores.hand_entry.form import Chip, HandForm, chips
from scores.hand_entry.line_form import PlainForm, new_key
from scores.hand_entry.save import Outcome, save
from scores.house_rules import labels
from scores.matches.scoresheet import Sheet
from scores.models import Role
from scores.recap import chart, highlights
from scores.recap.money import MatchMoney
from scores.recap.views import preview as told_in_chats
from scores.sharing import share_links
from scores.wording.hand_lines import left_with
from scores.wording.log_lines import aloud, aloud_so_far, happened, wins

ANSWERS: dict[str, type[BoughtBackIn | Declined]] = {"yes": BoughtBackIn, "no": Declined}


@require_GET
def match(request: HttpRequest, code: str) -> HttpResponse:
    sheet = Sheet(grants.match_to_watch(request, code))
    if "closer" not in request.GET:
        return show_board(request, sheet)
    # The checker brings the hand along in the address; it is shown, not written.
    return show_board(request, sheet, HandForm.filled(request.GET, sheet=sheet))


@require_POST
def score_hand(request: HttpRequest, code: str) -> HttpResponse:
    sheet = Sheet(grants.match_to_score(request, code))
    form = HandForm(request.POST, sheet=sheet)
    outcome = save(request, sheet, form)
    if outcome.is_written:
        return _after_write(request, outcome.sheet)
    message = _without_its_form(outcome.sheet, form)
    if json_refusal.is_asked(request):
        return json_refusal.answer(outcome.status, _reasons(outcome, form, message), outcome.sheet.seq)
    if outcome.trouble and outcome.trouble.is_same:
        return show_board(request, outcome.sheet, None, outcome)
    return show_board(request, outcome.sheet, form, outcome, message)


@require_POST
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """The line to read aloud for a hand that is being typed; writes nothing."""
    sheet = Sheet(grants.match_to_score(request, code))
    form = HandForm(request.POST, sheet=sheet)
    form.is_valid()
    context = {"sheet": sheet, "form": form, "told": _so_far(sheet, form)}
    return render(request, "scores/hand_entry/_preview_line.html", context)


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    return _plain(request, code, Undone())


@require_POST
def redo(request: HttpRequest, code: str) -> HttpResponse:
    return _plain(request, code, Redone())


@require_POST
def answer(request: HttpRequest, code: str, seat: int, said: str) -> HttpResponse:
    """Whether one who was asked buys back in."""
    if said not in ANSWERS:
        raise Http404
    return _plain(request, code, ANSWERS[said](seat))


def show_board(
    request: HttpRequest,
    sheet: Sheet,
    form: HandForm | None = None,
    refused: Outcome | None = None,
    message: str = "",
) -> HttpResponse:
    """The match page; for htmx only its board, `_board.html`. `refused`: why nothing was written."""
    template = "scores/board/_board.html" if request.htmx else "scores/board/board.html"
    context = board_context(request, sheet, form or HandForm(sheet=sheet))
    trouble, status = (refused.trouble, refused.status) if refused else (None, 200)
    how = {"trouble": trouble, "message": message, "is_fragment": bool(request.htmx)}
    if sheet.board.is_over and not request.htmx:
        context["preview"] = told_in_chats(request, sheet)
    return render(request, template, {**context, **how}, status=status)


def board_context(request: HttpRequest, sheet: Sheet, form: HandForm) -> dict[str, Any]:
    """Everything `_board.html` shows."""
    board, found = sheet.board, sheet.match
    return {
        "match": found,
        "sheet": sheet,
        "board": board,
        "form": form,
        "rows": rows(sheet, form, board),
        "chips": sheet.once(_chips),
        "contract": "" if board.is_over else contract_progress.of_next_hand(board),
        "key": new_key(),
        "may_score": found.role >= Role.SCORE,
        "may_own": found.role >= Role.OWN,
        "aloud": aloud(sheet.last_step, sheet.names, found.currency) if sheet.last_step else [],
        "so_far": _so_far(sheet, form),
        "answers": [("yes", _("Sí, se reengancha")), ("no", _("No"))],
        "asked": [{"seat": seat, "name": sheet.names[seat]} for seat in board.seats_asked],
        "wins": wins([sheet.names[seat] for seat in board.winners]) if board.is_over else "",
        "links": share_links.of_match(request, found) if not sheet.hands else None,
        "rematch": found.rematches.not_deleted().first() if board.is_over else None,
        "seen": versions.board_etag(found.version, found.role),
        "since": "",
        "post_to": "",
        **_below(sheet),
    }


def _below(sheet: Sheet) -> dict[str, Any]:
    """What stands below the players, for those who read on."""
    ruleset, players = sheet.board.next_ruleset, len(sheet.board.order)
    return {
        "cash": MatchMoney.of_sheet(sheet),
        "boxes": gin_boxes.of_sheet(sheet),
        "contracts": contract_progress.progress(sheet),
        "turned": labels.turned(ruleset, players),
        "ruleset_name": labels.name_of(ruleset),
        "unusual": "" if sheet.seq else labels.unusual_number(ruleset, players),
        "story": highlights.of_sheet(sheet),
        "chart": sheet.once(chart.drawn),
    }


def _chips(sheet: Sheet) -> tuple[Chip, ...]:
    return tuple(chips(sheet.board))


def _so_far(sheet: Sheet, form: HandForm) -> list[str]:
    """The line to read aloud for a hand that is not saved yet."""
    if not form.data.get("closer"):
        return []
    return aloud_so_far(sheet.board, form.entry(), sheet.names, sheet.match.currency)


def _reasons(outcome: Outcome, form: HandForm, message: str) -> list[str]:
    """Why a hand was not saved, in sentences."""
    if outcome.trouble:
        return [outcome.trouble.message, *outcome.trouble.meanwhile, *([message] if message else [])]
    return [message] if message else [str(error) for errors in form.errors.values() for error in errors]


def _without_its_form(sheet: Sheet, form: HandForm) -> str:
    """Why a hand was refused, and the hand itself, for a board that shows no form which would keep it."""
    if not sheet.board.is_over and not sheet.board.seats_asked:
        return ""
    told = [str(error) for errors in form.errors.values() for error in errors]
    hand = form.entry()
    is_known = form.closer_is_nobody or (form.closer in sheet.names and form.way_is_known)
    written = happened(hand, sheet.names) if is_known else left_with(hand, sheet.names)
    return " ".join([*told, _("Lo que estaba escrito:"), written] if written else told)


def _after_write(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    """The board as it is stored now; without htmx, by a redirect."""
    return show_board(request, sheet) if request.htmx else redirect(sheet.match)


def _plain(request: HttpRequest, code: str, entry: Entry) -> HttpResponse:
    """Save an entry that needs nothing but the tap."""
    sheet = Sheet(grants.match_to_score(request, code))
    form = PlainForm(request.POST, sheet=sheet, entry=entry)
    outcome = save(request, sheet, form)
    if outcome.is_written:
        return _after_write(request, outcome.sheet)
    return show_board(request, outcome.sheet, None, outcome, " ".join(form.non_field_errors()))
