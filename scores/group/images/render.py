"""Renders an SVG template as PNG in a process of its own, with the fonts and emoji that come with the app."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from scores.group.images import text_layout

WIDTH, HEIGHT = 1200, 630  # pixels; chats crop previews to this size
CACHED_FOR = 600  # seconds that a process caches a picture of about 50 kB
DRAWING = [sys.executable, str(Path(__file__).with_name("drawing.py"))]
# Seconds; `drawing` limits the processor time, and this the wait on a machine that is overloaded.
DEADLINE = 10
# Characters that XML forbids even when escaped
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_USED_EMOJI = re.compile(r'<use href="#emoji-([0-9a-f-]+)"')
logger = logging.getLogger(__name__)


class NotDrawnError(Exception):
    """A picture took too long, or could not be drawn."""


def png(template: str, context: Mapping[str, Any]) -> bytes:
    """The PNG file of an SVG template. Raises NotDrawnError."""
    svg = render_to_string(template, {**context, "width": WIDTH, "height": HEIGHT})
    return drawn(_with_emoji(_NO_XML.sub("", svg)))


def drawn(svg: str) -> bytes:
    """The PNG file of an SVG. Raises NotDrawnError."""
    try:
        done = subprocess.run(  # noqa: S603 -- no part of the command comes from a request
            DRAWING, input=svg.encode(), stdout=subprocess.PIPE, timeout=DEADLINE, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        logger.warning("A picture was not drawn: %s", error)
        raise NotDrawnError from error
    return done.stdout


def or_icon(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The view; where its picture cannot be drawn, the icon of the app, which nobody may cache."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            return view(request, *args, **named)
        except NotDrawnError:
            icon = Path(settings.BASE_DIR, "static", "icons", "icon-512.png").read_bytes()
            return HttpResponse(icon, content_type="image/png", headers={"Cache-Control": "no-store"})

    return answer


def _with_emoji(svg: str) -> str:
    """The SVG with the drawing of each emoji that it uses, once.

    As `<image>` each would take resvg as long as a whole picture.
    """
    symbols = "".join(text_layout.symbol(name) for name in sorted(set(_USED_EMOJI.findall(svg))))
    content, end, after = svg.rpartition("</svg>")
    return f"{content}<defs>{symbols}</defs>{end}{after}"
