"""A new phone gets what a lost one may do now, by whichever way its holder proves that both are theirs."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Prefetch

from scores.core.access import phones
from scores.core.access.sources import GivenRight
from scores.models import Circle, Phone, Player, Role, Way


def missing_rights(old: Phone, phone: Phone | None) -> list[GivenRight]:
    """The rows that give the old phone rights and would give the phone more than it has."""
    has = {} if phone is None else {row.target: row.role for row in rights_of(phone)}
    return [row for row in rights_of(old) if row.role > has.get(row.target, Role.NONE)]


def circles_of(given: Iterable[GivenRight]) -> list[Circle]:
    """The circles of these rows, each with its `.role`, and its players read."""
    roles = {
        row.target.pk: Role(row.role) for row in given if isinstance(row.target, Circle)
    }
    players = Prefetch("players", Player.objects.current(), "current_players")
    circles = list(
        Circle.objects.current()
        .filter(pk__in=roles)
        .order_by("pk")
        .prefetch_related(players)
    )
    for circle in circles:
        circle.role = roles[circle.pk]
    return circles


@transaction.atomic
def give(old: Phone, phone: Phone, way: Way) -> None:
    """Give the phone every right that the old one has now. The old one keeps its rights, until an owner takes
    them; who removes phones at the same moment comes before or after, because every source locks its rows."""
    for source in phones.every_source():
        source.give(old, phone, way)


def rights_of(phone: Phone) -> list[GivenRight]:
    """Every row that gives the phone a right now."""
    return [row for source in phones.every_source() for row in source.rows_of(phone)]
