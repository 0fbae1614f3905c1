"""The link with which anybody may watch a night, and nothing else of its group; and who says who he is."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.urls import reverse

from scores.core.access import link_key, rights_log
from scores.models import Phone, Role
from scores.night.models import Tournament, TournamentGrant


def link_path(night: Tournament) -> str:
    """The path in the QR code of the hall. The same until it is renewed."""
    return reverse("night-link", args=[night.code, link_key.token(_secret(night))])


def night_of_link(code: str, token: str, *, to_take: bool = False) -> Tournament:
    """Raises Http404 if the link was renewed or forged. `to_take` locks the night, so that it is not renewed
    before the right is given."""
    nights = Tournament.objects.filter(code=code)
    night = (nights.select_for_update(no_key=True) if to_take else nights).first()
    if night is None:
        raise Http404
    if not link_key.is_token(token, _secret(night)):
        rights_log.refused(night.circle, Role.WATCH)
        raise Http404
    return night


def take(night: Tournament, phone: Phone) -> None:
    TournamentGrant.objects.update_or_create(tournament=night, phone=phone, defaults={"may_watch": True})


@transaction.atomic
def renew(night: Tournament) -> None:
    """A new link: the old one gives nothing, and who watched by it does not any more."""
    Tournament.objects.filter(pk=night.pk).update(watch_generation=F("watch_generation") + 1)
    night.grants.update(may_watch=False)


def hold(night: Tournament, phone: Phone, entrant: int | None) -> None:
    """The phone says that it is this entrant's; None: no longer."""
    TournamentGrant.objects.update_or_create(tournament=night, phone=phone, defaults={"entrant": entrant})


def _secret(night: Tournament) -> str:
    """What the token of the link is made of."""
    return f"night:{night.code}:{night.watch_generation}"
