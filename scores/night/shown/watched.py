"""What the pages that follow a night begin with: its version, then the night as it is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest

from rules.night.seating.values import Entrant
from scores.night import access, people, words
from scores.night.models import Night
from scores.night.now import Now, now_of
from scores.night.shown.version import pulse


class Watched(NamedTuple):
    """`known` are the names of its people by their keys."""

    night: Night
    version: str
    now: Now
    known: Mapping[int, str]

    @property
    def round_name(self) -> str:
        return words.name_of_last_round(self.now.sheet)

    @property
    def open_tables(self) -> Sequence[int]:
        """Those of the last round that have no result; none once the night is over."""
        if self.now.sheet.is_over:
            return []
        return self.now.tables_without_result(self.now.sheet.last_round)

    def names(self) -> Mapping[Entrant, str]:
        return people.names_of(self.now.sheet, self.known)


def watched_night(request: HttpRequest, code: str) -> Watched:
    """Raises Http404 for a phone that may not watch the night."""
    night = access.night_to_watch(request, code)
    # first, so that what changes meanwhile is noticed
    seen = pulse(request.phone_uid, code)
    now = now_of(night)
    return Watched(night, seen.version, now, people.person_names(now.sheet))
