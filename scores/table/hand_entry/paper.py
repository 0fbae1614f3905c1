"""The form for a whole paper sheet: a grid with a row for each hand and a column for each seat."""

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from rules.errors import Illegal
from rules.events import BoughtBackIn, Declined, Event, Seat
from rules.knobs import Scoring
from rules.match.board import Board, meets_one
from rules.match.corrections import LogLine, Step
from rules.match.log_json import verify_room
from rules.match.play import play
from rules.numbers import whole_number
from rules.scoring.points import kinds_of_close
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.log_lines import consequences, sentence_of_entry, wins
from scores.fields import WholeField
from scores.table.hand_entry import paper_row
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.paper_row import (
    PaperRow,
    name_of_way,
    number_field,
    read_row,
)
from scores.table.hand_entry.questions import asks
from scores.table.hand_entry.writing import WritingForm

ROWS_SHOWN = 10
ROWS_MORE = 5
FIELDS_AT_MOST = 900  # of one page; Django refuses more than 1,000

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
    Scoring.TABLE: gettext_lazy(
        "De cada uno, lo bajado a la mesa y lo que le quedó en la mano."
    ),
}


class PaperForm(WritingForm):
    """Fields `<row>.<name>` for each row. `<name>` is a field of `HandForm`, or `back_<seat>`: whether that
    player bought back in ("yes", "no", or blank if the next row shows it).

    The rows are played on the board for which the form was rendered, so that a repeated POST is read alike.
    """

    client_key = forms.CharField(
        max_length=56, widget=forms.HiddenInput
    )  # each entry appends its number
    rows = WholeField(required=False, min_value=1, widget=forms.HiddenInput)
    totals = forms.BooleanField(required=False)  # the numbers are running totals
    seen = forms.CharField(
        required=False, widget=forms.HiddenInput
    )  # digest of the rows that were previewed

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        rendered_for = whole_number(args[0].get("seq", "")) if args else None
        super().__init__(
            *args,
            sheet=sheet if rendered_for is None else sheet.until(rendered_for),
            **kwargs,
        )
        self.asks = asks(self.board.next_ruleset, len(self.board.order))

    @cached_property
    def lines(self) -> list[PaperRow]:
        """All rows as typed; `clean` adds hands, boards and errors to them."""
        shown = whole_number(self.data.get("rows", "")) or ROWS_SHOWN
        more = ROWS_MORE if self.data.get("do") == "more" else 0
        return [
            self._row(number) for number in range(min(shown + more, self._rows_at_most))
        ]

    @property
    def may_have_totals(self) -> bool:
        return paper_row.totals_fit(self.board)

    @property
    def has_totals(self) -> bool:
        return self.may_have_totals and self.data.get("totals") == "on"

    totals_hint = paper_row.TOTALS_HINT

    @property
    def hint(self) -> str:
        """What stands in the cells of a sheet without running totals."""
        if self.board.next_ruleset.pays_winners_hand:
            return _("Solo la casilla de quien salió: lo que vale su mano.")
        if meets_one(self.board):
            return _(
                "Lo que le quedó sin ligar a cada uno de los dos que jugaron. Las demás, en blanco."
            )
        return str(HINTS[self.board.next_ruleset.scoring])

    @property
    def close_choices(self) -> list[tuple[str, str]]:
        """The options of the field `close`: value and text; empty if the game does not ask for it."""
        if not self.asks.how:
            return []
        closes = kinds_of_close(self.board.next_ruleset, len(self.board.order))
        return [(str(close), name_of_way(self.board, close)) for close in closes]

    @property
    def has_room(self) -> bool:
        return len(self.lines) < self._rows_at_most

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self._play_rows()
        if all(row.is_blank for row in self.lines):
            self.add_error(None, _("Todavía no hay ninguna mano escrita."))
        elif wrong := [row.number for row in self.lines if row.errors]:
            message = _("La mano %(number)s no sale: está señalada en la hoja.")
            self.add_error(None, message % {"number": wrong[0]})
        else:
            try:
                verify_room(
                    self.sheet.match.players_at_start, self.sheet.log, *self.entries()
                )
            except Illegal as full:
                self.refuse(full)
        return data

    def entries(self) -> list[Event]:
        """The entries of the sheet in order: hands and answers. Only for a valid form."""
        return [
            event
            for row in self.lines
            if row.hand
            for event in (row.hand, *row.answers)
        ]

    @property
    def digest(self) -> str:
        """A hash of everything typed, without blank rows."""
        typed = [sorted(row.typed.items()) for row in self.lines if not row.is_blank]
        facts = (self.sheet.seq, typed, self.has_totals)
        return sha256(repr(facts).encode()).hexdigest()

    @property
    def board_after(self) -> Board:
        """The board after the last row that could be played."""
        return next(
            (row.after for row in reversed(self.lines) if row.after), self.board
        )

    @property
    def _rows_at_most(self) -> int:
        each = (
            len(self.board.order) * (len(self.asks.numbers) + bool(self.asks.buys) + 1)
            + 2
        )
        return FIELDS_AT_MOST // each

    def _row(self, index: int) -> PaperRow:
        names = ["closer", "close"]
        for seat in self.board.standings:
            names += [f"{number.kind}_{seat}" for number in self.asks.numbers]
            names += [f"buys_{seat}", f"back_{seat}"]
        typed = {
            name: str(self.data.get(f"{index}.{name}", "")).strip() for name in names
        }
        return PaperRow(self.board.hands + index + 1, typed, self.sheet, self.asks)

    # Playing the rows

    def _play_rows(self) -> None:
        """Play each row on the board after the row before it, up to the first that cannot be played."""
        board: Board | None = self.board
        written = [row for row in self.lines if not row.is_blank]
        for row, following in zip_longest(written, written[1:]):
            if board:
                board = self._board_after_row(row, following, board)
                continue
            # After a row that cannot be played the board is unknown: report unreadable numbers only.
            row.errors = _number_errors(
                self._complaints(self._hand(row, self.board)[0])
            )

    def _board_after_row(
        self, row: PaperRow, following: PaperRow | None, board: Board
    ) -> Board | None:
        form, refusal = self._hand(row, board)
        if not refusal and form.is_valid():
            try:
                row.after = play(board, form.entry())
            except Illegal as illegal:
                form.refuse(illegal)
            else:
                row.hand = form.entry()
                row.step = Step(LogLine((0,), row.hand), board, row.after)
                return self._board_after_answers(row, row.step, following)
        row.errors = refusal or self._complaints(form)
        return None

    def _complaints(self, form: HandForm) -> dict[str, list[str]]:
        """The errors of a row. Errors in numbers come alone: the closer is derived from the numbers."""
        complaints = {
            name: list(map(str, errors)) for name, errors in form.errors.items()
        }
        numbers = _number_errors(complaints)
        if numbers or "closer" not in complaints:
            return numbers or complaints
        return {
            "closer": [
                _("Los números no dicen quién terminó la mano: elígelo en «Terminó».")
            ]
        }

    def _board_after_answers(
        self, row: PaperRow, step: Step, following: PaperRow | None
    ) -> Board:
        """The board after the answers; where one is blank, yes if the player has a number in the next row."""
        names = self.sheet.names
        board = step.after
        row.consequences = consequences(step, names, self.sheet.match.currency)
        row.asked = board.seats_asked
        for seat in row.asked:
            typed = row.typed.get(f"back_{seat}")
            if not typed and following is None:
                break  # the last row: the board will ask
            is_back = (
                typed == "yes" if typed else self._plays_again(row, following, seat)
            )
            answer = BoughtBackIn(seat) if is_back else Declined(seat)
            row.answers.append(answer)
            row.consequences.append(sentence_of_entry(answer, names))
            board = play(board, answer)
        if board.is_over and row.answers:
            row.consequences.append(wins([names[seat] for seat in board.winners]))
        row.after = board
        return board

    def _plays_again(
        self, row: PaperRow, following: PaperRow | None, seat: Seat
    ) -> bool:
        """Whether the next row has a number of the seat; of somebody who is out it may repeat the total."""
        if following is None or not following.plays(seat):
            return False
        field = number_field(self.asks, seat)
        is_repeated = following.typed[field] == row.typed[field]
        return not (self.has_totals and is_repeated)

    def _hand(
        self, row: PaperRow, board: Board
    ) -> tuple[HandForm, dict[str, list[str]]]:
        """The form of a hand filled in from the row, and the contradictions in the row by field."""
        gone_down = dict[str, list[str]]()
        if self.has_totals:
            row, gone_down = paper_row.with_points(row, board)
        fields, errors = read_row(row, board)
        errors |= gone_down
        carried = {"seq": str(self.sheet.seq), "client_key": "paper"}
        return HandForm({**fields, **carried}, sheet=self.sheet, board=board), errors


def _number_errors(errors: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The errors of the fields of numbers, without who closed and how."""
    return {name: errors[name] for name in errors if name not in ("closer", "close")}
