"""The facts of one match as one JSON document: all that a phone needs to draw the board and to judge entries.

`phone/runtime/match_document.py` reads it. A phone makes from it the HTML that `views` makes from the
database.
"""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from rules.events import HandScored
from rules.knobs import Ends
from rules.match.board import dealers
from rules.match.settlement import final_total
from scores.core import versions
from scores.core.access import grants, rights, share_links
from scores.core.house_rules import labels
from scores.core.match_facts import TEXTS
from scores.core.matches.dates import utc_offsets
from scores.core.matches.scoresheet import Sheet, colours_of
from scores.core.notation.shown_names import in_text, unmarked_text
from scores.core.wording.log_lines import aloud
from scores.models import LogRow, Match, Role, Seat

# raised when a phone that knows only the format before would misread a document
FORMAT = 1
COLUMNS = (
    *(fact.key for fact in TEXTS),
    "players_at_start",
    "first_dealer",
    "direction",
    "night_table",
)
# What the templates of a board name.
STATIC_FILES = (
    "cards.svg",
    "css/chinchon.css",
    "css/conflict.css",
    "css/crowd.css",
    "css/forecast.css",
    "css/games.css",
    "css/log.css",
    "css/names.css",
    "css/pairs.css",
    "css/photo.css",
    "css/question.css",
    "css/recap.css",
    "css/spoken.css",
    "css/sharing.css",
    "css/sheet.css",
    "js/board/below.js",
    "js/forecast/chances.js",
    "js/recap/ending.js",
)


def match_document(
    request: HttpRequest, visit: rights.Visit, sheet: Sheet
) -> dict[str, Any]:
    """The document, for the rights of this phone and the language of the request. Three queries, after that
    of the match; one more once the match is over. Times are in milliseconds since 1970.
    """
    match = visit.match
    # Before the first hand a board shows the links: an undo in the phone may lead back there.
    links = share_links.links_of_board(request, visit)
    rematch = rematch_of(match) if sheet.board.is_over else None
    return {
        "format": FORMAT,
        "code": match.code,
        "version": match.version,
        "role": int(visit.role),
        "seen": versions.board_etag(match.version, visit.role),
        "language": get_language(),
        "ruleset": match.ruleset,
        **{name: getattr(match, name) for name in COLUMNS},
        "played_on": match.played_on.isoformat(),
        "is_archived": match.archived_at is not None,
        "created_at": _milliseconds(match.created_at),
        **facts_of_seats(sheet.seats),
        **_photos(sheet),
        "entries": [item(row) for row in sheet.rows],
        "utc_offsets": utc_offsets(
            match, [match.created_at, *(row.happened_at for row in sheet.rows)]
        ),
        "links": [{key: link[key] for key in ("role", "url", "qr")} for link in links],
        "rematch": rematch.code if rematch else None,
        "poll_ms": settings.POLL_MS,
        "static": {path: static(path) for path in STATIC_FILES},
    }


def rematch_of(match: Match) -> Match | None:
    """The rematch to which the board leads. None at a table of a club night, whose phones may not see it."""
    return None if match.is_of_night else match.rematches.not_deleted().first()


def facts_of_seats(seats: Sequence[Seat]) -> dict[str, list[list[int | str | None]]]:
    """By position: names, which a phone makes unique; emoji and colour if chosen; uids for a rematch."""
    faces: list[list[int | str | None]] = [
        [seat.position, seat.player.emoji, seat.player.chosen_colour] for seat in seats
    ]
    return {
        "names": [
            [seat.position, unmarked_text(seat.player.display_name)] for seat in seats
        ],
        "faces": [face for face in faces if face[1] or face[2] is not None],
        "uids": [[seat.position, str(seat.player.uid)] for seat in seats],
    }


def _photos(sheet: Sheet) -> dict[str, list[tuple[int, str]]]:
    """The address of the photo of each seat that has one, for who may see it; no key without any."""
    faces = sheet.faces.items()
    photos = [(seat, face.photo) for seat, face in faces if face.photo]
    return {"photos": photos} if photos else {}


