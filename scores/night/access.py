"""The loaders of a night: who watches it, helps, and organises it. Deny by default."""

from functools import partial

from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import Http404, HttpRequest
from django.utils import timezone

from scores.core.access import rights, rights_log
from scores.core.access.rights_log import OfNight
from scores.core.matches.dates import zone_of
from scores.models import BIN_PERIOD, Merge, Role
from scores.night.models import Night, NightGrant, Nights


def _night(request: HttpRequest, code: str, least: Role) -> Night:
    """The night with the `.role` of this phone, by a link of the night or in its circle, and with `.holds`,
    the entrant whom the phone said it is. Its circle, the one it is now if it was merged, has the role there.
    """
    merges = Merge.objects.filter(emptied=OuterRef("circle"), undone_at=None)
    mine = NightGrant.objects.filter(night=OuterRef("pk"), phone__uid=request.phone_uid)
    nights = Night.objects.select_related("circle").annotate(
        is_merged=Exists(merges),
        given=Subquery(mine.values("role")),
        holds=Subquery(mine.values("entrant")),
    )
    night = nights.filter(code=code, deleted_at=None).first()
    if night is None:
        raise Http404
    if night.is_merged:
        night.circle = night.circle.after_merges()
    in_circle = rights.role_in(request, night.circle)
    night.circle.role = in_circle
    # who owns the group organises its nights; whoever else is in it watches them
    by_circle = in_circle if in_circle is Role.OWN else min(in_circle, Role.WATCH)
    night.role = max(Role(night.given or Role.NONE), by_circle)
    if night.role < least:
        rights_log.log_refused(OfNight(night), least)
        raise Http404
    timezone.activate(zone_of(night.circle))  # its pages say times as the hall does
    return night


night_to_watch = partial(_night, least=Role.WATCH)
night_to_help = partial(_night, least=Role.SCORE)
night_to_organise = partial(_night, least=Role.OWN)


def nights_with(request: HttpRequest, least: Role) -> Nights:
    """The nights in which this phone has at least this role, by a link of the night or in its group."""
    in_group = Role.WATCH if least <= Role.WATCH else Role.OWN
    circles = rights.circles_with(request, in_group).values("pk")
    by_link = NightGrant.objects.filter(phone__uid=request.phone_uid, role__gte=least)
    of_phone = Q(circle__in=circles) | Q(pk__in=by_link.values("night"))
    return Night.objects.filter(of_phone, deleted_at=None)


def night_to_delete(request: HttpRequest, code: str) -> Night:
    """Only for who owns the group, whose bin it goes to."""
    night = night_to_organise(request, code)
    if night.circle.role < Role.OWN:
        rights_log.log_refused(night.circle, Role.OWN)
        raise Http404
    return night


def deleted_night(request: HttpRequest, code: str) -> Night | None:
    """One in the bin that may be brought back; None if it was brought back already."""
    in_bin = Night.objects.filter(code=code).exclude(deleted_at=None)
    night = in_bin.select_related("circle").first()
    if night is None:
        return None
    rights.circle_to_own(request, night.circle.after_merges().code)
    return night if night.deleted_at > timezone.now() - BIN_PERIOD else None
