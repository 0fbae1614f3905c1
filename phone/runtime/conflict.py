"""The page about a line that the server stopped because another phone had written: whose hand counts.

Where both wrote a hand it has two cards side by side, else what happened meanwhile. Before it is tapped, each
button says what the totals will be.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.template import loader

from phone.runtime.match_document import (
    DocumentEntry,
    Payload,
    sheet_with,
    with_mutation,
)
from rules.errors import Illegal, Malformed
from rules.events import Close, HandScored, Seat
from rules.match.board import Board, Side
from rules.match.corrections import Amended, Change, LogLine, Step
from rules.match.play import play
from rules.match.settlement import final_total
from scores.core.matches.dates import time_of_entry
from scores.core.matches.named_entries import (
    Misplaced,
    entry_of_mutation,
    mutation_of,
    mutation_of_entry,
    reasons,
    seat_named,
)
from scores.core.matches.scoresheet import Sheet, kind_and_payload
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import plus, signed
from scores.core.notation.words import CLOSES
from scores.core.wording.hand_lines import CLOSE_NAMES, seat_numbers
from scores.core.wording.log_lines import wins
from scores.fields import hand_fields
from scores.table.corrections.draft import marks_of_side

PAGE = "scores/offline/conflict.html"
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class ComparedRow:
    """One seat in one of the hands, as its card shows it."""

    name: str
    how: str  # how it closed, and the numbers that were typed if the points do not say them
    points: str


@dataclass(frozen=True)
class Effect:
    """What a button does to the totals."""

    # of those that it changes: the name, the new total, the other one
    totals: list[tuple[str, str, str]]
    wins: str = ""


def conflict(payload: Payload) -> Payload:
    """The page for the mutation with `key`, which the server stopped, on its `document`, with all written
    `since`. `mine` is the correction that puts the user's hand in place of the other, or None;
    `both` is whether the mutation can be written after all the others, with `names` for its seats; `hand` is
    the number of the hand on the server; `draft` the fields and number of the user's hand, to type it anew.
    """
    sheet, _stuck = sheet_with(payload["document"], [])
    waiting = payload["mutations"]
    number = [line["key"] for line in waiting].index(payload["key"])
    typed = waiting[number]
    mutation = _with_names_of_now(sheet, typed)
    mine = _hand_of(sheet, mutation)
    theirs = _nearest(sheet, mine, payload["since"]) if mine else None
    after, stuck = with_mutation(sheet, mutation)
    facts = {"both": not stuck, "names": mutation["names"], "hand": after.board.hands}
    context: Payload = {
        "match": sheet.match,
        "told": mutation.get("told", ""),
        "renamed": reasons(sheet, mutation_of(typed), "renamed")
        if mutation is not typed
        else [],
        "since": payload["since"],
        "after": _effect(sheet, after),
        "refused": stuck.get("reasons", []),
        "csrf_token": payload["csrf_token"],
        **facts,
    }
    answer: Payload = {
        "mine": None,
        **facts,
        "draft": _draft(payload["document"], waiting[:number], mine) if mine else None,
    }
    if mine and theirs:
        cards, correction = _cards(sheet, mutation, mine, theirs, payload["since"])
        context["cards"] = cards
        answer |= {"mine": correction, "hand": theirs.hand_number}
    return {"blocks": loader.render_blocks(PAGE, context), **answer}


def _draft(document: Payload, ahead: Sequence[Payload], mine: HandScored) -> Payload:
    """The fields of the hand, and its number if it is typed on the board that is shown."""
    sheet, _stuck = sheet_with(document, ahead)
    return {"hand": sheet.board.hands + 1, "fields": list(hand_fields(mine).items())}


def _with_names_of_now(sheet: Sheet, mutation: Payload) -> Payload:
    """The mutation with the names that its seats have now; as it is if one of them is not there."""
    try:
        names = {
            name: sheet.names[seat_named(sheet, name)] for name in mutation["names"]
        }
    except Misplaced:
        return mutation
    return {**mutation, "names": names}


def _hand_of(sheet: Sheet, mutation: Payload) -> HandScored | None:
    """The hand that the mutation writes; None if it writes none, or names what is not there."""
    try:
        entry = entry_of_mutation(sheet, mutation_of(mutation), 0)
    except (Misplaced, Malformed):
        return None
    return entry if isinstance(entry, HandScored) else None


def _nearest(sheet: Sheet, mine: HandScored, since: Sequence[Payload]) -> Step | None:
    """The hand in force, of those written since, in which the fewest seats differ; of several the first."""
    keys = [entry["key"] for entry in since]
    steps_of_keys = [
        sheet.step(str(row.seq)) for row in sheet.rows if row.client_key in keys
    ]
    hands = [step for step in steps_of_keys if step and step.is_hand]
    return min(
        hands,
        key=lambda step: sum(
            my != their for _seat, my, their in _pairs(sheet, mine, step)
        ),
        default=None,
    )


# Two cards


def _cards(
    sheet: Sheet,
    mutation: Payload,
    mine: HandScored,
    theirs: Step,
    since: Sequence[Payload],
) -> tuple[Payload, Payload | None]:
    """What the two cards show, and the mutation that puts the user's hand in place of theirs."""
    pairs = _pairs(sheet, mine, theirs)
    differing = [sheet.names[seat] for seat, my, their in pairs if my != their]
    kind, payload = kind_and_payload(Amended((Change(theirs.line.ref, mine),)))
    key = f"{mutation['key']}m"[-64:]  # the same for a second tap
    correction = mutation_of_entry(
        sheet, kind, payload, key=key, at=mutation["at"]
    ).dump()
    corrected, stuck = with_mutation(sheet, correction)
    is_possible = bool(differing) and not stuck
    ref = theirs.line.ref
    their_row: Any = sheet.rows[ref if isinstance(ref, int) else ref[0]]
    cards = {
        "number": theirs.hand_number,
        "by": next(
            entry["by"] for entry in since if entry["key"] == their_row.client_key
        ),
        "who": joined_names(differing),
        "mine": [(my, my != their) for _seat, my, their in pairs],
        "theirs": [(their, my != their) for _seat, my, their in pairs],
        "times": _times(sheet, mutation["at"], their_row.milliseconds),
        "is_possible": is_possible,
        "refused": stuck.get("reasons", []),
        "with_mine": _effect(sheet, corrected),
        "with_theirs": _effect(corrected, sheet),
    }
    return cards, correction if is_possible else None


