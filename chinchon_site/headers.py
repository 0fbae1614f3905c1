"""What every page tells the browser it will never ask for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# The screen stays on, links are copied and handed to other apps; all else that a browser may lend is refused.
NEEDED = ("clipboard-write", "screen-wake-lock", "web-share")
REFUSED = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"),
    *("microphone", "midi", "payment", "usb"),
)
PERMISSIONS = ", ".join([*(f"{one}=(self)" for one in NEEDED), *(f"{one}=()" for one in REFUSED)])


class HeadersMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response
