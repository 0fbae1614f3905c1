"""Phones with a grant for a circle or match: their names; changing grants, and renewing the links to them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from scores.core import versions
from scores.core.access import grants, rights_log, sources
from scores.core.access.sources import Keys, Loss, RightsSource
from scores.core.merges import merges_into
from scores.core.notation.shown_names import marked_name
from scores.models import Circle, Grant, Match, Matches, Merge, Phone, Role, Way


class LastOwner(Exception):
    """Raised instead of leaving a circle without an owner: no phone could grant access to it any more."""


def holders(target: Circle | Match) -> QuerySet[Grant]:
    """The grants for a circle or match, highest role first."""
    return target.grants.select_related("phone").order_by("-role", "granted_at", "pk")


def phone_name(grant: Grant) -> str:
    """The name that the owners gave the phone, else its own name; empty without either."""
    return grant.name or grant.phone.name


def phone_in_words(name: str) -> str:
    """The name of a phone as it is shown, which may be empty."""
    return marked_name(name) or _("Teléfono sin nombre")


def phone_names(circle: Circle, uids: Iterable[UUID | None]) -> dict[UUID, str]:
    """Names of phones in the circle, also of those that have no right there any more; empty without one."""
    phones = Phone.objects.filter(uid__in=set(uids))
    return {
        phone.uid: name
        for phone, name in _phones_with_names(phones, circle.grants.all())
    }


def _phones_with_names(
    phones: QuerySet[Phone], local: QuerySet[Grant]
) -> Iterator[tuple[Phone, str]]:
    """Each phone with the name that one of the `local` grants gives it, else its own. Two queries."""
    given = Prefetch("grants", local.exclude(name=""), to_attr="local_grants")
    for phone in phones.prefetch_related(given):
        yield phone, next((grant.name for grant in phone.local_grants), phone.name)


def rename_phone(grant: Grant, name: str, *, by: UUID | None) -> None:
    """Name the phone of this grant. A phone that renames itself (`by`) changes its own name everywhere;
    another phone's name holds only for this grant. An empty name falls back to the phone's own."""
    if grant.phone.uid == by:
        grant.phone.name = name
        grant.phone.save(update_fields=["name"])
    given = "" if name == grant.phone.name else name
    Grant.objects.filter(pk=grant.pk).update(name=given)


def writer_names(
    match: Match, writers: Iterable[int | None], asking: UUID | None
) -> dict[int, str]:
    """Names of the phones that wrote a match, by key; empty while one wrote all. At most two queries."""
    order = list(dict.fromkeys(pk for pk in writers if pk is not None))
    if len(order) < 2:
        return {}
    local = Grant.objects.filter(Q(match=match) | Q(circle=match.circle_id))
    names = {
        phone.pk: name or (_("este teléfono") if phone.uid == asking else "")
        for phone, name in _phones_with_names(Phone.objects.filter(pk__in=order), local)
    }
    return {
        pk: names[pk] or _("otro teléfono %(number)s") % {"number": number}
        for number, pk in enumerate(order, 1)
        if pk in names
    }


# Changing and removing grants


def has_all_owners(target: Circle | Match, phones: Collection[int]) -> bool:
    """Whether a circle would lose all its owners with these phones. A match needs none: its circle has
    owners."""
    if isinstance(target, Match):
        return False
    rows = target.grants.filter(role=Role.OWN).values_list("phone", flat=True)
    owners = set(rows)
    return bool(owners) and owners <= set(phones)


def is_in_circle(target: Circle | Match, grant: Grant) -> bool:
    """Whether the phone also has a right to the circle of this match; False for a circle."""
    return (
        isinstance(target, Match)
        and Grant.objects.filter(circle=target.circle_id, phone=grant.phone_id).exists()
    )


@transaction.atomic
def change_role(grant: Grant, role: Role) -> None:
    """Set the role of the phone here. A lower one is also the most that it keeps in what belongs to the
    target, and the links that offer more are renewed. Raises LastOwner."""
    target = lock(grant.target)
    if role < Role.OWN:
        _refuse_to_remove_last_owner(target, [grant.phone_id])
    if role < grant.role:
        lower(target, [grant.phone_id], role)
    if (
        Grant.objects.filter(pk=grant.pk)
        .exclude(role=role)
        .update(role=role, by_link=False)
    ):
        _tell_boards(target)
        rights_log.log_given(target, role, grant.phone.uid, Way.OWNER)


@transaction.atomic
def remove(grant: Grant) -> None:
    """Take from the phone every right here and below, and renew the links that it could have copied."""
    target = lock(grant.target)
    _refuse_to_remove_last_owner(target, [grant.phone_id])
    lower(target, [grant.phone_id], Role.NONE)


def grants_by_link(
    target: Circle | Match, role: Role, asking: UUID | None
) -> QuerySet[Grant]:
    """The grants that a revoked link gave, without those of the phone `asking`."""
    return holders(target).filter(role=role, by_link=True).exclude(phone__uid=asking)


@transaction.atomic
def revoke(
    target: Circle | Match, role: Role, asking: UUID | None, *, and_take: bool
) -> None:
    """Revoke the link for this role, with those of all matches that belong to the target. With `and_take`
    also remove the phones that came in through it, as `remove` does. Raises LastOwner."""
    lock(target)
    renew(target, [role])
    if and_take:
        by_link = grants_by_link(target, role, asking)
        phones = list(by_link.values_list("phone", flat=True))
        _refuse_to_remove_last_owner(target, phones)
        lower(target, phones, Role.NONE)


def lock(target: Circle | Match) -> Circle | Match:
    """Serialise changes of grants and links. Raises MergeConflict for a circle that was merged meanwhile."""
    if isinstance(target, Circle):
        lock_circles(target)
        return target
    while not _lock_match_once(target):
        pass
    return target


@transaction.atomic
def _lock_match_once(match: Match) -> bool:
    """False, with nothing locked, if another match was begun below this one meanwhile."""
    below = keys_below(match)
    locked = _lock_rows(Match.objects.filter(pk__in=below))
    match.refresh_from_db(fields=["circle"])
    _lock_sources(match, locked)
    if keys_below(match) == below:
        return True
    transaction.set_rollback(True)  # which releases the locks taken here
    return False


def _lock_sources(target: Circle | Match, matches: Iterable[int] = ()) -> None:
    for source in every_source():
        source.lock(target, matches)


def every_source() -> list[RightsSource]:
    """Everything that gives phones a right, in the order in which it is locked."""
    return [Grants(), *sources.registered, Keys()]


def lower(target: Circle | Match, phones: Sequence[int], role: Role) -> None:
    """Lower the rights of these phones here and below to `role` (NONE: remove), and renew the links that
    offer more."""
    here = _grants_below(target).filter(phone__in=phones, circle__isnull=False)
    highest = Role(max(here.values_list("role", flat=True), default=role))
    loss = Loss(target, phones, role, highest)
    for source in every_source():
        source.lower(loss)


class Grants(RightsSource):
    """Rights in a circle or in a match."""

    models = (Grant,)

    def rows_of(self, phone: Phone) -> Sequence[Grant]:
        return list(
            phone.grants.select_related("circle", "match", "phone").order_by("pk")
        )

    def lower(self, loss: Loss) -> None:
        higher = _grants_below(loss.target).filter(
            phone__in=loss.phones, role__gt=loss.kept
        )
        lost = list(higher.select_related("match", "circle", "phone"))
        if not lost:
            return
        renew_lost(loss, lost)
        changed = Grant.objects.filter(pk__in=[grant.pk for grant in lost])
        if loss.kept is Role.NONE:
            changed.delete()
        else:
            changed.update(role=loss.kept, by_link=False)
        _tell_boards(loss.target)
        rights_log.log_lowered(lost, loss.kept, Way.OWNER)

    def separate(self, circle: Circle, other: Circle, since: datetime) -> None:
        taken = Grant.objects.filter(match__circle=circle, granted_at__gte=since)
        lost = taken.filter(phone__in=sources.strangers(circle, other))
        rights_log.log_lowered(
            lost.select_related("match", "phone"), Role.NONE, Way.MERGE
        )
        lost.delete()
        renew(circle, roles_between(Role.NONE, Role.OWN))

    def give(self, old: Phone, phone: Phone, way: Way) -> None:
        before = list(old.grants.all())
        circles = [grant.circle_id for grant in before if grant.circle_id]
        matches = [grant.match_id for grant in before if grant.match_id]
        # Matches before circles, as every writer does
        below = _lock_rows(
            Match.objects.filter(Q(circle__in=circles) | Q(pk__in=matches))
        )
        _lock_rows(Circle.objects.filter(pk__in=circles))
        now = old.grants.filter(Q(circle__in=circles) | Q(match__in=matches))
        for grant in now.select_related("circle", "match").order_by("pk"):
            grants.grant(
                phone, grant.target, Role(grant.role), way, by_link=grant.by_link
            )
        versions.bump(Match.objects.filter(pk__in=below).going_on())


def _lock_rows(rows: QuerySet) -> list[int]:
    return list(
        rows.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True)
    )


def _tell_boards(target: Circle | Match) -> None:
    """Open boards ask at once what they may see now. Those of matches that are over do within seconds."""
    versions.bump(_matches_below(target).going_on())


def _matches_below(target: Circle | Match) -> Matches:
    """The matches of a circle; or a match, its rematches, and the later ones to which a right in it leads."""
    if isinstance(target, Circle):
        return Match.objects.filter(circle=target)
    return Match.objects.filter(pk__in=keys_below(target))


def keys_below(match: Match) -> set[int]:
    keys = {match.pk, *(rematch.pk for rematch in grants.rematches_of(match))}
    return keys.union(*(source.matches_after(keys) for source in every_source()))


def _grants_below(target: Circle | Match) -> QuerySet[Grant]:
    """The grants for a circle, for its matches and for the circles merged into it (undoing the merge would
    bring those back); or for a match and those below it."""
    if isinstance(target, Match):
        return Grant.objects.filter(match__in=keys_below(target))
    return Grant.objects.filter(
        Q(circle__in=circles_of(target)) | Q(match__circle=target)
    )


def _refuse_to_remove_last_owner(target: Circle | Match, leaving: list[int]) -> None:
    if has_all_owners(target, leaving):
        raise LastOwner


def circles_of(circle: Circle) -> list[int]:
    """Keys of this circle and of all that were merged into it, directly or not."""
    return [circle.pk, *(merge.emptied_id for merge in merges_into(circle))]


class MergeConflict(Http404):
    """Raised for a circle or player that was merged meanwhile, or when another merge has to be undone first.
    Where nobody catches it the answer is 404."""


def lock_circles(*circles: Circle) -> None:
    """Lock the matches of these circles, then the circles, then what else gives rights there, as every writer
    does. Raises MergeConflict."""
    pks = [circle.pk for circle in circles]
    while not _lock_once(pks):
        pass
    for circle in circles:
        _lock_sources(circle)


@transaction.atomic
def _lock_once(pks: list[int]) -> bool:
    """False, with nothing locked, if a match was started meanwhile: it must be locked before its circle."""
    matches = Match.objects.filter(circle__in=pks).order_by("pk")
    locked = _lock_rows(matches)
    list(
        Circle.objects.select_for_update()
        .filter(pk__in=pks)
        .order_by("pk")
        .values_list("pk")
    )
    if Merge.objects.filter(emptied__in=pks, undone_at=None).exists():
        raise MergeConflict
    if list(matches.values_list("pk", flat=True)) == locked:
        return True
    transaction.set_rollback(True)  # which releases the locks taken here
    return False


def roles_between(kept: Role, lost: int) -> list[Role]:
    """The roles that a phone loses when it falls from `lost` to `kept`."""
    return [role for role in Role if kept < role <= lost]


def renew(target: Circle | Match, roles: Iterable[Role]) -> None:
    """Renew the links for these roles here and below; nobody loses a right. `target` must be locked."""
    raised = grants.raised_generations(roles)
    if not raised:
        return
    if isinstance(target, Circle):
        Circle.objects.filter(pk=target.pk).update(**raised)
    matches = _matches_below(target)
    matches.update(**raised)
    # Boards show the links as QR codes before hand 1, so open boards must reload.
    versions.bump(matches.filter(hands=0))


def renew_lost(loss: Loss, lost: Iterable[Grant]) -> None:
    """Renew every link by which a phone that falls to `loss.kept` could return; `lost` are its higher grants.

    In a circle those are the links up to its role there: it saw no other. In a match they are all links that
    offer more, because a link to an earlier match leads to this one until its links were renewed.
    """
    if isinstance(loss.target, Match):
        renew(loss.target, roles_between(loss.kept, Role.OWN))
        return
    highest = loss.highest
    renew(loss.target, roles_between(loss.kept, highest))
    for grant in lost:
        if grant.match is not None:
            renew(grant.match, roles_between(highest, grant.role))
