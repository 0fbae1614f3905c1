"""What every page tells the browser it will never ask for, and the search engine that it is not for it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# The screen stays on and links are copied. What is not named is as browsers have it: our own pages may share.
NEEDED = ("clipboard-write", "screen-wake-lock")
REFUSED = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"),
    *("microphone", "midi", "payment", "usb"),
)
FRONT = "/"
PERMISSIONS = ", ".join([*(f"{one}=(self)" for one in NEEDED), *(f"{one}=()" for one in REFUSED)])


class HeadersMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if request.path_info != FRONT:
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response
