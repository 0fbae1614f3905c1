"""What a table asks between two hands: who is ahead, and who is near the end."""

from django.utils.translation import gettext as _, ngettext

from rules.events import Seat
from rules.knobs import Ends
from rules.match.board import Board, Side
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import signed

SHOWN_FROM = 40  # points to the limit, from which on they are shown
NEAREST = 2  # sentences about who is near the end


def sentences_between_hands(sheet: Sheet) -> list[str]:
    """Who leads and with how much, then who is near the end. Empty without a hand, and at the end."""
    board = sheet.board
    if not sheet.hands or board.is_over:
        return []
    return [*_who_is_ahead(sheet), *_who_is_near(sheet)]


def points_left(board: Board, seat: Seat) -> int:
    """The points that reach the target, or that put the seat out: these from SHOWN_FROM on. Else 0."""
    ruleset = board.next_ruleset
    if ruleset.past_limit is None or board.is_over:
        return 0
    left = ruleset.past_limit - board.total(seat)
    if ruleset.ends is Ends.TARGET:
        return max(0, left)
    # Below 0 the limit was lowered: nobody is past it until a hand is scored.
    return left if 0 < left <= SHOWN_FROM else 0


def _who_is_ahead(sheet: Sheet) -> list[str]:
    board = sheet.board
    if not board.ahead:
        return []
    sides: list[Side] = [side for side in board.sides if side[0] in board.ahead]
    facts = {
        "names": joined_names([sheet.name_of_side(side) for side in sides]),
        "total": signed(board.total(board.ahead[0])),
    }
    sentence = ngettext(
        "Va delante %(names)s, con %(total)s",
        "Van delante %(names)s, con %(total)s",
        len(board.ahead),
    )
    return [sentence % facts]


def _who_is_near(sheet: Sheet) -> list[str]:
    board = sheet.board
    left = {
        side: points_left(board, side[0])
        for side in board.sides
        if side[0] in board.seats_in
    }
    near = [side for side, points in left.items() if 0 < points <= SHOWN_FROM]
    return [
        _near_the_end(board, sheet.name_of_side(side), left[side])
        for side in sorted(near, key=left.__getitem__)[:NEAREST]
    ]


def _near_the_end(board: Board, name: str, points: int) -> str:
    facts = {"name": name, "points": points}
    if board.next_ruleset.ends is Ends.TARGET:
        return _("%(name)s, a %(points)s de ganar") % facts
    sentence = ngettext(
        "A %(name)s le falta %(points)s para pasarse",
        "A %(name)s le faltan %(points)s para pasarse",
        points,
    )
    return sentence % facts
