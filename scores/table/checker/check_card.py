"""The preview image of a check, for the link in a chat."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django.conf import settings

from scores.group.images import render
from scores.group.images.render import WIDTH
from scores.table.checker.presenter import CheckResult, HeldCard

LONG_HEADLINE = 34  # letters; from here on the headline is set smaller
CARD_WIDTH, TOP, GAP = (
    128,
    290,
    22,
)  # a card's width, the top of the cards, the gap between two groups; in pixels


def png(result: CheckResult | None, hand: list[HeldCard], reasons: list[str]) -> bytes:
    """The headline and the cards by meld; `hand` alone while there is no result."""
    groups = [group.cards for group in result.groups] if result and result.groups else [hand]
    context = {
        "symbols": _symbols(),
        "result": result,
        "reason": reasons[0] if reasons else "",
        "size": 60 if result is None or len(result.headline) < LONG_HEADLINE else 50,
        "cards": _placed(groups),
        "overlap": _step(groups) < CARD_WIDTH,
    }
    return render.png("scores/checker/check_card.svg", context)


def _placed(groups: list[list[HeldCard]]) -> list[tuple[HeldCard, int, int]]:
    """Each card with the x and y of its top left corner. Cards overlap where they would be too wide."""
    cards, gaps, step = sum(map(len, groups)), _gaps(groups), _step(groups)
    left = (WIDTH - (step * (cards - 1) + CARD_WIDTH + gaps)) // 2
    placed = []
    for group in groups:
        for card in group:
            placed.append((card, left, TOP))
            left += step
        left += GAP
    return placed


def _gaps(groups: list[list[HeldCard]]) -> int:
    return GAP * max(0, len(groups) - 1)


def _step(groups: list[list[HeldCard]]) -> int:
    """Pixels from the left edge of one card to that of the next."""
    cards = sum(map(len, groups))
    return min(CARD_WIDTH + 6, (WIDTH - 120 - _gaps(groups) - CARD_WIDTH) // max(1, cards - 1))


@cache
def _symbols() -> str:
    """The symbols of static/cards.svg. CSS variables are replaced by their default colours."""
    sprite = Path(settings.BASE_DIR, "static", "cards.svg").read_text(encoding="utf-8")
    inner = sprite[sprite.index(">") + 1 : sprite.rindex("</svg>")]
    return re.sub(r"var\(--[\w-]+,\s*([^)]+)\)", r"\1", inner)
