"""The pages of a match besides its board, by their address: what they show, and what their forms write. And
the page of the checker, alone and in a match.

PAGES is for a phone what `urls` are for the server. What is not in it needs the server.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.template import loader

from phone.runtime.addresses import PATTERNS
from phone.runtime.board import PostedFields, answer_after_writing, save, sheet_of
from phone.runtime.match_document import OWN, SCORE, Payload, seat_of, with_seat
from rules.errors import Illegal, Malformed
from scores.core.matches.log_page import log_page
from scores.core.matches.scoresheet import Sheet
from scores.core.template_context import context_of
from scores.table.board.sheet_page import sheet_view
from scores.table.checker.match_page import match_page
from scores.table.checker.practice_page import practice_page
from scores.table.corrections.pages import next_page_or_sheet
from scores.table.hand_entry.writing import Outcome, WritingForm
from scores.table.table_events.forms import (
    FORMS,
    JoinForm,
    event_list,
    event_page,
)

NOT_FOUND: Payload = {"status": 404}
CHECKER = "scores/checker/check.html"
VERDICT = "scores/checker/_verdict.html"


def page(payload: Payload) -> Payload:
    """The page at `path`, with its query string: at first without `fields`, then for those of its form.

    `{page, blocks, status}` has the template and the HTML of its blocks. Once something was written the
    answer is that of `board.post`. `{"status": 404}` for an address that a phone does not have, for what is
    not there, and for what this phone may not see.
    """
    path, _mark, query = payload["path"].partition("?")
    for name, function in PAGES.items():
        arguments = arguments_of(path, PATTERNS[name])
        if arguments is not None:
            return function(payload, *arguments, query=query)
    return NOT_FOUND


def arguments_of(path: str, pieces: Sequence[str]) -> list[str] | None:
    """What stands between the pieces of an address; None if the path is another. No argument has a slash."""
    if not path.startswith(pieces[0]):
        return None
    rest = path[len(pieces[0]) :]
    arguments = list[str]()
    for piece in pieces[1:]:
        argument, slash, rest = rest.partition(piece)
        if not argument or "/" in argument or not slash:
            return None
        arguments.append(argument)
    return None if rest else arguments


def _query_value(query: str, name: str) -> str:
    """The last value of a name in the query of an address; only for names and values without escapes."""
    values = [
        pair[len(name) + 1 :]
        for pair in query.split("&")
        if pair.startswith(f"{name}=")
    ]
    return values[-1] if values else ""


def _log(payload: Payload, code: str, query: str) -> Payload:
    sheet = sheet_of(payload)
    view = log_page(sheet, _query_value(query, "page"), sheet.match.role >= SCORE, {})
    return _shown(payload, "scores/matches/log.html", context_of(view))


def _scoresheet(payload: Payload, code: str, query: str) -> Payload:
    sheet = sheet_of(payload)
    is_unsent = payload["document"].get("is_unsent", False)
    role = sheet.match.role
    view = sheet_view(
        sheet, may_score=role >= SCORE, may_own=role >= OWN, is_unsent=is_unsent
    )
    return _shown(payload, "scores/board/sheet.html", context_of(view))


def _everyday(payload: Payload, code: str, query: str) -> Payload:
    sheet = sheet_of(payload)
    if sheet.match.role < SCORE:
        return NOT_FOUND
    return _shown(
        payload, "scores/table_events/choose.html", context_of(event_list(sheet))
    )


def _table_event(payload: Payload, code: str, kind: str, query: str) -> Payload:
    """The form of an event. The draw for the deal needs the server, which hides the cards."""
    sheet = sheet_of(payload)
    if sheet.match.role < SCORE or kind not in FORMS:
        return NOT_FOUND
    if "fields" not in payload:
        chosen = {"player": _query_value(query, "player")}
        return _event_page(
            payload, sheet, kind, FORMS[kind](sheet=sheet, initial=chosen)
        )
    form = FORMS[kind](PostedFields(payload["fields"]), sheet=sheet)
    name = ""
    if isinstance(form, JoinForm) and form.is_valid():
        name = form.cleaned_data["name"]
        form.seat = seat_of(sheet, form.cleaned_data["client_key"], name)
        sheet = with_seat(sheet, form.seat, name)
    outcome = save(sheet, form, payload["now"], joined_as=name)
    if outcome.is_written:
        return answer_after_writing(payload, sheet, outcome.sheet)
    if outcome.status == 409 and isinstance(form, JoinForm):
        form = form.after_others_moved(outcome.sheet)
    return _event_page(payload, outcome.sheet, kind, form, outcome)


def _event_page(
    payload: Payload,
    sheet: Sheet,
    kind: str,
    form: WritingForm,
    refused: Outcome | None = None,
) -> Payload:
    context = context_of(event_page(sheet, kind, form, refused))
    return _shown(
        payload,
        "scores/table_events/form.html",
        context,
        refused.status if refused else 200,
    )


def _correct(payload: Payload, code: str, ref: str, query: str) -> Payload:
    sheet = sheet_of(payload)
    if sheet.match.role < SCORE:
        return NOT_FOUND
    posted: Any = PostedFields(payload["fields"]) if "fields" in payload else None

    def save_here(sheet: Sheet, form: WritingForm) -> Outcome:
        return save(sheet, form, payload["now"])

    try:
        answer = next_page_or_sheet(sheet, ref, posted, save_here)
    except (Malformed, Illegal):
        return NOT_FOUND
    if isinstance(answer, Sheet):
        return answer_after_writing(payload, sheet, answer)
    return _shown(payload, answer.template, answer.context, answer.status)


def checker_page(payload: Payload) -> Payload:
    """`{blocks}`: the HTML of the blocks of the checker. With `is_part` `{html}`: what the server answers to
    htmx while cards are tapped. In a match with the number of `hand`. Nothing is stored.

    `payload` has the `fields` of the form, `path` and `site`, the path and the origin of the page, and in a
    match its `document`.
    """
    is_part = payload.get("is_part", False)
    fields = payload["fields"]
    more: Payload = {"request": {"path": payload["path"], "htmx": is_part}}
    asked: Any = PostedFields(fields)

    def absolute(path: str) -> str:
        return f"{payload['site']}{path}"

    if "document" in payload:
        page = match_page(sheet_of(payload), asked, absolute)
    else:
        page = practice_page(asked)
        query = urlencode([(name, value) for name, value in fields])
        more["preview"] = {
            "url": absolute(f"{payload['path']}?{query}" if query else payload["path"])
        }
    more["checker"] = page
    more["match"] = page.hand and page.hand.match
    hand = page.hand and page.hand.hand
    if is_part:
        return {"html": str(loader.render_to_string(VERDICT, more)), "hand": hand}
    return {"blocks": loader.render_blocks(CHECKER, more), "hand": hand}


def _shown(
    payload: Payload, template: str, context: dict[str, Any], status: int = 200
) -> Payload:
    given = {"csrf_token": payload["csrf_token"], "key": payload["key"]}
    blocks = loader.render_blocks(template, {**context, **given})
    return {"page": template, "blocks": blocks, "status": status}


PAGES: dict[str, Callable[..., Payload]] = {
    "correct": _correct,
    "everyday": _everyday,
    "happen": _table_event,
    "log": _log,
    "scoresheet": _scoresheet,
}
"""By the names of addresses. Each gets the payload and the arguments of its address."""
