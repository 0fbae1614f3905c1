"""Render the icons of the installed app from static/icon.svg: `python -m tests.tools.icons [FOLDER]`."""

import sys
from dataclasses import dataclass
from pathlib import Path

import resvg_py

from tests.support import ROOT

STATIC = ROOT / "static"
ROUND = 'rx="14"'
SQUARE = 'rx="0"'  # phones cut the corners of maskable icons in different ways
ARROW = 'd="M25 36a7.5 7.5 0 1 0 2-9m-3-5v6h6"'  # on the coin
PLUS = 'd="M32 23.5v17M23.5 32h17"'
TICK = 'd="m24.5 32.5 5 5 10-11"'
# Phones colour it: only where it is opaque counts. What is green in the icon is cut out of the coin.
ONE_COLOUR = (
    '<mask id="coin"><circle cx="32" cy="32" r="20" fill="#fff"/>'
    '<g stroke="#000">{drawing}</g></mask>'
    '<rect width="64" height="64" mask="url(#coin)"/>'
)


@dataclass(frozen=True)
class Icon:
    size: int
    corners: str = ROUND
    mark: str = ARROW
    is_of_one_colour: bool = False


ICONS = {
    "icon-192": Icon(192),
    "icon-512": Icon(512),
    "maskable-512": Icon(512, SQUARE),
    "monochrome-512": Icon(512, is_of_one_colour=True),
    "touch-180": Icon(180, SQUARE),
    "new-192": Icon(192, mark=PLUS),
    "check-192": Icon(192, mark=TICK),
}


def drawn(name):
    """The PNG of one icon."""
    icon = ICONS[name]
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8").strip()
    svg = svg.replace(ROUND, icon.corners).replace(ARROW, icon.mark)
    if icon.is_of_one_colour:
        start, _ground, _coin, *drawing, end = svg.replace("><", ">\n<").split("\n")
        lines = "".join(drawing).replace('stroke="#0f5b3e"', "")
        svg = start + ONE_COLOUR.format(drawing=lines) + end
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, width=icon.size, height=icon.size)
    )


def main(folder=STATIC / "icons"):
    folder.mkdir(exist_ok=True)
    for name in ICONS:
        (folder / f"{name}.png").write_bytes(drawn(name))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
