"""The files of a night: everybody with rank and money, and every seat of every table, as CSV; calendars."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_GET

from rules.night.counting import points_of
from rules.night.events import At, TableResult
from rules.night.expected import expected_stages
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant, SeatedTable
from scores.core.access import grants, share_links
from scores.core.csv_files import csv_response, file_response
from scores.core.matches.dates import moment
from scores.core.notation.numbers import amount
from scores.models import Role
from scores.night import access
from scores.night.models import Night
from scores.night.money import NightMoney
from scores.night.shown.standings import in_hundredths

Row = list[str | int | None]


@require_GET
def csv_file(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """One of `FILES`, with its headings in the language of the request."""
    night = access.night_to_organise(request, code)
    if key not in FILES:
        raise Http404
    rows = FILES[key](NightMoney.of(night))
    name = f"{slugify(night.name) or night.code}-{key}.csv"
    return csv_response(rows, name)


def _standings(seen: NightMoney) -> Iterator[Row]:
    """A row for everybody of the night, in order, with their money; who has not played comes last."""
    yield [
        *(_("Puesto"), _("Número"), _("Nombre")),
        *(_("Puntos"), _("Mesas ganadas"), _("Vidas")),
        *(_("Pagado"), _("Debe"), _("Premio"), _("Entregado")),
    ]
    sheet = seen.sheet
    line_of = {line.entrant: line for line in seen.now.ranking}
    for entrant in dict.fromkeys([*line_of, *sheet.badges]):
        line = line_of.get(entrant)
        points: Row = [None] * 3
        if line:
            points = [in_hundredths(line.points), line.won, line.lives]
        money = (
            sheet.paid.get(entrant, 0),
            seen.debts[entrant],
            seen.won.get(entrant, 0),
            sheet.prizes.get(entrant, 0),
        )
        rank = line and line.rank
        yield [rank, entrant, seen.names[entrant], *points, *map(amount, money)]


def _tables(seen: NightMoney) -> Iterator[Row]:
    """A row for each seat of each round; who rests has no table. What the organiser reported wins over the
    phone."""
    yield [
        *(_("Ronda"), _("Mesa"), _("Asiento"), _("Número"), _("Nombre")),
        *(_("Puesto"), _("Total"), _("Puntos"), _("Dinero")),
    ]
    for number, made in enumerate(seen.sheet.rounds, 1):
        for table in (*made.tables, SeatedTable(0, made.resting)):
            result = seen.now.result_at(At(number, table.number))
            for seat, entrant in enumerate(table.seats, 1):
                chair = [table.number, seat] if table.number else [None, None]
                person: Row = [entrant, seen.names[entrant]]
                yield [number, *chair, *person, *_result(result, entrant)]


def _result(result: TableResult | None, entrant: Entrant) -> Row:
    if result is None:
        return [None] * 4
    money = result.money.get(entrant)
    return [
        result.places[entrant],
        result.totals.get(entrant),
        in_hundredths(points_of(result)[entrant]),
        None if money is None else amount(money),
    ]


FILES = {"standings": _standings, "tables": _tables}


# Planned nights for calendars, as iCalendar: one night, and those of a group under its link to watch. Written
# here: the library for it is large, and this needs little of its format (docs/design/night.md).


LISTED = 20  # nights of a group, the last ones planned; a league has twelve
OCTETS = 74  # of a line; with the space before it 75, the most that RFC 5545 advises
ZONE_OF_EMPTY = """\
BEGIN:VTIMEZONE
TZID:UTC
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0000
TZOFFSETTO:+0000
END:STANDARD
END:VTIMEZONE""".splitlines()
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
    nights = [*nights]
    # a calendar has at least one component
    lines += [] if nights else ZONE_OF_EMPTY
    for night in nights:
        address = share_links.absolute_url(
            request, reverse("night-standings", args=[night.code])
        )
        lines += ["BEGIN:VEVENT", *_event(night), f"URL:{address}", "END:VEVENT"]
    return "".join(f"{folded_line(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(night: Night) -> Iterator[str]:
    """`SEQUENCE` and the time of the last change rise, so that a calendar takes the night anew."""
    changed_at = _in_utc(night.written_at or night.created_at)
    yield f"UID:{night.uid}"
    yield f"DTSTAMP:{changed_at}"
    yield f"LAST-MODIFIED:{changed_at}"
    yield f"SEQUENCE:{night.version}"
    name = re.sub(r"([\\;,])", r"\\\1", night.name)
    yield f"SUMMARY:{name}"
    if night.starts_at is None:
        yield f"DTSTART;VALUE=DATE:{night.starts_on:%Y%m%d}"
        return
    starts = moment(night.circle, night.starts_on, night.starts_at)
    yield f"DTSTART:{_in_utc(starts)}"
    plan = night.planned
    with suppress(NightRefusal):
        stages = expected_stages(plan.stages, plan.expected, plan.tables)
        yield f"DURATION:PT{sum(stage.minutes for stage in stages)}M"


def _in_utc(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def folded_line(line: str) -> str:
    """The line cut into lines of at most 75 octets, none of which ends inside a letter."""
    parts = [""]
    for letter in line:
        if len(f"{parts[-1]}{letter}".encode()) > OCTETS:
            parts.append("")
        parts[-1] += letter
    return "\r\n ".join(parts)
