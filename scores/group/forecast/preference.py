"""Whether a browser shows the chances on its boards: a cookie of that browser, off by default."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "chances"
COOKIE_AGE = 400 * 24 * 3600  # seconds, the most that browsers allow
_ON = "1"


def is_on(request: HttpRequest) -> bool:
    return request.COOKIES.get(COOKIE) == _ON


def turn(response: HttpResponse, on: bool) -> None:
    """Set or delete the cookie."""
    if on:
        response.set_cookie(COOKIE, _ON, COOKIE_AGE, secure=settings.HTTPS, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
