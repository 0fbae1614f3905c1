"""One row of a paper sheet: the typed texts, the hand derived from them, and its errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.close_kinds import Close
from rules.events import Event, HandScored, Seat
from rules.knobs import Scoring
from rules.match.board import Board, Side
from rules.match.steps import Step
from rules.scoring.points import kinds_of_close
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import parsed_int, plus, signed
from scores.core.notation.words import BOUGHT, WITH_LOOSE_CARD
from scores.fields import NOBODY
from scores.table.hand_entry import paper_reading
from scores.table.hand_entry.form import CHIP_NAMES, parsed_points
from scores.table.hand_entry.questions import Asks, Number, Whose

BUYS = Number("buys", Whose.ALL, gettext_lazy("Compras de %(name)s"), BOUGHT)


@dataclass(frozen=True)
class PaperCell:
    """The input for one number of one seat."""

    name: str
    label: str
    caption: Any
    typed: str
    is_wrong: bool


@dataclass
class PaperRow:
    """One hand on paper. `PaperForm.clean` fills in everything after `asks`."""

    number: int
    typed: dict[str, str]  # by field names of `HandForm`, and `back_<seat>`
    sheet: Sheet
    asks: Asks
    errors: dict[str, list[str]] = field(default_factory=dict)
    hand: HandScored | None = None
    step: Step | None = None  # None if the row cannot be played
    answers: list[Event] = field(default_factory=list)
    asked: tuple[Seat, ...] = ()  # the buy-back questions that the hand raises
    consequences: list[str] = field(default_factory=list)  # sentences: who went bust, who won
    after: Board | None = None  # after the answers that are known

    @property
    def is_blank(self) -> bool:
        return not any(self.typed.values())

    def plays(self, seat: Seat) -> bool:
        """Whether the seat has a number in this row, or closed."""
        numbers = (self.typed.get(f"{number.kind}_{seat}") for number in self.asks.numbers)
        return any(numbers) or self.typed.get("closer") == str(seat)

    # For the template

    def columns(self) -> list[tuple[Side, list[PaperCell]]]:
        """The inputs of each seat, in the order of play."""
        return [((seat,), list(self._cells(seat))) for seat in self.sheet.board.order]

    def _cells(self, seat: Seat) -> Iterator[PaperCell]:
        for number in (*self.asks.numbers, *((BUYS,) if self.asks.buys else ())):
            name = f"{number.kind}_{seat}"
            label = str(number.label % {"name": self.sheet.names[seat]})
            yield PaperCell(name, label, number.caption, self.typed.get(name, ""), name in self.errors)

    def questions(self) -> list[tuple[Seat, str, str]]:
        """The buy-back questions: seat, name, and the typed answer."""
        return [(seat, self.sheet.names[seat], self.typed[f"back_{seat}"]) for seat in self.asked]

    @property
    def closer_read(self) -> str:
        """The closer as derived from the numbers; empty if the row cannot be played."""
        if self.hand is None:
            return ""
        closer = self.hand.closer
        return str(self.asks.words.nobody) if closer is None else self.sheet.names[closer]

    @property
    def way_read(self) -> str:
        if self.step is None or self.hand is None or self.hand.close is None:
            return ""
        return way_named(self.step.before, self.hand.close)

    @property
    def complaints(self) -> list[str]:
        return [error for errors in self.errors.values() for error in errors]


def way_named(board: Board, close: Close) -> str:
    """The text of a way of closing as an option of a list."""
    if close is Close.KNOCK:
        return str(WITH_LOOSE_CARD)
    if close is Close.CLEAN:
        points = board.next_ruleset.clean_points
        return signed(points) if board.next_ruleset.scoring is Scoring.COUNT else plus(points)
    return str(CHIP_NAMES[close])


@dataclass(frozen=True)
class RowReading:
    """A row as the fields of `HandForm`, and by field what contradicts itself in it."""

    fields: dict[str, str]
    errors: dict[str, list[str]]


def read_row(row: PaperRow, board: Board) -> RowReading:
    """The row read on the board before it; a blank closer or close is derived from the numbers."""
    typed = {name: text for name, text in row.typed.items() if text}
    chosen = parsed_int(typed.get("closer", ""))
    numbers = dict(paper_reading.of_those_who_played(board, dict(_numbers(row, board)), chosen))
    fields = {**_derived_closer(row.asks, board, numbers, typed), **typed}
    closer = parsed_int(fields.get("closer", ""))
    if closer not in numbers:
        closer = None
    elif row.asks.how:
        fields = {"close": str(_derived_close(board, closer, numbers[closer])), **fields}
    return _with_numbers_split(row.asks, board, numbers, closer, fields)


def _numbers(row: PaperRow, board: Board) -> Iterator[tuple[Seat, int | None]]:
    """The readable numbers from which the close is derived; `HandForm` reports the others."""
    for seat in board.standings:
        text = row.typed.get(_number_field(row.asks, seat), "")
        try:
            yield seat, parsed_points(text) if text else None
        except ValueError:
            continue


def _number_field(asks: Asks, seat: Seat) -> str:
    return f"{asks.numbers[-1].kind}_{seat}"


def _derived_closer(
    asks: Asks, board: Board, numbers: paper_reading.Numbers, typed: Mapping[str, str]
) -> dict[str, str]:
    closers = paper_reading.possible_closers(board, numbers, _close(typed))
    if len(closers) == 1:
        return {"closer": str(next(iter(closers)))}
    return {"closer": NOBODY} if not closers and asks.nobody else {}


def _derived_close(board: Board, closer: Seat, number: int | None) -> Close:
    closers = paper_reading.possible_closers(board, {closer: number})
    return closers.get(closer, _commonest_close(board))


def _commonest_close(board: Board) -> Close:
    return kinds_of_close(board.next_ruleset, len(board.order))[0]


def _with_numbers_split(
    asks: Asks,
    board: Board,
    numbers: paper_reading.Numbers,
    closer: Seat | None,
    fields: Mapping[str, str],
) -> RowReading:
    """Leave out the number that the close of `closer` says; put rewards for melding all into `melded`."""
    reading, only_closer = RowReading(dict(fields), {}), asks.numbers[-1].whose is Whose.CLOSER
    close = (_close(fields) if asks.how else None) or _commonest_close(board)
    for seat, number in numbers.items():
        field = _number_field(asks, seat)
        if seat == closer:
            if close is Close.KNOCK or only_closer:
                continue
            if not paper_reading.fits(board.next_ruleset, close, number):
                reading.errors[field] = [_misfit(board, close, number)]
            reading.fields.pop(field, None)
        elif paper_reading.is_melded(board.next_ruleset, number):
            reading.fields.update({field: "0", f"melded_{seat}": "on"})
        elif only_closer and number is not None:
            reading.errors[field] = [_("Solo cuenta la mano de quien salió.")]
    return reading


def _misfit(board: Board, close: Close, number: int | None) -> str:
    facts = {"number": signed(number or 0), "way": way_named(board, close)}
    return _("%(number)s no es lo que se apunta con ese cierre (%(way)s): déjalo en blanco.") % facts


def _close(fields: Mapping[str, str]) -> Close | None:
    try:
        return Close(fields["close"])
    except (KeyError, ValueError):
        return None
