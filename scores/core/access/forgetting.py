"""A phone forgets itself: its rights and its names go, and what it wrote stays with the matches."""

from typing import NamedTuple
from uuid import uuid4

from django.db import transaction
from django.http import HttpResponse

from scores.core.access import phone_cookie, phones, recovery, rights_log
from scores.models import Circle, Grant, PaperKey, Phone, Role, Way


class Losses(NamedTuple):
    """The circles of a phone, by what becomes of each where this phone goes."""

    gone: list[Circle]  # nobody else has it
    ownerless: list[Circle]  # others have it, but none owns it
    kept: list[Circle]


def losses(phone: Phone) -> Losses:
    """As many queries for twenty circles as for one."""
    rows = phone.grants.filter(circle__isnull=False).select_related("circle")
    circles = recovery.circles_of(rows)
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
    rights = recovery.rights_of(phone)
    rights_log.log_lowered(rights, Role.NONE, Way.SELF)
    phone.claims.all().delete()
    phone.kept_files.all().delete()
    if and_keys or not has_keys(phone):
        for source in phones.every_source():
            source.erase(phone)
        rights = []
    uid = uuid4()
    Phone.objects.filter(pk=phone.pk).update(name="", uid=uid)
    rights_log.log_forgotten_phone(rights, uid)


def erase_browser(response: HttpResponse) -> None:
    """Have the browser erase what it has of this site. Browsers follow the header over HTTPS only."""
    for name in (phone_cookie.COOKIE, phone_cookie.SECURE_COOKIE):
        response.delete_cookie(name, samesite="Lax")
    response["Clear-Site-Data"] = '"cache", "cookies", "storage"'
