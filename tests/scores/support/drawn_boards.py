"""Boards of random matches: as the server renders them, and as a phone draws them from the document."""

import re
from datetime import UTC, date, datetime, timedelta
from itertools import zip_longest
from random import Random

import hypothesis
from django.template.loader import render_to_string
from django.test import RequestFactory
from hypothesis import Phase, given, settings

from rules.events import Event, Joined, seats_named
from rules.match.corrections import Amended
from scores.core.access.rights import Visit
from scores.core.matches.scoresheet import Sheet, kind_and_payload
from scores.core.notation.shown_names import in_text
from scores.core.template_context import context_of
from scores.models import Circle, Entry, Match, Player, Role, Seat
from scores.table.board.document import match_document
from scores.table.board.html_cache import CSRF_TOKEN, FORM_KEY, SINCE
from scores.table.board.rendering import render_board
from scores.table.board.sheet_page import sheet_view
from tests.rules.support.matches import logs

NAMES = (
    "Ana",
    "Luis",
    "Eva",
    "Inés <i>",
    "Ana",
    "Doña Hilda de los Palotes",
    "Ñ & Co.",
    "O'Hara",
)
STARTED = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)
FACTS = (
    {},
    {"place": "Bar Manolo & Hijos", "currency": "€", "note": "con «lluvia»"},
    {"rules_name": "Las de la abuela", "archived_at": STARTED, "currency": "$"},
)
MINUTES = (3, 4, 2, 75, 5)  # between two entries


class VisitedSheet(Sheet):
    """A sheet, and what the phone that asks for it may do."""

    def __init__(self, visit, **facts):
        super().__init__(visit.match, shows_photos=visit.sees_circle, **facts)
        self.visit = visit


def sheet_of(written, role, **facts):
    """The sheet of a random log, as a phone with that role gets it. Nothing is stored."""
    start = written.start
    match = Match(
        pk=1,
        code="abcdefghjk",
        circle=Circle(pk=1, code="kjhgfedcba"),
        ruleset=start.ruleset.dump(),
        players_at_start=len(start.order),
        first_dealer=start.dealer,
        direction=start.direction,
        played_on=date(2026, 11, 21),
        created_at=STARTED,
        **facts,
    )
    count = max(
        len(start.order),
        1 + max([*_named(written), *written.board.standings], default=0),
    )
    names = [NAMES[index % len(NAMES)] for index in range(count)]
    seats = [
        Seat(
            match=match,
            position=index,
            player=Player(name=name, photo_digest="0a" * 8 if index % 3 else ""),
        )
        for index, name in enumerate(names)
    ]
    visit = Visit(match, role, circle_role=role)
    return VisitedSheet(visit, seats=seats, rows=_rows(match, written))


def _named(written):
    """The seats of all who ever joined or are named in a change that another one of its correction undoes."""
    for entry in written.log:
        changes = entry.changes if isinstance(entry, Amended) else ()
        for event in [change.event for change in changes] or [entry]:
            if isinstance(event, Joined):
                yield event.seat
            elif isinstance(event, Event):
                yield from seats_named(event)


def _rows(match, written):
    rows = []
    time = STARTED
    for seq, entry in enumerate(written.log):
        time += timedelta(minutes=MINUTES[seq % len(MINUTES)])
        kind, payload = kind_and_payload(entry)
        written_as = {"kind": kind, "payload": payload, "client_key": f"k{seq}"}
        rows.append(
            Entry(match=match, seq=seq, happened_at=time, at=time, **written_as)
        )
    return rows


def served(sheet):
    """The board and its title, as the server renders them."""
    board = render_board(_request(), sheet.visit, sheet)
    return {"html": board.html.replace(SINCE, ""), "title": in_text(board.title)}


def served_scoresheet(sheet):
    """What is below the fold of the board, as the server renders it."""
    visit = sheet.visit
    view = sheet_view(sheet, may_score=visit.may_score, may_own=visit.may_own)
    context = {**context_of(view), "csrf_token": CSRF_TOKEN}
    page = render_to_string("scores/board/sheet.html", context, _request())
    return main_of(page)


def payload_of(sheet):
    """The payload with which a phone draws this board: with the placeholders of the server's cache."""
    document = match_document(_request(), sheet.visit, sheet)
    return {"document": document, "csrf_token": CSRF_TOKEN, "key": FORM_KEY}


def differences(sheet, answer):
    """The lines of the phone's board that differ from the server's, each with the server's."""
    expected = served(sheet)
    drawn, wanted = (
        [board["title"], *board["html"].split("\n")] for board in (answer, expected)
    )
    return different(drawn, wanted)


def different(lines, others):
    """The lines that differ, each with the other."""
    return [pair for pair in zip_longest(lines, others) if pair[0] != pair[1]]


NEW_EACH_TIME = re.compile(
    r'(?<=name="csrfmiddlewaretoken" value=")[^"]*|(?<=name="uid" value=")[^"]*'
    r'|(?<=name="client_key" value=")((?:u|r|yes\d|no\d)?)[0-9a-z]{3,32}(?=")|data-seen="[^"]*"'
)


def lines_of(html):
    """The lines of HTML without what the server makes anew: tokens, keys, the version of the board."""
    return NEW_EACH_TIME.sub(r"\1", html).strip("\n").split("\n")


def main_of(page):
    """What is in the main part of a page."""
    return re.search(r"<main[^>]*>(.*?)</main>", page, re.S)[1]


def _request():
    request = RequestFactory().get("/")
    request.phone_uid = None
    return request


def random_sheets(count, seed):
    """Sheets of random matches of all games, for phones with different rights. The same for the same seed."""
    dice = Random(seed)
    written = _random_logs(count, seed)
    return [
        sheet_of(
            log, dice.choice((Role.WATCH, Role.SCORE, Role.OWN)), **dice.choice(FACTS)
        )
        for log in written
    ]


def _random_logs(count, seed):
    """Random logs, as the property tests of the rules have them."""
    found = []

    @hypothesis.seed(seed)
    @settings(max_examples=count, database=None, deadline=None, phases=[Phase.generate])
    @given(logs())
    def collect(written):
        found.append(written)

    collect()
    return found
