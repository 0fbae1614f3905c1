"""The card on a table: a link that is the same all night, and gives only what is played there now.

A phone that scanned it keeps score at that table. When a round is published its phones keep score in the new
match, and only watch the one before. Whatever changes these rights locks the night first.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from scores.core import versions
from scores.core.access import grants, letters, link_key, phones, rights_log, sources
from scores.core.access.sources import Loss, RightsSource
from scores.models import Circle, Grant, Match, Phone, Role, Way
from scores.night.models import Night, NightEntry, Place, PlaceGrant, Sitting

# after the last entry of a night the letters of its cards lead nowhere any more
GOES_ON = timedelta(days=1)


def give_letters(places: Sequence[Place]) -> None:
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


def path_of_letters(digest: str) -> str:
    """The path of the card with these letters, if its night goes on; else empty."""
    lately = NightEntry.objects.filter(
        night=OuterRef("night"), at__gt=timezone.now() - GOES_ON
    )
    places = Place.objects.select_related("night").filter(
        digest=digest, night__finished_at=None, night__deleted_at=None
    )
    place = places.filter(Exists(lately)).first()
    return link_path(place) if place else ""


def link_path(place: Place) -> str:
    """The path in the QR code of the card. The same until the link is renewed."""
    token = link_key.token(_secret(place))
    return reverse("place-link", args=[place.night.code, place.number, token])


def place_of_link(
    code: str, number: int, token: str, *, to_take: bool = False
) -> Place:
    """The table of a card. Raises Http404 if the link was renewed or forged, or the night is over. `to_take`
    locks the night, so that no round is published and no link renewed before the rights are given."""
    nights = Night.objects.filter(code=code, finished_at=None, deleted_at=None)
    night = (nights.select_for_update(no_key=True) if to_take else nights).first()
    place = night and night.places.filter(number=number).first()
    if place is None:
        raise Http404
    place.night = night
    if not link_key.is_token(token, _secret(place)):
        rights_log.log_refused(night.circle, Role.SCORE)
        raise Http404
    return place


def match_now(place: Place) -> Match | None:
    """What is played at that table in the last round; None if nobody sits there."""
    last = (
        Sitting.objects.filter(place__night=place.night_id).order_by("-round").first()
    )
    sitting = (
        last and place.sittings.filter(round=last.round).select_related("match").first()
    )
    return sitting.match if sitting and sitting.match.deleted_at is None else None


def scan(place: Place, phone: Phone) -> Match | None:
    """The phone keeps score at that table from now on. `place` is from a link that it takes."""
    _give(place, phone, Way.LINK)
    match = match_now(place)
    if match is not None:
        grants.grant(phone, match, Role.SCORE, Way.LINK, by_link=True, is_news=False)
    return match


def _give(place: Place, phone: Phone, way: Way) -> None:
    granted, is_new = PlaceGrant.objects.get_or_create(place=place, phone=phone)
    if is_new:
        rights_log.log_given(granted.target, granted.role, phone.uid, way)


def of_numbers(night: Night, numbers: Iterable[int]) -> dict[int, Place]:
    """The tables with these numbers; they are there from now on."""
    wanted = night.places.filter(number__in=numbers)
    missing = set(numbers) - set(wanted.values_list("number", flat=True))
    Place.objects.bulk_create(
        [Place(night=night, number=number) for number in sorted(missing)],
        ignore_conflicts=True,
    )
    place_of_number = {place.number: place for place in wanted.all()}
    give_letters([place for place in place_of_number.values() if not letters_of(place)])
    return place_of_number


def locked_rounds(night: Night, *numbers: int) -> list[Match]:
    """The matches of these rounds, locked: before their circle, and that before the night."""
    sat = Match.objects.filter(sitting__place__night=night, sitting__round__in=numbers)
    return list(sat.locked().order_by("pk"))


def hand_over(night: Night, number: int) -> None:
    """Whoever kept score at a table of the round before `number` only watches it now. The night is locked."""
    end_round(locked_rounds(night, number - 1))


def end_round(matches: Collection[Match]) -> None:
    """Whoever kept score in these matches only watches them now, also who took a link of one: those links are
    renewed. The matches are locked."""
    lost = list(
        Grant.objects.filter(match__in=matches, role=Role.SCORE).select_related(
            "match", "phone"
        )
    )
    changed = Match.objects.filter(pk__in=[match.pk for match in matches])
    changed.update(score_generation=F("score_generation") + 1)
    versions.bump(changed)
    Grant.objects.filter(pk__in=[grant.pk for grant in lost]).update(
        role=Role.WATCH, by_link=False
    )
    for grant in lost:
        rights_log.log_copied(grant.match, Role.WATCH, grant.phone.uid)


def seat_phones(sittings: Iterable[Sitting]) -> None:
    """The phones of each table keep score in this match of it. That is no news to the owners."""
    match_at = {sitting.place_id: sitting.match for sitting in sittings}
    holders = PlaceGrant.objects.filter(place__in=match_at).select_related("phone")
    given = [
        Grant(
            phone=held_grant.phone,
            match=match_at[held_grant.place_id],
            role=Role.SCORE,
            by_link=True,
            granted_at=held_grant.granted_at,
        )
        for held_grant in holders
    ]
    Grant.objects.bulk_create(given, ignore_conflicts=True)
    for grant in given:
        rights_log.log_copied(grant.match, Role.SCORE, grant.phone.uid)


def take_grants(lost: QuerySet[Grant]) -> None:
    """The phones have no right to these matches any more. That is no news to the owners."""
    for grant in lost.select_related("match", "phone"):
        rights_log.log_copied(grant.match, Role.NONE, grant.phone.uid)
    lost.delete()


def hand_back(night: Night, number: int) -> None:
    """The phones of the tables of that round keep score in it again: the next one was taken back."""
    sittings = Sitting.objects.filter(place__night=night, round=number)
    of_table = Q(phone__place_grants__place=F("match__sitting__place"))
    lowered = Grant.objects.filter(of_table, match__sitting__in=sittings)
    take_grants(lowered.filter(role__lt=Role.SCORE))
    seat_phones(sittings.select_related("match"))
    versions.bump(Match.objects.filter(sitting__in=sittings))


@transaction.atomic
def renew(place: Place) -> None:
    """Print a new card: the old one gives nothing, and its phones lose every match of this table."""
    first = (
        Match.objects.filter(sitting__place=place).order_by("sitting__round").first()
    )
    if first is not None:
        phones.lock(first)
        holders = list(place.grants.values_list("phone", flat=True))
        phones.lower(first, holders, Role.NONE)
    _lock_nights(Night.objects.filter(pk=place.night_id))
    _take(place.grants.all(), Way.OWNER)
    renew_cards(Place.objects.filter(pk=place.pk))


class CardLinks(RightsSource):
    """A phone that scanned the card of a table keeps score there from round to round."""

    models = (PlaceGrant,)

    def rows_of(self, phone: Phone) -> Sequence[PlaceGrant]:
        return list(_with_targets(PlaceGrant.objects.filter(phone=phone)))

    def matches_after(self, matches: Iterable[int]) -> Iterable[int]:
        """Those of the later rounds at the same table."""
        later = Q(pk__in=())
        for place, number in Sitting.objects.filter(match__in=matches).values_list(
            "place", "round"
        ):
            later |= Q(place=place, round__gt=number)
        return Sitting.objects.filter(later).values_list("match", flat=True)

    def lock(self, target: Circle | Match, matches: Iterable[int]) -> None:
        is_circle = isinstance(target, Circle)
        of = (
            Q(circle__in=phones.circles_of(target))
            if is_circle
            else Q(places__sittings__match__in=matches)
        )
        _lock_nights(Night.objects.filter(of))

    def lower(self, loss: Loss) -> None:
        places = _places_of(loss.target)
        held = PlaceGrant.objects.filter(place__in=places, phone__in=loss.phones)
        if loss.kept >= Role.SCORE:
            held = held.none()
        shown = places if loss.is_of_owner else places.filter(grants__in=held)
        keys = list(shown.values_list("pk", flat=True))
        _take(held, Way.OWNER)
        renew_cards(Place.objects.filter(pk__in=keys))

    def separate(self, circle: Circle, other: Circle, since: datetime) -> None:
        places = Place.objects.filter(night__circle=circle)
        taken = PlaceGrant.objects.filter(place__in=places, granted_at__gte=since)
        _take(taken.filter(phone__in=sources.strangers(circle, other)), Way.MERGE)
        renew_cards(places)

    def give(self, old: Phone, phone: Phone, way: Way) -> None:
        _lock_nights(
            Night.objects.filter(Q(places__grants__phone=old) | Q(grants__phone=old))
        )
        for granted in self.rows_of(old):
            _give(granted.place, phone, way)


def _places_of(target: Circle | Match) -> QuerySet[Place]:
    if isinstance(target, Circle):
        return Place.objects.filter(night__circle__in=phones.circles_of(target))
    sat = Sitting.objects.filter(match__in=phones.keys_below(target))
    return Place.objects.filter(pk__in=list(sat.values_list("place", flat=True)))


def _lock_nights(nights: QuerySet[Night]) -> None:
    pks = nights.order_by().values("pk")
    list(
        Night.objects.select_for_update(no_key=True)
        .filter(pk__in=pks)
        .order_by("pk")
        .values_list("pk")
    )


def _with_targets(granted: QuerySet[PlaceGrant]) -> QuerySet[PlaceGrant]:
    return granted.select_related("place__night", "phone").order_by("pk")


def _take(granted: QuerySet[PlaceGrant], way: Way) -> None:
    rights_log.log_lowered(_with_targets(granted), Role.NONE, way)
    granted.delete()


def renew_cards(places: QuerySet[Place]) -> None:
    """The old cards give nothing; whoever has one of these tables keeps it. A night that is over can be
    reopened, so its cards are renewed too."""
    renewed = list(places)
    Place.objects.filter(pk__in=[place.pk for place in renewed]).update(
        score_generation=F("score_generation") + 1
    )
    give_letters(renewed)


def _secret(place: Place) -> str:
    """What the token of the link is made of. Not the uid of the night, which every copy of the group has."""
    return f"place:{place.night.code}:{place.number}:{place.score_generation}"
