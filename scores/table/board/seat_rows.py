"""The rows of the board page, one for each seat, in the order of play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.events import Seat
from rules.knobs import Ends, Scoring
from rules.match.board import Board, Standing, Status
from rules.match.elimination import places, to_go
from rules.match.gin_totals import final_sums
from rules.match.opponents import dealers
from scores.core.matches.scoresheet import Sheet, colours_of
from scores.core.notation.names import joined
from scores.core.notation.numbers import plus, signed
from scores.core.notation.words import OUT, RESTS, RETIRED
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.questions import NumberInput

LONGEST_NAME = 14  # letters of a name at its usual size
EMOJI_ROOM = 4  # letters
NEAR, EDGE = 10, 5  # points to the limit from which a bar is amber, and red


@dataclass(frozen=True)
class SeatRow:
    """One seat: its total and status, its points in the last hand, and the numbers typed for the next one."""

    seat: Seat
    name: str
    total: str
    note: str
    last: str  # points of the last hand; empty if the seat did not play it
    rebuys: int
    status: str  # "in", "absent", "asked", "out", "retired"
    plays: bool  # counts in the next hand
    leads: bool  # has the best total of those in play; after the end, won
    deals: bool
    won: bool
    closes: bool  # chosen as the closer in the form
    progress: int | None  # total, cut to 0…limit; None without a limit
    danger: str = ""  # how near to the limit: "near", "edge"
    cells: Sequence[NumberInput] = ()  # its number fields
    bought: str = ""
    melded: bool = False
    errors: Iterable[str] = ()
    rests: bool = False  # Gin with three: for the next hand
    meets: str = ""  # where a hand is between two: the seats that this one may meet, and the one due
    due: str = ""
    emoji: str = ""
    colour: int | None = None  # that of its line in the chart, if the player has chosen one
    place: int | None = None  # once the match is over; equal totals share one

    @property
    def is_long(self) -> bool:
        """Whether the name is written smaller, so that it fits with its emoji."""
        return len(self.name) + (EMOJI_ROOM if self.emoji else 0) > LONGEST_NAME

    @property
    def classes(self) -> str:
        """The CSS classes of the row."""
        marks = {"won": self.won, "wrong": self.errors, "rests": self.rests, "long": self.is_long}
        return " ".join([self.status, *(name for name, holds in marks.items() if holds)])


def rows(sheet: Sheet, form: HandForm, board: Board) -> list[SeatRow]:
    """The rows of `board` with the numbers typed in `form`: in the order of play, after the end by place."""
    table = _Table(sheet, form, board)
    return [_row(table, seat) for seat in table.order]


class _Table:
    """What the rows of a board have in common: each is computed once, and not for each seat."""

    def __init__(self, sheet: Sheet, form: HandForm, board: Board) -> None:
        self.sheet, self.form, self.board = sheet, form, board
        self.totals = totals_of(board)
        self.dealers = () if board.is_over else dealers(board)
        self.colours = _colours(sheet)
        self.closer = form.chosen["closer"]
        last = sheet.hands[-1].scored if sheet.hands else {}
        self.last = {seat: plus(points) for seat, points in last.items()}
        self.left = {
            seat: board.next_ruleset.points_to_bust(standing.total)
            for seat, standing in board.standings.items()
        }
        self.cells = {seat: form.cells(seat) for seat in board.order}
        self.places = places(board) if board.is_over else {}

    @property
    def order(self) -> list[Seat]:
        if not self.places:
            return [*self.board.order]
        order = self.board.order
        # not every phone sorts stably
        return sorted(order, key=lambda seat: (self.places[seat], order.index(seat)))


def totals_of(board: Board) -> dict[Seat, str]:
    """The total of each row, with all that the end of the match adds to it."""
    sums = {seat: parts.total for seat, parts in final_sums(board).items()}
    return {seat: signed(sums[seat]) for seat in board.order}


def totals(sheet: Sheet) -> list[list[Any]]:
    """Seat and total of each row."""
    return [[seat, total] for seat, total in totals_of(sheet.board).items()]


def _colours(sheet: Sheet) -> dict[Seat, int]:
    """The colour of the line of each seat whose player has chosen a colour."""
    with_colour = [seat for seat, face in sheet.faces.items() if face.colour is not None]
    if not with_colour:
        return {}
    given = colours_of(sheet)
    return {seat: given[sheet.board.side_of(seat)] for seat in with_colour if seat in sheet.board.standings}


def _row(table: _Table, seat: Seat) -> SeatRow:
    sheet, form, board = table.sheet, table.form, table.board
    standing, face = board.standings[seat], sheet.faces[seat]
    return SeatRow(
        seat=seat,
        name=sheet.names[seat],
        total=table.totals[seat],
        note=_note(table, seat),
        last=table.last.get(seat, ""),
        rebuys=standing.rebuys,
        status="absent" if standing.absent and standing.status is Status.IN else str(standing.status),
        plays=seat in board.seats_playing,
        leads=seat in board.ahead,
        deals=seat in table.dealers,
        won=seat in board.winners,
        closes=table.closer == str(seat),
        progress=_progress(board, standing),
        danger=_danger(board, standing),
        cells=table.cells[seat],
        bought=form.data.get(f"buys_{seat}", "") if form.asks.buys else "",
        melded=bool(form.is_bound and form.data.get(f"melded_{seat}")),
        errors=form.complaints(seat) if form.is_bound else (),
        rests=_rests(board, seat),
        meets=form.meets(seat) if form.asks_opponent else "",
        due=form.due(seat) if form.asks_opponent else "",
        emoji=face.emoji,
        colour=table.colours.get(seat),
        place=table.places.get(seat),
    )


def _note(table: _Table, seat: Seat) -> str:
    """The words below the name: why the seat does not play, or partners, boxes and distance to the limit."""
    sheet, board = table.sheet, table.board
    standing = board.standings[seat]
    reason = {
        Status.OUT: str(OUT),
        Status.RETIRED: str(RETIRED),
        Status.ASKED: _("se pasa: ¿reenganche?"),
    }.get(standing.status, "")
    if reason or standing.absent:
        return reason or str(RESTS)
    side = board.side_of(seat) if board.teams else ()
    partners = [sheet.names[partner] for partner in side if partner != seat]
    with_whom = _("con %(name)s") % {"name": joined(partners)} if partners else ""
    rests = _("descansa esta mano") if _rests(board, seat) else ""
    return " · ".join(filter(None, [rests, with_whom, _boxes(board, standing), _points_to_go(table, seat)]))


def _rests(board: Board, seat: Seat) -> bool:
    return seat == board.resting and not board.is_over


def _boxes(board: Board, standing: Standing) -> str:
    """Gin: the number of hands won; empty in other games."""
    if board.ruleset.scoring is not Scoring.DIFFERENCE:
        return ""
    return ngettext("%(count)s casilla", "%(count)s casillas", standing.boxes) % {"count": standing.boxes}


def _points_to_go(table: _Table, seat: Seat) -> str:
    """How many points more put the seat out, or reach the target; empty where there is neither."""
    board, ruleset = table.board, table.board.next_ruleset
    if ruleset.limit is None or ruleset.ends is Ends.HANDS or board.is_over:
        return ""
    if ruleset.ends is Ends.TARGET:
        points = to_go(board)[seat]
        return ngettext("le falta %(points)s", "le faltan %(points)s", points) % {"points": points}
    left = table.left[seat]
    if left is None or left <= 0:
        return ""  # the limit was lowered; nobody is past it until a hand is scored
    return _("a %(points)s de pasarse") % {"points": left}


def _progress(board: Board, standing: Standing) -> int | None:
    ruleset = board.next_ruleset
    if ruleset.limit is None or ruleset.ends is Ends.HANDS:
        return None
    return max(0, min(standing.total, ruleset.limit))


def _danger(board: Board, standing: Standing) -> str:
    """Whether so few points are left to the limit that the next hand may be the last."""
    ruleset = board.next_ruleset
    if ruleset.ends is not Ends.LAST_STANDING or standing.status is not Status.IN or board.is_over:
        return ""
    left = (ruleset.limit or 0) - standing.total
    return "edge" if left <= EDGE else "near" if left <= NEAR else ""
