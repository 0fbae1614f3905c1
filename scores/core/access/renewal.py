"""Renew share links: those made before stop working, and new ones exist at once."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F

from scores.core import versions
from scores.core.access import grants
from scores.models import Circle, Grant, Match, Matches, Role


def roles_between(kept: Role, lost: int) -> list[Role]:
    """The roles that a phone loses when it falls from `lost` to `kept`."""
    return [role for role in Role if kept < role <= lost]


def renew(target: Circle | Match, roles: Iterable[Role]) -> None:
    """Renew the links for these roles: of a circle with those of its matches, of a match with those of its
    rematches. Nobody loses a right by it. `target` must be locked.
    """
    raised = {name: F(name) + 1 for name in (grants.GENERATIONS[role] for role in roles)}
    if not raised:
        return
    if isinstance(target, Circle):
        Circle.objects.filter(pk=target.pk).update(**raised)
    matches = _matches_of(target)
    matches.update(**raised)
    # Boards show the links as QR codes before hand 1, so open boards must reload.
    versions.bump(matches.filter(hands=0))


def renew_lost(target: Circle | Match, lost: Iterable[Grant], kept: Role) -> None:
    """Renew every link by which a phone that falls to `kept` could return; `lost` are its higher grants.

    In a circle those are the links up to its role there: it saw no other. In a match they are all links that
    offer more, because a link to an earlier match leads to this one until its links were renewed.
    """
    if isinstance(target, Match):
        renew(target, roles_between(kept, Role.OWN))
        return
    grants_lost = list(lost)
    highest = Role(max((grant.role for grant in grants_lost if grant.circle_id), default=kept))
    renew(target, roles_between(kept, highest))
    for grant in grants_lost:
        if grant.match is not None:
            renew(grant.match, roles_between(highest, grant.role))


def _matches_of(target: Circle | Match) -> Matches:
    if isinstance(target, Circle):
        return Match.objects.filter(circle=target)
    rematches = grants.rematches_of(target)
    return Match.objects.filter(pk__in=[target.pk, *(match.pk for match in rematches)])
