"""The league table of a circle over a period, out of stored ratings; `standings` has its columns."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from scores.circle.archive.search import PeriodForm
from scores.circle.statistics.figures import GamePlayed
from scores.circle.statistics.standings import (
    COLUMNS,
    RATING,
    LeagueTable,
    ordered_table,
    ranked_player,
)
from scores.core.csv_files import CellValue
from scores.core.matches import ratings
from scores.core.matches.skill import displayed_rating
from scores.models import Circle, by_name


def league(
    circle: Circle,
    since: date | None = None,
    until: date | None = None,
    game: str = "",
    by: str = "",
) -> LeagueTable:
    """The table in the order of the column `by`, else of rating: counts at the end of the period minus counts
    before it, and how the rating has changed since the last evening. Only players with a match in it."""
    now = ratings.latest_ratings(circle, game, played_on__lte=until or date.max)
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
    return ordered_table([row for row in rows if row.matches], by or RATING)


def spreadsheet_rows(table: LeagueTable) -> Iterator[list[CellValue]]:
    """The table with all its columns, after a row of headings."""
    columns = [column for key, column in COLUMNS.items() if key != RATING]
    counts = [_("Puesto"), _("Nombre"), _("Nivel"), _("Partidas"), _("Ganadas")]
    yield [*counts, *[str(column.heading) for column in columns]]
    for row in table.rows:
        name = row.player.display_name
        cells = [row.position, name, row.rating, row.matches, row.wins]
        yield [*cells, *[column.text(column.value(row)) for column in columns]]


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
