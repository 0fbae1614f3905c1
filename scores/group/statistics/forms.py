"""The form of the league table: period, game and order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scores.group.statistics.league import RATING, WINS, Period
from scores.group.statistics.persons import Game


class DayInput(forms.DateInput):
    """A date input; an invalid value is shown as it was typed."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def _day(label: Any) -> forms.DateField:
    wrong = gettext_lazy("Eso no es una fecha. Escríbela como 2026-07-31.")
    return forms.DateField(required=False, label=label, widget=DayInput(), error_messages={"invalid": wrong})


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

    def __init__(self, *args: Any, games: Sequence[Game], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [("", _("todos")), *((game.key, game.name) for game in games)]

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

    def period(self) -> Period:
        return Period(self.cleaned_data["since"], self.cleaned_data["until"])
