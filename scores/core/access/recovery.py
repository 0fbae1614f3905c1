"""A new phone gets what a lost one may do now, by whichever way its holder proves that both are theirs."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import uuid4

from django.db import transaction
from django.db.models import Prefetch
from django.http import HttpResponse

from scores.core.access import grants, phones, rights_log
from scores.core.access.sources import GivenRight
from scores.models import Circle, Grant, PaperKey, Phone, Player, Role, Way


def missing_rights(old: Phone, phone: Phone | None) -> list[GivenRight]:
    """The rows that give the old phone rights and would give the phone more than it has."""
    has = {} if phone is None else {row.target: row.role for row in _rights_of(phone)}
    return [row for row in _rights_of(old) if row.role > has.get(row.target, Role.NONE)]


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


def _rights_of(phone: Phone) -> list[GivenRight]:
    return [row for source in phones.every_source() for row in source.rows_of(phone)]


# A phone forgets itself


class Losses(NamedTuple):
    """The circles of a phone, by what becomes of each where this phone goes."""

    gone: list[Circle]  # nobody else has it
    ownerless: list[Circle]  # others have it, but none owns it
    kept: list[Circle]


def losses(phone: Phone) -> Losses:
    """As many queries for twenty circles as for one."""
    rows = phone.grants.filter(circle__isnull=False).select_related("circle")
    circles = circles_of(rows)
    others = Grant.objects.filter(circle__in=circles).exclude(phone=phone)
    # the highest comes last
    best = dict(others.order_by("role").values_list("circle", "role"))
    losses_of_phone = Losses([], [], [])
    for circle in circles:
        if circle.pk not in best:
            losses_of_phone.gone.append(circle)
        elif circle.role == Role.OWN and best[circle.pk] < Role.OWN:
            losses_of_phone.ownerless.append(circle)
        else:
            losses_of_phone.kept.append(circle)
    return losses_of_phone


def has_keys(phone: Phone) -> bool:
    """Whether a paper key or a passkey gives another phone what this one may do."""
    return phone.passkeys.exists() or PaperKey.objects.filter(phone=phone).exists()


@transaction.atomic
def forget(phone: Phone, *, and_keys: bool) -> None:
    """Forget who used the phone. Where it has keys, its rights wait for who uses one; without, or with
    `and_keys`, they go too. Links stay as they are: nobody was mistrusted.

    The row gets another uid, so that no copy of its cookie is good for anything."""
    rights = [row for source in phones.every_source() for row in source.rows_of(phone)]
    rights_log.log_lowered(rights, Role.NONE, Way.SELF)
    phone.claims.all().delete()
    phone.kept_files.all().delete()
    if and_keys or not has_keys(phone):
        for source in phones.every_source():
            source.erase(phone)
        rights = []
    Phone.objects.filter(pk=phone.pk).update(name="", uid=(uid := uuid4()))
    rights_log.log_forgotten_phone(rights, uid)


def erase_browser(response: HttpResponse) -> None:
    """Have the browser erase what it has of this site. Browsers follow the header over HTTPS only."""
    for name in (grants.COOKIE, grants.SECURE_COOKIE):
        response.delete_cookie(name, samesite="Lax")
    response["Clear-Site-Data"] = '"cache", "cookies", "storage"'
