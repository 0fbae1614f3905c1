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
from scores.fields import NOBODY
from scores.hand_entry import paper_reading
from scores.hand_entry.form import CHIP_NAMES, parsed_points
from scores.hand_entry.questions import Asks, Number, Whose
from scores.matches.scoresheet import Sheet
from scores.notation.numbers import parsed_int, plus, signed
from scores.notation.words import BOUGHT, WITH_LOOSE_CARD

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


class Reading:
    """The fields of `HandForm` for a row; a blank closer or close is derived from the numbers."""

    def __init__(self, row: PaperRow, board: Board) -> None:
        self.board, self.asks, self.ruleset = board, row.asks, board.next_ruleset
        self.fields = {name: text for name, text in row.typed.items() if text}
        self.errors: dict[str, list[str]] = {}
        self.kind = row.asks.numbers[-1].kind  # the number from which the close is derived
        self.numbers = dict(self._numbers())
        self._find_closer()
        self._split_numbers()

    def _numbers(self) -> Iterator[tuple[Seat, int | None]]:
        """The readable numbers; `HandForm` reports the others."""
        for seat in self.board.standings:
            text = self.fields.get(self._field(seat), "")
            try:
                yield seat, parsed_points(text) if text else None
            except ValueError:
                continue

    def _field(self, seat: Seat) -> str:
        return f"{self.kind}_{seat}"

    def _find_closer(self) -> None:
        if "closer" not in self.fields:
            closers = paper_reading.possible_closers(self.board, self.numbers, _close(self.fields))
            if len(closers) == 1:
                self.fields["closer"] = str(next(iter(closers)))
            elif not closers and self.asks.nobody:
                self.fields["closer"] = NOBODY

    def _split_numbers(self) -> None:
        """Put the number of the closer into the field `close`, and rewards for melding all into `melded`."""
        closer = parsed_int(self.fields.get("closer", ""))
        for seat, number in self.numbers.items():
            if seat == closer:
                self._read_close(seat, number)
            elif paper_reading.is_melded(self.ruleset, number):
                self.fields |= {self._field(seat): "0", f"melded_{seat}": "on"}
            elif self.asks.numbers[-1].whose is Whose.CLOSER and number is not None:
                self.errors[self._field(seat)] = [_("Solo cuenta la mano de quien salió.")]

    def _read_close(self, seat: Seat, number: int | None) -> None:
        commonest = kinds_of_close(self.ruleset, len(self.board.order))[0]
        if self.asks.how and "close" not in self.fields:
            closers = paper_reading.possible_closers(self.board, {seat: number})
            self.fields["close"] = str(closers.get(seat, commonest))
        close = (_close(self.fields) if self.asks.how else None) or commonest
        if close is Close.KNOCK or self.asks.numbers[-1].whose is Whose.CLOSER:
            return
        if not paper_reading.fits(self.ruleset, close, number):
            facts = {"number": signed(number or 0), "way": way_named(self.board, close)}
            message = _("%(number)s no es lo que se apunta con ese cierre (%(way)s): dejarlo en blanco.")
            self.errors[self._field(seat)] = [message % facts]
        self.fields.pop(self._field(seat), None)


def _close(fields: Mapping[str, str]) -> Close | None:
    try:
        return Close(fields["close"])
    except (KeyError, ValueError):
        return None