def item(row: LogRow) -> list[object]:
    """One of the `entries`. Other entries name it by its key."""
    return [row.kind, row.payload, _milliseconds(row.happened_at), row.client_key]


def _milliseconds(time: datetime) -> int:
    return round(time.timestamp() * 1000)


# Its address


@require_GET
def document(request: HttpRequest, code: str) -> HttpResponse:
    """The document for this phone; 404 without the right."""
    visit = rights.visit_to_watch(request, code)
    return document_answer(request, match_document(request, visit, visit.sheet))


def document_answer(request: HttpRequest, facts: dict[str, Any]) -> HttpResponse:
    """A document that only this phone may store; 304 while `If-None-Match` names its content.

    The ETag is the digest of the content: a link can be renewed, or a rematch be imported, without a new
    version of the match. The CSRF token for what the phone will push is in a header, because it changes.
    """
    answer = JsonResponse(facts)
    tag = f'"{sha256(answer.content).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=tag, response=answer)
    answer["ETag"] = tag
    answer["X-CSRF-Token"] = get_token(request)
    answer["Cache-Control"] = "private, no-store"  # the script that asks stores it
    return answer


# The board for other programs (docs/FEEDS.md): as JSON, and as an overlay for a video


@require_GET
def board_json(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """The board. A program that sends back the ETag hears only of changes, and may wait for one."""
    match = grants.link_target("match", code, Role.WATCH, token)
    tag = f'"{versions.board_etag(match.version, Role.WATCH)}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = JsonResponse(board_feed(Sheet(match)))
    response["ETag"] = tag
    # The token is asked for, and no cookie: pages of others may read it.
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_GET
def overlay(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Names and totals on a transparent ground, to be laid over a video."""
    match = grants.link_target("match", code, Role.WATCH, token)
    sheet = Sheet(match)
    context = {
        "match": match,
        "token": token,
        "etag": versions.board_etag(match.version, Role.WATCH),
        "feed": board_feed(sheet),
        "ruleset": sheet.board.next_ruleset,
    }
    return render(request, "scores/big_board/overlay.html", context)


def board_feed(sheet: Sheet) -> dict[str, Any]:
    board = sheet.board
    rules = board.next_ruleset
    return {
        "match": sheet.match.code,
        "version": sheet.match.version,  # every change raises it
        "game": sheet.match.rules_name or labels.name_of(rules),
        "limit": None if rules.ends is Ends.OPEN else rules.limit,
        "hands": board.hands,
        "is_over": board.is_over,
        "players": _players(sheet),
        "last_hand": _last_hand(sheet),
        "rematch": _link_of_rematch(sheet),
    }


def _link_of_rematch(sheet: Sheet) -> str | None:
    """The link to the rematch of a match that is over. None where it was renewed: somebody may have been shut
    out there.
    """
    rematch = rematch_of(sheet.match) if sheet.board.is_over else None
    if rematch is None or rematch.watch_generation:
        return None
    return grants.link_path(rematch, Role.WATCH)


def _players(sheet: Sheet) -> list[dict[str, object]]:
    """The players in the order of play: `colour` of the style sheet, `emoji` empty if none was chosen."""
    board = sheet.board
    colours = colours_of(sheet)
    return [
        {
            "seat": seat,
            "name": unmarked_text(sheet.names[seat]),
            "emoji": sheet.faces[seat].emoji,
            "colour": colours[board.side_of(seat)],
            "total": final_total(board, seat),
            "rebuys": board.standings[seat].rebuys,
            "is_in": seat in board.seats_in,  # not out, not gone
            "is_dealer": seat in dealers(board) and not board.is_over,  # next
            "has_won": seat in board.winners,
        }
        for seat in board.order
    ]


def _last_hand(sheet: Sheet) -> dict[str, object] | None:
    if not sheet.hands:
        return None
    step = sheet.hands[-1]
    event = step.event
    sentences = aloud(step, sheet.names, sheet.match.currency)
    return {
        "number": step.hand_number,
        "closer": event.closer if isinstance(event, HandScored) else None,
        "points": step.scored,  # that each player got
        "read_aloud": [*map(in_text, sentences)],
    }
