"""What a phone may see and do: the loaders by which every view gets its match or circle.

A view asks for a role by the loader that it calls, so it cannot forget the check. What a phone may not see
answers 404, like what does not exist.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest
from django.utils import timezone

from scores.core import error_pages, versions
from scores.core.access import link_key, phone_cookie, rights_log
from scores.core.access.grants import secret
from scores.core.matches.scoresheet import Sheet
from scores.models import (
    BIN_PERIOD,
    Circle,
    Grant,
    JoinedColumns,
    Match,
    Player,
    Role,
    Seat,
)


@dataclass(frozen=True)
class Visit:
    """A match as one phone comes to it."""

    match: Match
    role: Role
    circle_role: Role = Role.NONE
    me: int | None = None  # the seat of the player who holds the phone

    @property
    def may_score(self) -> bool:
        return self.role >= Role.SCORE

    @property
    def may_own(self) -> bool:
        return self.role >= Role.OWN

    @property
    def sees_circle(self) -> bool:
        """Whether the phone sees the photos of the players, and the evening."""
        return self.circle_role >= Role.WATCH

    @property
    def sheet(self) -> Sheet:
        """A new sheet, of what is stored when it is first read."""
        return Sheet(self.match, shows_photos=self.sees_circle)


class PolledMatch(NamedTuple):
    """What a poll needs: the version of the board, and what the phone may do and see."""

    version: int
    role: Role
    sees_circle: bool = False  # with the photos of the players

    @property
    def etag(self) -> str:
        """The ETag header of the board."""
        return f'"{versions.board_etag(self.version, self.role)}"'


# The roles of a phone, as subqueries of a query for matches. As SQL because every phone polls every second
# and a half, and every page of a match asks for the role: building this query by the ORM costs more than ten
# times as much as asking it.
ROLE_OF_PHONE = """
SELECT COALESCE(MAX(scores_grant.role), 0) FROM scores_grant
JOIN scores_phone ON scores_phone.id = scores_grant.phone_id
WHERE scores_phone.uid = %s AND {thing}
"""
_OF_CIRCLE = "scores_grant.circle_id = scores_match.circle_id"
_ROLE_IN_CIRCLE = ROLE_OF_PHONE.format(thing=_OF_CIRCLE)
_ROLE_IN_MATCH = ROLE_OF_PHONE.format(
    thing=f"(scores_grant.match_id = scores_match.id OR {_OF_CIRCLE})"
)
_PULSE = f"""
SELECT scores_match.version, ({_ROLE_IN_MATCH}), ({_ROLE_IN_CIRCLE})
FROM scores_match WHERE scores_match.code = %s AND scores_match.deleted_at IS NULL
"""  # noqa: S608  # nothing in it was typed
_ME = """
SELECT MIN(scores_seat.position) FROM scores_seat
JOIN scores_claim ON scores_claim.player_id = scores_seat.player_id
JOIN scores_phone ON scores_phone.id = scores_claim.phone_id
WHERE scores_seat.match_id = scores_match.id AND scores_phone.uid = %s
"""
_CIRCLE = JoinedColumns(
    Circle,
    "id",
    "code",
    "name",
    "time_zone",
    "own_generation",
    "score_generation",
    "watch_generation",
)
_MATCH = f"""
SELECT scores_match.*, {_CIRCLE.sql},
({_ROLE_IN_MATCH}) AS role, ({_ROLE_IN_CIRCLE}) AS circle_role, ({_ME}) AS me
FROM scores_match JOIN scores_circle ON scores_circle.id = scores_match.circle_id
WHERE scores_match.code = %s AND scores_match.deleted_at IS NULL
"""  # noqa: S608  # nothing in it was typed


def pulse(phone_uid: UUID | None, code: str) -> PolledMatch | None:
    """The version of the match's board and what the phone may do; None if it may not see it. One query."""
    uid = phone_cookie.stored_uid(phone_uid)
    with connection.cursor() as cursor:
        cursor.execute(_PULSE, [uid, uid, code])
        version, role, circle_role = cursor.fetchone() or (0, 0, 0)
    return PolledMatch(version, Role(role), bool(circle_role)) if role else None


