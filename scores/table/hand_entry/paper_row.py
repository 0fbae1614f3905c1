"""One row of a paper sheet: the typed texts, the hand derived from them, and its errors."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _, gettext_lazy

from rules.events import Close, Event, HandScored, Seat
from rules.knobs import CleanFor, Doubles, Scoring
from rules.match.board import Board, Side, meets_one, opponent_due
from rules.match.corrections import Step
from rules.numbers import whole_number
from rules.ruleset import Ruleset
from rules.scoring.points import fewest_at_knock, kinds_of_close, price_of_close
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import plus, signed
from scores.core.notation.words import WITH_LOOSE_CARD
from scores.fields import NOBODY
from scores.table.hand_entry.form import parsed_points
from scores.table.hand_entry.questions import (
    BUYS,
    CHIP_NAMES,
    Asks,
    HandInput,
    Whose,
    number_input,
)

Numbers = Mapping[Seat, int | None]
"""The number of each seat on paper; None for a blank."""


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
    # sentences: who went bust, who won
    consequences: list[str] = field(default_factory=list)
    after: Board | None = None  # after the answers that are known

    @property
    def is_blank(self) -> bool:
        return not any(self.typed.values())

    def plays(self, seat: Seat) -> bool:
        """Whether the seat has a number in this row, or closed."""
        numbers = (
            self.typed.get(f"{number.kind}_{seat}") for number in self.asks.numbers
        )
        return any(numbers) or self.typed.get("closer") == str(seat)

    # For the template

    def columns(self) -> list[tuple[Side, list[HandInput]]]:
        """The inputs of each seat, in the order of play."""
        numbers = (*self.asks.numbers, *((BUYS,) if self.asks.buys else ()))
        names = self.sheet.names
        return [
            (
                (seat,),
                [
                    number_input(number, seat, names[seat], self.typed, self.errors)
                    for number in numbers
                ],
            )
            for seat in self.sheet.board.order
        ]

    def first_of_sides(self) -> set[Seat]:
        """The seats under which totals stand: of partners the first."""
        return {side[0] for side in self.sheet.board.sides}

    def questions(self) -> list[tuple[Seat, str, str]]:
        """The buy-back questions: seat, name, and the typed answer."""
        return [
            (seat, self.sheet.names[seat], self.typed[f"back_{seat}"])
            for seat in self.asked
        ]

    @property
    def derived_closer(self) -> str:
        """The closer as derived from the numbers; empty if the row cannot be played."""
        if self.hand is None:
            return ""
        closer = self.hand.closer
        return (
            str(self.asks.words.nobody) if closer is None else self.sheet.names[closer]
        )

    @property
    def derived_way(self) -> str:
        if self.step is None or self.hand is None or self.hand.close is None:
            return ""
        return name_of_way(self.step.before, self.hand.close)

    @property
    def complaints(self) -> list[str]:
        return [error for errors in self.errors.values() for error in errors]


def name_of_way(board: Board, close: Close) -> str:
    """The text of a way of closing as an option of a list."""
    if close is Close.KNOCK:
        return str(WITH_LOOSE_CARD)
    if close is Close.CLEAN:
        points = board.next_ruleset.clean_points
        return (
            signed(points)
            if board.next_ruleset.scoring is Scoring.COUNT
            else plus(points)
        )
    return str(CHIP_NAMES[close])


def read_row(
    row: PaperRow, board: Board
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """The row as fields of `HandForm`, with closer and close derived if blank; what contradicts itself."""
    typed = {name: text for name, text in row.typed.items() if text}
    numbers = _numbers_of_players(
        board, _numbers(row, board), whole_number(typed.get("closer", ""))
    )
    closers = _possible_closers(board, numbers, _close(typed))
    derived = [*map(str, closers)] or ([NOBODY] if row.asks.nobody else [])
    fields = {**({"closer": derived[0]} if len(derived) == 1 else {}), **typed}
    closer = whole_number(fields.get("closer", ""))
    if closer is None or closer not in numbers:
        closer = None
    elif row.asks.how:
        alone = _possible_closers(board, {closer: numbers[closer]})
        fields = {"close": str(alone.get(closer, _commonest_close(board))), **fields}
    return _with_numbers_as_typed(row.asks, board, numbers, closer, fields)


def _numbers(row: PaperRow, board: Board) -> Numbers:
    """The readable numbers from which the close is derived; `HandForm` reports the others."""
    numbers: dict[Seat, int | None] = {}
    for seat in board.standings:
        text = row.typed.get(number_field(row.asks, seat), "")
        try:
            numbers[seat] = parsed_points(text) if text else None
        except ValueError:
            continue
    return numbers


def number_field(asks: Asks, seat: Seat) -> str:
    """The field of the number that says who closed."""
    return f"{asks.numbers[-1].kind}_{seat}"


def _numbers_of_players(board: Board, numbers: Numbers, closer: Seat | None) -> Numbers:
    """Gin between two: only the numbers of the two who played, as far as the row says who they are. One
    number is a gin against that player, by the opponent who is due if nobody else is named.
    """
    if not meets_one(board):
        return numbers
    written = {seat: number for seat, number in numbers.items() if number is not None}
    if len(written) == 1 and closer is None:
        closer = opponent_due(board, next(iter(written)))
    return written if closer is None else {**written, closer: numbers.get(closer)}


def _possible_closers(
    board: Board, numbers: Numbers, close: Close | None = None
) -> dict[Seat, Close]:
    """The seats that may have closed by their numbers, each with the commonest close that fits; only `close`
    is tried if given. A number that fits a knock may be another player's points, so that counts only if no
    number fits another close.
    """
    ruleset = board.next_ruleset
    kinds = kinds_of_close(ruleset, len(board.order)) if close is None else (close,)
    possible: dict[Seat, Close] = {}
    for seat in board.seats_playing:
        fitting = [
            kind
            for kind in kinds
            if seat in numbers and _fits(ruleset, kind, numbers[seat])
        ]
        if fitting:
            possible[seat] = fitting[0]
    nothing_loose: dict[Seat, Close] = {
        seat: kind for seat, kind in possible.items() if kind is not Close.KNOCK
    }
    return nothing_loose or possible


def _fits(ruleset: Ruleset, close: Close, number: int | None) -> bool:
    """Whether a player who closed so has this number on paper. A blank fits any close but a knock."""
    if ruleset.pays_winners_hand:
        return number is not None
    if close is Close.KNOCK:
        return (
            number is not None
            and fewest_at_knock(ruleset) <= number <= ruleset.close_limit
        )
    if number is None:
        return True
    return number == (
        price_of_close(ruleset, close, 0) if ruleset.scoring is Scoring.COUNT else 0
    )


def _commonest_close(board: Board) -> Close:
    return kinds_of_close(board.next_ruleset, len(board.order))[0]


def _with_numbers_as_typed(
    asks: Asks,
    board: Board,
    numbers: Numbers,
    closer: Seat | None,
    fields: dict[str, str],
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Leave out the number that the close of `closer` says; put rewards for melding all into `melded`."""
    ruleset = board.next_ruleset
    only_closer = asks.numbers[-1].whose is Whose.CLOSER
    close = (_close(fields) if asks.how else None) or _commonest_close(board)
    is_reward = ruleset.clean_for is CleanFor.ANYONE and ruleset.clean_points < 0
    read = dict(fields)
    errors = dict[str, list[str]]()
    for seat, number in numbers.items():
        field = number_field(asks, seat)
        if seat == closer:
            if close is Close.KNOCK or only_closer:
                continue
            if not _fits(ruleset, close, number):
                facts = {
                    "number": signed(number or 0),
                    "way": name_of_way(board, close),
                }
                text = _(
                    "%(number)s no es lo que se apunta con ese cierre (%(way)s): déjalo en blanco."
                )
                errors[field] = [text % facts]
            read.pop(field, None)
        elif is_reward and number == ruleset.clean_points:
            read.update({field: "0", f"melded_{seat}": "on"})
        elif only_closer and number is not None:
            errors[field] = [_("Solo cuenta la mano de quien salió.")]
    return read, errors


