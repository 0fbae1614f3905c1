"""Base of all forms that append an entry to the log: entry number, client key and clock."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _

from rules.errors import Illegal
from rules.events import BoughtBackIn, Declined
from rules.match.corrections import Entry, Undone
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.log_lines import news_of
from scores.core.wording.refusals import phrase
from scores.fields import ClockField


def new_key() -> str:
    """A random client key for a form that is rendered now."""
    return uuid4().hex


class WritingForm(forms.Form):
    """Has the entry number for which it was rendered and a client key; `entry()` is the entry to append.

    A valid form is well formed only. `scores.core.matches.log` checks the entry by the rules, after it has
    checked whether the same key was written before.
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
        """The entry to append. Only for a valid form."""
        raise NotImplementedError

    @property
    def key(self) -> str:
        key: str = self.cleaned_data["client_key"]
        return key

    @property
    def rendered_for(self) -> int:
        seq: int = self.cleaned_data["seq"]
        return seq

    @property
    def happened(self) -> datetime | None:
        return self.cleaned_data.get("happened_at")

    def refuse(self, refusal: Illegal) -> None:
        """Add a refusal of the rules as an error of the field that it is about."""
        self.add_error(self.field_of(refusal), phrase(refusal, self.sheet.names))

    def field_of(self, refusal: Illegal) -> str | None:
        """The field that a refusal is about; None for the whole form."""
        return None


ANSWERS: dict[str, type[BoughtBackIn | Declined]] = {"yes": BoughtBackIn, "no": Declined}
"""To the question whether a bust player buys back in."""


class PlainForm(WritingForm):
    """A form without fields of its own, for a given entry: undo, redo, an answer, the end of the match.

    An undo and a redo may say in `target` which entry they take or bring back. If it is another one by now
    they are refused.
    """

    target = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._entry = entry

    def entry(self) -> Entry:
        return self._entry

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get("target") is not None and cleaned.get("seq") == self.sheet.seq:
            self._verify_target(cleaned["target"])
        return cleaned

    def _verify_target(self, target: int) -> None:
        """The seq of the form is the next one, so that the log is the one that it is about."""
        now = self.sheet.undo_target if isinstance(self._entry, Undone) else self.sheet.redo_target
        if now is None or now == target:
            return  # without any the rules refuse it
        said = news_of([*self.sheet.log, self._entry], self.sheet.seq, self.sheet.names)
        message = _("No se ha hecho nada, porque ya no es lo último. Ahora sería: %(said)s")
        self.add_error(None, message % {"said": said})
