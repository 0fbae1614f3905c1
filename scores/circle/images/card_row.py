"""A row of cards in a picture: groups side by side, in pixels. Many cards overlap."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scores.circle.images.layout import WIDTH
from scores.core.notation.cards import Face

MARGINS = 120
# Pixels: a card, the gap between two groups, a letter below one
CARD_WIDTH = 128
GAP = 26
LETTER = 15


class FacesGroup(NamedTuple):
    """Cards that lie together."""

    title: str
    kind: str  # "meld", "loose" and others of the checker; "open" has no line below
    faces: Sequence[Face]


@dataclass(frozen=True)
class PlacedGroup:
    """A group of cards in the picture, in pixels."""

    title: str  # empty where it is wider than the cards
    kind: str
    left: int
    width: int
    cards: list[tuple[Face, int]]  # each with its x
    overlap: bool  # too little of a card is seen for its figure

    @property
    def middle(self) -> int:
        return self.left + self.width // 2


def placed_groups(groups: Sequence[FacesGroup]) -> list[PlacedGroup]:
    """The groups in the middle of the picture."""
    step = _step(groups)
    widths = [step * max(0, len(group.faces) - 1) + CARD_WIDTH for group in groups]
    left = (WIDTH - sum(widths) - GAP * (len(groups) - 1)) // 2
    placed = []
    for group, width in zip(groups, widths, strict=True):
        cards = [(face, left + at * step) for at, face in enumerate(group.faces)]
        title = group.title if len(group.title) * LETTER < width + GAP else ""
        is_covered = step < CARD_WIDTH
        placed.append(PlacedGroup(title, group.kind, left, width, cards, is_covered))
        left += width + GAP
    return placed


def _step(groups: Sequence[FacesGroup]) -> int:
    """The pixels between the left edges of two cards of a group."""
    cards = sum([len(group.faces) for group in groups])
    room = WIDTH - MARGINS - GAP * (len(groups) - 1) - CARD_WIDTH * len(groups)
    return min(CARD_WIDTH + 6, room // max(1, cards - len(groups)))
