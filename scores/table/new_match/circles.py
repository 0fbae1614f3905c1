"""The circles in which the phone of a request may start matches, and the currency of its language."""

from collections.abc import Sequence

from django.http import HttpRequest

from scores.circle.circles import people
from scores.core.access import rights
from scores.models import Circle, HouseRules, Match, Role
from scores.table.new_match.forms import LIKE

CIRCLES_AT_MOST = 20
OF_SPAIN = ("ca", "eu", "gl")


def usual_currency(request: HttpRequest) -> str:
    """The euro for a phone that asks first for a language of Spain."""
    first = (
        request.headers.get("Accept-Language", "")
        .lower()
        .partition(",")[0]
        .partition(";")[0]
        .strip()
    )
    return "€" if first == "es-es" or first.partition("-")[0] in OF_SPAIN else ""


class StoredCircles:
    """The circles in which the phone of a request may start matches, the one used last first."""

    def __init__(self, request: HttpRequest) -> None:
        self.in_order = list(rights.circles_with(request, Role.SCORE)[:CIRCLES_AT_MOST])
        self.currency = usual_currency(request)

    def circle_of_code(self, code: str) -> Circle | None:
        """The circle of that code, or the circle into which it was merged."""
        named = Circle.objects.filter(code=code).first() if code.isalnum() else None
        merged = named.after_merges() if named else None
        return next((circle for circle in self.in_order if circle == merged), None)

    def house_rules(self, circle: Circle | None) -> Sequence[HouseRules]:
        return list(circle.house_rules.all()) if circle else []

    def last_match(self, circle: Circle | None, key: str) -> Match | None:
        """The last match of the circle; `key` of a posted form names the one that was last then."""
        if circle is None:
            return None
        code = key.removeprefix(LIKE) if key.startswith(LIKE) else ""
        matches = circle.matches.not_deleted()
        posted = matches.filter(code=code).first() if code.isalnum() else None
        return posted or matches.first()

    def recent_names(self, circle: Circle | None) -> list[str]:
        return people.recent_names(circle)
