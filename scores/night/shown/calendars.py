"""Planned nights for calendars, as iCalendar: one night, and those of a group under its link to watch.

Written here: the library for it is large, and this needs little of its format (docs/design/night.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import conditional_page, require_GET

from rules.night.bounds import NightRefusal
from rules.night.expected import expected_stages
from scores.core.access import grants, share_links
from scores.core.csv_files import file_response
from scores.core.matches.dates import moment
from scores.models import Role
from scores.night import access
from scores.night.models import Night
from scores.night.plan import Plan

LISTED = 20  # nights of a group, the last ones planned; a league has twelve
OCTETS = 74  # of a line; with the space before it 75, the most that RFC 5545 advises
CALENDAR = "text/calendar; charset=utf-8"


@require_GET
def of_night(request: HttpRequest, code: str) -> HttpResponse:
    night = access.night_to_watch(request, code)
    if night.starts_on is None:
        raise Http404
    name = f"{slugify(night.name) or night.code}.ics"
    return file_response(calendar_text(request, [night]), CALENDAR, name)


@require_GET
@conditional_page
def of_circle(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Also those that were played. A program that sends back the ETag hears only of changes."""
    circle = grants.link_target("circle", code, Role.WATCH, token)
    planned = circle.nights.filter(deleted_at=None, starts_on__isnull=False)
    nights = planned.order_by("-starts_on", "-pk")[:LISTED]
    return HttpResponse(calendar_text(request, nights), content_type=CALENDAR)


def calendar_text(request: HttpRequest, nights: Iterable[Night]) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Reenganche//ES"]
    for night in nights:
        address = share_links.absolute_url(
            request, reverse("night-standings", args=[night.code])
        )
        lines += ["BEGIN:VEVENT", *_event(night), f"URL:{address}", "END:VEVENT"]
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(night: Night) -> Iterator[str]:
    """`SEQUENCE` rises with each change, so that a calendar takes the night anew."""
    yield f"UID:{night.uid}"
    yield f"DTSTAMP:{_in_utc(night.created_at)}"
    yield f"SEQUENCE:{night.version}"
    name = re.sub(r"([\\;,])", r"\\\1", night.name)
    yield f"SUMMARY:{name}"
    if night.starts_at is None:
        yield f"DTSTART;VALUE=DATE:{night.starts_on:%Y%m%d}"
        return
    starts = moment(night.circle, night.starts_on, night.starts_at)
    yield f"DTSTART:{_in_utc(starts)}"
    plan = Plan.load(night.plan)
    with suppress(NightRefusal):
        stages = expected_stages(plan.stages, plan.expected, plan.tables)
        yield f"DURATION:PT{sum(stage.minutes for stage in stages)}M"


def _in_utc(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def folded(line: str) -> str:
    """In lines of at most 75 octets, none of which ends inside a letter."""
    parts = [""]
    for letter in line:
        if len(f"{parts[-1]}{letter}".encode()) > OCTETS:
            parts.append("")
        parts[-1] += letter
    return "\r\n ".join(parts)