def _pairs(
    sheet: Sheet, mine: HandScored, theirs: Step
) -> list[tuple[Seat, ComparedRow, ComparedRow]]:
    """The rows of both cards, which have the same seats."""
    their_hand: Any = theirs.event
    ours = _rows(sheet, theirs.before, mine)
    others = _rows(sheet, theirs.before, their_hand)
    pairs = [(seat, ours[seat], others[seat]) for seat in theirs.before.order]
    return [pair for pair in pairs if any(row.how or row.points for row in pair[1:])]


def _rows(sheet: Sheet, board: Board, hand: HandScored) -> dict[Seat, ComparedRow]:
    """The rows of the hand played on that board; without points if the rules refuse it there."""
    scored: dict[Seat, int] = {}
    with suppress(Illegal):
        scored = Step(LogLine((0,), hand), board, play(board, hand)).scored
    return {
        seat: _row(sheet.names[seat], hand, seat, scored.get(seat))
        for seat in board.order
    }


def _row(name: str, hand: HandScored, seat: Seat, points: int | None) -> ComparedRow:
    typed = seat_numbers(hand, seat, "").strip()
    shown_points = "" if points is not None and typed == str(abs(points)) else typed
    closing = (
        CLOSES
        if hand.close in (Close.KNOCK, Close.CLEAN)
        else CLOSE_NAMES[hand.close or Close.OUT]
    )
    how = str(closing) if seat == hand.closer else ""
    shown = "" if points is None else plus(points)
    return ComparedRow(
        name, ", ".join([part for part in (how, shown_points) if part]), shown
    )


def _times(sheet: Sheet, mine: int, theirs: int) -> list[str]:
    """When both were written; without the date if it is the same."""
    rows: list[Any] = [
        DocumentEntry(0, "", {}, milliseconds) for milliseconds in (mine, theirs)
    ]
    texts = [time_of_entry(sheet.match, row)[1] for row in rows]
    days = [text.split(" ")[0] for text in texts]
    return [text.split(" ", 1)[1] for text in texts] if days[0] == days[1] else texts


# Totals


def _effect(before: Sheet, after: Sheet) -> Effect:
    board = after.board
    names = after.names
    totals = [
        (
            after.name_of_side(side),
            _total(board, side, names),
            _total(before.board, side, names),
        )
        for side in board.sides
    ]
    winners = wins([names[seat] for seat in board.winners]) if board.is_over else ""
    is_news = board.winners != before.board.winners
    return Effect(
        [change for change in totals if change[1] != change[2]],
        winners if is_news else "",
    )


def _total(board: Board, side: Side, names: Mapping[Seat, str]) -> str:
    """The total as a board shows it, with what it says about a seat that is out."""
    if side[0] not in board.standings:
        return "—"
    return NO_BREAK.join(
        [signed(final_total(board, side[0])), *marks_of_side(board, side, names)]
    )
