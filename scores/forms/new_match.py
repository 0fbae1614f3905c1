"""A new match: the variant, the house rules, who sits where, who deals."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.errors import Illegal
from rules.presets import CHINCHON, RULESETS
from rules.ruleset import WINS, OutAt, RebuyChoice, Ruleset
from scores import knobs
from scores.models import Match
from scores.names import tidy
from scores.numbers import signed

SEATS_SHOWN = 4
SEATS_AT_MOST = 12
NAME_AT_MOST = 40  # letters


class HouseRulesForm(forms.Form):
    """The knobs that tables turn most. What is left blank stays as the variant says."""

    limit = forms.IntegerField(required=False, min_value=1, max_value=100_000)
    out_at = forms.ChoiceField(required=False, choices=[])
    rebuys = forms.ChoiceField(required=False, choices=[])
    rebuy_choice = forms.ChoiceField(required=False, choices=[])
    rebuy_needs = forms.IntegerField(required=False, min_value=1, max_value=99)
    close_limit = forms.IntegerField(required=False, min_value=0, max_value=1000)
    jokers = forms.IntegerField(required=False, min_value=0, max_value=99)
    joker_points = forms.IntegerField(required=False, min_value=0, max_value=1000)
    chinchon_points = forms.ChoiceField(required=False, choices=[])
    stake = forms.IntegerField(required=False, min_value=0, max_value=10_000_000)
    rebuy_stake = forms.IntegerField(required=False, min_value=0, max_value=10_000_000)

    unturned = gettext_lazy("%(value)s (variante)")  # how a choice says what it is if nobody turns it

    def __init__(self, *args: Any, preset: Ruleset = CHINCHON, players: int = 4, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for knob in knobs.LABELS:
            field = self.fields[knob]
            field.label = knobs.label(knob)
            as_preset = knobs.value_in_words(knob, knobs.value_at(preset, knob, players))
            if isinstance(field, forms.ChoiceField):
                field.choices = [
                    ("", self.unturned % {"value": as_preset}),
                    *_choices(knob),
                ]
            else:
                field.widget.attrs |= {"placeholder": as_preset, "inputmode": "numeric"}

    def options(self) -> dict[str, Any]:
        """The knobs that were turned, in their JSON form. Only of a valid form."""
        house = {knob: self.cleaned_data.get(knob) for knob in knobs.LABELS}
        read = {knob: value for knob, value in house.items() if value not in (None, "")}
        for knob in ("rebuys", "chinchon_points"):
            if knob in read:
                read[knob] = _NAMED.get(read[knob]) if read[knob] in _NAMED else int(read[knob])
        return read


_NAMED: dict[str, str | None] = {"any": None, WINS: WINS}


def _choices(knob: str) -> list[tuple[str, str]]:
    if knob == "rebuys":
        return [*((str(number), str(number)) for number in range(6)), ("any", _("los que quiera"))]
    if knob == "chinchon_points":
        points = [(str(number), signed(number)) for number in (-100, -50, -25, -10)]
        return [(WINS, _("gana la partida")), *points]
    values = {"out_at": OutAt, "rebuy_choice": RebuyChoice}[knob]
    return [(str(value), knobs.value_in_words(knob, value)) for value in values]


class NewMatchForm(HouseRulesForm):
    """The house rules plus `preset`, `name_<n>` for each place, `dealer` (a place) and `direction`.

    Places left blank are nobody; the order of play is the order of the places.
    """

    uid = forms.UUIDField(widget=forms.HiddenInput)  # the form's secret: a second tap starts no second match
    preset = forms.ChoiceField(choices=[], label=gettext_lazy("Variante"))
    circle = forms.CharField(required=False)
    dealer = forms.IntegerField(required=False, min_value=0)
    direction = forms.TypedChoiceField(
        choices=[
            (Match.Direction.DOWN, gettext_lazy("hacia abajo en la lista")),
            (Match.Direction.UP, gettext_lazy("hacia arriba en la lista")),
        ],
        coerce=int,
        required=False,
        empty_value=Match.Direction.DOWN,
        label=gettext_lazy("El reparto pasa"),
    )

    def __init__(self, *args: Any, places: int = SEATS_SHOWN, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.places = places
        self.fields["preset"].choices = [(key, knobs.PRESET_NAMES[key]) for key in knobs.OFFERED]
        for place in range(places):
            self.fields[f"name_{place}"] = forms.CharField(
                required=False,
                max_length=NAME_AT_MOST,
                label=_("Jugador %(number)s") % {"number": place + 1},
                error_messages={"max_length": _("Como mucho %(limit_value)d letras.")},
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if len(self.names()) < 2:
            self.add_error(None, _("Hacen falta al menos dos jugadores."))
        if not self.errors:
            self._make_ruleset()
        return data

    def names(self) -> list[str]:
        """Who plays, in the order of play."""
        return [name for _place, name in self._taken()]

    def first_dealer(self) -> int:
        """The position of the first dealer among those who play."""
        places = [place for place, _name in self._taken()]
        chosen = self.cleaned_data.get("dealer")
        return places.index(chosen) if chosen in places else 0

    def _taken(self) -> list[tuple[int, str]]:
        typed = ((place, self.cleaned_data.get(f"name_{place}", "")) for place in range(self.places))
        tidied = ((place, tidy(name)) for place, name in typed)
        return [(place, name) for place, name in tidied if name]

    def _make_ruleset(self) -> None:
        try:
            self.ruleset = RULESETS[self.cleaned_data["preset"]].turned(self.options())
        except Illegal as refusal:
            self.add_error(None, _("Esas reglas no casan: %(knob)s.") % {"knob": refusal.details["knob"]})
