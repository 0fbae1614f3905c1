"""What the pages that follow a night begin with: its version, then the night as it is now."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from scores.core.access import phone_cookie, rights
from scores.night import access
from scores.night.seen import SeenNight

# Raised by what the pages show, so not by every hand: tables that are over, with their corrections, and the
# rounds in which somebody has scored a hand. As SQL for the same reason as the pulse of a board.
_PULSE = f"""
SELECT scores_tournament.version, COUNT(scores_match.finished_at),
SUM(CASE WHEN scores_match.finished_at IS NULL THEN 0 ELSE scores_match.version END),
COUNT(DISTINCT CASE WHEN scores_match.hands > 0 THEN scores_sitting.round END),
({rights.ROLE_OF_PHONE.format(thing="scores_grant.circle_id = scores_tournament.circle_id")}),
EXISTS (SELECT 1 FROM scores_tournamentgrant
JOIN scores_phone ON scores_phone.id = scores_tournamentgrant.phone_id
WHERE scores_tournamentgrant.tournament_id = scores_tournament.id AND scores_tournamentgrant.role > 0
AND scores_phone.uid = %s),
EXISTS (SELECT 1 FROM scores_merge WHERE scores_merge.emptied_id = scores_tournament.circle_id
AND scores_merge.undone_at IS NULL)
FROM scores_tournament
LEFT JOIN scores_place ON scores_place.tournament_id = scores_tournament.id
LEFT JOIN scores_sitting ON scores_sitting.place_id = scores_place.id
LEFT JOIN scores_match ON scores_match.id = scores_sitting.match_id AND scores_match.deleted_at IS NULL
WHERE scores_tournament.code = %s AND scores_tournament.deleted_at IS NULL GROUP BY scores_tournament.id
"""  # noqa: S608  # nothing in it was typed


def pulse(phone_uid: UUID | None, code: str) -> tuple[str, bool]:
    """The version of the night with this code, and whether the phone may watch it: False also where only the
    loader can tell, because the group was merged into another, and for no night."""
    with connection.cursor() as cursor:
        uid = phone_cookie.stored_uid(phone_uid)
        cursor.execute(_PULSE, [uid, uid, code])
        *counted, role, has_link, is_merged = cursor.fetchone() or (
            0,
            None,
            False,
            False,
        )
    version = "-".join(str(count or 0) for count in counted)
    return version, bool(has_link or (role and not is_merged))


@require_GET
def version(request: HttpRequest, code: str) -> HttpResponse:
    """A text that is another one when the pages of the night have something else to show."""
    now, may_watch = pulse(request.phone_uid, code)
    if not may_watch:
        access.night_to_watch(request, code)
    answer = HttpResponse(now, content_type="text/plain")
    answer["Cache-Control"] = "no-store"
    return answer


@dataclass(frozen=True)
class WatchedNight(SeenNight):
    version: str = ""


def watched_night(
    request: HttpRequest, code: str, *, in_hall: bool = False
) -> WatchedNight:
    """Raises Http404 for a phone that may not watch the night."""
    night = access.night_to_watch(request, code)
    # first, so that what changes meanwhile is noticed
    version, _may_watch = pulse(request.phone_uid, code)
    return WatchedNight.of(night, in_hall=in_hall, version=version)
