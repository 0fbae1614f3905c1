"""Forms of an import: the file, and which of its players are players of the circle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any, BinaryIO
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from scores.core.notation.names import alphabetical
from scores.group.circles.forms import SamePlayersForm
from scores.group.transfer import limits
from scores.group.transfer.importer import ImportSummary, SamePersons, guess_same_persons
from scores.models import Circle, Player, by_name

ASKED = 100  # persons asked about; the others are imported as new players
OPTIONS = 20_000  # options on the whole page


class FileForm(forms.Form):
    """A file, or its content as text."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=gettext_lazy("Archivo"),
        widget=forms.FileInput({"accept": ".json,.jsonl,application/json,text/plain"}),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label=gettext_lazy("O pega aquí lo que hay dentro"),
        widget=forms.Textarea(
            {"rows": 4, "maxlength": limits.PASTED, "spellcheck": "false", "autocomplete": "off"}
        ),
    )

    def __init__(self, *args: Any, is_too_long: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_too_long = is_too_long

    def opened(self) -> BinaryIO:
        """The file. Only for a valid form."""
        file = self.cleaned_data["file"]
        return file if file and file.size else BytesIO(self.cleaned_data["text"].encode())

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.is_too_long:
            facts = {"megabytes": limits.UPLOADED // limits.MEGABYTE}
            message = _("El archivo pasa de %(megabytes)s MB. Quien lleva el servidor puede traerlo.")
            raise ValidationError(message % facts)
        file, text = data.get("file"), data.get("text", "")
        if not self.errors and not (file and file.size) and not text.strip():
            raise ValidationError(_("Falta el archivo, o está vacío."))
        return data


class WhoForm(SamePlayersForm):
    """The confirmation of a preview: for each person of the file the same player here, or a new one."""

    kept = forms.UUIDField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)  # a repeated POST creates no second circle

    def __init__(
        self, *args: Any, names: Mapping[UUID, str], here: Iterable[Player], same: SamePersons, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.guess = same
        self.here = {player.uid.hex: player for player in here}
        self.there = {f"is_{uid.hex}": uid for uid in names} if self.here else {}
        labels = [names[uid] for uid in self.there.values()]
        self.ask([player.name for player in self.here.values()], labels, same)

    @classmethod
    def of(cls, summary: ImportSummary, circle: Circle | None, data: Any, initial: dict[str, Any]) -> WhoForm:
        """For the page of a preview. Persons with a namesake here come first; nobody is asked about nameless
        ones."""
        known = {person.uid for person in summary.known}
        here = [player for player in _here(circle) if player.uid not in known]
        same = guess_same_persons(here, summary.persons)
        with_name = [person for person in summary.persons if person.name]
        offered = sorted(with_name, key=lambda person: (person.uid not in same, alphabetical(person.name)))
        offered = offered[: min(ASKED, OPTIONS // max(len(here), 1))]
        names = {person.uid: person.name for person in offered}
        return cls(data, names=names, here=here, same=same, initial=initial)

    @classmethod
    def posted(cls, data: Mapping[str, str], circle: Circle | None) -> WhoForm:
        """For the POST of that page; the persons are those of the sent fields."""
        names = {uid: "" for key in data if (uid := _uid(key))}
        return cls(data, names=names, here=_here(circle), same={})

    @property
    def sent(self) -> list[tuple[str, str]]:
        """The fields as they were sent, for the next part of the file."""
        return [(name, self.data.get(name, "")) for name in ("kept", "key", *self.there)]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        chosen = [uid for name in self.there if (uid := data.get(name))]
        if len(set(chosen)) < len(chosen):
            raise ValidationError(_("Dos personas del archivo no pueden ser aquí la misma."))
        return data


def _here(circle: Circle | None) -> list[Player]:
    """The players that can be chosen: all with a name."""
    return by_name(circle.players.current().exclude(name="")) if circle else []


def _uid(key: str) -> UUID | None:
    try:
        return UUID(key.removeprefix("is_")) if key.startswith("is_") else None
    except ValueError:
        return None
