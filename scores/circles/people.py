"""The circles of a phone and the players of a circle: found by name, or made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from scores.access import grants
from scores.matches.scoresheet import Sheet
from scores.models import Circle, Match, Phone, Player, PlayerMerge, Role, Seat
from scores.notation.names import same_name

COLOURS = 8


def circle_for_new_match(phone: Phone, chosen: Circle | None) -> Circle:
    """The circle a new match goes to: the chosen one, the phone's own, or one made now."""
    return chosen or _own(phone) or _own(_held(phone)) or _made(phone, uuid4())


def new_circle(phone: Phone, key: UUID) -> Circle:
    """A circle made by the form with this key: a second tap finds the one that the first made."""
    uid = uuid5(key, "circle")
    known = Circle.objects.filter(uid=uid)
    made = known.first()
    if made is None:
        _held(phone)
        made = known.first()
    if made is None:
        return _made(phone, uid)
    is_ours = made.grants.filter(phone=phone, role=Role.OWN).exists()
    return made.after_merges() if is_ours else _made(phone, uuid4())


def _own(phone: Phone) -> Circle | None:
    owned = phone.grants.filter(role=Role.OWN, circle__isnull=False)
    return Circle.objects.in_use().filter(pk__in=owned.values("circle")).order_by("pk").first()


def _held(phone: Phone) -> Phone:
    """For this transaction alone, but for rows that only name it: two taps make one circle.

    Only by who is about to make one. With a phone held nobody waits for a circle that others know: who merges
    circles holds them while he gives rights to their phones.
    """
    return Phone.objects.select_for_update(no_key=True).get(pk=phone.pk)


def _made(phone: Phone, uid: UUID) -> Circle:
    circle = Circle.objects.create(uid=uid)
    grants.grant(phone, circle, Role.OWN)
    return circle


def locked_match(match: Match) -> Match:
    """The match as it is now, for this transaction alone."""
    return Match.objects.locked().get(pk=match.pk)


def locked_circle(pk: int) -> Circle:
    """The circle for this transaction alone, or the one that it was merged into."""
    circle = Circle.objects.get(pk=pk).after_merges()
    try:
        return _held_circle(circle)
    except _Merged:
        return locked_circle(pk)


class _Merged(Exception):
    """Two circles became one while one of them was waited for."""


@transaction.atomic
def _held_circle(circle: Circle) -> Circle:
    """Raises _Merged, which lets go of it: nobody waits for a circle holding one that is part of it, for who
    merges takes both in the order of their keys."""
    held = Circle.objects.select_for_update().get(pk=circle.pk)
    if held.after_merges() != held:
        raise _Merged
    return held


def seat_for(sheet: Sheet, name: str) -> Seat:
    """The seat at which somebody joins: the one he had if his joining was taken back, else a new one.

    Of a `locked` match, or two who sit down at once would get the same seat.
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


def player_named(circle: Circle, name: str, taken: Sequence[Player]) -> Player:
    """The circle's player of that name who is not taken yet; a namesake or a newcomer is made."""
    for player in persons_named(circle, name):
        if player not in taken:
            return player
    return Player.objects.create(circle=circle, name=name, colour=circle.players.count() % COLOURS)


def persons_named(circle: Circle, name: str) -> list[Player]:
    """The circle's persons of that name, then those who had it before they were merged with another."""
    known = {player.pk: player for player in circle.players.all()}
    keepers = merge_targets(circle)
    named = [player for player in known.values() if same_name(player.name, name)]
    named.sort(key=lambda player: player.pk in keepers)
    return list(dict.fromkeys(known[keepers.get(player.pk, player.pk)] for player in named))


def merge_targets(circle: Circle) -> dict[int, int]:
    """For each person of the circle who was merged with another: who that is now. By their keys."""
    merges = PlayerMerge.objects.filter(undone_at=None, emptied__circle=circle)
    into = dict(merges.values_list("emptied", "kept"))
    return {player: _end_of(into, player) for player in into}


def _end_of(into: Mapping[int, int], player: int) -> int:
    while player in into:
        player = into[player]
    return player


def recent_names(circle: Circle | None) -> list[str]:
    """The names of a circle, those who played last first."""
    if circle is None:
        return []
    seats = Seat.objects.filter(player__circle=circle, match__deleted_at=None).exclude(player__name="")
    seats = seats.order_by("-match__created_at", "position")
    recent = seats.values_list("player__name", flat=True)[:100]
    return list(dict.fromkeys(recent))
