"""`scores.circle.images` for a browser, which draws the letters itself: their widths are estimated."""

from scores.circle.images.layout import SMALLEST, TextLine
from scores.core.notation.shown_names import in_text

FAN = ()  # a chinchón is drawn as other matches that are over

# Widths of letters of size 1, as in the wide one of the usual fonts: a name is cut rather than drawn over
USUAL = 0.6
CAPITAL = 0.7
NARROW = 0.36
WIDEST = 1.0
WIDE = 1.15  # of an emoji, or of a Chinese letter
BOLD = 1.1  # times as wide
NARROW_LETTERS = " .,:;'!|()[]-fijlrtIí"
WIDEST_LETTERS = "MWmw%@…"
FIRST_WIDE = 0x2E80


def fitted_line(
    text: str, size: float, room: float, *, bold: bool = False, lines: int = 1
) -> TextLine:
    """The text at that size; smaller if it is wider than `room`, and cut with «…» if that is not enough. The
    browser has its own emoji, for all `lines`."""
    shown = in_text(text)
    room = room / BOLD if bold else room
    smaller = max(size * SMALLEST, min(size, room / max(_width(shown), 1)))
    left = shown
    while len(left) > 1 and _width(shown) * smaller > room:
        left = left[:-1]
        shown = left + "…"
    return TextLine(int(smaller), [(0, shown)], [])


def _width(text: str) -> float:
    return sum([_width_of_letter(letter) for letter in text])


def _width_of_letter(letter: str) -> float:
    if ord(letter) >= FIRST_WIDE:
        return WIDE
    if letter in NARROW_LETTERS:
        return NARROW
    if letter in WIDEST_LETTERS:
        return WIDEST
    return CAPITAL if "A" <= letter <= "Z" else USUAL
