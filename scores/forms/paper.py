"""A whole paper sheet in one grid: rows are hands, columns are seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.board import Board, play
from rules.closes import Close
from rules.corrections import Line
from rules.errors import Illegal
from rules.events import BoughtBackIn, Declined, Event, HandScored, Seat
from rules.pricing import closes
from rules.ruleset import Scoring
from scores import paper
from scores.forms.asks import Asks, Number, Whose, asks
from scores.forms.hand import CHIP_NAMES, NOBODY, HandForm, parsed_points
from scores.forms.writing import WritingForm
from scores.numbers import plus, signed, whole
from scores.sheet import Sheet, Step
from scores.words import consequences, happened, wins

ROWS_SHOWN = 10
ROWS_MORE = 5
FIELDS_AT_MOST = 900  # of one page; Django reads a thousand

BUYS = Number("buys", Whose.ALL, gettext_lazy("Compras de %(name)s"), gettext_lazy("compras"))
HINTS = {
    Scoring.COUNT: gettext_lazy(
        "Los puntos de cada uno en la mano. La casilla de quien cerró sin nada suelto va en blanco."
    ),
    Scoring.DIFFERENCE: gettext_lazy(
        "Lo que le quedó sin ligar a cada uno. La casilla de quien hizo gin va en blanco."
    ),
    Scoring.COLLECT: gettext_lazy(
        "Lo que le quedó en la mano a cada uno. La casilla de quien salió va en blanco."
    ),
    Scoring.TABLE: gettext_lazy("De cada uno, lo bajado a la mesa y lo que le quedó en la mano."),
}


@dataclass(frozen=True)
class Cell:
    """One number of one seat, as it is typed."""

    name: str
    label: str
    caption: Any
    typed: str
    is_wrong: bool


@dataclass
class Row:
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

    def columns(self) -> list[tuple[Seat, list[Cell]]]:
        """The numbers that may be asked of each seat, in the order of the table."""
        return [(seat, list(self._cells(seat))) for seat in self.sheet.board.order]

    def _cells(self, seat: Seat) -> Iterator[Cell]:
        for number in (*self.asks.numbers, *((BUYS,) if self.asks.buys else ())):
            name = f"{number.kind}_{seat}"
            label = str(number.label % {"name": self.sheet.names[seat]})
            yield Cell(name, label, number.caption, self.typed.get(name, ""), name in self.errors)

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
        return _("con carta suelta")
    if close is Close.CLEAN:
        points = board.next_ruleset.clean_points
        return signed(points) if board.next_ruleset.scoring is Scoring.COUNT else plus(points)
    return str(CHIP_NAMES[close])


class PaperForm(WritingForm):
    """Fields `<row>.<name>` for each row, `<name>` being one of the form of a hand or `back_<seat>`: "yes",
    "no", or blank where the next row tells whether he played on.

    It is read on the board for which it was drawn, so that a form sent twice reads the same twice.
    """

    client_key = forms.CharField(max_length=56, widget=forms.HiddenInput)  # lines add their numbers
    rows = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)  # the digest of what was looked at

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        drawn_for = whole(args[0].get("seq", "")) if args else None
        super().__init__(*args, sheet=sheet if drawn_for is None else sheet.until(drawn_for), **kwargs)
        self.asks = asks(self.board.next_ruleset, len(self.board.order))

    @cached_property
    def lines(self) -> list[Row]:
        """Every row, as typed; `clean` fills in what becomes of it."""
        return [self._row(number) for number in range(self._rows())]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.board.order

    @property
    def hint(self) -> str:
        if self.board.next_ruleset.pays_winners_hand:
            return _("Solo la casilla de quien salió: lo que vale su mano.")
        return str(HINTS[self.board.next_ruleset.scoring])

    @property
    def ways(self) -> list[tuple[str, str]]:
        """The ways of closing between which one may have to choose."""
        if not self.asks.how:
            return []
        found = closes(self.board.next_ruleset, len(self.board.order))
        return [(str(close), way_named(self.board, close)) for close in found]

    @property
    def has_room(self) -> bool:
        return len(self.lines) < self._rows_at_most

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self._read()
        if all(row.is_blank for row in self.lines):
            self.add_error(None, _("Todavía no hay ninguna mano escrita."))
        elif wrong := [row.number for row in self.lines if row.errors]:
            told = _("La mano %(number)s no sale: está señalada en la hoja.")
            self.add_error(None, told % {"number": wrong[0]})
        return data

    def entries(self) -> list[Event]:
        """Everything that the sheet says happened, in order. Only of a valid form."""
        return [event for row in self.lines if row.hand for event in (row.hand, *row.answers)]

    @property
    def digest(self) -> str:
        """Names what was typed, to the last blank."""
        typed = [sorted(row.typed.items()) for row in self.lines if not row.is_blank]
        return sha256(repr((self.sheet.seq, typed)).encode()).hexdigest()

    @property
    def is_seen(self) -> bool:
        """Whether this very sheet was looked at before it is saved."""
        return bool(self.cleaned_data["seen"] == self.digest)

    @property
    def board_after(self) -> Board:
        """Where everybody stands after the last row that could be played."""
        return next((row.after for row in reversed(self.lines) if row.after), self.board)

    @property
    def _rows_at_most(self) -> int:
        each = len(self.board.order) * (len(self.asks.numbers) + bool(self.asks.buys) + 1) + 2
        return FIELDS_AT_MOST // each

    def _rows(self) -> int:
        said = whole(self.data.get("rows", "")) or ROWS_SHOWN
        more = ROWS_MORE if self.data.get("do") == "more" else 0
        return min(said + more, self._rows_at_most)

    def _row(self, number: int) -> Row:
        names = ["closer", "close"]
        for seat in self.board.standings:
            names += [f"{one.kind}_{seat}" for one in self.asks.numbers]
            names += [f"buys_{seat}", f"back_{seat}"]
        typed = {name: str(self.data.get(f"{number}.{name}", ""))[:40].strip() for name in names}
        return Row(self.board.hands + number + 1, typed, self.sheet, self.asks)

    # Reading it

    def _read(self) -> None:
        """Play every row on the board that the rows before it leave, up to one that cannot be played."""
        board: Board | None = self.board
        written = [row for row in self.lines if not row.is_blank]
        for row, following in zip_longest(written, written[1:]):
            if board:
                board = self._played(row, following, board)
            else:
                self._skim(row)

    def _played(self, row: Row, following: Row | None, board: Board) -> Board | None:
        form, refusal = self._hand(row, board)
        if not refusal and form.is_valid():
            try:
                row.after = play(board, form.entry())
            except Illegal as illegal:
                form.refuse(illegal)
            else:
                row.hand = form.entry()
                row.step = Step(Line((0,), row.hand), board, row.after)
                return self._answered(row, row.step, following)
        row.errors = refusal or self._complaints(form)
        return None

    def _skim(self, row: Row) -> None:
        """Behind a row that cannot be played only what is no number can be told."""
        form, _refusal = self._hand(row, self.board)
        told = self._complaints(form)
        row.errors = {name: errors for name, errors in told.items() if name not in ("closer", "close")}

    def _complaints(self, form: HandForm) -> dict[str, list[str]]:
        """What is wrong with a row: its numbers first, for they are what tells who closed and how."""
        told = {name: list(map(str, errors)) for name, errors in form.errors.items()}
        numbers = {name: errors for name, errors in told.items() if name not in ("closer", "close")}
        if numbers or "closer" not in told:
            return numbers or told
        return {"closer": [_("Los números no dicen quién terminó la mano: elegirlo en «Terminó».")]}

    def _answered(self, row: Row, step: Step, following: Row | None) -> Board:
        """The board after those who went past the limit said whether they buy back in."""
        names, board = self.sheet.names, step.after
        row.asked, row.told = board.seats_asked, consequences(step, names)
        for seat in row.asked:
            answer = _answer(row, following, seat)
            if answer is None:
                break  # nothing follows: the table asks him
            row.answers.append(answer)
            row.told.append(happened(answer, names))
            board = play(board, answer)
        if board.is_over and row.answers:
            row.told.append(wins([names[seat] for seat in board.winners]))
        row.after = board
        return board

    def _hand(self, row: Row, board: Board) -> tuple[HandForm, dict[str, list[str]]]:
        """The form of a hand as the row fills it in; what in the row contradicts itself."""
        read = _Reading(row, board)
        carried = {"seq": str(self.sheet.seq), "client_key": "paper"}
        return HandForm({**read.fields, **carried}, sheet=self.sheet, board=board), read.errors


def _answer(row: Row, following: Row | None, seat: Seat) -> BoughtBackIn | Declined | None:
    """As it was said; else as the next row tells, in which he has a number or has none."""
    said = row.typed.get(f"back_{seat}")
    if not said and following is None:
        return None
    is_back = said == "yes" if said else bool(following and following.plays(seat))
    return BoughtBackIn(seat) if is_back else Declined(seat)


class _Reading:
    """A row as the fields of a hand's form: who closed and how filled in where the numbers tell."""

    def __init__(self, row: Row, board: Board) -> None:
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
            told = paper.told_by(self.board, self.numbers, _close(self.fields))
            if len(told) == 1:
                self.fields["closer"] = str(next(iter(told)))
            elif not told and self.asks.nobody:
                self.fields["closer"] = NOBODY

    def _put_in_its_place(self) -> None:
        """The closer's own number is said by the way of closing; that of the others stays."""
        closer = whole(self.fields.get("closer", ""))
        for seat, number in self.numbers.items():
            if seat == closer:
                self._closers(seat, number)
            elif paper.is_melded(self.ruleset, number):
                self.fields |= {self._field(seat): "0", f"melded_{seat}": "on"}
            elif self.asks.numbers[-1].whose is Whose.CLOSER and number is not None:
                self.errors[self._field(seat)] = [_("Solo cuenta la mano de quien salió.")]

    def _closers(self, seat: Seat, number: int | None) -> None:
        plainest = closes(self.ruleset, len(self.board.order))[0]
        if self.asks.how and "close" not in self.fields:
            told = paper.told_by(self.board, {seat: number})
            self.fields["close"] = str(told.get(seat, plainest))
        close = (_close(self.fields) if self.asks.how else None) or plainest
        if close is Close.KNOCK or self.asks.numbers[-1].whose is Whose.CLOSER:
            return
        if not paper.says(self.ruleset, close, number):
            facts = {"number": signed(number or 0), "way": way_named(self.board, close)}
            told_wrong = _("%(number)s no es lo que se apunta con ese cierre (%(way)s): dejarlo en blanco.")
            self.errors[self._field(seat)] = [told_wrong % facts]
        self.fields.pop(self._field(seat), None)


def _close(fields: Mapping[str, str]) -> Close | None:
    try:
        return Close(fields["close"])
    except (KeyError, ValueError):
        return None
