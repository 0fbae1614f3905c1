"""Response headers: permissions that pages never ask for, and noindex."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Unlisted features keep the browser's default, which allows our pages what their scripts use: to copy links,
# to keep the screen on, to share.
REFUSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
HOME_PATH = "/"
PERMISSIONS = ", ".join(f"{feature}=()" for feature in REFUSED)


class HeadersMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if request.path_info != HOME_PATH:
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response
