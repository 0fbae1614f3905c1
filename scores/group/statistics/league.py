"""The league table of a circle over a period, by wins or by rating, and its form."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from django import forms
from django.db.models import Max, Min
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scores.core.matches import ratings
from scores.group.statistics.persons import GamePlayed, tally
from scores.models import Circle, Rating, by_name

WINS, RATING = "wins", "rating"

Period = tuple[date | None, date | None]
"""From one date to another, both inclusive; None for no bound."""


LeagueRow = dict[str, Any]
"""A row of `league.html`."""

_ORDERS: dict[str, Callable[[LeagueRow], Any]] = {
    WINS: lambda row: (-row["wins"], -row["share"]),
    RATING: lambda row: -row["rating"],
}


def league_rows(circle: Circle, period: Period, game: str, by: str) -> list[LeagueRow]:
    """The table: counts at the end of the period minus counts before it. Only players with a match in it."""
    since, until = period
    now = ratings.latest_ratings(circle, game, **({"played_on__lte": until} if until else {}))
    before = ratings.latest_ratings(circle, game, played_on__lt=since) if since else {}
    players = circle.players.in_bulk()
    row_of = {players[pk]: row for pk, rating in now.items() if (row := _row(rating, before.get(pk)))}
    in_order = sorted(({"player": player, **row_of[player]} for player in by_name(row_of)), key=_ORDERS[by])
    keys = [_ORDERS[by](row) for row in in_order]
    # Equal players share the position.
    return [{**row, "position": 1 + keys.index(key)} for row, key in zip(in_order, keys, strict=True)]


def _row(now: Rating, before: Rating | None) -> LeagueRow:
    """Without a match in the period empty."""
    names = ("matches", "wins", "places")
    matches, wins, places = (getattr(now, name) - getattr(before, name, 0) for name in names)
    shown = {"rating": ratings.displayed_rating(now), "is_provisional": ratings.is_provisional(now)}
    return {**tally(matches, wins, places), **shown} if matches else {}


def years(circle: Circle) -> list[int]:
    """The years with finished matches, newest first."""
    ends = circle.matches.not_deleted().finished().aggregate(Min("played_on"), Max("played_on"))
    first, last = ends.values()
    return list(range(last.year, first.year - 1, -1)) if first else []


def _day(label: Any) -> forms.DateField:
    wrong = gettext_lazy("Eso no es una fecha. Escríbela como 2026-07-31.")
    widget = forms.DateInput({"type": "date"}, "%Y-%m-%d")
    return forms.DateField(required=False, label=label, widget=widget, error_messages={"invalid": wrong})


class LeagueForm(forms.Form):
    """`since` and `until` (both inclusive), `game`, and the order `by`."""

    since = _day(gettext_lazy("Desde"))
    until = _day(gettext_lazy("Hasta"))
    game = forms.ChoiceField(choices=[], required=False, label=gettext_lazy("Juego"))
    by = forms.ChoiceField(
        choices=[(WINS, gettext_lazy("Ganadas")), (RATING, gettext_lazy("Nivel"))],
        required=False,
        label=gettext_lazy("Orden"),
    )

    def __init__(self, *args: Any, games: Sequence[GamePlayed], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [("", _("todos")), *((game["key"], game["name"]) for game in games)]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        since, until = data.get("since"), data.get("until")
        if since and until and until < since:
            self.add_error("until", _("El último día va antes que el primero."))
        return data

    def full_clean(self) -> None:
        super().full_clean()
        for name in {"since", "until"} & set(self.errors):
            self.fields[name].widget.input_type = "text"  # a date input would not show an invalid value
