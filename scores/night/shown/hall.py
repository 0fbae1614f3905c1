"""The screen of the hall: who sits where, then the clock and the tables that play, then the standings."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.numbers import whole_number
from scores.night.history.lines import decisions
from scores.night.log import tables_with_a_hand
from scores.night.seen import SeenNight
from scores.night.shown.standings import headings
from scores.night.shown.watched import watched_night
from scores.night.words import in_decimals

LINES = 16  # two columns of eight: letters of 4 cm on a screen of 40 inches
SENTENCES = 3
SECONDS = 8  # that a page stays
CLOCK_ALONE = 300  # seconds before the end of a round: from then on the clock has the screen for itself


class HallState(StrEnum):
    """What the screen shows."""

    SEATS = "seats"
    CLOCK = "clock"  # and the tables that play
    LAST = "last"  # the time is over: the hand in play is the last
    STANDINGS = "standings"


Slide = tuple[str, Sequence[Any]]
"""A page of `seats`, of `decisions` at a cut, or of `standings`. Seats and standings are names, each with the
table or the points, and the heading above it, mostly none. Who has no table rests."""


@require_GET
def hall(request: HttpRequest, code: str) -> HttpResponse:
    """`?page=` is one of the pages that follow each other; during a round there is one."""
    seen = watched_night(request, code, in_hall=True)
    night = seen.night
    left = night.seconds_left if seen.open_tables else None
    stage = _stage(seen, left)
    has_names = stage in (HallState.SEATS, HallState.STANDINGS)
    slides = _slides(seen) if has_names else []
    page = (whole_number(request.GET.get("page", "")) or 0) % max(1, len(slides))
    kind, lines = slides[page] if slides else ("", [])
    context = {
        "seen": seen,
        "night": night,
        "kind": kind,
        "lines": lines,
        "next": page + 1,
        "has_pages": len(slides) > 1,
        "seconds": SECONDS,
        "stage": stage,
        "left": left,
        "clock_alone": CLOCK_ALONE,
    }
    return render(request, "scores/night/shown/hall.html", context)


def _stage(seen: SeenNight, left: int | None) -> HallState:
    if not seen.open_tables:
        return HallState.STANDINGS
    if left == 0:
        return HallState.LAST
    is_nearly_over = left is not None and left <= CLOCK_ALONE
    # until somebody has scored people look for their table
    if is_nearly_over or tables_with_a_hand(seen.night, seen.sheet.last_round):
        return HallState.CLOCK
    return HallState.SEATS


def _slides(seen: SeenNight) -> list[Slide]:
    """Before the first hand who sits where, then the standings; after the last one what was decided at a cut,
    then the standings."""
    if seen.open_tables:
        seats = [
            (seen.names[entrant], str(table or ""), "")
            for entrant, table in seen.seated_by_name
        ]
        first = _parts("seats", seats, LINES)
    else:
        first = _parts("decisions", decisions(seen), SENTENCES)
    lines = seen.now.ranking
    ranked = [
        (f"{line.rank}. {seen.names[line.entrant]}", in_decimals(line.points), heading)
        for line, heading in zip(lines, headings(lines), strict=True)
    ]
    return [*first, *_parts("standings", ranked, LINES)]


def _parts(kind: str, every: Sequence[Any], size: int) -> list[Slide]:
    return [(kind, every[at : at + size]) for at in range(0, len(every), size)]
