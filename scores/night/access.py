"""The loaders of a night: who organises it, who watches it. Deny by default."""

from collections.abc import Callable
from functools import partial

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest

from scores.core.access import grants
from scores.models import Circle, Merge
from scores.night.models import Tournament


def _night(request: HttpRequest, code: str, of_circle: Callable[[HttpRequest, str], Circle]) -> Tournament:
    """The night; its circle, the one it is now if it was merged, has the `.role` of this phone."""
    merges = Merge.objects.filter(emptied=OuterRef("circle"), undone_at=None)
    nights = Tournament.objects.select_related("circle").annotate(is_merged=Exists(merges))
    tournament = nights.filter(code=code).first()
    if tournament is None:
        raise Http404
    circle = tournament.circle.after_merges() if tournament.is_merged else tournament.circle
    tournament.circle = of_circle(request, circle.code)
    return tournament


night_to_organise = partial(_night, of_circle=grants.circle_to_own)
night_to_watch = partial(_night, of_circle=grants.circle_to_watch)
