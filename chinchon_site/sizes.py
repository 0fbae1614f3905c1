"""Limit the size of requests."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scores.core.errors import views as errors_views


class SizeMiddleware:
    """Refuses a body that is too large before reading it.

    Django limits form fields, but not files. A request without a length has no body for Django.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _length(request) > _allowed(request):
            return errors_views.too_big(request)
        return self.get_response(request)


def _allowed(request: HttpRequest) -> int:
    is_with_files = request.content_type == "multipart/form-data"
    return settings.MAX_BODY if is_with_files else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def _length(request: HttpRequest) -> int:
    header = request.META.get("CONTENT_LENGTH", "")
    return int(header) if header.isascii() and header.isdigit() else 0
