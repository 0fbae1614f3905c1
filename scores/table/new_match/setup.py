"""Creates a match or a rematch; and what a phone needs of its groups for that, as one JSON document."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple, TypedDict
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import F, Window, prefetch_related_objects
from django.db.models.functions import RowNumber
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import get_language

from rules.ruleset import Ruleset
from scores.circle.circles import people
from scores.circle.circles.people import locked_match, players_at_table
from scores.core import versions
from scores.core.access import grants, phone_cookie, rights
from scores.core.match_facts import MatchFacts
from scores.core.matches.dates import clamped_time, evening, utc_offset
from scores.core.matches.scoresheet import Sheet
from scores.core.merges import locked_circle, merge_targets
from scores.core.notation.names import same_name
from scores.core.notation.shown_names import unmarked_text
from scores.models import (
    CODE_LENGTH,
    CODE_LETTERS,
    Circle,
    HouseRules,
    Match,
    Player,
    Role,
    Seat,
    new_code,
)
from scores.table.board.document import STATIC_FILES
from scores.table.new_match.circles import StoredCircles, usual_currency
from scores.table.new_match.page import NEW, chosen_circle, next_match
from scores.table.offline.without_server import DRAWN


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
    """Create a match with its seats in the order of `names`, or return the match of this form key; as a
    rematch of `previous` an unfinished one that began alike. Raises CircleFull. `uids` says which players
    have some of these names, `happened_at` when it began by the clock of the phone.
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
    return _create_match(
        circle, key, facts, players, clamped_time(happened_at), previous
    )


@transaction.atomic
def rematch(
    match: Match, key: UUID | None = None, happened_at: datetime | None = None
) -> Match:
    """The rematch of this form key, or the one that is not finished, or a new one of the same people."""
    match = locked_match(match)
    started = match.rematches.filter(uid=uid_of(key)).first() if key else None
    unfinished = (
        started or match.rematches.not_deleted().filter(finished_at=None).first()
    )
    if unfinished:
        return unfinished
    sheet = Sheet(match)
    again = next_match(sheet)
    players = {seat.position: seat.player for seat in sheet.seats}
    circle = locked_circle(match.circle_id)
    stayed = [players[seat] for seat in again.seats]
    return _create_match(
        circle, key or uuid4(), again.facts, stayed, clamped_time(happened_at), match
    )


def _create_match(
    circle: Circle,
    key: UUID,
    facts: MatchFacts,
    players: Sequence[Player],
    time: datetime,
    previous: Match | None = None,
) -> Match:
    """Create a match with these players, and share it as the rematch of `previous`."""
    (match,) = _create_matches(circle, [NewTable(key, facts, players)], time, previous)
    if previous:
        grants.copy_grants(previous, match)
        versions.bump(Match.objects.filter(pk=previous.pk))  # their boards then show it
    return match


class NewTable(NamedTuple):
    """Who sits down to what; `key` is that of the form, or of what else starts the match. `night_table` is
    the number of the table in a club night."""

    key: UUID
    facts: MatchFacts
    players: Sequence[Player]
    night_table: int | None = None


@transaction.atomic
def start_tables(circle: Circle, tables: Sequence[NewTable]) -> list[Match]:
    """Create a match for each table, in as many queries for 24 as for 4. Raises CircleFull."""
    return _create_matches(locked_circle(circle.pk), tables, timezone.now())


def _create_matches(
    circle: Circle,
    tables: Sequence[NewTable],
    time: datetime,
    previous: Match | None = None,
) -> list[Match]:
    people.verify_room(circle, len(tables))
    codes = [code_of(table.key) for table in tables]
    taken = set(Match.objects.filter(code__in=codes).values_list("code", flat=True))
    matches = [
        Match(
            **{
                **table.facts.dump(),
                "played_on": table.facts.played_on or evening(circle, time),
            },
            circle=circle,
            uid=uid_of(table.key),
            code=new_code() if code in taken else code,
            players_at_start=len(table.players),
            night_table=table.night_table,
            created_at=time,
            previous=previous,
        )
        for code, table in zip(codes, tables, strict=True)
    ]
    for match in matches:
        match.sought = match.search_text
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(
        Seat(match=match, position=position, player=player)
        for match, table in zip(matches, tables, strict=True)
        for position, player in enumerate(table.players)
    )
    return matches


def remember_rules(match: Match, save_as: str) -> None:
    """Save the rules of a new match under a name; or put those saved rules first whose name it has."""
    if save_as:
        save_rules(match.circle, save_as, match.rules)
    elif match.rules_name:
        match.circle.house_rules.filter(name=match.rules_name).update(
            used_at=timezone.now()
        )


def save_rules(circle: Circle, name: str, ruleset: Ruleset) -> HouseRules:
    """Save rules under a name; rules of the same name are replaced."""
    same = (rules for rules in circle.house_rules.all() if same_name(rules.name, name))
    rules = next(same, None) or HouseRules(circle=circle)
    rules.name = name
    rules.ruleset = ruleset.dump()
    rules.used_at = timezone.now()
    rules.save()
    return rules


