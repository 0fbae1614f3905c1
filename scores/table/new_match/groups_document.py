"""The groups of a phone as one JSON document: all that it needs to start a match with no signal.

`phone/runtime/groups_document.py` reads it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db.models import F, Window, prefetch_related_objects
from django.db.models.functions import RowNumber
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import get_language

from scores.core.access import grants
from scores.core.house_rules.starting_rules import LIKE
from scores.core.matches.dates import utc_offset
from scores.group.circles import people
from scores.models import Circle, HouseRules, Match, Player, Role
from scores.table.board.document import STATIC_FILES

FORMAT = 1  # raised when a phone that knows only the format before would misread a document


def facts_of_groups(request: HttpRequest) -> dict[str, Any]:
    """The document, with the groups in which this phone may start a match, the one used last first.

    As many queries for twenty groups as for one. `utc_offset` is in minutes; that of the site besides.
    """
    circles, now = StoredGroups(request).circles, timezone.now()
    prefetch_related_objects(circles, "house_rules")
    roles, last = grants.roles_in_circles(request), _last_matches(circles)
    recent, persons = people.recent_names_of(circles), _persons(circles)
    groups = [
        {
            "code": circle.code,
            "name": circle.display_name,
            "role": int(roles.get(circle.pk, Role.NONE)),
            "utc_offset": utc_offset(circle, now),
            "house_rules": [[rules.pk, rules.name, rules.ruleset] for rules in circle.house_rules.all()],
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
        "groups": groups,
        "poll_ms": settings.POLL_MS,
        "static": {path: static(path) for path in STATIC_FILES},
    }


def _persons(circles: Sequence[Circle]) -> dict[int, dict[str, Any]]:
    """For each circle by its key `people`, the names of its players, and `uids` beside them; `called`: each
    name that a player has or had, with the place among `people`, in the order in which the server looks for
    a typed name. `faces`: place, emoji and colour of those who have a face.
    """
    targets = people.merge_targets(*circles)
    players: dict[int, list[Player]] = {circle.pk: [] for circle in circles}
    for player in Player.objects.filter(circle__in=circles):
        players[player.circle_id].append(player)
    return {circle: _named(known, targets) for circle, known in players.items()}


def _named(players: Sequence[Player], targets: Mapping[int, int]) -> dict[str, Any]:
    current = [player for player in players if player.pk not in targets]
    places = {player.pk: place for place, player in enumerate(current)}
    merged = [player for player in players if player.pk in targets]
    called = [[player.name, places[targets.get(player.pk, player.pk)]] for player in (*current, *merged)]
    faces = [
        [places[player.pk], player.emoji, player.chosen_colour]
        for player in current
        if player.emoji or player.chosen_colour is not None
    ]
    return {
        "people": [player.display_name for player in current],
        "uids": [str(player.uid) for player in current],
        "called": called,
        "faces": faces,
    }


def _last_matches(circles: Sequence[Circle]) -> dict[int, dict[str, Any]]:
    """What the form needs of the last match of each circle, by the key of the circle."""
    latest = [F("created_at").desc(), F("pk").desc()]
    newest = Window(RowNumber(), partition_by=F("circle"), order_by=latest)
    matches = Match.objects.not_deleted().filter(circle__in=circles).annotate(newest=newest).filter(newest=1)
    return {
        match.circle_id: {"code": match.code, "ruleset": match.ruleset, "currency": match.currency}
        for match in matches
    }


# What the form needs to know


CIRCLES_AT_MOST = 20


class StoredGroups:
    """The circles in which the phone of a request may start matches, the one used last first."""

    def __init__(self, request: HttpRequest) -> None:
        self.circles = list(grants.circles_with(request, Role.SCORE)[:CIRCLES_AT_MOST])

    def named(self, code: str) -> Circle | None:
        """The circle of that code, or the circle into which it was merged."""
        named = Circle.objects.filter(code=code).first() if code.isalnum() else None
        merged = named.after_merges() if named else None
        return next((circle for circle in self.circles if circle == merged), None)

    def house_rules(self, circle: Circle | None) -> Sequence[HouseRules]:
        return list(circle.house_rules.all()) if circle else []

    def last_match(self, circle: Circle | None, key: str) -> Match | None:
        """The group's last match. `key` of a posted form names the match that was last when it was drawn."""
        if circle is None:
            return None
        code = key.removeprefix(LIKE) if key.startswith(LIKE) else ""
        matches = circle.matches.not_deleted()
        posted = matches.filter(code=code).first() if code.isalnum() else None
        return posted or matches.first()

    def recent_names(self, circle: Circle | None) -> list[str]:
        return people.recent_names(circle)
