"""The picture of one headline, with cards, a chinchón or a number. A phone without a server draws it too."""

from collections.abc import Sequence
from typing import Any

from scores.circle.images.card_row import PlacedGroup
from scores.circle.images.render import FAN, fitted_line

CARD = "scores/images/headline_card.svg"
WHOLE = 1080  # width of a line
BESIDE_COIN = 740
BELOW_CARDS = (510, 560)  # y of both lines
BELOW_NUMBER = (470, 530)


def headline_card(
    title: str,
    heading: str,
    value: str,
    *lines: str,
    groups: Sequence[PlacedGroup] = (),
    is_chinchon: bool = False,
) -> dict[str, Any]:
    """What CARD shows, in pixels: at most two lines; cards stand in the place of the value."""
    room = WHOLE if groups else BESIDE_COIN
    fitted = [fitted_line(text, 40, WHOLE) for text in lines]
    return {
        "title": fitted_line(title, 34, room),
        "heading": fitted_line(heading, 64, room, bold=True),
        "value": fitted_line(value, 170, room, bold=True),
        # each with its y
        "lines": list(
            zip(fitted, BELOW_CARDS if groups else BELOW_NUMBER, strict=False)
        ),
        "groups": groups,
        "fan": FAN if is_chinchon else (),  # a chinchón whose cards nobody knows
    }
