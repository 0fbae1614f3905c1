"""The six letters on the card of a table, for a phone whose camera fails: they lead to the page of the card.

Any number of phones may use them while the night goes on: until a day after the last entry of its log, or
until the card is renewed. A card can so be printed days before.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from scores.core.access import letters
from scores.night.models import NightEntry, Place

GOES_ON = timedelta(days=1)  # after an entry


def give(places: Sequence[Place]) -> None:
    """New letters for these tables."""

    def write() -> None:
        for place in places:
            fresh = letters.new_letters()
            place.nonce = fresh["nonce"]
            place.digest = fresh["digest"]
        Place.objects.bulk_update(places, ["nonce", "digest"])

    if places:
        letters.write_until_unique(write)


def letters_of(place: Place) -> str:
    """Empty for a table that has none, or whose letters were made with another link key."""
    if place.nonce is None:
        return ""
    halves = letters.in_halves(place.nonce)
    return halves if letters.digest_of_typed(halves) == place.digest else ""


def place_of(digest: str) -> Place | None:
    """The table with these letters, if its night goes on."""
    lately = NightEntry.objects.filter(
        night=OuterRef("night"), at__gt=timezone.now() - GOES_ON
    )
    places = Place.objects.select_related("night").filter(
        digest=digest, night__finished_at=None, night__deleted_at=None
    )
    return places.filter(Exists(lately)).first()
