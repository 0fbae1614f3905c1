"""Access rights: phones, share links, and the loaders by which every view gets its match or circle.

A view asks for a role by the loader that it calls, so it cannot forget the check. What a phone may not see
answers 404, like what does not exist.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.db import connection, transaction
from django.db.models import F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.expressions import CombinedExpression
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from scores.core import database, error_pages, versions
from scores.core.access import link_key, rights_log
from scores.models import (
    BIN_PERIOD,
    Circle,
    Grant,
    JoinedColumns,
    Match,
    Phone,
    Player,
    Role,
    Seat,
    Shareable,
    Way,
)

COOKIE = "phone"
# names of the addresses that have a token
LINKS = (
    "link",
    "link-picture",
    "link-board",
    "link-overlay",
    "link-league",
    "link-league-csv",
    "link-nights",
    "place-link",
    "night-link",
)
# on a public site: no other name of the domain can set it
SECURE_COOKIE = "__Host-phone"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
RENEW_AFTER = 24 * 3600  # seconds
# Until then a public site takes COOKIE too, which its phones have from before version 0.6. Cookies that were
# signed before the release of 0.6 last no longer.
OLD_NAME_UNTIL = datetime(2028, 1, 1, tzinfo=UTC)
FORM_KEY_VALID = timedelta(hours=1)
# Each name has a salt of its own. A public site signs nothing for COOKIE, so what it takes under that name
# was signed before the upgrade, whenever that was: another name of the domain cannot plant a newer value.
_signer = TimestampSigner(salt="scores.phone")
_secure_signer = TimestampSigner(salt="scores.phone.secure")


class PhoneMiddleware(MiddlewareMixin):
    """Sets `request.phone_uid` from the signed cookie, or None. Once a day it renews the cookie and updates
    `Phone.seen_on`, but not on the page of a share link: opening one changes nothing.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        cookie = phone_cookie(request.COOKIES)
        before = request.phone_uid = phone_from_cookie(*cookie)
        token = rights_log.asking.set(before)
        try:
            response = self.get_response(request)
        finally:
            rights_log.asking.reset(token)
        # keep the token in the address from other sites, search engines and caches
        if is_link(request):
            response["Referrer-Policy"] = "strict-origin"
            response["X-Robots-Tag"] = "noindex"
            response["Cache-Control"] = "no-store"
        if request.phone_uid and request.phone_uid != before:
            _write_cookie(response, request.phone_uid)
        elif request.phone_uid and not is_link(request) and _is_due(*cookie):
            # Where the database takes no writes: whoever opened the page shall see it.
            with suppress(*database.NOT_WRITABLE), database.derived_rows_transaction():
                Phone.objects.filter(uid=request.phone_uid).update(
                    seen_on=timezone.localdate()
                )
            _write_cookie(response, request.phone_uid)
        return response


def phone_cookie(cookies: Mapping[str, str]) -> tuple[str, str]:
    """Value and name of the phone's cookie. Until OLD_NAME_UNTIL a public site also takes the older name."""
    takes_old = not settings.HTTPS or (
        SECURE_COOKIE not in cookies and timezone.now() < OLD_NAME_UNTIL
    )
    name = COOKIE if takes_old else SECURE_COOKIE
    return cookies.get(name, ""), name


def phone_from_cookie(
    cookie: str, name: str = COOKIE, max_age: int = COOKIE_AGE
) -> UUID | None:
    """The phone, or None. SECURE_COOKIE cannot be planted: it may hold what was signed for COOKIE."""
    for signer in (_signer, _secure_signer) if name == SECURE_COOKIE else (_signer,):
        with suppress(BadSignature, ValueError):
            return UUID(signer.unsign(cookie, max_age=max_age))
    return None


def phone_if_known(
    request: HttpRequest, counted: str = "", values: Sequence[Any] = ()
) -> Phone | None:
    """The phone of this request, read once; the first who asks may add SQL, `counted`, with its values."""
    if not hasattr(request, "phone"):
        uid = request.phone_uid
        query = f"SELECT scores_phone.*{counted} FROM scores_phone WHERE scores_phone.uid = %s"  # noqa: S608  # nothing in it was typed
        phones = Phone.objects.raw(query, [*values, stored_uid(uid)]) if uid else ()
        request.phone = next(iter(phones), None)
    return request.phone


