"""Creates a match or a rematch with its seats, first dealer and rules."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from scores.core import versions
from scores.core.access import grants
from scores.core.match_facts import MatchFacts
from scores.core.matches.dates import clamped, evening
from scores.core.matches.scoresheet import Sheet
from scores.group.circles import room
from scores.group.circles.people import locked_circle, locked_match, players_at_table
from scores.models import CODE_LENGTH, CODE_LETTERS, Circle, Match, Player, Seat, new_code
from scores.table.new_match.page import next_match


@transaction.atomic
def start_match(
    circle: Circle,
    key: UUID,
    facts: MatchFacts,
    names: Sequence[str],
    *,
    uids: Mapping[int, UUID] | None = None,
    previous: Match | None = None,
    happened_at: datetime | None = None,
) -> Match:
    """Create a match with its seats in the order of `names`; return the match of this form key if it exists.

    Raises GroupFull, as `rematch` does. `uids` says which players have some of these names. As a rematch of
    `previous`, return an unfinished one that began alike, whoever started it.
    `happened_at` is when it began by the clock of the phone.
    """
    previous = previous and locked_match(previous)
    circle = locked_circle(previous.circle_id if previous else circle.pk)
    started = circle.matches.filter(uid=uid_of(key)).first()
    if started:
        return started
    players = players_at_table(circle, names, uids)
    began = {"first_dealer": facts.first_dealer, "direction": facts.direction}
    if previous:
        rematches = previous.rematches.not_deleted().filter(finished_at=None, **began)
        for match in rematches.filter(players_at_start=len(players)):
            seated = [seat.player for seat in match.read_seats()[: len(players)]]
            if seated == players and match.rules == facts.ruleset:
                return match
    return _seated(circle, key, facts, players, clamped(happened_at), previous)


@transaction.atomic
def rematch(match: Match, key: UUID | None = None, happened_at: datetime | None = None) -> Match:
    """A match of the same people, order and current rules; who would have dealt next deals first.

    Returns the rematch of this form key if it exists, else the rematch that is not finished.
    """
    match = locked_match(match)
    started = match.rematches.filter(uid=uid_of(key)).first() if key else None
    unfinished = started or match.rematches.not_deleted().filter(finished_at=None).first()
    if unfinished:
        return unfinished
    sheet = Sheet(match)
    again, players = next_match(sheet), {seat.position: seat.player for seat in sheet.seats}
    circle, stayed = locked_circle(match.circle_id), [players[seat] for seat in again.seats]
    return _seated(circle, key or uuid4(), again.facts, stayed, clamped(happened_at), match)


def _seated(
    circle: Circle,
    key: UUID,
    facts: MatchFacts,
    players: Sequence[Player],
    time: datetime,
    previous: Match | None = None,
) -> Match:
    """Create a match with these players, and share it as the rematch of `previous`."""
    room.verify_room(circle)
    code = code_of(key)
    match = Match.objects.create(
        **{**facts.dump(), "played_on": facts.played_on or evening(circle, time)},
        circle=circle,
        uid=uid_of(key),
        code=new_code() if Match.objects.filter(code=code).exists() else code,
        players_at_start=len(players),
        created_at=time,
        previous=previous,
    )
    Seat.objects.bulk_create(
        Seat(match=match, position=position, player=player) for position, player in enumerate(players)
    )
    if previous:
        grants.copy_grants(previous, match)
        versions.bump(Match.objects.filter(pk=previous.pk))  # their boards then show it
    return match


def uid_of(key: UUID) -> UUID:
    """The uid of the match of a form: it is exported, so it must not reveal the secret of the form."""
    return uuid5(key, "match")


def code_of(key: UUID) -> str:
    """The code of the match that a form with this secret key starts, as unguessable as `models.new_code`.

    A phone computes the same. So nobody can choose the code of a match: each letter is a pair of bytes of the
    SHA-256 digest of "match " and the 32 digits of the key.
    """
    digest = sha256(f"match {key.hex}".encode()).digest()
    pairs = (digest[place : place + 2] for place in range(0, 2 * CODE_LENGTH, 2))
    return "".join(CODE_LETTERS[int.from_bytes(pair) % len(CODE_LETTERS)] for pair in pairs)
