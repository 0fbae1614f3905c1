"""One row of a paper sheet: what is typed in it, how it reads as a hand, what the rules make of it."""

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
    """One number of one seat, as it is typed."""

    name: str
    label: str
    caption: Any
    typed: str
    is_wrong: bool


@dataclass
class PaperRow:
    """One hand on paper, and what the rules make of it."""

    number: int
    typed: dict[str, str]  # by the names that the form of a hand has, and `back_<seat>`
    sheet: Sheet
    asks: Asks
    errors: dict[str, list[str]] = field(default_factory=dict)
    hand: HandScored | None = None
    step: Step | None = None  # the hand between its two boards; None while it cannot be played
    answers: list[Event] = field(default_factory=list)
    asked: tuple[Seat, ...] = ()  # who is asked after it whether he buys back in
    told: list[str] = field(default_factory=list)  # who went past the limit, who won
    after: Board | None = None  # when all that could be answered is

    @property
    def is_blank(self) -> bool:
        return not any(self.typed.values())

    def plays(self, seat: Seat) -> bool:
        """Whether anything says that the seat played this hand."""
        numbers = (self.typed.get(f"{number.kind}_{seat}") for number in self.asks.numbers)
        return any(numbers) or self.typed.get("closer") == str(seat)

    # As it is drawn

    def columns(self) -> list[tuple[Side, list[PaperCell]]]:
        """The numbers that may be asked of each seat, in the order of the table."""
        return [((seat,), list(self._cells(seat))) for seat in self.sheet.board.order]

    def _cells(self, seat: Seat) -> Iterator[PaperCell]:
        for number in (*self.asks.numbers, *((BUYS,) if self.asks.buys else ())):
            name = f"{number.kind}_{seat}"
            label = str(number.label % {"name": self.sheet.names[seat]})
            yield PaperCell(name, label, number.caption, self.typed.get(name, ""), name in self.errors)

    def questions(self) -> list[tuple[Seat, str, str]]:
        """Who is asked whether he buys back in: seat, name, and what was said."""
        return [(seat, self.sheet.names[seat], self.typed[f"back_{seat}"]) for seat in self.asked]

    @property
    def closer_read(self) -> str:
        """Who closed, as it was read off the numbers."""
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
        return [one for errors in self.errors.values() for one in errors]


def way_named(board: Board, close: Close) -> str:
    """A way of closing as a line of a list of them."""
    if close is Close.KNOCK:
        return str(WITH_LOOSE_CARD)
    if close is Close.CLEAN:
        points = board.next_ruleset.clean_points
        return signed(points) if board.next_ruleset.scoring is Scoring.COUNT else plus(points)
    return str(CHIP_NAMES[close])


class Reading:
    """A row as the fields of a hand's form: who closed and how filled in where the numbers tell."""

    def __init__(self, row: PaperRow, board: Board) -> None:
        self.board, self.asks, self.ruleset = board, row.asks, board.next_ruleset
        self.fields = {name: text for name, text in row.typed.items() if text}
        self.errors: dict[str, list[str]] = {}
        self.kind = row.asks.numbers[-1].kind  # the number that tells whether one closed
        self.numbers = dict(self._numbers())
        self._find_closer()
        self._put_in_its_place()

    def _numbers(self) -> Iterator[tuple[Seat, int | None]]:
        """What can be read; the form says what is no number."""
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
            told = paper_reading.told_by(self.board, self.numbers, _close(self.fields))
            if len(told) == 1:
                self.fields["closer"] = str(next(iter(told)))
            elif not told and self.asks.nobody:
                self.fields["closer"] = NOBODY

    def _put_in_its_place(self) -> None:
        """The closer's own number is said by the way of closing; that of the others stays."""
        closer = parsed_int(self.fields.get("closer", ""))
        for seat, number in self.numbers.items():
            if seat == closer:
                self._closers(seat, number)
            elif paper_reading.is_melded(self.ruleset, number):
                self.fields |= {self._field(seat): "0", f"melded_{seat}": "on"}
            elif self.asks.numbers[-1].whose is Whose.CLOSER and number is not None:
                self.errors[self._field(seat)] = [_("Solo cuenta la mano de quien salió.")]

    def _closers(self, seat: Seat, number: int | None) -> None:
        plainest = kinds_of_close(self.ruleset, len(self.board.order))[0]
        if self.asks.how and "close" not in self.fields:
            told = paper_reading.told_by(self.board, {seat: number})
            self.fields["close"] = str(told.get(seat, plainest))
        close = (_close(self.fields) if self.asks.how else None) or plainest
        if close is Close.KNOCK or self.asks.numbers[-1].whose is Whose.CLOSER:
            return
        if not paper_reading.says(self.ruleset, close, number):
            facts = {"number": signed(number or 0), "way": way_named(self.board, close)}
            told_wrong = _("%(number)s no es lo que se apunta con ese cierre (%(way)s): dejarlo en blanco.")
            self.errors[self._field(seat)] = [told_wrong % facts]
        self.fields.pop(self._field(seat), None)


def _close(fields: Mapping[str, str]) -> Close | None:
    try:
        return Close(fields["close"])
    except (KeyError, ValueError):
        return None
