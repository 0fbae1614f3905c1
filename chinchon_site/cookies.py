"""The CSRF cookie of a public site, whose name no other name of the domain can set."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

CSRF = "csrftoken"
SECURE_CSRF = "__Host-csrftoken"


class OlderCsrfCookieMiddleware:
    """Takes the cookie under its older name too, so that a page that was open before an upgrade can be sent.

    Django's middleware, which comes next, then sets it under the new name.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if CSRF in request.COOKIES:
            request.COOKIES.setdefault(settings.CSRF_COOKIE_NAME, request.COOKIES[CSRF])
        return self.get_response(request)
