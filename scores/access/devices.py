"""Phones with a grant for a circle or match: their names, changing and removing grants."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from scores import versions
from scores.access import grants
from scores.models import Circle, Grant, Match, Merge, Phone, Role


class LastOwner(Exception):
    """Raised instead of leaving a circle without an owner: no phone could grant access to it any more."""


def holders(target: Circle | Match) -> QuerySet[Grant]:
    """The grants for a circle or match, highest role first."""
    return target.grants.select_related("phone").order_by("-role", "granted_at", "pk")


def device_name(grant: Grant) -> str:
    """The name that the owners gave the phone, else its own name; empty without either."""
    return grant.name or grant.phone.name


def rename_device(grant: Grant, name: str, *, by: UUID | None) -> None:
    """Name the phone of this grant. A phone that renames itself (`by`) changes its own name everywhere;
    another phone's name holds only for this grant. An empty name falls back to the phone's own."""
    if grant.phone.uid == by:
        Phone.objects.filter(pk=grant.phone_id).update(name=name)
        name = ""
    elif name == grant.phone.name:
        name = ""
    Grant.objects.filter(pk=grant.pk).update(name=name)


def writer_names(match: Match, writers: Iterable[int | None], asking: UUID | None) -> dict[int, str]:
    """Names of the phones that wrote a match, by key; empty while one phone wrote everything.

    At most two queries.
    """
    order = list(dict.fromkeys(pk for pk in writers if pk is not None))
    if len(order) < 2:
        return {}
    local_grants = Grant.objects.filter(Q(match=match) | Q(circle=match.circle_id)).exclude(name="")
    phones = Phone.objects.prefetch_related(Prefetch("grants", local_grants, to_attr="local_grants")).in_bulk(
        order
    )
    return {
        pk: _writer_name(phones[pk], number, asking) for number, pk in enumerate(order, 1) if pk in phones
    }


def _writer_name(phone: Phone, number: int, asking: UUID | None) -> str:
    given = [grant.name for grant in phone.local_grants]
    if given or phone.name:
        return given[0] if given else phone.name
    if phone.uid == asking:
        return _("este teléfono")
    return _("otro teléfono %(number)s") % {"number": number}


# Changing and removing grants


def is_last_owner(target: Circle | Match, grant: Grant) -> bool:
    """Whether this phone is the only owner of the circle; False for a match."""
    return isinstance(target, Circle) and _owners(target) == {grant.phone_id}


@transaction.atomic
def change_role(grant: Grant, role: Role) -> None:
    """Set the role of the phone here and, for a circle, lower its roles in the matches too. Raises
    LastOwner."""
    target = _locked(grant)
    if role < Role.OWN:
        _refuse_to_remove_last_owner(target, [grant.phone_id])
    Grant.objects.filter(pk=grant.pk).exclude(role=role).update(role=role, by_link=False)
    others = [_dormant_grants(target, [grant.phone_id])]
    if isinstance(target, Circle):
        others.append(_grants_in_matches(target, grant.phone_id))
    for other_grants in others:
        other_grants.filter(role__gt=role).update(role=role, by_link=False)


@transaction.atomic
def remove(grant: Grant) -> None:
    """Remove the grant of the phone and, for a circle, its grants in the matches too. Raises LastOwner."""
    target = _locked(grant)
    _refuse_to_remove_last_owner(target, [grant.phone_id])
    _delete_grants(target, [grant.phone_id])
    if isinstance(target, Circle):
        _grants_in_matches(target, grant.phone_id).delete()


def _grants_in_matches(circle: Circle, phone: int) -> QuerySet[Grant]:
    return Grant.objects.filter(phone=phone, match__circle=circle)


def grants_by_link(target: Circle | Match, role: Role, asking: UUID | None) -> QuerySet[Grant]:
    """The grants that a revoked link gave, without that of the phone `asking`."""
    return holders(target).filter(role=role, by_link=True).exclude(phone__uid=asking)


@transaction.atomic
def revoke(target: Circle | Match, role: Role, asking: UUID | None, *, and_take: bool) -> None:
    """Revoke the link for this role. With `and_take` also remove the grants it gave, for a match in its
    rematches too. Raises LastOwner."""
    # Boards show the links as QR codes before hand 1, so open boards must reload. Lock order: matches
    # before their circle.
    versions.bump(
        target.matches.filter(hands=0) if isinstance(target, Circle) else Match.objects.filter(pk=target.pk)
    )
    _lock(target)
    grants.revoke_link(target, role)
    if and_take:
        phones = list(grants_by_link(target, role, asking).values_list("phone", flat=True))
        _refuse_to_remove_last_owner(target, phones)
        _delete_grants(target, phones)
        if isinstance(target, Match):
            given = Grant.objects.filter(match__in=grants.rematches_of(target), role=role, by_link=True)
            given.filter(phone__in=phones).delete()


def _locked(grant: Grant) -> Circle | Match:
    """The circle or match of the grant, locked for this transaction."""
    target = grant.circle or grant.match
    _lock(target)
    return target


def _lock(target: Circle | Match) -> None:
    """Serialise changes of grants. Raises Http404 for a circle merged meanwhile: its grants have moved."""
    type(target).objects.select_for_update().get(pk=target.pk)
    if isinstance(target, Circle) and target.after_merges() != target:
        raise Http404


def _refuse_to_remove_last_owner(target: Circle | Match, leaving: list[int]) -> None:
    """Raise LastOwner if a circle would lose all its owners. A match needs none: its circle has owners."""
    if isinstance(target, Match):
        return
    owners = _owners(target)
    if owners and owners <= set(leaving):
        raise LastOwner


def _owners(circle: Circle) -> set[int]:
    return set(circle.grants.filter(role=Role.OWN).values_list("phone", flat=True))


def _delete_grants(target: Circle | Match, phones: list[int]) -> None:
    _dormant_grants(target, phones).delete()
    target.grants.filter(phone__in=phones).delete()


def _dormant_grants(target: Circle | Match, phones: list[int]) -> QuerySet[Grant]:
    """Grants for circles merged into this one. Undoing the merge would bring them back."""
    merged = _merged_circles(target) if isinstance(target, Circle) else []
    return Grant.objects.filter(circle__in=merged, phone__in=phones)


def _merged_circles(circle: Circle) -> list[int]:
    """Keys of all circles merged into this one, directly or not."""
    all_merged, newest = [], [circle.pk]
    while newest:
        newest = list(Merge.objects.filter(kept__in=newest, undone_at=None).values_list("emptied", flat=True))
        all_merged += newest
    return all_merged
