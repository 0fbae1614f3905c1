"""The drawings of cards, for pages and pictures that hold them within."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings

TURN = 10.5  # degrees from one card of a fan to the next
# what `_fan.svg` draws
FAN = [{"rank": rank, "turn": (rank - 4) * TURN} for rank in range(1, 8)]


@cache
def symbols(*names: str) -> str:
    """The symbols of static/cards.svg with these names, or all; in place of CSS variables their defaults."""
    sprite = Path(settings.BASE_DIR, "static", "cards.svg").read_text(encoding="utf-8")
    each = {
        symbol[1]: symbol[0]
        for symbol in re.finditer(r'<symbol id="(\w+)".*?</symbol>', sprite, re.DOTALL)
    }
    drawn = "".join(each[name] for name in names or each)
    return re.sub(r"var\(--[\w-]+,\s*([^)]+)\)", r"\1", drawn)
