"""The picture of a check that a chat shows beside its link."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django.conf import settings

from scores.checker.presenter import Shown, Told
from scores.images import render
from scores.images.render import WIDTH

LONG = 34  # letters of a headline that would not fit at full size
CARD, RISE, GAP = (128, 190), 290, 22  # a card's size, its height on the picture, between two groups


def png(told: Told | None, hand: list[Shown], reasons: list[str]) -> bytes:
    """The verdict and the cards, grouped by meld; the hand alone while there is no verdict."""
    groups = [group.cards for group in told.groups] if told and told.groups else [hand]
    context = {
        "symbols": _symbols(),
        "told": told,
        "reason": reasons[0] if reasons else "",
        "size": 60 if told is None or len(told.headline) < LONG else 50,
        "cards": _placed(groups),
        "overlap": _step(groups) < CARD[0],
    }
    return render.png("scores/checker/check_card.svg", context)


def _placed(groups: list[list[Shown]]) -> list[tuple[Shown, int, int]]:
    """Each card with the place of its corner; a hand too wide for the picture overlaps."""
    cards, gaps, step = sum(map(len, groups)), _gaps(groups), _step(groups)
    left = (WIDTH - (step * (cards - 1) + CARD[0] + gaps)) // 2
    placed = []
    for group in groups:
        for card in group:
            placed.append((card, left, RISE))
            left += step
        left += GAP
    return placed


def _gaps(groups: list[list[Shown]]) -> int:
    return GAP * max(0, len(groups) - 1)


def _step(groups: list[list[Shown]]) -> int:
    """From the corner of one card to that of the next."""
    cards = sum(map(len, groups))
    return min(CARD[0] + 6, (WIDTH - 120 - _gaps(groups) - CARD[0]) // max(1, cards - 1))


@cache
def _symbols() -> str:
    """The symbols of the sprite, each colour its own: a picture has no themes."""
    sprite = Path(settings.BASE_DIR, "static", "cards.svg").read_text(encoding="utf-8")
    inner = sprite[sprite.index(">") + 1 : sprite.rindex("</svg>")]
    return re.sub(r"var\(--[\w-]+,\s*([^)]+)\)", r"\1", inner)
