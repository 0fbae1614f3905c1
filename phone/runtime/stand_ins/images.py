"""`scores.circle.images` for a browser, which draws the letters itself: their widths are estimated."""

from dataclasses import dataclass

from scores.core.notation.shown_names import in_text

WIDTH = 1200  # pixels
HEIGHT = 630
TALLEST = 76  # height of a row of a list
LETTERS = 0.54  # font size relative to the height of a row
BASE = 0.69  # baseline relative to the height of a row
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
SMALLEST = 0.7  # of the size asked for; a line that is still too wide is cut


@dataclass(frozen=True)
class TextLine:
    size: int
    letters: list[tuple[int, str]]  # x and the text that begins there
    emoji: list[tuple[int, str]]
    rise: int = 0


def bytes_each(lines: int) -> int:
    """The browser has its own emoji."""
    return 0


def symbols(*names: str) -> str:
    """None: the page that draws the picture has them."""
    return ""


def fitted_line(
    text: str, size: float, room: float, *, bold: bool = False, emoji_bytes: int = 0
) -> TextLine:
    """The text at that size; smaller if it is wider than `room`, and cut with «…» if that is not enough."""
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
