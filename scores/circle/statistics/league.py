"""The league table of a circle over a period, out of stored ratings; `standings` has its columns."""

from collections.abc import Sequence
from datetime import date
from typing import Any, TypeAlias

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from scores.circle.archive.search import PeriodForm
from scores.circle.statistics.figures import GamePlayed
from scores.circle.statistics.standings import (
    COLUMNS,
    RATING,
    LeagueTable,
    RankedPlayer,
    ranked_player,
    with_positions,
)
from scores.core.matches import ratings
from scores.core.matches.skill import displayed_rating
from scores.models import Circle, by_name

Period: TypeAlias = tuple[date | None, date | None]
"""From one date to another, both inclusive; None for no bound."""


def league_rows(
    circle: Circle, period: Period, game: str, by: str
) -> list[RankedPlayer]:
    """The table in the order of the column `by`: counts at the end of the period minus counts before it, and
    how the rating has changed since the last evening. Only players with a match in it."""
    since, until = period
    now = ratings.latest_ratings(
        circle, game, **({"played_on__lte": until} if until else {})
    )
    before = ratings.latest_ratings(circle, game, played_on__lt=since) if since else {}
    last = max((rating.played_on for rating in now.values()), default=date.min)
    stored = ratings.latest_ratings(circle, game, played_on__lt=last)
    earlier = {key: displayed_rating(rating) for key, rating in stored.items()}
    rows = [
        ranked_player(
            player, now[player.pk], earlier.get(player.pk), before.get(player.pk)
        )
        for player in by_name(circle.players.all())
        if player.pk in now
    ]
    return with_positions([row for row in rows if row.matches], by)


def league(
    circle: Circle, period: Period = (None, None), game: str = "", by: str = RATING
) -> LeagueTable:
    """The table of all time and all games in order of rating, if nothing else is said."""
    return LeagueTable(by, league_rows(circle, period, game, by))


def spreadsheet_rows(table: LeagueTable) -> list[list[str | int | None]]:
    """The table with all its columns, after a row of headings."""
    counts = [_("Puesto"), _("Nombre"), _("Nivel"), _("Partidas"), _("Ganadas")]
    columns = [column for key, column in COLUMNS.items() if key != RATING]
    rows: list[list[str | int | None]] = [
        [*counts, *[str(column.heading) for column in columns]]
    ]
    for row in table.rows:
        name = row.player.display_name
        cells = [row.position, name, row.rating, row.matches, row.wins]
        rows.append([*cells, *[column.text(column.value(row)) for column in columns]])
    return rows


class LeagueForm(PeriodForm):
    """The period, the game, and the order `by`."""

    game = forms.ChoiceField(choices=[], required=False, label=gettext_lazy("Juego"))
    by = forms.ChoiceField(
        choices=[(key, column.heading) for key, column in COLUMNS.items()],
        required=False,
        label=gettext_lazy("Orden"),
    )

    def __init__(self, *args: Any, games: Sequence[GamePlayed], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [
            ("", _("todos")),
            *((game.key, game.name) for game in games),
        ]
