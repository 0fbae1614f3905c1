"""What home says of a group that hangs on this phone alone: once, and not again for a month.

The day on which it was said stands in a cookie: until the month is over the database is asked nothing more.
"""

from datetime import date, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scores.core.access import grants, passkeys
from scores.models import Circle, Grant, Match, PaperKey, Passkey, Role

COOKIE = "told"  # the day, in ISO 8601
PAUSE = timedelta(days=30)


def with_warning(request: HttpRequest, circles: QuerySet[Circle]) -> QuerySet[Circle]:
    """The circles; where something may be said again, each with `hangs`: whether it has a finished match, no
    other phone owns it, and this phone has no key. In the same query."""
    if not _may_tell(request):
        return circles
    mine = Q(phone__uid=request.phone_uid)
    this = {"phone__uid": request.phone_uid}
    owners = Grant.objects.filter(circle=OuterRef("pk"), role=Role.OWN)
    finished = Match.objects.finished().filter(circle=OuterRef("pk"), deleted_at=None)
    hangs = (
        Exists(owners.filter(mine)) & ~Exists(owners.exclude(mine)) & Exists(finished)
    )
    keys = Exists(PaperKey.objects.filter(**this)) | Exists(
        Passkey.objects.filter(**this)
    )
    return circles.annotate(hangs=hangs & ~keys)


def warning(request: HttpRequest, circles: QuerySet[Circle]) -> str:
    """`offer` of a passkey the first time, where the site can have one; else `line`; empty for nothing."""
    if not any(getattr(circle, "hangs", False) for circle in circles):
        return ""
    return (
        "line"
        if COOKIE in request.COOKIES or passkeys.site_of(request) is None
        else "offer"
    )


def remember(response: HttpResponse) -> None:
    day = timezone.localdate().isoformat()
    response.set_cookie(COOKIE, day, grants.COOKIE_AGE, httponly=True, samesite="Lax")


def _may_tell(request: HttpRequest) -> bool:
    try:
        return (
            date.fromisoformat(request.COOKIES.get(COOKIE, ""))
            <= timezone.localdate() - PAUSE
        )
    except ValueError:
        return True
