"""What every form that writes a line of the log has in common."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rules.errors import Illegal
from rules.match.corrections import Entry
from scores.matches.scoresheet import Sheet
from scores.wording.refusals import phrase


def new_key() -> str:
    """A client key for a form that is drawn now."""
    return uuid.uuid4().hex


class ClockField(forms.DateTimeField):
    """The phone's clock. One that cannot be read is no reason to lose a hand."""

    def clean(self, value: Any) -> datetime | None:
        try:
            said: datetime | None = super().clean(value)
        except ValidationError:
            return None
        return said


class WritingForm(forms.Form):
    """Carries the line number it was drawn for and its client key; `entry()` is what it says happened.

    A valid form is well formed; whether the rules accept its entry is for `scores.matches.log` to say, which
    must first see if the same key was written before.
    """

    seq = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    client_key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    happened_at = ClockField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.board = sheet.board
        self.fields["seq"].initial = sheet.seq
        self.fields["client_key"].initial = new_key()

    def entry(self) -> Entry:
        """What happened. Only of a valid form."""
        raise NotImplementedError

    @property
    def key(self) -> str:
        key: str = self.cleaned_data["client_key"]
        return key

    @property
    def drawn_for(self) -> int:
        seq: int = self.cleaned_data["seq"]
        return seq

    @property
    def happened(self) -> datetime | None:
        return self.cleaned_data.get("happened_at")

    def refuse(self, refusal: Illegal) -> None:
        """Say a refusal of the rules beside the field it is about."""
        self.add_error(self.beside(refusal), phrase(refusal, self.sheet.names))

    def beside(self, refusal: Illegal) -> str | None:
        """The field that a refusal is about; None where it is about the whole."""
        return None


class PlainForm(WritingForm):
    """An entry that needs nothing but the tap: undo, redo, an answer, the finish."""

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._entry = entry

    def entry(self) -> Entry:
        return self._entry
