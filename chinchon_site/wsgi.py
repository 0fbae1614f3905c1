import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from chinchon_site.charsets import in_utf_8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
django = get_wsgi_application()

from chinchon_site.database.requests import Limited, Ready  # noqa: E402 -- as below
from chinchon_site.polls import Polls  # noqa: E402 -- models can be imported once Django is set up

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def without_body(app: Application) -> Application:
    """WSGI: no body for HEAD. gunicorn would drop it too, with a line in the log."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        body = app(environ, start_response)
        if environ["REQUEST_METHOD"] != "HEAD":
            return body
        if hasattr(body, "close"):
            body.close()
        return []

    return answer


application = without_body(in_utf_8(Ready(Limited(Polls(django)))))
