"""What is below the fold of a board, as a page of its own: the scoresheet, the chart, the money, the rules.

A board loads it when it is seen. Its context is made without a request, so that a phone can make it too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _

from rules.events import Close, HandScored, Seat
from rules.knobs import Scoring
from rules.match.board import Board, Side
from rules.match.corrections import Step
from rules.match.settlement import FinalSum, final_sums
from rules.scoring.points import wins_match
from scores.circle.recap.chart import Chart, chart_of
from scores.circle.recap.highlights import Cash, Highlights, cash_of, highlights_of
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.cards import contract_in_words
from scores.core.notation.numbers import plus, signed
from scores.core.wording import log_lines
from scores.core.wording.hand_lines import bought
from scores.table.board import html_cache
from scores.table.hand_entry.questions import Whose, asks


@dataclass(frozen=True)
class SheetView:
    """What `sheet.html` shows, below the fold of a board."""

    match: Any
    sheet: Sheet
    board: Board
    may_score: bool
    may_own: bool
    is_unsent: bool
    cash: Cash | None
    boxes: "Boxes | None"
    contracts: "Sequence[ContractRow]"
    turned: Mapping[str, str]  # label and value of the knobs that differ
    ruleset_name: str
    warnings: Sequence[str]
    highlights: Highlights | None
    chart: Chart | None


def sheet_view(
    sheet: Sheet, *, may_score: bool, may_own: bool, is_unsent: bool = False
) -> SheetView:
    """`is_unsent`: the server does not know the match yet."""
    ruleset = sheet.board.next_ruleset
    players = len(sheet.board.order)
    # Before the first line whether the number of players is unusual, and until the end whether cards lack.
    unusual = "" if sheet.seq else labels.unusual_number(ruleset, players)
    too_few = "" if sheet.board.is_over else labels.too_few_cards(ruleset, players)
    return SheetView(
        match=sheet.match,
        sheet=sheet,
        board=sheet.board,
        may_score=may_score,
        may_own=may_own,
        is_unsent=is_unsent,
        cash=cash_of(sheet),
        boxes=gin_boxes(sheet),
        contracts=contract_rows(sheet),
        turned=labels.turned_knobs(ruleset, players, currency=sheet.match.currency),
        ruleset_name=labels.name_of(ruleset),
        warnings=[warning for warning in (unusual, too_few) if warning],
        highlights=highlights_of(sheet),
        chart=chart_of(sheet),
    )


# Gin: for each side the total after every hand won, and the final sum, as the source of the rules draws it


class Column(NamedTuple):
    """One side: the total after each hand won, and the final sum, shown when the match is over."""

    name: str
    totals: list[int]
    sum: FinalSum
    won: bool


class Boxes(NamedTuple):
    columns: list[Column]
    is_over: bool

    @property
    def has_shutout(self) -> bool:
        return any(column.sum.shutout for column in self.columns)

    @property
    def margin(self) -> int:
        """The difference between the highest and the lowest final sum."""
        sums = [column.sum.total for column in self.columns]
        return max(sums) - min(sums)


def gin_boxes(sheet: Sheet) -> Boxes | None:
    """The table of a match; None for other games and before the first hand."""
    board = sheet.board
    if board.ruleset.scoring is not Scoring.DIFFERENCE or not sheet.hands:
        return None
    sums = final_sums(board)
    columns = []
    for seat, *_partner in board.sides:
        totals = [step.after.total(seat) for step in _boxes_won(sheet, seat)]
        name = sheet.name_of_side(board.side_of(seat))
        columns.append(Column(name, totals, sums[seat], seat in board.winners))
    return Boxes(columns, board.is_over)


def _boxes_won(sheet: Sheet, seat: Seat) -> list[Step]:
    """The hands that gave the side a box; where a deal scores its net, the last hand of the deal."""
    won = list[Step]()
    before = sheet.start
    for step in sheet.hands:
        if step.before.scores_net and step.after.met and step is not sheet.hands[-1]:
            continue
        if _boxes(step.after, seat) > _boxes(before, seat):
            won.append(step)
        before = step.after
    return won


def _boxes(board: Board, seat: Seat) -> int:
    return board.standings[seat].boxes if seat in board.standings else 0


# Chinaso: which contracts are played, and which comes next


class ContractRow(NamedTuple):
    number: int
    text: str
    closer: str  # the name of who went out in its hand
    is_next: bool


def contract_rows(sheet: Sheet) -> list[ContractRow]:
    """The contracts of the match in order, and who went out in each hand; empty in games but Chinaso."""
    board = sheet.board
    events = [step.event for step in sheet.hands]
    seats = [event.closer for event in events if isinstance(event, HandScored)]
    closers = ["" if seat is None else sheet.names[seat] for seat in seats]
    return [
        ContractRow(
            number + 1,
            contract_in_words(contract),
            closers[number] if number < len(closers) else "",
            number == board.hands and not board.is_over,
        )
        for number, contract in enumerate(board.next_ruleset.contracts)
    ]


def next_contract(board: Board) -> str:
    """The contract of the next hand in words; empty in games other than Chinaso."""
    contracts = board.next_ruleset.contracts
    return (
        contract_in_words(contracts[board.hands])
        if board.hands < len(contracts)
        else ""
    )


# The lines of the scoresheet as HTML


LINES = 100  # of one match on its board; more than a table plays in an evening
STEP_BYTES = 4000  # memory of a step, roughly


class SheetCell(NamedTuple):
    points: str = ""  # empty after a chinchón that won the match: nobody got any
    total: str = ""  # empty where the side did not play the hand
    bought: str = ""
    became: str = ""  # in words, if the side went bust with this hand
    marks: str = ""  # CSS classes
    closed: bool = False
    # the partner who closed, or alone played the hand; empty for a side of one
    player: str = ""
    # id of the control that corrects the cell, in the form of its hand
    control: str = ""


def lines_html(sheet: Sheet, may_correct: bool) -> SafeString:
    """The newest LINES lines, the newest first; below them a link to the older ones."""
    key = "lines", sheet.match.code, may_correct, get_language()
    names = sheet.names
    sides = sheet.board.sides
    code = sheet.match.code if may_correct else ""
    cached = html_cache.cache.get(key)
    before: Mapping[Step, SafeString] = (
        cached[1] if cached and cached[0] == (names, sides) else {}
    )
    html = {
        step: before.get(step) or render_line(step, sides, names, code)
        for step in sheet.steps[-LINES:]
    }
    size = html_cache.memory(*html.values()) + STEP_BYTES * len(html)
    html_cache.cache.put(key, ((names, sides), html), size)
    newest_first = format_html_join(
        "", "{}", ((line,) for line in reversed([*html.values()]))
    )
    if len(sheet.steps) <= LINES:
        return newest_first
    text = _("Aquí están las %(count)s últimas. Las demás, en el historial.") % {
        "count": LINES
    }
    older = '<tr class="aside"><td colspan="{}"><a href="{}">{}</a></td></tr>'
    return newest_first + format_html(
        older, 1 + len(sides), reverse("log", args=[sheet.match.code]), text
    )


def render_line(
    step: Step, sides: tuple[Side, ...], names: log_lines.Names, code: str
) -> SafeString:
    """One line. `code`: that of the match for the correction link; empty for no link."""
    # An event between two hands in words, and who went bust by it
    words = (
        []
        if step.is_hand
        else [
            log_lines.sentence_of_entry(step.event, names),
            *log_lines.after_busts(step, names).values(),
        ]
    )
    context = {
        "step": step,
        "code": code,
        "contract": next_contract(step.before),
        "cells": [cell(step, side, names) for side in sides],
        "between_hands": " · ".join(words),
    }
    return render_to_string("scores/scoresheet/_sheet_line.html", context)


def cell(step: Step, side: Side, names: log_lines.Names) -> SheetCell:
    """Points and total of a side after a hand; empty where the side did not play it."""
    hand = step.event
    played = [seat for seat in side if step.points(seat) is not None]
    points = [step.points(seat) or 0 for seat in played]
    if not points or not isinstance(hand, HandScored):
        return SheetCell()
    became, mark = _bust_mark(step, side[0])
    closed = hand.closer in side
    # Of partners who closed, else the only one who played the hand.
    named = [hand.closer] if closed else played
    return SheetCell(
        "" if wins_match(step.before.next_ruleset, hand) else plus(sum(points)),
        signed(step.after.total(side[0])),
        bought(sum(hand.buys.get(seat, 0) for seat in side)),
        became,
        " ".join(filter(None, [mark, "closed" if closed else ""])),
        closed,
        names[named[0]]
        if len(side) > 1 and len(named) == 1 and named[0] is not None
        else "",
        _control(step.before, hand, named[0]),
    )


def _control(before: Board, hand: HandScored, seat: Seat | None) -> str:
    """The first number that is typed for the seat in this hand; of who has none, who closed."""
    closed = seat == hand.closer
    has_number = {
        Whose.ALL: True,
        Whose.CLOSER: closed,
        Whose.OTHERS: not closed or hand.close is Close.KNOCK,
    }
    for number in asks(before.next_ruleset, len(before.order)).numbers:
        if has_number[number.whose]:
            return f"{number.kind}_{seat}"
    return f"closer-{seat}"


def _bust_mark(step: Step, seat: Seat) -> tuple[str, str]:
    """Words and CSS class for a seat that went bust, or went bust and bought back in; empty for others."""
    if seat not in step.bust:
        return "", ""
    if step.after.standings[seat].rebuys > step.before.standings[seat].rebuys:
        return _("reenganche"), "rebuy"
    return _("se pasa"), "bust"
