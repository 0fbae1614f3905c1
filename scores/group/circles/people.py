"""The circles of a phone and the players of a circle: looked up by name, or created; and the usual table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import F, Prefetch, Window
from django.db.models.functions import RowNumber

from scores.core.access import grants
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import disambiguated, joined, name_key, same_name
from scores.models import Circle, Match, Phone, Player, PlayerMerge, Role, Seat

Named = TypeVar("Named", bound=Any)  # what has a name
COLOURS = 8
RECENT_SEATS = 100  # whose names are offered for a new match
MATCHES_READ = 20  # for the usual table


def circle_for_new_match(phone: Phone, chosen: Circle | None) -> Circle:
    """The chosen circle, else one that the phone owns, else a new one."""
    return (
        chosen
        or _owned_circle(phone)
        or _owned_circle(_locked_phone(phone))
        or _create_circle(phone, uuid4())
    )


def new_circle(phone: Phone, key: UUID) -> Circle:
    """The circle created with this form key: a repeated POST gets the same circle."""
    uid = uuid5(key, "circle")
    matching = Circle.objects.filter(uid=uid)
    circle = matching.first()
    if circle is None:
        _locked_phone(phone)
        circle = matching.first()
    if circle is None:
        return _create_circle(phone, uid)
    is_ours = circle.grants.filter(phone=phone, role=Role.OWN).exists()
    return circle.after_merges() if is_ours else _create_circle(phone, uuid4())


def _owned_circle(phone: Phone) -> Circle | None:
    owned = phone.grants.filter(role=Role.OWN, circle__isnull=False)
    return Circle.objects.current().filter(pk__in=owned.values("circle")).order_by("pk").first()


def _locked_phone(phone: Phone) -> Phone:
    """Lock the phone for this transaction, so that two POSTs create one circle.

    Only before creating a circle: nobody may hold a phone and wait for an existing circle, because a merge
    holds circles while it writes grants for phones. Rows that only refer to the phone can still be inserted.
    """
    return Phone.objects.select_for_update(no_key=True).get(pk=phone.pk)


def _create_circle(phone: Phone, uid: UUID) -> Circle:
    circle = Circle.objects.create(uid=uid)
    grants.grant(phone, circle, Role.OWN)
    return circle


def locked_match(match: Match) -> Match:
    """The current row of the match, locked for this transaction."""
    return Match.objects.locked().get(pk=match.pk)


class _MergedMeanwhile(Exception):
    """The circle was merged into another while this waited for its lock."""


def locked_circle(pk: int) -> Circle:
    """The circle, or the one that it was merged into, locked for this transaction.

    Leaving the savepoint releases the lock of a circle that was merged meanwhile. Otherwise two transactions
    could deadlock: a merge locks both circles in the order of their keys.
    """
    while True:
        target = Circle.objects.get(pk=pk).after_merges()
        with suppress(_MergedMeanwhile), transaction.atomic():
            locked = Circle.objects.select_for_update().get(pk=target.pk)
            if locked.after_merges() != locked:
                raise _MergedMeanwhile
            return locked


def seat_for(sheet: Sheet, name: str) -> Seat:
    """The seat of a player who joins: the old seat if joining was undone before, else a new one.

    The match must be locked, or two players who join at once get the same seat.
    """
    at_table = sheet.board.standings
    free = [seat for seat in sheet.seats if seat.position not in at_table]
    named = persons_named(sheet.match.circle, name)
    for seat in free:
        if seat.player in named:
            return seat
    taken = [seat.player for seat in sheet.seats]
    player = player_named(sheet.match.circle, name, taken)
    return Seat.objects.create(match=sheet.match, position=len(sheet.seats), player=player)


def players_at_table(
    circle: Circle, names: Sequence[str], uids: Mapping[int, UUID] | None = None
) -> list[Player]:
    """A player for each name, nobody twice; where `uids` has the place of a name, the player with that uid,
    if the circle has one.
    """
    seated: dict[int, Player] = {}
    for place, uid in (uids or {}).items():
        player = circle.players.filter(uid=uid).first()
        if player and (player := player.after_merges()) not in seated.values():
            seated[place] = player
    for place, name in enumerate(names):
        if place not in seated:
            seated[place] = player_named(circle, name, list(seated.values()))
    return [seated[place] for place in range(len(names))]


def player_named(circle: Circle, name: str, taken: Sequence[Player]) -> Player:
    """A player with this name who is not in `taken`; created if there is none."""
    for player in persons_named(circle, name):
        if player not in taken:
            return player
    return Player.objects.create(circle=circle, name=name, colour=circle.players.count() % COLOURS)


def persons_named(circle: Circle, name: str) -> list[Player]:
    """The players with this name, then those who had it before they were merged into another."""
    known = {player.pk: player for player in circle.players.all()}
    targets = merge_targets(circle)
    namesakes = [player for player in known.values() if same_name(player.name, name)]
    namesakes.sort(key=lambda player: player.pk in targets)
    return list(dict.fromkeys(known[targets.get(player.pk, player.pk)] for player in namesakes))


def namesakes(here: Iterable[Player], there: Iterable[Named]) -> Iterator[tuple[Named, Player]]:
    """Those of `there` who have a namesake among `here`, each with that player; no player twice."""
    free: dict[str, list[Player]] = {}
    for player in here:
        free.setdefault(name_key(player.name), []).append(player)
    free.pop("", None)  # no name is no namesake
    for person in there:
        if players := free.get(name_key(person.name)):
            yield person, players.pop(0)


def merge_targets(*circles: Circle) -> dict[int, int]:
    """For every merged player of the circles the player it is now, both by key."""
    merges = PlayerMerge.objects.filter(undone_at=None, emptied__circle__in=circles)
    into = dict(merges.values_list("emptied", "kept"))
    targets = {}
    for player in into:
        target = player
        while target in into:
            target = into[target]
        targets[player] = target
    return targets


def recent_names(circle: Circle | None) -> list[str]:
    """The names of the players of a circle, those who played last first."""
    return recent_names_of([circle])[circle.pk] if circle else []


def recent_names_of(circles: Sequence[Circle]) -> dict[int, list[str]]:
    """The same for several circles, by their keys. One query."""
    seats = Seat.objects.filter(player__circle__in=circles, match__deleted_at=None).exclude(player__name="")
    latest = [F("match__created_at").desc(), F("match").desc(), F("position").asc()]
    place = Window(RowNumber(), partition_by=F("player__circle"), order_by=latest)
    recent = seats.annotate(place=place).filter(place__lte=RECENT_SEATS).order_by("place")
    names: dict[int, dict[str, None]] = {circle.pk: {} for circle in circles}
    for circle, name in recent.values_list("player__circle", "player__name"):
        names[circle][name] = None
    return {circle: list(called) for circle, called in names.items()}


@dataclass(frozen=True)
class UsualTable:
    """Who plays together most often, and the last match that they played."""

    circle: Circle
    match: Match
    players: list[Player]  # by their places in that match

    @property
    def names(self) -> str:
        return joined(disambiguated([player.name for player in self.players]))

    @property
    def variant(self) -> str:
        return labels.variant_of(self.match)


def usual_table(circle: Circle | None) -> UsualTable | None:
    """The usual table by the last MATCHES_READ matches with a hand; None without any.

    Of two groups of people who met as often, that which met last. Nobody whose name was erased.
    Three queries.
    """
    if circle is None:
        return None
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    played = circle.matches.not_deleted().filter(hands__gt=0).order_by("-played_on", "-created_at", "-pk")
    by_people: dict[frozenset[Player], list[UsualTable]] = {}
    for match in played.prefetch_related(seats, "results")[:MATCHES_READ]:
        at_table = {result.seat_id for result in match.results.all()}  # not a seat whose joining was undone
        players = [seat.player for seat in match.seats.all() if seat.pk in at_table]
        if all(player.name for player in players):
            by_people.setdefault(frozenset(players), []).append(UsualTable(circle, match, players))
    return max(by_people.values(), key=len)[0] if by_people else None
