"""A paper sheet with running totals: what each hand adds to the totals above it."""

from dataclasses import replace

from django.utils.translation import gettext as _, gettext_lazy

from rules.events import Close, Seat
from rules.knobs import Doubles, Scoring
from rules.match.board import Board
from rules.scoring.points import kinds_of_close, price_of_close
from scores.core.notation.numbers import signed
from scores.table.hand_entry.form import parsed_points
from scores.table.hand_entry.paper_row import PaperRow, number_field

HINT = gettext_lazy(
    "Lo que llevaba cada uno después de la mano; de quien se pasó, antes de reengancharse. "
    "La casilla de quien cerró con todo ligado puede ir en blanco."
)


def fit(board: Board) -> bool:
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
