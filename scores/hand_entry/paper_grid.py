"""A whole paper sheet in one grid: rows are hands, columns are seats."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.errors import Illegal
from rules.events import BoughtBackIn, Declined, Event, Seat
from rules.knobs import Scoring
from rules.match.board import Board
from rules.match.corrections import LogLine
from rules.match.play import play
from rules.match.steps import Step
from rules.scoring.points import kinds_of_close
from scores.hand_entry.form import HandForm
from scores.hand_entry.line_form import WritingForm
from scores.hand_entry.paper_row import PaperRow, Reading, way_named
from scores.hand_entry.questions import asks
from scores.matches.scoresheet import Sheet
from scores.notation.numbers import parsed_int
from scores.wording.log_lines import consequences, happened, wins

ROWS_SHOWN = 10
ROWS_MORE = 5
FIELDS_AT_MOST = 900  # of one page; Django reads a thousand

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


class PaperForm(WritingForm):
    """Fields `<row>.<name>` for each row, `<name>` being one of the form of a hand or `back_<seat>`: "yes",
    "no", or blank where the next row tells whether he played on.

    It is read on the board for which it was drawn, so that a form sent twice reads the same twice.
    """

    client_key = forms.CharField(max_length=56, widget=forms.HiddenInput)  # lines add their numbers
    rows = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)  # the digest of what was looked at

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        drawn_for = parsed_int(args[0].get("seq", "")) if args else None
        super().__init__(*args, sheet=sheet if drawn_for is None else sheet.until(drawn_for), **kwargs)
        self.asks = asks(self.board.next_ruleset, len(self.board.order))

    @cached_property
    def lines(self) -> list[PaperRow]:
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
        found = kinds_of_close(self.board.next_ruleset, len(self.board.order))
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
        said = parsed_int(self.data.get("rows", "")) or ROWS_SHOWN
        more = ROWS_MORE if self.data.get("do") == "more" else 0
        return min(said + more, self._rows_at_most)

    def _row(self, number: int) -> PaperRow:
        names = ["closer", "close"]
        for seat in self.board.standings:
            names += [f"{one.kind}_{seat}" for one in self.asks.numbers]
            names += [f"buys_{seat}", f"back_{seat}"]
        typed = {name: str(self.data.get(f"{number}.{name}", "")).strip() for name in names}
        return PaperRow(self.board.hands + number + 1, typed, self.sheet, self.asks)

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

    def _played(self, row: PaperRow, following: PaperRow | None, board: Board) -> Board | None:
        form, refusal = self._hand(row, board)
        if not refusal and form.is_valid():
            try:
                row.after = play(board, form.entry())
            except Illegal as illegal:
                form.refuse(illegal)
            else:
                row.hand = form.entry()
                row.step = Step(LogLine((0,), row.hand), board, row.after)
                return self._answered(row, row.step, following)
        row.errors = refusal or self._complaints(form)
        return None

    def _skim(self, row: PaperRow) -> None:
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

    def _answered(self, row: PaperRow, step: Step, following: PaperRow | None) -> Board:
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

    def _hand(self, row: PaperRow, board: Board) -> tuple[HandForm, dict[str, list[str]]]:
        """The form of a hand as the row fills it in; what in the row contradicts itself."""
        read = Reading(row, board)
        carried = {"seq": str(self.sheet.seq), "client_key": "paper"}
        return HandForm({**read.fields, **carried}, sheet=self.sheet, board=board), read.errors


def _answer(row: PaperRow, following: PaperRow | None, seat: Seat) -> BoughtBackIn | Declined | None:
    """As it was said; else as the next row tells, in which he has a number or has none."""
    said = row.typed.get(f"back_{seat}")
    if not said and following is None:
        return None
    is_back = said == "yes" if said else bool(following and following.plays(seat))
    return BoughtBackIn(seat) if is_back else Declined(seat)
