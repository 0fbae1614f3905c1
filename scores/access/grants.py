"""Who may do what: phones, links and the loaders through which every view gets its match or circle.

A view asks for the right by the loader it calls, so it cannot forget it. What a phone may not see answers
404, as what does not exist does.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.db import connection, transaction
from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from scores.models import Circle, Grant, Match, Phone, Player, Role, Seat, Shareable

COOKIE = "phone"
COOKIE_AGE = 400 * 24 * 3600  # seconds; the longest that browsers keep a cookie
RENEW_AFTER = 24 * 3600  # seconds
FORM_KEY_VALID = timedelta(hours=1)
_signer = TimestampSigner(salt="scores.phone")


class PhoneMiddleware:
    """Knows the phone by its cookie (`request.phone_uid`, None for a stranger).

    Once a day the cookie is renewed and the day written down, on any page but that of a link: opening a
    link changes nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        cookie = request.COOKIES.get(COOKIE, "")
        request.phone_uid = phone_uid(request)
        before = request.phone_uid
        response = self.get_response(request)
        if _is_link(request):
            _hide_address(response)
        if request.phone_uid and request.phone_uid != before:
            _write(response, request.phone_uid)
        elif request.phone_uid and not _is_link(request) and not _read(cookie, RENEW_AFTER):
            Phone.objects.filter(uid=request.phone_uid).update(seen_on=timezone.localdate())
            _write(response, request.phone_uid)
        return response


def phone_uid(request: HttpRequest) -> UUID | None:
    """The phone that the cookie of the request names, None for a stranger."""
    return phone_from_cookie(request.COOKIES.get(COOKIE, ""))


def phone_from_cookie(cookie: str) -> UUID | None:
    return _read(cookie, COOKIE_AGE)


def phone_if_known(request: HttpRequest) -> Phone | None:
    return Phone.objects.filter(uid=request.phone_uid).first() if request.phone_uid else None


def phone_of(request: HttpRequest) -> Phone:
    """The phone of this request, or 404: a visit makes none."""
    phone = phone_if_known(request)
    if phone is None:
        raise Http404
    return phone


def phone_that_writes(request: HttpRequest, form_key: UUID | None = None) -> Phone:
    """The phone of this request, made now if it is its first write.

    `form_key` is the secret of a form that a new phone may have to send twice, because the answer with its
    cookie got lost: for an hour the same form comes from the same phone.
    """
    phone = phone_if_known(request)
    if phone is None:
        phone = Phone.objects.create() if form_key is None else _phone_of_form(form_key)
        request.phone_uid = phone.uid
    return phone


def _phone_of_form(key: UUID) -> Phone:
    phone, created = Phone.objects.get_or_create(uid=uuid5(key, "phone"))
    is_fresh = created or phone.created_at > timezone.now() - FORM_KEY_VALID
    return phone if is_fresh else Phone.objects.create()


# Loaders


def match_to_watch(request: HttpRequest, code: str) -> Match:
    return _match(request, code, Role.WATCH)


def match_to_score(request: HttpRequest, code: str) -> Match:
    return _match(request, code, Role.SCORE)


def match_to_own(request: HttpRequest, code: str) -> Match:
    return _match(request, code, Role.OWN)


@dataclass(frozen=True)
class Pulse:
    """What a poll needs to know of a match."""

    version: int
    role: Role


# As SQL because a poll comes from every phone every second and a half, and every page of a match asks for the
# role: building the same query by the ORM costs more than ten times as much as asking it.
_PULSE = """
SELECT scores_match.version, (
    SELECT MAX(scores_grant.role) FROM scores_grant
    JOIN scores_phone ON scores_phone.id = scores_grant.phone_id
    WHERE scores_phone.uid = %s
    AND (scores_grant.match_id = scores_match.id OR scores_grant.circle_id = scores_match.circle_id)
)
FROM scores_match WHERE scores_match.code = %s AND scores_match.deleted_at IS NULL
"""


def pulse(phone_uid: UUID | None, code: str) -> Pulse | None:
    """The version of the match's board and what the phone may do; None if it may not see it. One query."""
    uid = Phone._meta.get_field("uid").get_db_prep_value(phone_uid, connection)
    with connection.cursor() as cursor:
        cursor.execute(_PULSE, [uid, code])
        version, role = cursor.fetchone() or (0, None)
    return Pulse(version, Role(role)) if role else None


