"""The table vouches: where all phones that own a circle are lost, two others make a phone an owner.

An owner who is seen stops it, and for a while the old owners can take it back. Whatever is decided here locks
the circle first, so two phones cannot decide two things. Nothing is written by looking at a page: what time
alone decides is computed, and stored by the next POST or by the purge.
"""

from datetime import datetime, timedelta
from enum import Enum
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scores.core.access import devices, grants
from scores.core.access.devices import TAKEN_BACK
from scores.models import Circle, Grant, Phone, Role, Vouching, Way

UNSEEN = timedelta(days=30)  # how long no owner was seen, and how long who vouches has been in the circle
TOLD = timedelta(days=7)  # how long every phone of the circle is told before it passes


class State(Enum):
    OPEN = "open"  # one phone asked
    SECONDED = "seconded"  # two did
    RIPE = "ripe"  # everybody was told long enough
    PASSED = "passed"
    OVER = "over"


class CannotVouch(Exception):
    """Raised instead of deciding what may not be decided now."""


def current(circle: Circle) -> Vouching | None:
    """The newest request of the circle that is not over, with its `.state`."""
    rows = circle.vouchings.filter(ended_at=None).select_related("phone", "opened_by", "seconded_by")
    vouching = rows.first()
    if vouching is None:
        return None
    vouching.circle = circle
    vouching.state = state(vouching)
    return None if vouching.state is State.OVER else vouching


def state(vouching: Vouching) -> State:
    """Whether it goes on. It is over where an owner was seen since, or the phone left the circle."""
    now, circle = timezone.now(), vouching.circle
    if vouching.ended_at:
        return State.OVER
    if vouching.passed_at:
        return State.PASSED if now < vouching.passed_at + TAKEN_BACK else State.OVER
    stays = circle.grants.filter(phone=vouching.phone_id).exists()
    if not stays or _seen_owners(circle, vouching.opened_at).exists():
        return State.OVER
    if vouching.seconded_at is None:
        return State.OPEN if now < vouching.opened_at + TOLD else State.OVER
    return State.SECONDED if now < passes_at(vouching) else State.RIPE


def passes_at(vouching: Vouching) -> datetime:
    return vouching.seconded_at + TOLD


def is_lost(circle: Circle) -> bool:
    """Whether no phone that owns the circle was seen for UNSEEN."""
    return not _seen_owners(circle, timezone.now()).exists()


def vouchers(circle: Circle) -> QuerySet[Grant]:
    """The phones that may vouch. They keep score and came while an owner could still see them: who took a
    link yesterday with two browsers is no table."""
    return devices.holders(circle).filter(role=Role.SCORE, granted_at__lt=timezone.now() - UNSEEN)


def may_take_back(vouching: Vouching, phone: UUID | None) -> bool:
    """Whether the phone owned the circle before, and still does."""
    owning = vouching.owners.filter(uid=phone, grants__circle=vouching.circle, grants__role=Role.OWN)
    return vouching.state is State.PASSED and owning.exists()


def may_second(vouching: Vouching, phone: UUID | None) -> bool:
    others = vouchers(vouching.circle).exclude(phone=vouching.opened_by_id)
    return vouching.state is State.OPEN and others.filter(phone__uid=phone).exists()


@transaction.atomic
def open_request(circle: Circle, by: Phone, grant: Grant) -> None:
    """Ask that the phone of this grant own the circle. Raises CannotVouch."""
    _lock(circle)
    _refuse_unless(is_lost(circle) and _vouches(circle, by) and current(circle) is None)
    _refuse_unless(vouchers(circle).count() > 1)
    Vouching.objects.create(circle=circle, phone=grant.phone, role_before=grant.role, opened_by=by)


@transaction.atomic
def second(circle: Circle, by: Phone) -> None:
    """Ask for the same as the phone that opened the request. Raises CannotVouch."""
    vouching = _locked(circle, State.OPEN)
    _refuse_unless(may_second(vouching, by.uid))
    vouching.seconded_by, vouching.seconded_at = by, timezone.now()
    vouching.save(update_fields=["seconded_by", "seconded_at"])


@transaction.atomic
def refuse(circle: Circle, by: Phone) -> None:
    """An owner says no, or who opened the request changes his mind. Raises CannotVouch. That the owner was
    seen when he looked at the page has stopped the request already: his tap says it for good."""
    _lock(circle)
    vouching = circle.vouchings.filter(ended_at=None, passed_at=None).first()
    _refuse_unless(vouching is not None)
    is_owner = circle.grants.filter(phone=by, role=Role.OWN).exists()
    _refuse_unless(is_owner or vouching.opened_by_id == by.pk)
    _end(vouching)


@transaction.atomic
def finish(circle: Circle) -> None:
    """Make the phone an owner, once everybody was told long enough. Raises CannotVouch."""
    vouching = _locked(circle, State.RIPE)
    vouching.owners.set(circle.grants.filter(role=Role.OWN).values_list("phone", flat=True))
    vouching.passed_at = timezone.now()
    vouching.save(update_fields=["passed_at"])
    grants.grant(vouching.phone, circle, Role.OWN, Way.TABLE)


@transaction.atomic
def take_back(circle: Circle, by: Phone) -> None:
    """An old owner takes it back, also from all whom the new owner made owners. Raises CannotVouch."""
    vouching = _locked(circle, State.PASSED)
    _refuse_unless(may_take_back(vouching, by.uid))
    new = circle.grants.filter(role=Role.OWN).exclude(phone__in=vouching.owners.all())
    phones = set(new.values_list("phone", flat=True))
    devices.lower(circle, list(phones - {vouching.phone_id}), Role.SCORE, Way.TABLE)
    devices.lower(circle, list(phones & {vouching.phone_id}), Role(vouching.role_before), Way.TABLE)
    _end(vouching)


def finish_ripe() -> None:
    """All of which everybody was told long enough, for the purge."""
    ripe = Vouching.objects.filter(
        passed_at=None, ended_at=None, seconded_at__lte=timezone.now() - TOLD
    ).select_related("circle")
    for vouching in ripe:
        try:
            finish(vouching.circle)
        except CannotVouch:
            continue


def _seen_owners(circle: Circle, at: datetime) -> QuerySet[Grant]:
    """The owners that were seen in the time before `at`, or later."""
    return circle.grants.filter(role=Role.OWN, phone__seen_on__gt=(at - UNSEEN).date())


def _vouches(circle: Circle, phone: Phone) -> bool:
    return vouchers(circle).filter(phone=phone).exists()


def _lock(circle: Circle) -> None:
    try:
        devices.lock_circles(circle)
    except devices.MergeConflict:
        raise CannotVouch from None


def _locked(circle: Circle, *states: State) -> Vouching:
    """The request of the circle, if it is in one of these states; the circle stays locked."""
    _lock(circle)
    vouching = current(circle)
    if vouching is None or vouching.state not in states:
        raise CannotVouch
    return vouching


def _refuse_unless(holds: bool) -> None:
    if not holds:
        raise CannotVouch


def _end(vouching: Vouching) -> None:
    vouching.ended_at = timezone.now()
    vouching.save(update_fields=["ended_at"])
