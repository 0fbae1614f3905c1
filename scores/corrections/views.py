"""The pages for correcting a line: edit, review of the consequences, and each later line made illegal."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.errors import Illegal, Malformed
from rules.events import BoughtBackIn, Declined, Event, HandScored
from rules.match import log_json
from rules.match.board import Board
from rules.match.corrections import Amended, Change, LogLine
from rules.match.play import replay
from rules.match.steps import ref_text
from scores.access import grants
from scores.board import contract_progress
from scores.board.seat_rows import rows
from scores.corrections import draft as drafts
from scores.corrections.draft import Draft, put_in, removed, replaced
from scores.forecast import course, preference, words
from scores.forecast.course import Busy
from scores.forecast.words import ChanceRow
from scores.hand_entry.form import HandForm, chips, typed
from scores.hand_entry.line_form import PlainForm, new_key
from scores.hand_entry.save import Trouble, save
from scores.matches.scoresheet import Sheet
from scores.notation.numbers import parsed_int
from scores.wording.log_lines import aloud, change_in_words, happened
from scores.wording.refusals import phrase


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, code: str, ref: str) -> HttpResponse:
    """Change a line, remove it, or insert a forgotten hand before it.

    POST carries the draft (`changes`, JSON, with the `seq` it was rendered for) and one `act` on line `ref`:
    replace, insert, remove, swap, rest, yes-<seat>, no-<seat>; or `save`.
    """
    sheet = Sheet(grants.match_to_score(request, code))
    try:
        changes = _changes_sent(request)
        act = request.POST.get("act", "replace")
        if act == "save" and _was_saved(request, sheet, changes):
            return redirect(sheet.match)
        try:
            draft = _draft(request, sheet, changes)
        except Illegal as refusal:
            return _show_gone(request, sheet, changes, refusal)
        if act == "save":
            return _save(request, draft, ref)
        line = draft.line(ref)
        if line is None:
            raise Http404
        return (
            _acted(request, draft, line, act)
            if request.method == "POST"
            else _show_line(request, draft, line)
        )
    except (Malformed, Illegal) as error:
        raise Http404 from error


def _changes_sent(request: HttpRequest) -> list[Any]:
    try:
        changes = json.loads(request.POST.get("changes", "[]"))
    except (ValueError, RecursionError) as error:
        raise Malformed("changes") from error
    if not isinstance(changes, list):
        raise Malformed("changes")
    return changes


def _was_saved(request: HttpRequest, sheet: Sheet, changes: list[Any]) -> bool:
    """Whether this correction is in the log already. A repeated POST may name lines that it removed."""
    key = request.POST.get("client_key")
    return any(row.client_key == key and row.payload.get("changes") == changes for row in sheet.rows)


def _draft(request: HttpRequest, sheet: Sheet, changes: list[Any]) -> Draft:
    seq = parsed_int(request.POST.get("seq", ""))
    return drafts.load(sheet, changes, sheet.seq if seq is None else seq)


def _acted(request: HttpRequest, draft: Draft, line: LogLine, act: str) -> HttpResponse:
    if act in ("replace", "insert", "add"):
        return _hand(request, draft, line, act)
    changes = _changes(draft, line, act)
    if not changes:
        raise Http404
    return _show_draft(request, draft.with_changes(*changes), ref_text(line.ref))


def _changes(draft: Draft, line: LogLine, act: str) -> list[Change]:
    """The changes that a button adds to the draft; none for an unknown button."""
    kind, _dash, seat = act.partition("-")
    if act == "remove":
        return [removed(line.ref)]
    if act == "rest":
        return [removed(later.ref) for later in draft.rest]
    asked = parsed_int(seat)
    if kind in ("yes", "no") and asked in draft.board.seats_asked:
        answer: Event = BoughtBackIn(asked) if kind == "yes" else Declined(asked)
        return [put_in(line.ref, answer)]
    if act == "swap" and isinstance(line.event, (BoughtBackIn, Declined)):
        other = Declined if isinstance(line.event, BoughtBackIn) else BoughtBackIn
        return [replaced(line.ref, other(line.event.seat))]
    return []


def _hand(request: HttpRequest, draft: Draft, line: LogLine, act: str) -> HttpResponse:
    """Replace the line by the hand of the form; or insert a hand: `insert` shows the form, `add` sends it."""
    board = _board_before(draft, line)
    if act == "insert":
        return _show_hand(request, draft, line, HandForm(sheet=draft.sheet, board=board), "add")
    form = HandForm(request.POST, sheet=draft.sheet, board=board)
    refused = not form.is_valid() or _refused(form, board)
    if refused:
        return _show_hand(request, draft, line, form, act, 422)
    change = replaced if act == "replace" else put_in
    return _show_draft(request, draft.with_changes(change(line.ref, form.entry())), ref_text(line.ref))


def _refused(form: HandForm, board: Board) -> bool:
    refusal = replay(board, [form.entry()]).refusal
    if refusal:
        form.refuse(refusal)
    return refusal is not None


def _save(request: HttpRequest, draft: Draft, ref: str) -> HttpResponse:
    if not draft.changes:
        raise Http404
    form = PlainForm(request.POST, sheet=draft.sheet, entry=Amended(draft.changes))
    outcome = save(request, draft.sheet, form)
    if outcome.is_written:
        return redirect(outcome.sheet.match)
    fresh = drafts.load(outcome.sheet, draft.dump(), draft.sheet.seq)
    return _show_draft(request, fresh, ref, outcome.status, outcome.trouble)


# Pages


def _show_draft(
    request: HttpRequest, draft: Draft, ref: str, status: int = 200, trouble: Trouble | None = None
) -> HttpResponse:
    """The first illegal line if there is one, else the review of the whole draft."""
    stuck = draft.stuck
    if stuck and isinstance(stuck.event, HandScored) and not _is_about_the_match(draft):
        form = HandForm.filled(typed(stuck.event), sheet=draft.sheet, board=draft.board)
        if draft.refusal:
            form.refuse(draft.refusal)
        return _show_hand(request, draft, stuck, form, "replace", status, trouble)
    if stuck:
        return _show_stuck(request, draft, stuck, status, trouble)
    sheet = draft.sheet
    context = {
        **_context(draft, ref, trouble),
        "differences": drafts.differences(sheet.board, draft.board, sheet.names),
        "changed": [change_in_words(sheet.lines, change, sheet.names) for change in draft.changes],
        "chances": _chances(draft) if preference.is_on(request) else [],
    }
    return render(request, "scores/corrections/review.html", context, status=status)


def _chances(draft: Draft) -> list[ChanceRow]:
    """How the draft changes who is likely to win; empty after the end, or if another forecast is computed."""
    sheet = draft.sheet
    if sheet.board.is_over and draft.board.is_over:
        return []
    try:
        return words.compared(sheet, course.now(sheet), course.after_correction(sheet, draft.board))
    except Busy:
        return []


def _is_about_the_match(draft: Draft) -> bool:
    """Whether the fault is not in the hand itself: an answer is missing before it, or the match is over."""
    return draft.refusal is not None and draft.refusal.code in ("answer-pending", "match-over")


def _show_stuck(
    request: HttpRequest, draft: Draft, stuck: LogLine, status: int, trouble: Trouble | None
) -> HttpResponse:
    board, names = draft.board, draft.sheet.names
    context = {
        **_context(draft, ref_text(stuck.ref), trouble),
        "refusal": phrase(draft.refusal, names) if draft.refusal else "",
        "line_text": happened(stuck.event, names),
        "asked": [(seat, names[seat], board.total(seat), board.level) for seat in _asked(draft, stuck)],
        "is_over": board.is_over,
        "rest": [happened(line.event, names) for line in draft.rest],
    }
    return render(request, "scores/corrections/stuck.html", context, status=status)


def _asked(draft: Draft, stuck: LogLine) -> tuple[int, ...]:
    """The seats that must answer before the line; none if the line is itself a misplaced answer."""
    is_answer = isinstance(stuck.event, (BoughtBackIn, Declined))
    return () if is_answer else draft.board.seats_asked


def _show_gone(request: HttpRequest, sheet: Sheet, changes: list[Any], refusal: Illegal) -> HttpResponse:
    """The page for a draft that names a line undone meanwhile: it lists the changes that were not saved."""
    amended = log_json.load({"type": "amend", "changes": changes})
    wanted = amended.changes if isinstance(amended, Amended) else ()
    context = {
        "match": sheet.match,
        "refusal": phrase(refusal, sheet.names),
        "changed": [change_in_words(sheet.lines, change, sheet.names) for change in wanted],
    }
    return render(request, "scores/corrections/gone.html", context, status=409)


def _show_line(request: HttpRequest, draft: Draft, line: LogLine) -> HttpResponse:
    if isinstance(line.event, HandScored):
        board = _board_before(draft, line)
        form = HandForm.filled(typed(line.event), sheet=draft.sheet, board=board)
        return _show_hand(request, draft, line, form, "replace")
    context = {
        **_context(draft, ref_text(line.ref), None),
        "line_text": happened(line.event, draft.sheet.names),
        "is_answer": isinstance(line.event, (BoughtBackIn, Declined)),
    }
    return render(request, "scores/corrections/line.html", context)


def _show_hand(
    request: HttpRequest,
    draft: Draft,
    line: LogLine,
    form: HandForm,
    act: str,
    status: int = 200,
    trouble: Trouble | None = None,
) -> HttpResponse:
    board = form.board
    step = draft.step(ref_text(line.ref))
    context = {
        **_context(draft, ref_text(line.ref), trouble),
        "form": form,
        "board": board,
        "act": act,
        "rows": rows(draft.sheet, form, board),
        "chips": tuple(chips(board)),
        "contract": contract_progress.of_next_hand(board),
        "hand_number": board.hands + 1,
        "aloud": aloud(step, draft.sheet.names, draft.sheet.match.currency)
        if step and act == "replace"
        else [],
        "is_stuck": draft.stuck is not None,
    }
    return render(request, "scores/corrections/hand.html", context, status=status)


def _context(draft: Draft, ref: str, trouble: Trouble | None) -> dict[str, Any]:
    return {
        "match": draft.sheet.match,
        "sheet": draft.sheet,
        "ref": ref,
        "changes": json.dumps(draft.dump()),
        "key": new_key(),
        "trouble": trouble,
    }


def _board_before(draft: Draft, line: LogLine) -> Board:
    """The board before the line; for an illegal line the board of the draft."""
    step = draft.step(ref_text(line.ref))
    return step.before if step else draft.board
