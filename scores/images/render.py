"""Renders an SVG template as PNG for link previews, with the fonts and emoji that come with the app."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import resvg_py
from django.template.loader import render_to_string
from font_roboto import Roboto, RobotoBold

from scores.images import text_layout

WIDTH, HEIGHT = 1200, 630  # pixels; chats crop previews to this size
_NO_XML = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)  # characters that XML forbids even when escaped


def png(template: str, context: Mapping[str, Any]) -> bytes:
    """The PNG file of an SVG template."""
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
