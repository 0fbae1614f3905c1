"""In which letters a request may be written."""

import re
from collections.abc import Callable, Iterable
from typing import Any

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
NOT_UTF_8 = re.compile(r"charset(?!\s*=\s*\"?utf-?8\"?\s*(;|$))", re.IGNORECASE)


def in_utf_8(app: Application) -> Application:
    """Refuses what says that it is written in anything else, which no browser does with a page of ours.

    Of the charsets that Python knows some are no text; on those Django fails before any middleware is asked.
    """

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if NOT_UTF_8.search(environ.get("CONTENT_TYPE", "")):
            start_response("400 Bad Request", [("Content-Length", "0")])
            return [b""]
        return app(environ, start_response)

    return answer
