"""What the form of a new match needs to know about the circles of a phone, read from the database."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest

from scores.core.access import grants
from scores.core.house_rules.starting_rules import LIKE
from scores.group.circles import people
from scores.models import Circle, HouseRules, Match, Role

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
