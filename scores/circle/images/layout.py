"""The measures of a picture and of its lines of text, which a phone has, too."""

from dataclasses import dataclass

# Pixels; chats crop previews to this size
WIDTH = 1200
HEIGHT = 630
TALLEST = 76  # height of a row of a list
# Font size and baseline relative to the height of a row
LETTERS = 0.54
BASE = 0.69
SMALLEST = 0.7  # of the size asked for; a line that is still too wide is cut


@dataclass(frozen=True)
class TextLine:
    size: float
    letters: list[tuple[float, str]]  # x and the text that begins there
    emoji: list[tuple[float, str]]  # x and the name of the drawing
    width: float = 0

    @property
    def rise(self) -> float:
        """How far above the baseline an emoji starts."""
        return round(self.size * 0.86, 1)