def pulse_of_link(code: str, token: str) -> PolledMatch | None:
    """The same for who has the link to watch it. One query."""
    match = Match.objects.not_deleted().filter(code=code).first()
    if match is None or not link_key.is_token(token, secret(match, Role.WATCH)):
        return None
    return PolledMatch(match.version, Role.WATCH)


def _circle(request: HttpRequest, code: str, least: Role) -> Circle:
    """The circle with its `.role` for this phone. Raises CodeMoved if it was merged into another of it."""
    circle = _after_merges(Circle.objects.filter(code=code))
    circle.role = role_in(request, circle)
    if circle.role < least:
        rights_log.log_refused(circle, least)
        raise Http404
    if circle.code != code:
        raise error_pages.CodeMoved(circle.code)
    return circle


def _after_merges(named: QuerySet) -> Any:
    """The row that an address names, or the one that it is after merges. Raises Http404."""
    row = named.current().first() or next((row.after_merges() for row in named), None)
    if row is None:
        raise Http404
    return row


def _visit(request: HttpRequest, code: str, least: Role) -> Visit:
    """The match and its circle, and what this phone may do there. One query."""
    uid = phone_cookie.stored_uid(request.phone_uid)
    match = next(iter(Match.objects.raw(_MATCH, [uid, uid, uid, code])), None)
    if match is None:
        raise Http404
    match.circle = _CIRCLE.of(match)
    columns = vars(match)
    visit = Visit(
        match,
        Role(columns.pop("role")),
        Role(columns.pop("circle_role")),
        columns.pop("me"),
    )
    if visit.role < least:
        rights_log.log_refused(match, least)
        raise Http404
    return visit


visit_to_watch = partial(_visit, least=Role.WATCH)
visit_to_score = partial(_visit, least=Role.SCORE)
visit_to_own = partial(_visit, least=Role.OWN)
circle_to_watch = partial(_circle, least=Role.WATCH)
circle_to_score = partial(_circle, least=Role.SCORE)
circle_to_own = partial(_circle, least=Role.OWN)


def visit_to_continue(request: HttpRequest, code: str) -> Visit:
    """The match of which the phone may start a rematch. Of a table of a club night only who keeps score in
    the group may: what the card of the table gives ends with its round."""
    visit = visit_to_score(request, code)
    if not may_continue(visit.match, visit.role, visit.circle_role):
        rights_log.log_refused(visit.match, Role.SCORE)
        raise Http404
    return visit


def may_continue(match: Match, role: Role, circle_role: Role) -> bool:
    return (circle_role if match.is_of_night else role) >= Role.SCORE


def person_of(circle: Circle, uid: UUID) -> Player:
    """A player of the circle; for a merged player, the one it is now."""
    player: Player = _after_merges(circle.players.filter(uid=uid))
    return player


def target_to_own(request: HttpRequest, kind: str, code: str) -> Circle | Match:
    """The circle or match whose links and phones this phone may manage."""
    if kind == "circle":
        return circle_to_own(request, code)
    return visit_to_own(request, code).match


def circles_with(request: HttpRequest, least: Role) -> QuerySet[Circle]:
    """The circles in which this phone has at least this role, last used first, with their players."""
    grants = _grants_of_phone(request).filter(role__gte=least, circle__isnull=False)
    circles = Circle.objects.current().filter(pk__in=grants.values("circle"))
    # A subquery reads one index entry per circle; a join would read all matches.
    last_lines = (
        Match.objects.filter(circle=OuterRef("pk"))
        .order_by("-written_at")
        .values("written_at")
    )
    last_used = F("used_at").desc(nulls_last=True)
    by_use = circles.annotate(used_at=Subquery(last_lines[:1])).order_by(
        last_used, "-pk"
    )
    return by_use.prefetch_related(
        Prefetch("players", Player.objects.current(), "current_players")
    )


