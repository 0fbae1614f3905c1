"""The link with which anybody may watch a night, and nothing else of its group; and who says who he is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from scores.core.access import link_key, phones, rights_log, sources
from scores.core.access.rights_log import OfNight
from scores.core.access.sources import Loss, Source
from scores.models import Circle, Phone, Role, Way
from scores.night.models import Night, NightGrant


def link_path(night: Night) -> str:
    """The path in the QR code of the hall. The same until it is renewed."""
    return reverse("night-link", args=[night.code, link_key.token(_secret(night))])


def night_of_link(code: str, token: str, *, to_take: bool = False) -> Night:
    """Raises Http404 if the link was renewed or forged. `to_take` locks the night, so that it is not renewed
    before the right is given."""
    nights = Night.objects.filter(code=code)
    night = (nights.select_for_update(no_key=True) if to_take else nights).first()
    if night is None:
        raise Http404
    if not link_key.is_token(token, _secret(night)):
        rights_log.refused(night.circle, Role.WATCH)
        raise Http404
    return night


def take(night: Night, phone: Phone, way: Way = Way.LINK) -> None:
    """The phone may watch the night from now on."""
    granted, _is_new = NightGrant.objects.get_or_create(night=night, phone=phone)
    if granted.may_watch:
        return
    NightGrant.objects.filter(pk=granted.pk).update(
        may_watch=True, granted_at=timezone.now()
    )
    rights_log.given(OfNight(night), Role.WATCH, phone.uid, way)


@transaction.atomic
def renew(night: Night) -> None:
    """A new link: the old one gives nothing, and who watched by it does not any more."""
    _renew_links(Night.objects.filter(pk=night.pk))
    watching = night.grants.filter(may_watch=True)
    _tell(watching, Way.OWNER)
    watching.update(may_watch=False)


class Watchers(Source):
    """A phone that took the link of a night watches it."""

    models = (NightGrant,)

    def rows_of(self, phone: Phone) -> Sequence[NightGrant]:
        return list(
            _with_targets(NightGrant.objects.filter(phone=phone, may_watch=True))
        )

    def lower(self, loss: Loss) -> None:
        """A match gives no right to watch its night, so who loses the match keeps that."""
        if not isinstance(loss.target, Circle):
            return
        nights = Night.objects.filter(circle__in=phones.circles_of(loss.target))
        held = NightGrant.objects.filter(night__in=nights, phone__in=loss.phones)
        if loss.kept >= Role.WATCH:
            held = held.none()
        watched = held.filter(may_watch=True).values_list("night", flat=True)
        _renew_links(
            nights if loss.is_of_owner else nights.filter(pk__in=list(watched))
        )
        _take(held, loss.way)

    def separate(self, circle: Circle, other: Circle, since: datetime) -> None:
        nights = Night.objects.filter(circle=circle)
        taken = NightGrant.objects.filter(night__in=nights, granted_at__gte=since)
        _take(taken.filter(phone__in=sources.strangers(circle, other)), Way.MERGE)
        _renew_links(nights)

    def give(self, old: Phone, phone: Phone, way: Way) -> None:
        """The nights are locked by `places.Cards`."""
        for granted in self.rows_of(old):
            take(granted.night, phone, way)

    def erase(self, phone: Phone) -> None:
        NightGrant.objects.filter(phone=phone).delete()


def _take(granted: QuerySet[NightGrant], way: Way) -> None:
    _tell(granted.filter(may_watch=True), way)
    granted.delete()


def _tell(granted: QuerySet[NightGrant], way: Way) -> None:
    rights_log.lowered(_with_targets(granted), Role.NONE, way)


def _with_targets(granted: QuerySet[NightGrant]) -> QuerySet[NightGrant]:
    return granted.select_related("night", "phone").order_by("pk")


def _renew_links(nights: QuerySet[Night]) -> None:
    """The old links give nothing; whoever watches keeps that."""
    nights.update(watch_generation=F("watch_generation") + 1)


def hold(night: Night, phone: Phone, entrant: int | None) -> None:
    """The phone says that it is this entrant's; None: no longer."""
    NightGrant.objects.update_or_create(
        night=night, phone=phone, defaults={"entrant": entrant}
    )


def _secret(night: Night) -> str:
    """What the token of the link is made of."""
    return f"night:{night.code}:{night.watch_generation}"