def phone_of(request: HttpRequest) -> Phone:
    """The phone of this request, or 404: reading a page creates no phone."""
    phone = phone_if_known(request)
    if phone is None:
        raise Http404
    return phone


def phone_that_writes(request: HttpRequest, form_key: UUID | None = None) -> Phone:
    """The phone of this request, created if this is its first write. For FORM_KEY_VALID the same `form_key`,
    the secret of a form, gives the same phone: the answer with the cookie may get lost, and the form be sent
    again.
    """
    phone = phone_if_known(request)
    if phone is None:
        phone = Phone.objects.create() if form_key is None else _phone_of_form(form_key)
        request.phone = phone
        request.phone_uid = phone.uid
        rights_log.asking.set(phone.uid)
    return phone


def _phone_of_form(key: UUID) -> Phone:
    phone, created = Phone.objects.get_or_create(uid=uuid5(key, "phone"))
    is_fresh = created or phone.created_at > timezone.now() - FORM_KEY_VALID
    return phone if is_fresh else Phone.objects.create()


# Loaders


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
SELECT MAX(scores_grant.role) FROM scores_grant
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
    uid = stored_uid(phone_uid)
    with connection.cursor() as cursor:
        cursor.execute(_PULSE, [uid, uid, code])
        version, role, circle_role = cursor.fetchone() or (0, None, None)
    return PolledMatch(version, Role(role), bool(circle_role)) if role else None


def pulse_of_link(code: str, token: str) -> PolledMatch | None:
    """The same for who has the link to watch it. One query."""
    match = Match.objects.not_deleted().filter(code=code).first()
    if match is None or not link_key.is_token(token, _secret(match, Role.WATCH)):
        return None
    return PolledMatch(match.version, Role.WATCH)


def stored_uid(phone_uid: UUID | None) -> Any:
    """A uid as the database has it."""
    return Phone._meta.get_field("uid").get_db_prep_value(phone_uid, connection)


def _circle(request: HttpRequest, code: str, least: Role) -> Circle:
    """The circle with its `.role` for this phone. Raises Moved if it was merged into another of the phone."""
    circle = Circle.objects.current().filter(code=code).first()
    if circle is None:
        raise _moved_or_missing(request, code, least)
    circle.role = role_in(request, circle)
    if circle.role < least:
        rights_log.log_refused(circle, least)
        raise Http404
    return circle


def _moved_or_missing(request: HttpRequest, code: str, least: Role) -> Http404:
    """What to raise for a code that no circle of now has."""
    merged = Circle.objects.filter(code=code).first()
    if merged is None:
        return Http404()
    kept = merged.after_merges()
    return (
        error_pages.CodeMoved(kept.code)
        if role_in(request, kept) >= least
        else Http404()
    )


def _match(request: HttpRequest, code: str, least: Role) -> Match:
    """The match and its circle; `.role` and `.circle_role` of this phone; `.me`: the seat of its holder."""
    uid = stored_uid(request.phone_uid)
    match = next(iter(Match.objects.raw(_MATCH, [uid, uid, uid, code])), None)
    if match is None:
        raise Http404
    match.circle = _CIRCLE.of(match)
    match.role = Role(match.role or Role.NONE)
    match.circle_role = Role(match.circle_role or Role.NONE)
    if match.role < least:
        rights_log.log_refused(match, least)
        raise Http404
    return match


match_to_watch = partial(_match, least=Role.WATCH)
match_to_score = partial(_match, least=Role.SCORE)
match_to_own = partial(_match, least=Role.OWN)
circle_to_watch = partial(_circle, least=Role.WATCH)
circle_to_score = partial(_circle, least=Role.SCORE)
circle_to_own = partial(_circle, least=Role.OWN)


def match_to_continue(request: HttpRequest, code: str) -> Match:
    """The match of which the phone may start a rematch. Of a table of a club night only who keeps score in
    the group may: what the card of the table gives ends with its round."""
    match = match_to_score(request, code)
    if not may_continue(match, match.role, match.circle_role):
        rights_log.log_refused(match, Role.SCORE)
        raise Http404
    return match


def may_continue(match: Match, role: Role, circle_role: Role) -> bool:
    return (circle_role if match.is_of_night else role) >= Role.SCORE


