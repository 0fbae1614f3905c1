"""The phones that hold a right to a circle or match: what they are called, and taking rights back."""

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
    """The circle would be nobody's: no phone could give a right to it again, only the operator."""


def holders(thing: Circle | Match) -> QuerySet[Grant]:
    """Who may do most comes first."""
    return thing.grants.select_related("phone").order_by("-role", "granted_at", "pk")


def device_name(grant: Grant) -> str:
    """What the owners call the phone, else what it calls itself; empty if nobody gave it a name."""
    return grant.name or grant.phone.name


def rename_device(grant: Grant, name: str, *, by: UUID | None) -> None:
    """A phone names itself, everywhere; another's name holds only here. Empty: what it calls itself."""
    if grant.phone.uid == by:
        Phone.objects.filter(pk=grant.phone_id).update(name=name)
        name = ""
    elif name == grant.phone.name:
        name = ""
    Grant.objects.filter(pk=grant.pk).update(name=name)


def writer_names(match: Match, writers: Iterable[int | None], asking: UUID | None) -> dict[int, str]:
    """What each phone that wrote is called; nothing while all was written by one. Two queries, or none."""
    order = list(dict.fromkeys(pk for pk in writers if pk is not None))
    if len(order) < 2:
        return {}
    here = Grant.objects.filter(Q(match=match) | Q(circle=match.circle_id)).exclude(name="")
    phones = Phone.objects.prefetch_related(Prefetch("grants", here, to_attr="named_here")).in_bulk(order)
    return {pk: _called(phones[pk], number, asking) for number, pk in enumerate(order, 1) if pk in phones}


def _called(phone: Phone, number: int, asking: UUID | None) -> str:
    given = [grant.name for grant in phone.named_here]
    if given or phone.name:
        return given[0] if given else phone.name
    if phone.uid == asking:
        return _("este teléfono")
    return _("otro teléfono %(number)s") % {"number": number}


# Taking rights back


def is_last_owner(thing: Circle | Match, grant: Grant) -> bool:
    """Whether nobody could give a right to it again without this phone."""
    return isinstance(thing, Circle) and _owners(thing) == {grant.phone_id}


@transaction.atomic
def change_role(grant: Grant, role: Role) -> None:
    """From now on the phone may do so much, no more; of a circle, in its matches too. Raises LastOwner."""
    thing = _locked(grant)
    if role < Role.OWN:
        _keep_an_owner(thing, [grant.phone_id])
    Grant.objects.filter(pk=grant.pk).exclude(role=role).update(role=role, by_link=False)
    more = [_asleep(thing, [grant.phone_id])]
    if isinstance(thing, Circle):
        more.append(_to_its_matches(thing, grant.phone_id))
    for rights in more:
        rights.filter(role__gt=role).update(role=role, by_link=False)


@transaction.atomic
def remove(grant: Grant) -> None:
    """The phone holds no right any more; of a circle, not to its matches either. Raises LastOwner."""
    thing = _locked(grant)
    _keep_an_owner(thing, [grant.phone_id])
    _take_away(thing, [grant.phone_id])
    if isinstance(thing, Circle):
        _to_its_matches(thing, grant.phone_id).delete()


def _to_its_matches(circle: Circle, phone: int) -> QuerySet[Grant]:
    return Grant.objects.filter(phone=phone, match__circle=circle)


def grants_by_link(thing: Circle | Match, role: Role, asking: UUID | None) -> QuerySet[Grant]:
    """The rights that a revoked link gave; never that of the phone which asks."""
    return holders(thing).filter(role=role, by_link=True).exclude(phone__uid=asking)


@transaction.atomic
def revoke(thing: Circle | Match, role: Role, asking: UUID | None, *, and_take: bool) -> None:
    """The link is dead. `and_take`: so is every right it gave, of a match in its rematches too. Raises
    LastOwner."""
    # Before their first hand boards show the links as a QR. Matches are locked before their circle.
    versions.bump(
        thing.matches.filter(hands=0) if isinstance(thing, Circle) else Match.objects.filter(pk=thing.pk)
    )
    _lock(thing)
    grants.revoke_link(thing, role)
    if and_take:
        phones = list(grants_by_link(thing, role, asking).values_list("phone", flat=True))
        _keep_an_owner(thing, phones)
        _take_away(thing, phones)
        if isinstance(thing, Match):
            given = Grant.objects.filter(match__in=grants.rematches_of(thing), role=role, by_link=True)
            given.filter(phone__in=phones).delete()


def _locked(grant: Grant) -> Circle | Match:
    """What the right is to, for this transaction alone."""
    thing = grant.circle or grant.match
    _lock(thing)
    return thing


def _lock(thing: Circle | Match) -> None:
    """Of two who take rights the second sees what is left. 404 for a circle that was emptied meanwhile: its
    rights have gone to another one."""
    type(thing).objects.select_for_update().get(pk=thing.pk)
    if isinstance(thing, Circle) and thing.after_merges() != thing:
        raise Http404


def _keep_an_owner(thing: Circle | Match, leaving: list[int]) -> None:
    """A match may be left without an owner of its own: its circle's stay."""
    if isinstance(thing, Match):
        return
    owners = _owners(thing)
    if owners and owners <= set(leaving):
        raise LastOwner


def _owners(circle: Circle) -> set[int]:
    return set(circle.grants.filter(role=Role.OWN).values_list("phone", flat=True))


def _take_away(thing: Circle | Match, phones: list[int]) -> None:
    _asleep(thing, phones).delete()
    thing.grants.filter(phone__in=phones).delete()


def _asleep(thing: Circle | Match, phones: list[int]) -> QuerySet[Grant]:
    """Rights to circles merged into this one: they would come back if the merge were undone."""
    merged = _merged_into(thing) if isinstance(thing, Circle) else []
    return Grant.objects.filter(circle__in=merged, phone__in=phones)


def _merged_into(circle: Circle) -> list[int]:
    """The circles that are part of this one now, through however many merges."""
    found, newest = [], [circle.pk]
    while newest:
        newest = list(Merge.objects.filter(kept__in=newest, undone_at=None).values_list("emptied", flat=True))
        found += newest
    return found
