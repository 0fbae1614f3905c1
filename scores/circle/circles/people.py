"""The circles of a phone and the players of a circle: looked up by name, created, claimed; the usual table;
how much a circle may hold: far more than a group plays in its life, and so much that it stays cheap."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import F, Prefetch, QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from rules.numbers import whole_number
from scores.core import versions
from scores.core.access import grants, phone_cookie
from scores.core.access.phones import lock_circles
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.core.merges import merge_targets
from scores.core.notation.names import joined_names, name_key, same_name, unique_names
from scores.models import (
    Circle,
    Claim,
    Entry,
    Match,
    Phone,
    Player,
    Role,
    Seat,
)

Named = TypeVar("Named", bound=Any)  # what has a name
COLOURS = 8
RECENT_SEATS = 100  # whose names are offered for a new match
MATCHES_READ = 20  # for the usual table
MOST_MATCHES = 20_000  # of a circle
MOST_ENTRIES = 300_000  # with MOST_MATCHES about forty years of four matches a week
LONGEST_LOG = 800  # entries of a match, roughly
WARNED_FROM = 90  # percent

FULL: Promise = gettext_lazy(
    "El grupo está lleno: empieza en otro grupo. Aquí todo se puede seguir viendo, corrigiendo y llevando."
)


class CircleFull(Exception):
    """The circle can hold no more matches. Those that are there can be played on, corrected and exported."""


def verify_room(circle: Circle, matches: int = 1, entries: int = 0) -> None:
    """Raise CircleFull if the circle cannot hold so many more."""
    if used_percent(circle, matches, entries) > 100:
        raise CircleFull


def used_percent(circle: Circle, matches: int = 0, entries: int = 0) -> float:
    """How full the circle is, with so many more. The bin counts: it can be restored."""
    matches += circle.matches.count()
    if (
        matches * LONGEST_LOG * 100 >= MOST_ENTRIES * WARNED_FROM
    ):  # else there is no need to count
        entries += Entry.objects.filter(match__circle=circle).count()
    return 100 * max(matches / MOST_MATCHES, entries / MOST_ENTRIES)


# Circles


def circle_for_new_match(phone: Phone, chosen: Circle | None) -> Circle:
    """The chosen circle, else one that the phone owns, else a new one."""
    existing = chosen or _owned_circle(phone) or _owned_circle(_locked_phone(phone))
    return existing or _create_circle(phone, uuid4())


def new_circle(phone: Phone, key: UUID) -> Circle:
    """The circle created with this form key: a repeated POST gets the same circle."""
    uid = uuid5(key, "circle")
    matching = Circle.objects.filter(uid=uid)
    circle = matching.first() or (_locked_phone(phone) and matching.first())
    if circle is None:
        return _create_circle(phone, uid)
    is_ours = circle.grants.filter(phone=phone, role=Role.OWN).exists()
    return circle.after_merges() if is_ours else _create_circle(phone, uuid4())


def _owned_circle(phone: Phone) -> Circle | None:
    owned = Circle.objects.filter(grants__phone=phone, grants__role=Role.OWN)
    return owned.current().order_by("pk").first()


def _locked_phone(phone: Phone) -> Phone:
    """Lock the phone for this transaction, so that two POSTs create one circle. Only before creating a
    circle: nobody may hold a phone and wait for an existing circle, because a merge holds circles while it
    writes grants for phones. Rows that only refer to the phone can still be inserted."""
    return Phone.objects.select_for_update(no_key=True).get(pk=phone.pk)


def _create_circle(phone: Phone, uid: UUID) -> Circle:
    circle = Circle.objects.create(uid=uid)
    grants.grant(phone, circle, Role.OWN)
    return circle


def locked_match(match: Match) -> Match:
    """The current row of the match, locked for this transaction."""
    return Match.objects.locked().get(pk=match.pk)


# Players


def seat_for(sheet: Sheet, name: str) -> Seat:
    """The seat of a player who joins: the old seat if joining was undone before, else a new one. The match
    must be locked, or two players who join at once get the same seat."""
    named = persons_named(sheet.match.circle, name)
    for seat in sheet.seats:
        if seat.position not in sheet.board.standings and seat.player in named:
            return seat
    player = player_named(
        sheet.match.circle, name, [seat.player for seat in sheet.seats]
    )
    return Seat.objects.create(
        match=sheet.match, position=len(sheet.seats), player=player
    )


@transaction.atomic
def change_player(player: Player, **changes: Any) -> bool:
    """Another name or face, also on the boards of their matches. False for a name that was erased."""
    # locks matches, which come before players
    versions.bump(Match.objects.filter(seats__player=player))
    changed = Player.objects.filter(pk=player.pk, erased_at=None).update(**changes)
    bump_nights(player.circle)
    return bool(changed)


def bump_nights(circle: Circle) -> None:
    """Raise the version of the nights: the pages that follow them show names, the hall after the end too."""
    circle.after_merges().nights.update(
        version=F("version") + 1, written_at=timezone.now()
    )


def players_at_table(
    circle: Circle, names: Sequence[str], uids: Mapping[int, UUID] | None = None
) -> list[Player]:
    """A player for each name, nobody twice; where `uids` has its index, the player with that uid if any, who
    is of the circle again."""
    seated: dict[int, Player] = {}
    for index, uid in (uids or {}).items():
        player = circle.players.filter(uid=uid).first()
        if player and (player := player.after_merges()) not in seated.values():
            seated[index] = player
    mistyped = [player.pk for player in seated.values() if player.is_gone]
    if mistyped:
        Player.objects.filter(pk__in=mistyped).update(is_gone=False)
    for index, name in enumerate(names):
        if index not in seated:
            seated[index] = player_named(circle, name, list(seated.values()))
    return [seated[index] for index in range(len(names))]


def player_named(circle: Circle, name: str, taken: Sequence[Player]) -> Player:
    """A player with this name who is not in `taken`; created if there is none."""
    for player in persons_named(circle, name):
        if player not in taken:
            return player
    return Player.objects.create(
        circle=circle, name=name, colour=circle.players.count() % COLOURS
    )


def persons_named(circle: Circle, name: str) -> list[Player]:
    """The players with this name, then those who had it before they were merged into another."""
    known = circle.players.filter(is_gone=False).in_bulk()
    targets = merge_targets(circle)
    namesakes = [player for player in known.values() if same_name(player.name, name)]
    namesakes.sort(key=lambda player: player.pk in targets)
    return list(
        dict.fromkeys(known[targets.get(player.pk, player.pk)] for player in namesakes)
    )


def namesakes(
    here: Iterable[Player], there: Iterable[Named]
) -> Iterator[tuple[Named, Player]]:
    """Those of `there` who have a namesake among `here`, each with that player; no player twice."""
    free: dict[str, list[Player]] = {}
    for player in here:
        free.setdefault(name_key(player.name), []).append(player)
    free.pop("", None)  # no name is no namesake
    for person in there:
        if players := free.get(name_key(person.name)):
            yield person, players.pop(0)


def recent_names(circle: Circle | None) -> list[str]:
    """The names of the players of a circle, those who played last first."""
    return recent_names_of([circle])[circle.pk] if circle else []


def recent_names_of(circles: Sequence[Circle]) -> dict[int, list[str]]:
    """The same for several circles, by their keys. One query."""
    seats = Seat.objects.filter(
        player__circle__in=circles, match__deleted_at=None
    ).exclude(player__name="")
    latest = [F("match__created_at").desc(), F("match").desc(), F("position").asc()]
    recency = Window(RowNumber(), partition_by=F("player__circle"), order_by=latest)
    recent = (
        seats.annotate(recency=recency)
        .filter(recency__lte=RECENT_SEATS)
        .order_by("recency")
    )
    names: dict[int, dict[str, None]] = {circle.pk: {} for circle in circles}
    for circle, name in recent.values_list("player__circle", "player__name"):
        names[circle][name] = None
    return {circle: list(called) for circle, called in names.items()}


@dataclass(frozen=True)
class UsualTable:
    """Who plays together most often, and the last match that they played."""

    match: Match
    players: list[Player]  # by their seats in that match

    @property
    def names(self) -> str:
        return joined_names(unique_names([player.name for player in self.players]))

    @property
    def variant(self) -> str:
        return labels.variant_of(self.match)


def usual_table(circle: Circle | None) -> UsualTable | None:
    """The usual table by the last MATCHES_READ matches with a hand; None without any. Of two groups of people
    who met as often, that which met last. Nobody whose name was erased, and no table of a club night, which
    the program seats. Three queries."""
    if circle is None:
        return None
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    played = (
        circle.matches.not_deleted()
        .filter(hands__gt=0, night_table=None)
        .order_by("-played_on", "-created_at", "-pk")
    )
    by_people: dict[frozenset[Player], list[UsualTable]] = {}
    for match in played.prefetch_related(seats, "results")[:MATCHES_READ]:
        # not a seat whose joining was undone
        at_table = {result.seat_id for result in match.results.all()}
        players = [seat.player for seat in match.seats.all() if seat.pk in at_table]
        if all(player.name for player in players):
            by_people.setdefault(frozenset(players), []).append(
                UsualTable(match, players)
            )
    return max(by_people.values(), key=len)[0] if by_people else None


# ¿Quién eres?: the player that the holder of a phone claims to be. A claim holds for the player, so in every
# match in which the player sits. It marks the player's row on the phone and lets the phone call them. It
# gives no right: a phone that may only watch answers no question of buying back in.


def read_seat(request: HttpRequest, seats: Container[int]) -> int | None:
    """The seat that the form names; None if it names none of `seats`."""
    seat = whole_number(request.POST.get("seat", ""))
    return seat if seat in seats else None


def seats_by_phone(match: Match, phones: Iterable[int | None]) -> dict[int, int]:
    """The seats of the players who the holders of these phones say they are, by the keys of the phones."""
    seats = match.seats.filter(
        player__claims__phone__in=[phone for phone in phones if phone]
    )
    return dict(
        seats.order_by("-position").values_list("player__claims__phone", "position")
    )


@transaction.atomic
def claim(request: HttpRequest, match: Match, seat: int | None) -> None:
    """Say that the holder of this phone is the player of `seat`, or with None nobody of this circle."""
    phone = phone_cookie.phone_that_writes(request)
    lock_circles(match.circle)
    phone.claims.filter(player__circle=match.circle_id).delete()
    if seat is not None:
        player = match.seats.get(position=seat).player
        Claim.objects.get_or_create(phone=phone, player=player)


def claims_of(target: Circle | Match) -> QuerySet[Claim]:
    """Who claims to be a player of this circle or match, by the name of the player."""
    players = (
        target.players.current()
        if isinstance(target, Circle)
        else target.seats.values("player")
    )
    claims = Claim.objects.filter(player__in=players).select_related("phone", "player")
    return claims.order_by("player__name", "at", "pk")


def take_back(target: Circle | Match, pk: int) -> None:
    """Take a claim back for its phone; one that is gone already stays gone. With it goes the claim from which
    a merge copied it: it must not come back when the merge is undone."""
    for shown in claims_of(target).filter(pk=pk):
        Claim.objects.filter(phone=shown.phone_id, at=shown.at).delete()
