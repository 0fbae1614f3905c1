"""The loaders of a night: who organises it, who watches it. Deny by default."""

from collections.abc import Callable
from functools import partial

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest

from scores.core.access import grants
from scores.models import Circle, Merge
from scores.night.models import Night, NightGrant


def _night(
    request: HttpRequest, code: str, of_circle: Callable[[HttpRequest, str], Circle]
) -> Night:
    """The night; its circle, the one it is now if it was merged, has the `.role` of this phone."""
    merges = Merge.objects.filter(emptied=OuterRef("circle"), undone_at=None)
    nights = Night.objects.select_related("circle").annotate(is_merged=Exists(merges))
    night = nights.filter(code=code).first()
    if night is None:
        raise Http404
    circle = night.circle.after_merges() if night.is_merged else night.circle
    night.circle = of_circle(request, circle.code)
    return night


night_to_organise = partial(_night, of_circle=grants.circle_to_own)


def night_to_watch(request: HttpRequest, code: str) -> Night:
    """Also with the link of the night alone; then the `.role` in its circle is NONE. `.holds` is the entrant
    whom the phone said it is."""
    mine = NightGrant.objects.filter(night__code=code, phone__uid=request.phone_uid)
    own = mine.select_related("night__circle").first() if request.phone_uid else None
    if own is not None and own.may_watch:
        night = own.night
        night.circle = night.circle.after_merges()
        night.circle.role = grants.role_in(request, night.circle)
    else:
        night = _night(request, code, grants.circle_to_watch)
    night.holds = own and own.entrant
    return night
