"""Forms about a match as a whole: its details, and the confirmation of deleting it."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scores.core.match_facts import DETAILS
from scores.core.matches.dates import verify_played
from scores.core.notation.names import folded
from scores.fields import DayField, text_fields
from scores.models import Match


class DetailsForm(forms.Form):
    played_on = DayField(
        label=gettext_lazy("Fecha"), error_messages={"required": gettext_lazy("Falta la fecha.")}
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        texts = text_fields(DETAILS)
        initial = {key: getattr(match, key) for key in (*texts, "played_on")}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields |= texts
        self.order_fields(texts)
        self.match = match

    def clean_played_on(self) -> date:
        day: date = self.cleaned_data["played_on"]
        if day != self.match.played_on:
            verify_played(self.match.circle, day)
        return day


class DeleteForm(forms.Form):
    """Asks for a word to be typed, so that no match is deleted by an accidental tap."""

    word = forms.CharField(
        required=False,
        max_length=40,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    @property
    def asked(self) -> str:
        return _("borrar")

    def clean_word(self) -> str:
        typed: str = self.cleaned_data["word"]
        if folded(typed.strip()) != folded(self.asked):
            raise forms.ValidationError(_("Escribe «%(word)s».") % {"word": self.asked})
        return typed