def uid_of(key: UUID) -> UUID:
    """The uid of the match of a form: it is exported, so it must not reveal the secret of the form."""
    return uuid5(key, "match")


def code_of(key: UUID) -> str:
    """The code of the match that a form with this secret key starts, as unguessable as `models.new_code`.

    A phone computes the same. So nobody can choose the code of a match: each letter is a pair of bytes of the
    SHA-256 digest of "match " and the 32 digits of the key.
    """
    digest = sha256(f"match {key.hex}".encode()).digest()
    pairs = (digest[index : index + 2] for index in range(0, 2 * CODE_LENGTH, 2))
    return "".join(
        CODE_LETTERS[int.from_bytes(pair) % len(CODE_LETTERS)] for pair in pairs
    )


# The groups of a phone as one JSON document, which `phone/runtime/new_match.py` reads


# raised when a phone that knows only the format before would misread a document
FORMAT = 1


def facts_of_circles(request: HttpRequest) -> dict[str, Any]:
    """The document, with the groups in which this phone may start a match, the one used last first. As many
    queries for twenty groups as for one. `utc_offset` is in minutes; that of the site besides.
    """
    circles = StoredCircles(request).in_order
    now = timezone.now()
    prefetch_related_objects(circles, "house_rules")
    roles = rights.roles_in_circles(request)
    last = _last_matches(circles)
    recent = people.recent_names_of(circles)
    persons = _persons(circles)
    files = STATIC_FILES if settings.HAS_SERVER else (*STATIC_FILES, *DRAWN)
    groups = [
        {
            "code": circle.code,
            "name": circle.display_name,
            "role": int(roles.get(circle.pk, Role.NONE)),
            "utc_offset": utc_offset(circle, now),
            "house_rules": [
                [rules.pk, rules.name, rules.ruleset]
                for rules in circle.house_rules.all()
            ],
            "last": last.get(circle.pk),
            "recent": recent[circle.pk],
            **persons[circle.pk],
        }
        for circle in circles
    ]
    return {
        "format": FORMAT,
        "language": get_language(),
        "utc_offset": utc_offset(Circle(), now),
        "currency": usual_currency(request),
        "groups": groups,
        "poll_ms": settings.POLL_MS,
        "static": {path: static(path) for path in files},
    }


class NamedPlayers(TypedDict):
    """The players of a circle, in a document."""

    people: list[str]  # their names
    uids: list[str]  # beside them
    # Each name that a player has or had, with the index among `people`, in the order in which the server
    # looks for a typed name
    called: list[list[str | int]]
    faces: list[list[str | int | None]]  # index, emoji and colour of those who have one


def _persons(circles: Sequence[Circle]) -> dict[int, NamedPlayers]:
    """For each circle by its key."""
    targets = merge_targets(*circles)
    players: dict[int, list[Player]] = {circle.pk: [] for circle in circles}
    for player in Player.objects.filter(circle__in=circles):
        players[player.circle_id].append(player)
    return {circle: _named_players(known, targets) for circle, known in players.items()}


def _named_players(
    players: Sequence[Player], targets: Mapping[int, int]
) -> NamedPlayers:
    current = [player for player in players if player.pk not in targets]
    indices = {player.pk: index for index, player in enumerate(current)}
    merged = [player for player in players if player.pk in targets]
    called: list[list[str | int]] = [
        [player.name, indices[targets.get(player.pk, player.pk)]]
        for player in (*current, *merged)
    ]
    faces: list[list[str | int | None]] = [
        [indices[player.pk], player.emoji, player.chosen_colour]
        for player in current
        if player.emoji or player.chosen_colour is not None
    ]
    return NamedPlayers(
        people=[unmarked_text(player.display_name) for player in current],
        uids=[str(player.uid) for player in current],
        called=called,
        faces=faces,
    )


def _last_matches(circles: Sequence[Circle]) -> dict[int, dict[str, Any]]:
    """What the form needs of the last match of each circle, by the key of the circle."""
    latest = [F("created_at").desc(), F("pk").desc()]
    newest = Window(RowNumber(), partition_by=F("circle"), order_by=latest)
    matches = (
        Match.objects.not_deleted()
        .filter(circle__in=circles)
        .annotate(newest=newest)
        .filter(newest=1)
    )
    rows = matches.values("circle", "code", "ruleset", "currency")
    return {row.pop("circle"): row for row in rows}


def circle_to_start_in(
    request: HttpRequest, circles: StoredCircles, code: str, key: UUID
) -> Circle:
    """The circle of that code, the one used last, or a new one. `key` is the secret of the form."""
    phone = phone_cookie.phone_that_writes(request, key)
    if code == NEW:
        return people.new_circle(phone, key)
    return people.circle_for_new_match(phone, chosen_circle(circles, code))