def circle_to_watch(request: HttpRequest, code: str) -> Circle:
    return _circle(request, code, Role.WATCH)


def circle_to_score(request: HttpRequest, code: str) -> Circle:
    return _circle(request, code, Role.SCORE)


def circle_to_own(request: HttpRequest, code: str) -> Circle:
    return _circle(request, code, Role.OWN)


def person_to_own(request: HttpRequest, code: str, uid: UUID) -> Player:
    """A person of a circle, whom its owners look after. Who was merged with another is that one."""
    circle = circle_to_own(request, code)
    player = circle.players.filter(uid=uid).first()
    if player is None:
        raise Http404
    return player.after_merges()


def target_to_own(request: HttpRequest, kind: str, code: str) -> Circle | Match:
    """The circle or match whose links and phones are looked after."""
    return {"circle": circle_to_own, "match": match_to_own}[kind](request, code)


def circles_with(request: HttpRequest, least: Role) -> QuerySet[Circle]:
    """The circles in which this phone may do so much, the last used first; with their people."""
    grants = _grants(request).filter(role__gte=least, circle__isnull=False)
    circles = Circle.objects.in_use().filter(pk__in=grants.values("circle"))
    # One look at an index for each circle, where joining its matches would read them all.
    last_lines = Match.objects.filter(circle=OuterRef("pk")).order_by("-written_at").values("written_at")
    last_used = F("used_at").desc(nulls_last=True)
    by_use = circles.annotate(used_at=Subquery(last_lines[:1])).order_by(last_used, "-pk")
    return by_use.with_people()


def matches_to_watch(request: HttpRequest) -> QuerySet[Match]:
    """Every match this phone may see."""
    return Match.objects.not_deleted().filter(_granted(_grants(request)))


def deleted_to_own(request: HttpRequest) -> QuerySet[Match]:
    """The deleted matches that this phone may bring back."""
    return Match.objects.restorable().filter(_granted(_grants(request).filter(role=Role.OWN)))


def persons_to_watch(request: HttpRequest) -> QuerySet[Player]:
    """Whoever played, or may play, where this phone may look."""
    grants = _grants(request)
    # Not by a join: it would read every seat of who played for years.
    seen = grants.exclude(match=None).values("match")
    seated = Seat.objects.filter(match__in=seen, match__deleted_at=None)
    in_circle, in_match = Q(circle__in=grants.values("circle")), Q(pk__in=seated.values("player"))
    return Player.objects.current().filter(in_circle | in_match)


def _granted(grants: QuerySet[Grant]) -> Q:
    """The matches to which these are rights.

    Read first, so that the matches of a phone with one circle come in the order of that circle's index.
    """
    held = list(grants.values_list("circle", "match"))
    circles = [circle for circle, _match in held if circle]
    matches = [match for _circle, match in held if match]
    return Q(circle__in=circles) | Q(pk__in=matches)


def _circle(request: HttpRequest, code: str, least: Role) -> Circle:
    """The circle with `.role`, what this phone may do with it. One merged into another is not there."""
    circle = Circle.objects.in_use().filter(code=code).first()
    if circle is None:
        raise Http404
    circle.role = role_in_circle(request, circle)
    if circle.role < least:
        raise Http404
    return circle


def _match(request: HttpRequest, code: str, least: Role) -> Match:
    """The match with its circle and `.role`, what this phone may do with it."""
    match = get_object_or_404(Match.objects.not_deleted().select_related("circle"), code=code)
    match.role = role_in(request, match)
    if match.role < least:
        raise Http404
    return match


def roles(request: HttpRequest) -> Callable[[Match], Role]:
    """`role_in` for a whole list: the grants of this phone are read once."""
    grants = list(_grants(request))

    def role(match: Match) -> Role:
        held = [one.role for one in grants if match.pk == one.match_id or match.circle_id == one.circle_id]
        return Role(max(held, default=Role.NONE))

    return role


def role_in(request: HttpRequest, match: Match) -> Role:
    """What this phone may do in a match, by a right to it or to its circle."""
    found = pulse(request.phone_uid, match.code)
    return found.role if found else Role.NONE


def role_in_circle(request: HttpRequest, circle: Circle) -> Role:
    return _role(_grants(request).filter(circle=circle))


