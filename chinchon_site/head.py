"""HEAD is answered as GET is, without the body (RFC 9110, 9.3.2), at every address."""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse

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


class HeadMiddleware:
    """What is below sees GET. What is above, logs and metrics, sees HEAD."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        method = request.method
        request.method = "GET" if method == "HEAD" else method
        response = self.get_response(request)
        request.method = method
        if "GET" in response.headers.get("Allow", "").split(", "):
            response["Allow"] += ", HEAD"
        return response
