"""The hand of a match that people tell of: the best, the closest or the worst one, as a picture to share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.closing.shown_cards import shown_cards
from rules.events import Close, HandScored, Seat
from rules.match.board import Status, sides_of
from rules.match.corrections import Step
from scores.circle.images import render
from scores.circle.images.card_row import FacesGroup, PlacedGroup, placed_groups
from scores.circle.images.layout import TextLine
from scores.circle.images.render import FAN, fitted_line, symbols
from scores.circle.recap.share import circumstances
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.cards import face
from scores.core.notation.numbers import signed
from scores.core.template_context import context_of
from scores.core.wording.hand_lines import read_aloud_parts

CARD = "scores/images/headline_card.svg"
BEST = "best"
CLOSEST = "closest"
WORST = "worst"
LABELS: Mapping[str, Any] = {
    BEST: gettext_lazy("La mejor mano"),
    CLOSEST: gettext_lazy("La más reñida"),
    WORST: gettext_lazy("La peor mano"),
}
"""What a hand can be, by the word of its address."""
WHOLE = 1080  # width of a line
BESIDE_COIN = 740
BELOW_CARDS = (510, 560)  # y of both lines
BELOW_NUMBER = (470, 530)


@dataclass(frozen=True)
class TellingHand:
    """The cards are those of whom it is about. Where nobody knows them `number` stands in their place: what
    the hand added for the closer, by how little the winner stayed ahead, or what somebody was left with.
    """

    kind: str
    label: str
    title: str  # which hand of which match
    heading: str  # whose
    parts: Sequence[str]  # as it was read aloud
    number: int
    groups: Sequence[PlacedGroup]
    is_chinchon: bool

    @property
    def line(self) -> str:
        return " · ".join(self.parts)


class RankedHand(NamedTuple):
    """A hand for which a seat may be named; that with the highest rank is."""

    rank: tuple[int, int]
    step: Step
    seat: Seat
    number: int


def telling_hands(sheet: Sheet) -> list[TellingHand]:
    """Those that a match that is over has, at most one of each kind."""
    if not sheet.board.is_over:
        return []
    ranked = {BEST: _closes(sheet), CLOSEST: _leads(sheet), WORST: _rests(sheet)}
    return [
        _telling_hand(sheet, kind, max(hands, key=lambda hand: hand.rank))
        for kind, hands in ranked.items()
        if hands
    ]


def hand_to_show(hands: Sequence[TellingHand], kind: str) -> TellingHand | None:
    """That of the kind; else a chinchón, else the first of which cards are known, else the first."""

    def order(hand: TellingHand) -> tuple[bool, ...]:
        return hand.kind != kind, not hand.is_chinchon, not hand.groups

    return min(hands, key=order) if hands else None


def _closes(sheet: Sheet) -> list[RankedHand]:
    """By how far the closer got away from all others; a chinchón before all."""
    sign = 1 if sheet.board.high_wins else -1
    closes = []
    for step in sheet.hands:
        event: Any = step.event
        own = step.scored.get(event.closer, 0)
        gain = sum([sign * (own - points) for points in step.scored.values()])
        rank = (event.close is Close.CHINCHON, gain)
        if event.closer is not None:
            closes.append(RankedHand(rank, step, event.closer, own))
    return closes


def _leads(sheet: Sheet) -> list[RankedHand]:
    """By how little the winner was ahead, since nobody caught up. Who left the match was not overtaken."""
    board = sheet.board
    if len(sides_of(board, board.winners)) != 1:
        return []
    winner = board.winners[0]
    others = [
        side[0]
        for side in board.sides
        if winner not in side and board.standings[side[0]].status is not Status.RETIRED
    ]
    sign = 1 if board.high_wins else -1
    leads = list[RankedHand]()
    for step in sheet.hands:
        total = step.after.total
        there = step.after.standings
        ahead = [
            sign * (total(winner) - total(seat))
            for seat in others
            if seat in there and winner in there
        ]
        lead = min(ahead, default=0)
        leads = [*leads, RankedHand((0, -lead), step, winner, lead)] if lead > 0 else []
    return leads


def _rests(sheet: Sheet) -> list[RankedHand]:
    """By what somebody who did not close was left with."""
    rests = []
    for step in sheet.hands:
        event: Any = step.event
        for seat, left in sorted(event.deadwood.items()):
            if seat != event.closer and left:
                rests.append(RankedHand((0, left), step, seat, left))
    return rests


def _telling_hand(sheet: Sheet, kind: str, ranked: RankedHand) -> TellingHand:
    _rank, step, seat, number = ranked
    event: Any = step.event
    side = sheet.board.side_of(seat) if kind == CLOSEST else (seat,)
    label = str(LABELS[kind])
    which = _("Mano %(number)s") % {"number": step.hand_number}
    return TellingHand(
        kind,
        label,
        f"{which} · {circumstances(sheet)}",
        f"{label}: {sheet.name_of_side(side)}",
        read_aloud_parts(step.before, event, sheet.names),
        number,
        _groups(step, event, seat),
        kind == BEST and event.close is Close.CHINCHON,
    )


# Its picture


def _groups(step: Step, hand: HandScored, seat: Seat) -> list[PlacedGroup]:
    board = step.before
    cards = shown_cards(board.next_ruleset, len(board.order), hand, seat)
    if cards is None:
        return []
    groups = [FacesGroup("", "meld", list(map(face, each))) for each in cards.groups]
    if cards.loose:
        title = ngettext("suelta", "sueltas", len(cards.loose))
        groups.append(FacesGroup(title, "loose", list(map(face, cards.loose))))
    return placed_groups(groups)


@dataclass(frozen=True)
class HandCard:
    """What CARD shows, in pixels."""

    symbols: str  # drawings for SVG
    title: TextLine
    heading: TextLine
    value: TextLine
    lines: Sequence[tuple[TextLine, int]]  # each with its y
    groups: Sequence[PlacedGroup]
    fan: Sequence[object]  # for a chinchón whose cards nobody knows


def card_of_hand(hand: TellingHand) -> HandCard:
    """A phone without a server draws it too."""
    groups = hand.groups
    opening, *others = hand.parts
    lines = [fitted_line(text, 40, WHOLE) for text in (opening, " · ".join(others))]
    room = WHOLE if groups else BESIDE_COIN
    number = signed(hand.number) if hand.number else ""
    return HandCard(
        symbols=symbols() if groups else symbols("oros"),
        title=fitted_line(hand.title, 34, room),
        heading=fitted_line(hand.heading, 64, room, bold=True),
        value=fitted_line(number, 170, room, bold=True),
        lines=list(zip(lines, BELOW_CARDS if groups else BELOW_NUMBER, strict=True)),
        groups=groups,
        fan=FAN if hand.is_chinchon else (),
    )


def hand_png(hand: TellingHand) -> bytes:
    """The picture as PNG, in the active language."""
    return render.png(CARD, context_of(card_of_hand(hand)))
