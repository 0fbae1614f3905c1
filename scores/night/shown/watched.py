"""What the pages that follow a night begin with: its version, then the night as it is now."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest

from scores.night import access, people, words
from scores.night.models import Night
from scores.night.now import Now, now_of
from scores.night.shown.version import pulse


class Watched(NamedTuple):
    """`known` are the names of its people by their keys."""

    night: Night
    version: str
    now: Now
    known: dict[int, str]

    @property
    def context(self) -> dict[str, Any]:
        sheet = self.now.sheet
        return {
            "night": self.night,
            "version": self.version,
            "round": len(sheet.rounds),
            "round_name": words.name_of_last_round(sheet),
        }


def watched(request: HttpRequest, code: str) -> Watched:
    """Raises Http404 for a phone that may not watch the night."""
    night = access.night_to_watch(request, code)
    # first, so that what changes meanwhile is noticed
    seen = pulse(request.phone_uid, code)
    now = now_of(night)
    return Watched(night, seen.version, now, people.known(now.sheet))
