"""The context of a board's templates, and its rows. It reads no request and no database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext

from rules.events import Close, HandScored, Seat
from rules.knobs import Ends, Scoring
from rules.match.board import Board, Standing, Status, dealers, games_due, sides_of
from rules.match.corrections import Step
from rules.match.settlement import final_sums, has_money
from scores.circle.recap.highlights import (
    Cash,
    PodiumSide,
    cash_of,
    how_won,
    podium,
    won_by_chinchon,
)
from scores.core.matches.scoresheet import Sheet, colours_of
from scores.core.notation.cards import ACE_TO_SEVEN, Face
from scores.core.notation.names import short_name
from scores.core.notation.numbers import plus, signed
from scores.core.notation.shown_names import letters
from scores.core.notation.words import OUT, RESTS, RETIRED
from scores.core.template_context import context_of
from scores.core.wording.log_lines import (
    aloud,
    aloud_so_far,
    consequences,
    news_of,
    wins,
)
from scores.table.board.between_hands import points_left
from scores.table.board.celebration import is_celebrated
from scores.table.board.sheet_page import next_contract
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.questions import (
    BUYS,
    HandInput,
    chips,
    chips_html,
    number_input,
)
from scores.table.hand_entry.writing import Trouble

# The rows, one for each seat


LONGEST_NAME = 14  # letters of a name at its usual size
EMOJI_ROOM = 4  # letters
NEAR = 10  # points to the limit from which a bar is amber
EDGE = 5  # the same for red


class _SharedFacts:
    """What the rows of a board have in common: each is computed once, and not for each seat."""

    def __init__(self, sheet: Sheet, form: HandForm, board: Board) -> None:
        self.sheet = sheet
        self.form = form
        self.board = board
        self.totals = totals_of(board)
        self.dealers = () if board.is_over else dealers(board)
        chose = [seat for seat, face in sheet.faces.items() if face.colour is not None]
        lines = colours_of(sheet) if chose else {}
        # The colour of the line of each seat whose player has chosen a colour.
        self.colours = {
            seat: lines[board.side_of(seat)]
            for seat in chose
            if seat in board.standings
        }
        self.resting = None if board.is_over else board.resting
        self.game = _game_asked(board)
        self.closer = form.chosen["closer"]
        last = sheet.hands[-1].scored if sheet.hands else {}
        hand = sheet.hands[-1].event if sheet.hands else None
        self.closed = hand.closer if isinstance(hand, HandScored) else None
        self.last = {seat: plus(points) for seat, points in last.items()}


@dataclass(frozen=True)
class SeatRow:
    """One seat: its total and status, its points in the last hand, and the numbers typed for the next one."""

    seat: Seat
    turn: int  # its position at the table
    name: str
    emoji: str
    photo: str
    note: str
    colour: int | None  # of its line in the chart, if the player has chosen one
    total: str
    rebuys: int
    last: str  # points of the last hand; empty if the seat did not play it
    closed: bool  # the last hand
    status: str  # "in", "absent", "asked", "out", "retired"
    won: bool
    leads: bool  # who leads after the end has won
    progress: int | None  # total, cut to 0…limit; None without a limit
    danger: str  # how near to the limit: "near", "edge"
    # The next hand
    plays: bool
    deals: bool
    rests: bool  # from Gin with three
    is_later: bool  # plays in another game of Gin in pairs
    # The next hand, as it is typed in the form
    closes: bool
    cells: Sequence[HandInput]
    bought: HandInput | None  # where cards are bought
    melded: bool
    errors: Sequence[tuple[str, str]]  # field and sentence
    meets: str  # where a hand is between two: the seats that this one may meet
    due: str  # the one of them that is due

    @property
    def is_long(self) -> bool:
        """Whether the name is written smaller, so that it fits with its emoji."""
        return (
            letters(self.name) + (EMOJI_ROOM if self.emoji or self.photo else 0)
            > LONGEST_NAME
        )

    @property
    def classes(self) -> str:
        marks = {
            "closed": self.closed,
            "won": self.won,
            "wrong": self.errors,
            "rests": self.rests,
            "long": self.is_long,
            "later": self.is_later,
        }
        return " ".join(
            [self.status, *(name for name, holds in marks.items() if holds)]
        )


@dataclass(frozen=True)
class PairCard:
    """Partners: the rows of their seats, and once what they share. It has the marks of a row too."""

    rows: Sequence[SeatRow]
    total: str
    progress: int | None
    won: bool
    leads: bool
    colour: int | None
    note: str
    # Each of them deals; where partners play nobody goes bust.
    rebuys: int = 0
    deals: bool = False
    danger: str = ""


# What a board shows


@dataclass(frozen=True)
class PhoneFacts:
    """What a board shows besides its match, for the phone that asks."""

    may_score: bool
    may_own: bool
    links: Sequence[Mapping[str, Any]] | None  # by which others may join
    rematch: Any
    poll_ms: int
    etag: str
    csrf_token: str
    key: str  # of the forms
    since: str = ""  # the attribute `data-since`, or nothing
    is_unsent: bool = False  # the server does not know the match yet
    tonight: str = ""  # the evening, as HTML


@dataclass(frozen=True)
class MatchView:
    """What the board of any match shows, also of one that is worked through on a help page."""

    match: Any
    sheet: Sheet
    board: Board
    rows: Sequence[SeatRow]
    pairs: Sequence[PairCard]  # where partners play, the cards that the rows lie on
    has_photos: bool
    open_game: str  # Gin in pairs: who plays the game whose hand is asked
    dealers: Sequence[Seat]
    contract: str
    wins: str  # who won, in words


@dataclass(frozen=True)
class TypedLine:
    """The line to read aloud for a hand that is being typed: its last number comes first."""

    so_far: Sequence[str]  # sentences
    earlier: str  # the numbers before the last one; of many a part is left out


@dataclass(frozen=True)
class BoardView:
    """What `_board.html` shows besides."""

    form: HandForm
    chips: str
    aloud: Sequence[str]  # sentences to read aloud, the newest first
    may_draw: bool
    asked: Sequence[tuple[Seat, str]]  # who may buy back in, with their names
    price: int  # of buying back in, in hundredths
    how_won: str
    chinchon: str  # «¡Chinchón de Ana!», or nothing
    is_celebrated: bool  # the newest line
    fan: Sequence[Face]  # the cards of a chinchón that won
    podium: Sequence[PodiumSide]
    cash: Cash | None
    answers: Sequence[tuple[str, str]]
    trouble: Trouble | None  # why nothing was saved
    message: str  # the same in words
    chinchon_cards: Sequence[Face] = tuple(ACE_TO_SEVEN)
    post_to: str = ""


def board_context(
    sheet: Sheet,
    form: HandForm,
    phone: PhoneFacts,
    trouble: Trouble | None = None,
    message: str = "",
) -> dict[str, Any]:
    """The context of `_board.html`. `trouble` and `message` say why nothing was saved."""
    board = sheet.board
    names = sheet.names
    newest = sheet.newest_step
    view = BoardView(
        form=form,
        chips=chips_html(tuple(chips(board)), form.chosen["close"]),
        aloud=aloud(newest, names, sheet.match.currency)
        if newest
        else _news_aloud(sheet),
        may_draw=not sheet.steps and not phone.is_unsent,
        asked=[(seat, names[seat]) for seat in board.seats_asked],
        price=board.ruleset.price_of_rebuy() * board.ruleset.cents_per_unit,
        how_won=how_won(sheet) if board.is_over else "",
        chinchon=_chinchon(newest, names) if newest else "",
        is_celebrated=newest is not None and is_celebrated(sheet.steps),
        fan=ACE_TO_SEVEN if won_by_chinchon(sheet) else (),
        podium=podium(sheet) if board.is_over else [],
        cash=cash_of(sheet) if has_money(board) else None,
        answers=[("yes", _("Sí, se reengancha")), ("no", _("No"))],
        trouble=trouble,
        message=message,
    )
    return context_of(phone, match_view(sheet, form), typed_line(sheet, form), view)


def match_view(sheet: Sheet, form: HandForm) -> MatchView:
    board = sheet.board
    rows = seat_rows(sheet, form, board)
    winners = [sheet.names[seat] for seat in board.winners]
    return MatchView(
        match=sheet.match,
        sheet=sheet,
        board=board,
        rows=rows,
        pairs=pair_cards(board, rows),
        has_photos=any(row.photo for row in rows),
        open_game=sheet.name_of_side(_game_asked(board)),
        dealers=dealers(board),
        contract="" if board.is_over else next_contract(board),
        wins=wins(winners) if board.is_over else "",
    )


def _news_aloud(sheet: Sheet) -> list[str]:
    """The sentences after an undo or a correction. What follows from it is said only if that is new: somebody
    is asked, or the match is over.
    """
    step = sheet.last_step
    newest = sheet.seq - 1
    currency = sheet.match.currency
    if not sheet.log:
        return []
    is_redone = step and step.line.ref == sheet.written.moved.get(newest)
    follows = is_redone or sheet.board.seats_asked or sheet.board.is_over
    news = news_of(sheet.log, newest, sheet.names)
    return [
        news,
        *(consequences(step, sheet.names, currency) if step and follows else []),
    ]


def _chinchon(step: Step, names: Mapping[Seat, str]) -> str:
    """«¡Chinchón de Ana!» for a hand that was closed so; else empty."""
    hand = step.event
    if (
        not isinstance(hand, HandScored)
        or hand.closer is None
        or hand.close is not Close.CHINCHON
    ):
        return ""
    return _("¡Chinchón de %(name)s!") % {"name": names[hand.closer]}


PARTS_BEFORE = 3  # of the line of a typed hand: shown before its last part


def typed_line(sheet: Sheet, form: HandForm) -> TypedLine:
    """The line for a hand that is not saved yet; empty until a closer is chosen."""
    form.is_valid()  # reads the fields
    if not form.data.get("closer"):
        return TypedLine([], "")
    short = {seat: short_name(name) for seat, name in sheet.names.items()}
    parts, sentences = aloud_so_far(
        sheet.board, form.entry(), short, sheet.match.currency
    )
    before = parts[:-1]
    if len(before) > PARTS_BEFORE:
        before = [before[0], "…", before[-1]]
    return TypedLine([*parts[-1:], *sentences], " · ".join([*before, ""]))


# How a row is made


def seat_row(shared: _SharedFacts, seat: Seat) -> SeatRow:
    form = shared.form
    board = shared.board
    standing = board.standings[seat]
    name = shared.sheet.names[seat]
    is_absent = standing.absent and standing.status is Status.IN
    return SeatRow(
        seat=seat,
        turn=board.order.index(seat),
        name=name,
        emoji=shared.sheet.faces[seat].emoji,
        photo=shared.sheet.faces[seat].photo,
        note=_note(shared, seat),
        colour=shared.colours.get(seat),
        total=shared.totals[seat],
        rebuys=standing.rebuys,
        last=shared.last.get(seat, ""),
        closed=seat == shared.closed,
        status="absent" if is_absent else str(standing.status),
        won=seat in board.winners,
        leads=seat in board.ahead and not board.has_partners,
        progress=_progress(board, standing),
        danger=_danger(board, standing),
        plays=seat in board.seats_playing,
        deals=seat in shared.dealers,
        rests=seat == shared.resting,
        is_later=bool(shared.game) and seat not in shared.game,
        closes=shared.closer == str(seat),
        cells=[
            number_input(number, seat, name, form.data, form.errors)
            for number in form.asks.numbers
        ],
        bought=number_input(BUYS, seat, name, form.data, form.errors)
        if form.asks.buys
        else None,
        melded=bool(form.is_bound and form.data.get(f"melded_{seat}")),
        errors=form.errors_of_seat(seat),
        meets=form.meets(seat) if form.asks_opponent else "",
        due=form.due(seat) if form.asks_opponent else "",
    )


def pair_card(board: Board, rows: Sequence[SeatRow]) -> PairCard:
    first = rows[0]
    playing = [row.seat for row in rows if row.seat in board.seats_in]
    boxes = _boxes(board, board.standings[first.seat])
    to_go = _points_to_go(board, playing[0]) if playing else ""
    return PairCard(
        rows=rows,
        total=first.total,
        progress=first.progress,
        won=any(row.won for row in rows),
        leads=any(row.seat in board.ahead for row in rows),
        colour=first.colour,
        note=" · ".join(filter(None, [boxes, to_go])),
    )


def seat_rows(sheet: Sheet, form: HandForm, board: Board) -> list[SeatRow]:
    """The rows of `board` with the numbers typed in `form`, in the order of play."""
    shared = _SharedFacts(sheet, form, board)
    return [seat_row(shared, seat) for seat in board.order]


def pair_cards(board: Board, rows: Sequence[SeatRow]) -> list[PairCard]:
    """Where partners play, a card for each pair; else none."""
    sides = sides_of(board, [row.seat for row in rows]) if board.has_partners else ()
    return [
        pair_card(board, [row for row in rows if row.seat in side]) for side in sides
    ]


def _game_asked(board: Board) -> tuple[Seat, ...]:
    """Gin in pairs: who plays the game whose hand is asked; nobody in other games."""
    games = games_due(board) if board.in_pairs and not board.is_over else ()
    return games[0] if games else ()


def totals_of(board: Board) -> dict[Seat, str]:
    """The total of each row, with all that the end of the match adds to it."""
    sums = {seat: parts.total for seat, parts in final_sums(board).items()}
    return {seat: signed(sums[seat]) for seat in board.order}


def totals(sheet: Sheet) -> list[list[Seat | str]]:
    return [[seat, total] for seat, total in totals_of(sheet.board).items()]


def _note(shared: _SharedFacts, seat: Seat) -> str:
    """The words below the name: why the seat does not play, or boxes and distance to the limit."""
    board = shared.board
    standing = board.standings[seat]
    reason = {
        Status.OUT: str(OUT),
        Status.RETIRED: str(RETIRED),
        Status.ASKED: _("se pasa"),
    }.get(standing.status, "")
    if reason or standing.absent:
        return reason or str(RESTS)
    if board.has_partners:
        return ""  # the rest is said of the pair
    rests = _("descansa esta mano") if seat == shared.resting else ""
    return " · ".join(
        filter(None, [rests, _boxes(board, standing), _points_to_go(board, seat)])
    )


def _boxes(board: Board, standing: Standing) -> str:
    """Gin: the number of hands won; empty in other games."""
    if board.ruleset.scoring is not Scoring.DIFFERENCE:
        return ""
    return ngettext("%(count)s casilla", "%(count)s casillas", standing.boxes) % {
        "count": standing.boxes
    }


def _points_to_go(board: Board, seat: Seat) -> str:
    """How many points more put the seat out, or reach the target; empty where there is neither."""
    points = points_left(board, seat)
    if not points:
        return ""
    if board.next_ruleset.ends is Ends.TARGET:
        return _("a %(points)s de ganar") % {"points": points}
    return _("a %(points)s de pasarse") % {"points": points}


def _progress(board: Board, standing: Standing) -> int | None:
    limit = board.next_ruleset.limit_of_points
    return None if limit is None else max(0, min(standing.total, limit))


def _danger(board: Board, standing: Standing) -> str:
    """Whether so few points are left to the limit that the next hand may be the last."""
    ruleset = board.next_ruleset
    if (
        ruleset.ends is not Ends.LAST_STANDING
        or standing.status is not Status.IN
        or board.is_over
    ):
        return ""
    left = (ruleset.limit or 0) - standing.total
    return "edge" if left <= EDGE else "near" if left <= NEAR else ""
