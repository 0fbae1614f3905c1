"""The lines of a chart, `--c0` to `--c7` of app.css: told apart by every kind of colour vision.

The simulations are the matrices of Machado, Oliveira and Fernandes (2009) in linear light; distances are in
CIE L*a*b*, where 2 is just seen side by side.
"""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from django.conf import settings

CSS = Path(settings.BASE_DIR, "static/css/app.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#\w{6})", part)) for part in CSS.split("@media")[:2]
)
LINES = [f"c{number}" for number in range(8)]
VISIONS = {
    "all three cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152, 1.053, -0.205),
        (0.115, 0.786, 0.099),
        (-0.004, -0.048, 1.052),
    ),
    "deuteranopia": (
        (0.367, 0.861, -0.228),
        (0.280, 0.673, 0.047),
        (-0.012, 0.043, 0.969),
    ),
    "tritanopia": (
        (1.256, -0.077, -0.179),
        (-0.078, 0.931, 0.148),
        (0.005, 0.691, 0.304),
    ),
}
LUMINANCE = (0.2126, 0.7152, 0.0722)
XYZ = (
    (0.4339, 0.3762, 0.1899),
    LUMINANCE,
    (0.0177, 0.1095, 0.8728),
)  # of white: 1, 1, 1


def linear(colour):
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    return tuple(
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )


def times(matrix, numbers):
    return tuple(
        min(1, max(0, sum(a * b for a, b in zip(row, numbers, strict=True))))
        for row in matrix
    )


def seen(colour, vision):
    """The colour in L*a*b*, as it is seen."""
    lit = times(XYZ, times(VISIONS[vision], linear(colour)))
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in lit
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", [LIGHT, {**LIGHT, **DARK}], ids=["light", "dark"])
def test_any_two_lines_of_a_chart_are_told_apart(theme, vision):
    shown = {line: seen(theme[line], vision) for line in LINES}
    near = [
        pair
        for pair in combinations(LINES, 2)
        if dist(*(shown[line] for line in pair)) < 20
    ]
    assert near == []


def test_no_two_lines_have_the_same_dashes_and_the_picture_has_those_of_the_page():
    dashes = [re.findall(rf"\.{line} {{ stroke: .*?;([^}}]*)}}", CSS) for line in LINES]
    assert len(set(map(str, dashes))) == len(LINES)
    picture = Path(
        settings.BASE_DIR, "templates/scores/recap/_match_card_style.svg"
    ).read_text()
    assert [
        f".{line} {{ stroke: {LIGHT[line]};{rest[0]}}}" in picture
        for line, rest in zip(LINES, dashes, strict=True)
    ] == [True] * 8