def person_of(circle: Circle, uid: UUID) -> Player:
    """A player of the circle; for a merged player, the one it is now."""
    player = circle.players.filter(uid=uid).first()
    if player is None:
        raise Http404
    return player.after_merges()


def target_to_own(request: HttpRequest, kind: str, code: str) -> Circle | Match:
    """The circle or match whose links and phones this phone may manage."""
    return {"circle": circle_to_own, "match": match_to_own}[kind](request, code)


def circles_with(request: HttpRequest, least: Role) -> QuerySet[Circle]:
    """The circles in which this phone has at least this role, last used first, with their players."""
    grants = _grants(request).filter(role__gte=least, circle__isnull=False)
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
    return Match.objects.not_deleted().filter(_covered_by(_grants(request)))


def tables_of_others(request: HttpRequest) -> Q:
    """The tables of club nights at which this phone does not keep score itself."""
    own = _grants(request).filter(role__gte=Role.SCORE, match__isnull=False)
    return Q(night_table__isnull=False) & ~Q(pk__in=own.values("match"))


def deleted_to_own(request: HttpRequest) -> QuerySet[Match]:
    """The matches in the bin that this phone may restore, without those that are there with their night, or
    with their round."""
    owned = _covered_by(_grants(request).filter(role=Role.OWN))
    of_night = Q(sitting__place__night__deleted_at__isnull=False)
    of_round = Q(night_table__isnull=False, sitting=None)
    return Match.objects.restorable().filter(owned).exclude(of_night | of_round)


def deleted_nights_to_own(request: HttpRequest) -> QuerySet:
    """The nights in the bin that this phone may restore, the last one first."""
    if not settings.CLUB_NIGHTS:
        return Circle.objects.none()
    owned = _grants(request).filter(role=Role.OWN).values("circle")
    nights = Circle._meta.get_field("nights").related_model.objects
    in_bin = nights.filter(circle__in=owned, deleted_at__gt=timezone.now() - BIN_PERIOD)
    return in_bin.order_by("-deleted_at")


def persons_to_watch(request: HttpRequest) -> QuerySet[Player]:
    """The players of the circles and matches that this phone may see."""
    grants = _grants(request)
    # Not a join: it would read every seat of players with years of matches.
    seen = grants.exclude(match=None).values("match")
    seated = Seat.objects.filter(match__in=seen, match__deleted_at=None)
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
    grants = list(_grants(request))

    def may(match: Match) -> bool:
        in_circle = [
            grant.role for grant in grants if match.circle_id == grant.circle_id
        ]
        in_match = [grant.role for grant in grants if match.pk == grant.match_id]
        circle_role = Role(max(in_circle, default=Role.NONE))
        return may_continue(match, Role(max([circle_role, *in_match])), circle_role)

    return may


def role_in(request: HttpRequest, target: Circle | Match) -> Role:
    """The role of this phone in the circle, or in the match, by a grant for it or for its circle."""
    is_circle = isinstance(target, Circle)
    covering = (
        Q(circle=target) if is_circle else Q(match=target) | Q(circle=target.circle_id)
    )
    return Role(
        _grants(request).filter(covering).aggregate(role=Max("role"))["role"]
        or Role.NONE
    )


def roles_in_circles(request: HttpRequest) -> dict[int, Role]:
    """The roles of this phone by the keys of circles, without those in single matches. One query."""
    rows = _grants(request).filter(circle__isnull=False).values_list("circle", "role")
    return {circle: Role(role) for circle, role in rows}


def _grants(request: HttpRequest) -> QuerySet[Grant]:
    if request.phone_uid is None:
        return Grant.objects.none()
    return Grant.objects.filter(phone__uid=request.phone_uid)


# Links and grants

GENERATIONS = {
    Role.OWN: "own_generation",
    Role.SCORE: "score_generation",
    Role.WATCH: "watch_generation",
}


def raised_generations(roles: Iterable[Role]) -> dict[str, CombinedExpression]:
    """The columns of a `Shareable` with which the links for these roles are other ones."""
    return {GENERATIONS[role]: F(GENERATIONS[role]) + 1 for role in roles}


def link_path(target: Shareable, role: Role) -> str:
    """The path of the share link that offers `role`. The same until the link is revoked."""
    return reverse(
        "link",
        args=[
            kind_of(target),
            target.code,
            role.name.lower(),
            link_key.token(_secret(target, role)),
        ],
    )


