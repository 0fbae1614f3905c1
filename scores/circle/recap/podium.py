"""Where everybody ended: the places of a match that is over, for its boards and for what is shared."""

from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from rules.events import Close, HandScored, Seat
from rules.match import settlement
from rules.match.board import Side, Status
from rules.match.elimination import places
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import gain_in_words, ordinal, signed
from scores.core.notation.words import OUT, RETIRED


class PodiumPlace(NamedTuple):
    """A player, or two partners."""

    seat: Seat  # of the first partner
    rank: int
    place: str  # «1.º»
    name: str
    emoji: str
    photo: str
    total: str
    remarks: str  # «2 reenganches · fuera en la mano 6 · −3 €»
    won: bool
    is_out: bool


def podium(sheet: Sheet) -> list[PodiumPlace]:
    """Every side, best first; empty until the match is over."""
    return (
        [_place(sheet, rank, side) for rank, side in standings(sheet)]
        if sheet.board.is_over
        else []
    )


def _place(sheet: Sheet, rank: int, side: Side) -> PodiumPlace:
    board = sheet.board
    seat = side[0]
    money = settlement.net(board)
    cents = sum(money[partner] for partner in side) * board.next_ruleset.cents_per_unit
    won = [gain_in_words(cents, sheet.match.currency)] if any(money.values()) else []
    return PodiumPlace(
        seat,
        rank,
        ordinal(rank),
        sheet.name_of_side(side),
        sheet.emoji_of(side),
        sheet.photo_of(side),
        signed(settlement.final_total(board, seat)),
        " · ".join([*remarks(sheet, side), *won]),
        seat in board.winners,
        board.standings[seat].status is not Status.IN,
    )


def standings(sheet: Sheet) -> list[tuple[int, Side]]:
    """Every side with its place, best first; also during the match."""
    place = places(sheet.board)
    sides = sheet.board.sides
    order = sorted(range(len(sides)), key=lambda index: (place[sides[index][0]], index))
    return [(place[sides[index][0]], sides[index]) for index in order]


def remarks(sheet: Sheet, side: Side) -> list[str]:
    """«2 reenganches», «1 chinchón», «fuera en la mano 6»: what there is to say of a side."""
    standing = sheet.board.standings[side[0]]
    hands = [step.event for step in sheet.hands if isinstance(step.event, HandScored)]
    chinchones = sum(
        hand.close is Close.CHINCHON and hand.closer in side for hand in hands
    )
    rebuys = ngettext("%(count)s reenganche", "%(count)s reenganches", standing.rebuys)
    closes = ngettext("%(count)s chinchón", "%(count)s chinchones", chinchones)
    lines_of_side = [
        rebuys % {"count": standing.rebuys} if standing.rebuys else "",
        closes % {"count": chinchones} if chinchones else "",
        _out(sheet, side[0]) if standing.status is Status.OUT else "",
        str(RETIRED) if standing.status is Status.RETIRED else "",
    ]
    return [words for words in lines_of_side if words]


def _out(sheet: Sheet, seat: Seat) -> str:
    hands = [step.after.hands for step in sheet.steps if seat in step.bust]
    return (
        _("fuera en la mano %(number)s") % {"number": hands[-1]} if hands else str(OUT)
    )
