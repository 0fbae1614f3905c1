"""The hand of a match that people tell of: the best, the closest or the worst one, as a picture to share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.events import Close, HandScored, Seat
from rules.match.board import Side, Status, sides_of
from rules.match.corrections import Step
from rules.match.shown_cards import shown_cards
from scores.circle.images import render
from scores.circle.images.card_row import FacesGroup, PlacedGroup, placed_groups
from scores.circle.images.headline_card import CARD, headline_card
from scores.circle.recap.share import circumstances
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.cards import face
from scores.core.notation.numbers import signed
from scores.core.wording.hand_lines import read_aloud_parts


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
    """A hand for which a side, or a player, may be named; that with the highest rank is."""

    rank: tuple[int, int]
    step: Step
    side: Side
    number: int


def telling_hands(sheet: Sheet) -> list[TellingHand]:
    """The telling hands of a match that is over, at most one of each kind."""
    if not sheet.board.is_over:
        return []
    hands = []
    for kind, (label, candidates) in KINDS.items():
        ranked = candidates(sheet)
        if ranked:
            best = max(ranked, key=lambda hand: hand.rank)
            hands.append(_telling_hand(sheet, kind, str(label), best))
    return hands


def hand_to_show(hands: Sequence[TellingHand], kind: str) -> TellingHand | None:
    """The hand of that kind; else a chinchón, else the first of which cards are known, else the first."""
    return min(
        hands,
        key=lambda hand: (hand.kind != kind, not hand.is_chinchon, not hand.groups),
        default=None,
    )


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
            closes.append(RankedHand(rank, step, (event.closer,), own))
    return closes


def _leads(sheet: Sheet) -> list[RankedHand]:
    """By how little the winner was ahead, since nobody caught up. Who left the match was not overtaken."""
    board = sheet.board
    sides = sides_of(board, board.winners)
    if len(sides) != 1:
        return []
    others = [
        seat
        for seat, standing in board.standings.items()
        if seat not in sides[0] and standing.status is not Status.RETIRED
    ]
    sign = 1 if board.high_wins else -1
    leads = list[RankedHand]()
    for step in sheet.hands:
        total = step.after.total
        there = step.after.standings
        winner = sides[0][0]
        ahead = [
            sign * (total(winner) - total(seat))
            for seat in others
            if seat in there and winner in there
        ]
        lead = min(ahead, default=0)
        hand = RankedHand((0, -lead), step, sides[0], lead)
        leads = [*leads, hand] if lead > 0 else []
    return leads


def _rests(sheet: Sheet) -> list[RankedHand]:
    """By what somebody who did not close was left with."""
    rests = []
    for step in sheet.hands:
        event: Any = step.event
        for seat, left in sorted(event.deadwood.items()):
            if seat != event.closer and left:
                rests.append(RankedHand((0, left), step, (seat,), left))
    return rests


KINDS = {
    "best": (gettext_lazy("La mejor mano"), _closes),
    "closest": (gettext_lazy("La más reñida"), _leads),
    "worst": (gettext_lazy("La peor mano"), _rests),
}
"""What a hand can be, by the word of its address."""


def _telling_hand(
    sheet: Sheet, kind: str, label: str, ranked: RankedHand
) -> TellingHand:
    _rank, step, side, number = ranked
    event: Any = step.event
    which = _("Mano %(number)s") % {"number": step.hand_number}
    return TellingHand(
        kind,
        label,
        f"{which} · {circumstances(sheet)}",
        f"{label}: {sheet.name_of_side(side)}",
        read_aloud_parts(step.before, event, sheet.names),
        number,
        _groups(step, event, side[0]),
        kind == "best" and event.close is Close.CHINCHON,
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


def card_of_hand(hand: TellingHand) -> dict[str, Any]:
    opening, *others = hand.parts
    return headline_card(
        hand.title,
        hand.heading,
        signed(hand.number) if hand.number else "",
        opening,
        " · ".join(others),
        groups=hand.groups,
        is_chinchon=hand.is_chinchon,
    )


def hand_png(hand: TellingHand) -> bytes:
    """The picture as PNG, in the active language."""
    return render.png(CARD, card_of_hand(hand))
