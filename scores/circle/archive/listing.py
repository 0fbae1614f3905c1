"""Matches as items of lists, read from columns that the log keeps up to date."""

from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from rules.match.board import facing_sides
from scores.circle.archive.items import MatchItem, match_item
from scores.core.access import grants, rights
from scores.core.access.share_links import absolute_url
from scores.core.house_rules import labels
from scores.core.match_facts import ABANDONED_AFTER
from scores.core.matches.scoresheet import names_at
from scores.models import Circle, Match, Matches, Role, Seat

GOING_ON_LISTED = 20
FINISHED_LISTED = 5


def going_on(request: HttpRequest, circle: Circle) -> dict[str, list[MatchItem]]:
    """The unfinished matches of a circle, as `_first_and_others`."""
    matches = _going_on(request, circle.matches.unarchived())
    return _first_and_others(match_items(request, keys_of(matches)))


def _going_on(request: HttpRequest, matches: Matches) -> QuerySet[Match]:
    """Tables of a night at which others play come last, and only once they have a hand. Nothing of a night
    that is over goes on: a table that went on with paper never finishes its match."""
    of_others = rights.tables_of_others(request)
    unopened = matches.filter(of_others, hands=0).values("pk")
    listed = matches.going_on().exclude(pk__in=unopened)
    listed = listed.filter(sitting__table__night__finished_at=None)  # or no night
    by_use = listed.annotate(is_last=of_others).order_by(
        "is_last", "-written_at", "-pk"
    )
    return by_use[:GOING_ON_LISTED]


def _first_and_others(matches: list[MatchItem]) -> dict[str, list[MatchItem]]:
    """`now`: the first of these unfinished matches, to go on with, where it is not one of a night at which
    others play; `going_on`: the others."""
    now = [item for item in matches[:1] if not item.match.is_of_others]
    return {"now": now, "going_on": matches[len(now) :]}


def latest_matches(request: HttpRequest) -> dict[str, Any]:
    """Of all circles, as `_first_and_others`, with those that are `finished`. Where the circles have none
    besides it `is_empty`."""
    visible = rights.matches_to_watch(request)
    matches = visible.unarchived()
    finished = matches.finished().order_by("-played_on", "-finished_at", "-pk")[
        :FINISHED_LISTED
    ]
    unfinished = keys_of(_going_on(request, matches))
    items = match_items(request, [*unfinished, *keys_of(finished)])
    return {
        **_first_and_others([match for match in items if not match.is_over]),
        "finished": [match for match in items if match.is_over],
        "is_empty": not items and not visible.opened().exists(),
    }


def match_items(
    request: HttpRequest, pks: list[int], *, with_feeds: bool = False
) -> list[MatchItem]:
    """These matches in this order, as lists show them. Four queries, however many."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    rematches = Match.objects.not_deleted().filter(previous=OuterRef("pk"))
    of_others = rights.tables_of_others(request)
    matches = Match.objects.select_related("circle").prefetch_related(seats, "results")
    rows = matches.annotate(
        has_rematch=Exists(rematches), is_of_others=of_others
    ).in_bulk(pks)
    may_continue = rights.which_continue(request)
    return [
        _item(
            match,
            may_rematch=may_continue(match) and not match.has_rematch,
            feed=absolute_url(request, grants.link_path(match, Role.WATCH))
            if with_feeds
            else "",
        )
        for pk in pks
        if (match := rows.get(pk))
    ]


def keys_of(matches: QuerySet[Match]) -> list[int]:
    """Read before the rows: sorting whole rows with their rulesets takes several times as long."""
    return list(matches.values_list("pk", flat=True))


def _item(match: Match, may_rematch: bool, feed: str) -> MatchItem:
    seats = list(match.seats.all())
    position = {seat.pk: seat.position for seat in seats}
    return match_item(
        match,
        names_at(seats),
        {position[result.seat_id]: result for result in match.results.all()},
        variant=labels.variant_of(match),
        sides=facing_sides(match.rules, match.players_at_start),
        is_over=match.finished_at is not None,
        is_old=match.written_at <= timezone.now() - ABANDONED_AFTER,
        may_rematch=may_rematch,
        feed=feed,
    )
