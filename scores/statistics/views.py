"""What a circle's results add up to, for all who may watch it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scores.access import grants
from scores.models import Circle, Player, Role
from scores.statistics import circle_records, league, persons, ratings
from scores.statistics.forms import LeagueForm


@require_GET
def person(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Somebody's matches; in one game where `game` asks for it."""
    found = grants.circle_to_watch(request, code)
    player = _player(found, uid)
    if player.uid != uid:
        return _to_now(request, "person", code, player.uid)
    rows = persons.results_of(player)
    by_game = persons.totals_by_game(rows)
    game = _chosen(request, by_game)
    context = {
        "circle": found,
        "player": player,
        "is_owner": found.role >= Role.OWN,
        "by_game": by_game,
        "game": game,
        **(_told(player, [row for row in rows if game in ("", row.game)], game) if rows else {}),
    }
    return render(request, "scores/statistics/person.html", context)


def _told(player: Player, rows: list[persons.ResultRow], game: str) -> dict[str, Any]:
    """What is shown of somebody in one game; without one in all."""
    games = {row.game for row in rows}
    alone = games.pop() if len(games) == 1 else ""  # points are told of one game only
    rating = ratings.latest_ratings(player.circle, game).get(player.pk)
    return {
        "figures": persons.figures(rows),
        "alone": alone,
        "best_and_worst": persons.best_and_worst(rows, alone) if alone else [],
        "rating": rating,
        "level": rating and ratings.displayed_rating(rating),
        "is_provisional": rating and ratings.is_provisional(rating),
        "money": persons.money(rows),
        "recent": persons.recent_matches(rows),
        "fellows": persons.table_mates(player, rows),
    }


@require_GET
def against(request: HttpRequest, code: str, uid: UUID, other: UUID) -> HttpResponse:
    """Two persons of the circle in the matches that both played."""
    found = grants.circle_to_watch(request, code)
    one, two = _player(found, uid), _player(found, other)
    if uid == other:
        raise Http404
    if one == two:
        return _to_now(request, "person", code, one.uid)
    if (one.uid, two.uid) != (uid, other):
        return _to_now(request, "against", code, one.uid, two.uid)
    rows = persons.duels(one, two)
    context = {
        "circle": found,
        "player": one,
        "other": two,
        "sums": persons.head_to_head(rows),
        "last": persons.last_duels(rows),
    }
    return render(request, "scores/statistics/against.html", context)


@require_GET
def league_table(request: HttpRequest, code: str) -> HttpResponse:
    """Of all time, or of a time that is asked for."""
    found = grants.circle_to_watch(request, code)
    context: dict[str, Any] = {"circle": found, "games": persons.games(found)}
    if not context["games"]:
        return render(request, "scores/statistics/league.html", context)
    form = LeagueForm(request.GET, games=context["games"])
    context |= {"form": form, "years": league.years(found), "enough": ratings.PROVISIONAL_BELOW}
    if not form.is_valid():
        return render(request, "scores/statistics/league.html", context, status=422)
    by = form.cleaned_data["by"] or league.WINS
    lines = league.league_rows(found, form.period(), form.cleaned_data["game"], by)
    return render(request, "scores/statistics/league.html", {**context, "lines": lines, "by": by})


@require_GET
def records(request: HttpRequest, code: str) -> HttpResponse:
    """The records of the circle, in one game where `game` asks for it or there is no other."""
    found = grants.circle_to_watch(request, code)
    games = persons.games(found)
    game = games[0].key if len(games) == 1 else _chosen(request, games)
    made = circle_records.records(found, game) if games else []
    context = {"circle": found, "games": games, "game": game, "records": made}
    return render(request, "scores/statistics/records.html", context)


def _player(circle: Circle, uid: UUID) -> Player:
    """The person of that address; who was found to be another one is that one."""
    player = circle.players.current().filter(uid=uid).first()
    if player is None:
        player = get_object_or_404(circle.players, uid=uid).after_merges()
    player.circle = circle
    return player


def _to_now(request: HttpRequest, name: str, *args: object) -> HttpResponse:
    """An address from before two names were found to be one person leads to where he is now."""
    query = request.GET.urlencode()
    return redirect(f"{reverse(name, args=args)}{'?' if query else ''}{query}")


def _chosen(request: HttpRequest, games: list[Any]) -> str:
    """The key of the game that is asked for, if it was ever played."""
    asked = request.GET.get("game", "")
    return asked if asked in {game.key for game in games} else ""
