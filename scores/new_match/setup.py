"""Creates a match or a rematch with its seats, first dealer and rules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from rules.ruleset import Ruleset
from scores import versions
from scores.access import grants
from scores.circles import room
from scores.circles.people import locked_circle, locked_match, player_named
from scores.matches.dates import clamped, evening
from scores.matches.scoresheet import Sheet
from scores.models import Circle, Match, Player, Seat, new_code
from scores.new_match.codes import code_of
from scores.new_match.next_match import next_match


@transaction.atomic
def start_match(
    circle: Circle,
    key: UUID,
    ruleset: Ruleset,
    names: Sequence[str],
    *,
    dealer: int = 0,
    direction: int = Match.Direction.DOWN,
    rules_name: str = "",
    currency: str = "",
    place: str = "",
    note: str = "",
    played_on: date | None = None,
    happened_at: datetime | None = None,
) -> Match:
    """Create a match with its seats in the order of `names`; return the match of this form key if it exists.

    Raises GroupFull, as `rematch` does.
    `happened_at` is when it began by the clock of the phone. Without `played_on` its date is that evening.
    """
    circle = locked_circle(circle.pk)
    started = circle.matches.filter(uid=_uid(key)).first()
    if started:
        return started
    players: list[Player] = []
    for name in names:
        players.append(player_named(circle, name, players))
    called = {"rules_name": rules_name, "currency": currency, "place": place, "note": note}
    time = clamped(happened_at)
    day = played_on or evening(circle, time)
    turns = {"first_dealer": dealer, "direction": direction}
    return _seated(circle, key, ruleset, players, created_at=time, played_on=day, **turns, **called)


@transaction.atomic
def rematch(match: Match, key: UUID | None = None, happened_at: datetime | None = None) -> Match:
    """A match of the same people, order and current rules; who would have dealt next deals first.

    Returns the rematch of this form key if it exists, else the rematch that is not finished.
    """
    match = locked_match(match)
    started = match.rematches.filter(uid=_uid(key)).first() if key else None
    unfinished = started or match.rematches.not_deleted().filter(finished_at=None).first()
    if unfinished:
        return unfinished
    again = _seated_again(match, Sheet(match), key or uuid4(), clamped(happened_at))
    grants.copy_grants(match, again)
    versions.bump(Match.objects.filter(pk=match.pk))
    return again


def _seated_again(match: Match, sheet: Sheet, key: UUID, time: datetime) -> Match:
    circle, again = locked_circle(match.circle_id), next_match(sheet)
    players = {seat.position: seat.player for seat in sheet.seats}
    return _seated(
        circle,
        key,
        again.ruleset,
        [players[seat] for seat in again.seats],
        first_dealer=again.first_dealer,
        direction=match.direction,
        previous=match,
        created_at=time,
        played_on=evening(circle, time),
        place=match.place,
        rules_name=again.rules_name,
        currency=match.currency,
    )


def _seated(
    circle: Circle,
    key: UUID,
    ruleset: Ruleset,
    players: Sequence[Player],
    **fields: Any,
) -> Match:
    room.verify_room(circle)
    match = Match.objects.create(
        circle=circle,
        uid=_uid(key),
        code=_code(key),
        ruleset=ruleset.dump(),
        players_at_start=len(players),
        **fields,
    )
    Seat.objects.bulk_create(
        Seat(match=match, position=position, player=player) for position, player in enumerate(players)
    )
    return match


def _uid(key: UUID) -> UUID:
    """The uid of the match of a form: it is exported, so it must not reveal the secret of the form."""
    return uuid5(key, "match")


def _code(key: UUID) -> str:
    """The code of the match of a form; a random one if another match has it already."""
    code = code_of(key)
    return new_code() if Match.objects.filter(code=code).exists() else code