def _close(fields: Mapping[str, str]) -> Close | None:
    try:
        return Close(fields["close"])
    except (KeyError, ValueError):
        return None


# A sheet with running totals: what each hand adds to the totals above it


TOTALS_HINT = gettext_lazy(
    "Lo que llevaba cada uno después de la mano; de quien se pasó, antes de reengancharse. "
    "La casilla de quien cerró con todo ligado puede ir en blanco."
)


def totals_fit(board: Board) -> bool:
    """Whether a total tells the number of the hand: each player adds their own count, once and alone."""
    ruleset = board.next_ruleset
    may_double = ruleset.doubles is Doubles.CHINASO and not ruleset.fees_doubled
    return ruleset.scoring is Scoring.COUNT and not (board.has_partners or may_double)


def with_points(row: PaperRow, board: Board) -> tuple[PaperRow, dict[str, list[str]]]:
    """The row with points in place of totals, and by field the totals that go down for no reason.

    `board` is the one before the hand. A total that somebody outside the hand repeats becomes a blank.
    """
    typed = dict(row.typed)
    errors = dict[str, list[str]]()
    reasons = _rewards(board)
    for seat in board.standings:
        field = number_field(row.asks, seat)
        added = _added(board, seat, typed[field])
        if added is None:
            continue
        typed[field] = str(added) if added or seat in board.seats_playing else ""
        if added < 0 and added not in reasons:
            errors[field] = [_went_down(row, board, seat, added)]
    return replace(row, typed=typed), errors


def _added(board: Board, seat: Seat, text: str) -> int | None:
    """What the typed total adds; None for a blank and for what is no number, which `HandForm` reports."""
    try:
        return parsed_points(text) - board.total(seat) if text else None
    except ValueError:
        return None


def _rewards(board: Board) -> set[int | str]:
    """The points below 0 that a hand can give."""
    ruleset = board.next_ruleset
    kinds = kinds_of_close(ruleset, len(board.order))
    return {
        ruleset.clean_points,
        *(
            price_of_close(ruleset, kind, 0)
            for kind in kinds
            if kind is not Close.KNOCK
        ),
    }


def _went_down(row: PaperRow, board: Board, seat: Seat, added: int) -> str:
    before = board.total(seat)
    facts = {
        "name": row.sheet.names[seat],
        "before": signed(before),
        "total": signed(before + added),
        "points": -added,
    }
    return (
        _(
            "%(name)s baja de %(before)s a %(total)s, y ningún cierre quita %(points)s. ¿Está bien copiado?"
        )
        % facts
    )
