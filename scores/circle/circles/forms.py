"""Forms for circles, players and phones."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from scores.circle.circles import merging, people, photos
from scores.core import time_zones
from scores.core.notation.names import unique_names
from scores.fields import NAME_AT_MOST, TidyField
from scores.models import Circle, Phone, Player, Role, by_name

RIGHTS = {
    Role.WATCH: gettext_lazy("Mirar"),
    Role.SCORE: gettext_lazy("Mirar y apuntar"),
    Role.OWN: gettext_lazy("Todo: también enlaces, teléfonos y nombres"),
}


class NameForm(forms.Form):
    name = TidyField(
        max_length=NAME_AT_MOST,
        label=gettext_lazy("Nombre"),
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Falta el nombre.")},
    )


def name_phone(phone: Phone, posted: QueryDict, usual: str = "") -> None:
    """Give a phone without a name the one that was typed, else the `usual` one."""
    form = NameForm(posted)
    name = form.cleaned_data["name"] if form.is_valid() else usual
    if name and not phone.name:
        phone.name = name[:NAME_AT_MOST]
        phone.save(update_fields=["name"])


EMOJI = tuple("🦊🐱🐶🐼🐸🦁🐯🐵🦉🐙🐢🦄🐝🐳🌵🍀🌻🥑🍋🍒🎲🎸🚀🎈")
COLOUR_NAMES = (
    gettext_lazy("verde, línea entera"),
    gettext_lazy("violeta, rayas"),
    gettext_lazy("añil, puntos"),
    gettext_lazy("ocre, raya y punto"),
    gettext_lazy("rosa, rayas cortas"),
    gettext_lazy("blanco o negro, rayas largas"),
    gettext_lazy("azul, puntos finos"),
    gettext_lazy("marrón, raya y dos puntos"),
)
"""The colours of the chart by their number, each with its dashes."""


class FaceForm(forms.Form):
    emoji = forms.ChoiceField(
        choices=[("", gettext_lazy("ninguno")), *((emoji, emoji) for emoji in EMOJI)],
        required=False,
        widget=forms.RadioSelect,
        label=gettext_lazy("Emoji"),
    )
    chosen_colour = forms.TypedChoiceField(
        choices=[("", gettext_lazy("ninguno")), *enumerate(COLOUR_NAMES)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        label=gettext_lazy("Color y trazo"),
    )


class PhotoForm(forms.Form):
    """A photo as a script has cut it: a data URL."""

    REFUSED = gettext_lazy("Eso no es una foto que se pueda guardar. Elige otra.")

    photo = forms.CharField(
        max_length=photos.SENT,
        widget=forms.HiddenInput({"id": "photo-text"}),
        error_messages={
            "required": gettext_lazy("Falta la foto: hazla o elígela."),
            "max_length": REFUSED,
        },
    )

    def clean_photo(self) -> bytes:
        try:
            return photos.photo_from_phone(self.cleaned_data["photo"])
        except photos.BadPhoto as bad:
            raise ValidationError(self.REFUSED) from bad


class HolderForm(NameForm):
    """The name of a phone here, which may be empty, and its role."""

    role = forms.TypedChoiceField(
        coerce=lambda value: Role(int(value)),
        choices=RIGHTS,
        widget=forms.RadioSelect,
        label=gettext_lazy("Puede"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = False


class CircleForm(forms.Form):
    name = TidyField(
        max_length=80,
        required=False,
        label=gettext_lazy("Nombre del grupo"),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    time_zone = forms.ChoiceField(choices=[], label=gettext_lazy("Zona horaria"))

    counts_nights = forms.BooleanField(
        required=False,
        label=gettext_lazy(
            "Las noches de club cuentan en la clasificación y las estadísticas"
        ),
    )

    def __init__(self, *args: Any, circle: Circle, **kwargs: Any) -> None:
        """Of nights it asks a group that has some."""
        zone = (
            circle.time_zone
            if circle.time_zone in time_zones.names()
            else settings.TIME_ZONE
        )
        start = forms.model_to_dict(circle) | {"time_zone": zone}
        super().__init__(*args, initial=start, **kwargs)
        self.fields["time_zone"].choices = [
            (name, name.replace("_", " ")) for name in time_zones.names()
        ]
        if not circle.has_nights:
            del self.fields["counts_nights"]


class SamePlayersForm(forms.Form):
    """For each person from elsewhere: the same player here, or a new one."""

    here: dict[str, Player]  # by the values of the options
    there: dict[str, Any]  # persons by their fields

    def ask(
        self, here: Iterable[str], there: Iterable[str], guess: Mapping[Any, Player]
    ) -> None:
        """Add a field for each person. `here` and `there` are the labels; `guess` is chosen already."""
        choices = [("", _("alguien nuevo")), *zip(self.here, here, strict=True)]
        for (name, person), label in zip(self.there.items(), there, strict=True):
            initial = guess[person].uid.hex if person in guess else ""
            self.fields[name] = forms.ChoiceField(
                choices=choices, required=False, initial=initial, label=label
            )

    def same(self) -> dict[Any, Player]:
        """The persons that are a player here. Only for a valid form."""
        data = self.cleaned_data
        return {
            person: self.here[data[name]]
            for name, person in self.there.items()
            if data[name]
        }


class MergeForm(SamePlayersForm):
    """For the players of a circle that is merged into another."""

    def __init__(
        self, *args: Any, target: Circle, emptied: Circle, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.target = target
        self.emptied = emptied
        here, there = (
            by_name(merging.named_players(circle)) for circle in (target, emptied)
        )
        self.here = {player.uid.hex: player for player in here}
        self.there = {f"is_{player.uid.hex}": player for player in there}
        labels = [
            unique_names([player.name for player in players])
            for players in (here, there)
        ]
        self.ask(labels[0], labels[1], dict(people.namesakes(here, there)))

    def who_is_who(self) -> list[tuple[str, str]]:
        """Each person with the player that they are here, as the form shows them; empty for somebody new."""
        chosen = ((self.fields[name], self.cleaned_data[name]) for name in self.there)
        return [
            (field.label, dict(field.choices)[uid] if uid else "")
            for field, uid in chosen
        ]

    def clean(self) -> None:
        if self.errors:
            return
        if people.used_percent(self.target) + people.used_percent(self.emptied) > 100:
            self.add_error(
                None, _("Los dos juntos no caben en un grupo: son demasiadas partidas.")
            )
        merging.verify(self.same())