def matches_to_watch(request: HttpRequest) -> QuerySet[Match]:
    """Every match that this phone may see."""
    return Match.objects.not_deleted().filter(_covered_by(_grants_of_phone(request)))


def tables_of_others(request: HttpRequest) -> Q:
    """The tables of club nights at which this phone does not keep score itself."""
    own = _grants_of_phone(request).filter(role__gte=Role.SCORE, match__isnull=False)
    return Q(night_table__isnull=False) & ~Q(pk__in=own.values("match"))


def deleted_to_own(request: HttpRequest) -> QuerySet[Match]:
    """The matches in the bin that this phone may restore, without those that are there with their night, or
    with their round."""
    owned = _covered_by(_grants_of_phone(request).filter(role=Role.OWN))
    of_night = Q(sitting__table__night__deleted_at__isnull=False)
    of_round = Q(night_table__isnull=False, sitting=None)
    return Match.objects.restorable().filter(owned).exclude(of_night | of_round)


def deleted_nights_to_own(request: HttpRequest) -> QuerySet:
    """The nights in the bin that this phone may restore, the last one first."""
    if not settings.CLUB_NIGHTS:
        return Circle.objects.none()
    owned = _grants_of_phone(request).filter(role=Role.OWN).values("circle")
    nights = Circle._meta.get_field("nights").related_model.objects
    in_bin = nights.filter(circle__in=owned, deleted_at__gt=timezone.now() - BIN_PERIOD)
    return in_bin.order_by("-deleted_at")


def persons_to_watch(request: HttpRequest) -> QuerySet[Player]:
    """The players of the circles and matches that this phone may see."""
    grants = _grants_of_phone(request)
    # Not a join: it would read every seat of players with years of matches.
    matches = grants.exclude(match=None).values("match")
    seated = Seat.objects.filter(match__in=matches, match__deleted_at=None)
    in_circle = Q(circle__in=grants.values("circle"))
    in_match = Q(pk__in=seated.values("player"))
    return Player.objects.current().filter(in_circle | in_match)


def _covered_by(grants: QuerySet[Grant]) -> Q:
    """The matches that these grants cover. Read first: with one circle the database uses its index."""
    pairs = list(grants.values_list("circle", "match"))
    circles = [circle for circle, _match in pairs if circle]
    matches = [match for _circle, match in pairs if match]
    return Q(circle__in=circles) | Q(pk__in=matches)


def which_continue(request: HttpRequest) -> Callable[[Match], bool]:
    """`may_continue` for many matches: the grants of this phone are read once."""
    grants = _grants_of_phone(request).values_list("circle", "match", "role")
    roles = {(circle, match): Role(role) for circle, match, role in grants}

    def may(match: Match) -> bool:
        in_circle = roles.get((match.circle_id, None), Role.NONE)
        in_match = roles.get((None, match.pk), Role.NONE)
        return may_continue(match, max(in_circle, in_match), in_circle)

    return may


def role_in(request: HttpRequest, target: Circle | Match) -> Role:
    """The role of this phone in the circle, or in the match, by a grant for it or for its circle."""
    covering = (
        Q(circle=target)
        if isinstance(target, Circle)
        else Q(match=target) | Q(circle=target.circle_id)
    )
    return Role(
        _grants_of_phone(request).filter(covering).aggregate(role=Max("role"))["role"]
        or Role.NONE
    )


def roles_in_circles(request: HttpRequest) -> dict[int, Role]:
    """The roles of this phone by the keys of circles, without those in single matches. One query."""
    rows = (
        _grants_of_phone(request)
        .filter(circle__isnull=False)
        .values_list("circle", "role")
    )
    return {circle: Role(role) for circle, role in rows}


def _grants_of_phone(request: HttpRequest) -> QuerySet[Grant]:
    if request.phone_uid is None:
        return Grant.objects.none()
    return Grant.objects.filter(phone__uid=request.phone_uid)
