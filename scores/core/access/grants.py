"""Gives rights: the share links that offer a role, and the grants that phones get."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.expressions import CombinedExpression
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from scores.core.access import link_key, rights_log
from scores.models import Circle, Grant, Match, Phone, Role, Shareable, Way

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
            link_key.token(secret(target, role)),
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
    if not link_key.is_token(token, secret(target, role)):
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
        if not created:
            if existing.role >= role:
                return
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


def secret(target: Shareable, role: Role) -> str:
    """What the token of its link is made of."""
    generation = getattr(target, GENERATIONS[role])
    return f"{kind_of(target)}:{target.code}:{role.name}:{generation}"
