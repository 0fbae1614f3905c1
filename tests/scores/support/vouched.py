"""A circle whose owner was not seen for long, and what its table asks."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from scores.core.access import devices, vouching
from scores.core.access.vouching import State
from scores.models import Circle, Grant, Phone, Role, Vouching
from tests.scores.support.factories import holder, phone_of

LONG_AGO = timedelta(days=31)


def lose_owners(circle: Circle, days: int = 31) -> None:
    """No owner was seen since, and everybody else came before."""
    owners = Phone.objects.filter(grants__circle=circle, grants__role=Role.OWN)
    owners.update(seen_on=timezone.localdate() - timedelta(days=days))
    circle.grants.update(granted_at=timezone.now() - LONG_AGO)


def table(circle: Circle) -> tuple[Client, Client]:
    """Two phones that may vouch in a circle that lost its owner."""
    phones = phone_of(circle, Role.SCORE), phone_of(circle, Role.SCORE)
    lose_owners(circle)
    return phones


def grant_of(circle: Circle, client: Client) -> Grant:
    return devices.holders(circle).get(phone=holder(client))


def ask(circle: Circle, one: Client, other: Client, state: State) -> Vouching:
    """Both ask that the first own the circle, until the request is in this state."""
    vouching.open_request(circle, holder(one), grant_of(circle, one))
    if state is not State.OPEN:
        vouching.second(circle, holder(other))
    if state in (State.RIPE, State.PASSED):
        wait(circle, 7)
    if state is State.PASSED:
        vouching.finish(circle)
    return circle.vouchings.get()


def wait(circle: Circle, days: int) -> None:
    """Let so many days pass, in which nobody comes."""
    for phone in Phone.objects.filter(grants__circle=circle):
        phone.seen_on -= timedelta(days=days)
        phone.save()
    for row in circle.vouchings.all():
        for name in ("opened_at", "seconded_at", "passed_at"):
            at = getattr(row, name)
            setattr(row, name, at and at - timedelta(days=days))
        row.save()
