"""How large a request may be."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scores.errors import views as errors_views


class SizeMiddleware:
    """Refuses a body that is too large before any of it is read.

    Django bounds the fields of a form, but not the files that come with it. What comes without a length has
    no body for Django.
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
    said = request.META.get("CONTENT_LENGTH", "")
    return int(said) if said.isascii() and said.isdigit() else 0
