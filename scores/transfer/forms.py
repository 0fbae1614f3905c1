"""A file to bring in, and who its persons are here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any, BinaryIO
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scores.models import Circle, Player
from scores.transfer import limits
from scores.transfer.importer import ImportSummary, SamePersons, guess_same_persons
from scores.transfer.staging import staged_file

ASKED = 100  # persons; the others are new
OPTIONS = 20_000  # to choose from, on the whole page


class FileForm(forms.Form):
    """A file, or what stands in it."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=gettext_lazy("Archivo"),
        widget=forms.FileInput({"accept": ".json,.jsonl,application/json,text/plain"}),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label=gettext_lazy("O pegar aquí lo que hay dentro"),
        widget=forms.Textarea(
            {"rows": 4, "maxlength": limits.PASTED, "spellcheck": "false", "autocomplete": "off"}
        ),
    )

    def __init__(self, *args: Any, is_too_long: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_too_long = is_too_long

    def opened(self) -> BinaryIO:
        """Only of a valid form."""
        file = self.cleaned_data["file"]
        return file if file and file.size else BytesIO(self.cleaned_data["text"].encode())

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.is_too_long:
            facts = {"megabytes": limits.UPLOADED // limits.MEGABYTE}
            told = _("El archivo pasa de %(megabytes)s MB. Quien lleva el servidor puede traerlo.")
            raise ValidationError(told % facts)
        file, text = data.get("file"), data.get("text", "")
        if not self.errors and not (file and file.size) and not text.strip():
            raise ValidationError(_("Falta el archivo, o está vacío."))
        return data


class WhoForm(forms.Form):
    """The yes to a file that was looked at: who of the circle each of its persons is, or nobody yet."""

    kept = forms.UUIDField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)  # the form's secret: a second tap makes no second circle

    def __init__(
        self, *args: Any, names: Mapping[UUID, str], here: Iterable[Player], same: SamePersons, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.guess = same
        self.here = {player.uid.hex: player for player in here}
        self.who = {f"is_{uid.hex}": uid for uid in names} if self.here else {}
        choices = [("", _("alguien nuevo")), *((uid, player.name) for uid, player in self.here.items())]
        for name, uid in self.who.items():
            self.fields[name] = forms.ChoiceField(
                choices=choices,
                required=False,
                initial=same[uid].uid.hex if uid in same else "",
                label=names[uid],
            )

    @classmethod
    def of(cls, found: ImportSummary, circle: Circle | None, data: Any, initial: dict[str, Any]) -> WhoForm:
        """For a file that was looked at; who has a namesake here is asked about first, and nobody
        about those without a name."""
        known = {person.uid for person in found.known}
        here = [player for player in _here(circle) if player.uid not in known]
        same = guess_same_persons(here, found.persons)
        named = [person for person in found.persons if person.name]
        asked = sorted(named, key=lambda person: person.uid not in same)
        asked = asked[: min(ASKED, OPTIONS // max(len(here), 1))]
        names = {person.uid: person.name for person in asked}
        return cls(data, names=names, here=here, same=same, initial=initial)

    @classmethod
    def posted(cls, data: Mapping[str, str], circle: Circle | None) -> WhoForm:
        """As it was sent, whoever its persons are."""
        names = {uid: "" for key in data if (uid := _uid(key))}
        return cls(data, names=names, here=_here(circle), same={})

    @property
    def persons(self) -> list[forms.BoundField]:
        return [self[name] for name in self.who]

    def same(self) -> dict[UUID, Player]:
        """Persons of the file who are somebody here. Only of a valid form."""
        chosen = ((uid, self.cleaned_data[name]) for name, uid in self.who.items())
        return {uid: self.here[here] for uid, here in chosen if here}

    def opened(self) -> BinaryIO:
        """The file that was looked at. Raises keeping.Gone."""
        return staged_file(self.data.get("kept", ""))

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        chosen = [here for name in self.who if (here := data.get(name))]
        if len(set(chosen)) < len(chosen):
            raise ValidationError(_("Dos personas del archivo no pueden ser aquí la misma."))
        return data


def _here(circle: Circle | None) -> list[Player]:
    """Whom one could mean: everybody who has a name."""
    return list(circle.players.current().exclude(name="")) if circle else []


def _uid(key: str) -> UUID | None:
    try:
        return UUID(key.removeprefix("is_")) if key.startswith("is_") else None
    except ValueError:
        return None
