"""Pictures that a chat shows beside a link: our own SVG, made a PNG with fonts and emoji that come with the
app, so that they look the same wherever it runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import resvg_py
from django.template.loader import render_to_string
from font_roboto import Roboto, RobotoBold

from scores.images import text_layout

WIDTH, HEIGHT = 1200, 630  # what previews are cut to
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # nor is it with an escape


def png(template: str, context: Mapping[str, Any]) -> bytes:
    svg = _NO_XML.sub("", render_to_string(template, {**context, "width": WIDTH, "height": HEIGHT}))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_files=[Roboto, RobotoBold],
            font_family="Roboto",
            resources_dir=str(text_layout.EMOJI),
        )
    )
