"""The card on a table: a link that is the same all night, and gives only what is played there now.

A phone that scanned it keeps score at that table. When a round is published its phones keep score in the new
match, and only watch the one before. Whatever changes these rights locks the night first.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.urls import reverse

from scores.core import versions
from scores.core.access import devices, grants, link_key, rights_log
from scores.models import Grant, Match, Phone, Role, Way
from scores.night.cards import card_letters
from scores.night.models import Place, PlaceGrant, Sitting, Tournament


def link_path(place: Place) -> str:
    """The path in the QR code of the card. The same until the link is renewed."""
    token = link_key.token(_secret(place))
    return reverse("place-link", args=[place.tournament.code, place.number, token])


def path_of_letters(digest: str) -> str:
    """The path of the card with these letters; empty if there is none now."""
    place = card_letters.place_of(digest)
    return link_path(place) if place else ""


def place_of_link(code: str, number: int, token: str, *, to_take: bool = False) -> Place:
    """The table of a card. Raises Http404 if the link was renewed or forged, or the night is over. `to_take`
    locks the night, so that no round is published and no link renewed before the rights are given."""
    nights = Tournament.objects.filter(code=code, finished_at=None)
    night = (nights.select_for_update(no_key=True) if to_take else nights).first()
    place = night and night.places.filter(number=number).first()
    if place is None:
        raise Http404
    place.tournament = night
    if not link_key.is_token(token, _secret(place)):
        rights_log.refused(night.circle, Role.SCORE)
        raise Http404
    return place


def match_now(place: Place) -> Match | None:
    """What is played at that table in the last round; None if nobody sits there."""
    last = Sitting.objects.filter(place__tournament=place.tournament_id).order_by("-round").first()
    sitting = last and place.sittings.filter(round=last.round).select_related("match").first()
    return sitting.match if sitting and sitting.match.deleted_at is None else None


def scan(place: Place, phone: Phone) -> Match | None:
    """The phone keeps score at that table from now on. `place` is from a link that it takes."""
    PlaceGrant.objects.get_or_create(place=place, phone=phone)
    match = match_now(place)
    if match is not None:
        grants.grant(phone, match, Role.SCORE, Way.LINK, by_link=True)
    return match


def of_numbers(night: Tournament, numbers: Iterable[int]) -> dict[int, Place]:
    """The tables with these numbers; they are there from now on."""
    wanted = night.places.filter(number__in=numbers)
    missing = set(numbers) - set(wanted.values_list("number", flat=True))
    Place.objects.bulk_create(
        [Place(tournament=night, number=number) for number in sorted(missing)], ignore_conflicts=True
    )
    found = {place.number: place for place in wanted.all()}
    card_letters.give([place for place in found.values() if not card_letters.shown(place)])
    return found


def locked_round(night: Tournament, number: int) -> list[Match]:
    """The matches of a round, locked: before their circle, and that before the night."""
    sat = Match.objects.filter(sitting__place__tournament=night, sitting__round=number)
    return list(sat.locked().order_by("pk"))


def hand_over(night: Tournament, number: int) -> None:
    """Whoever kept score at a table of the round before `number` only watches it now, also who took a link of
    that match: those links are renewed. The night is locked."""
    matches = locked_round(night, number - 1)
    lost = list(Grant.objects.filter(match__in=matches, role=Role.SCORE).select_related("match", "phone"))
    changed = Match.objects.filter(pk__in=[match.pk for match in matches])
    changed.update(score_generation=F("score_generation") + 1)
    versions.bump(changed)
    Grant.objects.filter(pk__in=[grant.pk for grant in lost]).update(role=Role.WATCH, by_link=False)
    for grant in lost:
        rights_log.copied(grant.match, Role.WATCH, grant.phone.uid)


def seat_phones(sittings: Iterable[Sitting]) -> None:
    """The phones of each table keep score in its new match. That is no news to the owners."""
    match_at = {sitting.place_id: sitting.match for sitting in sittings}
    phones = PlaceGrant.objects.filter(place__in=match_at).select_related("phone")
    given = [
        Grant(phone=one.phone, match=match_at[one.place_id], role=Role.SCORE, by_link=True) for one in phones
    ]
    Grant.objects.bulk_create(given)
    for grant in given:
        rights_log.copied(grant.match, Role.SCORE, grant.phone.uid)


@transaction.atomic
def renew(place: Place) -> None:
    """Print a new card: the old one gives nothing, and its phones lose every match of this table."""
    Tournament.objects.select_for_update(no_key=True).get(pk=place.tournament_id)
    phones = list(place.grants.values_list("phone", flat=True))
    for match in Match.objects.locked().filter(sitting__place=place).order_by("pk"):
        devices.lower(match, phones, Role.NONE)
    place.grants.all().delete()
    Place.objects.filter(pk=place.pk).update(score_generation=F("score_generation") + 1)
    card_letters.give([place])


def _secret(place: Place) -> str:
    """What the token of the link is made of. Not the uid of the night, which every copy of the group has."""
    return f"place:{place.tournament.code}:{place.number}:{place.score_generation}"
