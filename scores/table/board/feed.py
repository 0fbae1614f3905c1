"""The board for other programs, under the link to watch a match: as JSON, and as an overlay for a video.

What they get, with an example each, is in docs/FEEDS.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET

from rules.events import HandScored, Seat
from rules.knobs import Ends
from rules.match.board import dealers
from rules.match.corrections import Step
from rules.match.settlement import final_total
from scores.core import versions
from scores.core.access import grants
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet, colours_of
from scores.core.notation.shown_names import in_text, unmarked_text
from scores.core.wording.log_lines import aloud
from scores.models import Role


@dataclass(frozen=True)
class PlayerFeed:
    seat: Seat
    name: str
    emoji: str  # empty if none was chosen
    colour: int  # of the style sheet
    total: int
    rebuys: int
    is_in: bool  # not out, not gone
    is_dealer: bool  # of the next hand
    has_won: bool


@dataclass(frozen=True)
class HandFeed:
    number: int
    closer: Seat | None
    points: dict[Seat, int]  # that each player got
    read_aloud: list[str]


@dataclass(frozen=True)
class BoardFeed:
    match: str  # its code
    version: int  # every change raises it
    game: str
    limit: int | None
    hands: int
    is_over: bool
    players: list[PlayerFeed]  # in the order of play
    last_hand: HandFeed | None


@require_GET
def board_json(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """The board. A program that sends back the ETag hears only of changes, and may wait for one."""
    match = grants.link_target("match", code, Role.WATCH, token)
    tag = f'"{versions.board_etag(match.version, Role.WATCH)}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = JsonResponse(asdict(board_feed(Sheet(match))))
    response["ETag"] = tag
    # The token is asked for, and no cookie: pages of others may read it.
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_GET
def overlay(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Names and totals on a transparent ground, to be laid over a video."""
    match = grants.link_target("match", code, Role.WATCH, token)
    seen = versions.board_etag(match.version, Role.WATCH)
    sheet = Sheet(match)
    context = {
        "match": match,
        "token": token,
        "seen": seen,
        "feed": board_feed(sheet),
        "ruleset": sheet.board.next_ruleset,
    }
    return render(request, "scores/big_board/overlay.html", context)


def board_feed(sheet: Sheet) -> BoardFeed:
    board = sheet.board
    rules = board.next_ruleset
    return BoardFeed(
        match=sheet.match.code,
        version=sheet.match.version,
        game=sheet.match.rules_name or labels.name_of(rules),
        limit=None if rules.ends is Ends.OPEN else rules.limit,
        hands=board.hands,
        is_over=board.is_over,
        players=_players(sheet),
        last_hand=_hand(sheet, sheet.hands),
    )


def _players(sheet: Sheet) -> list[PlayerFeed]:
    board = sheet.board
    colours = colours_of(sheet)
    return [
        PlayerFeed(
            seat=seat,
            name=unmarked_text(sheet.names[seat]),
            emoji=sheet.faces[seat].emoji,
            colour=colours[board.side_of(seat)],
            total=final_total(board, seat),
            rebuys=board.standings[seat].rebuys,
            is_in=seat in board.seats_in,
            is_dealer=seat in dealers(board) and not board.is_over,
            has_won=seat in board.winners,
        )
        for seat in board.order
    ]


def _hand(sheet: Sheet, hands: Sequence[Step]) -> HandFeed | None:
    if not hands:
        return None
    step = hands[-1]
    event = step.event
    closer = event.closer if isinstance(event, HandScored) else None
    sentences = aloud(step, sheet.names, sheet.match.currency)
    return HandFeed(step.hand_number, closer, step.scored, [*map(in_text, sentences)])
