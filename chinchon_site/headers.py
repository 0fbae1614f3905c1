"""Response headers: what other sites get to know, permissions that pages never ask for, noindex, and who may
keep a copy. Static files, which WhiteNoise serves further out, carry none of them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

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
# Not stricter: the CSRF check over HTTPS needs the referrer of our own pages.
OURS = {"Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin"}
FOR_NOBODY = "private, no-store"  # the service worker of a phone keeps its copies itself
PERMISSIONS = ", ".join(f"{feature}=()" for feature in REFUSED)


class HeadersMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for header, value in OURS.items():
            response.headers.setdefault(header, value)
        if not request.headers.get("HX-Request"):  # it is for documents, not for parts of a page
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Cache-Control", FOR_NOBODY)
        # The phone, the language and the CSRF token are in cookies: hardly anything is the same without them.
        patch_vary_headers(response, ["Cookie"])
        if request.path_info != HOME_PATH:
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response
