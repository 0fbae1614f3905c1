"""Pages of statistics, for everybody who may see the circle."""

from datetime import MAXYEAR, MINYEAR
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scores.circle.images.render import picture_response
from scores.circle.statistics import (
    figures,
    league,
    persons,
    records as circle_records,
    season as seasons,
)
from scores.core.access import grants, rights
from scores.core.csv_files import csv_text
from scores.core.matches import ratings
from scores.models import Circle, Role, photo_address


@require_GET
def person(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """The matches of a player, in one game if `game` is given."""
    circle = rights.circle_to_watch(request, code)
    player = rights.person_of(circle, uid)
    if player.uid != uid:
        return _redirect_to_current(request, "person", code, player.uid)
    rows = persons.results_of(player)
    by_game = figures.totals_by_game(rows)
    game = _chosen_game(request, by_game)
    context = {
        "circle": circle,
        "player": player,
        "photo": photo_address(circle, player),
        "is_owner": circle.role >= Role.OWN,
        "may_score": circle.role >= Role.SCORE,
        "by_game": by_game,
        "game": game,
    }
    if rows:
        shown = [row for row in rows if game in ("", row.game)]
        rating = ratings.latest_ratings(circle, game).get(player.pk)
        context |= {
            **figures.of_person(shown, persons.recent_matches(shown), rating),
            "chart": figures.rating_chart(persons.levels_of(player, game)),
            "fellows": persons.table_mates(player, shown),
        }
    return render(request, "scores/statistics/person.html", context)


@require_GET
def against(request: HttpRequest, code: str, uid: UUID, other: UUID) -> HttpResponse:
    """Two players in the matches that both played."""
    circle = rights.circle_to_watch(request, code)
    player = rights.person_of(circle, uid)
    opponent = rights.person_of(circle, other)
    if uid == other:
        raise Http404
    if player == opponent:
        return _redirect_to_current(request, "person", code, player.uid)
    if (player.uid, opponent.uid) != (uid, other):
        return _redirect_to_current(request, "against", code, player.uid, opponent.uid)
    rows = persons.duels(player, opponent)
    context = {
        "circle": circle,
        "player": player,
        "other": opponent,
        "sums": figures.head_to_head(rows),
        # the matches are not all
        "last": list(zip(reversed(rows), persons.recent_matches(rows), strict=False)),
    }
    return render(request, "scores/statistics/against.html", context)


@require_GET
def league_table(request: HttpRequest, code: str) -> HttpResponse:
    """The league table of all time, or of a period."""
    circle = rights.circle_to_watch(request, code)
    games = persons.games(circle)
    context = {"circle": circle, "games": games}
    status = 200
    if games:
        form = league.LeagueForm(request.GET, games=games)
        context |= {"form": form, "years": circle.counted_matches.years()}
        if form.is_valid():
            context["league"] = league.league(circle, **form.cleaned_data)
        else:
            status = 422
    return render(request, "scores/statistics/league.html", context, status=status)


@require_GET
def league_of_link(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """The league of all time for the site of a club, which may show it in a frame if REENGANCHE_EMBED_ORIGINS
    names it."""
    circle = grants.link_target("circle", code, Role.WATCH, token)
    context = {"circle": circle, "league": league.league(circle)}
    response = render(request, "scores/statistics/league_of_link.html", context)
    if settings.EMBED_ORIGINS:
        response._csp_replace = {"frame-ancestors": settings.EMBED_ORIGINS}
        response.xframe_options_exempt = True
    return response


@require_GET
def league_csv_of_link(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """The same as a table for a spreadsheet."""
    circle = grants.link_target("circle", code, Role.WATCH, token)
    table = csv_text(league.spreadsheet_rows(league.league(circle)))
    return HttpResponse(table, content_type="text/csv; charset=utf-8")


@require_GET
def records(request: HttpRequest, code: str) -> HttpResponse:
    """The records of the circle, in one game if `game` is given or there is only one."""
    circle = rights.circle_to_watch(request, code)
    games = persons.games(circle)
    game = games[0].key if len(games) == 1 else _chosen_game(request, games)
    held = circle_records.records(circle, game) if games else []
    context = {"circle": circle, "games": games, "game": game, "records": held}
    return render(request, "scores/statistics/records.html", context)


@require_GET
def season(
    request: HttpRequest, code: str, year: int, template: str = "season"
) -> HttpResponse:
    """The year, or with `template` its certificate."""
    circle = rights.circle_to_watch(request, code)
    context = {
        "circle": circle,
        "season": _season(circle, year),
        "years": circle.counted_matches.years(),
    }
    return render(request, f"scores/season/{template}.html", context)


@require_GET
def season_picture(
    request: HttpRequest, code: str, year: int, number: int
) -> HttpResponse:
    """One of the pictures of the year as PNG."""
    circle = rights.circle_to_watch(request, code)
    season = _season(circle, year)
    if number >= len(season.pictures):
        raise Http404
    return picture_response(
        request,
        (circle.display_name, season, number),
        lambda: seasons.picture_png(circle, season, number),
    )


def _season(circle: Circle, year: int) -> seasons.Season:
    """Raises Http404 for a year without a finished match."""
    season = seasons.season_of(circle, year) if MINYEAR <= year <= MAXYEAR else None
    if season is None:
        raise Http404
    return season


def _redirect_to_current(
    request: HttpRequest, name: str, *args: object
) -> HttpResponse:
    """Redirect an address that names a merged player to the player it is now."""
    return redirect(reverse(name, args=args, query=request.GET))


def _chosen_game(request: HttpRequest, games: list[figures.GamePlayed]) -> str:
    """The key of the requested game, if it has finished matches."""
    requested = request.GET.get("game", "")
    return requested if requested in {game.key for game in games} else ""
