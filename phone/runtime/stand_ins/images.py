"""`scores.circle.images` for a browser, which draws the letters itself: their widths are estimated."""

from dataclasses import dataclass

from scores.core.notation.shown_names import in_text

WIDTH = 1200  # pixels
HEIGHT = 630
TALLEST = 76  # height of a row of a list
LETTERS = 0.54  # font size relative to the height of a row
BASE = 0.69  # baseline relative to the height of a row
FAN = ()  # a chinchón is drawn as other matches that are over

USUAL = 0.56  # width of a letter of size 1
WIDE = 1.15  # the same of an emoji, or of a Chinese letter
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
    smaller = max(size * SMALLEST, min(size, room / max(_width(shown), 1)))
    while len(shown) > 1 and _width(shown) * smaller > room:
        shown = shown.rstrip("…")[:-1] + "…"
    return TextLine(int(smaller), [(0, shown)], [])


def _width(text: str) -> float:
    return sum([WIDE if ord(letter) >= FIRST_WIDE else USUAL for letter in text])