def link_target(
    kind: str, code: str, role: Role, token: str, *, to_take: bool = False
) -> Circle | Match:
    """What a share link offers. Raises Http404 if the target is gone or the token is revoked or forged.
    `to_take` locks the row, so that the link cannot be revoked between the check and the grant.
    """
    matches = Match.objects.not_deleted().select_related("circle")
    targets = {"circle": Circle.objects.current(), "match": matches}.get(kind)
    if targets is None:
        raise Http404
    if to_take:
        targets = targets.select_for_update(of=("self",), no_key=True)
    target = targets.filter(code=code).first()
    if target is None:
        raise Http404
    if not link_key.is_token(token, _secret(target, role)):
        rights_log.log_refused(target, role)
        raise Http404
    return target


def grant(
    phone: Phone,
    target: Circle | Match,
    role: Role,
    way: Way = Way.START,
    *,
    by_link: bool = False,
    is_news: bool = True,
) -> None:
    """Give the phone `role` in the circle or match, unless it has at least that. Only what `is_news` to the
    owners is in their log."""
    given = {"role": role, "by_link": by_link, "granted_at": timezone.now()}
    with transaction.atomic():
        existing, created = Grant.objects.get_or_create(
            phone=phone, **{kind_of(target): target}, defaults=given
        )
        if not created and existing.role >= role:
            return
        if not created:
            Grant.objects.filter(pk=existing.pk).update(**given)
    if is_news:
        rights_log.log_given(target, role, phone.uid, way)
    else:
        rights_log.log_copied(target, role, phone.uid)


def accept_link(phone: Phone, target: Circle | Match, role: Role) -> None:
    """Grant what a link offers: the role in the circle, or in the match and in those of its rematches whose
    link was not renewed, because somebody may have been removed there. A table of a club night leads nowhere.
    """
    grant(phone, target, role, Way.LINK, by_link=True)
    if isinstance(target, Match) and not target.is_of_night:
        for rematch in rematches_of(target, **{GENERATIONS[role]: 0}):
            grant(phone, rematch, role, Way.LINK, by_link=True)


def rematches_of(match: Match, **only: Any) -> list[Match]:
    """The rematches of a match, theirs, and so on, locked; not those that an undone merge moved."""
    chain = newest = [match]
    while newest:
        rematches = Match.objects.locked().filter(
            previous__in=newest, circle=match.circle_id, **only
        )
        newest = list(
            rematches.exclude(pk__in=[known.pk for known in chain]).order_by("pk")
        )
        chain = chain + newest
    return chain[1:]


def copy_grants(match: Match, other: Match) -> None:
    """Give every phone with a grant for `match` the same grant for `other`, its rematch; none of a table of a
    club night."""
    if match.is_of_night:
        return
    copied = list(match.grants.select_related("phone"))
    columns = ("phone_id", "role", "by_link", "name")
    Grant.objects.bulk_create(
        Grant(match=other, **{name: getattr(grant, name) for name in columns})
        for grant in copied
    )
    for grant in copied:
        rights_log.log_copied(other, grant.role, grant.phone.uid)


def kind_of(target: Shareable) -> str:
    return "circle" if isinstance(target, Circle) else "match"


def _secret(target: Shareable, role: Role) -> str:
    """What the token of its link is made of."""
    generation = getattr(target, GENERATIONS[role])
    return f"{kind_of(target)}:{target.code}:{role.name}:{generation}"


def is_link(request: HttpRequest) -> bool:
    return (
        request.resolver_match is not None and request.resolver_match.url_name in LINKS
    )


def _is_due(cookie: str, name: str) -> bool:
    """Whether to renew the cookie: it is a day old, or has the name for plain HTTP on a public site."""
    has_old_name = settings.HTTPS and name == COOKIE
    return has_old_name or not phone_from_cookie(cookie, name, RENEW_AFTER)


def _write_cookie(response: HttpResponse, uid: UUID) -> None:
    name, signer = (
        (SECURE_COOKIE, _secure_signer) if settings.HTTPS else (COOKIE, _signer)
    )
    response.set_cookie(
        name,
        signer.sign(uid.hex),
        COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    if settings.HTTPS:
        response.delete_cookie(COOKIE, samesite="Lax")
