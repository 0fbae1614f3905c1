"""The three links of a night, to watch it, to help and to organise it; and which entrant a phone says it is.

None of them gives more of its group than the names at the door. A link is the same until it is renewed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from scores.core.access import grants, link_key, phones, rights_log, sources
from scores.core.access.rights_log import OfNight
from scores.core.access.sources import Loss, RightsSource
from scores.models import Circle, Phone, Role, Way
from scores.night.cards import table_cards
from scores.night.models import Night, NightGrant, NightTable

NAMES = {Role.WATCH: "watch", Role.SCORE: "help", Role.OWN: "organise"}
ROLES = {name: role for role, name in NAMES.items()}


def link_path(night: Night, role: Role) -> str:
    """The path in the QR code of the link for this role."""
    token = link_key.token(_secret(night, role))
    return reverse("night-link", args=[night.code, NAMES[role], token])


def night_of_link(code: str, name: str, token: str, *, to_take: bool = False) -> Night:
    """Its `.role` is what the link gives. Raises Http404 if the link was renewed or forged. `to_take` locks
    the night, so that it is not renewed before the right is given."""
    nights = Night.objects.filter(code=code, deleted_at=None)
    night = (nights.select_for_update(no_key=True) if to_take else nights).first()
    role = ROLES.get(name)
    if night is None or role is None:
        raise Http404
    if not link_key.is_token(token, _secret(night, role)):
        rights_log.log_refused(OfNight(night), role)
        raise Http404
    night.role = role
    return night


def take(night: Night, phone: Phone, role: Role, way: Way = Way.LINK) -> None:
    """The phone may do this at the night from now on, unless it may do more."""
    granted, _is_new = NightGrant.objects.get_or_create(night=night, phone=phone)
    if granted.role >= role:
        return
    NightGrant.objects.filter(pk=granted.pk).update(
        role=role, granted_at=timezone.now()
    )
    rights_log.log_given(OfNight(night), role, phone.uid, way)


@transaction.atomic
def renew(night: Night, role: Role, asking: UUID | None) -> None:
    """The old link gives nothing, and who came by it loses the night, except the phone `asking`."""
    _renew_links(Night.objects.filter(pk=night.pk), [role])
    by_link = night.grants.filter(role=role).exclude(phone__uid=asking)
    _lower(by_link, Role.NONE, Way.OWNER)


@transaction.atomic
def remove(night: Night, pk: int) -> None:
    """Take the night from one phone, by the key of its grant; a second time changes nothing."""
    list(Night.objects.select_for_update(no_key=True).filter(pk=night.pk))
    _lower(night.grants.filter(pk=pk), Role.NONE, Way.OWNER)


class NightLinks(RightsSource):
    """A phone that took a link of a night has that role there."""

    models = (NightGrant,)

    def rows_of(self, phone: Phone) -> Sequence[NightGrant]:
        return list(_with_targets(NightGrant.objects.filter(phone=phone)))

    def lower(self, loss: Loss) -> None:
        """A match gives no right to its night, so who loses the match keeps that."""
        if not isinstance(loss.target, Circle):
            return
        nights = Night.objects.filter(circle__in=phones.circles_of(loss.target))
        if loss.is_of_owner:
            _renew_links(nights, NAMES)
        held = NightGrant.objects.filter(night__in=nights, phone__in=loss.phones)
        _lower(held, loss.kept, Way.OWNER)

    def separate(self, circle: Circle, other: Circle, since: datetime) -> None:
        nights = Night.objects.filter(circle=circle)
        taken = NightGrant.objects.filter(night__in=nights, granted_at__gte=since)
        lost = taken.filter(phone__in=sources.strangers(circle, other))
        rights_log.log_lowered(_with_targets(lost), Role.NONE, Way.MERGE)
        lost.update(role=Role.NONE)
        _renew_links(nights, NAMES)

    def give(self, old: Phone, phone: Phone, way: Way) -> None:
        """The nights are locked by `table_cards.CardLinks`."""
        for granted in self.rows_of(old):
            take(granted.night, phone, Role(granted.role), way)


def _lower(held: QuerySet[NightGrant], kept: Role, way: Way) -> None:
    """Lower these to `kept`, and renew what their phones have seen: the links up to their role, and of who
    organised all cards. The nights are locked."""
    lost = held.filter(role__gt=kept)
    rows = _with_targets(lost)
    for granted in rows:
        roles = phones.roles_between(kept, granted.role)
        _renew_links(Night.objects.filter(pk=granted.night_id), roles)
        if granted.role == Role.OWN:
            table_cards.renew_cards(NightTable.objects.filter(night=granted.night_id))
    rights_log.log_lowered(rows, kept, way)
    lost.update(role=kept)


def _with_targets(granted: QuerySet[NightGrant]) -> QuerySet[NightGrant]:
    """The grants that give a right, with what they are about."""
    rights = granted.filter(role__gt=Role.NONE)
    return rights.select_related("night", "phone").order_by("pk")


def _renew_links(nights: QuerySet[Night], roles: Iterable[Role]) -> None:
    """The old links give nothing; whoever has a right by one keeps it."""
    nights.update(**grants.raised_generations(roles))


def hold(night: Night, phone: Phone, entrant: int | None) -> None:
    """The phone says that it is this entrant's; None: no longer."""
    NightGrant.objects.update_or_create(
        night=night, phone=phone, defaults={"entrant": entrant}
    )


def _secret(night: Night, role: Role) -> str:
    """What the token of its link is made of."""
    generation = getattr(night, grants.GENERATIONS[role])
    if role is Role.WATCH:  # as in 1.0: its codes hang in halls
        return f"night:{night.code}:{generation}"
    return f"night:{night.code}:{role.name}:{generation}"
