"""¿Quién eres?: the player that the holder of a phone says he is.

A claim holds for the player, so in every match in which he sits. It marks his row on his phone and lets the
phone call him. It gives no right: a phone that may only watch answers no question of buying back in."""

from collections.abc import Container, Iterable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from rules.events import Seat
from scores.core.access import grants
from scores.core.access.devices import lock_circles
from scores.models import Circle, Claim, Match


def read_seat(text: str, seats: Container[Seat]) -> Seat | None:
    """The seat that a form names; None if it names none of `seats`."""
    is_number = text.isascii() and text.isdigit() and len(text) < 3
    return int(text) if is_number and int(text) in seats else None


def seats_by_phone(match: Match, phones: Iterable[int | None]) -> dict[int, Seat]:
    """The seats of the players who the holders of these phones say they are, by the keys of the phones."""
    seats = match.seats.filter(player__claims__phone__in=[phone for phone in phones if phone])
    return dict(seats.order_by("-position").values_list("player__claims__phone", "position"))


@transaction.atomic
def claim(request: HttpRequest, match: Match, seat: Seat | None) -> None:
    """Say that the holder of this phone is the player of `seat`, or with None nobody of this circle."""
    phone = grants.phone_that_writes(request)
    lock_circles(match.circle)
    phone.claims.filter(player__circle=match.circle_id).delete()
    if seat is not None:
        player = match.seats.get(position=seat).player
        Claim.objects.get_or_create(phone=phone, player=player)


def of_target(target: Circle | Match, asking: UUID | None) -> list[dict[str, Any]]:
    """Who says that he is a player of this circle or match, by the name of the player."""
    rows = _claims(target).select_related("phone", "player").order_by("player__name", "at", "pk")
    this, nameless = _("Este teléfono"), _("Teléfono sin nombre")
    return [
        {
            "pk": row.pk,
            "phone": this if row.phone.uid == asking else row.phone.name or nameless,
            "player": row.player.display_name,
        }
        for row in rows
    ]


def take_back(target: Circle | Match, pk: int) -> None:
    """Take a claim back for its phone; one that is gone already stays gone. With it goes the claim from which
    a merge copied it: it must not come back when the merge is undone."""
    for shown in _claims(target).filter(pk=pk):
        Claim.objects.filter(phone=shown.phone_id, at=shown.at).delete()


def _claims(target: Circle | Match) -> QuerySet[Claim]:
    players = target.players.current() if isinstance(target, Circle) else target.seats.values("player")
    return Claim.objects.filter(player__in=players)
