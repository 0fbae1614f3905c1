"""The pages for correcting a line: edit, review of the consequences, and each later line made illegal.

They are values, so that a phone can make them too: `views` renders them.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rules.errors import Illegal, Malformed
from rules.events import BoughtBackIn, Declined, Event, HandScored
from rules.match import log_json
from rules.match.board import Board
from rules.match.corrections import Amended, Change, LogLine, ref_text
from rules.match.play import replay
from rules.numbers import whole_number
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.log_lines import aloud, change_in_words, sentence_of_entry
from scores.core.wording.refusals import phrase
from scores.fields import hand_fields
from scores.table.board.context import pair_cards, seat_rows
from scores.table.board.sheet_page import next_contract
from scores.table.corrections import draft as drafts
from scores.table.corrections.draft import CorrectionDraft
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.questions import chips, chips_html
from scores.table.hand_entry.writing import (
    ANSWERS,
    Outcome,
    PlainForm,
    WritingForm,
    new_key,
)

Save = Callable[[Sheet, WritingForm], Outcome]


class CorrectionPage(NamedTuple):
    """A page of a correction that is not saved."""

    template: str
    context: dict[str, Any]
    status: int = 200
    reviewed: CorrectionDraft | None = (
        None  # on the page that shows what the draft changes
    )


def next_page_or_sheet(
    sheet: Sheet, ref: str, posted: Any, save: Save
) -> CorrectionPage | Sheet:
    """The page that follows, or the sheet once saved; at first `posted` is None. Raises Malformed."""
    sent = {} if posted is None else posted
    changes = _changes_sent(sent)
    act = sent.get("act", "replace")
    key = sent.get("client_key")
    seq = whole_number(sent.get("seq", ""))
    is_saved = any(
        row.client_key == key and row.payload.get("changes") == changes
        for row in sheet.rows
    )
    if act == "save" and is_saved:  # the lines that it removed are named no more
        return sheet
    try:
        draft = drafts.load(sheet, changes, sheet.seq if seq is None else seq)
    except Illegal as refusal:
        return _gone_page(sheet, changes, refusal)
    if act == "save":
        return _save_draft(posted, draft, ref, save)
    line = draft.line(ref)
    if line is None:
        raise Malformed("no such line")
    return (
        _line_page(draft, line)
        if posted is None
        else _page_after_act(posted, draft, line, act)
    )


def _changes_sent(sent: Any) -> list[Any]:
    try:
        changes = json.loads(sent.get("changes", "[]"))
    except (ValueError, RecursionError):
        changes = None
    if not isinstance(changes, list):
        raise Malformed("changes")
    return changes


def _page_after_act(
    posted: Any, draft: CorrectionDraft, line: LogLine, act: str
) -> CorrectionPage:
    if act in ("replace", "insert", "add"):
        return _hand(posted, draft, line, act)
    changes = _changes(draft, line, act)
    if not changes:
        raise Malformed("no such button")
    return _draft_page(draft.with_changes(*changes), ref_text(line.ref))


def _changes(draft: CorrectionDraft, line: LogLine, act: str) -> list[Change]:
    """The changes that a button adds to the draft; none for an unknown button."""
    kind, _dash, seat = act.partition("-")
    if act == "remove":
        return [Change(line.ref, None)]
    if act == "rest":
        return [Change(later.ref, None) for later in draft.rest]
    asked = whole_number(seat)
    if kind in ANSWERS and asked in draft.board.seats_asked:
        answer: Event = ANSWERS[kind](asked)
        return [Change(line.ref, answer, insert=True)]
    if act == "swap" and isinstance(line.event, (BoughtBackIn, Declined)):
        other = Declined if isinstance(line.event, BoughtBackIn) else BoughtBackIn
        return [Change(line.ref, other(line.event.seat))]
    return []


def _hand(
    posted: Any, draft: CorrectionDraft, line: LogLine, act: str
) -> CorrectionPage:
    """Replace the line by the hand of the form; or insert a hand: `insert` shows the form, `add` sends it."""
    board = _board_before(draft, line)
    if act == "insert":
        return _hand_page(draft, line, HandForm(sheet=draft.sheet, board=board), "add")
    form = HandForm(posted, sheet=draft.sheet, board=board)
    refusal = replay(board, [form.entry()]).refusal if form.is_valid() else None
    if refusal:
        form.refuse(refusal)
    if form.errors:
        return _hand_page(draft, line, form, act)._replace(status=422)
    change = Change(line.ref, form.entry(), insert=act == "add")
    return _draft_page(draft.with_changes(change), ref_text(line.ref))


def _save_draft(
    posted: Any, draft: CorrectionDraft, ref: str, save: Save
) -> CorrectionPage | Sheet:
    if not draft.changes:
        raise Malformed("no changes")
    form = PlainForm(posted, sheet=draft.sheet, entry=Amended(draft.changes))
    outcome = save(draft.sheet, form)
    if outcome.is_written:
        return outcome.sheet
    try:
        fresh = drafts.load(outcome.sheet, draft.dump(), draft.sheet.seq)
    except Illegal as refusal:  # undone since the draft was read
        return _gone_page(outcome.sheet, draft.dump(), refusal)
    page = _draft_page(fresh, ref)
    context = {**page.context, "trouble": outcome.trouble}
    return page._replace(status=outcome.status, context=context)


# Pages


def _draft_page(draft: CorrectionDraft, ref: str) -> CorrectionPage:
    """The first illegal line if there is one, else the review of the whole draft."""
    stuck = draft.stuck
    refusal = draft.refusal
    # Or the fault is not in the hand itself: an answer is missing before it, or the match is over.
    is_in_hand = refusal is not None and refusal.code not in (
        "answer-pending",
        "match-over",
    )
    if stuck and refusal and is_in_hand and isinstance(stuck.event, HandScored):
        form = HandForm.with_values(
            hand_fields(stuck.event), sheet=draft.sheet, board=draft.board
        )
        form.refuse(refusal)
        return _hand_page(draft, stuck, form, "replace")
    if stuck:
        return _stuck_page(draft, stuck)
    sheet = draft.sheet
    return _page(
        "scores/corrections/review.html",
        draft,
        ref,
        differences=drafts.differences(
            sheet.board, draft.board, sheet.names, sheet.match.currency
        ),
        busts=drafts.bust_changes(draft),
        changed=_changes_in_words(sheet, draft.changes),
    )._replace(reviewed=draft)


def _stuck_page(draft: CorrectionDraft, stuck: LogLine) -> CorrectionPage:
    board = draft.board
    names = draft.sheet.names
    # A misplaced answer is itself the fault: nobody is asked before it.
    asked = (
        () if isinstance(stuck.event, (BoughtBackIn, Declined)) else board.seats_asked
    )
    return _page(
        "scores/corrections/stuck.html",
        draft,
        ref_text(stuck.ref),
        refusal=phrase(draft.refusal, names) if draft.refusal else "",
        line_text=sentence_of_entry(stuck.event, names),
        asked=[(seat, names[seat], board.total(seat), board.level) for seat in asked],
        is_over=board.is_over,
        rest=[sentence_of_entry(line.event, names) for line in draft.rest],
    )


def _gone_page(sheet: Sheet, changes: list[Any], refusal: Illegal) -> CorrectionPage:
    """The page for a draft that names a line undone meanwhile: it lists the changes that were not saved."""
    amended = log_json.load({"type": "amend", "changes": changes})
    wanted = amended.changes if isinstance(amended, Amended) else ()
    context = {
        "match": sheet.match,
        "refusal": phrase(refusal, sheet.names),
        "changed": _changes_in_words(sheet, wanted),
    }
    return CorrectionPage("scores/corrections/gone.html", context, 409)


def _changes_in_words(sheet: Sheet, changes: Iterable[Change]) -> list[str]:
    return [change_in_words(sheet.lines, change, sheet.names) for change in changes]


def _line_page(draft: CorrectionDraft, line: LogLine) -> CorrectionPage:
    if isinstance(line.event, HandScored):
        board = _board_before(draft, line)
        form = HandForm.with_values(
            hand_fields(line.event), sheet=draft.sheet, board=board
        )
        return _hand_page(draft, line, form, "replace")
    return _page(
        "scores/corrections/line.html",
        draft,
        ref_text(line.ref),
        line_text=sentence_of_entry(line.event, draft.sheet.names),
        is_answer=isinstance(line.event, (BoughtBackIn, Declined)),
    )


def _hand_page(
    draft: CorrectionDraft, line: LogLine, form: HandForm, act: str
) -> CorrectionPage:
    board = form.board
    sheet = draft.sheet
    ref = ref_text(line.ref)
    step = draft.step(ref)
    rows = seat_rows(sheet, form, board)
    return _page(
        "scores/corrections/hand.html",
        draft,
        ref,
        form=form,
        board=board,
        act=act,
        rows=rows,
        pairs=pair_cards(board, rows),
        chips=chips_html(tuple(chips(board)), form.chosen["close"]),
        contract=next_contract(board),
        hand_number=board.hands + 1,
        aloud=aloud(step, sheet.names, sheet.match.currency)
        if step and act == "replace"
        else [],
        is_stuck=draft.stuck is not None,
    )


def _page(
    template: str, draft: CorrectionDraft, ref: str, **more: Any
) -> CorrectionPage:
    """A page of this draft, with `more` than what every page of a correction has."""
    sheet = draft.sheet
    context = {
        "match": sheet.match,
        "sheet": sheet,
        "ref": ref,
        "changes": json.dumps(draft.dump()),
        "key": new_key(),
        **more,
    }
    return CorrectionPage(template, context)


def _board_before(draft: CorrectionDraft, line: LogLine) -> Board:
    """The board before the line; for an illegal line the board of the draft."""
    step = draft.step(ref_text(line.ref))
    return step.before if step else draft.board
