"""Everything that gives phones a right. Whatever takes rights away or hands them on asks every source.

`phones.every_source` is the list. A test derives from the tables what has to be in it.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, ClassVar, NamedTuple, Protocol

from django.db.models import Model, QuerySet

from scores.models import Circle, Grant, Match, PaperKey, Passkey, Phone, Role, Way


class Loss(NamedTuple):
    """An owner takes from phones every right above `kept` in a circle or match and in what is below it."""

    target: Circle | Match
    phones: Sequence[int]  # their keys
    kept: Role
    highest: Role  # that one of them had in the circle; its pages showed them the links up to that role

    @property
    def is_of_owner(self) -> bool:
        """Whether one of them owned the circle, and so could copy every link of its nights."""
        return self.kept < self.highest is Role.OWN


class GivenRight(Protocol):
    """A row that gives a phone a right."""

    phone: Phone
    target: Any
    role: int


class RightsSource:
    """Tables whose rows give phones rights. What a source has nothing to do for it leaves out."""

    models: ClassVar[tuple[type[Model], ...]]

    def rows_of(self, phone: Phone) -> Sequence[GivenRight]:
        """What gives this phone a right now."""
        return ()

    def matches_after(self, matches: Iterable[int]) -> Iterable[int]:
        """Keys of the later matches to which a right in these leads."""
        return ()

    def lock(self, target: Circle | Match, matches: Iterable[int]) -> None:
        """Lock what these rights hang on: of a circle, or of these matches, which are locked already."""

    def lower(self, loss: Loss) -> None:
        """Take what is lost, and renew each link by which a phone could come back."""

    def separate(self, circle: Circle, other: Circle, since: datetime) -> None:
        """Two circles are no longer one: take what phones of the `other` alone took here since, and renew all
        links, which they could copy."""

    def give(self, old: Phone, phone: Phone, way: Way) -> None:
        """Give the phone what the old one has, with all that it hangs on locked."""

    def erase(self, phone: Phone) -> None:
        """Delete every row of the phone."""
        for model in self.models:
            model._default_manager.filter(phone=phone).delete()


class Keys(RightsSource):
    """A paper key or a passkey gives another phone what this one may do at that moment."""

    models = (PaperKey, Passkey)


registered: list[RightsSource] = []
"""Those of the wings, registered when the app starts."""


def strangers(circle: Circle, other: Circle) -> QuerySet:
    """Keys of the phones that have a right in the `other` circle, and none in this one."""
    members = Grant.objects.filter(circle=circle).values("phone")
    return Grant.objects.filter(circle=other).exclude(phone__in=members).values("phone")
