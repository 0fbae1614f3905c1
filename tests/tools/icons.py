"""Render the icons of the installed app from static/icon.svg: `python -m tests.tools.icons [FOLDER]`."""

import sys
from pathlib import Path

import resvg_py

STATIC = Path(__file__).resolve().parents[2] / "static"
ROUND = 'rx="14"'
SQUARE = 'rx="0"'  # phones cut the corners of maskable icons in different ways
ICONS = {
    "icon-192": (192, ROUND),
    "icon-512": (512, ROUND),
    "maskable-512": (512, SQUARE),
    "touch-180": (180, SQUARE),
}


def drawn(name: str) -> bytes:
    """The PNG of one icon."""
    size, corners = ICONS[name]
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8").replace(ROUND, corners)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def main(folder: Path = STATIC / "icons") -> None:
    folder.mkdir(exist_ok=True)
    for name in ICONS:
        (folder / f"{name}.png").write_bytes(drawn(name))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
