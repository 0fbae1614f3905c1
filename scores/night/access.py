"""The loaders of a night: who organises it. Deny by default."""

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest

from scores.core.access import grants
from scores.models import Circle
from scores.night.models import Tournament


def _night(request: HttpRequest, code: str, of_circle: Callable[[HttpRequest, str], Circle]) -> Tournament:
    """The night; its circle has the `.role` of this phone."""
    tournament = Tournament.objects.select_related("circle").filter(code=code).first()
    if tournament is None:
        raise Http404
    tournament.circle = of_circle(request, tournament.circle.code)
    return tournament


night_to_organise = partial(_night, of_circle=grants.circle_to_own)
