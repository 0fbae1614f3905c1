"""Refuse requests in another character set than UTF-8."""

import re
from collections.abc import Callable, Iterable
from typing import Any

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
NOT_UTF_8 = re.compile(r"charset(?!\s*=\s*\"?utf-?8\"?\s*(;|$))", re.IGNORECASE)


def in_utf_8(app: Application) -> Application:
    """Answer 400 to a Content-Type with another charset; no browser sends one from our pages.

    Some of Python's codecs are not text encodings, and Django fails on them before any middleware runs.
    """

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if NOT_UTF_8.search(environ.get("CONTENT_TYPE", "")):
            start_response("400 Bad Request", [("Content-Length", "0")])
            return [b""]
        return app(environ, start_response)

    return answer
