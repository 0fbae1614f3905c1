"""A new phone gets what a lost one may do now, by whichever way its holder proves that both are his."""

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet

from scores.core import versions
from scores.core.access import grants
from scores.models import Circle, Grant, Match, Phone, Player, Role, Way


def missing(old: Phone, phone: Phone | None) -> list[Grant]:
    """The grants of the old phone that would give the phone more than it has."""
    has = {} if phone is None else {_place(grant): grant.role for grant in phone.grants.all()}
    return [grant for grant in old.grants.all() if grant.role > has.get(_place(grant), Role.NONE)]


def circles_of(given: list[Grant]) -> list[Circle]:
    """The circles of these grants, each with its `.role`, and its players read."""
    roles = {grant.circle_id: Role(grant.role) for grant in given if grant.circle_id}
    players = Prefetch("players", Player.objects.current(), "current_players")
    circles = list(Circle.objects.current().filter(pk__in=roles).order_by("pk").prefetch_related(players))
    for circle in circles:
        circle.role = roles[circle.pk]
    return circles


@transaction.atomic
def give(old: Phone, phone: Phone, way: Way) -> None:
    """Give the phone every right that the old one has now. The old one keeps its rights, until an owner takes
    them; who removes phones at the same moment comes before or after, because all these rows are locked."""
    before = list(old.grants.all())
    circles = [grant.circle_id for grant in before if grant.circle_id]
    matches = [grant.match_id for grant in before if grant.match_id]
    # Matches before circles, as every writer does
    below = _locked(Match.objects.filter(Q(circle__in=circles) | Q(pk__in=matches)))
    _locked(Circle.objects.filter(pk__in=circles))
    now = old.grants.filter(Q(circle__in=circles) | Q(match__in=matches)).select_related("circle", "match")
    for grant in now.order_by("pk"):
        grants.grant(phone, grant.target, Role(grant.role), way, by_link=grant.by_link)
    versions.bump(Match.objects.filter(pk__in=below).going_on())


def _place(grant: Grant) -> tuple[int | None, int | None]:
    return grant.circle_id, grant.match_id


def _locked(rows: QuerySet) -> list[int]:
    return list(rows.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))