def _grants(request: HttpRequest) -> QuerySet[Grant]:
    if request.phone_uid is None:
        return Grant.objects.none()
    return Grant.objects.filter(phone__uid=request.phone_uid)


def _role(grants: QuerySet[Grant]) -> Role:
    return Role(grants.aggregate(role=Max("role"))["role"] or Role.NONE)


# Links and grants

_GENERATIONS = {Role.OWN: "own_generation", Role.SCORE: "score_generation", Role.WATCH: "watch_generation"}


def link_path(thing: Shareable, role: Role) -> str:
    """The path that offers `role` of a circle or match; it can be made again at any time."""
    return reverse("link", args=[kind_of(thing), thing.code, role.name.lower(), _token(thing, role)])


def link_target(kind: str, code: str, role: Role, token: str, *, to_take: bool = False) -> Circle | Match:
    """What a link names. Raises Http404 if there is no such thing or the link was revoked or forged.

    `to_take` holds it until the transaction ends: nobody revokes the link between looking and taking.
    """
    matches = Match.objects.not_deleted().select_related("circle")
    things = {"circle": Circle.objects.in_use(), "match": matches}.get(kind)
    if things is None:
        raise Http404
    thing = (
        (things.select_for_update(of=("self",), no_key=True) if to_take else things).filter(code=code).first()
    )
    if thing is None or not hmac.compare_digest(_token(thing, role), token):
        raise Http404
    return thing


def grant(phone: Phone, thing: Circle | Match, role: Role, *, by_link: bool = False) -> None:
    """Give the phone `role` of the circle or match, unless it has as much already."""
    given = {"role": role, "by_link": by_link}
    with transaction.atomic():
        held, created = Grant.objects.get_or_create(phone=phone, **{kind_of(thing): thing}, defaults=given)
        if not created and held.role < role:
            Grant.objects.filter(pk=held.pk).update(**given)


def accept_link(phone: Phone, thing: Circle | Match, role: Role) -> None:
    """Give what a link to `role` gives: the circle or the match it names, and the rematches of that.

    It stops where the same link of a rematch was revoked, or it would let in again who was sent away.
    """
    grant(phone, thing, role, by_link=True)
    if isinstance(thing, Match):
        for again in rematches_of(thing, **{_GENERATIONS[role]: 0}):
            grant(phone, again, role, by_link=True)


def rematches_of(match: Match, **only: Any) -> list[Match]:
    """The rematches of a match, theirs, and so on, each locked: whoever starts one more waits.

    Not those of another circle, where they stayed when two circles were split.
    """
    found = newest = [match]
    while newest:
        again = Match.objects.locked().filter(previous__in=newest, circle=match.circle_id, **only)
        newest = list(again.exclude(pk__in=[one.pk for one in found]).order_by("pk"))
        found = found + newest
    return found[1:]


def copy_grants(match: Match, other: Match) -> None:
    """Whoever has a right to `match` alone has it to `other`, its rematch, too."""
    held = match.grants.values("phone_id", "role", "by_link", "name")
    Grant.objects.bulk_create(Grant(match=other, **one) for one in held)


def revoke_link(thing: Circle | Match, role: Role) -> None:
    """Every link to this role that was given out is dead."""
    name = _GENERATIONS[role]
    type(thing).objects.filter(pk=thing.pk).update(**{name: F(name) + 1})


def kind_of(thing: Shareable) -> str:
    return "circle" if isinstance(thing, Circle) else "match"


def _token(thing: Shareable, role: Role) -> str:
    """128 bits that only the holder of the link key can make."""
    generation = getattr(thing, _GENERATIONS[role])
    message = f"{kind_of(thing)}:{thing.code}:{role.name}:{generation}".encode()
    digest = hmac.new(settings.LINK_KEY.encode(), message, sha256).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def _is_link(request: HttpRequest) -> bool:
    return request.resolver_match is not None and request.resolver_match.url_name == "link"


def _hide_address(response: HttpResponse) -> None:
    """The address of a link holds its token: no other page may be told it, whatever was answered."""
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "no-store"


def _read(cookie: str, max_age: int) -> UUID | None:
    try:
        return UUID(_signer.unsign(cookie, max_age=max_age))
    except (BadSignature, ValueError):
        return None


def _write(response: HttpResponse, uid: UUID) -> None:
    response.set_cookie(
        COOKIE, _signer.sign(uid.hex), COOKIE_AGE, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )
