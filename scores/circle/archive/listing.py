"""Matches as items of lists, read from columns that the log keeps up to date."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, Exists, OuterRef, Prefetch, QuerySet, Value, When
from django.http import HttpRequest
from django.utils import timezone

from rules.match.board import Side, facing_sides
from scores.core.access import grants
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import names_at
from scores.core.notation.names import joined
from scores.core.notation.numbers import signed
from scores.core.notation.shown_names import marked
from scores.core.wording.log_lines import won
from scores.models import ABANDONED_AFTER, Circle, Match, Matches, Result, Seat

GOING_ON_LISTED = 20
FINISHED_LISTED = 5


@dataclass(frozen=True)
class MatchItem:
    """A match as lists show it."""

    code: str
    url: str
    played_on: date
    variant: str
    place: str
    note: str
    circle: str  # empty without one
    players: str
    won: str  # «Ganó Ana», or empty
    scores: list[tuple[str, str]]  # each side and its total
    hands: int
    is_over: bool
    is_abandoned: bool
    is_of_others: bool  # a table of a night at which others play
    is_archived: bool
    may_rematch: bool  # the phone may keep score and no rematch was started

    @property
    def standing(self) -> str:
        return " · ".join(f"{name} {total}" for name, total in self.scores)


def going_on(request: HttpRequest, circle: Circle) -> list[MatchItem]:
    """The unfinished matches of a circle, the one written last first."""
    matches = _going_on(request, circle.matches.unarchived())
    return match_items(request, keys_of(matches))


def _going_on(request: HttpRequest, matches: Matches) -> QuerySet[Match]:
    """Tables of a night at which others play come last, and only once they have a hand."""
    of_others = grants.tables_of_others(request)
    unopened = matches.filter(of_others, hands=0).values("pk")
    listed = matches.going_on().exclude(pk__in=unopened)
    return listed.order_by(
        Case(When(of_others, Value(1)), default=Value(0)), "-written_at", "-pk"
    )[:GOING_ON_LISTED]


def to_go_on_with(going_on: Sequence[MatchItem]) -> list[MatchItem]:
    """The first of these matches, where it is not one of a night at which others play; else nothing."""
    return [match for match in going_on[:1] if not match.is_of_others]


def latest_matches(request: HttpRequest) -> dict[str, Any]:
    """Unfinished matches, of which `now` may have the first, and the last finished ones, of all circles."""
    visible = grants.matches_to_watch(request)
    matches = visible.unarchived()
    finished = matches.finished().order_by("-played_on", "-finished_at", "-pk")[
        :FINISHED_LISTED
    ]
    unfinished = keys_of(_going_on(request, matches))
    items = match_items(request, [*unfinished, *keys_of(finished)])
    going_on = [match for match in items if not match.is_over]
    now = to_go_on_with(going_on)
    return {
        "now": now,
        "going_on": going_on[len(now) :],
        "finished": [match for match in items if match.is_over],
        "is_empty": not items and not visible.opened().exists(),
    }


def match_items(request: HttpRequest, pks: list[int]) -> list[MatchItem]:
    """These matches in this order, as lists show them. Four queries, however many."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    rematches = Match.objects.not_deleted().filter(previous=OuterRef("pk"))
    of_others = Case(
        When(grants.tables_of_others(request), Value(value=True)),
        default=Value(value=False),
    )
    matches = Match.objects.filter(pk__in=pks).annotate(
        has_rematch=Exists(rematches), is_of_others=of_others
    )
    matches = matches.select_related("circle").prefetch_related(seats, "results")
    may_continue = grants.which_continue(request)
    by_pk = {
        match.pk: _item(
            match, may_rematch=may_continue(match) and not match.has_rematch
        )
        for match in matches
    }
    return [by_pk[pk] for pk in pks if pk in by_pk]


def keys_of(matches: QuerySet[Match]) -> list[int]:
    """Read before the rows: sorting whole rows with their rulesets takes several times as long."""
    return list(matches.values_list("pk", flat=True))


def _item(match: Match, may_rematch: bool) -> MatchItem:
    results = list(match.results.all())
    seats = list(match.seats.all())
    display_names = names_at(seats)
    names = {seat.pk: display_names[seat.position] for seat in seats}
    # not a seat whose joining was undone
    played = {result.seat_id for result in results} or names.keys()
    is_over = match.finished_at is not None
    winners = [names[result.seat_id] for result in results if result.won]
    return MatchItem(
        code=match.code,
        url=match.get_absolute_url(),
        played_on=match.played_on,
        variant=labels.variant_of(match),
        place=match.place,
        note=match.note,
        circle=marked(match.circle.name),
        players=", ".join(name for pk, name in names.items() if pk in played),
        won=won(winners),
        scores=_scores(match, results, seats),
        hands=match.hands,
        is_over=is_over,
        is_abandoned=not is_over
        and match.written_at <= timezone.now() - ABANDONED_AFTER,
        is_of_others=match.is_of_others,
        is_archived=match.archived_at is not None,
        may_rematch=may_rematch,
    )


def _scores(
    match: Match, results: Sequence[Result], seats: Sequence[Seat]
) -> list[tuple[str, str]]:
    """Each side and its total, partners together."""
    position = {seat.pk: seat.position for seat in seats}
    names = names_at(seats)
    side_of = {
        seat: side
        for side in facing_sides(match.rules, match.players_at_start)
        for seat in side
    }
    scores = dict[Side, tuple[str, str]]()
    for result in results:
        seat = position[result.seat_id]
        side = side_of.get(seat, (seat,))
        scores[side] = (
            joined([names[partner] for partner in side]),
            signed(result.total),
        )
    return list(scores.values())
